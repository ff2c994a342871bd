//! Alpha-beta (Liao 2019, Algorithm 2; Chen and Zhang's midterm agent): minimax's answer without looking at everything.
//!
//! ```text
//! own ply:     alpha = max(alpha, value), stop when beta <= alpha
//! other's ply: beta  = min(beta, value),  stop when beta <= alpha          window at the root: (-inf, +inf)
//! ```
//!
//! The report prints `beta = max`, does not hand the window down and leaves the best value without a start; this is the
//! form that gives minimax's value. Tests hold it to that.
//!
//! `eval=shapes` is Liao's: depth 3 over the enlarged rectangle, row by row, with the value of the shapes.
//! `eval=scores` stands for Chen and Zhang's agent, of which only "a well designed evaluation" is known: the score
//! dictionary of section III of Zhang, Li and Huang, depth 4, and the ten moves with the highest square scores.
//!
//! Left out: transposition tables, iterative ordering and everything else that a modern search adds.

use gomoku::params;
use gomoku::{
    Board, Budget, Color, Limits, Player, PlayerError, Point, SearchControl, SearchResult,
};

use crate::deepening::{RootValues, better, deepen, depth_within, moves_in, won};
use crate::evaluation::{Evaluated, Evaluation};
use crate::minimax::root_moves;
use crate::rectangle::Rectangle;
use crate::score_dictionary::PointScores;
use crate::score_dictionary::line_scorer::Scoring;
use crate::shapes::Shapes;

params! {
    /// What the alpha-beta player can be told.
    pub struct AlphaBetaParams {
        /// Plies to look ahead; 0 for 3 with shapes and 4 with scores.
        depth: int = 0, 0..=12, step 1;
        /// What values a position.
        eval: choice = "shapes", ["shapes", "scores"];
        /// Moves per node, the highest square scores first; 0 for all with shapes and 10 with scores.
        width: int = 0, 0..=400, step 1;
        /// By how much the rectangle around the stones is enlarged.
        margin: int = 2, 0..=4, step 1;
        /// The authors' score dictionary, or the one that sees two fours in a line.
        dictionary: choice = "authors", ["authors", "fixed"];
    }
}

/// Depth and width of Chen and Zhang's agent: our choice, as the report gives none.
const SCORES_DEPTH: i64 = 4;
const SCORES_WIDTH: usize = 10;
/// Liao's depth.
const SHAPES_DEPTH: i64 = 3;

/// Minimax with pruning.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    params: AlphaBetaParams,
}

impl AlphaBeta {
    /// An alpha-beta player. Nothing in it is drawn by lot, so it takes no seed.
    pub fn new(params: AlphaBetaParams) -> AlphaBeta {
        AlphaBeta { params }
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
        let given = |own| {
            if self.params.depth == 0 {
                own
            } else {
                self.params.depth
            }
        };
        let width = self.params.width as usize;
        Ok(if self.params.eval == "scores" {
            let scoring = match self.params.dictionary {
                "fixed" => Scoring::Fixed,
                _ => Scoring::Authors,
            };
            let width = if width == 0 { SCORES_WIDTH } else { width };
            let depth = depth_within(limits, given(SCORES_DEPTH));
            let scores = PointScores::new(board, scoring);
            self.search(board, limits, (scores, width), depth, budget)
        } else {
            let width = if width == 0 { usize::MAX } else { width };
            let depth = depth_within(limits, given(SHAPES_DEPTH));
            self.search(board, limits, (Shapes::new(board), width), depth, budget)
        })
    }
}

/// What orders moves; an evaluation that has no opinion leaves them row by row.
trait Ordering: Evaluation {
    fn order(&self, board: &Board, moves: &mut Vec<Point>, width: usize);
}

impl Ordering for Shapes {
    fn order(&self, _: &Board, moves: &mut Vec<Point>, width: usize) {
        moves.truncate(width);
    }
}

impl Ordering for PointScores {
    fn order(&self, _: &Board, moves: &mut Vec<Point>, width: usize) {
        let score = |point| {
            Color::BOTH
                .map(|color| self.score(color, point))
                .into_iter()
                .max()
        };
        moves.sort_by_cached_key(|&point| std::cmp::Reverse(score(point)));
        moves.truncate(width);
    }
}

impl AlphaBeta {
    fn search<E: Ordering>(
        &self,
        board: &Board,
        limits: &Limits,
        (evaluation, width): (E, usize),
        depth: u32,
        budget: Budget<'_>,
    ) -> SearchResult {
        let margin = self.params.margin as u8;
        let (mut moves, rectangle) = root_moves(board, limits, margin);
        evaluation.order(board, &mut moves, width);
        let mut search = Search {
            ground: Evaluated {
                board: board.clone(),
                evaluation,
            },
            us: board.side_to_move(),
            margin,
            width,
            start: board.ply(),
        };
        deepen(moves[0], depth, budget, |depth, budget| {
            search.root(&moves, rectangle, depth, budget)
        })
    }
}

struct Search<E> {
    ground: Evaluated<E>,
    us: Color,
    margin: u8,
    width: usize,
    start: usize,
}

/// What both sides have in hand already; every player of this crate that prunes narrows one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<V> {
    pub(crate) alpha: V,
    pub(crate) beta: V,
}

impl<V: Copy + PartialOrd> Window<V> {
    /// The algorithm's two lines: takes the value of a move, and says whether the rest need not be looked at.
    #[inline]
    pub(crate) fn narrow(&mut self, value: V, maximizing: bool) -> bool {
        if maximizing && value > self.alpha {
            self.alpha = value;
        } else if !maximizing && value < self.beta {
            self.beta = value;
        }
        self.beta <= self.alpha
    }
}

impl<E: Ordering> Search<E> {
    fn root(
        &mut self,
        moves: &[Point],
        rectangle: Rectangle,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Option<RootValues> {
        let mut window = Window {
            alpha: -i32::MAX,
            beta: i32::MAX,
        };
        let mut values = Vec::with_capacity(moves.len());
        let mut best = 0;
        for &point in moves {
            let value = self.value_after(point, rectangle, depth, window, budget)?;
            values.push((point, value));
            if value > window.alpha {
                best = values.len() - 1;
            }
            window.narrow(value, true);
        }
        Some(RootValues {
            best,
            values,
            line: Vec::new(),
        })
    }

    fn value_after(
        &mut self,
        point: Point,
        rectangle: Rectangle,
        depth: u32,
        window: Window<i32>,
        budget: &mut Budget<'_>,
    ) -> Option<i32> {
        let mover = self.ground.board.side_to_move();
        self.ground.push(point);
        let value = if self.ground.board.wins(point, mover) {
            Some(won(self.ground.board.ply() - self.start, mover == self.us))
        } else {
            self.value(rectangle.with(point), depth - 1, window, budget)
        };
        self.ground.pop();
        value
    }

    fn value(
        &mut self,
        rectangle: Rectangle,
        depth: u32,
        mut window: Window<i32>,
        budget: &mut Budget<'_>,
    ) -> Option<i32> {
        budget.try_node()?;
        if depth == 0 {
            return Some(self.ground.value(self.us));
        }
        let mut moves = moves_in(&self.ground.board, rectangle, self.margin);
        if moves.is_empty() {
            return Some(self.ground.value(self.us));
        }
        let Evaluated { board, evaluation } = &self.ground;
        evaluation.order(board, &mut moves, self.width);
        let maximizing = board.side_to_move() == self.us;
        let mut best = None;
        for point in moves {
            let value = self.value_after(point, rectangle, depth, window, budget)?;
            best = better(best, value, maximizing);
            if window.narrow(value, maximizing) {
                break;
            }
        }
        best
    }
}
