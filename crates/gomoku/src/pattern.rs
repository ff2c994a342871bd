//! Line patterns: what a stone on each empty point would make, for both sides, kept in step with the board.
//!
//! - [`LineClass`]: what it makes in one direction (a five, an open four, ...), 14 classes;
//! - [`Threat`]: what the four directions make together (a four-three, a double three, ...), 14 classes;
//! - [`Patterns`]: both for every empty point, updated with each stone and restored when it is taken back.
//!
//! The classes of a line are defined by a small recursion ([`line_class`]) and looked up in tables that fit the
//! first-level cache ([`tables`]): each side of a point shrinks to one of at most 95 half-line codes, and two codes
//! give the class.

pub mod line_class;
pub mod patterns;
pub mod tables;
pub mod threat;
mod threat_index;

pub use line_class::LineClass;
pub use patterns::Patterns;
pub use threat::Threat;
