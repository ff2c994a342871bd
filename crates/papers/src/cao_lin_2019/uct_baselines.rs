//! UCT-DUMMY and UCT-SIMULATION (Cao and Lin 2019, section V.A): the baselines of UCT-ADP.
//!
//! ```text
//! select by  v + k sqrt(ln N / n)      formula (1), k = sqrt 2; the authors' program has an effective 2
//! ```
//!
//! - UCT-DUMMY gives every leaf the value 0.5, and finished games 1 and 0.
//! - UCT-SIMULATION plays one random game to the end. The program of June 2019, behind the authors' first table of results,
//!   is `exploration=0.5657,rollout_plies=4,rollout_decay=0.9,prune=true`: 0.5657 is 0.4 sqrt 2, and the pruning is
//!   [`forced_move_pruning`](crate::cao_lin_2019::forced_move_pruning).
//!
//! Candidate moves lie one or two steps from a stone along a line (section IV.B, figure 4). The move with the highest mean
//! value is played, and the tree is reused.

use crate::cao_lin_2019::forced_move_pruning::ForcedMovePruning;
use crate::mcts::rollout::RandomRollout;
use crate::mcts::{ConstantEvaluator, MctsPlayer, mcts_params};

mcts_params! {
    /// Parameters of UCT-DUMMY.
    UctDummyParams,
    first {},
    defaults { iterations: 0, neighborhood: "star2", reuse_tree: true },
    /// k in v + k sqrt(ln N / n).
    exploration: std::f64::consts::SQRT_2;
    /// The value of every leaf.
    value: real = 0.5, 0.0..=1.0, step 0.1;
}

mcts_params! {
    /// Parameters of UCT-SIMULATION.
    UctSimParams,
    first {},
    defaults { iterations: 0, neighborhood: "star2", reuse_tree: true },
    /// k in v + k sqrt(ln N / n).
    exploration: std::f64::consts::SQRT_2;
    /// Plies after which a random game is cut off; 0 for never.
    rollout_plies: int = 0, 0..=500, step 1;
    /// Per ply of the random game, the factor of the result's distance from 1/2; 1 for no decay.
    rollout_decay: real = 1.0, 0.0..=1.0, step 0.05;
    /// Forced-move pruning: drop moves that lose at once, and keep a winning move alone.
    prune: flag = false;
}

impl UctDummyParams {
    /// The player. Players with the same seed build the same trees.
    pub fn player(&self, seed: u64) -> MctsPlayer<ConstantEvaluator> {
        self.mcts_player(self.uct_config(ConstantEvaluator(self.value)), seed)
    }
}

impl UctSimParams {
    /// The player. Players with the same seed build the same trees.
    pub fn player(&self, seed: u64) -> MctsPlayer<ForcedMovePruning<RandomRollout>> {
        let max_plies = match self.rollout_plies {
            0 => usize::MAX,
            plies => plies as usize,
        };
        let mut rollout = RandomRollout::new(self.neighborhood(), max_plies, 0.5);
        rollout.decay = self.rollout_decay;
        let evaluator = ForcedMovePruning::new(rollout, self.prune);
        self.mcts_player(self.uct_config(evaluator), seed)
    }
}
