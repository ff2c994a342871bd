//! What a stone threat in its four directions, regardless of their order: 2,380 pattern codes of fourteen classes.
//!
//! Tables are fitted and stored by pattern code. For use they are laid out by the four classes as
//! [`gomoku::Patterns::packed_lines`] gives them, so that no sorting is needed in the search.

use std::sync::LazyLock;

use gomoku::LineClass;

/// How many pattern codes there are: multisets of four from fourteen.
pub const PATTERN_CODES: usize = 2_380;
/// Values of [`gomoku::Patterns::packed_lines`].
pub const PACKED_LINES: usize = 1 << 16;

/// The pattern code of each packed line value; 0 for values that mean nothing.
static NUMBERS: LazyLock<Box<[u16; PACKED_LINES]>> = LazyLock::new(|| {
    let mut first = vec![u16::MAX; PACKED_LINES];
    for (number, classes) in all().enumerate() {
        first[pack(classes)] = number as u16;
    }
    let numbers: Vec<u16> = (0..PACKED_LINES)
        .map(|packed| {
            let mut classes = unpack(packed);
            classes.sort_unstable();
            match first[pack(classes)] {
                u16::MAX => 0,
                number => number,
            }
        })
        .collect();
    numbers
        .try_into()
        .expect("one number for each packed value")
});

/// The number of the pattern code that these packed lines make.
#[inline]
pub fn encode(packed: u16) -> usize {
    NUMBERS[packed as usize] as usize
}

/// The classes of every pattern code in rising order, by number.
pub fn all() -> impl Iterator<Item = [u8; 4]> {
    let classes = LineClass::COUNT as u8;
    (0..classes).flat_map(move |a| {
        (a..classes).flat_map(move |b| {
            (b..classes).flat_map(move |c| (c..classes).map(move |d| [a, b, c, d]))
        })
    })
}

/// Lays out values by pattern code for look-up by packed lines.
pub fn expand<T: Copy>(values: &[T]) -> Box<[T; PACKED_LINES]> {
    let expanded: Vec<T> = NUMBERS
        .iter()
        .map(|&number| values[number as usize])
        .collect();
    let expanded: Result<Box<[T; PACKED_LINES]>, _> = expanded.try_into();
    expanded.ok().expect("one value for each packed value")
}

fn pack(classes: [u8; 4]) -> usize {
    classes
        .iter()
        .rev()
        .fold(0, |packed, &class| packed << 4 | class as usize)
}

fn unpack(packed: usize) -> [u8; 4] {
    [0, 4, 8, 12].map(|shift| (packed >> shift & 0xf) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_four_classes_is_one_combination() {
        assert_eq!(all().count(), PATTERN_CODES);
        for (place, [a, b, c, d]) in all().enumerate() {
            for order in [[a, b, c, d], [d, c, b, a], [c, a, d, b]] {
                assert_eq!(encode(pack(order) as u16), place);
            }
        }
    }
}
