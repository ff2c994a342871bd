//! One search thread: its position, stack and history, and what it shares with the other threads.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use gomoku::{Board, Neighborhood, Point, PointSet, SearchControl};

use crate::depth::MAX_PLY;
use crate::eval_state::EvalState;
use crate::evaluation::Evaluation;
use crate::history::{History, MoveContext};
use crate::level::Noise;
use crate::move_picker::MoveStack;
use crate::root::RootMove;
use crate::score::Score;
use crate::search_params::SearchParams;
use crate::technique::{Technique, Techniques};
use crate::transposition::TranspositionTable;

/// What all threads of a search share.
#[derive(Debug)]
pub(crate) struct SharedState<'a> {
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) control: &'a SearchControl<'a>,
    /// When the search must end, counted from its start.
    pub(crate) deadline: Option<Duration>,
    /// Node limit of all threads together.
    pub(crate) max_nodes: u64,
    /// Nodes of all threads, as far as they have reported them.
    pub(crate) nodes: AtomicU64,
    pub(crate) stop: AtomicBool,
}

impl SharedState<'_> {
    /// Must the search end, node limit aside?
    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.control.is_stopped()
            || self
                .deadline
                .is_some_and(|deadline| self.control.elapsed() >= deadline)
    }
}

/// One search thread.
#[derive(Debug)]
pub(crate) struct Worker<'a> {
    pub(crate) state: EvalState,
    pub(crate) shared: &'a SharedState<'a>,
    pub(crate) search_params: &'a SearchParams,
    pub(crate) techniques: Techniques,
    neighborhood: Neighborhood,
    noise: Noise,
    pub(crate) history: &'a mut History,
    /// The static evaluation of each ply of the current path.
    pub(crate) static_evals: Vec<Score>,
    /// Triangular PV table: the principal variation from each ply on.
    pub(crate) pv_table: Vec<Vec<Point>>,
    pub(crate) move_stack: MoveStack,
    /// The moves of the root, best first after each iteration.
    pub(crate) root_moves: Vec<RootMove>,
    /// The line of multi-PV that is being searched; better lines stand before it.
    pub(crate) pv_index: usize,
    pub(crate) nodes: u64,
    reported_nodes: u64,
    pub(crate) stopped: bool,
    pub(crate) selective_depth: usize,
}

/// Nodes between two looks at the clock.
const LIMIT_CHECK_INTERVAL: u64 = 512;

impl<'a> Worker<'a> {
    pub(crate) fn new(
        board: &Board,
        evaluation: Evaluation,
        shared: &'a SharedState<'a>,
        search_params: &'a SearchParams,
        techniques: Techniques,
        noise: Noise,
        history: &'a mut History,
    ) -> Worker<'a> {
        Worker {
            state: EvalState::new(board.clone(), evaluation),
            shared,
            search_params,
            techniques,
            neighborhood: search_params.params.neighborhood(),
            noise,
            history,
            static_evals: vec![0; MAX_PLY + 4],
            pv_table: vec![Vec::new(); MAX_PLY + 4],
            move_stack: MoveStack::new(),
            root_moves: Vec::new(),
            pv_index: 0,
            nodes: 0,
            reported_nodes: 0,
            stopped: false,
            selective_depth: 0,
        }
    }

    /// Makes a move, and takes it back when the guard goes out of scope.
    #[inline]
    pub(crate) fn make_move(&mut self, point: Point) -> MoveGuard<'_, 'a> {
        let key = self.state.board().key_after(point);
        self.shared.tt.prefetch(key);
        self.state.push(point);
        debug_assert_eq!(self.state.board().key(), key);
        MoveGuard { worker: self }
    }

    /// Counts a node and checks the limits now and then.
    #[inline]
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LIMIT_CHECK_INTERVAL) || self.nodes >= self.shared.max_nodes {
            self.check_limits();
        }
    }

    /// Reports the nodes to the other threads and sets `stopped` if a limit is reached.
    pub(crate) fn check_limits(&mut self) {
        let new = self.nodes - self.reported_nodes;
        self.reported_nodes = self.nodes;
        let nodes = self.shared.nodes.fetch_add(new, Relaxed) + new;
        if nodes >= self.shared.max_nodes || self.shared.is_over() {
            self.stopped = true;
        }
    }

    /// Static evaluation for the side to move, with the noise of a weaker level.
    #[inline]
    pub(crate) fn evaluate(&mut self) -> Score {
        self.state.evaluate() + self.noise.of(self.state.board().key())
    }

    /// The last two moves, the latest first.
    #[inline]
    pub(crate) fn last_moves(&self) -> [Option<Point>; 2] {
        match *self.state.board().history() {
            [.., before, last] => [last, before],
            [last] => [last, None],
            [] => [None; 2],
        }
    }

    /// The move with everything that its history entries are indexed by.
    #[inline]
    pub(crate) fn move_context(&self, point: Point, last_moves: [Option<Point>; 2]) -> MoveContext {
        let color = self.state.board().side_to_move();
        MoveContext {
            color,
            point,
            threat: self.state.patterns().threat(color, point),
            last_moves,
        }
    }

    /// History score given the last two moves. `history`: +49 ± 36, `continuation-history`: +17 ± 26 of it.
    #[inline]
    pub(crate) fn history_score(&self, point: Point, last_moves: [Option<Point>; 2]) -> i32 {
        if !self.techniques.has(Technique::History) {
            return 0;
        }
        let last_moves = if self.techniques.has(Technique::ContinuationHistory) {
            last_moves
        } else {
            [None; 2]
        };
        self.history.score(&self.move_context(point, last_moves))
    }

    /// The empty points near the stones, or all empty points if there are none.
    pub(crate) fn candidates(&self) -> PointSet {
        let near = self.neighborhood.candidates(self.state.board());
        if near.is_empty() {
            self.state.board().empty()
        } else {
            near
        }
    }

    /// The principal variation of a ply becomes this move and that of the next ply.
    pub(crate) fn update_pv(&mut self, ply: usize, point: Point) {
        let (before, after) = self.pv_table.split_at_mut(ply + 1);
        let pv = &mut before[ply];
        pv.clear();
        pv.push(point);
        pv.extend_from_slice(&after[0]);
    }
}

/// A worker after a move. Dropping it takes the move back, whichever way the search leaves the node.
#[derive(Debug)]
pub(crate) struct MoveGuard<'w, 'a> {
    worker: &'w mut Worker<'a>,
}

impl Drop for MoveGuard<'_, '_> {
    #[inline]
    fn drop(&mut self) {
        self.worker.state.pop();
    }
}

impl<'a> Deref for MoveGuard<'_, 'a> {
    type Target = Worker<'a>;

    #[inline]
    fn deref(&self) -> &Worker<'a> {
        self.worker
    }
}

impl<'a> DerefMut for MoveGuard<'_, 'a> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Worker<'a> {
        self.worker
    }
}
