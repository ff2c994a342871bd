//! The vocabulary of five in a row.
#![forbid(unsafe_code)]

pub mod board;
pub mod color;
pub mod forbidden;
pub mod game;
pub mod limits;
pub mod neighborhood;
pub mod opening;
pub mod params;
pub mod pattern;
pub mod player;
pub mod point;
pub mod point_set;
pub mod position;
pub mod rule;
pub mod size;
pub mod symmetry;
pub mod thought;
mod zobrist;

pub use board::{Board, Cell, IllegalMove, Observer};
pub use color::{ByColor, Color};
pub use forbidden::Foul;
pub use game::{Clock, Game, Outcome, Reason, TimeControl};
pub use limits::{Budget, Limits, StopFlag, Watch};
pub use neighborhood::Neighborhood;
pub use opening::{Opening, Procedure, Seat};
pub use pattern::{LineClass, Patterns, Threat};
pub use player::{Fault, Player};
pub use point::{Direction, Point};
pub use point_set::PointSet;
pub use position::Position;
pub use rule::Rule;
pub use size::Size;
pub use symmetry::Symmetry;
pub use thought::{Candidate, Forced, Thought};
