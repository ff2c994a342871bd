//! The program that plays as Minimax in Liao's report (2019, chapter 4): an open-source program by another author.
//!
//! ```text
//! evaluation = score(us) / max(score(opponent), 1)        score: sum over all runs of stones
//! ```
//!
//! A run scores by its length, its blocked ends and the side to move (`RUNS`). Moves are the empty neighbors of stones,
//! row by row. A move that makes five is played at once. Otherwise the program runs alpha-beta to a fixed depth, with a root
//! window from -1 to 100,000,000. It does not stop at finished games; the score of a five is large enough.
//!
//! Our choice: where no neighbor is left, the original declares a draw. Here any legal move is played.

use gomoku::player::candidate_moves;
use gomoku::{Board, Budget, Color, Limits, Neighborhood, Point, PointSet, SearchResult};

use crate::game_tree::iterative_deepening::{iterative_deepening, search_root};
use crate::game_tree::score::Window;
use crate::liao_2019::line_features::{
    FeatureCounts, LineBits, LineFeatures, feature, feature_count,
};

/// The score of each kind of run, for the side to move and for the other side.
const RUNS: [(i64, i64); 9] = [
    // Six or more, five: whatever their ends.
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

/// The index of a run in [`RUNS`]; `None` if it scores nothing.
fn run_index(length: u32, blocked_ends: usize) -> Option<usize> {
    match (length, blocked_ends) {
        (6.., _) => Some(0),
        (5, _) => Some(1),
        (_, 2) => None,
        (1, _) => Some(8),
        (length, ends) => Some(10 - 2 * length as usize + ends),
    }
}

/// Counts the runs of a line by kind.
fn count_runs(line: LineBits) -> FeatureCounts {
    let mut counts = 0;
    let mut own = line.own;
    while own != 0 {
        let start = own.trailing_zeros();
        let length = (own >> start).trailing_ones();
        own &= !(((1 << length) - 1) << start);
        let free = |bit: u32| usize::from(line.empty >> bit & 1 == 1);
        let blocked_ends = 2 - free(start - 1) - free(start + length);
        counts += run_index(length, blocked_ends).map_or(0, feature);
    }
    counts
}

fn score(counts: FeatureCounts, is_to_move: bool) -> i64 {
    RUNS.iter()
        .enumerate()
        .map(|(index, &(to_move, other))| {
            i64::from(feature_count(counts, index)) * if is_to_move { to_move } else { other }
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
    let nearby = candidate_moves(board, limits, Neighborhood::Square1);
    if let Some(five) = nearby
        .iter()
        .find(|&point| board.wins(point, board.side_to_move()))
    {
        return SearchResult::new(five);
    }
    let moves: Vec<Point> = nearby.iter().collect();
    let mut search = RunSearch {
        board: board.clone(),
        runs: LineFeatures::new(board, count_runs),
        us: board.side_to_move(),
    };
    let window = Window {
        alpha: -1.0,
        beta: 1e8,
    };
    // Reported scores are integers; the search compares quotients.
    let to_score = |quotient: f64| quotient.min(1e7) as i32;
    iterative_deepening(moves[0], depth, budget, |depth, budget| {
        search_root(&moves, window, to_score, |point, window| {
            search.score_after(point, depth, window, budget)
        })
    })
}

/// Alpha-beta over quotients of run scores.
struct RunSearch {
    board: Board,
    runs: LineFeatures,
    us: Color,
}

impl RunSearch {
    fn score_after(
        &mut self,
        point: Point,
        depth: u32,
        window: Window<f64>,
        budget: &mut Budget<'_>,
    ) -> Option<f64> {
        self.board.push_observed(point, &mut self.runs);
        let score = self.search(depth - 1, window, budget);
        self.board.pop_observed(&mut self.runs);
        score
    }

    fn search(
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
            return Some(self.evaluate());
        }
        let maximizing = self.board.side_to_move() == self.us;
        let forbids = self.board.rule().forbids(self.board.side_to_move());
        let mut best: f64 = if maximizing { -1.0 } else { 1e8 };
        for point in &moves {
            if forbids && self.board.forbidden_reason(point).is_some() {
                continue;
            }
            let score = self.score_after(point, depth, window, budget)?;
            best = if maximizing {
                best.max(score)
            } else {
                best.min(score)
            };
            if window.narrow(score, maximizing) {
                break;
            }
        }
        Some(best)
    }

    fn evaluate(&self) -> f64 {
        let side = self.board.side_to_move();
        let score = |color| score(self.runs.totals(color), side == color) as f64;
        score(self.us) / score(!self.us).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The score for `X` of a line from edge to edge.
    fn score_of(text: &str, is_to_move: bool) -> i64 {
        score(count_runs(LineBits::from_text(text)), is_to_move)
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
