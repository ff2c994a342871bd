//! Cao and Lin's forced-move pruning and their preferred list of forcing moves: what a node need not try.
//!
//! Pruning, for the side to move:
//!
//! 1. a move that makes five stands alone; otherwise each candidate is played and looked at:
//! 2. it is dropped if the enemy has a four;
//! 3. it stands alone if it makes an open four, two fours, or a four and a live three; or if the enemy has no three at all and
//!    it makes two among fours and live threes;
//! 4. it stays if it makes a four; else it is dropped if the enemy keeps a live three; else it stays.
//!
//! If more than `limit` moves remain, the critic's best `limit` are kept. If none remains, all are kept: the program plays the
//! critic's best move then, but in the tree every node needs a move.
//!
//! Preferred list (section IV.C): moves with `H` of the order of a thousand are forcing and are tried alone, unless the
//! enemy threatens to make a five or an open four: then only fours and blocks count, which step 2 and 4 leave.

use gomoku::{Board, Color, Point};
use nets::counts::Counts;
use nets::{Evaluator, PatternSet};

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

/// Places in Cao and Lin's list of patterns.
const OPEN_FOURS: [usize; 2] = [0, 5];
const FOURS: [usize; 8] = [15, 4, 6, 17, 18, 21, 19, 20];
const LIVE_THREES: [usize; 3] = [3, 2, 16];
const SLEEPING_THREES: [usize; 9] = [1, 9, 10, 11, 12, 13, 22, 23, 24];
/// The least `H` of a forcing move: above the block of an open two, below the weakest four.
const FORCING: f64 = 600.0;

fn count(counts: &Counts, color: Color, patterns: &[usize]) -> i16 {
    let first = color.index() * PatternSet::MOST;
    patterns.iter().map(|pattern| counts[first + pattern]).sum()
}

/// Takes moves off the list, never all of them.
pub(crate) fn prune(
    options: &PatternPruning,
    board: &Board,
    gain: &mut PatternGain,
    evaluator: &mut Evaluator,
    moves: &mut Vec<Point>,
) {
    let side = board.side();
    if let Some(&five) = moves.iter().find(|&&point| board.wins(point, side)) {
        *moves = vec![five];
        return;
    }
    if options.prune {
        replace(moves, |moves| remaining(board, gain, moves));
    }
    let is_threatened = count(gain.counts(), !side, &OPEN_FOURS) > 0
        || count(gain.counts(), !side, &FOURS) > 0
        || count(gain.counts(), !side, &LIVE_THREES) > 0;
    if options.prefer && !is_threatened {
        replace(moves, |moves| {
            let is_forcing = |point: &Point| gain.of(*point, side) >= FORCING;
            moves.iter().copied().filter(is_forcing).collect()
        });
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

fn replace(moves: &mut Vec<Point>, choose: impl FnOnce(&[Point]) -> Vec<Point>) {
    let chosen = choose(moves);
    if !chosen.is_empty() {
        *moves = chosen;
    }
}

fn remaining(board: &Board, gain: &mut PatternGain, moves: &[Point]) -> Vec<Point> {
    let (side, enemy) = (board.side(), !board.side());
    let mut kept = Vec::new();
    for &point in moves {
        let counts = gain.counts_after(point, side);
        if count(&counts, enemy, &FOURS) + count(&counts, enemy, &OPEN_FOURS) > 0 {
            continue;
        }
        let open_fours = count(&counts, side, &OPEN_FOURS);
        let fours = count(&counts, side, &FOURS);
        let threes = count(&counts, side, &LIVE_THREES);
        let enemy_threes = count(&counts, enemy, &LIVE_THREES);
        let is_calm = enemy_threes + count(&counts, enemy, &SLEEPING_THREES) == 0;
        let wins = open_fours > 0
            || fours >= 2
            || (fours >= 1 && threes >= 1)
            || (is_calm && fours + threes >= 2);
        if wins {
            return vec![point];
        }
        if fours > 0 || enemy_threes == 0 {
            kept.push(point);
        }
    }
    kept
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
