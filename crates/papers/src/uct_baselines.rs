//! The two baselines of Cao and Lin's progressive-bias paper (2019): UCT-ADP without its critic.
//!
//! ```text
//! select by  v + k1 sqrt(ln N / n)      k1 = sqrt 2 in print; the authors' code has an effective 2
//! ```
//!
//! - UCT-DUMMY: every leaf is worth 0.5, finished games 1 and 0. It shows what the tree does alone.
//! - UCT-SIMULATION: a leaf is worth the result of one random game to the end. The program of June 2019, behind the
//!   authors' first table of results, differs: it is `exploration=0.5657,rollout_plies=4,rollout_decay=0.9,prune=true`, with
//!   0.5657 for 0.4 sqrt 2 and the pruning of [`forced_move_pruning`](crate::mcts::forced_move_pruning).
//!
//! Candidate moves lie one or two steps along the lines of each stone. The move with the highest mean value is played, and
//! the tree is reused.

use gomoku::params;

use crate::mcts::forced_move_pruning::ForcedMovePruning;
use crate::mcts::rollout::RandomRollout;
use crate::mcts::{ConstantEvaluator, FinalMove, MctsConfig, MctsPlayer, neighborhood_from_name};

/// Declares a parameter table that begins like both baselines', and the configuration it stands for.
macro_rules! baseline_params {
    ($(#[$meta:meta])* $name:ident, $($more:tt)*) => {
        params! {
            $(#[$meta])*
            pub struct $name {
                /// Iterations per move; 0 for no limit.
                iterations: int = 0, 0..=1000000000, step 1000;
                /// Seconds per move when nothing else ends the search.
                seconds: real = 5.0, 0.01..=3600.0, step 1.0;
                /// k1 in v + k1 sqrt(ln N / n).
                exploration: real = std::f64::consts::SQRT_2, 0.0..=10.0, step 0.1;
                /// Candidate moves: within one step of a stone, two steps along a line, or two steps in any direction.
                neighborhood: choice = "star2", ["square1", "star2", "square2"];
                /// Play the move with the highest mean value or with the most visits.
                final_move: choice = "value", ["value", "visits"];
                /// Reuse the tree for the next move.
                reuse_tree: flag = true;
                /// Megabytes for the tree.
                memory: int = 512, 1..=65536, step 64;
                $($more)*
            }
        }

        impl $name {
            fn config<E>(&self, evaluator: E) -> MctsConfig<E> {
                let neighborhood = neighborhood_from_name(self.neighborhood);
                MctsConfig {
                    final_move: FinalMove::from_name(self.final_move),
                    reuse_tree: self.reuse_tree,
                    memory: (self.memory as u64) << 20,
                    ..MctsConfig::uct(neighborhood, self.exploration, evaluator)
                }
            }
        }
    };
}

baseline_params! {
    /// Parameters of UCT-DUMMY.
    UctDummyParams,
    /// The value of every leaf.
    value: real = 0.5, 0.0..=1.0, step 0.1;
}

baseline_params! {
    /// Parameters of UCT-SIMULATION.
    UctSimParams,
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
        let config = self.config(ConstantEvaluator(self.value));
        MctsPlayer::new(config, self.iterations, self.seconds, seed)
    }
}

impl UctSimParams {
    /// The player. Players with the same seed build the same trees.
    pub fn player(&self, seed: u64) -> MctsPlayer<ForcedMovePruning<RandomRollout>> {
        let max_plies = match self.rollout_plies {
            0 => usize::MAX,
            plies => plies as usize,
        };
        let neighborhood = neighborhood_from_name(self.neighborhood);
        let mut rollout = RandomRollout::new(neighborhood, max_plies, 0.5);
        rollout.decay = self.rollout_decay;
        let config = self.config(ForcedMovePruning::new(rollout, self.prune));
        MctsPlayer::new(config, self.iterations, self.seconds, seed)
    }
}
