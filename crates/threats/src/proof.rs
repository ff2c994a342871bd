//! Proofs of wins: the attacker's move against every defense.

use gomoku::Point;

/// The index of a node in a [`Proof`].
pub type ProofNodeId = usize;

/// A move of the attacker, and the node that follows each defense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofNode {
    /// The attacker's move. In a leaf it makes five.
    pub attack: Point,
    /// Defenses that need a continuation of their own.
    pub defenses: Vec<(Point, ProofNodeId)>,
    /// The continuation after any other move.
    pub otherwise: Option<ProofNodeId>,
}

impl ProofNode {
    /// The continuation after a move of the defender.
    pub fn reply_to(&self, defense: Point) -> Option<ProofNodeId> {
        let listed = self.defenses.iter().find(|&&(point, _)| point == defense);
        listed.map(|&(_, next)| next).or(self.otherwise)
    }

    fn continuations(&self) -> impl Iterator<Item = ProofNodeId> + '_ {
        self.defenses
            .iter()
            .map(|&(_, next)| next)
            .chain(self.otherwise)
    }
}

/// A proof that the side to move wins: a directed acyclic graph, so that shared parts are stored once. Every node is
/// stored after its continuations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    nodes: Vec<ProofNode>,
    root: ProofNodeId,
}

impl Proof {
    /// A node.
    ///
    /// # Panics
    /// When the proof has no such node.
    pub fn node(&self, id: ProofNodeId) -> &ProofNode {
        &self.nodes[id]
    }

    /// The node with the first attack.
    pub fn root(&self) -> ProofNodeId {
        self.root
    }

    /// Makes this node the root.
    pub fn set_root(&mut self, root: ProofNodeId) {
        self.root = root;
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Has the proof no nodes?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Adds a node whose continuations have been added already.
    pub fn add(&mut self, node: ProofNode) -> ProofNodeId {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds a leaf: a move that makes five.
    pub fn add_five(&mut self, point: Point) -> ProofNodeId {
        self.add(ProofNode {
            attack: point,
            defenses: Vec::new(),
            otherwise: None,
        })
    }

    /// Drops the nodes added since the proof had `len` of them.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
    }

    /// Copies a node of another proof, with everything below it.
    pub(crate) fn adopt(&mut self, other: &Proof, id: ProofNodeId) -> ProofNodeId {
        let node = other.node(id);
        let defenses = node
            .defenses
            .iter()
            .map(|&(point, next)| (point, self.adopt(other, next)))
            .collect();
        let otherwise = node.otherwise.map(|next| self.adopt(other, next));
        self.add(ProofNode {
            attack: node.attack,
            defenses,
            otherwise,
        })
    }

    /// Plies to five against the longest resistance.
    pub fn plies(&self) -> u32 {
        let mut plies = vec![1; self.nodes.len()];
        for (id, node) in self.nodes.iter().enumerate() {
            let longest = node.continuations().map(|next| 1 + plies[next]).max();
            plies[id] = 1 + longest.unwrap_or(0);
        }
        plies.get(self.root).copied().unwrap_or(0)
    }

    /// The main line: the listed defenses with the longest resistance, up to the attacker's five.
    pub fn line(&self) -> Vec<Point> {
        let mut depth = vec![1; self.nodes.len()];
        for (id, node) in self.nodes.iter().enumerate() {
            let deepest = node.continuations().map(|next| depth[next]).max();
            depth[id] = 1 + deepest.unwrap_or(0);
        }
        let mut line = Vec::new();
        let mut current = (!self.is_empty()).then_some(self.root);
        while let Some(id) = current {
            let node = self.node(id);
            line.push(node.attack);
            // The line ends where every defense loses to the same continuation.
            let longest = node.defenses.iter().max_by_key(|&&(_, next)| depth[next]);
            current = longest.map(|&(defense, next)| {
                line.push(defense);
                next
            });
        }
        line
    }
}
