//! Liao's board evaluation (2019, section 2.2.1), Algorithm 3.
//!
//! ```text
//! evaluation = sum of the rules of Algorithm 3 that apply to the number of shapes of each kind
//! ```
//!
//! Ours: shapes that Algorithm 3 omits get a small value each, and "Livefour.size() == 1" is read as at least one.

use super::stone_shapes::{ShapeCounts, StoneShape};

/// Algorithm 3 of the report: every rule that applies adds its value.
pub fn board_eval(counts: &ShapeCounts) -> i32 {
    rule_values(counts).iter().sum()
}

/// The rules of the evaluation: the seven of Algorithm 3, then five of ours for shapes that it omits.
pub const RULES: [&str; 12] = [
    "five in a row",
    "live four",
    "two live threes, two dead fours, or one of each",
    "live threes with and without a gap: two together",
    "dead four",
    "dead four, gap after three",
    "50 for each dead four, gap in the middle",
    "500 for each live three",
    "300 for each live three with a gap",
    "20 for each dead three",
    "50 for each live two",
    "5 for each dead two",
];

/// How many of [`RULES`] the report prints.
pub const PRINTED_RULES: usize = 7;

/// What each of [`RULES`] adds.
#[inline]
pub fn rule_values(counts: &ShapeCounts) -> [i32; 12] {
    let n = |shape| counts.count(shape);
    let value = |applies: bool, value: i32| if applies { value } else { 0 };
    let (live_threes, dead_fours) = (n(StoneShape::LiveThree), n(StoneShape::DeadFour));
    [
        value(n(StoneShape::FiveInRow) > 0, 100_000),
        // Printed as "== 1", under which two live fours would be worth nothing.
        value(n(StoneShape::LiveFour) >= 1, 15_000),
        value(
            live_threes >= 2 || dead_fours == 2 || (dead_fours == 1 && live_threes == 1),
            10_000,
        ),
        value(live_threes + n(StoneShape::JLiveThree) == 2, 5_000),
        value(dead_fours > 0, 1_000),
        value(n(StoneShape::JDeadFour) > 0, 300),
        50 * n(StoneShape::CDeadFour),
        500 * live_threes,
        300 * n(StoneShape::JLiveThree),
        20 * n(StoneShape::DeadThree),
        50 * n(StoneShape::LiveTwo),
        5 * n(StoneShape::DeadTwo),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liao_2019::line_features::LineBits;
    use crate::liao_2019::stone_shapes::count_shapes;

    fn counts(text: &str) -> ShapeCounts {
        ShapeCounts(count_shapes(LineBits::from_text(text)))
    }

    #[test]
    fn values_follow_algorithm_3() {
        let eval_of = |line: &str| board_eval(&counts(line));
        assert_eq!(eval_of("OXXXXXO"), 100_000);
        assert_eq!(eval_of("O.XXXX.O"), 15_000);
        assert_eq!(eval_of("OXXXX.O"), 1_000);
        assert_eq!(eval_of("OXXX.XO"), 300);
        assert_eq!(eval_of("OXX.XXO"), 50);
        let two_threes = ShapeCounts(2 * counts("O..XXX.O").0);
        assert_eq!(board_eval(&two_threes), 10_000 + 5_000 + 2 * 500);
    }

    /// Each line of Algorithm 3 (section 2.2.1) with shapes counted by hand.
    #[test]
    fn each_rule_of_algorithm_3_adds_its_value() {
        let rules = |lines: &[&str]| {
            let sum = lines.iter().map(|line| counts(line).0).sum();
            rule_values(&ShapeCounts(sum))[..PRINTED_RULES].to_vec()
        };
        let (dead_four, live_three, gap_three) = ("OXXXX.O", "O..XXX.O", "O.XX.X.O");
        assert_eq!(rules(&["OXXXXXO"]), [100_000, 0, 0, 0, 0, 0, 0]);
        assert_eq!(rules(&["O.XXXX.O"]), [0, 15_000, 0, 0, 0, 0, 0]);
        assert_eq!(rules(&["O.XXXX.O"; 2]), [0, 15_000, 0, 0, 0, 0, 0]);
        // Lines 5 and 6: two live threes, two dead fours, or one of each; three dead fours are neither.
        assert_eq!(rules(&[live_three; 2]), [0, 0, 10_000, 5_000, 0, 0, 0]);
        assert_eq!(rules(&[live_three; 3]), [0, 0, 10_000, 0, 0, 0, 0]);
        assert_eq!(rules(&[dead_four; 2]), [0, 0, 10_000, 0, 1_000, 0, 0]);
        assert_eq!(rules(&[dead_four; 3]), [0, 0, 0, 0, 1_000, 0, 0]);
        assert_eq!(
            rules(&[dead_four, live_three]),
            [0, 0, 10_000, 0, 1_000, 0, 0]
        );
        // Lines 7 and 8 count both kinds of live threes.
        assert_eq!(rules(&[live_three, gap_three]), [0, 0, 0, 5_000, 0, 0, 0]);
        assert_eq!(rules(&[gap_three; 2]), [0, 0, 0, 5_000, 0, 0, 0]);
        assert_eq!(rules(&[gap_three]), [0; 7]);
        // Lines 11 to 14: JDeadFour once, CDeadFour for each.
        assert_eq!(rules(&["OXXX.XO"; 2]), [0, 0, 0, 0, 0, 300, 0]);
        assert_eq!(rules(&["OXX.XXO"; 3]), [0, 0, 0, 0, 0, 0, 150]);
    }

    /// Our values for shapes that Algorithm 3 omits.
    #[test]
    fn shapes_that_algorithm_3_omits_have_our_values() {
        for (line, value) in [
            ("O..XXX.O", 500),
            ("O.XX.X.O", 300),
            ("OXXX..O", 20),
            ("O..XX..O", 50),
            ("OXX...O", 5),
        ] {
            assert_eq!(board_eval(&counts(line)), value, "{line}");
        }
    }
}
