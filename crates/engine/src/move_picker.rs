//! Move picker: the moves of a node in the order in which they are searched.
//!
//! Most nodes search few of their moves, so the list is not sorted: each call takes the maximum of what is left. A key holds
//! the score in its high bits and the index in the list in its low bits, so that one vectorized maximum finds both.

use gomoku::{Point, PointSet};

use crate::node_type::NodeType;
use crate::replies::Replies;
use crate::technique::Technique;
use crate::worker::Worker;

/// The moves of one node, picked stage by stage.
#[derive(Debug)]
pub(crate) struct MovePicker {
    stage: Stage,
    tt_move: Option<Point>,
    replies: Replies,
    /// Where the node's moves begin on the stack.
    start: Start,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The next root move, counted from the current line of multi-PV.
    RootMoves(usize),
    TtMove,
    Generate,
    Remaining,
}

impl MovePicker {
    pub(crate) fn new<N: NodeType>(
        stack: &MoveStack,
        tt_move: Option<Point>,
        replies: Replies,
    ) -> MovePicker {
        MovePicker {
            stage: if N::ROOT {
                Stage::RootMoves(0)
            } else {
                Stage::TtMove
            },
            tt_move,
            replies,
            start: stack.start(),
        }
    }

    /// The next move to search.
    #[inline]
    pub(crate) fn next(&mut self, worker: &mut Worker<'_>) -> Option<Point> {
        loop {
            match self.stage {
                Stage::RootMoves(index) => {
                    self.stage = Stage::RootMoves(index + 1);
                    let root_move = worker.root_moves.get(worker.pv_index + index)?;
                    return Some(root_move.point);
                }
                Stage::TtMove => {
                    self.stage = Stage::Generate;
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::Generate => {
                    self.stage = Stage::Remaining;
                    self.generate(worker);
                }
                Stage::Remaining => return worker.move_stack.take_best(self.start),
            }
        }
    }

    /// Lists and scores all moves but the TT move.
    fn generate(&self, worker: &mut Worker<'_>) {
        let mut points = match self.replies {
            Replies::Forced(points) | Replies::Defenses(points) => points,
            Replies::Any => worker.candidates(),
        };
        if let Some(point) = self.tt_move {
            points.remove(point);
        }
        worker.score_moves(self.start, &points);
    }

    /// Notes that the move is being searched.
    #[inline]
    pub(crate) fn mark_tried(&self, stack: &mut MoveStack, point: Point) {
        stack.tried.push(point);
    }

    /// The moves searched so far.
    pub(crate) fn tried<'s>(&self, stack: &'s MoveStack) -> &'s [Point] {
        &stack.tried[self.start.tried..]
    }

    /// Frees the node's moves.
    pub(crate) fn release(self, stack: &mut MoveStack) {
        stack.moves.truncate(self.start.moves);
        stack.keys.truncate(self.start.moves);
        stack.tried.truncate(self.start.tried);
    }
}

impl Worker<'_> {
    /// Scores moves by the policy of the evaluation, history, and the countermove.
    fn score_moves(&mut self, start: Start, points: &PointSet) {
        let params = &self.search_params.params;
        let last_moves = self.last_moves();
        let side = self.state.board().side_to_move();
        let countermove = self
            .history
            .countermove(side, last_moves[0])
            .filter(|_| self.techniques.has(Technique::Countermove));
        let mut scores = std::mem::take(&mut self.move_stack.scores);
        self.state.move_scores(points, &mut scores);
        for (point, mut score) in scores.drain(..) {
            score += self.history_score(point, last_moves) / params.history_divisor;
            if countermove == Some(point) {
                score += params.countermove_bonus;
            }
            self.move_stack.push(start, point, score);
        }
        self.move_stack.scores = scores;
    }
}

/// The move lists of all nodes on the current path, one behind the other in one allocation.
#[derive(Debug)]
pub(crate) struct MoveStack {
    moves: Vec<Point>,
    /// The key of each move; [`TAKEN`] once it was picked.
    keys: Vec<i32>,
    tried: Vec<Point>,
    /// Policy scores while a list is generated.
    scores: Vec<(Point, i32)>,
}

/// Where the lists of a node begin.
#[derive(Clone, Copy, Debug)]
struct Start {
    moves: usize,
    tried: usize,
}

/// Low bits of a key, for the index: enough for every board.
const INDEX_BITS: u32 = 10;
const MAX_INDEX: i32 = (1 << INDEX_BITS) - 1;
const MAX_SCORE: i32 = i32::MAX >> INDEX_BITS;
/// Below every key of a move that is left.
const TAKEN: i32 = i32::MIN;

impl MoveStack {
    pub(crate) fn new() -> MoveStack {
        MoveStack {
            moves: Vec::with_capacity(4096),
            keys: Vec::with_capacity(4096),
            tried: Vec::with_capacity(1024),
            scores: Vec::with_capacity(512),
        }
    }

    fn start(&self) -> Start {
        Start {
            moves: self.moves.len(),
            tried: self.tried.len(),
        }
    }

    /// Adds a move to the lists that begin at `start`, the last on the stack.
    #[inline]
    fn push(&mut self, start: Start, point: Point, score: i32) {
        let index = (self.moves.len() - start.moves) as i32;
        // Of equal scores the first comes first.
        let key = score.clamp(-MAX_SCORE, MAX_SCORE) << INDEX_BITS | (MAX_INDEX - index);
        self.moves.push(point);
        self.keys.push(key);
    }

    /// Takes the best move that is left.
    #[inline]
    fn take_best(&mut self, start: Start) -> Option<Point> {
        let keys = &mut self.keys[start.moves..];
        let best = keys.iter().fold(TAKEN, |best, &key| best.max(key));
        if best == TAKEN {
            return None;
        }
        let index = (MAX_INDEX - (best & MAX_INDEX)) as usize;
        keys[index] = TAKEN;
        Some(self.moves[start.moves + index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node_type::NonPv;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn moves_are_picked_by_score_and_equal_scores_in_order() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut stack = MoveStack::new();
        let picker = |stack: &MoveStack| MovePicker::new::<NonPv>(stack, None, Replies::Any);
        for round in 0..50 {
            let outer = picker(&stack);
            stack.push(outer.start, Point::from_index(700), 5);
            outer.mark_tried(&mut stack, Point::from_index(700));
            let inner = picker(&stack);
            let scores: Vec<i32> = (0..rng.random_range(0..484))
                .map(|_| match round % 3 {
                    0 => rng.random_range(-3..3),
                    1 => rng.random_range(-2_000_000..2_000_000),
                    _ => rng.random_range(-40_000..400_000),
                })
                .collect();
            for (index, &score) in scores.iter().enumerate() {
                stack.push(inner.start, Point::from_index(index), score);
            }
            let mut expected: Vec<usize> = (0..scores.len()).collect();
            expected.sort_by_key(|&index| (-scores[index], index));
            for &index in &expected {
                let point = stack.take_best(inner.start);
                assert_eq!(point, Some(Point::from_index(index)));
                inner.mark_tried(&mut stack, Point::from_index(index));
            }
            assert_eq!(stack.take_best(inner.start), None);
            let tried = inner.tried(&stack).iter().map(|point| point.index());
            assert_eq!(tried.collect::<Vec<_>>(), expected);
            inner.release(&mut stack);
            let left = stack.take_best(outer.start);
            assert_eq!(left, Some(Point::from_index(700)));
            outer.release(&mut stack);
        }
    }
}
