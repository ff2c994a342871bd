//! Alpha-beta pruning (Liao 2019, section 1.2.2, Algorithm 2; Chen and Zhang's midterm agent).
//!
//! ```text
//! maximizing:  alpha = max(alpha, score), cutoff when beta <= alpha
//! minimizing:  beta  = min(beta, score),  cutoff when beta <= alpha          root window (-inf, +inf)
//! ```
//!
//! The node function is [`crate::game_tree`]'s, which VCX uses as well. As printed, Algorithm 2 has `beta = max(beta, eval)`, does not pass alpha and beta to the recursive calls, and does not
//! initialize maxEval and minEval. This is the standard form, which returns the minimax score; a test compares the two.
//!
//! `eval=shapes` is Liao's search: depth 3, all empty points of the enlarged bounding box row by row, static evaluation by
//! stone shapes. `eval=scores` stands for Chen and Zhang's agent, of which the report only says that its evaluation
//! function is well designed. Our choice is the score dictionary of Zhang, Li and Huang (section III.A), depth 4, and the
//! ten moves with the highest point scores.
//!
//! Left out: transposition table, move ordering by earlier iterations, extensions and reductions.

use gomoku::params;
use gomoku::{Board, Budget, Limits, Player, PlayerError, SearchControl, SearchResult};

use crate::game_tree::alpha_beta::{AlphaBetaNode, alpha_beta};
use crate::game_tree::bounding_box::root_moves;
use crate::game_tree::evaluation::Evaluation;
use crate::game_tree::iterative_deepening::{depth_limit, iterative_deepening, search_root};
use crate::game_tree::score::Window;
use crate::game_tree::search_board::SearchBoard;
use crate::liao_2019::stone_shapes::StoneShapes;
use crate::zhang_li_huang::score_dictionary::PointScores;
use crate::zhang_li_huang::score_dictionary::line_scorer::Scoring;

params! {
    /// Parameters of alpha-beta.
    pub struct AlphaBetaParams {
        /// Search depth in plies; 0 for 3 with shapes and 4 with scores.
        depth: int = 0, 0..=12, step 1;
        /// Static evaluation: Liao's stone shapes, or the score dictionary of Zhang, Li and Huang.
        eval: choice = "shapes", ["shapes", "scores"];
        /// Moves per node, the highest point scores first; 0 for all with shapes and 10 with scores.
        width: int = 0, 0..=400, step 1;
        /// Points by which the bounding box of the stones is enlarged.
        margin: int = 2, 0..=4, step 1;
        /// The authors' score dictionary, or the one that recognizes two fours in one line.
        dictionary: choice = "authors", ["authors", "fixed"];
    }
}

/// Depth and width of Chen and Zhang's agent. The report gives neither; these are ours.
const SCORES_DEPTH: i64 = 4;
const SCORES_WIDTH: usize = 10;
/// Liao's depth.
const SHAPES_DEPTH: i64 = 3;

/// Minimax with alpha-beta pruning.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    params: AlphaBetaParams,
}

impl AlphaBeta {
    /// The player is deterministic and takes no seed.
    pub fn new(params: AlphaBetaParams) -> AlphaBeta {
        AlphaBeta { params }
    }

    fn search<E: Evaluation>(
        &self,
        board: &Board,
        limits: &Limits,
        (evaluation, width): (E, usize),
        depth: u32,
        budget: Budget<'_>,
    ) -> SearchResult {
        let margin = self.params.margin as u8;
        let (mut moves, bounding_box) = root_moves(board, limits, margin);
        let mut board = SearchBoard::new(board, evaluation, bounding_box, margin, width);
        board.order(&mut moves);
        let search = |depth, budget: &mut Budget<'_>| {
            search_root(
                &moves,
                Window::FULL,
                |score| score,
                |point, window| {
                    board.score_after(point, |board| alpha_beta(board, depth - 1, window, budget))
                },
            )
        };
        iterative_deepening(moves[0], depth, budget, search)
    }
}

impl Player for AlphaBeta {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let budget = Budget::for_move(limits, control);
        let depth = |default| match self.params.depth {
            0 => depth_limit(limits, default),
            depth => depth_limit(limits, depth),
        };
        let width = |default| match self.params.width as usize {
            0 => default,
            width => width,
        };
        Ok(if self.params.eval == "scores" {
            let scoring = match self.params.dictionary {
                "fixed" => Scoring::Fixed,
                _ => Scoring::Authors,
            };
            let evaluation = (PointScores::new(board, scoring), width(SCORES_WIDTH));
            self.search(board, limits, evaluation, depth(SCORES_DEPTH), budget)
        } else {
            let evaluation = (StoneShapes::new(board), width(usize::MAX));
            self.search(board, limits, evaluation, depth(SHAPES_DEPTH), budget)
        })
    }
}
