//! UCT with heuristic simulation (Tang, Zhao, Shao and Lv 2016, Algorithm 2; Zhong's slides).
//!
//! ```text
//! select by  Q/N + c sqrt(2 ln N(parent) / N)     c = 1 / sqrt 2, so the term is sqrt(ln N(parent) / N)
//! simulate   by the four forced rules, then by lot
//! play       the child with the largest Q/N, which is the same rule with c = 0
//! ```
//!
//! The slides add the same reward to all ancestors; in a game of two it changes sides from ply to ply, as here. The
//! paper says neither where moves are looked for nor whether the tree is kept: we take the 5 x 5 around each stone, and
//! do not keep it. A simulation that nobody wins counts a half for both.

use gomoku::params;

use crate::mcts::forced_rules::ForcedRules;
use crate::mcts::{FinalChoice, Leaf, Recipe, Selection, TreeParams, TreePlayer, neighborhood};

params! {
    /// What the UCT player can be told.
    pub struct UctParams {
        /// Iterations per move; 0 for no limit.
        iterations: int = 1000, 0..=1000000000, step 100;
        /// Seconds per move when nothing else ends the search.
        seconds: real = 5.0, 0.01..=3600.0, step 1.0;
        /// c in Q/N + c sqrt(2 ln N / n).
        exploration: real = std::f64::consts::FRAC_1_SQRT_2, 0.0..=10.0, step 0.1;
        /// Where moves are looked for.
        near: choice = "square2", ["square1", "star2", "square2"];
        /// What the final move is chosen by.
        choose: choice = "value", ["value", "visits"];
        /// Keep the tree for the next move.
        reuse: flag = false;
        /// Megabytes for the tree.
        memory: int = 512, 1..=65536, step 64;
    }
}

impl UctParams {
    /// The paper's player around any leaf value.
    pub fn around<L: Leaf>(&self, leaf: L) -> Recipe<L> {
        Recipe {
            near: neighborhood(self.near),
            selection: Selection::Ucb,
            exploration: self.exploration * std::f64::consts::SQRT_2,
            leaf,
            simulations: 1,
            proves: false,
            final_choice: FinalChoice::named(self.choose),
            reuse: self.reuse,
            memory: (self.memory as u64) << 20,
        }
    }
}

impl TreeParams for UctParams {
    type Leaf = ForcedRules;

    fn recipe(&self) -> Recipe<ForcedRules> {
        self.around(ForcedRules::new(neighborhood(self.near), 0.5))
    }

    fn effort(&self) -> (i64, f64) {
        (self.iterations, self.seconds)
    }
}

/// UCT whose simulations follow the forced rules.
pub type Uct = TreePlayer<UctParams>;
