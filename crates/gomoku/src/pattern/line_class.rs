//! What a stone makes in one direction.
//!
//! The class of an empty point is the class of the line after the stone has been put there, and that is defined by
//! recursion over further stones of the same side:
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
//! | dead | five stones cannot stand here, or none of the above |
//!
//! Only the free stretch around the point matters, so each side of it is reduced to a code of seven bits.

use crate::color::Color;
use crate::rule::Rule;

/// What a stone would make in one direction, from nothing to a win. An overline, which is worth nothing or
/// is forbidden, comes last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum LineClass {
    /// Five can never stand here.
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
    /// How many classes there are.
    pub const COUNT: usize = 14;

    /// Every class, by its number.
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

    /// An open three of either kind?
    pub const fn is_three(self) -> bool {
        matches!(self, LineClass::Three | LineClass::StrongThree)
    }

    /// An open two of any kind?
    pub const fn is_two(self) -> bool {
        matches!(
            self,
            LineClass::Two | LineClass::GoodTwo | LineClass::StrongTwo
        )
    }

    /// A four, open or not?
    pub const fn is_four(self) -> bool {
        matches!(self, LineClass::Four | LineClass::OpenFour)
    }
}

/// How many points to each side of a stone can matter: four for a five, and one more to see an overline or what
/// stands at the five's end.
pub(crate) const REACH: usize = 5;

/// The line on one side of a point, for one color: the free stretch from near to far until something stops it.
///
/// The code is a leading 1 followed by one bit for each point of the stretch (1 own stone, 0 empty; the nearest
/// is the lowest bit); 64 is added where an enemy stone, not an edge, ends the stretch and the rule cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HalfLine(u8);

impl HalfLine {
    /// Codes are smaller than this.
    pub(crate) const CODES: usize = 128;
    const ENEMY: u8 = 64;

    pub(crate) const fn new(length: usize, own: u8, enemy_ends: bool) -> HalfLine {
        debug_assert!(length <= REACH && own < 1 << length);
        HalfLine(1 << length | own | if enemy_ends { HalfLine::ENEMY } else { 0 })
    }

    /// The half line of a code, if the code means anything.
    const fn from_code(code: usize) -> Option<HalfLine> {
        // The leading 1 must be there, and a stretch of full length has no visible end.
        let stretch = code & !(HalfLine::ENEMY as usize);
        let full = 1 << REACH;
        if code < HalfLine::CODES && stretch > 0 && (stretch == code || stretch < full) {
            Some(HalfLine(code as u8))
        } else {
            None
        }
    }

    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    const fn length(self) -> usize {
        (self.0 & !HalfLine::ENEMY).ilog2() as usize
    }

    const fn has_own(self, distance: usize) -> bool {
        self.0 >> distance & 1 == 1
    }

    const fn ends_at_enemy(self) -> bool {
        self.0 & HalfLine::ENEMY != 0
    }

    /// Own stones that join the center.
    fn run(self) -> usize {
        (0..self.length())
            .take_while(|&distance| self.has_own(distance))
            .count()
    }

    fn with_own(self, distance: usize) -> HalfLine {
        HalfLine(self.0 | 1 << distance)
    }
}

/// The classes of all pairs of half lines for one color under one rule, index `before * 128 + after`.
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

/// Where a pair of half lines stands in the table.
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
            && before.ends_at_enemy()
            && front == after.length()
            && after.ends_at_enemy();
        if self.rule.wins(self.color, row as u32, enclosed) {
            return LineClass::Five;
        }
        if row > 5 {
            return LineClass::Overline;
        }
        if before.length() + after.length() + 1 < 5 {
            return LineClass::Dead;
        }

        // What one more stone would make, and where the fives are: at most one on each side, because a five
        // through a far empty point needs the nearer one filled.
        let mut successors = [0; LineClass::COUNT];
        let mut fives = 0;
        for distance in 0..before.length() {
            if !before.has_own(distance) {
                let class = self.classify(before.with_own(distance), after);
                successors[class as usize] += 1;
                fives += if class == LineClass::Five {
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
                fives += if class == LineClass::Five {
                    distance + 1
                } else {
                    0
                };
            }
        }
        self.class_from_successors(&successors, fives)
    }

    /// The class of a line from what its next stones make. `five_span` is the distance between the two points that
    /// make five, if there are two.
    fn class_from_successors(
        &self,
        successors: &[u32; LineClass::COUNT],
        five_span: usize,
    ) -> LineClass {
        let count = |class: LineClass| successors[class as usize];
        let threes = count(LineClass::Three) + count(LineClass::StrongThree);
        let twos = count(LineClass::Two) + count(LineClass::GoodTwo) + count(LineClass::StrongTwo);
        if count(LineClass::Five) >= 2 {
            // Only a straight four has its two fives five points apart; anything closer is two fours in one line.
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
