//! The program that Liao's report plays against under the name Minimax. Despite the name it prunes.
//!
//! Moves are the empty neighbors of stones, row by row; a move that makes five is taken at once; otherwise alpha-beta to
//! a fixed depth over the quotient
//!
//! ```text
//! value = score(self) / max(score(opponent), 1)
//! ```
//!
//! where a score adds up all runs of stones by their length, their blocked ends, and whose turn it is. Alpha starts at
//! -1 and beta at 100,000,000. It does not stop at won positions: the score of a five does the work.
//!
//! Left out: nothing that decides a move. The original also refuses to play on when no neighbor is left and calls it a
//! tie; here any legal move is played then, as every player must.

use gomoku::player::candidate_moves;
use gomoku::{Board, Budget, Color, Limits, Neighborhood, Point, PointSet, SearchResult};

use crate::alphabeta::Window;
use crate::deepening::{RootValues, deepen};
use crate::line_counts::{Line, LineCounts, Packed, one, unpack};

/// Every kind of run that scores, and what it scores when the side is to move and when it is not.
const RUNS: [(i64, i64); 9] = [
    // Six and more, five: whatever stands at the ends.
    (200_000_000, 200_000_000),
    (100_000_000, 100_000_000),
    // Four with no end blocked, with one.
    (1_000_000, 250_000),
    (1_000_000, 200),
    // Three.
    (50_000, 200),
    (10, 5),
    // Two.
    (7, 5),
    (3, 3),
    // One, with at least one free end.
    (1, 1),
];

/// The place of a run in [`RUNS`]; `None` if it scores nothing.
fn kind(length: u32, blocked_ends: usize) -> Option<usize> {
    match (length, blocked_ends) {
        (6.., _) => Some(0),
        (5, _) => Some(1),
        (_, 2) => None,
        (1, _) => Some(8),
        (length, ends) => Some(10 - 2 * length as usize + ends),
    }
}

/// Counts the runs of a line by kind.
fn count_runs(line: Line) -> Packed {
    let mut counts = 0;
    let mut own = line.own;
    while own != 0 {
        let start = own.trailing_zeros();
        let length = (own >> start).trailing_ones();
        own &= !(((1 << length) - 1) << start);
        let free = |place: u32| usize::from(line.empty >> place & 1 == 1);
        let blocked_ends = 2 - free(start - 1) - free(start + length);
        counts += kind(length, blocked_ends).map_or(0, one);
    }
    counts
}

fn score(counts: Packed, to_move: bool) -> i64 {
    RUNS.iter()
        .enumerate()
        .map(|(index, &(turn, other))| {
            i64::from(unpack(counts, index)) * if to_move { turn } else { other }
        })
        .sum()
}

/// Chooses a move.
pub(crate) fn think(
    board: &Board,
    limits: &Limits,
    depth: u32,
    budget: Budget<'_>,
) -> SearchResult {
    let near = candidate_moves(board, limits, Neighborhood::Square1);
    if let Some(five) = near
        .iter()
        .find(|&point| board.wins(point, board.side_to_move()))
    {
        return SearchResult::new(five);
    }
    let moves: Vec<Point> = near.iter().collect();
    let mut search = Search {
        board: board.clone(),
        runs: LineCounts::new(board, count_runs),
        us: board.side_to_move(),
    };
    deepen(moves[0], depth, budget, |depth, budget| {
        search.root(&moves, depth, budget)
    })
}

struct Search {
    board: Board,
    runs: LineCounts,
    us: Color,
}

impl Search {
    fn root(&mut self, moves: &[Point], depth: u32, budget: &mut Budget<'_>) -> Option<RootValues> {
        let mut window = Window {
            alpha: -1.0,
            beta: 1e8,
        };
        let mut best = 0;
        let mut values = Vec::new();
        for &point in moves {
            let value = self.value_after(point, depth, window, budget)?;
            // Quotients become whole numbers in the report to the outside only.
            values.push((point, value.min(1e7) as i32));
            if value > window.alpha {
                best = values.len() - 1;
            }
            if window.narrow(value, true) {
                break;
            }
        }
        Some(RootValues {
            best,
            values,
            line: Vec::new(),
        })
    }

    fn value_after(
        &mut self,
        point: Point,
        depth: u32,
        window: Window<f64>,
        budget: &mut Budget<'_>,
    ) -> Option<f64> {
        self.board.push_observed(point, &mut self.runs);
        let value = self.value(depth - 1, window, budget);
        self.board.pop_observed(&mut self.runs);
        value
    }

    fn value(
        &mut self,
        depth: u32,
        mut window: Window<f64>,
        budget: &mut Budget<'_>,
    ) -> Option<f64> {
        budget.try_node()?;
        let moves = if depth == 0 {
            PointSet::EMPTY
        } else {
            Neighborhood::Square1.candidates(&self.board)
        };
        if moves.is_empty() {
            return Some(self.quotient());
        }
        let maximizing = self.board.side_to_move() == self.us;
        let forbids = self.board.rule().forbids(self.board.side_to_move());
        let mut best: f64 = if maximizing { -1.0 } else { 1e8 };
        for point in &moves {
            if forbids && self.board.forbidden_reason(point).is_some() {
                continue;
            }
            let value = self.value_after(point, depth, window, budget)?;
            best = if maximizing {
                best.max(value)
            } else {
                best.min(value)
            };
            if window.narrow(value, maximizing) {
                break;
            }
        }
        Some(best)
    }

    fn quotient(&self) -> f64 {
        let side = self.board.side_to_move();
        let score = |color| score(self.runs.of(color), side == color) as f64;
        score(self.us) / score(!self.us).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of text whose ends are edges, scored for `X`.
    fn score_of(text: &str, to_move: bool) -> i64 {
        let mut line = Line::default();
        for (index, cell) in text.bytes().enumerate() {
            match cell {
                b'X' => line.own |= 1 << (index + 1),
                b'.' => line.empty |= 1 << (index + 1),
                _ => {}
            }
        }
        score(count_runs(line), to_move)
    }

    #[test]
    fn runs_score_as_in_the_table() {
        for (line, turn, other) in [
            ("OXXXXXXO", 200_000_000, 200_000_000),
            ("XXXXX", 100_000_000, 100_000_000),
            (".XXXX.", 1_000_000, 250_000),
            ("OXXXX.", 1_000_000, 200),
            ("OXXXXO", 0, 0),
            (".XXX.", 50_000, 200),
            ("XXX.", 10, 5),
            (".XX.", 7, 5),
            (".XXO", 3, 3),
            (".X.", 1, 1),
            ("X.", 1, 1),
            ("X", 0, 0),
            (".XX.X.", 8, 6),
        ] {
            assert_eq!(
                (score_of(line, true), score_of(line, false)),
                (turn, other),
                "{line}"
            );
        }
    }
}
