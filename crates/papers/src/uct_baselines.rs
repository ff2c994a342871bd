//! The two baselines of Cao and Lin's progressive-bias paper (2019): the frame of UCT-ADP without its critic.
//!
//! ```text
//! select by  v + k1 sqrt(ln N / n)      k1 = sqrt 2 in print; the authors' code has an effective 2
//! ```
//!
//! - UCT-DUMMY: every leaf is worth 0.5, finished games 1 and 0. It shows what the tree does alone.
//! - UCT-SIMULATION: a leaf is worth the result of one random game to the end. The program of June 2019, behind the
//!   authors' first table of results, differs: `exploration=0.5657,plies=4,decay=0.9,prune=true` is that one, with
//!   0.5657 for 0.4 sqrt 2 and the pruning of [`forced_moves`](crate::mcts::forced_moves).
//!
//! Moves are looked for one or two steps along the lines of each stone; the final move has the highest mean value; the
//! tree is kept from move to move.

use gomoku::params;

use crate::mcts::forced_moves::Pruned;
use crate::mcts::rollout::RandomGames;
use crate::mcts::{Constant, FinalChoice, Recipe, Selection, TreeParams, TreePlayer, neighborhood};

params! {
    /// What UCT-DUMMY can be told.
    pub struct UctDummyParams {
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
        /// What every leaf is worth.
        value: real = 0.5, 0.0..=1.0, step 0.1;
    }
}

params! {
    /// What UCT-SIMULATION can be told.
    pub struct UctSimParams {
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
        /// Plies after which a random game is cut off; 0 for none.
        plies: int = 0, 0..=500, step 1;
        /// How much of a result's distance from a half each ply of the random game keeps.
        decay: real = 1.0, 0.0..=1.0, step 0.05;
        /// Take moves that lose at once off the list, and leave one that wins alone.
        prune: flag = false;
    }
}

/// What both have in common, around a leaf value.
macro_rules! frame {
    ($params:expr, $leaf:expr) => {
        Recipe {
            near: neighborhood($params.near),
            selection: Selection::Ucb,
            exploration: $params.exploration,
            leaf: $leaf,
            simulations: 1,
            proves: false,
            final_choice: FinalChoice::named($params.choose),
            reuse: $params.reuse,
            memory: ($params.memory as u64) << 20,
        }
    };
}

impl TreeParams for UctDummyParams {
    type Leaf = Constant;

    fn recipe(&self) -> Recipe<Constant> {
        frame!(self, Constant(self.value))
    }

    fn effort(&self) -> (i64, f64) {
        (self.iterations, self.seconds)
    }
}

/// A tree that knows nothing but finished games.
pub type UctDummy = TreePlayer<UctDummyParams>;

impl TreeParams for UctSimParams {
    type Leaf = Pruned<RandomGames>;

    fn recipe(&self) -> Recipe<Pruned<RandomGames>> {
        let plies = match self.plies {
            0 => usize::MAX,
            plies => plies as usize,
        };
        let mut games = RandomGames::new(neighborhood(self.near), plies, 0.5);
        games.decay = self.decay;
        frame!(self, Pruned::new(games, self.prune))
    }

    fn effort(&self) -> (i64, f64) {
        (self.iterations, self.seconds)
    }
}

/// A tree with random games at its leaves.
pub type UctSim = TreePlayer<UctSimParams>;
