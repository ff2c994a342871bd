//! Alpha-beta of the New Heuristic player: negamax with a transposition table, killer moves and PVS.
//!
//! Scores are those of the side to move. Mate scores count plies from the root; in the transposition table they count
//! plies from the stored position.

use gomoku::{Board, Budget, Color, Observer, Patterns, Point, PointSet, Threat};

use super::candidates::{CandidateSelection, select_candidates};
use super::evaluation_store::{STORED_DEPTH, StoreView};
use crate::game_tree::iterative_deepening::RootResult;
use crate::game_tree::score::{MATE, MATE_IN_MAX_PLY, MATED_IN_MAX_PLY};
use crate::game_tree::transposition_table::{Bound, TranspositionTable, TtEntry};
use crate::liao_2019::stone_shapes::StoneShapes;

/// Larger than any search depth.
const MAX_PLY: usize = 32;

pub(super) struct CandidateSearch<'a> {
    board: Board,
    patterns: Patterns,
    shapes: StoneShapes,
    empty: PointSet,
    selection: CandidateSelection,
    tt: &'a mut TranspositionTable,
    store: Option<StoreView<'a>>,
    /// The last two moves that caused a cutoff at each ply.
    killers: [[Option<Point>; 2]; MAX_PLY],
    /// The principal variation from each ply.
    pv_table: Vec<Vec<Point>>,
    evaluations: u64,
}

/// Updates patterns and shapes together.
struct PatternsAndShapes<'a>(&'a mut Patterns, &'a mut StoneShapes);

impl Observer for PatternsAndShapes<'_> {
    fn on_place(&mut self, board: &Board, point: Point, color: Color) {
        self.0.on_place(board, point, color);
        self.1.on_place(board, point, color);
    }

    fn on_remove(&mut self, board: &Board, point: Point, color: Color) {
        self.0.on_remove(board, point, color);
        self.1.on_remove(board, point, color);
    }
}

/// The arguments of a node.
#[derive(Clone, Copy)]
struct AlphaBetaNode {
    ply: usize,
    depth: u32,
    alpha: i32,
    beta: i32,
}

impl<'a> CandidateSearch<'a> {
    pub(super) fn new(
        board: &Board,
        selection: CandidateSelection,
        tt: &'a mut TranspositionTable,
        store: Option<StoreView<'a>>,
    ) -> CandidateSearch<'a> {
        CandidateSearch {
            board: board.clone(),
            patterns: Patterns::new(board),
            shapes: StoneShapes::new(board),
            empty: board.empty(),
            selection,
            tt,
            store,
            killers: [[None; 2]; MAX_PLY],
            pv_table: vec![Vec::new(); MAX_PLY],
            evaluations: 0,
        }
    }

    pub(super) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    fn push(&mut self, point: Point) {
        let mut observer = PatternsAndShapes(&mut self.patterns, &mut self.shapes);
        self.board.push_observed(point, &mut observer);
        self.empty.remove(point);
    }

    fn pop(&mut self, point: Point) {
        let mut observer = PatternsAndShapes(&mut self.patterns, &mut self.shapes);
        self.board.pop_observed(&mut observer);
        self.empty.insert(point);
    }

    /// The root moves with their probabilities: our five, else the block of the opponent's five, else the candidates.
    pub(super) fn root_moves(
        &self,
        allowed: &PointSet,
        predicted: Option<Point>,
    ) -> Vec<(Point, f64)> {
        let side = self.board.side_to_move();
        for color in [side, !side] {
            if self.patterns.count(color, Threat::Five) > 0 {
                let fives = *self.patterns.points(color, Threat::Five) & *allowed;
                if let Some(point) = fives.first() {
                    return vec![(point, 1.0)];
                }
            }
        }
        let candidates = select_candidates(&self.board, &self.patterns, allowed, self.selection);
        let mut moves: Vec<_> = candidates
            .iter()
            .map(|candidate| (candidate.point(), candidate.probability()))
            .collect();
        // A stable sort: the predicted move goes to the front, the others keep their order.
        moves.sort_by_key(|&(point, _)| Some(point) != predicted);
        moves
    }

    /// Searches the root moves to a depth.
    pub(super) fn search_root(
        &mut self,
        moves: &[Point],
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Option<RootResult> {
        let nearby = self.selection.neighborhood().candidates(&self.board);
        let mut moves = moves.to_vec();
        if let Some(entry) = self.tt.probe(self.board.key()) {
            let tt_move = entry.best_move();
            moves.sort_by_key(|&point| point != tt_move);
        }
        let mut node = AlphaBetaNode {
            ply: 0,
            depth,
            alpha: -i32::MAX,
            beta: i32::MAX,
        };
        let mut scores = Vec::with_capacity(moves.len());
        let mut best = 0;
        for &point in &moves {
            let is_first = scores.is_empty();
            let score = self.score_after(point, node, is_first, &nearby, budget)?;
            scores.push((point, score));
            if score > node.alpha {
                node.alpha = score;
                best = scores.len() - 1;
                self.update_pv(0, point);
            }
        }
        let entry = (node.alpha, Bound::Exact);
        self.tt
            .store(self.board.key(), entry, depth, scores[best].0);
        Some(RootResult {
            best,
            scores,
            pv: self.pv_table[0].clone(),
        })
    }

    /// The score of a move for the side that makes it. All but the first move get a null-window search first.
    fn score_after(
        &mut self,
        point: Point,
        node: AlphaBetaNode,
        is_first: bool,
        nearby: &PointSet,
        budget: &mut Budget<'_>,
    ) -> Option<i32> {
        let AlphaBetaNode {
            ply,
            depth,
            alpha,
            beta,
        } = node;
        self.pv_table[ply + 1].clear();
        if depth == 1 {
            // A leaf needs the shapes only, so the patterns are not updated.
            budget.try_node()?;
            self.evaluations += 1;
            let side = self.board.side_to_move();
            self.board.push_observed(point, &mut self.shapes);
            let score = self.shapes.balance(side);
            self.board.pop_observed(&mut self.shapes);
            return Some(score);
        }
        let nearby = *nearby | self.around(point);
        self.push(point);
        let child = |alpha: i32, beta: i32| AlphaBetaNode {
            ply: ply + 1,
            depth: depth - 1,
            alpha: -beta,
            beta: -alpha,
        };
        let mut score = None;
        if !is_first {
            let null_window = child(alpha, alpha + 1);
            score = self
                .search(null_window, &nearby, budget)
                .map(|score| -score);
        }
        if is_first || score.is_some_and(|score| score > alpha && score < beta) {
            score = self
                .search(child(alpha, beta), &nearby, budget)
                .map(|score| -score);
        }
        self.pop(point);
        score
    }

    /// The points within the range of a stone.
    fn around(&self, stone: Point) -> PointSet {
        let range = i32::from(self.selection.range);
        let mut set = PointSet::EMPTY;
        for row in -range..=range {
            for column in -range..=range {
                let offset = row * Point::STRIDE as i32 + column;
                set.insert(Point::from_index(
                    stone.index().wrapping_add_signed(offset as isize),
                ));
            }
        }
        set
    }

    /// The score of a node for the side to move.
    fn search(
        &mut self,
        node: AlphaBetaNode,
        nearby: &PointSet,
        budget: &mut Budget<'_>,
    ) -> Option<i32> {
        budget.try_node()?;
        let side = self.board.side_to_move();
        // 1. A five wins.
        if self.patterns.count(side, Threat::Five) > 0 {
            return Some(MATE - node.ply as i32 - 1);
        }
        // 2. Transposition table.
        let key = self.board.key();
        let tt_entry = self.tt.probe(key);
        let cutoff = |entry| tt_cutoff(entry, node);
        let stored = || self.stored(key, node.depth).and_then(cutoff);
        if let Some(score) = tt_entry.and_then(cutoff).or_else(stored) {
            return Some(score);
        }
        // 3. Candidate moves.
        let moves = self.ordered_moves(node.ply, nearby, tt_entry);
        if moves.is_empty() {
            self.evaluations += 1;
            return Some(self.shapes.balance(side));
        }
        // 4. Search the moves.
        let mut alpha = node.alpha;
        let mut best = (-i32::MAX, moves[0]);
        for (index, &point) in moves.iter().enumerate() {
            let child = AlphaBetaNode { alpha, ..node };
            let score = self.score_after(point, child, index == 0, nearby, budget)?;
            if score > best.0 {
                best = (score, point);
            }
            if score > alpha {
                alpha = score;
                self.update_pv(node.ply, point);
            }
            if alpha >= node.beta {
                let killers = &mut self.killers[node.ply];
                if killers[0] != Some(point) {
                    *killers = [Some(point), killers[0]];
                }
                break;
            }
        }
        // 5. Store the result.
        let bound = if best.0 >= node.beta {
            Bound::Lower
        } else if best.0 <= node.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let entry = (score_to_tt(best.0, node.ply), bound);
        self.tt.store(key, entry, node.depth, best.1);
        if let Some(store) = self.store.filter(|_| node.depth >= STORED_DEPTH) {
            store.put_node(key, TtEntry::new(entry.0, entry.1, node.depth, best.1));
        }
        Some(best.0)
    }

    /// What the database knows of a node.
    fn stored(&self, key: u64, depth: u32) -> Option<TtEntry> {
        let store = self.store.filter(|_| depth >= STORED_DEPTH)?;
        store.node(key, depth)
    }

    /// The moves of a node: blocks of the opponent's five if there is one, otherwise the candidates. With `optimized`,
    /// the TT move and the killers go first.
    fn ordered_moves(&self, ply: usize, nearby: &PointSet, tt: Option<TtEntry>) -> Vec<Point> {
        let opponent = !self.board.side_to_move();
        let select =
            |points| select_candidates(&self.board, &self.patterns, &points, self.selection);
        let mut candidates = Vec::new();
        if self.patterns.count(opponent, Threat::Five) > 0 {
            candidates = select(*self.patterns.points(opponent, Threat::Five) & self.empty);
        }
        if candidates.is_empty() {
            candidates = select(*nearby & self.empty);
        }
        let mut moves: Vec<Point> = candidates
            .iter()
            .map(|candidate| candidate.point())
            .collect();
        if self.selection.optimized {
            let [first, second] = self.killers[ply];
            let tt_move = tt.map(|entry| entry.best_move());
            for preferred in [second, first, tt_move].into_iter().flatten() {
                if let Some(index) = moves.iter().position(|&point| point == preferred) {
                    moves[..=index].rotate_right(1);
                }
            }
        }
        moves
    }

    /// The principal variation of a ply: a move and the variation below it.
    fn update_pv(&mut self, ply: usize, point: Point) {
        let (upper, lower) = self.pv_table.split_at_mut(ply + 1);
        let pv = &mut upper[ply];
        pv.clear();
        pv.push(point);
        pv.extend_from_slice(&lower[0]);
    }
}

/// The score of an entry that decides the node.
fn tt_cutoff(entry: TtEntry, node: AlphaBetaNode) -> Option<i32> {
    if u32::from(entry.depth) != node.depth {
        return None;
    }
    let score = score_from_tt(entry.score, node.ply);
    let is_cutoff = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= node.beta,
        Bound::Upper => score <= node.alpha,
    };
    is_cutoff.then_some(score)
}

fn score_to_tt(score: i32, ply: usize) -> i32 {
    match score {
        MATE_IN_MAX_PLY.. => score + ply as i32,
        ..=MATED_IN_MAX_PLY => score - ply as i32,
        _ => score,
    }
}

fn score_from_tt(score: i32, ply: usize) -> i32 {
    match score {
        MATE_IN_MAX_PLY.. => score - ply as i32,
        ..=MATED_IN_MAX_PLY => score + ply as i32,
        _ => score,
    }
}
