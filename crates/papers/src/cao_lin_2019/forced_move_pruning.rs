//! Cao and Lin's forced-move pruning: moves that lose at once are removed, and a winning move stays alone.
//!
//! For the side to move:
//! 1. A move that makes five is the only move. Every other move is played on the board:
//! 2. it is dropped if the opponent has a four;
//! 3. it becomes the only move if it makes an open four, two fours, or a four and a live three, or if its fours and live
//!    threes are at least two while the opponent has neither a live nor a sleeping three;
//! 4. it stays if it makes a four or if the opponent has no live three left, and is dropped otherwise.
//!
//! The authors' programs of June 2019 prune like this; the paper and their last programs do not. Our choice: if no move is
//! left, the list stays as it was, since every node of the tree needs a move. The program plays the critic's best move then.

use gomoku::{Board, ByColor, Color, Observer, Point};
use nets::counts::Counts;
use nets::pattern_set;
use nets::{PatternCounts, PatternSet};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::pattern_heuristic::{HeuristicFormula, PatternHeuristic, PatternValues};
use crate::mcts::evaluator::LeafEvaluator;

/// Indices into Cao and Lin's pattern list.
const OPEN_FOURS: [usize; 2] = [0, 5];
const FOURS: [usize; 8] = [15, 4, 6, 17, 18, 21, 19, 20];
const LIVE_THREES: [usize; 3] = [3, 2, 16];
const SLEEPING_THREES: [usize; 9] = [1, 9, 10, 11, 12, 13, 22, 23, 24];

/// One side's fours and threes.
pub(crate) struct FourThreeCounts {
    open_fours: i16,
    /// Open fours excluded.
    fours: i16,
    live_threes: i16,
    sleeping_threes: i16,
}

impl FourThreeCounts {
    pub(crate) fn new(counts: &Counts, color: Color) -> FourThreeCounts {
        let first = color.index() * PatternSet::MAX_PATTERNS;
        let sum = |patterns: &[usize]| patterns.iter().map(|index| counts[first + index]).sum();
        FourThreeCounts {
            open_fours: sum(&OPEN_FOURS),
            fours: sum(&FOURS),
            live_threes: sum(&LIVE_THREES),
            sleeping_threes: sum(&SLEEPING_THREES),
        }
    }

    /// Can this side make five with its next move?
    pub(crate) fn has_four(&self) -> bool {
        self.open_fours + self.fours > 0
    }

    /// Can this side make five or an open four with its next move?
    pub(crate) fn threatens(&self) -> bool {
        self.open_fours + self.fours + self.live_threes > 0
    }
}

/// The moves that the pruning keeps; all of them if it would keep none.
pub(crate) fn prune_forced_moves(
    board: &Board,
    heuristic: &mut PatternHeuristic<'_>,
    moves: &[Point],
) -> Vec<Point> {
    let side = board.side_to_move();
    if let Some(&five) = moves.iter().find(|&&point| board.wins(point, side)) {
        return vec![five];
    }
    let mut kept = Vec::new();
    for &point in moves {
        let counts = heuristic.counts_after(point, side);
        let own = FourThreeCounts::new(&counts, side);
        let opponent = FourThreeCounts::new(&counts, !side);
        if opponent.fours + opponent.open_fours > 0 {
            continue;
        }
        let is_unopposed = opponent.live_threes + opponent.sleeping_threes == 0;
        let wins = own.open_fours > 0
            || own.fours >= 2
            || (own.fours >= 1 && own.live_threes >= 1)
            || (is_unopposed && own.fours + own.live_threes >= 2);
        if wins {
            return vec![point];
        }
        if own.fours > 0 || opponent.live_threes == 0 {
            kept.push(point);
        }
    }
    if kept.is_empty() {
        kept.extend(moves);
    }
    kept
}

/// The pruning reads counts, not values, so any decay factor will do.
const DECAY: f64 = 0.9;

/// Adds forced-move pruning to any leaf evaluator.
#[derive(Clone, Debug)]
pub struct ForcedMovePruning<E> {
    evaluator: E,
    is_enabled: bool,
    values: PatternValues,
    counts: Option<PatternCounts>,
}

impl<E> ForcedMovePruning<E> {
    /// Wraps an evaluator.
    pub fn new(evaluator: E, is_enabled: bool) -> ForcedMovePruning<E> {
        ForcedMovePruning {
            evaluator,
            is_enabled,
            values: PatternValues::new(HeuristicFormula::Program, DECAY),
            counts: None,
        }
    }
}

impl<E: LeafEvaluator> Observer for ForcedMovePruning<E> {
    #[inline]
    fn on_place(&mut self, board: &Board, point: Point, color: Color) {
        self.evaluator.on_place(board, point, color);
        if let Some(counts) = &mut self.counts {
            counts.on_place(board, point, color);
        }
    }

    #[inline]
    fn on_remove(&mut self, board: &Board, point: Point, color: Color) {
        self.evaluator.on_remove(board, point, color);
        if let Some(counts) = &mut self.counts {
            counts.on_remove(board, point, color);
        }
    }
}

impl<E: LeafEvaluator> LeafEvaluator for ForcedMovePruning<E> {
    fn begin(&mut self, board: &Board) {
        self.evaluator.begin(board);
        self.counts = self
            .is_enabled
            .then(|| PatternCounts::new(&pattern_set::CAO, board));
    }

    fn evaluate(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> ByColor<f64> {
        self.evaluator.evaluate(board, rng)
    }

    fn bias(&mut self, board: &Board, point: Point) -> f32 {
        self.evaluator.bias(board, point)
    }

    fn prune(&mut self, board: &mut Board, moves: &mut Vec<Point>) {
        self.evaluator.prune(board, moves);
        if let Some(counts) = &mut self.counts {
            *moves = prune_forced_moves(board, &mut self.values.of(counts), moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Neighborhood, Rule, Size};

    fn kept(stones: &[(u8, u8)]) -> Vec<Point> {
        let stones: Vec<_> = stones.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let board =
            Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &stones).expect("no stone twice");
        let moves: Vec<_> = Neighborhood::Star2.candidates(&board).iter().collect();
        let values = PatternValues::new(HeuristicFormula::Program, DECAY);
        let mut counts = PatternCounts::new(&pattern_set::CAO, &board);
        prune_forced_moves(&board, &mut values.of(&mut counts), &moves)
    }

    #[test]
    fn a_five_or_a_block_is_the_only_move() {
        let black_four = [(3, 3), (2, 3), (4, 3), (4, 9), (5, 3), (9, 9), (6, 3)];
        assert_eq!(kept(&black_four), [Point::new(7, 3)]);
        let black_to_move = [&black_four[..], &[(9, 4)]].concat();
        assert_eq!(kept(&black_to_move), [Point::new(7, 3)]);
    }

    #[test]
    fn an_own_three_becomes_an_open_four_and_an_opponents_three_is_blocked() {
        let three = [(3, 7), (3, 12), (4, 7), (9, 12), (5, 7)];
        let blocks = kept(&three);
        let on_the_line = |&point: &Point| point.row() == 7;
        assert!(
            !blocks.is_empty() && blocks.iter().all(on_the_line),
            "{blocks:?}"
        );
        let own = kept(&[&three[..], &[(12, 1)]].concat());
        assert_eq!(own.len(), 1);
        assert!([2, 6].contains(&own[0].column()) && own[0].row() == 7);
    }

    #[test]
    fn a_double_three_is_the_only_move_and_quiet_positions_are_not_pruned() {
        let crossing = [
            (7, 5),
            (8, 5),
            (7, 6),
            (5, 6),
            (5, 7),
            (6, 8),
            (6, 7),
            (8, 8),
        ];
        assert_eq!(kept(&crossing), [Point::new(7, 7)]);
        let quiet = [(7, 7), (8, 8)];
        let stones: Vec<_> = quiet.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &stones).unwrap();
        assert_eq!(
            kept(&quiet).len(),
            Neighborhood::Star2.candidates(&board).len()
        );
    }
}
