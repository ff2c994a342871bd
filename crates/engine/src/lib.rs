//! The flagship engine: alpha-beta search on line patterns.
//!
//! | file | what |
//! |---|---|
//! | [`engine`] | the player: solvers, then the search on all threads |
//! | [`params`], [`technique`] | what users and tuners can set; what can be switched off |
//! | `level.rs` | weaker play |
//! | [`time_manager`] | how long to think about a move |
//! | `solvers.rs` | VCF and VCT at the root |
//! | `memory.rs` | how a memory limit is divided |
//! | `worker.rs` | one search thread: position, stack, history |
//! | `root.rs` | iterative deepening, aspiration windows, multi-PV |
//! | `search.rs`, `node_type.rs`, `window.rs` | the node function in numbered steps |
//! | `qsearch.rs`, `leaf_vcf.rs` | quiescence search: static evaluation and a small VCF |
//! | `search_params.rs` | margins and reductions |
//! | `move_picker.rs` | move ordering by stages |
//! | [`replies`] | move generation by threats |
//! | `history.rs` | history, continuation history, countermoves |
//! | [`transposition`], `prefetch.rs` | the transposition table |
//! | [`score`], `depth.rs` | scores and depths |
//! | [`eval_state`] | the position with its incremental evaluation by [`nets::pattern_net`] |

mod depth;
pub mod engine;
pub mod eval_state;
pub mod evaluation;
mod history;
mod leaf_vcf;
mod level;
mod memory;
mod move_picker;
mod node_type;
pub mod params;
mod prefetch;
mod qsearch;
pub mod replies;
mod root;
pub mod score;
mod search;
mod search_params;
mod solvers;
pub mod technique;
pub mod time_manager;
pub mod transposition;
mod window;
mod worker;

pub use engine::Engine;
pub use evaluation::Evaluation;
pub use params::EngineParams;
