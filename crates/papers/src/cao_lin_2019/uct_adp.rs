//! UCT-ADP and UCT-ADP-PB (Cao and Lin 2019, section IV): UCT whose leaves are evaluated by a critic instead of a simulation.
//!
//! ```text
//! UCT-ADP      select by  v + k1 sqrt(ln N / n)                       v: mean of the critic's values V below the child
//! UCT-ADP-PB   select by  v + k1 sqrt(ln N / n) + k2 H / max(H)       formula (4); H: exponential heuristic of the move
//! ```
//!
//! `k1 = sqrt 2` (the authors' program has an effective 2) and `max(H) = 100000`. `k2` is 1 in the program and not printed. A
//! winning move has `H / max(H) = 1`. `H` is formula 3 (`heuristic=program` for that of the authors' program) and is computed
//! once per node.
//!
//! Candidate moves lie one or two steps from a stone along a line (section IV.B). Section IV.C
//! (`preferred`) keeps what the opponent's threats leave and expands its preferred list first, the other moves in the order of the bias, and without a bias at random. The move with the
//! highest mean value is played, and the tree is reused. Some parameters reproduce other versions of the authors' program:
//! `rollout_plies` random moves before the critic evaluates, with `rollout_decay` for each; forced-move pruning (`prune`,
//! `width`); forcing moves alone (`forcing_only`); random expansion (`expansion`).
//!
//! The authors' outlook, off by default: a memory of states (`memory_neighbors`, see [`crate::mcts::state_memory`]) and tree
//! shape control (`tree_depth`).
//!
//! Our additions: a VCF solver at every leaf (`vcf_nodes`) and a VCT solver at the root (`vct_nodes`). Left out: the program's
//! rule that plays the critic's move once 84 of 90 seconds are used, since the clock is the caller's.

use std::sync::Arc;

use nets::Critic;

use crate::cao_lin_2019::critic_evaluator::{CriticEvaluator, CriticOptions};
use crate::cao_lin_2019::move_pruning::MovePruning;
use crate::cao_lin_2019::pattern_heuristic::HeuristicFormula;
use crate::mcts::state_memory::{MemoryConfig, MemoryShare};
use crate::mcts::{Expansion, MctsConfig, MctsPlayer, RootSolver, mcts_params};

/// Declares the parameters of UCT-ADP and more, and the player.
macro_rules! critic_params {
    ($(#[$meta:meta])* $name:ident, $($more:tt)*) => {
        mcts_params! {
            $(#[$meta])*
            $name,
            first {
                /// The critic: zhao, cao, chen, best, or a file made by `tengen train adp`.
                net: text = "cao";
            },
            defaults { iterations: 0, neighborhood: "star2", reuse_tree: true },
            /// k1 in v + k1 sqrt(ln N / n).
            exploration: std::f64::consts::SQRT_2;
            /// Random plies before the critic evaluates.
            rollout_plies: int = 0, 0..=500, step 1;
            /// Per random ply, the factor of the value's distance from 1/2; 1 for no decay.
            rollout_decay: real = 1.0, 0.0..=1.0, step 0.05;
            /// Section IV.C: answer the opponent's threats, otherwise expand attacks by fours and threes first.
            preferred: flag = true;
            /// Forced-move pruning: drop moves that lose at once, and keep a winning move alone.
            prune: flag = false;
            /// Moves per node, the critic's best; 0 for all.
            width: int = 0, 0..=400, step 10;
            /// Keep only forcing moves where there are any.
            forcing_only: flag = false;
            /// Nodes of the VCF solver per leaf; 0 for no solver.
            vcf_nodes: int = 0, 0..=100000, step 50;
            /// Nodes of the VCT solver at the root, for our win and then for the opponent's; 0 for no solver.
            vct_nodes: int = 0, 0..=1000000, step 1000;
            /// M of a memory of states: neighbors whose values are averaged; 0 for no memory.
            memory_neighbors: int = 0, 0..=1000, step 10;
            /// States in the memory, for either side to move.
            memory_size: int = 1000, 1..=10000, step 100;
            /// tau: how much a neighbor counts that is less similar.
            memory_temperature: real = 0.1, 0.001..=10.0, step 0.05;
            /// lambda: the memory's share in the value of a node, before its first visit.
            memory_share: real = 0.5, 0.0..=1.0, step 0.1;
            /// Visits after which that share is half.
            memory_half_visits: real = 10.0, 0.1..=100000.0, step 10.0;
            /// Tree shape control: k1 changes until the leaves have this mean depth in plies; 0 for a constant k1.
            tree_depth: real = 0.0, 0.0..=100.0, step 1.0;
            $($more)*
        }

        impl $name {
            fn state_memory(&self) -> Option<MemoryConfig> {
                (self.memory_neighbors > 0).then_some(MemoryConfig {
                    size: self.memory_size as usize,
                    neighbors: self.memory_neighbors as usize,
                    temperature: self.memory_temperature,
                    share: MemoryShare {
                        initial: self.memory_share,
                        half_visits: self.memory_half_visits,
                    },
                })
            }

            fn player_with_bias(
                &self,
                bias: ProgressiveBias,
                critic: Arc<Critic>,
                seed: u64,
            ) -> MctsPlayer<CriticEvaluator> {
                let options = CriticOptions {
                    rollout_plies: self.rollout_plies as usize,
                    rollout_decay: self.rollout_decay,
                    neighborhood: self.neighborhood(),
                    bias: bias.k2 / bias.max_h,
                    win_bias: bias.k2,
                    formula: bias.formula,
                    heuristic_decay: bias.decay,
                    prefers_attacks: self.preferred,
                    orders_by_heuristic: bias.orders_moves,
                    pruning: MovePruning {
                        forced_moves: self.prune,
                        forcing_only: self.forcing_only,
                        width: self.width as usize,
                    },
                    vcf_nodes: self.vcf_nodes as u64,
                };
                let config = MctsConfig {
                    expansion: if self.preferred || bias.orders_moves {
                        Expansion::InOrder
                    } else {
                        Expansion::Random
                    },
                    mcts_solver: self.vcf_nodes > 0,
                    state_memory: self.state_memory(),
                    tree_depth: (self.tree_depth > 0.0).then_some(self.tree_depth),
                    ..self.uct_config(CriticEvaluator::new(critic, options))
                };
                self.mcts_player(config, seed)
                    .with_root_solver(RootSolver::new(self.vct_nodes as u64))
            }
        }
    };
}

/// `k2 H / max(H)`.
struct ProgressiveBias {
    k2: f64,
    max_h: f64,
    /// How `H` is computed, with its decay factor.
    formula: HeuristicFormula,
    decay: f64,
    /// Are untried moves expanded in the order of `H`?
    orders_moves: bool,
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
    /// H by formula 3 as printed, or by the authors' program: change of our pattern values - 5 change of the opponent's.
    heuristic: choice = "printed", ["printed", "program"];
    /// Expand untried moves in the order of H or at random.
    expansion: choice = "heuristic", ["heuristic", "random"];
}

impl UctAdpParams {
    /// The player. Players with the same seed build the same trees.
    pub fn player(&self, critic: Arc<Critic>, seed: u64) -> MctsPlayer<CriticEvaluator> {
        let no_bias = ProgressiveBias {
            k2: 0.0,
            max_h: 1.0,
            formula: HeuristicFormula::Printed,
            decay: 0.9,
            orders_moves: false,
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
            formula: HeuristicFormula::from_name(self.heuristic),
            decay: self.decay,
            orders_moves: self.expansion == "heuristic",
        };
        self.player_with_bias(bias, critic, seed)
    }
}
