//! The game tree shared by all file formats.
//!
//! A record is a tree of nodes. A node may hold a move, set-up stones and annotations. Its first child continues the main
//! line, the others are variations. The root stands for the position before the first move, although some SGF files put a
//! move there.
//!
//! The nodes are stored in one vector and link to each other by index. Nothing recurses, so lines of a million moves do not
//! overflow the stack. A node without annotations takes 48 bytes. Reading needs memory in proportion to the file: 20 to 40
//! times its length for plain moves, and less than 150 times for the worst inputs found.
//!
//! A record holds what the file says. Moves are checked only when they are replayed on a board, with [`Record::to_board`] or
//! [`Record::board_at`]. Nodes cannot be removed.

use gomoku::{Board, ByColor, Color, Rule, Size};

use crate::node::{NodeId, Play, RecordNode};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordResult {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// The reason, such as `five`, `time` or `resign`; may be empty.
    pub reason: String,
}

/// A game with its variations.
#[derive(Clone, Debug)]
pub struct Record {
    /// The board size.
    pub size: Size,
    /// The rule, if the file has one.
    pub rule: Option<Rule>,
    /// The players' names; may be empty.
    pub names: ByColor<String>,
    /// The result, if the file has one.
    pub result: Option<RecordResult>,
    /// The tournament; may be empty.
    pub event: String,
    /// The date as text; may be empty.
    pub date: String,
    nodes: Vec<RecordNode>,
}

impl Record {
    /// An empty record.
    pub fn new(size: Size) -> Record {
        Record {
            size,
            rule: None,
            names: ByColor::default(),
            result: None,
            event: String::new(),
            date: String::new(),
            nodes: vec![RecordNode::default()],
        }
    }

    /// The game that led to this board. A record does not hold blocked cells.
    pub fn from_board(board: &Board) -> Record {
        let mut record = Record::new(board.size());
        record.rule = Some(board.rule());
        record.result = match board.winner() {
            Some(color) => Some(RecordResult {
                winner: Some(color),
                reason: "five".to_owned(),
            }),
            None if board.is_full() => Some(RecordResult {
                winner: None,
                reason: String::new(),
            }),
            None => None,
        };
        let colors = Color::BOTH.into_iter().cycle();
        let plays = colors
            .zip(board.history())
            .map(|(color, &point)| Play { color, point });
        record.add_line(NodeId::ROOT, plays);
        record
    }

    /// The number of nodes, the root included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &RecordNode {
        &self.nodes[id.index()]
    }

    /// A node, to modify it.
    pub fn node_mut(&mut self, id: NodeId) -> &mut RecordNode {
        &mut self.nodes[id.index()]
    }

    /// Adds an empty node as the last variation of `parent`.
    ///
    /// # Panics
    /// When the record has 2^32 - 1 nodes.
    pub fn add_node(&mut self, parent: NodeId) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(RecordNode::below(parent));
        let links = &mut self.nodes[parent.index()].links;
        match links.last_child.replace(id) {
            Some(sibling) => self.nodes[sibling.index()].links.next_sibling = Some(id),
            None => links.first_child = Some(id),
        }
        id
    }

    /// Adds a move as the last variation of `parent`.
    pub fn add_play(&mut self, parent: NodeId, play: Play) -> NodeId {
        let id = self.add_node(parent);
        self.node_mut(id).play = Some(play);
        id
    }

    /// Adds a line of moves as the last variation of `parent` and returns its last node.
    pub fn add_line(&mut self, parent: NodeId, plays: impl IntoIterator<Item = Play>) -> NodeId {
        plays
            .into_iter()
            .fold(parent, |parent, play| self.add_play(parent, play))
    }

    /// The parent; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).links.parent
    }

    /// The children, main line first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).links.first_child, |child| {
            self.node(*child).links.next_sibling
        })
    }

    /// All nodes in preorder.
    pub fn preorder(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(NodeId::ROOT), |&id| {
            let links = &self.node(id).links;
            links.first_child.or_else(|| {
                // Climb to the nearest ancestor with a next sibling.
                std::iter::successors(Some(id), |&above| self.parent(above))
                    .find_map(|above| self.node(above).links.next_sibling)
            })
        })
    }

    /// The nodes from the root along first children.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(NodeId::ROOT), |id| self.node(*id).links.first_child)
    }

    /// The nodes from the root to this one, inclusive.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.reverse();
        path
    }

    /// The moves of the main line.
    pub fn plays(&self) -> impl Iterator<Item = Play> + '_ {
        self.main_line().filter_map(|id| self.node(id).play)
    }

    /// Does any node have more than one child?
    pub fn has_variations(&self) -> bool {
        self.nodes
            .iter()
            .any(|node| node.links.first_child != node.links.last_child)
    }
}

impl PartialEq for Record {
    /// Compares header and tree, but not the order in which nodes were added.
    fn eq(&self, other: &Record) -> bool {
        let header = |record: &Record| {
            (
                record.size,
                record.rule,
                record.names.clone(),
                record.result.clone(),
                record.event.clone(),
                record.date.clone(),
            )
        };
        // In preorder, the presence of children and siblings determines the tree.
        let same_node = |(left, right): (NodeId, NodeId)| {
            let (left, right) = (self.node(left), other.node(right));
            left.links.first_child.is_some() == right.links.first_child.is_some()
                && left.links.next_sibling.is_some() == right.links.next_sibling.is_some()
                && left.play == right.play
                && left.time == right.time
                && left.notes() == right.notes()
        };
        header(self) == header(other)
            && self.node_count() == other.node_count()
            && self.preorder().zip(other.preorder()).all(same_node)
    }
}

impl Eq for Record {}
