//! The search loop, and one iteration of it: simulate, expand, evaluate, backup.

use std::sync::OnceLock;

use gomoku::player::candidate_moves;
use gomoku::{
    Board, Budget, ByColor, Color, Limits, Neighborhood, Point, PointSet, SearchControl,
    SearchResult,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::batched::PendingLeaf;
use super::state_memory::StateMemory;
use super::tree::{NodeIndex, NodeState, ROOT, SearchTree, Selection};
use super::tree_shape::TreeShapeControl;
use super::{Expansion, Fpu, LeafEvaluator, MctsConfig, evaluator, is_milestone, rollout};

/// A search that owns its tree and may reuse it for the next move.
#[derive(Debug)]
pub struct MctsSearch<E> {
    pub(super) config: MctsConfig<E>,
    pub(super) rng: Xoshiro256PlusPlus,
    pub(super) tree: SearchTree,
    /// The board at the root; `None` before the first search.
    pub(super) root_board: Option<Board>,
    /// Empty points at the root, and those of them near a stone.
    pub(super) root_empty: PointSet,
    pub(super) root_nearby: PointSet,
    /// Moves that may not be played at the root.
    pub(super) excluded: PointSet,
    /// The neighborhood of every point of the grid.
    neighborhoods: &'static [PointSet],
    /// Child indices from the root to the current leaf.
    pub(super) path: Vec<u16>,
    /// Moves at the end of the path that are not on the board yet.
    unplayed: Vec<Point>,
    /// The memory of states, if the configuration has one.
    pub(super) state_memory: Option<StateMemory>,
    /// Controls the exploration constant, if the configuration wants a depth.
    pub(super) shape: Option<TreeShapeControl>,
    /// Leaves that wait for their evaluation.
    pub(super) pending: Vec<PendingLeaf>,
}

/// Where a simulation ended.
pub(super) enum Simulation {
    /// At an unexpanded move, given by its index among them.
    Unexpanded(NodeIndex, usize),
    /// At a leaf that has no child to expand yet.
    Leaf(Leaf),
}

/// The end of the path after expansion.
pub(super) enum Leaf {
    /// To be evaluated.
    Unevaluated,
    /// The rewards are known without evaluation.
    Known(ByColor<f64>),
}

/// What the selection rule chose at a node.
pub(super) enum SelectedMove {
    /// A child, by its index.
    Child(u16),
    /// An unexpanded move, by its index among them.
    Unexpanded(usize),
    /// Nothing: the node has no child and there is no memory for one.
    OutOfMemory,
}

impl<E: LeafEvaluator> MctsSearch<E> {
    /// A search with an empty tree.
    pub fn new(config: MctsConfig<E>, seed: u64) -> MctsSearch<E> {
        MctsSearch {
            tree: SearchTree::new(config.selection, config.memory)
                .with_memory_share(config.state_memory.map(|memory| memory.share)),
            state_memory: config.state_memory.map(StateMemory::new),
            shape: None,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            root_board: None,
            root_empty: PointSet::EMPTY,
            root_nearby: PointSet::EMPTY,
            excluded: PointSet::EMPTY,
            neighborhoods: neighborhoods(config.neighborhood),
            path: Vec::new(),
            unplayed: Vec::new(),
            pending: Vec::new(),
            config,
        }
    }

    /// Drops the tree.
    pub fn new_game(&mut self) {
        self.root_board = None;
    }

    /// Searches within the limits. Iterations count the new ones only, not those of a reused tree.
    pub fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> SearchResult {
        let mut board = board.clone();
        self.set_root(&board, limits);
        if self.tree.node(ROOT).num_moves == 1 {
            // The only move needs no search.
            self.iterate(&mut board);
            return self.result(&board, 1, control);
        }
        let iterations_per_check = if self.config.rollouts_per_leaf > 1 {
            1
        } else {
            16
        };
        let mut budget =
            Budget::for_iterations(limits, control).polling_every(iterations_per_check);
        let mut iterations = 0;
        loop {
            self.iterate(&mut board);
            iterations += 1;
            if control.has_listener() && is_milestone(iterations) {
                control.report(&self.result(&board, iterations, control));
            }
            let is_proven =
                self.config.mcts_solver && self.tree.node(ROOT).state != NodeState::Expanded;
            if !budget.spend_node() || is_proven {
                return self.result(&board, iterations, control);
            }
        }
    }

    /// One iteration.
    pub(crate) fn iterate(&mut self, board: &mut Board) {
        let (root_ply, root_side) = (board.ply(), board.side_to_move());
        let simulation = self.simulate(board, None);
        let leaf = self.expand(simulation, board);
        let is_known = matches!(leaf, Leaf::Known(_));
        let rewards = self.evaluate(leaf, board);
        self.backup_memory(board, is_known, &rewards);
        self.undo_path(board, root_ply);
        self.backup(root_side, &rewards);
        if let Some(shape) = &mut self.shape {
            shape.add(self.path.len());
        }
    }

    /// Walks down the tree to an unexpanded move or a leaf. `root_move` overrides the selection rule at the root.
    ///
    /// The moves of the path are played on the board, except where the leaf's result is known: a search that has found
    /// a win visits it again and again, and does not need the board for that.
    pub(super) fn simulate(
        &mut self,
        board: &mut Board,
        mut root_move: Option<SelectedMove>,
    ) -> Simulation {
        self.path.clear();
        self.unplayed.clear();
        let mut id = ROOT;
        let mut side = board.side_to_move();
        loop {
            if self.tree.node(id).state == NodeState::Unexpanded {
                self.play_path(board);
                if self.has_priors() {
                    // Its moves come with the network's evaluation.
                    return Simulation::Leaf(Leaf::Unevaluated);
                }
                if !self.generate_moves(id, board) {
                    return Simulation::Leaf(Leaf::Unevaluated);
                }
            }
            if let Some(rewards) = self.proven_rewards(id, side) {
                return Simulation::Leaf(Leaf::Known(rewards));
            }
            let selected = root_move.take().unwrap_or_else(|| self.select_move(id));
            match selected {
                SelectedMove::Child(index) => {
                    id = self.tree.child(id, index);
                    self.unplayed.push(self.tree.node(id).point());
                    self.path.push(index);
                    side = !side;
                }
                SelectedMove::Unexpanded(index) => {
                    self.play_path(board);
                    return Simulation::Unexpanded(id, index);
                }
                SelectedMove::OutOfMemory => {
                    self.play_path(board);
                    return Simulation::Leaf(self.revisit_leaf(id, side));
                }
            }
        }
    }

    /// Plays the moves of the path that are not on the board yet.
    fn play_path(&mut self, board: &mut Board) {
        for point in self.unplayed.drain(..) {
            board.push_observed(point, &mut self.config.evaluator);
        }
    }

    /// The rewards of a node whose result is known.
    fn proven_rewards(&self, id: NodeIndex, side: Color) -> Option<ByColor<f64>> {
        match self.tree.node(id).state {
            NodeState::Won => Some(evaluator::win_for(!side)),
            NodeState::Lost => Some(evaluator::win_for(side)),
            NodeState::Drawn => Some(evaluator::equal_rewards(0.5)),
            NodeState::Unexpanded | NodeState::Expanded => None,
        }
    }

    /// Applies the selection rule at a node.
    fn select_move(&mut self, id: NodeIndex) -> SelectedMove {
        let node = *self.tree.node(id);
        let num_unexpanded = usize::from(node.num_moves - node.num_children);
        let may_expand = num_unexpanded > 0 && self.tree.has_room(id);
        if node.num_children == 0 && !may_expand {
            return SelectedMove::OutOfMemory;
        }
        match self.config.selection {
            Selection::Uct if may_expand => SelectedMove::Unexpanded(match self.config.expansion {
                Expansion::Random => self.rng.random_range(0..num_unexpanded),
                Expansion::InOrder => 0,
            }),
            Selection::Uct => {
                let shape = self.shape.map_or(1.0, |shape| shape.factor());
                let exploration = self.config.exploration * shape;
                let factor = exploration * f64::from(node.visits).ln().sqrt();
                SelectedMove::Child(self.tree.best_child(id, factor as f32).0)
            }
            Selection::Puct => self.select_puct(id, may_expand),
        }
    }

    /// PUCT: the best child, or the unexpanded move with the largest prior if that scores higher.
    fn select_puct(&self, id: NodeIndex, may_expand: bool) -> SelectedMove {
        let node = self.tree.node(id);
        if node.num_children == 0 {
            return SelectedMove::Unexpanded(0);
        }
        let visits = f64::from(node.visits) + f64::from(node.virtual_losses);
        let factor = (self.config.exploration * visits.max(1.0).sqrt()) as f32;
        let unexpanded_score = match self.tree.unexpanded_moves(id).next() {
            Some((_, prior)) if may_expand => {
                let q = match self.config.fpu {
                    Fpu::Absolute(value) => value,
                    Fpu::Reduction(reduction) => (1.0 - 2.0 * node.mean()) as f32 - reduction,
                };
                q + factor * prior
            }
            _ => f32::NEG_INFINITY,
        };
        let (index, score) = self.tree.best_child(id, factor);
        // If every child is a proven loss, any unexpanded move is better.
        let all_lost = score == f32::NEG_INFINITY && may_expand;
        if unexpanded_score > score || all_lost {
            SelectedMove::Unexpanded(0)
        } else {
            SelectedMove::Child(index)
        }
    }

    /// Adds the child of the unexpanded move, if the simulation ended at one, and plays the move.
    pub(super) fn expand(&mut self, simulation: Simulation, board: &mut Board) -> Leaf {
        let (id, index) = match simulation {
            Simulation::Unexpanded(id, index) => (id, index),
            Simulation::Leaf(leaf) => return leaf,
        };
        self.path.push(self.tree.node(id).num_children);
        let child = self.tree.add_child(id, index);
        let point = self.tree.node(child).point();
        let mover = board.side_to_move();
        board.push_observed(point, &mut self.config.evaluator);
        let bias = self.config.evaluator.bias(board, point);
        let node = self.tree.node_mut(child);
        node.bias = bias;
        if board.wins(point, mover) {
            node.state = NodeState::Won;
            Leaf::Known(evaluator::win_for(mover))
        } else if board.is_full() {
            node.state = NodeState::Drawn;
            Leaf::Known(evaluator::equal_rewards(0.5))
        } else {
            Leaf::Unevaluated
        }
    }

    /// A leaf that cannot be expanded is evaluated again, except by a network, which would repeat itself.
    fn revisit_leaf(&self, id: NodeIndex, side: Color) -> Leaf {
        if !self.has_priors() {
            return Leaf::Unevaluated;
        }
        let mean = self.tree.node(id).mean();
        let mut rewards = evaluator::equal_rewards(1.0 - mean);
        rewards[!side] = mean;
        Leaf::Known(rewards)
    }

    /// Lists the candidate moves of a node that is visited for the second time. Returns false if there is no memory for
    /// the list.
    fn generate_moves(&mut self, id: NodeIndex, board: &mut Board) -> bool {
        let root_ply = self.root_board.as_ref().map_or(0, Board::ply);
        let path_moves = || board.history()[root_ply..].iter().flatten();
        let mut candidates = self.root_nearby;
        for &stone in path_moves() {
            candidates |= self.neighborhoods[stone.index()];
        }
        candidates &= self.root_empty;
        for &stone in path_moves() {
            candidates.remove(stone);
        }
        let forbids = board.rule().forbids(board.side_to_move());
        if forbids || candidates.is_empty() || self.root_nearby.is_empty() {
            candidates = candidate_moves(board, &Limits::default(), self.config.neighborhood);
        }
        if candidates.is_empty() {
            self.tree.node_mut(id).state = NodeState::Drawn;
            return true;
        }
        let mut moves: Vec<Point> = candidates.iter().collect();
        self.config.evaluator.prune(board, &mut moves);
        if !self.tree.has_room_for_moves(moves.len()) {
            return false;
        }
        self.order_moves(board, &mut moves);
        let moves = moves.into_iter().map(|point| point.index() as u16);
        self.tree.set_moves(id, moves);
        true
    }

    /// Brings the moves into the order in which they are expanded.
    pub(super) fn order_moves(&mut self, board: &Board, moves: &mut [Point]) {
        if self.config.expansion == Expansion::InOrder {
            self.config.evaluator.order(board, moves, &mut self.rng);
        }
    }

    /// The summed rewards of all visits of this iteration.
    fn evaluate(&mut self, leaf: Leaf, board: &mut Board) -> ByColor<f64> {
        let rollouts = self.config.rollouts_per_leaf;
        let known = match leaf {
            Leaf::Known(rewards) => Some(rewards),
            Leaf::Unevaluated => self.solve_leaf(board),
        };
        if let Some(rewards) = known {
            return ByColor::from_fn(|color| rewards[color] * f64::from(rollouts));
        }
        let mut total = ByColor::default();
        for _ in 0..rollouts {
            let rewards = self.config.evaluator.evaluate(board, &mut self.rng);
            for color in Color::BOTH {
                total[color] += rewards[color];
            }
        }
        total
    }

    /// Takes the moves of the path off the board.
    pub(super) fn undo_path(&mut self, board: &mut Board, root_ply: usize) {
        while board.ply() > root_ply {
            board.pop_observed(&mut self.config.evaluator);
        }
    }

    /// Backs up the rewards, and the leaf's result if it is proven, along the path.
    fn backup(&mut self, root_side: Color, rewards: &ByColor<f64>) {
        if self.config.mcts_solver {
            self.backup_proof();
        }
        let visits = self.config.rollouts_per_leaf;
        self.tree.backup(&self.path, root_side, rewards, visits);
    }

    /// Does a network give priors to the moves?
    pub(super) fn has_priors(&self) -> bool {
        self.config.selection == Selection::Puct
    }
}

/// The neighbors of every cell. All searches share them, because some players have hundreds of searches.
fn neighborhoods(neighborhood: Neighborhood) -> &'static [PointSet] {
    static TABLES: [OnceLock<Vec<PointSet>>; Neighborhood::ALL.len()] =
        [const { OnceLock::new() }; Neighborhood::ALL.len()];
    TABLES[neighborhood as usize].get_or_init(|| {
        let offsets = rollout::offsets(neighborhood);
        let neighbors = |index: usize| {
            let neighbor = |&offset| Point::from_index(index.wrapping_add_signed(offset));
            offsets.iter().map(neighbor).collect()
        };
        (0..Point::CELLS).map(neighbors).collect()
    })
}
