//! Score dictionary (Zhang, Li and Huang, section III.A): the score of a stone on a point, by table lookup.
//!
//! Around a square `x`, in one direction, lie ten cells: `i1..i5` to its left or above from far to near, and `i6..i10` on the
//! other side from near to far. With digits 0 for empty, 1 for own and 2 for opponent, the pattern is the integer
//!
//! ```text
//! key = x 3^5 + sum over j = 1..5 of i_j 3^(11-j) + sum over j = 6..10 of i_j 3^(10-j)      (M = 3; 3^11 = 177,147 keys)
//! ```
//!
//! A new stone `p` at distance `d` adds `p 3^(5-d)` to the keys of squares to its left and `p 3^(5+d)` to those to its right.
//! The score of a square is the sum over its four directions, and its magnitude identifies the pattern: 100,000 or more is a
//! four, 2,000 or more a double three. Each side has its own keys, because the edge is an opponent stone to both.
//!
//! [`line_scorer`] computes the scores; the report defers the details to the authors' program, which it follows. Left out:
//! merging mirror images (the authors report conflicts).

pub mod line_scorer;

use std::sync::OnceLock;

use gomoku::{Board, ByColor, Cell, Color, Direction, Observer, Point};

use line_scorer::{EMPTY, OPPONENT, OWN, Scoring};

/// Makes a five.
pub const FIVE: i32 = 10_000_000;
/// Makes an open four.
pub const FOUR: i32 = 100_000;
/// Makes a four that one stone stops.
pub const BLOCKED_FOUR: i32 = 10_000;
/// Makes two open threes.
pub const DOUBLE_THREE: i32 = 2_000;
/// Makes an open three.
pub const THREE: i32 = 1_000;
/// Makes an open two.
pub const TWO: i32 = 100;

/// The engaging radius: cells on each side that a square's key covers.
pub const RADIUS: usize = 5;

/// The number of keys: 3^11.
pub const KEYS: usize = 177_147;

/// 3^0 to 3^10.
const POWERS: [u32; 2 * RADIUS + 1] = {
    let mut powers = [1; 2 * RADIUS + 1];
    let mut index = 1;
    while index < powers.len() {
        powers[index] = 3 * powers[index - 1];
        index += 1;
    }
    powers
};

/// The score of every key, for the owner of the key.
pub struct ScoreDictionary {
    scores: Vec<i32>,
}

impl ScoreDictionary {
    /// The dictionary of a scoring. It is built once, in some milliseconds.
    pub fn of(scoring: Scoring) -> &'static ScoreDictionary {
        static AUTHORS: OnceLock<ScoreDictionary> = OnceLock::new();
        static FIXED: OnceLock<ScoreDictionary> = OnceLock::new();
        let dictionary = match scoring {
            Scoring::Authors => &AUTHORS,
            Scoring::Fixed => &FIXED,
        };
        dictionary.get_or_init(|| ScoreDictionary {
            scores: (0..KEYS).map(|key| score_of(key as u32, scoring)).collect(),
        })
    }

    /// The score of the square for the owner of the key: of the stone there, of a move there if it is empty, 0 if it is an
    /// opponent stone.
    #[inline]
    pub fn score(&self, key: u32) -> i32 {
        self.scores[key as usize]
    }
}

impl std::fmt::Debug for ScoreDictionary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScoreDictionary").finish_non_exhaustive()
    }
}

/// The cells of a key in order: `i1..i5`, `x`, `i6..i10`.
fn cells_of(key: u32) -> [u8; 2 * RADIUS + 1] {
    std::array::from_fn(|index| (key / POWERS[2 * RADIUS - index] % 3) as u8)
}

fn score_of(key: u32, scoring: Scoring) -> i32 {
    let mut cells = cells_of(key);
    if cells[RADIUS] == OPPONENT {
        return 0;
    }
    cells[RADIUS] = OWN;
    line_scorer::score(&cells, scoring)
}

/// Keys and scores of every point for both sides, updated incrementally.
#[derive(Clone)]
pub struct PointScores {
    dictionary: &'static ScoreDictionary,
    /// By owner, direction and point. The margin has keys too, so that updates need no bounds check.
    keys: [[[u32; Point::CELLS]; 4]; 2],
    scores: [[i32; Point::CELLS]; 2],
    /// The number of points with the score of a five, for each side.
    fives: [i32; 2],
}

/// The key of an opponent stone with nothing around it. It scores 0.
const OPPONENT_KEY: u32 = OPPONENT as u32 * POWERS[RADIUS];

impl PointScores {
    /// Computes the scores of a board.
    pub fn new(board: &Board, scoring: Scoring) -> PointScores {
        let mut scores = PointScores {
            dictionary: ScoreDictionary::of(scoring),
            keys: [[[OPPONENT_KEY; Point::CELLS]; 4]; 2],
            scores: [[0; Point::CELLS]; 2],
            fives: [0; 2],
        };
        scores.begin(board);
        scores
    }

    /// Recomputes the scores for another board.
    pub fn begin(&mut self, board: &Board) {
        // Squares of the margin are opponent stones.
        self.keys = [[[OPPONENT_KEY; Point::CELLS]; 4]; 2];
        self.fives = [0; 2];
        for owner in Color::BOTH {
            for point in board.size().points() {
                let mut sum = 0;
                for direction in Direction::ALL {
                    let key = key_at(board, owner, point, direction);
                    self.keys[owner.index()][direction.index()][point.index()] = key;
                    sum += self.dictionary.score(key);
                }
                self.scores[owner.index()][point.index()] = sum;
                self.fives[owner.index()] += i32::from(sum >= FIVE);
            }
        }
    }

    /// The score of a point for a side: empty or its own.
    #[inline]
    pub fn score(&self, color: Color, point: Point) -> i32 {
        self.scores[color.index()][point.index()]
    }

    /// The score of a point for a side in one direction.
    #[inline]
    pub fn line_score(&self, color: Color, point: Point, direction: Direction) -> i32 {
        let key = self.keys[color.index()][direction.index()][point.index()];
        self.dictionary.score(key)
    }

    /// A point where a side makes five. The dictionary finds candidates, the board's rule decides.
    pub fn find_five(&self, board: &Board, color: Color) -> Option<Point> {
        if self.fives[color.index()] == 0 {
            return None;
        }
        board.size().points().find(|&point| {
            self.score(color, point) >= FIVE && board.is_empty(point) && board.wins(point, color)
        })
    }

    /// Adds a stone to the keys of the 41 squares within the radius, or removes it.
    #[inline]
    fn update<const PLACE: bool>(&mut self, point: Point, color: Color) {
        for owner in Color::BOTH {
            let digit = u32::from(if owner == color { OWN } else { OPPONENT });
            let scores = &mut self.scores[owner.index()];
            let mut fives = 0;
            for direction in Direction::ALL {
                let keys = &mut self.keys[owner.index()][direction.index()];
                // From the square with the stone farthest to its right to the one with the stone farthest to its left.
                let mut at = point.step(direction, -(RADIUS as i16));
                for power in POWERS {
                    let old = keys[at.index()];
                    let new = if PLACE {
                        old + digit * power
                    } else {
                        old - digit * power
                    };
                    keys[at.index()] = new;
                    let before = scores[at.index()];
                    let after = before + self.dictionary.score(new) - self.dictionary.score(old);
                    scores[at.index()] = after;
                    fives += i32::from(after >= FIVE) - i32::from(before >= FIVE);
                    at = at.step(direction, 1);
                }
            }
            self.fives[owner.index()] += fives;
        }
    }
}

/// The key of a point, computed from the board. Cells beyond the edge are opponent stones.
fn key_at(board: &Board, owner: Color, point: Point, direction: Direction) -> u32 {
    let radius = RADIUS as i16;
    (-radius..=radius)
        .map(|steps| {
            let digit = match board.cell(point.step(direction, steps)) {
                Cell::Empty => EMPTY,
                Cell::Stone(color) if color == owner => OWN,
                _ => OPPONENT,
            };
            u32::from(digit) * POWERS[(radius - steps) as usize]
        })
        .sum()
}

impl Observer for PointScores {
    fn on_place(&mut self, _: &Board, point: Point, color: Color) {
        self.update::<true>(point, color);
    }

    fn on_remove(&mut self, _: &Board, point: Point, color: Color) {
        self.update::<false>(point, color);
    }
}

impl std::fmt::Debug for PointScores {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PointScores").finish_non_exhaustive()
    }
}

/// The highest score of an empty point for each side (section II.B: `max_p score(p)` over the available positions `p`).
pub fn best_position_scores(scores: &PointScores, board: &Board) -> ByColor<i32> {
    let mut best = ByColor::default();
    for point in &board.empty() {
        for color in Color::BOTH {
            best[color] = scores.score(color, point).max(best[color]);
        }
    }
    best
}

/// The highest score among the stones of each side, which the authors' program takes instead.
pub fn best_stone_scores(scores: &PointScores, board: &Board) -> ByColor<i32> {
    let mut best = ByColor::default();
    for point in board.moves() {
        if let Cell::Stone(color) = board.cell(point) {
            best[color] = scores.score(color, point).max(best[color]);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Neighborhood, Rule, Size};

    fn key(text: &str, own: u8) -> u32 {
        text.bytes()
            .zip(POWERS.iter().rev())
            .map(|(cell, power)| {
                power
                    * u32::from(match cell {
                        b'.' | b'*' => EMPTY,
                        cell if cell == own => OWN,
                        _ => OPPONENT,
                    })
            })
            .sum()
    }

    /// The scores of the square for `X` and for `O`.
    fn pair(text: &str, scoring: Scoring) -> (i32, i32) {
        let dictionary = ScoreDictionary::of(scoring);
        let score = |own| dictionary.score(key(text, own));
        (score(b'X'), score(b'O'))
    }

    #[test]
    fn the_scores_are_those_of_the_authors_dictionary() {
        for (line, own, opponent) in [
            (".....*.....", 15, 15),
            ("....X*.....", 105, 1),
            ("...XX*.....", 1005, 1),
            ("..XXX*.....", 100_005, 1),
            (".OXXX*.....", 10_000, 1),
            ("..OXX*.....", 100, 1),
            (".X.XX*.....", 10_000, 1),
            ("..X.X*.....", 1000, 1),
            ("OXXXX*.....", 10_000_000, 1),
            ("....O*O....", 0, 1005),
            ("O.XX.*XX.O.", 10_000, 0),
            ("..X.X*X.X..", 11, 0),
        ] {
            assert_eq!(pair(line, Scoring::Authors), (own, opponent), "{line}");
        }
    }

    #[test]
    fn fixed_scoring_changes_only_two_fours_in_one_line() {
        assert_eq!(pair("..X.X*X.X..", Scoring::Fixed), (20_000, 0));
        let authors = ScoreDictionary::of(Scoring::Authors);
        let fixed = ScoreDictionary::of(Scoring::Fixed);
        for key in 0..KEYS as u32 {
            if authors.score(key) != fixed.score(key) {
                assert_eq!(fixed.score(key), 2 * BLOCKED_FOUR, "{:?}", cells_of(key));
            }
        }
    }

    #[test]
    fn a_stone_has_a_score_for_its_owner_only() {
        let dictionary = ScoreDictionary::of(Scoring::Authors);
        assert_eq!(dictionary.score(key("...XXX.....", b'X')), 1005);
        assert_eq!(dictionary.score(key("...XXO.....", b'X')), 0);
    }

    #[test]
    fn a_new_stone_is_i7_of_the_square_two_to_its_left() {
        let board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        let mut scores = PointScores::new(&board, Scoring::Authors);
        let mut board = board;
        let square = Point::new(5, 7);
        let key = |scores: &PointScores| scores.keys[0][0][square.index()];
        let before = key(&scores);
        board.push_observed(Point::new(7, 7), &mut scores);
        assert_eq!(key(&scores) - before, POWERS[3]);
    }

    #[test]
    fn incremental_scores_equal_recomputed_ones() {
        for (size, scoring) in [
            (5, Scoring::Authors),
            (15, Scoring::Fixed),
            (22, Scoring::Fixed),
        ] {
            let mut board = Board::new(Size::new(size).unwrap(), Rule::Freestyle);
            board.block(Point::new(2, 1));
            let mut scores = PointScores::new(&board, scoring);
            let mut step = 1;
            while let Some(point) = Neighborhood::Square2
                .candidates(&board)
                .iter()
                .nth(step % 5)
            {
                step += 3;
                board.push_observed(point, &mut scores);
                board.pop_observed(&mut scores);
                board.push_observed(point, &mut scores);
                let recomputed = PointScores::new(&board, scoring);
                assert_eq!(scores.fives, recomputed.fives);
                for point in board.size().points() {
                    for color in Color::BOTH {
                        assert_eq!(scores.score(color, point), recomputed.score(color, point));
                    }
                }
            }
        }
    }
}
