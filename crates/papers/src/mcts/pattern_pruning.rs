//! What a node of UCT-ADP need not try.
//!
//! Three options, one after the other; each leaves the list as it is where nothing would remain:
//!
//! - [forced-move pruning](super::forced_moves);
//! - the preferred list (section IV.C): moves with `H` of the order of a thousand are forcing and are tried alone, unless the
//!   enemy threatens to make a five or an open four: then only fours and blocks count, which the pruning leaves;
//! - the critic's best `limit` moves.

use gomoku::{Board, Point};
use nets::Evaluator;

use super::forced_moves::{Tally, forced_moves};
use super::pattern_gain::PatternGain;
use crate::adp;

/// What is pruned.
#[derive(Clone, Copy, Debug, Default)]
pub struct PatternPruning {
    /// Forced-move pruning.
    pub prune: bool,
    /// The most moves that remain; 0 for any number.
    pub limit: usize,
    /// Try forcing moves alone.
    pub prefer: bool,
}

impl PatternPruning {
    /// Is anything pruned at all?
    pub(crate) fn is_any(&self) -> bool {
        self.prune || self.prefer || self.limit > 0
    }
}

/// The least `H` of a forcing move: above the block of an open two, below the weakest four.
const FORCING: f64 = 600.0;

/// Takes moves off the list, never all of them.
pub(crate) fn prune(
    options: &PatternPruning,
    board: &Board,
    gain: &mut PatternGain,
    evaluator: &mut Evaluator,
    moves: &mut Vec<Point>,
) {
    let side = board.side_to_move();
    if let Some(&five) = moves.iter().find(|&&point| board.wins(point, side)) {
        *moves = vec![five];
        return;
    }
    if options.prune {
        *moves = forced_moves(board, gain, moves);
    }
    if options.prefer && !Tally::new(gain.counts(), !side).threatens() {
        let is_forcing = |point: &Point| gain.of(*point, side) >= FORCING;
        let forcing: Vec<_> = moves.iter().copied().filter(is_forcing).collect();
        if !forcing.is_empty() {
            *moves = forcing;
        }
    }
    if options.limit > 0 && moves.len() > options.limit {
        evaluator.anchor();
        let values = adp::values(evaluator, board, moves);
        let mut ranking: Vec<_> = moves.iter().copied().zip(values).collect();
        ranking.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranking.truncate(options.limit);
        *moves = ranking.into_iter().map(|(point, _)| point).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Neighborhood, Rule, Size};

    fn pruned(stones: &[(u8, u8)], options: PatternPruning) -> Vec<Point> {
        let moves: Vec<_> = stones.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap();
        let critic = nets::weights::shipped("cao").unwrap();
        let mut evaluator = Evaluator::new(critic, &board);
        let mut gain = PatternGain::new(&board, 0.9);
        let mut moves = Neighborhood::Star2.candidates(&board).iter().collect();
        prune(&options, &board, &mut gain, &mut evaluator, &mut moves);
        moves
    }

    #[test]
    fn fives_blocks_and_double_threats_are_forced() {
        let options = PatternPruning {
            prune: true,
            ..PatternPruning::default()
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
    fn the_limit_keeps_the_critics_best_and_forcing_moves_are_preferred() {
        let quiet = [(7, 7), (8, 8)];
        let limited = PatternPruning {
            limit: 3,
            ..PatternPruning::default()
        };
        assert_eq!(pruned(&quiet, limited).len(), 3);
        let prefer = PatternPruning {
            prefer: true,
            ..PatternPruning::default()
        };
        assert!(pruned(&quiet, prefer).len() > 10);
        let two = [(6, 7), (0, 0), (7, 7), (0, 14)];
        let forcing = pruned(&two, prefer);
        assert!(!forcing.is_empty() && forcing.iter().all(|point| point.row() == 7));
    }
}
