//! A seat at the board for every recipe: the loop under a player's own limits.

use gomoku::{Board, Limits, Player, PlayerError, SearchControl, SearchResult};

use super::{Leaf, Recipe, TreeSearch};

/// Parameters that describe a tree player.
pub trait TreeParams: Send {
    /// What values its leaves.
    type Leaf: Leaf + Send;

    /// How it uses the loop.
    fn recipe(&self) -> Recipe<Self::Leaf>;

    /// Iterations per move, 0 for no limit, and the seconds that end a search when nothing else does.
    fn effort(&self) -> (i64, f64);
}

/// The loop as a player.
#[derive(Debug)]
pub struct TreePlayer<P: TreeParams> {
    params: P,
    search: TreeSearch<P::Leaf>,
}

impl<P: TreeParams> TreePlayer<P> {
    /// Two players with the same seed build the same trees.
    pub fn new(params: P, seed: u64) -> TreePlayer<P> {
        TreePlayer {
            search: TreeSearch::new(params.recipe(), seed),
            params,
        }
    }
}

impl<P: TreeParams> Player for TreePlayer<P> {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let (iterations, seconds) = self.params.effort();
        let limits = own_limits(limits, iterations, seconds);
        Ok(self.search.think(board, &limits, control))
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }
}

/// The limits of a player that has its own iterations and seconds: iterations always hold if they are set, seconds when
/// nobody names another end.
pub(crate) fn own_limits(limits: &Limits, iterations: i64, seconds: f64) -> Limits {
    let mut limits = limits.clone();
    if let Some(own) = u64::try_from(iterations).ok().filter(|&own| own > 0) {
        limits.iterations = Some(limits.iterations.map_or(own, |limit| limit.min(own)));
    }
    let endless =
        limits.iterations.is_none() && limits.nodes.is_none() && limits.hard_limit().is_none();
    if endless {
        limits.turn_time = Some(std::time::Duration::from_secs_f64(seconds));
    }
    limits
}
