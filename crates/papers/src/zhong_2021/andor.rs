//! AND/OR tree player (Zhao Zhikun et al. 2021, in Zhong's slides): plays a VCT that the best-first AND/OR tree finds.
//!
//! ```text
//! H(n) = H(parent) - (c / attackScore)^2                  parent is an OR node
//! H(n) = H(parent) * total / (total - solvable)           parent is an AND node
//! ```
//!
//! [`threats::and_or`] has the tree. The slides show the search but not the player around it.
//!
//! Our choices: a win is verified against every defense before it is played, and then played to its end without another
//! search. Without a win, the greedy player moves. A node limit makes the result independent of the machine.

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{Board, Limits, Neighborhood, Player, PlayerError, SearchControl, SearchResult};
use threats::SolverKind;

use crate::liao_2019::greedy::{Greedy, GreedyParams};
use crate::proven_attack::ProvenAttack;

params! {
    /// Parameters of the AND/OR player.
    pub struct AndOrParams {
        /// Nodes of the AND/OR tree per move.
        solver_nodes: int = 50000, 100..=1000000000, step 10000;
        /// Megabytes for the tree.
        memory: int = 128, 1..=65536, step 64;
    }
}

/// Plays the wins of the AND/OR tree, and greedy moves otherwise.
#[derive(Debug)]
pub struct AndOrPlayer {
    attack: ProvenAttack,
    greedy: Greedy,
}

impl AndOrPlayer {
    /// The seed breaks ties between quiet moves.
    pub fn new(params: AndOrParams, seed: u64) -> AndOrPlayer {
        let memory = (params.memory as u64) << 20;
        AndOrPlayer {
            attack: ProvenAttack::new(SolverKind::AndOr, params.solver_nodes as u64, memory),
            greedy: Greedy::new(GreedyParams::default(), seed),
        }
    }
}

impl Player for AndOrPlayer {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let allowed = candidate_moves(board, limits, Neighborhood::Full);
        let (win, nodes) = self.attack.think(board, limits, &allowed, control);
        let mut result = match win {
            Some(result) => result,
            None => self.greedy.think(board, limits, control)?,
        };
        result.nodes += nodes;
        Ok(result)
    }

    fn new_game(&mut self) {
        self.attack.new_game();
    }
}
