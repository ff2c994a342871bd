//! A node of a game record: a move, set-up stones, remarks.
//!
//! Libraries hold millions of nodes of which few have remarks, so those live in a box of their own.

use std::num::NonZeroU32;
use std::time::Duration;

use gomoku::{Color, Point};

use crate::property::Property;

/// A node of one record, by its place in that record, counted from 1 so that "no node" costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// Where every record begins.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    pub(crate) fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    pub(crate) fn from_index(index: usize) -> NodeId {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        NodeId(number.expect("a record has fewer than 2^32 nodes"))
    }
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    /// Who moves.
    pub color: Color,
    /// Where; `None` is a pass.
    pub point: Option<Point>,
}

/// A node.
#[derive(Clone, Debug, Default)]
pub struct RecordNode {
    /// The move, if there is one.
    pub play: Option<Play>,
    /// How long the player thought, where that is known.
    pub time: Option<Duration>,
    pub(crate) links: Links,
    notes: Option<Box<Notes>>,
}

/// Where a node's neighbors are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Links {
    pub(crate) parent: Option<NodeId>,
    pub(crate) first_child: Option<NodeId>,
    pub(crate) last_child: Option<NodeId>,
    pub(crate) next_sibling: Option<NodeId>,
}

impl RecordNode {
    /// An empty node that is nobody's sibling yet.
    pub(crate) fn below(parent: NodeId) -> RecordNode {
        let mut node = RecordNode::default();
        node.links.parent = Some(parent);
        node
    }

    /// The remarks.
    pub fn notes(&self) -> &Notes {
        const NONE: &Notes = &Notes {
            setup: Vec::new(),
            to_move: None,
            name: String::new(),
            comment: String::new(),
            properties: Vec::new(),
        };
        self.notes.as_deref().unwrap_or(NONE)
    }

    /// The remarks, to change them.
    pub fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }

    /// Gives back memory that growing lists took in advance.
    pub(crate) fn shrink(&mut self) {
        if let Some(notes) = &mut self.notes {
            notes.setup.shrink_to_fit();
            notes.properties.shrink_to_fit();
        }
    }

    /// The time left on a player's clock after this move (`BL` and `WL` of SGF, in seconds).
    pub fn clock(&self, color: Color) -> Option<Duration> {
        let id = match color {
            Color::Black => "BL",
            Color::White => "WL",
        };
        let value = self.notes().property(id)?.values().next()?;
        Duration::try_from_secs_f64(value.trim().parse().ok()?).ok()
    }
}

/// What a node holds besides its move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Changes to the position before the move, in this order.
    pub setup: Vec<Setup>,
    /// Who is to move after the set-up, where the file says it.
    pub to_move: Option<Color>,
    /// A short name for the node; may be empty.
    pub name: String,
    /// Free text; may be empty. Lines end with `\n`.
    pub comment: String,
    /// Everything else, as it was written.
    pub properties: Vec<Property>,
}

impl Notes {
    /// The property with this identifier.
    pub fn property(&self, id: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.id() == id)
    }
}

/// Stones put on the board, or taken off it, outside of play: all points of a rectangle at once. Files write large
/// areas in a few bytes, and so they are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// What the points hold from now on; `None` for nothing.
    pub content: Option<Color>,
    /// The corner that is nearer to the top left.
    pub from: Point,
    /// The corner that is nearer to the bottom right.
    pub to: Point,
}

impl Setup {
    /// A single point.
    pub fn point(content: Option<Color>, point: Point) -> Setup {
        Setup {
            content,
            from: point,
            to: point,
        }
    }

    /// The points of the rectangle.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let Setup { from, to, .. } = self;
        (from.row()..=to.row()).flat_map(move |row| {
            (from.column()..=to.column()).map(move |column| Point::new(column, row))
        })
    }
}
