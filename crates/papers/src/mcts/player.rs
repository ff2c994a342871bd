//! A tree search as a player, with the player's own limits and an optional solver at the root.

use std::time::Duration;

use gomoku::{Board, Limits, Player, PlayerError, SearchControl, SearchResult};

use super::root_solver::{RootSolver, search_limits};
use super::{LeafEvaluator, MctsConfig, MctsSearch};

/// Plays the moves of a tree search.
#[derive(Debug)]
pub struct MctsPlayer<E> {
    search: MctsSearch<E>,
    /// Iterations per move; 0 for no limit.
    iterations: i64,
    /// Seconds per move when nothing else ends the search.
    seconds: f64,
    root_solver: Option<RootSolver>,
}

impl<E: LeafEvaluator> MctsPlayer<E> {
    /// A player with its own limits: iterations per move, 0 for none, and the seconds that apply when nothing else ends
    /// the search. Players with the same seed build the same trees.
    pub fn new(config: MctsConfig<E>, iterations: i64, seconds: f64, seed: u64) -> MctsPlayer<E> {
        MctsPlayer {
            search: MctsSearch::new(config, seed),
            iterations,
            seconds,
            root_solver: None,
        }
    }

    /// Runs a VCT solver at the root before and after each search.
    #[must_use]
    pub(crate) fn with_root_solver(mut self, solver: Option<RootSolver>) -> MctsPlayer<E> {
        self.root_solver = solver;
        self
    }
}

impl<E: LeafEvaluator + Send> Player for MctsPlayer<E> {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let mut limits = with_player_limits(limits, self.iterations, self.seconds);
        limits.memory = limits.memory.map(less_other_memory);
        let Some(solver) = &mut self.root_solver else {
            return Ok(self.search.think(board, &limits, control));
        };
        if let Some(win) = solver.find_win(board, &limits, control) {
            return Ok(win);
        }
        let result = self.search.think(board, &search_limits(&limits), control);
        Ok(solver.prefer_safe_move(board, result, &limits, control))
    }

    fn new_game(&mut self) {
        if let Some(solver) = &mut self.root_solver {
            solver.new_game();
        }
        self.search.new_game();
    }
}

/// What is left of a player's memory for its tree, beside boards, the evaluator and its solver's small tables.
pub(crate) fn less_other_memory(memory: u64) -> u64 {
    const OTHER_MEMORY: u64 = 4 << 20;
    memory.saturating_sub(OTHER_MEMORY)
}

/// The limits of a player with its own iterations and seconds. Iterations apply in any case if they are set; seconds apply
/// only when nothing else ends the search.
pub(crate) fn with_player_limits(limits: &Limits, iterations: i64, seconds: f64) -> Limits {
    let mut limits = limits.clone();
    if let Some(own) = u64::try_from(iterations).ok().filter(|&own| own > 0) {
        limits.iterations = Some(limits.iterations.map_or(own, |limit| limit.min(own)));
    }
    let is_unlimited =
        limits.iterations.is_none() && limits.nodes.is_none() && limits.hard_limit().is_none();
    if is_unlimited {
        limits.turn_time = Some(Duration::from_secs_f64(seconds));
    }
    limits
}
