//! The vocabulary of five in a row.
#![forbid(unsafe_code)]

pub mod board;
pub mod color;
pub mod diagram;
pub mod forbidden;
pub mod limits;
pub mod neighborhood;
pub mod notation;
pub mod params;
pub mod player;
pub mod point;
pub mod point_set;
pub mod record;
pub mod rule;
mod set_up;
pub mod size;
pub mod symmetry;
pub mod thought;
mod zobrist;

pub use board::{Board, Cell, IllegalMove, Observer};
pub use color::{ByColor, Color};
pub use forbidden::Foul;
pub use limits::{Budget, Limits, StopFlag, Watch};
pub use neighborhood::Neighborhood;
pub use player::{Fault, Player};
pub use point::{Direction, Point};
pub use point_set::PointSet;
pub use record::Record;
pub use rule::Rule;
pub use size::Size;
pub use symmetry::Symmetry;
pub use thought::{Candidate, Forced, Thought};
