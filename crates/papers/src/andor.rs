//! Zhao Zhikun's attack (2021, in Zhong's slides) as a player: where the best-first AND/OR tree finds a victory by
//! continuous threats it is played, and elsewhere the greedy player moves.
//!
//! The tree itself, with its decaying values, is [`threats::and_or`]. The slides show the search and not what surrounds
//! it; that quiet moves are the greedy player's is our choice. What the tree finds is proven against every answer before it
//! is believed, and then played without searching again.

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{Board, Limits, Neighborhood, Player, PlayerError, SearchControl, SearchResult};
use threats::Kind;

use crate::greedy::{Greedy, GreedyParams};
use crate::proven_attack::ProvenAttack;

params! {
    /// What the AND/OR player can be told.
    pub struct AndOrParams {
        /// Positions that the tree may visit for a move; our limit, so that it ends alike on every machine.
        attack_nodes: int = 50000, 100..=1000000000, step 10000;
        /// Megabytes for the tree.
        memory: int = 128, 1..=65536, step 64;
    }
}

/// Attacks by the AND/OR tree and is greedy otherwise.
#[derive(Debug)]
pub struct AndOrPlayer {
    attack: ProvenAttack,
    greedy: Greedy,
}

impl AndOrPlayer {
    /// The seed decides between equal quiet moves.
    pub fn new(params: AndOrParams, seed: u64) -> AndOrPlayer {
        let memory = (params.memory as u64) << 20;
        AndOrPlayer {
            attack: ProvenAttack::new(Kind::AndOr, params.attack_nodes as u64, memory),
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
        let (won, nodes) = self.attack.think(board, limits, &allowed, control);
        let mut result = match won {
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
