//! MCTS-ADP (Chen and Zhang, section II): MCTS-Heuristic whose unfinished simulations are evaluated by a critic.
//!
//! The report says no more. Everything else is that of [`mcts_heuristic`](crate::chen_zhang::mcts_heuristic), with the report's
//! decay factor 0.85.

use std::sync::Arc;

use gomoku::params;
use nets::Critic;

use crate::chen_zhang::mcts_heuristic::{MctsHeuristic, MctsHeuristicParams};

params! {
    /// Parameters of MCTS-ADP.
    pub struct MctsAdpParams {
        /// The critic: zhao, cao, chen, best, or a file made by `tengen train adp`.
        net: text = "chen";
        /// Iterations per move; 0 for no limit.
        iterations: int = 0, 0..=1000000000, step 100;
        /// Seconds per move when nothing else ends the search.
        seconds: real = 4.4, 0.01..=3600.0, step 1.0;
        /// The decay factor f of the exponential heuristic.
        decay: real = 0.85, 0.0..=1.0, step 0.05;
        /// Candidates at the root.
        root_width: int = 4, 1..=50, step 1;
        /// Candidates below the root.
        width: int = 2, 1..=50, step 1;
        /// Plies per simulation.
        simulation_plies: int = 7, 1..=100, step 1;
    }
}

impl MctsAdpParams {
    /// The player. Players with the same seed play the same simulations.
    pub fn player(&self, critic: Arc<Critic>, seed: u64) -> MctsHeuristic {
        let params = MctsHeuristicParams {
            iterations: self.iterations,
            seconds: self.seconds,
            decay: self.decay,
            root_width: self.root_width,
            width: self.width,
            simulation_plies: self.simulation_plies,
            ..MctsHeuristicParams::default()
        };
        MctsHeuristic::new(params, seed).with_critic(critic)
    }
}
