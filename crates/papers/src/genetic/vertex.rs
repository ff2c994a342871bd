//! What a stone is worth at the crossing of its four lines: the two fitness tables.
//!
//! In each direction the run through the stone has a length and 0, 1 or 2 open ends; 2 is live, 1 is dead, and 0 counts
//! only when it is five already. The tables rank what crosses: Wang and Huang's by `v(n) = 2 v(n-1) + 1`, Zhang, Li and
//! Huang's by hand.

use gomoku::{Board, Cell, Color, Direction, Point};

/// A fitness table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VertexTable {
    /// At least five in a row.
    pub five: i64,
    /// A live four, two dead fours, or a dead four and a live three.
    pub sure: i64,
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
pub const ZHANG: VertexTable = VertexTable {
    five: 100_000,
    sure: 5_000,
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
pub const WANG: VertexTable = VertexTable {
    five: 1_023,
    sure: 511,
    two_threes: 255,
    three_and_dead_three: 127,
    live_three: 63,
    dead_four: 31,
    two_twos: 15,
    dead_three: 7,
    live_two: 3,
    dead_two: 1,
};

impl VertexTable {
    /// The best value of a new stone and of the stones of its color that stand joined to it, up to four steps away.
    pub fn best_through(&self, board: &Board, color: Color, point: Point) -> i64 {
        let mut best = self.value(board, color, point, point);
        for direction in Direction::ALL {
            for sign in [-1, 1] {
                for steps in 1..=4 {
                    let at = point.step(direction, sign * steps);
                    if board.cell(at) != Cell::Stone(color) {
                        break;
                    }
                    best = best.max(self.value(board, color, at, point));
                }
            }
        }
        best
    }

    /// The value of a vertex, with a stone of this color imagined on `added`.
    fn value(&self, board: &Board, color: Color, vertex: Point, added: Point) -> i64 {
        let is_own = |at: Point| at == added || board.cell(at) == Cell::Stone(color);
        // How many directions have a run of this length, dead and live.
        let mut counts = [[0_u8; 2]; 5];
        for direction in Direction::ALL {
            let end =
                |sign: i16| (1..).find(|&steps| !is_own(vertex.step(direction, sign * steps)));
            let (back, front) = (end(-1).unwrap_or(1), end(1).unwrap_or(1));
            let length = (back + front - 1) as usize;
            if length >= 5 {
                return self.five;
            }
            let open = [-back, front]
                .into_iter()
                .filter(|&steps| board.is_empty(vertex.step(direction, steps)))
                .count();
            if open > 0 {
                counts[length][open - 1] += 1;
            }
        }
        self.rank(counts)
    }

    /// The first line of the table that fits.
    fn rank(&self, counts: [[u8; 2]; 5]) -> i64 {
        let [
            _,
            _,
            [dead_twos, twos],
            [dead_threes, threes],
            [dead_fours, fours],
        ] = counts;
        if fours >= 1 || dead_fours >= 2 || (dead_fours >= 1 && threes >= 1) {
            self.sure
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

    /// Black's value of the point `*` of a 9 x 9 diagram given by its upper rows.
    fn value(rows: &[&str]) -> (i64, i64) {
        let mut text: Vec<String> = rows.iter().map(|row| row.to_lowercase()).collect();
        text.resize(9, ".".repeat(9));
        let row = rows.iter().position(|row| row.contains('*')).unwrap();
        let column = rows[row].find('*').unwrap();
        text[row] = text[row].replace('*', ".");
        let board = diagram::parse(&text.join("\n"), Rule::Freestyle, Some(Color::Black)).unwrap();
        let point = Point::new(column as u8, row as u8);
        let value = |table: VertexTable| table.best_through(&board, Color::Black, point);
        (value(ZHANG), value(WANG))
    }

    #[test]
    fn every_line_of_the_tables_is_met() {
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
            assert_eq!(value(rows), expected, "{rows:?}");
        }
    }

    #[test]
    fn joined_stones_bring_their_own_crossings() {
        // The new stone makes a dead two only, but the stone beside it stands in a live three.
        assert_eq!(
            value(&[".........", ".OX*.....", "..X......", "..X......"]).0,
            200
        );
    }
}
