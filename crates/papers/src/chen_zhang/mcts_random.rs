//! MCTS with random rollouts (Chen and Zhang, section II; Zhang, Li and Huang's MCTree, section II.A).
//!
//! ```text
//! select by  w/n + c sqrt(ln N / n)       c = sqrt 2
//! ```
//!
//! Candidate moves are the empty neighbors of stones (Chen and Zhang: "x ± 1 or y ± 1"), in the tree and in the rollouts.
//! Each new node gets 20 random games of at most 150 plies; a game that is cut off or drawn is a loss for both sides. A
//! move that wins at once is played whatever the statistics say. Five seconds per move, and a new tree for each.
//!
//! Our choice: each of the 20 games counts as a visit, since `w` and `n` count games. The reports do not say.

use crate::mcts::rollout::RandomRollout;
use crate::mcts::{MctsConfig, MctsPlayer, mcts_params};

mcts_params! {
    /// Parameters of MCTS with random rollouts.
    MctsParams,
    first {},
    defaults { iterations: 0, neighborhood: "square1", reuse_tree: false },
    /// c in w/n + c sqrt(ln N / n).
    exploration: std::f64::consts::SQRT_2;
    /// Random games per new node.
    rollouts: int = 20, 1..=1000, step 5;
    /// Plies after which a random game is cut off.
    rollout_plies: int = 150, 1..=500, step 10;
}

impl MctsParams {
    /// The player. Players with the same seed build the same trees.
    pub fn player(&self, seed: u64) -> MctsPlayer<RandomRollout> {
        let rollout = RandomRollout::new(self.neighborhood(), self.rollout_plies as usize, 0.0);
        let config = MctsConfig {
            rollouts_per_leaf: self.rollouts as u32,
            ..self.uct_config(rollout)
        };
        self.mcts_player(config, seed)
    }
}
