//! A node of a game record: a move, set-up stones and annotations.
//!
//! Libraries hold millions of nodes, few of them annotated, so annotations are boxed.

use std::num::NonZeroU32;
use std::time::Duration;

use gomoku::{Color, Point};

use crate::property::Property;

/// The id of a node in its record. Non-zero, so that `Option<NodeId>` takes four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The root.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    pub(crate) fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    pub(crate) fn from_index(index: usize) -> NodeId {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        NodeId(number.expect("a record has fewer than 2^32 nodes"))
    }
}

/// A move of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    /// The side that moves.
    pub color: Color,
    /// The point; `None` is a pass.
    pub point: Option<Point>,
}

/// A node of a [`Record`](crate::Record).
#[derive(Clone, Debug, Default)]
pub struct RecordNode {
    /// The move, if any.
    pub play: Option<Play>,
    /// The time spent on the move, if known.
    pub time: Option<Duration>,
    pub(crate) links: Links,
    notes: Option<Box<Notes>>,
}

/// Links to other nodes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Links {
    pub(crate) parent: Option<NodeId>,
    pub(crate) first_child: Option<NodeId>,
    pub(crate) last_child: Option<NodeId>,
    pub(crate) next_sibling: Option<NodeId>,
}

impl RecordNode {
    /// An empty node without siblings.
    pub(crate) fn below(parent: NodeId) -> RecordNode {
        let mut node = RecordNode::default();
        node.links.parent = Some(parent);
        node
    }

    /// The annotations.
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

    /// The annotations, to modify them.
    pub fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }

    /// Frees spare capacity.
    pub(crate) fn shrink(&mut self) {
        if let Some(notes) = &mut self.notes {
            notes.setup.shrink_to_fit();
            notes.properties.shrink_to_fit();
        }
    }

    /// The time left on a player's clock after this move (SGF's `BL` and `WL`, in seconds).
    pub fn clock(&self, color: Color) -> Option<Duration> {
        let id = match color {
            Color::Black => "BL",
            Color::White => "WL",
        };
        let value = self.notes().property(id)?.values().next()?;
        Duration::try_from_secs_f64(value.trim().parse().ok()?).ok()
    }
}

/// The annotations of a node: everything besides its move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Changes to the position before the move, in order.
    pub setup: Vec<Setup>,
    /// The side to move after the set-up, if the file says so.
    pub to_move: Option<Color>,
    /// A short name for the node; may be empty.
    pub name: String,
    /// Free text; may be empty. Lines end with `\n`.
    pub comment: String,
    /// All other properties, as written.
    pub properties: Vec<Property>,
}

impl Notes {
    /// The property with this identifier.
    pub fn property(&self, id: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.id() == id)
    }
}

/// Stones added or removed outside of play: a rectangle of points. Files encode large areas in a few bytes, so the
/// rectangle is not expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The new content of the points; `None` is empty.
    pub content: Option<Color>,
    /// The top left corner.
    pub from: Point,
    /// The bottom right corner.
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

    /// The number of points of the rectangle.
    pub fn area(self) -> usize {
        let side = |from: u8, to: u8| usize::from(to.abs_diff(from)) + 1;
        side(self.from.column(), self.to.column()) * side(self.from.row(), self.to.row())
    }

    /// The points of the rectangle.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let Setup { from, to, .. } = self;
        (from.row()..=to.row()).flat_map(move |row| {
            (from.column()..=to.column()).map(move |column| Point::new(column, row))
        })
    }
}
