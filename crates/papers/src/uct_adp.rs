//! UCT-ADP and UCT-ADP-PB (Cao and Lin 2019): UCT whose leaves are evaluated by a critic instead of a simulation.
//!
//! ```text
//! UCT-ADP      select by  v + k1 sqrt(ln N / n)                       v: mean of the critic's values V below the child
//! UCT-ADP-PB   select by  v + k1 sqrt(ln N / n) + k2 H / max(H)       H: how the move changes the pattern values
//! ```
//!
//! `k1 = sqrt 2` in print (the program's effective value is 2), `max(H) = 100000`, `k2 = 1` in the program and unspecified in
//! print. A winning move has `H / max(H) = 1`. `H` is computed once per node.
//!
//! Candidate moves lie one or two steps along the lines of each stone and are expanded in random order. The move with the
//! highest mean value is played, and the tree is reused. The options are forms that the program had at other times:
//! `rollout_plies` random moves before the critic evaluates, with `rollout_decay` for each; forced-move pruning (`prune`,
//! `width`); the preferred list of forcing moves (`forcing_only`).
//!
//! Ours: a VCF solver at every leaf (`vcf_nodes`) and a VCT solver at the root (`vct_nodes`). Left out: the rule that plays
//! the critic's choice when 84 of 90 seconds are used, since the clock is the caller's.

use std::sync::Arc;

use gomoku::params;
use nets::Critic;

use crate::mcts::critic_evaluator::{CriticEvaluator, CriticOptions};
use crate::mcts::move_pruning::MovePruning;
use crate::mcts::{FinalMove, MctsConfig, MctsPlayer, RootSolver, neighborhood_from_name};

/// Declares a parameter table that begins like UCT-ADP's, and the player it stands for.
macro_rules! critic_params {
    ($(#[$meta:meta])* $name:ident, $($more:tt)*) => {
        params! {
            $(#[$meta])*
            pub struct $name {
                /// The critic: zhao, cao, chen, best, or a file made by `tengen train adp`.
                net: text = "cao";
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
                /// Random plies before the critic evaluates.
                rollout_plies: int = 0, 0..=500, step 1;
                /// Per random ply, the factor of the value's distance from 1/2; 1 for no decay.
                rollout_decay: real = 1.0, 0.0..=1.0, step 0.05;
                /// Forced-move pruning: drop moves that lose at once, and keep a winning move alone.
                prune: flag = false;
                /// Moves per node, the critic's best; 0 for all.
                width: int = 0, 0..=400, step 10;
                /// Keep only forcing moves where there are any.
                forcing_only: flag = false;
                /// Positions of the VCF solver per leaf; 0 for no solver.
                vcf_nodes: int = 0, 0..=100000, step 50;
                /// Positions of the VCT solver at the root, for our win and then for the opponent's; 0 for no solver.
                vct_nodes: int = 0, 0..=1000000, step 1000;
                $($more)*
            }
        }

        impl $name {
            fn player_with_bias(
                &self,
                bias: ProgressiveBias,
                critic: Arc<Critic>,
                seed: u64,
            ) -> MctsPlayer<CriticEvaluator> {
                let neighborhood = neighborhood_from_name(self.neighborhood);
                let options = CriticOptions {
                    rollout_plies: self.rollout_plies as usize,
                    rollout_decay: self.rollout_decay,
                    neighborhood,
                    bias: bias.k2 / bias.max_h,
                    win_bias: bias.k2,
                    heuristic_decay: bias.decay,
                    pruning: MovePruning {
                        forced_moves: self.prune,
                        forcing_only: self.forcing_only,
                        width: self.width as usize,
                    },
                    vcf_nodes: self.vcf_nodes as u64,
                };
                let evaluator = CriticEvaluator::new(critic, options);
                let config = MctsConfig {
                    mcts_solver: self.vcf_nodes > 0,
                    final_move: FinalMove::from_name(self.final_move),
                    reuse_tree: self.reuse_tree,
                    memory: (self.memory as u64) << 20,
                    ..MctsConfig::uct(neighborhood, self.exploration, evaluator)
                };
                MctsPlayer::new(config, self.iterations, self.seconds, seed)
                    .with_root_solver(RootSolver::new(self.vct_nodes as u64))
            }
        }
    };
}

/// `k2 H / max(H)`, with the decay factor of `H`.
struct ProgressiveBias {
    k2: f64,
    max_h: f64,
    decay: f64,
}

critic_params! {
    /// Parameters of UCT-ADP.
    UctAdpParams,
}

critic_params! {
    /// Parameters of UCT-ADP-PB.
    UctAdpPbParams,
    /// k2 in k2 H / max(H).
    k2: real = 1.0, 0.0..=1000.0, step 0.5;
    /// max(H).
    max_h: real = 100000.0, 1.0..=10000000.0, step 10000.0;
    /// The decay factor f of the heuristic; 0.85 in Chen and Zhang's report.
    decay: real = 0.9, 0.0..=1.0, step 0.05;
}

impl UctAdpParams {
    /// The player. Players with the same seed build the same trees.
    pub fn player(&self, critic: Arc<Critic>, seed: u64) -> MctsPlayer<CriticEvaluator> {
        let no_bias = ProgressiveBias {
            k2: 0.0,
            max_h: 1.0,
            decay: 0.9,
        };
        self.player_with_bias(no_bias, critic, seed)
    }
}

impl UctAdpPbParams {
    /// The player. Players with the same seed build the same trees.
    pub fn player(&self, critic: Arc<Critic>, seed: u64) -> MctsPlayer<CriticEvaluator> {
        let bias = ProgressiveBias {
            k2: self.k2,
            max_h: self.max_h,
            decay: self.decay,
        };
        self.player_with_bias(bias, critic, seed)
    }
}
