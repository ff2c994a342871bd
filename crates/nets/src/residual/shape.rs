//! The dimensions of a residual network.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::Input;

/// The dimensions of a residual network. They do not include the board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Residual blocks.
    pub blocks: usize,
    /// Channels of the tower.
    pub channels: usize,
    /// Channels of the policy head.
    pub policy_channels: usize,
    /// Channels of the value head.
    pub value_channels: usize,
    /// Hidden units of the value head.
    pub value_hidden: usize,
}

impl Shape {
    /// Allowed numbers of blocks.
    pub const BLOCKS: RangeInclusive<usize> = 1..=40;
    /// Allowed numbers of tower channels.
    pub const CHANNELS: RangeInclusive<usize> = 1..=256;
    /// Allowed numbers of head channels.
    pub const HEAD: RangeInclusive<usize> = 1..=64;
    /// Allowed numbers of hidden units.
    pub const HIDDEN: RangeInclusive<usize> = 1..=512;

    /// A tower of this size with the default heads; `None` when it is out of bounds.
    pub fn new(blocks: usize, channels: usize) -> Option<Shape> {
        let shape = Shape {
            blocks,
            channels,
            policy_channels: 16,
            value_channels: 16,
            value_hidden: 64,
        };
        shape.is_valid().then_some(shape)
    }

    /// The network of the slides: 4 blocks of 128 channels.
    pub fn slides() -> Shape {
        Shape {
            blocks: 4,
            channels: 128,
            policy_channels: 2,
            value_channels: 1,
            value_hidden: 128,
        }
    }

    /// The number of weights, biases included.
    pub fn weight_count(&self) -> usize {
        let layer = |inputs: usize, outputs: usize| inputs * outputs + outputs;
        layer(9 * Input::PLANES, self.channels)
            + 2 * self.blocks * layer(9 * self.channels, self.channels)
            + layer(self.channels, self.policy_channels)
            + layer(self.policy_channels, 1)
            + layer(self.channels, self.value_channels)
            + layer(2 * self.value_channels, self.value_hidden)
            + layer(self.value_hidden, 1)
    }

    /// Whether all dimensions are within bounds.
    pub fn is_valid(&self) -> bool {
        Shape::BLOCKS.contains(&self.blocks)
            && Shape::CHANNELS.contains(&self.channels)
            && Shape::HEAD.contains(&self.policy_channels)
            && Shape::HEAD.contains(&self.value_channels)
            && Shape::HIDDEN.contains(&self.value_hidden)
    }
}

impl Default for Shape {
    /// 4x32 trains in one to two hours on two cores; its inference is 2.6 times as fast as with 48 channels.
    fn default() -> Shape {
        Shape {
            blocks: 4,
            channels: 32,
            policy_channels: 16,
            value_channels: 16,
            value_hidden: 64,
        }
    }
}

impl fmt::Display for Shape {
    /// `4x48`: blocks and channels.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.blocks, self.channels)
    }
}

/// Not a shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad network shape {0:?}: expected blocks and channels such as 4x48, at most 40x256")]
pub struct ParseShapeError(pub String);

impl FromStr for Shape {
    type Err = ParseShapeError;

    /// Reads `4x48`: blocks and channels, with the default heads.
    fn from_str(text: &str) -> Result<Shape, ParseShapeError> {
        text.split_once('x')
            .and_then(|(blocks, channels)| Shape::new(blocks.parse().ok()?, channels.parse().ok()?))
            .ok_or_else(|| ParseShapeError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_parse_and_display() {
        assert_eq!("4x32".parse(), Ok(Shape::default()));
        assert_eq!(Shape::default().to_string(), "4x32");
        assert!(Shape::slides().is_valid());
        for bad in [
            "", "4", "4x", "x", "0x8", "4x0", "4x257", "41x8", "-1x8", "4x8x2",
        ] {
            assert_eq!(bad.parse::<Shape>(), Err(ParseShapeError(bad.to_owned())));
        }
    }
}
