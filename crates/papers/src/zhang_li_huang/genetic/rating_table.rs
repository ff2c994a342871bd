//! The rating tables of the fitness function: the score of a stone by the runs that cross at it.
//!
//! In each direction the run through the stone has a length and 0, 1 or 2 open ends. A run with two open ends is live, one
//! with one is dead, one without counts only if it is a five. The first row of the table that matches gives the score:
//!
//! ```text
//!                                                            ZHANG     WANG
//! five                                                     100,000    1,023
//! live four, two dead fours, dead four and live three        5,000      511
//! two live threes                                            1,000      255
//! live three and dead three                                    500      127
//! live three                                                   200       63
//! dead four                                                    100       31
//! two live twos                                                 50       15
//! dead three                                                    10        7
//! live two                                                       5        3
//! dead two                                                       3        1
//! ```
//!
//! Wang and Huang's scores are `v(n) = 2 v(n-1) + 1`; Zhang, Li and Huang's are set by hand.

use gomoku::{Board, Cell, Color, Direction, Point};

/// A rating table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingTable {
    /// At least five in a row.
    pub five: i64,
    /// A live four, two dead fours, or a dead four and a live three.
    pub winning: i64,
    two_threes: i64,
    three_and_dead_three: i64,
    live_three: i64,
    dead_four: i64,
    two_twos: i64,
    dead_three: i64,
    live_two: i64,
    dead_two: i64,
}

/// The table of Zhang, Li and Huang.
pub const ZHANG: RatingTable = RatingTable {
    five: 100_000,
    winning: 5_000,
    two_threes: 1_000,
    three_and_dead_three: 500,
    live_three: 200,
    dead_four: 100,
    two_twos: 50,
    dead_three: 10,
    live_two: 5,
    dead_two: 3,
};

/// The table of Wang and Huang (2014).
pub const WANG: RatingTable = RatingTable {
    five: 1_023,
    winning: 511,
    two_threes: 255,
    three_and_dead_three: 127,
    live_three: 63,
    dead_four: 31,
    two_twos: 15,
    dead_three: 7,
    live_two: 3,
    dead_two: 1,
};

impl RatingTable {
    /// The best score of a new stone and of the own stones connected to it, up to four steps away.
    pub fn best_score(&self, board: &Board, color: Color, point: Point) -> i64 {
        let mut best = self.score_at(board, color, point, point);
        for direction in Direction::ALL {
            for sign in [-1, 1] {
                for steps in 1..=4 {
                    let at = point.step(direction, sign * steps);
                    if board.cell(at) != Cell::Stone(color) {
                        break;
                    }
                    best = best.max(self.score_at(board, color, at, point));
                }
            }
        }
        best
    }

    /// The score of a stone, with a stone of this color added on `added`.
    fn score_at(&self, board: &Board, color: Color, stone: Point, added: Point) -> i64 {
        let is_own = |at: Point| at == added || board.cell(at) == Cell::Stone(color);
        // By length: directions with a dead and with a live run.
        let mut counts = [[0_u8; 2]; 5];
        for direction in Direction::ALL {
            let end = |sign: i16| (1..).find(|&steps| !is_own(stone.step(direction, sign * steps)));
            let (back, front) = (end(-1).unwrap_or(1), end(1).unwrap_or(1));
            let length = (back + front - 1) as usize;
            if length >= 5 {
                return self.five;
            }
            let open = [-back, front]
                .into_iter()
                .filter(|&steps| board.is_empty(stone.step(direction, steps)))
                .count();
            if open > 0 {
                counts[length][open - 1] += 1;
            }
        }
        self.score(counts)
    }

    /// The first row of the table that matches.
    fn score(&self, counts: [[u8; 2]; 5]) -> i64 {
        let [
            _,
            _,
            [dead_twos, twos],
            [dead_threes, threes],
            [dead_fours, fours],
        ] = counts;
        if fours >= 1 || dead_fours >= 2 || (dead_fours >= 1 && threes >= 1) {
            self.winning
        } else if threes >= 2 {
            self.two_threes
        } else if threes >= 1 && dead_threes >= 1 {
            self.three_and_dead_three
        } else if threes >= 1 {
            self.live_three
        } else if dead_fours >= 1 {
            self.dead_four
        } else if twos >= 2 {
            self.two_twos
        } else if dead_threes >= 1 {
            self.dead_three
        } else if twos >= 1 {
            self.live_two
        } else if dead_twos >= 1 {
            self.dead_two
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, diagram};

    /// Black's scores of the point `*`, given the upper rows of a 9 x 9 diagram.
    fn scores(rows: &[&str]) -> (i64, i64) {
        let mut text: Vec<String> = rows.iter().map(|row| row.to_lowercase()).collect();
        text.resize(9, ".".repeat(9));
        let row = rows.iter().position(|row| row.contains('*')).unwrap();
        let column = rows[row].find('*').unwrap();
        text[row] = text[row].replace('*', ".");
        let board = diagram::parse(&text.join("\n"), Rule::Freestyle, Some(Color::Black)).unwrap();
        let point = Point::new(column as u8, row as u8);
        let score = |table: RatingTable| table.best_score(&board, Color::Black, point);
        (score(ZHANG), score(WANG))
    }

    #[test]
    fn every_row_of_the_tables_is_matched() {
        for (rows, expected) in [
            (&[".........", "..XXXX*.."][..], (100_000, 1023)),
            (&["OXXXX*O.."], (100_000, 1023)),
            (&["..XXX*..."], (5_000, 511)),
            (
                &[".........", ".OXXX*...", ".....X...", ".....X..."],
                (5_000, 511),
            ),
            (
                &[".........", "...XX*...", ".....X...", ".....X..."],
                (1_000, 255),
            ),
            (&["...XX*...", ".....X...", ".....X..."], (500, 127)),
            (&["...XX*..."], (200, 63)),
            (&["OXXX*...."], (100, 31)),
            (&["OXX*....."], (10, 7)),
            (&["...X*...."], (5, 3)),
            (&["OX*......"], (3, 1)),
            (&["OX*O....."], (0, 0)),
            (&["....*...."], (0, 0)),
        ] {
            assert_eq!(scores(rows), expected, "{rows:?}");
        }
    }

    #[test]
    fn connected_stones_count_too() {
        // The new stone makes only a dead two, but the stone beside it is part of a live three.
        assert_eq!(
            scores(&[".........", ".OX*.....", "..X......", "..X......"]).0,
            200
        );
    }
}
