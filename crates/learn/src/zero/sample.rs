//! Training samples.

use gomoku::Symmetry;
use nets::residual::Input;
use nets::residual::input;

/// A position with its policy and value targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position, seen by the side to move.
    pub input: Input,
    /// Policy target: point indices in row-major order with their probabilities, which sum to 1. Other points have 0.
    pub policy: Vec<(u16, f32)>,
    /// Value target for the side to move: 1 is a win, -1 a loss.
    pub value: f32,
}

impl Sample {
    /// The sample under a symmetry of the board.
    pub fn transformed(&self, symmetry: Symmetry) -> Sample {
        let size = self.input.size();
        let transformed =
            |&(index, probability)| (input::transform_index(index, symmetry, size), probability);
        Sample {
            input: self.input.transformed(symmetry),
            policy: self.policy.iter().map(transformed).collect(),
            value: self.value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Board, Point, Rule, Size};

    #[test]
    fn the_policy_is_transformed_with_the_board() {
        let size = Size::new(7).unwrap();
        let mut board = Board::new(size, Rule::Freestyle);
        board.push(Point::new(1, 2));
        let target = Point::new(5, 3);
        let sample = Sample {
            input: Input::new(&board),
            policy: vec![(input::index(target, size), 1.0)],
            value: 0.5,
        };
        for symmetry in Symmetry::ALL {
            let transformed = sample.transformed(symmetry);
            assert_eq!(transformed.input, Input::new(&board.transformed(symmetry)));
            let point = input::point(transformed.policy[0].0, size);
            assert_eq!(point, symmetry.apply(target, size));
        }
    }
}
