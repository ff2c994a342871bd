//! The engine as a player.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use gomoku::player::candidate_moves;
use gomoku::{
    Board, Candidate, Limits, MateIn, Neighborhood, Player, PlayerError, Point, PointSet, Rule,
    SearchControl, SearchResult,
};
use nets::pattern_net::Weights;

use crate::history::History;
use crate::level::{Level, Noise};
use crate::params::EngineParams;
use crate::root::Iteration;
use crate::score::{self, MATE, Score};
use crate::search_params::SearchParams;
use crate::solvers::{Solved, Solvers};
use crate::technique::{Technique, Techniques};
use crate::time_manager::TimeManager;
use crate::transposition::TranspositionTable;
use crate::worker::{Shared, Worker};

/// The flagship player.
#[derive(Debug)]
pub struct Engine {
    search_params: SearchParams,
    techniques: Techniques,
    tt: TranspositionTable,
    /// One for each thread.
    histories: Vec<History>,
    weights: Option<(Rule, Arc<Weights>)>,
    solvers: Solvers,
    level: Option<Level>,
}

/// More threads than this are not worth their memory.
const MAX_THREADS: usize = 64;
/// Memory that is not the table: positions, histories, the program itself.
const OVERHEAD: u64 = 24 << 20;

impl Engine {
    /// An engine without a game. The seed matters to the weaker levels only.
    pub fn new(params: EngineParams, seed: u64) -> Engine {
        let techniques = params.techniques().unwrap_or(Techniques::ALL);
        Engine {
            level: Level::new(params.level, seed),
            // Made now, while no clock runs: a large table takes as long as a short move.
            tt: TranspositionTable::new((params.hash as u64) << 20),
            search_params: SearchParams::new(params),
            techniques,
            histories: vec![History::new()],
            weights: None,
            solvers: Solvers::default(),
        }
    }

    /// An engine that plays one rule with these numbers instead of the shipped ones.
    pub fn with_weights(params: EngineParams, rule: Rule, weights: Arc<Weights>) -> Engine {
        Engine {
            weights: Some((rule, weights)),
            ..Engine::new(params, 0)
        }
    }

    /// Makes the table as large as the limits allow.
    fn fit_memory(&mut self, limits: &Limits) {
        let wanted = (self.search_params.params.hash as u64) << 20;
        let bytes = match limits.memory {
            Some(memory) => wanted.min(memory.saturating_sub(OVERHEAD) / 2).max(1 << 16),
            None => wanted,
        };
        if self.tt.bytes() != bytes / 64 * 64 {
            // The old one goes first: both together may be too much.
            self.tt = TranspositionTable::new(0);
            self.tt = TranspositionTable::new(bytes);
        }
    }

    fn weights(&mut self, rule: Rule) -> Arc<Weights> {
        match &self.weights {
            Some((known, weights)) if *known == rule => weights.clone(),
            _ => {
                let weights = Weights::of(rule);
                self.weights = Some((rule, weights.clone()));
                weights
            }
        }
    }

    /// Asks the solvers first: a win by threats needs no search.
    fn solve(
        &mut self,
        board: &Board,
        limits: &Limits,
        time_manager: &TimeManager,
        control: &SearchControl<'_>,
    ) -> Solved {
        // Whoever wants several lines, or some moves left out, wants to see more than one win.
        if limits.multi_pv > 1 || !limits.excluded.is_empty() || self.level.is_some() {
            return Solved::default();
        }
        self.solvers
            .solve(board, limits, time_manager, control, self.techniques)
    }

    /// Leaves out the moves that lose to the enemy's fours or threats, unless all do. Returns what that cost: a part of the time or
    /// nodes, so without such a limit nothing is done.
    fn leave_out_losing(
        &mut self,
        board: &Board,
        limits: &Limits,
        time_manager: &TimeManager,
        control: &SearchControl<'_>,
        choices: &mut PointSet,
    ) -> u64 {
        if !self.techniques.has(Technique::RootLosing)
            || limits.multi_pv > 1
            || self.level.is_some()
            || choices.len() < 2
            || limits.nodes.is_none() && time_manager.maximum.is_none()
        {
            return 0;
        }
        let (losing, nodes) = self
            .solvers
            .losing(board, choices, limits, time_manager, control);
        let rest = *choices - losing;
        if !rest.is_empty() {
            *choices = rest;
        }
        nodes
    }

    /// The moves that may be chosen: near the stones, and where the enemy makes five next only what stops it.
    fn candidate_moves(&self, board: &Board, limits: &Limits) -> PointSet {
        let near = self.search_params.params.neighborhood();
        let near = if board.stone_count() < 2 {
            Neighborhood::Square2
        } else {
            near
        };
        candidate_moves(board, limits, near)
    }
}

impl Player for Engine {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        if let Some(five) = five(board, limits) {
            return Ok(won_at_once(five, control));
        }
        let mut limits = limits.clone();
        if limits.hard_limit().is_none() && limits.nodes.is_none() && limits.depth.is_none() {
            let seconds = self.search_params.params.seconds;
            limits.turn_time = Some(Duration::from_secs_f64(seconds));
        }
        if let Some(level) = self.level {
            limits.nodes = Some(
                limits
                    .nodes
                    .map_or(level.nodes, |nodes| nodes.min(level.nodes)),
            );
        }
        let limits = &limits;
        self.fit_memory(limits);
        self.tt.new_search();
        let time_manager = TimeManager::new(limits, board.empty().len());
        let solved = self.solve(board, limits, &time_manager, control);
        if let Some(result) = solved.win {
            return Ok(result);
        }
        let weights = self.weights(board.rule());
        let mut choices = self.candidate_moves(board, limits);
        let looked = self.leave_out_losing(board, limits, &time_manager, control, &mut choices);
        let solved = solved.nodes + looked;
        let threads = limits.threads.clamp(1, MAX_THREADS);
        self.histories.resize_with(threads, History::new);
        let shared = Shared {
            tt: &self.tt,
            control,
            deadline: time_manager.maximum,
            max_nodes: limits.nodes.unwrap_or(u64::MAX).saturating_sub(solved),
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        };
        let mut workers: Vec<Worker<'_>> = self
            .histories
            .iter_mut()
            .map(|history| {
                history.decay();
                let weights = weights.clone();
                let noise = self.level.map_or(Noise::default(), |level| level.noise);
                Worker::new(
                    board,
                    weights,
                    &shared,
                    &self.search_params,
                    self.techniques,
                    noise,
                    history,
                )
            })
            .collect();
        let (main, helpers) = workers.split_at_mut(1);
        let main = &mut main[0];
        let moves = main.root_moves(&choices);
        let state = thread::scope(|scope| {
            for (number, helper) in helpers.iter_mut().enumerate() {
                let moves = moves.clone();
                scope.spawn(move || helper.help(moves, limits, number));
            }
            let report = |state: &Iteration, deepest: usize| {
                if control.has_listener() {
                    let nodes = shared.nodes.load(Relaxed) + solved;
                    control.report(&result(state, limits, nodes, deepest, control));
                }
            };
            let state = main.iterative_deepening(moves.clone(), limits, &time_manager, report);
            shared.stop.store(true, Relaxed);
            state
        });
        let nodes = solved + workers.iter().map(|worker| worker.nodes).sum::<u64>();
        let deepest = workers.iter().map(|worker| worker.deepest).max();
        Ok(result(&state, limits, nodes, deepest.unwrap_or(0), control))
    }

    fn new_game(&mut self) {
        self.tt.clear();
        self.solvers = Solvers::default();
        for history in &mut self.histories {
            *history = History::new();
        }
    }
}

/// A point where the side to move makes five and may.
fn five(board: &Board, limits: &Limits) -> Option<Point> {
    let empty = board.empty() - limits.excluded;
    empty
        .iter()
        .find(|&point| board.wins(point, board.side_to_move()))
}

fn won_at_once(five: Point, control: &SearchControl<'_>) -> SearchResult {
    SearchResult {
        score: Some(f64::from(score::mate_in(1))),
        win_rate: Some(1.0),
        mate: Some(MateIn::Win(1)),
        depth: 1,
        selective_depth: 1,
        nodes: 1,
        time: control.elapsed(),
        ..SearchResult::new(five)
    }
}

/// What the search knows, as others read it.
fn result(
    state: &Iteration,
    limits: &Limits,
    nodes: u64,
    deepest: usize,
    control: &SearchControl<'_>,
) -> SearchResult {
    let best = &state.moves[0];
    let known = state.scored > 0;
    let candidates = state.moves[..state.scored.min(limits.multi_pv.max(1))]
        .iter()
        .map(|one| Candidate {
            visits: Some(one.nodes),
            value: Some(score::win_rate(one.score)),
            score: Some(f64::from(one.score)),
            mate: forced(one.score),
            pv: one.line.clone(),
            ..Candidate::new(one.point)
        })
        .collect();
    SearchResult {
        score: known.then(|| f64::from(best.score)),
        win_rate: known.then(|| score::win_rate(best.score)),
        mate: known.then(|| forced(best.score)).flatten(),
        pv: best.line.clone(),
        depth: state.depth,
        selective_depth: deepest as u32,
        nodes,
        time: control.elapsed(),
        candidates,
        ..SearchResult::new(best.point)
    }
}

fn forced(score: Score) -> Option<MateIn> {
    let plies = (MATE - score.abs()) as u32;
    match score {
        _ if !score::is_mate(score) => None,
        1.. => Some(MateIn::Win(plies)),
        _ => Some(MateIn::Loss(plies)),
    }
}
