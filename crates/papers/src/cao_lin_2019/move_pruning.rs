//! Move pruning of UCT-ADP that the paper does not have.
//!
//! Three options, applied in this order; each leaves the list as it is rather than empty it:
//!
//! - [forced-move pruning](super::forced_move_pruning);
//! - forcing moves alone: moves whose change of pattern values is of the order of a thousand exclude all others, unless the
//!   opponent threatens five or an open four; then only fours and blocks matter, and forced-move pruning keeps those. The
//!   paper only prefers such moves, see `preferred_list`;
//! - the critic's `width` best moves.

use gomoku::{Board, Point};
use nets::Evaluator;

use super::forced_move_pruning::{FourThreeCounts, prune_forced_moves};
use super::pattern_heuristic::PatternHeuristic;
use crate::cao_lin_2019::adp;

/// Which moves of a node are pruned.
#[derive(Clone, Copy, Debug, Default)]
pub struct MovePruning {
    /// Forced-move pruning.
    pub forced_moves: bool,
    /// Keep only forcing moves where there are any.
    pub forcing_only: bool,
    /// Keep this many moves, the critic's best; 0 for all.
    pub width: usize,
}

impl MovePruning {
    pub(crate) fn is_enabled(&self) -> bool {
        self.forced_moves || self.forcing_only || self.width > 0
    }
}

/// The smallest `H` of a forcing move: above the block of an open two, below the weakest four.
const MIN_FORCING_H: f64 = 600.0;

/// The pruning by patterns. Removes moves from the list, never all of them.
pub(crate) fn prune(
    options: &MovePruning,
    board: &Board,
    heuristic: &mut PatternHeuristic<'_>,
    moves: &mut Vec<Point>,
) {
    let side = board.side_to_move();
    if let Some(&five) = moves.iter().find(|&&point| board.wins(point, side)) {
        *moves = vec![five];
        return;
    }
    if options.forced_moves {
        *moves = prune_forced_moves(board, heuristic, moves);
    }
    if options.forcing_only && !FourThreeCounts::new(heuristic.counts(), !side).threatens() {
        let is_forcing = |point: &Point| heuristic.change(*point, side) >= MIN_FORCING_H;
        let forcing: Vec<_> = moves.iter().copied().filter(is_forcing).collect();
        if !forcing.is_empty() {
            *moves = forcing;
        }
    }
}

/// Keeps the critic's `width` best moves; all of them if it is 0.
pub(crate) fn keep_best(
    width: usize,
    board: &Board,
    evaluator: &mut Evaluator,
    moves: &mut Vec<Point>,
) {
    if width > 0 && moves.len() > width {
        evaluator.anchor();
        let values = adp::values(evaluator, board, moves);
        let mut ranking: Vec<_> = moves.iter().copied().zip(values).collect();
        ranking.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranking.truncate(width);
        *moves = ranking.into_iter().map(|(point, _)| point).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::super::pattern_heuristic::{HeuristicFormula, PatternValues};
    use super::*;
    use gomoku::{Neighborhood, Rule, Size};
    use nets::{PatternCounts, pattern_set};

    fn pruned(stones: &[(u8, u8)], options: MovePruning) -> Vec<Point> {
        let moves: Vec<_> = stones.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap();
        let critic = nets::critic::shipped("cao").unwrap();
        let mut evaluator = Evaluator::new(critic, &board);
        let values = PatternValues::new(HeuristicFormula::Program, 0.9);
        let mut counts = PatternCounts::new(&pattern_set::CAO, &board);
        let mut moves = Neighborhood::Star2.candidates(&board).iter().collect();
        prune(&options, &board, &mut values.of(&mut counts), &mut moves);
        keep_best(options.width, &board, &mut evaluator, &mut moves);
        moves
    }

    #[test]
    fn fives_blocks_and_double_threats_are_forced() {
        let options = MovePruning {
            forced_moves: true,
            ..MovePruning::default()
        };
        // White has four with one end blocked: black's block is the only move left.
        let four = [
            (3, 7),
            (4, 7),
            (3, 3),
            (5, 7),
            (12, 3),
            (6, 7),
            (3, 12),
            (7, 7),
        ];
        assert_eq!(pruned(&four, options), [Point::new(8, 7)]);
        // Black to complete five.
        let five = [&four[..], &[(8, 7), (1, 1)]].concat();
        assert_ne!(pruned(&five, options).len(), 0);
        // Two open twos that cross: the crossing makes two open threes, and white has nothing.
        let crossing = [
            (5, 7),
            (0, 0),
            (6, 7),
            (0, 14),
            (7, 5),
            (14, 0),
            (7, 6),
            (14, 14),
        ];
        assert!(pruned(&crossing, options).contains(&Point::new(7, 7)));
        assert_eq!(pruned(&crossing, options).len(), 1);
    }

    #[test]
    fn width_keeps_the_critics_best_and_forcing_moves_exclude_others() {
        let quiet = [(7, 7), (8, 8)];
        let narrow = MovePruning {
            width: 3,
            ..MovePruning::default()
        };
        assert_eq!(pruned(&quiet, narrow).len(), 3);
        let forcing_only = MovePruning {
            forcing_only: true,
            ..MovePruning::default()
        };
        assert!(pruned(&quiet, forcing_only).len() > 10);
        let two = [(6, 7), (0, 0), (7, 7), (0, 14)];
        let forcing = pruned(&two, forcing_only);
        assert!(!forcing.is_empty() && forcing.iter().all(|point| point.row() == 7));
    }
}
