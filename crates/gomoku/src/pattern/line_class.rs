//! Line classes: what a stone makes in one direction.
//!
//! The class of an empty point is the class of the line after a stone is placed there. It is defined by recursion over
//! further stones of the same side:
//!
//! | class | after the stone |
//! |---|---|
//! | five | the row through it wins |
//! | overline | six or more that do not win; for black in renju also two fours in this one line |
//! | open four | two further points make five |
//! | four | one further point makes five |
//! | strong three, three | two or more points, one point make an open four |
//! | blocked three | some point makes a four |
//! | strong two, good two, two | four or more, three, one or two points make an open three |
//! | blocked two | some point makes a blocked three |
//! | one, blocked one | some point makes a two, a blocked two |
//! | dead | there is no room for five, or none of the above |
//!
//! Only the cells up to the first obstacle matter, so each side of the point is reduced to a code of seven bits.

use crate::color::Color;
use crate::rule::Rule;

/// What a stone makes in one direction, in ascending order. An overline, which is worthless or forbidden, comes last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum LineClass {
    /// No five is possible.
    #[default]
    Dead,
    /// A stone that can become a blocked two (B1).
    BlockedOne,
    /// A stone that can become a two (F1).
    One,
    /// Two that can become a blocked three (B2).
    BlockedTwo,
    /// Two with one or two ways to an open three (F2).
    Two,
    /// Two with three ways to an open three (F2A).
    GoodTwo,
    /// Two with four or more ways to an open three (F2B).
    StrongTwo,
    /// Three that can become a four (B3).
    BlockedThree,
    /// Three with one way to an open four (F3).
    Three,
    /// Three with several ways to an open four (F3S).
    StrongThree,
    /// Four with one point to five (B4).
    Four,
    /// Four with two points to five (F4).
    OpenFour,
    /// A win (F5).
    Five,
    /// Six or more where that does not win, or a forbidden double four in one line (OL).
    Overline,
}

impl LineClass {
    /// The number of classes.
    pub const COUNT: usize = 14;

    /// Every class, by index.
    pub const ALL: [LineClass; LineClass::COUNT] = [
        LineClass::Dead,
        LineClass::BlockedOne,
        LineClass::One,
        LineClass::BlockedTwo,
        LineClass::Two,
        LineClass::GoodTwo,
        LineClass::StrongTwo,
        LineClass::BlockedThree,
        LineClass::Three,
        LineClass::StrongThree,
        LineClass::Four,
        LineClass::OpenFour,
        LineClass::Five,
        LineClass::Overline,
    ];

    /// Is this an open three of either kind?
    pub const fn is_three(self) -> bool {
        matches!(self, LineClass::Three | LineClass::StrongThree)
    }

    /// Is this an open two of any kind?
    pub const fn is_two(self) -> bool {
        matches!(
            self,
            LineClass::Two | LineClass::GoodTwo | LineClass::StrongTwo
        )
    }

    /// Is this a four, open or not?
    pub const fn is_four(self) -> bool {
        matches!(self, LineClass::Four | LineClass::OpenFour)
    }
}

/// Cells on each side that affect the class: four for a five, and one more for overlines and the ends of a five.
pub(crate) const REACH: usize = 5;

/// The cells on one side of a point, for one color, up to the first obstacle.
///
/// The code is a leading 1 followed by one bit per cell (1 own stone, 0 empty; the nearest cell is the lowest bit). Under
/// the caro rules, 64 is added if the obstacle is an opposing stone and not an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HalfLine(u8);

impl HalfLine {
    /// Codes are smaller than this.
    pub(crate) const CODES: usize = 128;
    const OPPONENT: u8 = 64;

    pub(crate) const fn new(length: usize, own: u8, ends_at_opponent: bool) -> HalfLine {
        debug_assert!(length <= REACH && own < 1 << length);
        HalfLine(
            1 << length
                | own
                | if ends_at_opponent {
                    HalfLine::OPPONENT
                } else {
                    0
                },
        )
    }

    /// The half line of a code, if the code is valid.
    const fn from_code(code: usize) -> Option<HalfLine> {
        // The leading 1 is required, and a half line of full length has no visible end.
        let cells = code & !(HalfLine::OPPONENT as usize);
        let full = 1 << REACH;
        if code < HalfLine::CODES && cells > 0 && (cells == code || cells < full) {
            Some(HalfLine(code as u8))
        } else {
            None
        }
    }

    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    const fn length(self) -> usize {
        (self.0 & !HalfLine::OPPONENT).ilog2() as usize
    }

    const fn has_own(self, distance: usize) -> bool {
        self.0 >> distance & 1 == 1
    }

    const fn ends_at_opponent(self) -> bool {
        self.0 & HalfLine::OPPONENT != 0
    }

    /// The number of own stones adjacent to the center.
    fn run(self) -> usize {
        (0..self.length())
            .take_while(|&distance| self.has_own(distance))
            .count()
    }

    fn with_own(self, distance: usize) -> HalfLine {
        HalfLine(self.0 | 1 << distance)
    }
}

/// The classes of all pairs of half lines for one color and rule, indexed by `before * 128 + after`.
pub(crate) fn class_table(
    rule: Rule,
    color: Color,
) -> Box<[u8; HalfLine::CODES * HalfLine::CODES]> {
    let mut classifier = Classifier {
        rule,
        color,
        cache: vec![None; HalfLine::CODES * HalfLine::CODES],
    };
    let halves = || (0..HalfLine::CODES).filter_map(HalfLine::from_code);
    let mut table = Box::new([0; HalfLine::CODES * HalfLine::CODES]);
    for before in halves() {
        for after in halves() {
            table[index(before, after)] = classifier.classify(before, after) as u8;
        }
    }
    table
}

/// The table index of a pair of half lines.
pub(crate) const fn index(before: HalfLine, after: HalfLine) -> usize {
    before.0 as usize * HalfLine::CODES + after.0 as usize
}

struct Classifier {
    rule: Rule,
    color: Color,
    cache: Vec<Option<LineClass>>,
}

impl Classifier {
    fn classify(&mut self, before: HalfLine, after: HalfLine) -> LineClass {
        if let Some(class) = self.cache[index(before, after)] {
            return class;
        }
        let class = self.classify_uncached(before, after);
        self.cache[index(before, after)] = Some(class);
        class
    }

    fn classify_uncached(&mut self, before: HalfLine, after: HalfLine) -> LineClass {
        let (back, front) = (before.run(), after.run());
        let row = back + front + 1;
        let enclosed = back == before.length()
            && before.ends_at_opponent()
            && front == after.length()
            && after.ends_at_opponent();
        if self.rule.wins(self.color, row as u32, enclosed) {
            return LineClass::Five;
        }
        if row > 5 {
            return LineClass::Overline;
        }
        if before.length() + after.length() + 1 < 5 {
            return LineClass::Dead;
        }

        // Count the classes that one more stone makes, and sum the distances of the fives. There is at most one five on each
        // side, because a five through a far empty cell needs the nearer one filled.
        let mut successors = [0; LineClass::COUNT];
        let mut five_span = 0;
        for distance in 0..before.length() {
            if !before.has_own(distance) {
                let class = self.classify(before.with_own(distance), after);
                successors[class as usize] += 1;
                five_span += if class == LineClass::Five {
                    distance + 1
                } else {
                    0
                };
            }
        }
        for distance in 0..after.length() {
            if !after.has_own(distance) {
                let class = self.classify(before, after.with_own(distance));
                successors[class as usize] += 1;
                five_span += if class == LineClass::Five {
                    distance + 1
                } else {
                    0
                };
            }
        }
        self.class_from_successors(&successors, five_span)
    }

    /// The class of a line from the classes that one more stone makes. `five_span` is the distance between the two points
    /// that make five, if there are two.
    fn class_from_successors(
        &self,
        successors: &[u32; LineClass::COUNT],
        five_span: usize,
    ) -> LineClass {
        let count = |class: LineClass| successors[class as usize];
        let threes = count(LineClass::Three) + count(LineClass::StrongThree);
        let twos = count(LineClass::Two) + count(LineClass::GoodTwo) + count(LineClass::StrongTwo);
        if count(LineClass::Five) >= 2 {
            // In a straight four the two fives are five cells apart; closer ones are two fours in one line.
            if self.rule.forbids(self.color) && five_span < 5 {
                LineClass::Overline
            } else {
                LineClass::OpenFour
            }
        } else if count(LineClass::Five) == 1 {
            LineClass::Four
        } else if count(LineClass::OpenFour) >= 2 {
            LineClass::StrongThree
        } else if count(LineClass::OpenFour) == 1 {
            LineClass::Three
        } else if count(LineClass::Four) >= 1 {
            LineClass::BlockedThree
        } else if threes >= 4 {
            LineClass::StrongTwo
        } else if threes == 3 {
            LineClass::GoodTwo
        } else if threes >= 1 {
            LineClass::Two
        } else if count(LineClass::BlockedThree) >= 1 {
            LineClass::BlockedTwo
        } else if twos >= 1 {
            LineClass::One
        } else if count(LineClass::BlockedTwo) >= 1 {
            LineClass::BlockedOne
        } else {
            LineClass::Dead
        }
    }
}
