//! MCTS with random rollouts (Chen and Zhang's "MCTS"; Zhang, Li and Huang's "MCTree").
//!
//! ```text
//! select by  w/n + sqrt(2 ln N / n)
//! ```
//!
//! Moves are the empty neighbors of stones, in the tree and in the rollouts. Each new node gets twenty random games of at
//! most 150 plies; a game that is cut off or drawn is a loss for both sides. A child that wins at once is played whatever
//! the statistics say. Five seconds per move, and a new tree for each.
//!
//! The reports do not say how the twenty games are counted. Here each is a visit, since `w` and `n` count games.

use gomoku::params;

use crate::mcts::rollout::RandomRollout;
use crate::mcts::{FinalMove, MctsConfig, MctsPlayer, neighborhood_from_name};

params! {
    /// Parameters of MCTS with random rollouts.
    pub struct MctsParams {
        /// Iterations per move; 0 for no limit.
        iterations: int = 0, 0..=1000000000, step 100;
        /// Seconds per move when nothing else ends the search.
        seconds: real = 5.0, 0.01..=3600.0, step 1.0;
        /// c in w/n + c sqrt(ln N / n).
        exploration: real = std::f64::consts::SQRT_2, 0.0..=10.0, step 0.1;
        /// Random games per new node.
        rollouts: int = 20, 1..=1000, step 5;
        /// Plies after which a random game is cut off.
        rollout_plies: int = 150, 1..=500, step 10;
        /// Candidate moves: within one step of a stone, two steps along a line, or two steps in any direction.
        neighborhood: choice = "square1", ["square1", "star2", "square2"];
        /// Play the move with the highest mean value or with the most visits.
        final_move: choice = "value", ["value", "visits"];
        /// Reuse the tree for the next move.
        reuse_tree: flag = false;
        /// Megabytes for the tree.
        memory: int = 512, 1..=65536, step 64;
    }
}

impl MctsParams {
    /// The player. Players with the same seed build the same trees.
    pub fn player(&self, seed: u64) -> MctsPlayer<RandomRollout> {
        let neighborhood = neighborhood_from_name(self.neighborhood);
        let rollout = RandomRollout::new(neighborhood, self.rollout_plies as usize, 0.0);
        let config = MctsConfig {
            rollouts_per_leaf: self.rollouts as u32,
            final_move: FinalMove::from_name(self.final_move),
            reuse_tree: self.reuse_tree,
            memory: (self.memory as u64) << 20,
            ..MctsConfig::uct(neighborhood, self.exploration, rollout)
        };
        MctsPlayer::new(config, self.iterations, self.seconds, seed)
    }
}
