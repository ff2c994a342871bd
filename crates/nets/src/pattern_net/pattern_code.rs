//! Pattern codes: what a stone would make in its four directions, regardless of their order.
//!
//! There are 2,380 codes, the multisets of four out of fourteen line classes. Tables are fitted and stored by code. For
//! inference they are expanded to be indexed by [`gomoku::Patterns::packed_lines`], which saves sorting the classes.

use std::sync::LazyLock;

use gomoku::LineClass;

/// How many pattern codes there are.
pub const PATTERN_CODES: usize = 2_380;
/// Values of [`gomoku::Patterns::packed_lines`].
pub const PACKED_LINES: usize = 1 << 16;

/// The pattern code of each packed value; 0 for values that do not occur.
static CODES: LazyLock<Box<[u16; PACKED_LINES]>> = LazyLock::new(|| {
    let mut sorted = vec![u16::MAX; PACKED_LINES];
    for (code, classes) in all().enumerate() {
        sorted[pack(classes)] = code as u16;
    }
    let codes: Vec<u16> = (0..PACKED_LINES)
        .map(|packed| {
            let mut classes = unpack(packed);
            classes.sort_unstable();
            match sorted[pack(classes)] {
                u16::MAX => 0,
                code => code,
            }
        })
        .collect();
    codes.try_into().expect("one code for each packed value")
});

/// The pattern code of packed lines.
#[inline]
pub fn encode(packed: u16) -> usize {
    CODES[packed as usize] as usize
}

/// The pattern code of each packed value, for inner loops.
pub fn table() -> &'static [u16; PACKED_LINES] {
    &CODES
}

/// The sorted line classes of every pattern code, in the order of the codes.
pub fn all() -> impl Iterator<Item = [u8; 4]> {
    let classes = LineClass::COUNT as u8;
    (0..classes).flat_map(move |a| {
        (a..classes).flat_map(move |b| {
            (b..classes).flat_map(move |c| (c..classes).map(move |d| [a, b, c, d]))
        })
    })
}

/// Expands a table by pattern code into one by packed lines.
pub fn expand<T: Copy>(values: &[T]) -> Box<[T; PACKED_LINES]> {
    let expanded: Vec<T> = CODES.iter().map(|&code| values[code as usize]).collect();
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
    fn every_order_of_four_classes_has_the_same_code() {
        assert_eq!(all().count(), PATTERN_CODES);
        for (code, [a, b, c, d]) in all().enumerate() {
            for order in [[a, b, c, d], [d, c, b, a], [c, a, d, b]] {
                assert_eq!(encode(pack(order) as u16), code);
            }
        }
    }
}
