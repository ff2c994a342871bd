//! The two baselines of Cao and Lin's progressive-bias paper (2019): the frame of UCT-ADP without its critic.
//!
//! ```text
//! select by  v + k1 sqrt(ln N / n)      k1 = sqrt 2 in print; the authors' code has an effective 2
//! ```
//!
//! - UCT-DUMMY: every leaf is worth 0.5, finished games 1 and 0. It shows what the tree does alone.
//! - UCT-SIMULATION: a leaf is worth the result of one random game to the end. The program behind the paper's table of
//!   2019 differs: `exploration=0.5657` (0.4 sqrt 2), `plies=4` and `decay=0.9` give it, but for its forced-move pruning,
//!   which is left out.
//!
//! Moves are looked for one or two steps along the lines of each stone; the final move has the highest mean value; the
//! tree is kept from move to move.

use gomoku::params;
use gomoku::{Board, Fault, Limits, Neighborhood, Player, Thought, Watch};

use crate::mcts::rollout::RandomGames;
use crate::mcts::{Constant, FinalChoice, Leaf, Recipe, TreeSearch, own_limits};
use crate::uct::neighborhood;

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
    }
}

macro_rules! baseline {
    ($params:ident) => {
        impl $params {
            /// The frame around any leaf value.
            pub fn recipe<L: Leaf>(&self, leaf: L) -> Recipe<L> {
                Recipe {
                    near: neighborhood(self.near),
                    exploration: self.exploration,
                    leaf,
                    simulations: 1,
                    final_choice: FinalChoice::named(self.choose),
                    reuse: self.reuse,
                    memory: (self.memory as u64) << 20,
                }
            }
        }
    };
}

baseline!(UctDummyParams);
baseline!(UctSimParams);

/// A tree that knows nothing but finished games.
#[derive(Debug)]
pub struct UctDummy {
    params: UctDummyParams,
    search: TreeSearch<Constant>,
}

impl UctDummy {
    /// Two players with the same seed build the same trees.
    pub fn new(params: UctDummyParams, seed: u64) -> UctDummy {
        let leaf = Constant(params.value);
        UctDummy {
            search: TreeSearch::new(params.recipe(leaf), seed),
            params,
        }
    }
}

impl Player for UctDummy {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        watch: &Watch<'_>,
    ) -> Result<Thought, Fault> {
        let limits = own_limits(limits, self.params.iterations, self.params.seconds);
        Ok(self.search.think(board, &limits, watch))
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }
}

/// A tree with random games at its leaves.
#[derive(Debug)]
pub struct UctSim {
    params: UctSimParams,
    search: TreeSearch<RandomGames>,
}

impl UctSim {
    /// Two players with the same seed build the same trees.
    pub fn new(params: UctSimParams, seed: u64) -> UctSim {
        let plies = match params.plies {
            0 => usize::MAX,
            plies => plies as usize,
        };
        let near: Neighborhood = neighborhood(params.near);
        let mut leaf = RandomGames::new(near, plies, 0.5);
        leaf.decay = params.decay;
        UctSim {
            search: TreeSearch::new(params.recipe(leaf), seed),
            params,
        }
    }
}

impl Player for UctSim {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        watch: &Watch<'_>,
    ) -> Result<Thought, Fault> {
        let limits = own_limits(limits, self.params.iterations, self.params.seconds);
        Ok(self.search.think(board, &limits, watch))
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }
}
