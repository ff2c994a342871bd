//! MCTS-Solver (Winands, Bjornsson and Saito 2008): proven results are backed up exactly.
//!
//! A move into a won node wins. A node all of whose moves are proven not to win has the best result among them; only
//! searches with priors can conclude that, since the others do not list every legal move. Selection never enters a proven
//! node except from the root, and the search ends when the root itself is proven.

use gomoku::{Board, ByColor, Point};

use super::search::MctsSearch;
use super::tree::{NodeIndex, NodeState};
use super::{LeafEvaluator, evaluator};

impl<E: LeafEvaluator> MctsSearch<E> {
    /// The rewards of a new leaf that the evaluator proves to be won for the side to move.
    pub(super) fn solve_leaf(&mut self, board: &mut Board) -> Option<ByColor<f64>> {
        if !self.config.mcts_solver {
            return None;
        }
        let id = self.tree.path_end(&self.path);
        if self.tree.node(id).state != NodeState::Unexpanded || !self.tree.has_room(id) {
            return None;
        }
        let win = self.config.evaluator.proven_win(board)?;
        self.store_win(id, win);
        Some(evaluator::win_for(board.side_to_move()))
    }

    /// Stores the winning move as the only child, so that the principal variation shows it.
    pub(super) fn store_win(&mut self, id: NodeIndex, (point, plies): (Point, u8)) {
        self.tree
            .set_moves_with_priors(id, &mut [(point.index() as u16, 1.0)]);
        let child = self.tree.add_child(id, 0);
        let node = self.tree.node_mut(child);
        node.state = NodeState::Won;
        node.plies_to_end = plies.saturating_sub(1);
        self.tree.add_visits(child, 1.0, 1);
        let node = self.tree.node_mut(id);
        node.state = NodeState::Lost;
        node.plies_to_end = plies;
    }

    /// Backs up the proven result of the leaf as far towards the root as it decides the parent.
    pub(super) fn backup_proof(&mut self) {
        let ids = self.tree.path_nodes(&self.path);
        for pair in ids.windows(2).rev() {
            let (parent, child) = (pair[0], pair[1]);
            let (state, plies) = match self.tree.node(child).state {
                NodeState::Unexpanded | NodeState::Expanded => return,
                NodeState::Won => (NodeState::Lost, self.tree.node(child).plies_to_end),
                NodeState::Lost | NodeState::Drawn => match self.result_of_children(parent) {
                    Some(result) => result,
                    None => return,
                },
            };
            if !self.tree.node(parent).state.is_proven() {
                let node = self.tree.node_mut(parent);
                node.state = state;
                node.plies_to_end = plies.saturating_add(1);
                self.tree.update_selection_terms(parent);
            }
        }
    }

    /// The result of a node if every legal move is proven and none wins: a draw if there is one, otherwise the loss that
    /// takes longest.
    fn result_of_children(&self, id: NodeIndex) -> Option<(NodeState, u8)> {
        let node = self.tree.node(id);
        if node.num_children < node.num_moves || !self.has_priors() {
            return None;
        }
        let mut result = (NodeState::Won, 0);
        for child in self.tree.children(id) {
            let child = self.tree.node(child);
            match child.state {
                NodeState::Lost => result.1 = result.1.max(child.plies_to_end),
                NodeState::Drawn => result.0 = NodeState::Drawn,
                NodeState::Won | NodeState::Unexpanded | NodeState::Expanded => return None,
            }
        }
        Some(result)
    }
}
