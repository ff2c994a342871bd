//! The flagship: alpha-beta search on line patterns.
//!
//! | file | what |
//! |---|---|
//! | [`engine`] | the player |
//! | [`time_manager`] | how much of the clock one move gets |
//! | `solvers.rs` | wins by threats, proven before the search |
//! | `root.rs` | depth by depth, several best lines |
//! | `search.rs` | the search of one position, in numbered steps |
//! | [`replies`] | which moves the threats on the board leave |
//! | `leaf_vcf.rs` | a quick look for fours at the leaves |
//! | `search_params.rs` | the margins |
//! | `history.rs` | which moves have been good |
//! | `move_picker.rs` | moves in the order of their promise |
//! | [`transposition`], `prefetch.rs` | what earlier searches found out |
//! | [`eval_state`] | the position with its incremental evaluation by [`nets::pattern_net`] |
//! | `level.rs` | weaker play |
//! | [`technique`] | what can be switched off |

mod depth;
pub mod engine;
pub mod eval_state;
mod history;
mod leaf_vcf;
mod level;
mod move_picker;
pub mod params;
mod prefetch;
pub mod replies;
mod root;
pub mod score;
mod search;
mod search_params;
mod solvers;
pub mod technique;
pub mod time_manager;
pub mod transposition;
mod worker;

pub use engine::Engine;
pub use params::EngineParams;
