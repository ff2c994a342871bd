//! The one Monte Carlo tree search of this crate: select, expand, evaluate, back up.
//!
//! ```text
//! select    while every move of the node has been tried: the child with the largest  Q/N + bias + c sqrt(ln N(parent) / N)
//! expand    one untried move, by lot
//! evaluate  the new leaf: a finished game by its result, another one as the recipe says
//! back up   each node on the way gets the reward of the side that moved into it
//! ```
//!
//! A [`Recipe`] says what the papers' players do not share: where they look for moves, `c`, what a leaf is worth
//! ([`Leaf`]), how often each new leaf is evaluated, how the final move is chosen and whether the tree is kept for the
//! next move. None of them forks the loop.
//!
//! A recipe may also back up what is certain: a win that the leaf knows of, and what follows from it ([`guided`] has the rule).
//!
//! A network needs two things more, which are in [`guided`]: priors, which change `select` and `expand` ([`Selection::Puct`]),
//! and many leaves at once, for which the round is cut in two before `evaluate`.
//!
//! Left out: threads and transpositions.

pub mod critic_leaf;
pub mod forced_moves;
pub mod forced_rules;
pub mod fours_leaf;
pub mod guided;
pub mod leaf;
mod pattern_gain;
pub mod pattern_pruning;
mod player;
pub mod rollout;
mod tree;

use gomoku::player::candidate_moves;
use gomoku::{
    Board, Budget, ByColor, Candidate, Color, Limits, MateIn, Neighborhood, Point, PointSet,
    SearchControl, SearchResult,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub use leaf::{Constant, Leaf};
pub(crate) use player::own_limits;
pub use player::{TreeParams, TreePlayer};
use tree::{NodeId, ROOT, State, Tree};

use guided::Waiting;

/// How the move to play is chosen among the root's children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalChoice {
    /// The highest mean value.
    Value,
    /// The most visits.
    Visits,
}

/// The neighborhood of this name: `square1`, `star2` or `square2`.
pub(crate) fn neighborhood(name: &str) -> Neighborhood {
    match name {
        "square1" => Neighborhood::Square1,
        "star2" => Neighborhood::Star2,
        _ => Neighborhood::Square2,
    }
}

impl FinalChoice {
    /// The choice of this name: `value` or `visits`.
    pub fn named(name: &str) -> FinalChoice {
        match name {
            "visits" => FinalChoice::Visits,
            _ => FinalChoice::Value,
        }
    }
}

/// The rule by which a child is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// `Q/N + bias + c sqrt(ln N(parent) / N)`, untried moves first and by lot.
    Ucb,
    /// `Q + c P sqrt(N(parent)) / (1 + N)` with `Q` between -1 and 1.
    Puct(Urgency),
}

/// First-play urgency: the `Q` of a move that has not been tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Urgency {
    /// An even game, whatever the others were worth.
    Even,
    /// This much less than the position is worth.
    Below(f32),
}

/// What makes a player out of the loop.
#[derive(Clone, Debug)]
pub struct Recipe<L> {
    /// Where moves are looked for.
    pub near: Neighborhood,
    /// How a child is chosen.
    pub selection: Selection,
    /// `c` of the selection rule.
    pub exploration: f64,
    /// What a leaf is worth.
    pub leaf: L,
    /// How often each new leaf is evaluated; every time counts as a visit.
    pub simulations: u32,
    /// Is what is certain backed up as such? Searches with priors always do so.
    pub proves: bool,
    /// How the move is chosen in the end.
    pub final_choice: FinalChoice,
    /// Is the tree kept for the next move?
    pub reuse: bool,
    /// Bytes for the tree unless the limits say less.
    pub memory: u64,
}

/// A tree search that remembers its tree.
#[derive(Debug)]
pub struct TreeSearch<L> {
    recipe: Recipe<L>,
    rng: Xoshiro256PlusPlus,
    tree: Tree,
    /// The board at the root.
    root: Option<Board>,
    /// Each point's neighborhood.
    around: Vec<PointSet>,
    /// Empty points at the root, and those of them that are near a stone.
    empty: PointSet,
    near: PointSet,
    /// The places of the children that lead from the root to the leaf.
    path: Vec<u16>,
    /// Leaves whose value has been asked for.
    waiting: Vec<Waiting>,
    /// Moves that may not be made at the root.
    excluded: PointSet,
}

/// Where select and expand have led.
enum Arrival {
    /// To a node that is to be evaluated.
    Leaf,
    /// To a result that needs no evaluation: the rewards of both sides.
    Known(ByColor<f64>),
}

/// What to do at a node.
enum Step {
    /// Go to a child.
    Select(u16),
    /// Make a child of an untried move, by its place among them.
    Expand(usize),
    /// The memory is full: the leaf stays one.
    Stay,
}

impl<L: Leaf> TreeSearch<L> {
    /// A search with an empty tree.
    pub fn new(recipe: Recipe<L>, seed: u64) -> TreeSearch<L> {
        let around = neighborhoods(recipe.near);
        TreeSearch {
            tree: Tree::new(recipe.selection.tree_rule(), recipe.memory),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            recipe,
            root: None,
            around,
            empty: PointSet::EMPTY,
            near: PointSet::EMPTY,
            path: Vec::new(),
            waiting: Vec::new(),
            excluded: PointSet::EMPTY,
        }
    }

    /// Forgets the tree.
    pub fn new_game(&mut self) {
        self.root = None;
    }

    /// Searches within the limits. The limits' iterations count what is added now, not what was kept.
    pub fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> SearchResult {
        let mut board = board.clone();
        self.start(&board, limits);
        if self.tree.node(ROOT).all == 1 {
            // Nothing to choose: the only move is played at once.
            self.round(&mut board);
            return self.result(&board, 1, control);
        }
        let rounds_per_look = if self.recipe.simulations > 1 { 1 } else { 16 };
        let mut budget = Budget::for_iterations(limits, control).polling_every(rounds_per_look);
        let mut rounds = 0;
        loop {
            self.round(&mut board);
            rounds += 1;
            if control.has_listener() && is_milestone(rounds) {
                control.report(&self.result(&board, rounds, control));
            }
            let is_decided = self.recipe.proves && self.tree.node(ROOT).state != State::Open;
            if !budget.spend_node() || is_decided {
                return self.result(&board, rounds, control);
            }
        }
    }

    /// Makes the tree ready for rounds from this board.
    pub(crate) fn start(&mut self, board: &Board, limits: &Limits) {
        let memory = limits.memory.unwrap_or(u64::MAX).min(self.recipe.memory);
        self.tree.set_memory(memory);
        self.empty = board.empty();
        self.near = self.recipe.near.candidates(board);
        let kept = self.recipe.reuse && limits.excluded.is_empty() && self.descend(board);
        self.recipe.leaf.begin(board);
        self.excluded = limits.excluded;
        if !kept {
            self.tree.clear();
        }
        if !kept && !self.is_guided() {
            let mut moves: Vec<_> = candidate_moves(board, limits, self.recipe.near)
                .iter()
                .collect();
            self.recipe.leaf.prune(&mut board.clone(), &mut moves);
            let moves = moves.into_iter().map(|point| point.index() as u16);
            self.tree.set_moves(ROOT, moves);
        }
        self.root = Some(board.clone());
    }

    /// Walks from the old root to this board and makes the node it finds the root. Says whether there is one.
    fn descend(&mut self, board: &Board) -> bool {
        let Some(mut old) = self.root.take() else {
            return false;
        };
        let mut node = ROOT;
        for &ply in board.history().get(old.ply()..).unwrap_or_default() {
            let point = ply.filter(|&point| old.is_empty(point));
            let child = point.and_then(|point| {
                old.push(point);
                let is_move =
                    |&child: &NodeId| usize::from(self.tree.node(child).point) == point.index();
                self.tree.children(node).find(is_move)
            });
            match child {
                Some(child) => node = child,
                None => return false,
            }
        }
        // The same board again is a new question, and a different past is a different game.
        let found = node != ROOT && old == *board && self.tree.node(node).state == State::Open;
        if found {
            self.tree.reroot(node);
        }
        found
    }

    /// One round of the loop.
    pub(crate) fn round(&mut self, board: &mut Board) {
        let start = board.ply();
        let root_side = board.side_to_move();
        let count = self.recipe.simulations;
        let mut rewards = ByColor::default();
        match self.descend_to_leaf(board, None) {
            Arrival::Known(result) => {
                let times = f64::from(count);
                rewards = ByColor::from_fn(|color| result[color] * times);
            }
            Arrival::Leaf => {
                if let Some(win) = self.new_win(board) {
                    let times = f64::from(count);
                    rewards = ByColor::from_fn(|color| win[color] * times);
                } else {
                    for _ in 0..count {
                        let reward = self.recipe.leaf.value(board, &mut self.rng);
                        for color in Color::BOTH {
                            rewards[color] += reward[color];
                        }
                    }
                }
            }
        }
        self.climb(board, start);
        if self.recipe.proves {
            self.prove();
        }
        back_up(&mut self.tree, &self.path, root_side, &rewards, count);
    }

    /// The result of a new leaf that is certainly won for the side to move.
    fn new_win(&mut self, board: &mut Board) -> Option<ByColor<f64>> {
        if !self.recipe.proves {
            return None;
        }
        let id = self.leaf_id();
        if self.tree.node(id).state != State::Fresh || !self.tree.has_room(id) {
            return None;
        }
        let win = self.recipe.leaf.win(board)?;
        self.record_win(id, win);
        Some(leaf::win(board.side_to_move()))
    }

    /// Takes the moves of the path off the board.
    fn climb(&mut self, board: &mut Board, start: usize) {
        while board.ply() > start {
            board.pop_observed(&mut self.recipe.leaf);
        }
    }

    /// Select and expand. `first` is what to do at the root if that is not the rule's to say.
    fn descend_to_leaf(&mut self, board: &mut Board, mut first: Option<Step>) -> Arrival {
        self.path.clear();
        let mut id = ROOT;
        loop {
            if self.tree.node(id).state == State::Fresh {
                if self.is_guided() {
                    // Its moves come with its value.
                    return Arrival::Leaf;
                }
                self.list_moves(id, board);
            }
            match self.tree.node(id).state {
                State::Won => return Arrival::Known(leaf::win(!board.side_to_move())),
                State::Lost => return Arrival::Known(leaf::win(board.side_to_move())),
                State::Drawn => return Arrival::Known(leaf::both(0.5)),
                State::Fresh | State::Open => {}
            }
            let step = first.take().unwrap_or_else(|| self.step(id));
            match step {
                Step::Stay => return self.stay(id, board),
                Step::Expand(place) => return self.expand(id, place, board),
                Step::Select(place) => {
                    id = self.tree.child(id, place);
                    let point = Point::from_index(self.tree.node(id).point.into());
                    board.push_observed(point, &mut self.recipe.leaf);
                    self.path.push(place);
                }
            }
        }
    }

    /// What the selection rule says at a node.
    fn step(&mut self, id: NodeId) -> Step {
        let node = self.tree.node(id);
        let untried = usize::from(node.all - node.tried);
        let may_expand = untried > 0 && self.tree.has_room(id);
        match self.recipe.selection {
            Selection::Ucb if may_expand => Step::Expand(self.rng.random_range(0..untried)),
            _ if node.tried == 0 && !may_expand => Step::Stay,
            Selection::Ucb => {
                let factor = self.recipe.exploration * f64::from(node.visits).ln().sqrt();
                Step::Select(self.tree.select(id, factor as f32).0)
            }
            Selection::Puct(urgency) => self.puct(id, urgency, may_expand),
        }
    }

    fn stay(&self, id: NodeId, board: &Board) -> Arrival {
        if !self.is_guided() {
            return Arrival::Leaf;
        }
        // The network would say again what it has said.
        let mean = self.tree.node(id).mean();
        let mut rewards = leaf::both(1.0 - mean);
        rewards[!board.side_to_move()] = mean;
        Arrival::Known(rewards)
    }

    fn expand(&mut self, id: NodeId, place: usize, board: &mut Board) -> Arrival {
        self.path.push(self.tree.node(id).tried);
        let child = self.tree.expand(id, place);
        let point = Point::from_index(self.tree.node(child).point.into());
        let mover = board.side_to_move();
        board.push_observed(point, &mut self.recipe.leaf);
        let bias = self.recipe.leaf.bias(board, point);
        let node = self.tree.node_mut(child);
        node.bias = bias;
        if board.wins(point, mover) {
            node.state = State::Won;
            Arrival::Known(leaf::win(mover))
        } else if board.is_full() {
            node.state = State::Drawn;
            Arrival::Known(leaf::both(0.5))
        } else {
            Arrival::Leaf
        }
    }

    /// Lists the moves of a node that is visited for the second time.
    fn list_moves(&mut self, id: NodeId, board: &mut Board) {
        let root_ply = self.root.as_ref().map_or(0, Board::ply);
        let mut set = self.near;
        let played = || board.history()[root_ply..].iter().flatten();
        for &stone in played() {
            set |= self.around[stone.index()];
        }
        set &= self.empty;
        for &stone in played() {
            set.remove(stone);
        }
        if board.rule().forbids(board.side_to_move()) || set.is_empty() || self.near.is_empty() {
            set = candidate_moves(board, &Limits::default(), self.recipe.near);
        }
        if set.is_empty() {
            self.tree.node_mut(id).state = State::Drawn;
            return;
        }
        let mut moves: Vec<Point> = set.iter().collect();
        self.recipe.leaf.prune(board, &mut moves);
        self.tree
            .set_moves(id, moves.into_iter().map(|point| point.index() as u16));
    }

    /// The mean reward of the side that moved into the root, and how many rewards it comes from.
    pub(crate) fn root_statistics(&self) -> (f64, u64) {
        let root = self.tree.node(ROOT);
        (root.mean(), root.visits.into())
    }

    /// The children of the root, the one to play first.
    fn ranking(&self) -> Vec<NodeId> {
        let mut children: Vec<_> = self.tree.children(ROOT).collect();
        children.sort_by(|&a, &b| {
            let (a, b) = (self.tree.node(a), self.tree.node(b));
            let by_value = b.mean().total_cmp(&a.mean());
            let by_visits = b.visits.cmp(&a.visits);
            // A move that has won, or that loses, needs no statistics.
            let by_result = b.state.rank().cmp(&a.state.rank());
            by_result.then(match self.recipe.final_choice {
                FinalChoice::Value => by_value.then(by_visits),
                FinalChoice::Visits => by_visits.then(by_value),
            })
        });
        children
    }

    fn result(&self, board: &Board, rounds: u64, control: &SearchControl<'_>) -> SearchResult {
        self.thought_about(&self.ranking(), board, rounds, control)
    }

    /// The thought of a search that has chosen its move in its own way.
    pub(crate) fn thought_of(
        &self,
        best: Point,
        board: &Board,
        rounds: u64,
        control: &SearchControl<'_>,
    ) -> SearchResult {
        let mut ranking = self.ranking();
        let is_best = |&id: &NodeId| usize::from(self.tree.node(id).point) == best.index();
        match ranking.iter().position(is_best) {
            Some(place) => ranking[..=place].rotate_right(1),
            // Nothing has been visited yet.
            None => return SearchResult::new(best),
        }
        self.thought_about(&ranking, board, rounds, control)
    }

    fn thought_about(
        &self,
        ranking: &[NodeId],
        board: &Board,
        rounds: u64,
        control: &SearchControl<'_>,
    ) -> SearchResult {
        let best = self.tree.node(ranking[0]);
        let candidates = ranking
            .iter()
            .map(|&child| {
                let node = self.tree.node(child);
                Candidate {
                    visits: Some(node.visits.into()),
                    value: Some(node.value()),
                    prior: self.recipe.selection.prior_of(node),
                    ..Candidate::new(Point::from_index(node.point.into()))
                }
            })
            .collect();
        let line = self.line(ranking[0], board.size().area());
        SearchResult {
            win_rate: Some(best.value()),
            mate: self.forced(best),
            depth: line.len() as u32,
            selective_depth: line.len() as u32,
            pv: line,
            nodes: rounds,
            time: control.elapsed(),
            candidates,
            ..SearchResult::new(Point::from_index(best.point.into()))
        }
    }

    /// The result that the best move is certain of.
    fn forced(&self, best: &tree::Node) -> Option<MateIn> {
        let plies = u32::from(best.plies) + 1;
        match best.state {
            State::Won => Some(MateIn::Win(plies)),
            // Only if no other move is better, and nobody has excluded one.
            State::Lost if self.tree.node(ROOT).state == State::Won && self.excluded.is_empty() => {
                Some(MateIn::Loss(u32::from(self.tree.node(ROOT).plies)))
            }
            _ => None,
        }
    }

    /// The most visited line that begins with a child of the root.
    fn line(&self, child: NodeId, longest: usize) -> Vec<Point> {
        let most_visited = |&id: &NodeId| {
            self.tree
                .children(id)
                .max_by_key(|&child| self.tree.node(child).visits)
        };
        std::iter::successors(Some(child), most_visited)
            .take(longest)
            .map(|id| Point::from_index(self.tree.node(id).point.into()))
            .collect()
    }
}

impl Selection {
    fn tree_rule(self) -> tree::Rule {
        match self {
            Selection::Ucb => tree::Rule::Ucb,
            Selection::Puct(_) => tree::Rule::Puct,
        }
    }

    fn prior_of(self, node: &tree::Node) -> Option<f64> {
        (self != Selection::Ucb).then_some(f64::from(node.prior))
    }
}

/// Each node on the way gets the reward of the side that moved into it.
fn back_up(tree: &mut Tree, path: &[u16], side: Color, rewards: &ByColor<f64>, count: u32) {
    let mut id = ROOT;
    let mut mover = !side;
    tree.add(id, rewards[mover], count);
    for &place in path {
        id = tree.child(id, place);
        mover = !mover;
        tree.add(id, rewards[mover], count);
    }
}

/// Rounds after which a report is due, so that convergence can be drawn: 1, 2, 5, 10, 20, 50, ... and every thousand.
pub(crate) fn is_milestone(rounds: u64) -> bool {
    let decade = 10_u64.pow(rounds.ilog10());
    rounds.is_multiple_of(1000) || [1, 2, 5].map(|step| step * decade).contains(&rounds)
}

/// The neighborhood of every point of the grid.
fn neighborhoods(near: Neighborhood) -> Vec<PointSet> {
    let offsets = rollout::offsets(near);
    (0..Point::CELLS)
        .map(|index| {
            offsets
                .iter()
                .map(|&offset| Point::from_index(index.wrapping_add_signed(offset)))
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milestones_are_ones_twos_fives_and_thousands() {
        let some: Vec<_> = (1..=3000).filter(|&rounds| is_milestone(rounds)).collect();
        assert_eq!(some, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 3000]);
    }
}
