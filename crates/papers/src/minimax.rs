//! Textbook minimax (Liao 2019, Algorithm 1), and the public program that he calls Minimax.
//!
//! ```text
//! value(s, 0) = static value of s
//! value(s, d) = max over moves of value(after the move, d - 1)     on the own plies
//!               min over moves of value(after the move, d - 1)     on the other's
//! ```
//!
//! The static value is the difference of both sides' shapes, the moves are all empty points of the stones' rectangle
//! enlarged by two, row by row, and the depth is 3: more was not playable on a PC.
//!
//! Beyond the report: a finished game is worth more the sooner it ends, because minimax that sees no difference puts a
//! win off until the board is full; the report takes the static value there too. Of equal moves the first is played, or
//! one by lot with `ties=random`. `variant=liao-opponent` is in [`liao_opponent`].

pub mod liao_opponent;

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Budget, Color, Limits, Neighborhood, Player, PlayerError, Point, PointSet,
    SearchControl, SearchResult,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::deepening::{RootValues, better, deepen, depth_within, moves_in, won};
use crate::evaluation::{Evaluated, Evaluation};
use crate::rectangle::Rectangle;
use crate::shapes::Shapes;

params! {
    /// What the minimax player can be told.
    pub struct MinimaxParams {
        /// Plies to look ahead.
        depth: int = 3, 1..=8, step 1;
        /// The textbook's search or the public program that Liao's report plays against.
        variant: choice = "textbook", ["textbook", "liao-opponent"];
        /// By how much the rectangle around the stones is enlarged; textbook only.
        margin: int = 2, 0..=4, step 1;
        /// What to do with moves of equal value: take the first from the top left, or draw; textbook only.
        ties: choice = "first", ["first", "random"];
    }
}

/// Looks at every line of play to a fixed depth.
#[derive(Clone, Debug)]
pub struct Minimax {
    params: MinimaxParams,
    rng: Xoshiro256PlusPlus,
}

impl Minimax {
    /// A minimax player; the seed decides between equal moves where that is asked for.
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
        let depth = depth_within(limits, self.params.depth);
        let budget = Budget::for_move(limits, control);
        if self.params.variant == "liao-opponent" {
            return Ok(liao_opponent::think(board, limits, depth, budget));
        }
        let margin = self.params.margin as u8;
        let (moves, rectangle) = root_moves(board, limits, margin);
        let mut search = Search {
            ground: Evaluated {
                board: board.clone(),
                evaluation: Shapes::new(board),
            },
            us: board.side_to_move(),
            margin,
            start: board.ply(),
        };
        Ok(deepen(moves[0], depth, budget, |depth, budget| {
            let mut result = search.root(&moves, rectangle, depth, budget)?;
            if self.params.ties == "random" {
                result.best = draw_among_equals(&result, &mut self.rng);
            }
            Some(result)
        }))
    }
}

/// The root's moves in the rectangle, and the rectangle itself. On an empty board the center is the only move.
pub(crate) fn root_moves(board: &Board, limits: &Limits, margin: u8) -> (Vec<Point>, Rectangle) {
    let allowed = candidate_moves(board, limits, Neighborhood::Full);
    let Some(rectangle) = Rectangle::of_stones(board) else {
        let center = candidate_moves(board, limits, Neighborhood::Square1);
        let first = center.first().unwrap_or_else(|| board.size().center());
        let mut one = board.clone();
        one.push(first);
        let rectangle = Rectangle::of_stones(&one).expect("there is a stone");
        return (vec![first], rectangle);
    };
    let near: PointSet = rectangle.empty_points(board, margin).collect();
    let moves = if (near & allowed).is_empty() {
        allowed
    } else {
        near & allowed
    };
    (moves.iter().collect(), rectangle)
}

fn draw_among_equals(result: &RootValues, rng: &mut Xoshiro256PlusPlus) -> usize {
    let best = result.values[result.best].1;
    let equals: Vec<_> = (0..result.values.len())
        .filter(|&index| result.values[index].1 == best)
        .collect();
    equals[rng.random_range(0..equals.len())]
}

struct Search<E> {
    ground: Evaluated<E>,
    /// The side that maximizes.
    us: Color,
    margin: u8,
    /// Plies played before the search.
    start: usize,
}

impl<E: Evaluation> Search<E> {
    fn root(
        &mut self,
        moves: &[Point],
        rectangle: Rectangle,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Option<RootValues> {
        let mut values = Vec::with_capacity(moves.len());
        let mut best = 0;
        for &point in moves {
            let value = self.value_after(point, rectangle, depth, budget)?;
            values.push((point, value));
            if value > values[best].1 {
                best = values.len() - 1;
            }
        }
        Some(RootValues {
            best,
            values,
            line: Vec::new(),
        })
    }

    /// The value of the position after a move, `depth` counting the move.
    fn value_after(
        &mut self,
        point: Point,
        rectangle: Rectangle,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Option<i32> {
        let mover = self.ground.board.side_to_move();
        self.ground.push(point);
        let value = if self.ground.board.wins(point, mover) {
            Some(won(self.ground.board.ply() - self.start, mover == self.us))
        } else {
            self.value(rectangle.with(point), depth - 1, budget)
        };
        self.ground.pop();
        value
    }

    fn value(&mut self, rectangle: Rectangle, depth: u32, budget: &mut Budget<'_>) -> Option<i32> {
        budget.try_node()?;
        if depth == 0 {
            return Some(self.ground.value(self.us));
        }
        let maximizing = self.ground.board.side_to_move() == self.us;
        let mut best = None;
        for point in moves_in(&self.ground.board, rectangle, self.margin) {
            let value = self.value_after(point, rectangle, depth, budget)?;
            best = better(best, value, maximizing);
        }
        // Without a move left nearby the position is judged as it stands.
        Some(best.unwrap_or_else(|| self.ground.value(self.us)))
    }
}
