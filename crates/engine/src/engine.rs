//! The engine as a player: solvers first, then the search on one or more threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use gomoku::player::candidate_moves;
use gomoku::{
    Board, Candidate, Limits, MateIn, Neighborhood, Player, PlayerError, Point, PointSet, Rule,
    SearchControl, SearchResult,
};

use crate::evaluation::Evaluation;
use crate::history::History;
use crate::level::{Level, Noise};
use crate::memory::MemoryPlan;
use crate::params::EngineParams;
use crate::root::Iteration;
use crate::score::{self, MATE, Score};
use crate::search_params::SearchParams;
use crate::solvers::{Solved, Solvers};
use crate::technique::{Technique, Techniques};
use crate::time_manager::TimeManager;
use crate::transposition::TranspositionTable;
use crate::worker::{SharedState, Worker};

/// The flagship player.
#[derive(Debug)]
pub struct Engine {
    search_params: SearchParams,
    techniques: Techniques,
    tt: TranspositionTable,
    /// What the search before may take; `None` before the first.
    memory: Option<MemoryPlan>,
    /// One for each thread.
    histories: Vec<History>,
    evaluation: Option<(Rule, Evaluation)>,
    solvers: Solvers,
    level: Option<Level>,
}

const MAX_THREADS: usize = 64;

impl Engine {
    /// An engine before its first game. Only the weaker levels use the seed.
    pub fn new(params: EngineParams, seed: u64) -> Engine {
        let techniques = params.techniques().unwrap_or(Techniques::ALL);
        Engine {
            level: Level::new(params.level, seed),
            // The first search allocates the table, because it knows the memory limit.
            tt: TranspositionTable::new(0),
            memory: None,
            search_params: SearchParams::new(params),
            techniques,
            histories: vec![History::new()],
            evaluation: None,
            solvers: Solvers::new(0),
        }
    }

    /// An engine that plays this rule with this evaluation instead of the shipped one.
    pub fn with_evaluation(
        params: EngineParams,
        rule: Rule,
        evaluation: impl Into<Evaluation>,
    ) -> Engine {
        Engine {
            evaluation: Some((rule, evaluation.into())),
            ..Engine::new(params, 0)
        }
    }

    /// The limits with the engine's own defaults filled in: its seconds per move, the nodes of its level.
    fn effective_limits(&self, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        if limits.hard_limit().is_none() && limits.nodes.is_none() && limits.depth.is_none() {
            let seconds = self.search_params.params.seconds;
            limits.turn_time = Some(Duration::from_secs_f64(seconds));
        }
        if let Some(level) = self.level {
            let nodes = limits.nodes.unwrap_or(u64::MAX);
            limits.nodes = Some(nodes.min(level.nodes));
        }
        limits
    }

    /// Resizes the tables to what the memory limit allows.
    fn resize(&mut self, plan: MemoryPlan) {
        let table = |plan: MemoryPlan| (plan.table, plan.solver);
        if self.memory.map(table) != Some(table(plan)) {
            // Free the old tables first: both together may exceed the limit.
            self.tt = TranspositionTable::new(0);
            self.solvers = Solvers::new(plan.solver);
            self.tt = TranspositionTable::new(plan.table);
        }
        self.memory = Some(plan);
    }

    fn evaluation(&mut self, rule: Rule) -> Evaluation {
        match &self.evaluation {
            Some((known, evaluation)) if *known == rule => evaluation.clone(),
            _ => {
                let evaluation = match self.search_params.params.eval {
                    "classic" => Evaluation::classic(rule),
                    "network" => Evaluation::network(rule),
                    _ => Evaluation::of(rule),
                };
                self.evaluation = Some((rule, evaluation.clone()));
                evaluation
            }
        }
    }

    /// Asks the solvers for a win by VCF or VCT, which needs no search.
    fn solve(
        &mut self,
        board: &Board,
        limits: &Limits,
        time_manager: &TimeManager,
        control: &SearchControl<'_>,
    ) -> Solved {
        // Multi-PV and excluded moves ask for more than one win.
        if limits.multi_pv > 1 || !limits.excluded.is_empty() || self.level.is_some() {
            return Solved::default();
        }
        self.solvers
            .solve(board, limits, time_manager, control, self.techniques)
    }

    /// Removes root moves that provably lose to the opponent's VCF or VCT, unless all do. Returns the nodes spent, a share of the
    /// limit; without a time or node limit it does nothing.
    fn remove_losing_moves(
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
        let (losing, nodes) =
            self.solvers
                .losing_moves(board, choices, limits, time_manager, control);
        let rest = *choices - losing;
        if !rest.is_empty() {
            *choices = rest;
        }
        nodes
    }

    /// The root moves: points near the stones, or the blocks where the opponent makes five next.
    fn root_choices(&self, board: &Board, limits: &Limits) -> PointSet {
        let neighborhood = if board.stone_count() < 2 {
            Neighborhood::Square2
        } else {
            self.search_params.params.neighborhood()
        };
        candidate_moves(board, limits, neighborhood)
    }

    /// Searches the choices on all threads. `solver_nodes` count against the node limit.
    fn search(
        &mut self,
        board: &Board,
        choices: &PointSet,
        limits: &Limits,
        time_manager: &TimeManager,
        control: &SearchControl<'_>,
        solver_nodes: u64,
    ) -> SearchResult {
        let evaluation = self.evaluation(board.rule());
        self.histories.resize_with(limits.threads, History::new);
        let shared = SharedState {
            tt: &self.tt,
            control,
            deadline: time_manager.maximum,
            max_nodes: limits
                .nodes
                .unwrap_or(u64::MAX)
                .saturating_sub(solver_nodes),
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        };
        let noise = self.level.map_or(Noise::default(), |level| level.noise);
        let mut workers: Vec<Worker<'_>> = self
            .histories
            .iter_mut()
            .map(|history| {
                history.decay();
                let mut worker = Worker::new(
                    board,
                    evaluation.clone(),
                    &shared,
                    &self.search_params,
                    self.techniques,
                    noise,
                    history,
                );
                worker.set_root_moves(choices);
                worker
            })
            .collect();
        let (main, helpers) = workers.split_at_mut(1);
        let main = &mut main[0];
        let iteration = thread::scope(|scope| {
            for (index, helper) in helpers.iter_mut().enumerate() {
                // Where the system gives no more threads, the others search alone.
                let helping = thread::Builder::new();
                let _ = helping.spawn_scoped(scope, move || helper.help(limits, index));
            }
            let report = |main: &Worker<'_>, iteration: Iteration| {
                if control.has_listener() {
                    let nodes = shared.nodes.load(Relaxed) + solver_nodes;
                    control.report(&SearchResult {
                        nodes,
                        ..result(main, iteration, limits, control)
                    });
                }
            };
            let iteration = main.iterative_deepening(limits, time_manager, report);
            shared.stop.store(true, Relaxed);
            iteration
        });
        let nodes = workers.iter().map(|worker| worker.nodes).sum::<u64>();
        let selective_depth = workers.iter().map(|worker| worker.selective_depth).max();
        SearchResult {
            nodes: solver_nodes + nodes,
            selective_depth: selective_depth.unwrap_or(0) as u32,
            ..result(&workers[0], iteration, limits, control)
        }
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
            return Ok(immediate_win(five, control));
        }
        let limits = self.effective_limits(limits);
        let threads = limits.threads.clamp(1, MAX_THREADS);
        let hash = self.search_params.params.hash << 20;
        let plan = MemoryPlan::new(limits.memory, hash, threads);
        self.resize(plan);
        let limits = &Limits {
            threads: plan.threads,
            ..limits
        };
        self.tt.new_search();
        let time_manager = &TimeManager::new(limits, board.empty().len());
        let solved = self.solve(board, limits, time_manager, control);
        if let Some(result) = solved.win {
            return Ok(result);
        }
        let mut choices = self.root_choices(board, limits);
        let losing_nodes =
            self.remove_losing_moves(board, limits, time_manager, control, &mut choices);
        let solver_nodes = solved.nodes + losing_nodes;
        Ok(self.search(board, &choices, limits, time_manager, control, solver_nodes))
    }

    fn new_game(&mut self) {
        self.tt.clear();
        self.solvers.clear();
        for history in &mut self.histories {
            *history = History::new();
        }
    }
}

/// A legal point where the side to move makes five.
fn five(board: &Board, limits: &Limits) -> Option<Point> {
    let empty = board.empty() - limits.excluded;
    empty
        .iter()
        .find(|&point| board.wins(point, board.side_to_move()))
}

fn immediate_win(five: Point, control: &SearchControl<'_>) -> SearchResult {
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

/// What the main thread found, without the node count, which all threads share.
fn result(
    worker: &Worker<'_>,
    iteration: Iteration,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> SearchResult {
    let best = &worker.root_moves[0];
    let has_score = iteration.scored > 0;
    let candidates = worker.root_moves[..iteration.scored.min(limits.multi_pv.max(1))]
        .iter()
        .map(|root_move| Candidate {
            visits: Some(root_move.nodes),
            value: Some(score::win_rate(root_move.score)),
            score: Some(f64::from(root_move.score)),
            mate: mate(root_move.score),
            pv: root_move.pv.clone(),
            ..Candidate::new(root_move.point)
        })
        .collect();
    SearchResult {
        score: has_score.then(|| f64::from(best.score)),
        win_rate: has_score.then(|| score::win_rate(best.score)),
        mate: has_score.then(|| mate(best.score)).flatten(),
        pv: best.pv.clone(),
        depth: iteration.depth,
        selective_depth: worker.selective_depth as u32,
        time: control.elapsed(),
        candidates,
        ..SearchResult::new(best.point)
    }
}

fn mate(score: Score) -> Option<MateIn> {
    let plies = (MATE - score.abs()) as u32;
    match score {
        _ if !score::is_mate(score) => None,
        1.. => Some(MateIn::Win(plies)),
        _ => Some(MateIn::Loss(plies)),
    }
}
