//! Textbook minimax (Liao 2019, section 1.2.1, Algorithm 1), and the public program that the report calls Minimax.
//!
//! ```text
//! minimax(s, 0) = static evaluation of s
//! minimax(s, d) = max over moves a of minimax(s + a, d - 1)     if the maximizing player is to move
//!                 min over moves a of minimax(s + a, d - 1)     otherwise
//! ```
//!
//! The static evaluation is Algorithm 3 for the maximizing player minus that for the opponent. Moves are the empty points
//! of the stones' bounding box enlarged by 2 (section 3.1), row by row. Depth 3 is the most that the report found playable
//! on a PC (section 1.2.4).
//!
//! Our choices: the report evaluates finished games statically; here a win scores higher the sooner it comes, otherwise
//! minimax postpones it. The first of equal moves is played, or a random one with `ties=random`.
//!
//! `variant=liao-opponent` is the program that plays as Minimax in the report's tables ([`liao_opponent`]).

pub mod liao_opponent;

use gomoku::params;
use gomoku::{Board, Budget, Limits, Player, PlayerError, SearchControl, SearchResult};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game_tree::alpha_beta::AlphaBetaNode;
use crate::game_tree::bounding_box::root_moves;
use crate::game_tree::evaluation::Evaluation;
use crate::game_tree::iterative_deepening::{
    RootResult, depth_limit, iterative_deepening, search_root,
};
use crate::game_tree::score::{Window, best_score};
use crate::game_tree::search_board::SearchBoard;
use crate::liao_2019::stone_shapes::StoneShapes;

params! {
    /// Parameters of minimax.
    pub struct MinimaxParams {
        /// Search depth in plies.
        depth: int = 3, 1..=8, step 1;
        /// The textbook search, or the public program that Liao's report plays against.
        variant: choice = "textbook", ["textbook", "liao-opponent"];
        /// Points by which the bounding box of the stones is enlarged; textbook only.
        margin: int = 2, 0..=4, step 1;
        /// Of equal moves, play the first in board order or a random one; textbook only.
        ties: choice = "first", ["first", "random"];
    }
}

/// Searches every line of play to a fixed depth.
#[derive(Clone, Debug)]
pub struct Minimax {
    params: MinimaxParams,
    rng: Xoshiro256PlusPlus,
}

impl Minimax {
    /// The seed is used for `ties=random` only.
    pub fn new(params: MinimaxParams, seed: u64) -> Minimax {
        Minimax {
            params,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }
}

impl Player for Minimax {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let depth = depth_limit(limits, self.params.depth);
        let budget = Budget::for_move(limits, control);
        if self.params.variant == "liao-opponent" {
            return Ok(liao_opponent::think(board, limits, depth, budget));
        }
        let margin = self.params.margin as u8;
        let (moves, bounding_box) = root_moves(board, limits, margin);
        let mut board = SearchBoard::new(
            board,
            StoneShapes::new(board),
            bounding_box,
            margin,
            usize::MAX,
        );
        let search = |depth, budget: &mut Budget<'_>| {
            let mut root = search_root(
                &moves,
                Window::FULL,
                |score| score,
                |point, _| board.score_after(point, |board| minimax(board, depth - 1, budget)),
            )?;
            if self.params.ties == "random" {
                root.best = random_best_move(&root, &mut self.rng);
            }
            Some(root)
        };
        Ok(iterative_deepening(moves[0], depth, budget, search))
    }
}

/// The score of a position for the maximizing side; `None` when the budget is spent.
fn minimax<E: Evaluation>(
    board: &mut SearchBoard<E>,
    depth: u32,
    budget: &mut Budget<'_>,
) -> Option<i32> {
    budget.try_node()?;
    if depth == 0 {
        return Some(board.evaluate(budget));
    }
    let maximizing = board.is_maximizing();
    let mut best = None;
    for point in board.moves() {
        let score = board.score_after(point, |board| minimax(board, depth - 1, budget))?;
        best = best_score(best, score, maximizing);
    }
    Some(best.unwrap_or_else(|| board.evaluate(budget)))
}

/// The index of a random move among those with the best score.
fn random_best_move(root: &RootResult, rng: &mut Xoshiro256PlusPlus) -> usize {
    let best = root.scores[root.best].1;
    let equals: Vec<_> = (0..root.scores.len())
        .filter(|&index| root.scores[index].1 == best)
        .collect();
    equals[rng.random_range(0..equals.len())]
}
