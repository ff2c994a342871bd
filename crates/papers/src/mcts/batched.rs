//! Batched PUCT: an iteration split before `evaluate`, so that a network evaluates many leaves at once.
//!
//! ```text
//! select_leaf         simulate, expand; every node on the path gets a virtual loss, and the leaf waits for its evaluation
//! expand_and_backup   for each evaluated leaf: set its moves and priors, replace the virtual losses by the value
//! ```
//!
//! With a batch of one this is the plain loop: the virtual losses are gone before the next simulation reads them.

use gomoku::{Board, ByColor, Color, Limits, Point, PointSet};
use nets::residual::PolicyValue;
use nets::residual::input;

use super::search::{Leaf, MctsSearch, SelectedMove};
use super::tree::{NodeIndex, NodeState, ROOT};
use super::{LeafEvaluator, evaluator};

/// A leaf that waits for its evaluation.
#[derive(Clone, Debug)]
pub(crate) struct PendingLeaf {
    path: Vec<u16>,
    board: Board,
    moves: PointSet,
}

/// What became of one simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafSelection {
    /// The result was known and has been backed up.
    Known,
    /// The leaf waits for its evaluation.
    Pending,
    /// The leaf was waiting already; the simulation does not count.
    Collision,
}

/// Statistics of a root move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub point: Point,
    /// The network's probability of the move.
    pub prior: f32,
    /// Visits, pending ones included.
    pub visits: u32,
    /// Mean reward of the side to move, from 0 to 1; 0, 1/2 or 1 if proven, `None` before the first visit.
    pub value: Option<f64>,
    /// Is the result proven?
    pub proven: bool,
}

impl RootMove {
    /// Is it a proven win?
    pub fn wins(&self) -> bool {
        self.proven && self.value == Some(1.0)
    }

    /// Is it a proven loss?
    pub fn loses(&self) -> bool {
        self.proven && self.value == Some(0.0)
    }
}

impl<E: LeafEvaluator> MctsSearch<E> {
    /// Starts a search from this board.
    pub fn begin(&mut self, board: &Board, limits: &Limits) {
        self.pending.clear();
        self.set_root(board, limits);
    }

    /// Has the root been evaluated?
    pub fn is_root_expanded(&self) -> bool {
        self.tree.node(ROOT).state != NodeState::Unexpanded
    }

    /// The proven result for the side to move at the root: 1, 1/2 or 0.
    pub fn proven_value(&self) -> Option<f64> {
        let root = self.tree.node(ROOT);
        root.state.is_proven().then(|| 1.0 - root.value())
    }

    /// Mean reward of the side to move at the root, from 0 to 1.
    pub fn root_value(&self) -> f64 {
        1.0 - self.tree.node(ROOT).value()
    }

    /// The boards of the pending leaves.
    pub fn pending_boards(&self) -> impl Iterator<Item = &Board> {
        self.pending.iter().map(|leaf| &leaf.board)
    }

    /// The number of pending leaves.
    pub fn num_pending(&self) -> usize {
        self.pending.len()
    }

    /// All root moves, visited or not.
    pub fn root_moves(&self) -> Vec<RootMove> {
        let expanded = self.tree.children(ROOT).map(|child| {
            let node = self.tree.node(child);
            let proven = node.state.is_proven();
            RootMove {
                point: node.point(),
                prior: node.prior,
                visits: node.visits + u32::from(node.virtual_losses),
                value: (node.visits > 0 || proven).then(|| node.value()),
                proven,
            }
        });
        let unexpanded = self
            .tree
            .unexpanded_moves(ROOT)
            .map(|(index, prior)| RootMove {
                point: Point::from_index(index.into()),
                prior,
                visits: 0,
                value: None,
                proven: false,
            });
        expanded.chain(unexpanded).collect()
    }

    /// Maps the priors of the root moves: root noise.
    pub fn map_root_priors(&mut self, mut map: impl FnMut(Point, f32) -> f32) {
        self.tree.map_priors(ROOT, |index, prior| {
            map(Point::from_index(index.into()), prior)
        });
    }

    /// Simulates once, beginning with `root_move` if one is given. A leaf without a known result becomes pending.
    pub fn select_leaf(&mut self, root_move: Option<Point>) -> LeafSelection {
        // Taken out, because simulating changes both the board and the search.
        let Some(mut board) = self.root_board.take() else {
            return LeafSelection::Collision;
        };
        let (root_ply, root_side) = (board.ply(), board.side_to_move());
        let root_move = root_move.and_then(|point| self.find_root_move(point));
        let simulation = self.simulate(&mut board, root_move);
        let leaf = self.expand(simulation, &mut board);
        let selection = self.backup_or_queue(leaf, &mut board, root_side);
        self.undo_path(&mut board, root_ply);
        self.root_board = Some(board);
        selection
    }

    fn find_root_move(&mut self, point: Point) -> Option<SelectedMove> {
        let child = self
            .tree
            .children(ROOT)
            .position(|child| self.tree.node(child).point() == point);
        match child {
            Some(index) => Some(SelectedMove::Child(index as u16)),
            None if self.tree.has_room(ROOT) => self
                .tree
                .unexpanded_moves(ROOT)
                .position(|(index, _)| usize::from(index) == point.index())
                .map(SelectedMove::Unexpanded),
            None => None,
        }
    }

    /// Backs up a known result, or makes the leaf pending.
    fn backup_or_queue(
        &mut self,
        leaf: Leaf,
        board: &mut Board,
        root_side: Color,
    ) -> LeafSelection {
        let rewards = match leaf {
            Leaf::Known(rewards) => rewards,
            Leaf::Unevaluated => {
                let id = self.tree.path_end(&self.path);
                if self.tree.node(id).virtual_losses > 0 {
                    return LeafSelection::Collision;
                }
                let Some(rewards) = self.resolve_or_queue(id, board) else {
                    return LeafSelection::Pending;
                };
                rewards
            }
        };
        self.backup_proof();
        self.tree.backup(&self.path, root_side, &rewards, 1);
        LeafSelection::Known
    }

    /// The rewards of a leaf that is proven or has no legal move; any other leaf becomes pending.
    fn resolve_or_queue(&mut self, id: NodeIndex, board: &mut Board) -> Option<ByColor<f64>> {
        if let Some(win) = self.config.evaluator.proven_win(board) {
            self.store_win(id, win);
            return Some(evaluator::win_for(board.side_to_move()));
        }
        let mut moves = board.legal_moves();
        if self.path.is_empty() {
            let allowed = moves - self.excluded;
            if !allowed.is_empty() {
                moves = allowed;
            }
        }
        if moves.is_empty() {
            self.tree.node_mut(id).state = NodeState::Drawn;
            return Some(evaluator::equal_rewards(0.5));
        }
        for id in self.tree.path_nodes(&self.path) {
            self.tree.node_mut(id).virtual_losses += 1;
            self.tree.update_selection_terms(id);
        }
        self.pending.push(PendingLeaf {
            path: self.path.clone(),
            board: board.clone(),
            moves,
        });
        None
    }

    /// Expands the pending leaves and backs up their values. `outputs` are in the order of [`Self::pending_boards`].
    pub fn expand_and_backup(&mut self, outputs: &[PolicyValue]) {
        let Some(root_side) = self.root_board.as_ref().map(Board::side_to_move) else {
            return;
        };
        let pending = std::mem::take(&mut self.pending);
        debug_assert_eq!(pending.len(), outputs.len());
        for (leaf, output) in pending.iter().zip(outputs) {
            let ids = self.tree.path_nodes(&leaf.path);
            for &id in &ids {
                self.tree.node_mut(id).virtual_losses -= 1;
            }
            let id = ids[ids.len() - 1];
            let mut priors = leaf.priors(&output.policy);
            if self.tree.has_room_for_moves(priors.len()) || id == ROOT {
                self.tree.set_moves_with_priors(id, &mut priors);
            }
            let side = leaf.board.side_to_move();
            let reward = (1.0 + f64::from(output.value.clamp(-1.0, 1.0))) / 2.0;
            let mut rewards = evaluator::equal_rewards(1.0 - reward);
            rewards[side] = reward;
            self.tree.backup(&leaf.path, root_side, &rewards, 1);
        }
    }
}

impl PendingLeaf {
    /// Softmax of the policy logits over the legal moves.
    fn priors(&self, policy: &[f32]) -> Vec<(u16, f32)> {
        let logit = |point: Point| {
            let number = input::index(point, self.board.size());
            let logit = policy.get(usize::from(number)).copied().unwrap_or(0.0);
            if logit.is_finite() { logit } else { 0.0 }
        };
        let max_logit = self
            .moves
            .iter()
            .map(logit)
            .fold(f32::NEG_INFINITY, f32::max);
        let mut priors: Vec<_> = self
            .moves
            .iter()
            .map(|point| (point.index() as u16, (logit(point) - max_logit).exp()))
            .collect();
        let sum: f32 = priors.iter().map(|&(_, prior)| prior).sum();
        for (_, prior) in &mut priors {
            *prior /= sum;
        }
        priors
    }
}
