//! UCT-ADP and UCT-ADP-PB (Cao and Lin 2019): a tree whose leaves are valued by a critic instead of a simulation.
//!
//! ```text
//! UCT-ADP      select by  v + k1 sqrt(ln N / n)                       v: mean of the critic's values V below the child
//! UCT-ADP-PB   select by  v + k1 sqrt(ln N / n) + k2 H / max(H)       H: what the move changes in the pattern values
//! ```
//!
//! `k1 = sqrt 2` in print (the program's effective value is 2), `max(H) = 100000`, `k2 = 1` in the program and unspecified in
//! print. A move that wins has `H / max(H) = 1`. `H` is computed once for each node.
//!
//! Moves are looked for one or two steps along the lines of each stone, in random order; the final move has the highest mean
//! value; the tree is kept from move to move. Options are the forms that the program had at other times: `plies` random
//! moves before the critic is asked with `plydecay` for each, forced-move pruning (`prune`, `limit`) and the preferred list
//! of forcing moves (`prefer`). Ours: solvers may settle what they can (`uct_adp/proofs.rs`), `vcf` at every leaf and `vct` at the root.
//! Left out: the rule that plays the critic's choice when 84 of 90 seconds are used, since the
//! clock is the caller's.

mod proofs;

use std::sync::Arc;

use gomoku::params;
use gomoku::{Board, Limits, Player, PlayerError, SearchControl, SearchResult};
use nets::Critic;

use crate::mcts::critic_leaf::{CriticLeaf, CriticOptions};
use crate::mcts::neighborhood;
use crate::mcts::pattern_pruning::PatternPruning;
use proofs::RootProofs;

use crate::mcts::{FinalChoice, Recipe, Selection, TreeSearch, own_limits};

/// Declares a table of parameters that begins like UCT-ADP's.
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
                /// Where moves are looked for.
                near: choice = "star2", ["square1", "star2", "square2"];
                /// What the final move is chosen by.
                choose: choice = "value", ["value", "visits"];
                /// Keep the tree for the next move.
                reuse: flag = true;
                /// Megabytes for the tree.
                memory: int = 512, 1..=65536, step 64;
                /// Random plies before the critic is asked.
                plies: int = 0, 0..=500, step 1;
                /// How much of a value's distance from a half each of these plies keeps.
                plydecay: real = 1.0, 0.0..=1.0, step 0.05;
                /// Forced-move pruning.
                prune: flag = false;
                /// The most moves of a node, the critic's best; 0 for all.
                limit: int = 0, 0..=400, step 10;
                /// Try forcing moves alone.
                prefer: flag = false;
                /// Positions that a solver of continuous fours looks at for each leaf; 0 for no solver.
                vcf: int = 0, 0..=100000, step 50;
                /// Positions that a solver of threats looks at for a win, and again for the enemy's after the chosen move; 0 for no solver.
                vct: int = 0, 0..=1000000, step 1000;
                $($more)*
            }
        }

        impl $name {
            fn recipe(&self, critic: Arc<Critic>, bias: Bias) -> Recipe<CriticLeaf> {
                let near = neighborhood(self.near);
                let options = CriticOptions {
                    plies: self.plies as usize,
                    decay: self.plydecay,
                    near,
                    bias: bias.factor / bias.most,
                    heuristic_decay: bias.decay,
                    win_bias: bias.factor,
                    forced: PatternPruning {
                        prune: self.prune,
                        limit: self.limit as usize,
                        prefer: self.prefer,
                    },
                    fours: self.vcf as u64,
                };
                Recipe {
                    near,
                    selection: Selection::Ucb,
                    exploration: self.exploration,
                    leaf: CriticLeaf::new(critic, options),
                    simulations: 1,
                    proves: self.vcf > 0,
                    final_choice: FinalChoice::named(self.choose),
                    reuse: self.reuse,
                    memory: (self.memory as u64) << 20,
                }
            }
        }
    };
}

/// `factor H / most`, with the decay factor of `H`.
struct Bias {
    factor: f64,
    most: f64,
    decay: f64,
}

critic_params! {
    /// What UCT-ADP can be told.
    UctAdpParams,
}

critic_params! {
    /// What UCT-ADP-PB can be told.
    UctAdpPbParams,
    /// k2 in k2 H / max(H).
    k2: real = 1.0, 0.0..=1000.0, step 0.5;
    /// max(H).
    max_h: real = 100000.0, 1.0..=10000000.0, step 10000.0;
    /// The decay factor f of the heuristic; 0.85 in Chen and Zhang's report.
    decay: real = 0.9, 0.0..=1.0, step 0.05;
}

/// A tree with a critic at its leaves.
#[derive(Debug)]
pub struct UctAdp {
    iterations: i64,
    seconds: f64,
    search: TreeSearch<CriticLeaf>,
    proofs: Option<RootProofs>,
}

impl UctAdp {
    /// UCT-ADP. Two players with the same seed build the same trees.
    pub fn new(params: &UctAdpParams, critic: Arc<Critic>, seed: u64) -> UctAdp {
        let none = Bias {
            factor: 0.0,
            most: 1.0,
            decay: 0.9,
        };
        UctAdp {
            iterations: params.iterations,
            seconds: params.seconds,
            search: TreeSearch::new(params.recipe(critic, none), seed),
            proofs: RootProofs::new(params.vct as u64),
        }
    }

    /// UCT-ADP-PB.
    pub fn with_bias(params: &UctAdpPbParams, critic: Arc<Critic>, seed: u64) -> UctAdp {
        let bias = Bias {
            factor: params.k2,
            most: params.max_h,
            decay: params.decay,
        };
        UctAdp {
            iterations: params.iterations,
            seconds: params.seconds,
            search: TreeSearch::new(params.recipe(critic, bias), seed),
            proofs: RootProofs::new(params.vct as u64),
        }
    }
}

impl Player for UctAdp {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let limits = own_limits(limits, self.iterations, self.seconds);
        let Some(proofs) = &mut self.proofs else {
            return Ok(self.search.think(board, &limits, control));
        };
        if let Some(win) = proofs.win(board, &limits, control) {
            return Ok(win);
        }
        let result = self
            .search
            .think(board, &proofs::shortened(&limits), control);
        Ok(proofs.safest(board, result, &limits, control))
    }

    fn new_game(&mut self) {
        if let Some(proofs) = &mut self.proofs {
            proofs.new_game();
        }
        self.search.new_game();
    }
}
