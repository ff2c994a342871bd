//! UCT with heuristic simulations (Tang, Zhao, Shao and Lv 2016, Algorithm 2, in Zhong's slides).
//!
//! ```text
//! select by  Q/N + c sqrt(2 ln N(parent) / N)     c = 1 / sqrt 2
//! simulate   by the four heuristic rules, then at random
//! play       Best Child(root): the child with the largest Q/N
//! ```
//!
//! Our choices: Algorithm 2 adds the same reward to all ancestors; in a two-player game it must alternate from ply to ply,
//! as it does here. The paper gives neither the candidates nor says whether the tree is reused: we take the 5 x 5 around
//! each stone and build a new tree for each move. A drawn simulation counts 1/2 for both sides.

use crate::mcts::{LeafEvaluator, MctsConfig, MctsPlayer, mcts_params};
use crate::zhong_2021::heuristic_rollout::HeuristicRollout;

mcts_params! {
    /// Parameters of UCT.
    UctParams,
    first {},
    defaults { iterations: 1000, neighborhood: "square2", reuse_tree: false },
    /// c in Q/N + c sqrt(2 ln N / n).
    exploration: std::f64::consts::FRAC_1_SQRT_2;
}

impl UctParams {
    /// The player. Players with the same seed build the same trees.
    pub fn player(&self, seed: u64) -> MctsPlayer<HeuristicRollout> {
        let rollout = HeuristicRollout::new(self.neighborhood(), 0.5);
        self.mcts_player(self.config(rollout), seed)
    }

    /// The paper's search with any leaf evaluator.
    pub fn config<E: LeafEvaluator>(&self, evaluator: E) -> MctsConfig<E> {
        MctsConfig {
            exploration: self.exploration * std::f64::consts::SQRT_2,
            ..self.uct_config(evaluator)
        }
    }
}
