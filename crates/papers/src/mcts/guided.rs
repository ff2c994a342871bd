//! The loop led by priors, and cut in two so that many leaves are valued at once.
//!
//! ```text
//! gather    select and expand by  Q + c P sqrt(N) / (1 + n);  the nodes on the way count one more visit, lost so far
//! answer    the leaf's moves get their priors; the visits get the value instead of the loss
//! ```
//!
//! With one leaf at a time this is the plain loop: the lost visits are taken back before anybody reads them.
//!
//! What is certain is backed up exactly. A move to a won node wins; a node all of whose moves lose is lost for the side to
//! move. No selection leads into a node whose result is known except from the root, and the search ends when that is the
//! root itself.

use gomoku::{Board, ByColor, Color, Limits, Point, PointSet};

use nets::residual::Answer;
use nets::residual::question;

use super::leaf;
use super::tree::{NodeId, ROOT, State};
use super::{Arrival, Leaf, Selection, Step, TreeSearch, Urgency, back_up};

/// A leaf that waits for its value.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    path: Vec<u16>,
    board: Board,
    moves: PointSet,
}

/// What became of one visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gathered {
    /// The result was known: the visit is complete.
    Settled,
    /// A leaf waits for its value.
    Waiting,
    /// The visit led to a leaf that waits already, and was taken back.
    Collided,
}

/// A move at the root, as the search knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub point: Point,
    /// Its prior.
    pub prior: f32,
    /// Visits, those under way included.
    pub visits: u32,
    /// The mean reward of the side to move, from 0 to 1; `None` before the first visit. A known result is 0, 1/2 or 1.
    pub value: Option<f64>,
    /// Is the result known?
    pub proven: bool,
}

impl RootMove {
    /// Does it certainly win?
    pub fn wins(&self) -> bool {
        self.proven && self.value == Some(1.0)
    }

    /// Does it certainly lose?
    pub fn loses(&self) -> bool {
        self.proven && self.value == Some(0.0)
    }
}

impl<L: Leaf> TreeSearch<L> {
    /// Makes the tree ready for visits from this board.
    pub fn begin(&mut self, board: &Board, limits: &Limits) {
        self.waiting.clear();
        self.start(board, limits);
    }

    /// Has the network been asked about the root?
    pub fn is_rooted(&self) -> bool {
        self.tree.node(ROOT).state != State::Fresh
    }

    /// Does the side to move at the root certainly win (1), lose (0) or draw (1/2)?
    pub fn proof(&self) -> Option<f64> {
        match self.tree.node(ROOT).state {
            State::Fresh | State::Open => None,
            _ => Some(1.0 - self.tree.node(ROOT).value()),
        }
    }

    /// The mean reward of the side to move at the root, from 0 to 1.
    pub fn root_value(&self) -> f64 {
        1.0 - self.tree.node(ROOT).value()
    }

    /// Boards of the leaves that wait.
    pub fn questions(&self) -> impl Iterator<Item = &Board> {
        self.waiting.iter().map(|leaf| &leaf.board)
    }

    /// Leaves that wait.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Every move at the root, tried or not.
    pub fn root_moves(&self) -> Vec<RootMove> {
        let tried = self.tree.children(ROOT).map(|child| {
            let node = self.tree.node(child);
            let proven = !matches!(node.state, State::Fresh | State::Open);
            RootMove {
                point: Point::from_index(node.point.into()),
                prior: node.prior,
                visits: node.visits + u32::from(node.pending),
                value: (node.visits > 0 || proven).then(|| node.value()),
                proven,
            }
        });
        let untried = self.tree.untried(ROOT).map(|(point, prior)| RootMove {
            point: Point::from_index(point.into()),
            prior,
            visits: 0,
            value: None,
            proven: false,
        });
        tried.chain(untried).collect()
    }

    /// Changes the priors at the root.
    pub fn change_root_priors(&mut self, mut change: impl FnMut(Point, f32) -> f32) {
        self.tree.change_priors(ROOT, |point, prior| {
            change(Point::from_index(point.into()), prior)
        });
    }

    /// Select and expand, from this move at the root if one is given; the leaf that is reached waits for its value.
    pub fn gather(&mut self, first: Option<Point>) -> Gathered {
        // The board is a part of the search; it is taken out while both are changed.
        let Some(mut board) = self.root.take() else {
            return Gathered::Collided;
        };
        let (start, side) = (board.ply(), board.side_to_move());
        let first = first.and_then(|point| self.toward(point));
        let arrival = self.descend_to_leaf(&mut board, first);
        let gathered = self.arrive(arrival, &mut board, side);
        self.climb(&mut board, start);
        self.root = Some(board);
        gathered
    }

    /// The step at the root that makes this move.
    fn toward(&self, point: Point) -> Option<Step> {
        let is_point = |one: u16| usize::from(one) == point.index();
        let tried = self
            .tree
            .children(ROOT)
            .position(|child| is_point(self.tree.node(child).point));
        let untried = || self.tree.untried(ROOT).position(|(one, _)| is_point(one));
        match tried {
            Some(place) => Some(Step::Select(place as u16)),
            None if self.tree.has_room(ROOT) => untried().map(Step::Expand),
            None => None,
        }
    }

    fn arrive(&mut self, arrival: Arrival, board: &mut Board, root_side: Color) -> Gathered {
        let rewards = match arrival {
            Arrival::Known(rewards) => rewards,
            Arrival::Leaf => {
                let id = self.leaf_id();
                if self.tree.node(id).pending > 0 {
                    return Gathered::Collided;
                }
                let Some(rewards) = self.settle(id, board) else {
                    return Gathered::Waiting;
                };
                rewards
            }
        };
        self.prove();
        back_up(&mut self.tree, &self.path, root_side, &rewards, 1);
        Gathered::Settled
    }

    /// The result of a new leaf if it is known; otherwise the leaf waits.
    fn settle(&mut self, id: NodeId, board: &mut Board) -> Option<ByColor<f64>> {
        if let Some(win) = self.recipe.leaf.win(board) {
            self.record_win(id, win);
            return Some(leaf::win(board.side_to_move()));
        }
        let mut moves = board.legal_moves();
        if self.path.is_empty() {
            let allowed = moves - self.excluded;
            if !allowed.is_empty() {
                moves = allowed;
            }
        }
        if moves.is_empty() {
            self.tree.node_mut(id).state = State::Drawn;
            return Some(leaf::both(0.5));
        }
        for id in ids(&self.tree, &self.path) {
            self.tree.node_mut(id).pending += 1;
            self.tree.renew(id);
        }
        self.waiting.push(Waiting {
            path: self.path.clone(),
            board: board.clone(),
            moves,
        });
        None
    }

    /// The side to move wins with this move, which becomes the only child, so that the tree shows it.
    pub(super) fn record_win(&mut self, id: NodeId, (point, plies): (Point, u8)) {
        self.tree.set_priors(id, &mut [(point.index() as u16, 1.0)]);
        let child = self.tree.expand(id, 0);
        let node = self.tree.node_mut(child);
        node.state = State::Won;
        node.plies = plies.saturating_sub(1);
        self.tree.add(child, 1.0, 1);
        let node = self.tree.node_mut(id);
        node.state = State::Lost;
        node.plies = plies;
    }

    pub(super) fn leaf_id(&self) -> NodeId {
        let step = |id, &place: &u16| self.tree.child(id, place);
        self.path.iter().fold(ROOT, step)
    }

    /// Gives the waiting leaves their values, in the order of the questions.
    pub fn answer(&mut self, answers: &[Answer]) {
        let Some(root_side) = self.root.as_ref().map(Board::side_to_move) else {
            return;
        };
        let waiting = std::mem::take(&mut self.waiting);
        debug_assert_eq!(waiting.len(), answers.len());
        for (leaf, answer) in waiting.iter().zip(answers) {
            let ids: Vec<_> = ids(&self.tree, &leaf.path).collect();
            for &id in &ids {
                self.tree.node_mut(id).pending -= 1;
            }
            let id = ids[ids.len() - 1];
            if self.tree.has_room_for_moves() || id == ROOT {
                self.tree.set_priors(id, &mut priors(leaf, answer));
            }
            let side = leaf.board.side_to_move();
            let reward = (1.0 + f64::from(answer.value.clamp(-1.0, 1.0))) / 2.0;
            let mut rewards = leaf::both(1.0 - reward);
            rewards[side] = reward;
            back_up(&mut self.tree, &leaf.path, root_side, &rewards, 1);
        }
    }

    /// Carries the result of the last node of the path as far up as it is certain.
    pub(super) fn prove(&mut self) {
        let ids: Vec<_> = ids(&self.tree, &self.path).collect();
        for pair in ids.windows(2).rev() {
            let (parent, child) = (pair[0], pair[1]);
            let (state, plies) = match self.tree.node(child).state {
                State::Fresh | State::Open => return,
                State::Won => (State::Lost, self.tree.node(child).plies),
                State::Lost | State::Drawn => match self.all_children(parent) {
                    Some(known) => known,
                    None => return,
                },
            };
            if matches!(self.tree.node(parent).state, State::Fresh | State::Open) {
                let node = self.tree.node_mut(parent);
                node.state = state;
                node.plies = plies.saturating_add(1);
                self.tree.renew(parent);
            }
        }
    }

    /// The result of a node none of whose moves wins and all of whose results are known: the best that is left.
    fn all_children(&self, id: NodeId) -> Option<(State, u8)> {
        let node = self.tree.node(id);
        // The other searches do not list every legal move, so that all of theirs lose proves nothing.
        if node.tried < node.all || !self.is_guided() {
            return None;
        }
        let mut result = (State::Won, 0);
        for child in self.tree.children(id) {
            let child = self.tree.node(child);
            match child.state {
                State::Lost => result.1 = result.1.max(child.plies),
                State::Drawn => result.0 = State::Drawn,
                State::Won | State::Fresh | State::Open => return None,
            }
        }
        Some(result)
    }

    /// PUCT: the best child, or the best untried move if that is better.
    pub(super) fn puct(&self, id: NodeId, urgency: Urgency, may_expand: bool) -> Step {
        let node = self.tree.node(id);
        let visits = f64::from(node.visits) + f64::from(node.pending);
        let factor = (self.recipe.exploration * visits.max(1.0).sqrt()) as f32;
        let untried = match self.tree.untried(id).next() {
            Some((_, prior)) if may_expand => {
                let value = match urgency {
                    Urgency::Even => 0.0,
                    Urgency::Below(less) => (1.0 - 2.0 * node.mean()) as f32 - less,
                };
                value + factor * prior
            }
            _ => f32::NEG_INFINITY,
        };
        if node.tried == 0 {
            return Step::Expand(0);
        }
        let (place, score) = self.tree.select(id, factor);
        // All that was tried may be lost, and then everything else is better.
        let nothing_left = score == f32::NEG_INFINITY && may_expand;
        if untried > score || nothing_left {
            Step::Expand(0)
        } else {
            Step::Select(place)
        }
    }

    /// Is this a search with priors?
    pub(super) fn is_guided(&self) -> bool {
        self.recipe.selection != Selection::Ucb
    }
}

/// The nodes of a path, the root first.
fn ids(tree: &super::Tree, path: &[u16]) -> impl Iterator<Item = NodeId> + use<> {
    let mut ids = vec![ROOT];
    for &place in path {
        ids.push(tree.child(ids[ids.len() - 1], place));
    }
    ids.into_iter()
}

/// The moves of a leaf with their shares of the policy.
fn priors(leaf: &Waiting, answer: &Answer) -> Vec<(u16, f32)> {
    let logit = |point: Point| {
        let number = question::number(point, leaf.board.size());
        let logit = answer
            .policy
            .get(usize::from(number))
            .copied()
            .unwrap_or(0.0);
        if logit.is_finite() { logit } else { 0.0 }
    };
    let most = leaf
        .moves
        .iter()
        .map(logit)
        .fold(f32::NEG_INFINITY, f32::max);
    let mut moves: Vec<_> = leaf
        .moves
        .iter()
        .map(|point| (point.index() as u16, (logit(point) - most).exp()))
        .collect();
    let sum: f32 = moves.iter().map(|one| one.1).sum();
    for one in &mut moves {
        one.1 /= sum;
    }
    moves
}
