//! One thread of the search: its position, its memory, and what it shares with the others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use gomoku::{Board, Neighborhood, Point, PointSet, SearchControl};
use nets::pattern_net::Weights;

use crate::depth::MAX_PLY;
use crate::eval_state::EvalState;
use crate::history::{History, MoveContext};
use crate::level::Noise;
use crate::move_picker::Order;
use crate::score::Score;
use crate::search_params::SearchParams;
use crate::technique::{Technique, Techniques};
use crate::transposition::TranspositionTable;

/// What all threads of a search share.
#[derive(Debug)]
pub(crate) struct Shared<'a> {
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) control: &'a SearchControl<'a>,
    /// When the search must end, counted from the question.
    pub(crate) deadline: Option<Duration>,
    /// Positions that all threads together may visit.
    pub(crate) max_nodes: u64,
    /// Positions visited, as far as the threads have told.
    pub(crate) nodes: AtomicU64,
    pub(crate) stop: AtomicBool,
}

impl Shared<'_> {
    /// Must the search end?
    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.control.is_stopped()
            || self
                .deadline
                .is_some_and(|deadline| self.control.elapsed() >= deadline)
    }
}

/// What the search knows of one position of the present line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StackEntry {
    pub(crate) eval: Score,
    /// The move that is left out, to see whether there is another one.
    pub(crate) excluded: Option<Point>,
}

/// One thread of the search.
#[derive(Debug)]
pub(crate) struct Worker<'a> {
    pub(crate) state: EvalState,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) search_params: &'a SearchParams,
    pub(crate) techniques: Techniques,
    pub(crate) near: Neighborhood,
    noise: Noise,
    pub(crate) history: &'a mut History,
    pub(crate) stack: Vec<StackEntry>,
    /// The best line from each ply on.
    pub(crate) pv_table: Vec<Vec<Point>>,
    pub(crate) order: Order,
    pub(crate) nodes: u64,
    /// Nodes already told to the others.
    told: u64,
    pub(crate) stopped: bool,
    pub(crate) deepest: usize,
}

/// How often a thread looks at the clock.
const NODES_PER_LOOK: u64 = 512;

impl<'a> Worker<'a> {
    pub(crate) fn new(
        board: &Board,
        weights: Arc<Weights>,
        shared: &'a Shared<'a>,
        search_params: &'a SearchParams,
        techniques: Techniques,
        noise: Noise,
        history: &'a mut History,
    ) -> Worker<'a> {
        Worker {
            state: EvalState::new(board.clone(), weights),
            shared,
            search_params,
            techniques,
            near: search_params.params.neighborhood(),
            noise,
            history,
            stack: vec![StackEntry::default(); MAX_PLY + 4],
            pv_table: vec![Vec::new(); MAX_PLY + 4],
            order: Order::new(),
            nodes: 0,
            told: 0,
            stopped: false,
            deepest: 0,
        }
    }

    /// Counts a position. Now and then looks whether the search is over.
    #[inline]
    pub(crate) fn visit(&mut self) {
        self.nodes += 1;
        let limit = self.shared.max_nodes;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) || self.nodes >= limit {
            self.check_limits();
        }
    }

    /// Tells the others how many positions were visited and looks whether the search is over.
    pub(crate) fn check_limits(&mut self) {
        let new = self.nodes - self.told;
        self.told = self.nodes;
        let all = self.shared.nodes.fetch_add(new, Relaxed) + new;
        if all >= self.shared.max_nodes || self.shared.is_over() {
            self.stopped = true;
        }
    }

    /// What the position looks worth to the side to move.
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

    /// The move as the history sees it.
    #[inline]
    pub(crate) fn step(&self, point: Point, before: [Option<Point>; 2]) -> MoveContext {
        let color = self.state.board().side_to_move();
        MoveContext {
            color,
            point,
            threat: self.state.patterns().threat(color, point),
            before,
        }
    }

    /// How good the move has been, which follows these. Gain: `history` +49 ± 36, `continuation-history` +17 ± 26 of it.
    #[inline]
    pub(crate) fn history_score(&self, point: Point, last: [Option<Point>; 2]) -> i32 {
        if !self.techniques.has(Technique::History) {
            return 0;
        }
        let before = if self.techniques.has(Technique::ContinuationHistory) {
            last
        } else {
            [None; 2]
        };
        self.history.value(&self.step(point, before))
    }

    /// The empty points near the stones; all empty points where there is none.
    pub(crate) fn candidates(&self) -> PointSet {
        let near = self.near.candidates(self.state.board());
        if near.is_empty() {
            self.state.board().empty()
        } else {
            near
        }
    }

    /// The line of a ply becomes this move and the line of the next.
    pub(crate) fn update_pv(&mut self, ply: usize, point: Point) {
        let (before, after) = self.pv_table.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(point);
        line.extend_from_slice(&after[0]);
    }
}
