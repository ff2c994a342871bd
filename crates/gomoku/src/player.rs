//! What a player is.

use crate::board::Board;
use crate::limits::{Limits, SearchControl};
use crate::neighborhood::Neighborhood;
use crate::point_set::PointSet;
use crate::search_result::SearchResult;

/// Why a player gave no move. Only players outside this process can fail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The program could not be started, or ended by itself.
    #[error("crashed: {0}")]
    Crash(String),
    /// No answer in time.
    #[error("exceeded its time: {0}")]
    Time(String),
    /// It used more memory than allowed.
    #[error("exceeded its memory: {0}")]
    Memory(String),
    /// The answer is not a move, or not a legal one.
    #[error("illegal answer: {0}")]
    Illegal(String),
}

/// Somebody who chooses moves. Every algorithm, every engine and every outside program is one.
pub trait Player: Send {
    /// Chooses a move for the side to move, within the limits, reporting through the watch.
    /// The board has at least one legal move and no winner.
    ///
    /// # Errors
    /// When the player is an outside program that failed.
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError>;

    /// A new game begins: whatever was kept from the last one is void.
    fn new_game(&mut self) {}
}

/// The moves a player should look at: legal, not excluded, and near the stones. When there is none, whatever is legal
/// and not excluded; when there is none of those either, whatever is legal.
pub fn candidate_moves(board: &Board, limits: &Limits, near: Neighborhood) -> PointSet {
    let legal = board.legal_moves();
    let allowed = legal - limits.excluded;
    [near.candidates(board) & allowed, allowed, legal]
        .into_iter()
        .find(|points| !points.is_empty())
        .unwrap_or(PointSet::EMPTY)
}
