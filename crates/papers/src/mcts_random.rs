//! MCTS with random roll-outs (Chen and Zhang's "MCTS"; Zhang, Li and Huang's "MCTree").
//!
//! ```text
//! select by  w/n + sqrt(2 ln N / n)
//! ```
//!
//! Moves are the empty neighbors of stones, in the tree and in the games. Each new node gets twenty random games of at
//! most 150 plies; a game that is cut off or that nobody wins is a loss for everybody. A child that wins at once is
//! played whatever the others' statistics say. Five seconds per move, and a new tree for each.
//!
//! All twenty games count as visits, since `w` and `n` are games; the reports do not say.

use gomoku::params;

use crate::mcts::rollout::RandomGames;
use crate::mcts::{FinalChoice, Recipe, Selection, TreeParams, TreePlayer, neighborhood};

params! {
    /// What the MCTS player can be told.
    pub struct MctsParams {
        /// Iterations per move; 0 for no limit.
        iterations: int = 0, 0..=1000000000, step 100;
        /// Seconds per move when nothing else ends the search.
        seconds: real = 5.0, 0.01..=3600.0, step 1.0;
        /// c in w/n + c sqrt(ln N / n).
        exploration: real = std::f64::consts::SQRT_2, 0.0..=10.0, step 0.1;
        /// Random games for each new node.
        simulations: int = 20, 1..=1000, step 5;
        /// Plies after which a random game is cut off.
        plies: int = 150, 1..=500, step 10;
        /// Where moves are looked for.
        near: choice = "square1", ["square1", "star2", "square2"];
        /// What the final move is chosen by.
        choose: choice = "value", ["value", "visits"];
        /// Keep the tree for the next move.
        reuse: flag = false;
        /// Megabytes for the tree.
        memory: int = 512, 1..=65536, step 64;
    }
}

impl TreeParams for MctsParams {
    type Leaf = RandomGames;

    fn recipe(&self) -> Recipe<RandomGames> {
        let near = neighborhood(self.near);
        Recipe {
            near,
            selection: Selection::Ucb,
            exploration: self.exploration,
            leaf: RandomGames::new(near, self.plies as usize, 0.0),
            simulations: self.simulations as u32,
            proves: false,
            final_choice: FinalChoice::named(self.choose),
            reuse: self.reuse,
            memory: (self.memory as u64) << 20,
        }
    }

    fn effort(&self) -> (i64, f64) {
        (self.iterations, self.seconds)
    }
}

/// A tree with random games at its leaves.
pub type Mcts = TreePlayer<MctsParams>;
