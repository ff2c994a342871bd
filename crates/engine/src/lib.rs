//! The flagship: alpha-beta search on line patterns.
//!
//! | file | what |
//! |---|---|
//! | [`engine`] | the player |
//! | [`clock`] | how much of the clock one move gets |
//! | `solvers.rs` | wins by threats, proven before the search |
//! | `root.rs` | depth by depth, several best lines |
//! | `search.rs` | the search of one position, in numbered steps |
//! | [`replies`] | which moves the threats on the board leave |
//! | `kill.rs` | a quick look for fours at the leaves |
//! | `pruning.rs` | the margins |
//! | `history.rs` | which moves have been good |
//! | `order.rs` | moves in the order of their promise |
//! | [`table`], `prefetch.rs` | what earlier searches found out |
//! | [`outlook`], [`weights`], [`combination`], [`threat_mask`] | the evaluation |
//! | `level.rs` | weaker play |
//! | [`technique`] | what can be switched off |

pub mod clock;
pub mod combination;
mod depth;
pub mod engine;
mod history;
mod kill;
mod level;
pub mod network;
mod order;
pub mod outlook;
pub mod params;
mod prefetch;
mod pruning;
pub mod replies;
mod root;
pub mod score;
mod search;
mod solvers;
pub mod table;
pub mod technique;
pub mod threat_mask;
pub mod weights;
mod worker;

pub use engine::Engine;
pub use params::EngineParams;
