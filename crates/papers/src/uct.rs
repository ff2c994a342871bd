//! UCT with heuristic simulation (Tang, Zhao, Shao and Lv 2016, Algorithm 2; Zhong's slides).
//!
//! ```text
//! select by  Q/N + c sqrt(2 ln N(parent) / N)     c = 1 / sqrt 2, so the term is sqrt(ln N(parent) / N)
//! simulate   by the four forced rules, then at random
//! play       the child with the largest Q/N, which is the same rule with c = 0
//! ```
//!
//! The slides add the same reward to all ancestors; in a two-player game it must change sides from ply to ply, as it does
//! here. The paper says neither where moves are searched nor whether the tree is reused: we take the 5 x 5 around each
//! stone and do not reuse it. A drawn simulation counts 1/2 for both sides.

use gomoku::params;

use crate::mcts::heuristic_rollout::HeuristicRollout;
use crate::mcts::{FinalMove, LeafEvaluator, MctsConfig, MctsPlayer, neighborhood_from_name};

params! {
    /// Parameters of UCT.
    pub struct UctParams {
        /// Iterations per move; 0 for no limit.
        iterations: int = 1000, 0..=1000000000, step 100;
        /// Seconds per move when nothing else ends the search.
        seconds: real = 5.0, 0.01..=3600.0, step 1.0;
        /// c in Q/N + c sqrt(2 ln N / n).
        exploration: real = std::f64::consts::FRAC_1_SQRT_2, 0.0..=10.0, step 0.1;
        /// Candidate moves: within one step of a stone, two steps along a line, or two steps in any direction.
        neighborhood: choice = "square2", ["square1", "star2", "square2"];
        /// Play the move with the highest mean value or with the most visits.
        final_move: choice = "value", ["value", "visits"];
        /// Reuse the tree for the next move.
        reuse_tree: flag = false;
        /// Megabytes for the tree.
        memory: int = 512, 1..=65536, step 64;
    }
}

impl UctParams {
    /// The player. Players with the same seed build the same trees.
    pub fn player(&self, seed: u64) -> MctsPlayer<HeuristicRollout> {
        let neighborhood = neighborhood_from_name(self.neighborhood);
        let config = self.config(HeuristicRollout::new(neighborhood, 0.5));
        MctsPlayer::new(config, self.iterations, self.seconds, seed)
    }

    /// The paper's search with any leaf evaluator.
    pub fn config<E: LeafEvaluator>(&self, evaluator: E) -> MctsConfig<E> {
        let exploration = self.exploration * std::f64::consts::SQRT_2;
        MctsConfig {
            final_move: FinalMove::from_name(self.final_move),
            reuse_tree: self.reuse_tree,
            memory: (self.memory as u64) << 20,
            ..MctsConfig::uct(
                neighborhood_from_name(self.neighborhood),
                exploration,
                evaluator,
            )
        }
    }
}
