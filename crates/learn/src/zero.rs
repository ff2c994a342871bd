//! AlphaZero: a network that learns the game from nothing (Silver et al. 2018).
//!
//! - [`lesson`]: what one position of a game teaches;
//! - [`learner`]: the interface of a learner; `train-zero` implements it with a tensor framework;
//! - [`plan`]: how a run trains, as data;
//! - [`self_play`]: games, many at once; [`record`]: a game as a line of text;
//! - [`window`]: the positions that are learned from;
//! - [`training`]: the run; [`folder`]: its files; [`rating`]: how strong its networks are; [`picture`]: what they learned.

pub mod folder;
pub mod learner;
pub mod lesson;
pub mod picture;
pub mod plan;
pub mod rating;
pub mod record;
pub mod self_play;
pub mod training;
pub mod window;

pub use learner::{Learner, Loss, Schedule};
pub use lesson::Lesson;
pub use plan::Plan;
pub use training::Training;
