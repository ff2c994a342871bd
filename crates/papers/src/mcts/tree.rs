//! The tree as an arena of nodes, made so that choosing among children reads two short arrays from end to end.
//!
//! The children of a node lie side by side in a block that doubles when it is full; a block that was left goes to a list
//! of free blocks of its size. What the selection rule reads stands in arrays of its own: the sum of mean value and
//! bias, and `1 / sqrt(n)`, both renewed when a node is visited, so that the rule itself is one multiplication and one
//! addition per child.
//!
//! The same two arrays serve PUCT: the value `Q` between -1 and 1, and `P / (1 + n)`. There the list of moves is sorted by
//! prior, so that the next untried move is always the best of them, and children are made one by one here too. Visits that
//! are under way count as lost, which is called a virtual loss.

/// What is known of one move in one position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    /// Rewards of the side that made the move.
    pub(crate) sum: f64,
    /// Rewards counted.
    pub(crate) visits: u32,
    /// Added to the mean value in the selection rule.
    pub(crate) bias: f32,
    /// How good the move looked before it was tried.
    pub(crate) prior: f32,
    /// Where the children begin.
    children: u32,
    /// Where the list of moves begins: first the tried ones, then the untried.
    moves: u32,
    /// Grid index of the move.
    pub(crate) point: u16,
    /// Children so far.
    pub(crate) tried: u16,
    /// Moves in the list.
    pub(crate) all: u16,
    /// How the game stands after the move.
    pub(crate) state: State,
    /// Visits whose reward is not known yet.
    pub(crate) pending: u8,
    /// Plies from here to the end of a game that is won or lost.
    pub(crate) plies: u8,
    /// Block sizes as powers of two.
    children_class: u8,
    moves_class: u8,
}

/// What is known of the game after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum State {
    /// Going on; the moves have not been listed yet.
    #[default]
    Fresh,
    /// Going on.
    Open,
    /// The move has won, or wins for certain.
    Won,
    /// The move loses for certain.
    Lost,
    /// Nobody can move any more, or nobody can win any more.
    Drawn,
}

/// What the selection rule reads of a child.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Rule {
    /// `mean + bias` and `1 / sqrt(n)`.
    #[default]
    Ucb,
    /// `Q` and `P / (1 + n)`.
    Puct,
}

impl Node {
    /// The mean reward of the side that made the move.
    pub(crate) fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }

    /// The mean reward, or the result where that is certain.
    pub(crate) fn value(&self) -> f64 {
        match self.state {
            State::Won => 1.0,
            State::Lost => 0.0,
            State::Drawn => 0.5,
            State::Fresh | State::Open => self.mean(),
        }
    }
}

impl State {
    /// What is certainly better comes first.
    pub(crate) fn rank(self) -> i8 {
        match self {
            State::Won => 1,
            State::Lost => -1,
            State::Fresh | State::Open | State::Drawn => 0,
        }
    }
}

/// Names a node. The root is always the first.
pub(crate) type NodeId = u32;
pub(crate) const ROOT: NodeId = 0;

/// The smallest block of children, as a power of two.
const FIRST_CLASS: u8 = 2;
const CLASSES: usize = 12;

/// A tree that never takes more than a given number of nodes.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    rule: Rule,
    /// Mean value and bias of each node, or `Q`.
    exploit: Vec<f32>,
    /// `1 / sqrt(visits)` of each node, or `P / (1 + n)`.
    explore: Vec<f32>,
    free_nodes: [Vec<u32>; CLASSES],
    moves: Vec<u16>,
    /// The priors of the moves, where there are any.
    priors: Vec<f32>,
    free_moves: [Vec<u32>; CLASSES],
    most_nodes: usize,
}

/// What one place for a node takes: the node, its two numbers, and as much for its share of a move list.
const BYTES_PER_NODE: u64 = size_of::<Node>() as u64 + 8 + 32;
/// Moves with priors for each node: few of those that are listed are ever tried.
const MOVES_PER_NODE: usize = 8;

impl Tree {
    /// A root without children.
    pub(crate) fn new(rule: Rule, memory: u64) -> Tree {
        let mut tree = Tree {
            nodes: Vec::new(),
            rule,
            exploit: Vec::new(),
            explore: Vec::new(),
            free_nodes: Default::default(),
            moves: Vec::new(),
            priors: Vec::new(),
            free_moves: Default::default(),
            most_nodes: (memory / BYTES_PER_NODE).clamp(1 << 10, 1 << 30) as usize,
        };
        tree.clear();
        tree
    }

    /// Forgets everything but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.exploit.clear();
        self.explore.clear();
        self.moves.clear();
        self.priors.clear();
        self.free_nodes.iter_mut().for_each(Vec::clear);
        self.free_moves.iter_mut().for_each(Vec::clear);
        self.grow_nodes(1);
    }

    /// Allows this much memory from now on.
    pub(crate) fn set_memory(&mut self, memory: u64) {
        self.most_nodes = (memory / BYTES_PER_NODE).clamp(1 << 10, 1 << 30) as usize;
    }

    fn grow_nodes(&mut self, count: usize) {
        let length = self.nodes.len() + count;
        self.nodes.resize(length, Node::default());
        self.exploit.resize(length, 0.0);
        self.explore.resize(length, 0.0);
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The children so far.
    pub(crate) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        let node = self.node(id);
        node.children..node.children + u32::from(node.tried)
    }

    /// A child by its place, which stays the same while its id changes with the growth of the block.
    #[inline]
    pub(crate) fn child(&self, id: NodeId, place: u16) -> NodeId {
        self.node(id).children + u32::from(place)
    }

    /// Can a node get one more child?
    #[inline]
    pub(crate) fn has_room(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let needed = 2 << node.children_class;
        self.nodes.len() + needed <= self.most_nodes || usize::from(node.tried) < capacity(node)
    }

    /// Gives a node its moves, none of them tried.
    pub(crate) fn set_moves(&mut self, id: NodeId, moves: impl ExactSizeIterator<Item = u16>) {
        let all = moves.len();
        let class = all.next_power_of_two().trailing_zeros() as u8;
        let start = match self.free_moves[usize::from(class)].pop() {
            Some(start) => start as usize,
            None => {
                let start = self.moves.len();
                self.moves.resize(start + (1 << class), 0);
                start
            }
        };
        for (place, point) in self.moves[start..].iter_mut().zip(moves) {
            *place = point;
        }
        let node = &mut self.nodes[id as usize];
        node.moves = start as u32;
        node.all = all as u16;
        node.moves_class = class;
        node.state = State::Open;
    }

    /// Is there memory for one more list of moves with priors?
    pub(crate) fn has_room_for_moves(&self) -> bool {
        self.moves.len() < self.most_nodes.saturating_mul(MOVES_PER_NODE)
    }

    /// Gives a node its moves with their priors, the best first, none of them tried.
    pub(crate) fn set_priors(&mut self, id: NodeId, moves: &mut [(u16, f32)]) {
        // Equal priors keep the order of the points, so that the same question has the same answer.
        moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        self.set_moves(id, moves.iter().map(|one| one.0));
        self.priors.resize(self.moves.len(), 0.0);
        let start = self.node(id).moves as usize;
        for (place, one) in self.priors[start..].iter_mut().zip(moves) {
            *place = one.1;
        }
    }

    /// The untried moves with their priors.
    pub(crate) fn untried(&self, id: NodeId) -> impl Iterator<Item = (u16, f32)> {
        let node = self.node(id);
        let start = node.moves as usize;
        (start + usize::from(node.tried)..start + usize::from(node.all))
            .map(|index| (self.moves[index], self.priors[index]))
    }

    /// Changes the prior of every move of a node; the function is told the move.
    pub(crate) fn change_priors(&mut self, id: NodeId, mut change: impl FnMut(u16, f32) -> f32) {
        for child in self.children(id) {
            let node = self.node_mut(child);
            node.prior = change(node.point, node.prior);
            self.renew(child);
        }
        let mut rest: Vec<_> = self.untried(id).collect();
        for one in &mut rest {
            one.1 = change(one.0, one.1);
        }
        rest.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let node = self.node(id);
        let start = node.moves as usize + usize::from(node.tried);
        for (offset, (point, prior)) in rest.into_iter().enumerate() {
            self.moves[start + offset] = point;
            self.priors[start + offset] = prior;
        }
    }

    /// Makes a child of one of the untried moves, chosen by its place among them.
    pub(crate) fn expand(&mut self, id: NodeId, place: usize) -> NodeId {
        let node = self.nodes[id as usize];
        let tried = usize::from(node.tried);
        if tried == capacity(&node) {
            self.enlarge(id);
        }
        let start = node.moves as usize;
        self.moves.swap(start + tried, start + tried + place);
        let point = self.moves[start + tried];
        let mut prior = 0.0;
        if self.rule == Rule::Puct {
            self.priors.swap(start + tried, start + tried + place);
            prior = self.priors[start + tried];
        }
        let node = &mut self.nodes[id as usize];
        node.tried += 1;
        let child = node.children + tried as u32;
        if node.tried == node.all {
            // Every move is a child now, and the children know their moves.
            self.free_moves[usize::from(node.moves_class)].push(node.moves);
        }
        self.nodes[child as usize] = Node {
            point,
            prior,
            ..Node::default()
        };
        child
    }

    /// Moves the children to a block of twice the size.
    fn enlarge(&mut self, id: NodeId) {
        let node = self.nodes[id as usize];
        let class = if node.children_class == 0 {
            FIRST_CLASS
        } else {
            node.children_class + 1
        };
        let start = match self.free_nodes[usize::from(class)].pop() {
            Some(start) => start as usize,
            None => {
                let start = self.nodes.len();
                self.grow_nodes(1 << class);
                start
            }
        };
        let old = node.children as usize..node.children as usize + usize::from(node.tried);
        self.nodes.copy_within(old.clone(), start);
        self.exploit.copy_within(old.clone(), start);
        self.explore.copy_within(old, start);
        if node.children_class > 0 {
            self.free_nodes[usize::from(node.children_class)].push(node.children);
        }
        let node = &mut self.nodes[id as usize];
        node.children = start as u32;
        node.children_class = class;
    }

    /// Counts rewards of the side that made the move.
    #[inline]
    pub(crate) fn add(&mut self, id: NodeId, sum: f64, visits: u32) {
        let node = self.node_mut(id);
        node.sum += sum;
        node.visits += visits;
        self.renew(id);
    }

    /// Computes anew what the selection rule reads.
    #[inline]
    pub(crate) fn renew(&mut self, id: NodeId) {
        let id = id as usize;
        let node = &self.nodes[id];
        match self.rule {
            Rule::Ucb => {
                let visits = f64::from(node.visits);
                self.exploit[id] = match node.state {
                    State::Lost => f32::NEG_INFINITY,
                    _ => (node.sum / visits) as f32 + node.bias,
                };
                self.explore[id] = (1.0 / visits.sqrt()) as f32;
            }
            Rule::Puct => {
                // A visit under way is lost until its reward is known.
                let visits = f64::from(node.visits) + f64::from(node.pending);
                self.exploit[id] = match node.state {
                    State::Won => f32::INFINITY,
                    State::Lost => f32::NEG_INFINITY,
                    State::Drawn => 0.0,
                    State::Fresh | State::Open => (2.0 * node.sum / visits.max(1.0) - 1.0) as f32,
                };
                self.explore[id] = node.prior / (1.0 + visits as f32);
            }
        }
    }

    /// The place of the child with the largest `exploit + factor explore`, the first among equals, and this number.
    #[inline]
    pub(crate) fn select(&self, id: NodeId, factor: f32) -> (u16, f32) {
        let node = self.node(id);
        let start = node.children as usize;
        let block = start..start + usize::from(node.tried);
        let place = largest(&self.exploit[block.clone()], &self.explore[block], factor);
        let score = self.exploit[start + place] + factor * self.explore[start + place];
        (place as u16, score)
    }

    /// Keeps only what is below a node, which becomes the root.
    pub(crate) fn reroot(&mut self, root: NodeId) {
        let mut tree = Tree::new(self.rule, 0);
        tree.most_nodes = self.most_nodes;
        self.copy_node(root, &mut tree, ROOT);
        let mut stack = vec![(root, ROOT)];
        while let Some((from, to)) = stack.pop() {
            self.copy_moves(from, &mut tree, to);
            // All children first, then theirs, so that blocks do not move while they are being filled.
            for child in self.children(from) {
                let copy = tree.expand(to, 0);
                self.copy_node(child, &mut tree, copy);
            }
            for (child, copy) in self.children(from).zip(tree.children(to)) {
                if self.node(child).state == State::Open {
                    stack.push((child, copy));
                }
            }
        }
        *self = tree;
    }

    fn copy_node(&self, from: NodeId, tree: &mut Tree, to: NodeId) {
        let node = self.nodes[from as usize];
        tree.nodes[to as usize] = Node {
            sum: node.sum,
            visits: node.visits,
            bias: node.bias,
            prior: node.prior,
            point: node.point,
            state: node.state,
            plies: node.plies,
            ..Node::default()
        };
        tree.exploit[to as usize] = self.exploit[from as usize];
        tree.explore[to as usize] = self.explore[from as usize];
    }

    /// Lists the moves of a node in the copy, the tried ones in the order of its children.
    fn copy_moves(&self, from: NodeId, tree: &mut Tree, to: NodeId) {
        let node = self.node(from);
        if node.state != State::Open {
            return;
        }
        let tried = self.children(from).map(|child| self.node(child).point);
        let start = node.moves as usize;
        let untried = &self.moves[start + usize::from(node.tried)..];
        let rest = usize::from(node.all - node.tried);
        let moves: Vec<u16> = tried.chain(untried.iter().copied().take(rest)).collect();
        tree.set_moves(to, moves.into_iter());
        if self.rule == Rule::Puct {
            // The priors of the tried moves are their nodes' own.
            tree.priors.resize(tree.moves.len(), 0.0);
            let place = tree.node(to).moves as usize + usize::from(node.tried);
            for (offset, (_, prior)) in self.untried(from).enumerate() {
                tree.priors[place + offset] = prior;
            }
        }
    }
}

fn capacity(node: &Node) -> usize {
    if node.children_class == 0 {
        0
    } else {
        1 << node.children_class
    }
}

/// Numbers compared side by side: as many as fit two vector registers.
const LANES: usize = 8;

/// Where `exploit + factor * explore` is largest, the first place among equals.
fn largest(exploit: &[f32], explore: &[f32], factor: f32) -> usize {
    let (exploit_chunks, exploit_rest) = exploit.as_chunks::<LANES>();
    let (explore_chunks, explore_rest) = explore.as_chunks::<LANES>();
    let mut best = [f32::NEG_INFINITY; LANES];
    let mut places = [0_u32; LANES];
    for (index, (mean, width)) in exploit_chunks.iter().zip(explore_chunks).enumerate() {
        for lane in 0..LANES {
            let score = mean[lane] + factor * width[lane];
            let better = score > best[lane];
            best[lane] = if better { score } else { best[lane] };
            places[lane] = if better { index as u32 } else { places[lane] };
        }
    }
    let mut top = (f32::NEG_INFINITY, 0);
    for lane in 0..LANES {
        let place = places[lane] as usize * LANES + lane;
        if best[lane] > top.0 || (best[lane] == top.0 && place < top.1) {
            top = (best[lane], place);
        }
    }
    for (index, (mean, width)) in exploit_rest.iter().zip(explore_rest).enumerate() {
        let score = mean + factor * width;
        if score > top.0 {
            top = (score, exploit_chunks.len() * LANES + index);
        }
    }
    top.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_the_first_of_the_largest() {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(4);
        for length in 1..70 {
            let mut numbers = || -> Vec<f32> {
                (0..length)
                    .map(|_| f32::from(rng.random_range(0..6_u8)))
                    .collect()
            };
            let (exploit, explore) = (numbers(), numbers());
            let score = |index: usize| exploit[index] + 0.5 * explore[index];
            let expected = (0..length).fold(0, |best, index| {
                if score(index) > score(best) {
                    index
                } else {
                    best
                }
            });
            assert_eq!(largest(&exploit, &explore, 0.5), expected);
        }
    }

    #[test]
    fn a_new_root_keeps_everything_below_it() {
        let mut tree = Tree::new(Rule::Ucb, 1 << 20);
        tree.set_moves(ROOT, (0..20).map(|index| index * 3));
        for _ in 0..12 {
            let child = tree.expand(ROOT, 5);
            tree.add(child, 0.5, 1);
        }
        let middle = tree.children(ROOT).nth(7).unwrap();
        tree.set_moves(middle, 0..9);
        for step in 0..9 {
            let child = tree.expand(middle, 0);
            tree.add(child, f64::from(step), 2);
        }
        let list = |tree: &Tree, id| -> Vec<_> {
            tree.children(id)
                .map(|child| {
                    (
                        tree.node(child).point,
                        tree.node(child).visits,
                        tree.node(child).mean(),
                    )
                })
                .collect()
        };
        let below = list(&tree, middle);
        let selected = tree.select(middle, 0.3);
        tree.reroot(middle);
        assert_eq!(list(&tree, ROOT), below);
        assert_eq!(tree.select(ROOT, 0.3), selected);
        assert_eq!((tree.node(ROOT).tried, tree.node(ROOT).all), (9, 9));
    }

    #[test]
    fn memory_is_bounded() {
        let mut tree = Tree::new(Rule::Ucb, 0);
        let mut node = ROOT;
        let mut count = 0;
        while tree.has_room(node) {
            tree.set_moves(node, 0..30);
            node = tree.expand(node, 3);
            count += 1;
        }
        assert!((100..2000).contains(&count));
    }
}
