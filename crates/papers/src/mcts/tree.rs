//! The tree as an arena of nodes, made so that choosing among children reads two short arrays from end to end.
//!
//! The children of a node lie side by side in a block that doubles when it is full; a block that was left goes to a list
//! of free blocks of its size. What the selection rule reads stands in arrays of its own: the sum of mean value and
//! bias, and `1 / sqrt(n)`, both renewed when a node is visited, so that the rule itself is one multiplication and one
//! addition per child.

/// What is known of one move in one position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    /// Rewards of the side that made the move.
    pub(crate) sum: f64,
    /// Rewards counted.
    pub(crate) visits: u32,
    /// Added to the mean value in the selection rule.
    pub(crate) bias: f32,
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
    /// The move has won.
    Won,
    /// Nobody can move any more.
    Drawn,
}

impl Node {
    /// The mean reward of the side that made the move.
    pub(crate) fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
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
    /// Mean value and bias of each node.
    exploit: Vec<f32>,
    /// `1 / sqrt(visits)` of each node.
    explore: Vec<f32>,
    free_nodes: [Vec<u32>; CLASSES],
    moves: Vec<u16>,
    free_moves: [Vec<u32>; CLASSES],
    most_nodes: usize,
}

/// What one place for a node takes: the node, its two numbers, and as much for its share of a move list.
const BYTES_PER_NODE: u64 = size_of::<Node>() as u64 + 8 + 32;

impl Tree {
    /// A root without children.
    pub(crate) fn new(memory: u64) -> Tree {
        let mut tree = Tree {
            nodes: Vec::new(),
            exploit: Vec::new(),
            explore: Vec::new(),
            free_nodes: Default::default(),
            moves: Vec::new(),
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
        let node = &mut self.nodes[id as usize];
        node.tried += 1;
        let child = node.children + tried as u32;
        if node.tried == node.all {
            // Every move is a child now, and the children know their moves.
            self.free_moves[usize::from(node.moves_class)].push(node.moves);
        }
        self.nodes[child as usize] = Node {
            point,
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
        let id = id as usize;
        let node = &mut self.nodes[id];
        node.sum += sum;
        node.visits += visits;
        let visits = f64::from(node.visits);
        self.exploit[id] = (node.sum / visits) as f32 + node.bias;
        self.explore[id] = (1.0 / visits.sqrt()) as f32;
    }

    /// The child with the largest `mean + bias + factor / sqrt(visits)`, the first among equals.
    #[inline]
    pub(crate) fn select(&self, id: NodeId, factor: f32) -> NodeId {
        let node = self.node(id);
        let start = node.children as usize;
        let block = start..start + usize::from(node.tried);
        start as u32 + largest(&self.exploit[block.clone()], &self.explore[block], factor) as u32
    }

    /// Keeps only what is below a node, which becomes the root.
    pub(crate) fn reroot(&mut self, root: NodeId) {
        let mut tree = Tree::new(0);
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
            point: node.point,
            state: node.state,
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
        let mut tree = Tree::new(1 << 20);
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
        let selected = tree.node(tree.select(middle, 0.3)).point;
        tree.reroot(middle);
        assert_eq!(list(&tree, ROOT), below);
        assert_eq!(tree.node(tree.select(ROOT, 0.3)).point, selected);
        assert_eq!((tree.node(ROOT).tried, tree.node(ROOT).all), (9, 9));
    }

    #[test]
    fn memory_is_bounded() {
        let mut tree = Tree::new(0);
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
