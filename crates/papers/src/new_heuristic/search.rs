//! The search itself: alpha-beta in its one-sided writing, with a table and windows of no width.
//!
//! A value is that of the side to move. A win is worth [`MATE`] less the plies from the root, so in the table, where a
//! position may be met at another distance, it is kept less the plies from the position.

use gomoku::{Board, Budget, Color, Observer, Patterns, Point, PointSet, Threat};

use super::candidates::{CandidateRule, candidates};
use super::table::{Bound, Table};
use crate::iterative_deepening::RootResult;
use crate::score::{MATE, MATE_IN_MAX_PLY};
use crate::stone_shapes::StoneShapes;

/// Plies for which cut-off moves and lines are kept: more than any depth.
const PLIES: usize = 32;

pub(super) struct Search<'a> {
    board: Board,
    patterns: Patterns,
    shapes: StoneShapes,
    empty: PointSet,
    rule: CandidateRule,
    table: &'a mut Table,
    /// Two moves for each ply that have cut off lately.
    cutters: [[Option<Point>; 2]; PLIES],
    /// The best line found at each ply.
    lines: Vec<Vec<Point>>,
    evaluations: u64,
}

/// Two observers of the same stones.
struct Both<'a>(&'a mut Patterns, &'a mut StoneShapes);

impl Observer for Both<'_> {
    fn on_place(&mut self, board: &Board, point: Point, color: Color) {
        self.0.on_place(board, point, color);
        self.1.on_place(board, point, color);
    }

    fn on_remove(&mut self, board: &Board, point: Point, color: Color) {
        self.0.on_remove(board, point, color);
        self.1.on_remove(board, point, color);
    }
}

/// A position on the way: how deep it lies, how much deeper to go, and between which values.
#[derive(Clone, Copy)]
struct Node {
    ply: usize,
    depth: u32,
    alpha: i32,
    beta: i32,
}

impl<'a> Search<'a> {
    pub(super) fn new(board: &Board, rule: CandidateRule, table: &'a mut Table) -> Search<'a> {
        Search {
            board: board.clone(),
            patterns: Patterns::new(board),
            shapes: StoneShapes::new(board),
            empty: board.empty(),
            rule,
            table,
            cutters: [[None; 2]; PLIES],
            lines: vec![Vec::new(); PLIES],
            evaluations: 0,
        }
    }

    pub(super) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    fn push(&mut self, point: Point) {
        let mut both = Both(&mut self.patterns, &mut self.shapes);
        self.board.push_observed(point, &mut both);
        self.empty.remove(point);
    }

    fn pop(&mut self, point: Point) {
        let mut both = Both(&mut self.patterns, &mut self.shapes);
        self.board.pop_observed(&mut both);
        self.empty.insert(point);
    }

    /// The root's moves with their probabilities: an own five alone, else the enemy's, else the candidates.
    pub(super) fn root_moves(&self, allowed: &PointSet, first: Option<Point>) -> Vec<(Point, f64)> {
        let side = self.board.side_to_move();
        for color in [side, !side] {
            if self.patterns.count(color, Threat::Five) > 0 {
                let fives = *self.patterns.points(color, Threat::Five) & *allowed;
                if let Some(point) = fives.first() {
                    return vec![(point, 1.0)];
                }
            }
        }
        let list = candidates(&self.board, &self.patterns, allowed, self.rule);
        let mut moves: Vec<_> = list
            .iter()
            .map(|probable| (probable.point(), probable.probability()))
            .collect();
        // A stable sort moves the predicted answer to the front and nothing else.
        moves.sort_by_key(|&(point, _)| Some(point) != first);
        moves
    }

    /// Searches all moves of the root.
    pub(super) fn root(
        &mut self,
        moves: &[Point],
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Option<RootResult> {
        let near = self.rule.neighborhood().candidates(&self.board);
        let mut order = moves.to_vec();
        if let Some(entry) = self.table.get(self.board.key()) {
            let best = entry.best();
            order.sort_by_key(|&point| point != best);
        }
        let node = Node {
            ply: 0,
            depth,
            alpha: -i32::MAX,
            beta: i32::MAX,
        };
        let mut values = Vec::with_capacity(moves.len());
        let mut best = 0;
        let mut line = Vec::new();
        let mut alpha = node.alpha;
        for &point in &order {
            let value = self.value_of(
                point,
                Node { alpha, ..node },
                !values.is_empty(),
                &near,
                budget,
            )?;
            values.push((point, value));
            if value > alpha {
                alpha = value;
                best = values.len() - 1;
                line.clear();
                line.push(point);
                line.extend_from_slice(&self.lines[1]);
            }
        }
        self.table.put(
            self.board.key(),
            (alpha, Bound::Exact),
            depth,
            values[best].0,
        );
        Some(RootResult {
            best,
            scores: values,
            pv: line,
        })
    }

    /// The value of a move for the side that makes it; `later` says that a better one is believed known.
    fn value_of(
        &mut self,
        point: Point,
        node: Node,
        later: bool,
        near: &PointSet,
        budget: &mut Budget<'_>,
    ) -> Option<i32> {
        let Node {
            ply,
            depth,
            alpha,
            beta,
        } = node;
        self.lines[ply + 1].clear();
        if depth == 1 {
            // The shapes alone are asked at the end of the line, so nobody else needs to know of the stone.
            budget.try_node()?;
            self.evaluations += 1;
            let side = self.board.side_to_move();
            self.board.push_observed(point, &mut self.shapes);
            let value = self.shapes.balance(side);
            self.board.pop_observed(&mut self.shapes);
            return Some(value);
        }
        let below = *near | self.around(point);
        self.push(point);
        let child = |alpha: i32, beta: i32| Node {
            ply: ply + 1,
            depth: depth - 1,
            alpha: -beta,
            beta: -alpha,
        };
        let mut value = None;
        if later {
            // Is it better at all? Only then is it worth an exact answer.
            value = self
                .search(child(alpha, alpha + 1), &below, budget)
                .map(|value| -value);
        }
        if !later || value.is_some_and(|value| value > alpha && value < beta) {
            value = self
                .search(child(alpha, beta), &below, budget)
                .map(|value| -value);
        }
        self.pop(point);
        value
    }

    fn around(&self, stone: Point) -> PointSet {
        let reach = i32::from(self.rule.range);
        let mut set = PointSet::EMPTY;
        for row in -reach..=reach {
            for column in -reach..=reach {
                let offset = row * Point::STRIDE as i32 + column;
                set.insert(Point::from_index(
                    stone.index().wrapping_add_signed(offset as isize),
                ));
            }
        }
        set
    }

    /// The value of the position for the side to move.
    fn search(&mut self, node: Node, near: &PointSet, budget: &mut Budget<'_>) -> Option<i32> {
        budget.try_node()?;
        let side = self.board.side_to_move();
        // 1. An own five ends the game.
        if self.patterns.count(side, Threat::Five) > 0 {
            return Some(MATE - node.ply as i32 - 1);
        }
        // 2. Was this position searched as deep before?
        let key = self.board.key();
        let known = self.table.get(key);
        if let Some(entry) = known
            && u32::from(entry.depth) == node.depth
        {
            let value = from_table(entry.value, node.ply);
            match entry.bound {
                Bound::Exact => return Some(value),
                Bound::AtLeast if value >= node.beta => return Some(value),
                Bound::AtMost if value <= node.alpha => return Some(value),
                _ => {}
            }
        }
        // 3. The candidates: an enemy five must be stopped.
        let points = *near & self.empty;
        let mut moves = Vec::new();
        if self.patterns.count(!side, Threat::Five) > 0 {
            let fives = *self.patterns.points(!side, Threat::Five) & self.empty;
            moves = candidates(&self.board, &self.patterns, &fives, self.rule);
        }
        if moves.is_empty() {
            moves = candidates(&self.board, &self.patterns, &points, self.rule);
        }
        let mut moves: Vec<Point> = moves.iter().map(|probable| probable.point()).collect();
        if moves.is_empty() {
            self.evaluations += 1;
            return Some(self.shapes.balance(side));
        }
        if self.rule.optimized {
            self.bring_forward(&mut moves, node.ply, known.map(|entry| entry.best()));
        }
        // 4. Search them.
        let mut alpha = node.alpha;
        let mut best = (-i32::MAX, moves[0]);
        for (index, &point) in moves.iter().enumerate() {
            let value = self.value_of(point, Node { alpha, ..node }, index > 0, near, budget)?;
            if value > best.0 {
                best = (value, point);
            }
            if value > alpha {
                alpha = value;
                let (lower, upper) = self.lines.split_at_mut(node.ply + 1);
                let line = &mut lower[node.ply];
                line.clear();
                line.push(point);
                line.extend_from_slice(&upper[0]);
            }
            if alpha >= node.beta {
                let cutters = &mut self.cutters[node.ply];
                if cutters[0] != Some(point) {
                    *cutters = [Some(point), cutters[0]];
                }
                break;
            }
        }
        // 5. Remember.
        let bound = if best.0 >= node.beta {
            Bound::AtLeast
        } else if best.0 <= node.alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        self.table
            .put(key, (to_table(best.0, node.ply), bound), node.depth, best.1);
        Some(best.0)
    }

    /// Puts the table's move first and the ply's cut-off moves after it; the rest stays as it is.
    fn bring_forward(&self, moves: &mut [Point], ply: usize, known: Option<Point>) {
        let [first, second] = self.cutters[ply];
        for favorite in [second, first, known].into_iter().flatten() {
            if let Some(place) = moves.iter().position(|&point| point == favorite) {
                moves[..=place].rotate_right(1);
            }
        }
    }
}

/// A win counted from the root becomes one counted from the position.
fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        MATE_IN_MAX_PLY.. => value + ply as i32,
        ..=NEVER => value - ply as i32,
        _ => value,
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        MATE_IN_MAX_PLY.. => value - ply as i32,
        ..=NEVER => value + ply as i32,
        _ => value,
    }
}

/// Losses are below this.
const NEVER: i32 = -MATE_IN_MAX_PLY;
