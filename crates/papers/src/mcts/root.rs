//! The root of a search: a new tree, or the subtree that the last search left.

use gomoku::player::candidate_moves;
use gomoku::{Board, Limits};

use super::LeafEvaluator;
use super::search::MctsSearch;
use super::tree::{NodeIndex, NodeState, ROOT};
use super::tree_shape::TreeShapeControl;

impl<E: LeafEvaluator> MctsSearch<E> {
    /// Prepares the tree for iterations from this board. The limits' memory is that of the tree.
    pub(crate) fn set_root(&mut self, board: &Board, limits: &Limits) {
        let memory = limits.memory.unwrap_or(u64::MAX).min(self.config.memory);
        self.tree.set_memory(memory);
        self.root_empty = board.empty();
        self.root_nearby = self.config.neighborhood.candidates(board);
        let is_reused = self.config.reuse_tree
            && limits.excluded.is_empty()
            && self.reuse_subtree(board, memory);
        self.config.evaluator.begin(board);
        self.shape = self.config.tree_depth.map(TreeShapeControl::new);
        if let Some(memory) = &mut self.state_memory {
            memory.clear();
        }
        self.excluded = limits.excluded;
        if !is_reused {
            self.tree.clear();
        }
        if !is_reused && !self.has_priors() {
            let mut moves: Vec<_> = candidate_moves(board, limits, self.config.neighborhood)
                .iter()
                .collect();
            self.config.evaluator.prune(&mut board.clone(), &mut moves);
            self.order_moves(board, &mut moves);
            let moves = moves.into_iter().map(|point| point.index() as u16);
            self.tree.set_moves(ROOT, moves);
        }
        self.root_board = Some(board.clone());
    }

    /// Follows the moves played since the last search and makes the node they lead to the root, if there is one.
    fn reuse_subtree(&mut self, board: &Board, memory: u64) -> bool {
        let Some(mut old) = self.root_board.take() else {
            return false;
        };
        let mut id = ROOT;
        for &ply in board.history().get(old.ply()..).unwrap_or_default() {
            let point = ply.filter(|&point| old.is_empty(point));
            let child = point.and_then(|point| {
                old.push(point);
                let is_played = |&child: &NodeIndex| self.tree.node(child).point() == point;
                self.tree.children(id).find(is_played)
            });
            match child {
                Some(child) => id = child,
                None => return false,
            }
        }
        // A repeated request starts afresh, and a different history is a different game.
        id != ROOT
            && old == *board
            && self.tree.node(id).state == NodeState::Expanded
            && self.tree.reroot(id, memory)
    }
}
