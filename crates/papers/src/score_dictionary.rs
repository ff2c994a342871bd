//! The score dictionary of Zhang, Li and Huang (section III): what a stone on a point is worth, from one look-up.
//!
//! Around a square `x` and in one direction lie ten cells, `i1..i5` on its left or upper side from far to near and
//! `i6..i10` on the other from near to far. With digits 0 for empty, 1 for own and 2 for enemy their key is
//!
//! ```text
//! key = x 3^5 + sum over j = 1..5 of i_j 3^(11-j) + sum over j = 6..10 of i_j 3^(10-j)      (3^11 = 177,147 keys)
//! ```
//!
//! so a stone `p` at distance `d` adds `p 3^(5-d)` to the keys of squares that have it on their right and `p 3^(5+d)`
//! to those that have it on their left. A square's score is the sum of its four directions; its size tells the shape.
//! Both sides keep their own keys, because the edge is an enemy to each of them: "own" is the owner of the keys.
//!
//! The scores themselves come from [`line_scorer`], which re-implements the authors' generator. Left out: folding
//! mirror images together (the authors found that keys clash), and the earlier table of five-cell windows.

pub mod line_scorer;

use std::sync::OnceLock;

use gomoku::{Board, ByColor, Cell, Color, Direction, Observer, Point};

use line_scorer::{EMPTY, ENEMY, OWN, Scoring};

/// Completes five.
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

/// How far along a line a square looks.
pub const RADIUS: usize = 5;

/// Keys of one direction: 3^11.
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

/// The scores of all keys for the owner of the keys.
pub struct ScoreDictionary {
    scores: Vec<i32>,
}

impl ScoreDictionary {
    /// The dictionary of a scoring; each is made once, in some milliseconds, and kept.
    pub fn of(scoring: Scoring) -> &'static ScoreDictionary {
        static AUTHORS: OnceLock<ScoreDictionary> = OnceLock::new();
        static FIXED: OnceLock<ScoreDictionary> = OnceLock::new();
        let place = match scoring {
            Scoring::Authors => &AUTHORS,
            Scoring::Fixed => &FIXED,
        };
        place.get_or_init(|| ScoreDictionary {
            scores: (0..KEYS).map(|key| score_of(key as u32, scoring)).collect(),
        })
    }

    /// What the square is worth to the owner of the key: as it stands if he has a stone there, as if he played there
    /// if it is empty, nothing if the enemy has it.
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

/// The cells of a key, first to last: `i1..i5`, `x`, `i6..i10`.
fn cells_of(key: u32) -> [u8; 2 * RADIUS + 1] {
    std::array::from_fn(|index| (key / POWERS[2 * RADIUS - index] % 3) as u8)
}

fn score_of(key: u32, scoring: Scoring) -> i32 {
    let mut cells = cells_of(key);
    if cells[RADIUS] == ENEMY {
        return 0;
    }
    cells[RADIUS] = OWN;
    line_scorer::score(&cells, scoring)
}

/// The keys and scores of every point for both sides, kept in step with a board.
#[derive(Clone)]
pub struct PointScores {
    dictionary: &'static ScoreDictionary,
    /// For each owner, direction and point. The margin has keys as well, so that nobody needs to look for the edge.
    keys: [[[u32; Point::CELLS]; 4]; 2],
    scores: [[i32; Point::CELLS]; 2],
    /// How many points have the score of a five, for each side.
    fives: [i32; 2],
}

/// The key of a square that an enemy holds, whatever is around it: it scores nothing.
const TAKEN: u32 = ENEMY as u32 * POWERS[RADIUS];

impl PointScores {
    /// The scores of a board.
    pub fn new(board: &Board, scoring: Scoring) -> PointScores {
        let mut scores = PointScores {
            dictionary: ScoreDictionary::of(scoring),
            keys: [[[TAKEN; Point::CELLS]; 4]; 2],
            scores: [[0; Point::CELLS]; 2],
            fives: [0; 2],
        };
        scores.begin(board);
        scores
    }

    /// The scores of another board.
    pub fn begin(&mut self, board: &Board) {
        // The margin's squares see stones like all others but belong to the enemy.
        self.keys = [[[TAKEN; Point::CELLS]; 4]; 2];
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

    /// What a point is worth to a side, whether empty or its own.
    #[inline]
    pub fn score(&self, color: Color, point: Point) -> i32 {
        self.scores[color.index()][point.index()]
    }

    /// What a point is worth to a side in one direction.
    #[inline]
    pub fn line_score(&self, color: Color, point: Point, direction: Direction) -> i32 {
        let key = self.keys[color.index()][direction.index()][point.index()];
        self.dictionary.score(key)
    }

    /// A point on which a side wins. The dictionary says where to look, the board's rule decides.
    pub fn find_five(&self, board: &Board, color: Color) -> Option<Point> {
        if self.fives[color.index()] == 0 {
            return None;
        }
        board.size().points().find(|&point| {
            self.score(color, point) >= FIVE && board.is_empty(point) && board.wins(point, color)
        })
    }

    /// Adds a stone to the 41 squares that see it, or takes it away.
    #[inline]
    fn change<const PLACE: bool>(&mut self, point: Point, color: Color) {
        for owner in Color::BOTH {
            let digit = u32::from(if owner == color { OWN } else { ENEMY });
            let scores = &mut self.scores[owner.index()];
            let mut fives = 0;
            for direction in Direction::ALL {
                let keys = &mut self.keys[owner.index()][direction.index()];
                // From the square that has the stone farthest on its right to the one that has it farthest on its left.
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

/// The key of a point, read from the board. The cell beyond the edge is an enemy; those behind it do not matter.
fn key_at(board: &Board, owner: Color, point: Point, direction: Direction) -> u32 {
    let reach = RADIUS as i16;
    (-reach..=reach)
        .map(|steps| {
            let digit = match board.cell(point.step(direction, steps)) {
                Cell::Empty => EMPTY,
                Cell::Stone(color) if color == owner => OWN,
                _ => ENEMY,
            };
            u32::from(digit) * POWERS[(reach - steps) as usize]
        })
        .sum()
}

impl Observer for PointScores {
    fn on_place(&mut self, _: &Board, point: Point, color: Color) {
        self.change::<true>(point, color);
    }

    fn on_remove(&mut self, _: &Board, point: Point, color: Color) {
        self.change::<false>(point, color);
    }
}

impl std::fmt::Debug for PointScores {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PointScores").finish_non_exhaustive()
    }
}

/// The highest score among the stones of each side: what the player of these authors calls the value of a leaf.
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
                        _ => ENEMY,
                    })
            })
            .sum()
    }

    /// The score for an own and for an enemy stone on the square.
    fn pair(text: &str, scoring: Scoring) -> (i32, i32) {
        let dictionary = ScoreDictionary::of(scoring);
        let score = |own| dictionary.score(key(text, own));
        (score(b'X'), score(b'O'))
    }

    #[test]
    fn the_scores_are_those_of_the_authors_dictionary() {
        for (line, own, enemy) in [
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
            assert_eq!(pair(line, Scoring::Authors), (own, enemy), "{line}");
        }
    }

    #[test]
    fn the_fix_changes_two_fours_in_one_line_and_little_else() {
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
    fn a_stone_two_to_the_left_sees_the_new_one_as_the_seventh_cell() {
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
    fn keys_in_step_are_keys_computed_anew() {
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
                let anew = PointScores::new(&board, scoring);
                assert_eq!(scores.fives, anew.fives);
                for point in board.size().points() {
                    for color in Color::BOTH {
                        assert_eq!(scores.score(color, point), anew.score(color, point));
                    }
                }
            }
        }
    }
}
