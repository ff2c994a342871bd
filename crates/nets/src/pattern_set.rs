//! The papers' lists of patterns, as data.
//!
//! `X` is an own stone, `O` an opponent's stone and `.` an empty point. The edge of the board is none of them, so a pattern
//! lies wholly on the board, and an edge does not block as an opponent's stone does. A pattern is counted wherever it or
//! its mirror image occurs; a symmetric pattern is counted once per occurrence.
//!
//! - [`CAO`]: the 32 patterns of Cao and Lin (2019), with the values of their exponential heuristic. The last three
//!   detect fours and have no value.
//! - [`CHEN`]: the 29 of Chen and Zhang. Their report gives only the number; we use Cao and Lin's first 29.
//! - [`ZHAO`]: the 20 of Zhao, Zhang and Dai (2012). Eight are drawn in the paper; the other twelve are our completion:
//!   every shape of two to four stones within five cells that begins with a stone, every open one of six cells, the open
//!   single stone and the five. A shape of six cells takes precedence over one of five inside it, so that an open four
//!   is not two closed fours as well.

/// A list of patterns that are counted together.
#[derive(Clone, Copy, Debug)]
pub struct PatternSet {
    /// Name in weights files.
    pub name: &'static str,
    /// The patterns, at most [`PatternSet::MAX_PATTERNS`] with up to seven cells each.
    pub patterns: &'static [Pattern],
    /// Whether a shape of six cells suppresses the shapes of five inside it.
    pub longest_only: bool,
}

/// One pattern.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// `X`, `O` and `.`.
    pub text: &'static str,
    /// Its value in Cao and Lin's heuristic, if it has one.
    pub value: Option<Value>,
}

/// The value of a pattern: `10^power f^decays`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Exponent of 10.
    pub power: i32,
    /// Exponent of the decay factor `f`.
    pub decays: i32,
}

impl Value {
    /// Evaluates the formula with this decay factor.
    pub fn with_decay(self, decay: f64) -> f64 {
        10_f64.powi(self.power) * decay.powi(self.decays)
    }
}

impl PatternSet {
    /// Maximum number of patterns in a set.
    pub const MAX_PATTERNS: usize = 32;

    /// The set of this name.
    pub fn named(name: &str) -> Option<&'static PatternSet> {
        [&CAO, &CHEN, &ZHAO]
            .into_iter()
            .find(|set| set.name == name)
    }
}

const fn valued(text: &'static str, power: i32, decays: i32) -> Pattern {
    Pattern {
        text,
        value: Some(Value { power, decays }),
    }
}

const fn unvalued(text: &'static str) -> Pattern {
    Pattern { text, value: None }
}

/// Index in [`CAO`] of the first of the three patterns that detect a four.
pub const CAO_FOURS: usize = 29;

const CAO_PATTERNS: [Pattern; 32] = [
    valued(".XXXX.", 4, 0),
    valued("O.XXX.O", 3, 3),
    valued("O.XXX..", 3, 1),
    valued("..XXX..", 3, 0),
    valued("..XXX.X", 3, 0),
    valued("X.XXX.X", 4, 0),
    valued("O.XXX.X", 3, 1),
    valued("..XX..", 2, 0),
    valued("O.XX..", 2, 1),
    valued("OXX.X..", 2, 2),
    valued("OX.XX..", 2, 2),
    valued("OX.XX.O", 2, 3),
    valued("OXX.X.O", 2, 3),
    valued("OXXX..", 2, 0),
    valued("OXX...", 0, 0),
    valued("OXXXX.", 3, 0),
    valued(".XX.X.", 3, 1),
    valued("OXXX.X.", 3, 1),
    valued("OXX.XX.", 3, 1),
    valued("OXXX.XO", 3, 3),
    valued("OXX.XXO", 3, 3),
    valued("OXXX.XX", 3, 1),
    valued(".X.X.X.", 3, 2),
    valued("OX.X.XO", 3, 6),
    valued("OX.X.X.", 3, 4),
    valued("..X.X..", 2, 2),
    valued("O.X.X..", 2, 4),
    valued("O.X.X.O", 2, 6),
    valued("..X..", 0, 0),
    unvalued(".XXXX"),
    unvalued("X.XXX"),
    unvalued("XX.XX"),
];

/// Cao and Lin's 32 patterns.
pub static CAO: PatternSet = PatternSet {
    name: "cao",
    patterns: &CAO_PATTERNS,
    longest_only: false,
};

/// Chen and Zhang's 29 patterns: the first 29 of [`CAO`].
pub static CHEN: PatternSet = PatternSet {
    name: "chen",
    patterns: CAO_PATTERNS.split_at(CAO_FOURS).0,
    longest_only: false,
};

/// Zhao, Zhang and Dai's 20 patterns; the five is the last.
pub static ZHAO: PatternSet = PatternSet {
    name: "zhao",
    patterns: &[
        unvalued(".XXXX."),
        unvalued("..XXX."),
        unvalued(".X.XX."),
        unvalued("..XX.."),
        unvalued(".X.X.."),
        unvalued(".X..X."),
        unvalued(".X...."),
        unvalued("XXXX."),
        unvalued("XXX.X"),
        unvalued("XX.XX"),
        unvalued("XXX.."),
        unvalued("XX.X."),
        unvalued("X.XX."),
        unvalued("XX..X"),
        unvalued("X.X.X"),
        unvalued("XX..."),
        unvalued("X.X.."),
        unvalued("X..X."),
        unvalued("X...X"),
        unvalued("XXXXX"),
    ],
    longest_only: true,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_the_right_size_and_no_duplicates() {
        for (set, size) in [(&CAO, 32), (&CHEN, 29), (&ZHAO, 20)] {
            assert_eq!(set.patterns.len(), size);
            assert_eq!(PatternSet::named(set.name).unwrap().patterns.len(), size);
            let mut texts: Vec<String> = Vec::new();
            for pattern in set.patterns {
                let mirrored: String = pattern.text.chars().rev().collect();
                assert!(pattern.text.contains('X') && pattern.text.len() <= 7);
                assert!(!texts.contains(&mirrored) && !texts.contains(&pattern.text.to_owned()));
                texts.push(pattern.text.to_owned());
            }
        }
    }

    #[test]
    fn values_decay_from_powers_of_ten() {
        let value = |index: usize| CAO.patterns[index].value.unwrap().with_decay(0.9);
        assert_eq!(value(0), 10_000.0);
        assert!((value(1) - 729.0).abs() < 1e-9);
        assert!((value(23) - 531.441).abs() < 1e-9);
        assert!(CAO.patterns[CAO_FOURS..].iter().all(|p| p.value.is_none()));
    }
}
