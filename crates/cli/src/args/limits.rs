//! Search limits, shared by the commands that ask a player for moves.

use std::time::Duration;

use arena::duration;
use gomoku::Limits;

use super::range;

/// Limits of one move. The player stops at whichever limit it reaches first.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// Time per move, such as 250ms, 5s or 2m.
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) time: Option<Duration>,
    /// Nodes per move.
    #[arg(long, value_name = "N", value_parser = range::within::<u64>(range::NODES))]
    pub(crate) nodes: Option<u64>,
    /// Iterations of the main loop per move: simulations of an MCTS player, generations of a genetic one.
    #[arg(long, value_name = "N", value_parser = range::within::<u64>(range::NODES))]
    pub(crate) iterations: Option<u64>,
    /// Search depth in plies.
    #[arg(long, value_name = "PLIES", value_parser = range::within::<u32>(range::DEPTH))]
    pub(crate) depth: Option<u32>,
    /// Search threads per player; 0 lets the player decide. Defaults to 0, and to 1 in games between players.
    #[arg(long, value_name = "N", value_parser = range::within::<usize>(range::THREADS))]
    pub(crate) threads: Option<usize>,
}

impl LimitArgs {
    /// The limits of a single search.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            turn_time: self.time,
            nodes: self.nodes,
            iterations: self.iterations,
            depth: self.depth,
            threads: self.threads.unwrap_or(0),
            ..Limits::default()
        }
    }
}
