//! Line patterns: what a stone of either side would make on each empty point, updated incrementally.
//!
//! - [`LineClass`]: what it makes in one direction (a five, an open four, ...), 14 classes;
//! - [`Threat`]: what the four directions make together (a four-three, a double three, ...), 14 classes;
//! - [`Patterns`]: both for every empty point, updated with each move and restored when it is undone.
//!
//! A short recursion defines the line classes ([`line_class`]). At run time they come from tables that fit the first-level
//! cache ([`tables`]): each side of a point reduces to one of at most 95 half-line codes, and two codes give the class.

pub mod line_class;
pub mod patterns;
pub mod tables;
pub mod threat;
mod threat_index;

pub use line_class::LineClass;
pub use patterns::Patterns;
pub use threat::Threat;
