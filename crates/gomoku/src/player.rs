//! The player interface.

use crate::board::Board;
use crate::limits::{Limits, SearchControl};
use crate::neighborhood::Neighborhood;
use crate::point_set::PointSet;
use crate::search_result::SearchResult;

/// Why a player returned no move. Only external programs fail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The program did not start, or exited.
    #[error("crashed: {0}")]
    Crash(String),
    /// The program exceeded its time.
    #[error("exceeded its time: {0}")]
    Time(String),
    /// The program exceeded its memory.
    #[error("exceeded its memory: {0}")]
    Memory(String),
    /// The answer is not a legal move.
    #[error("illegal answer: {0}")]
    Illegal(String),
}

/// Chooses moves. Implemented by every algorithm, the engine and external programs.
pub trait Player: Send {
    /// Chooses a move for the side to move within the limits. Interim results go to the control's listener.
    /// The board must have a legal move and no winner.
    ///
    /// # Errors
    /// When an external program fails.
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError>;

    /// Starts a new game: discards everything kept from the last one.
    fn new_game(&mut self) {}
}

/// Candidate moves: the legal moves in the neighborhood that are not excluded. If there are none, all legal moves that are
/// not excluded; if there are none of these either, all legal moves.
pub fn candidate_moves(board: &Board, limits: &Limits, near: Neighborhood) -> PointSet {
    let legal = board.legal_moves();
    let allowed = legal - limits.excluded;
    [near.candidates(board) & allowed, allowed, legal]
        .into_iter()
        .find(|points| !points.is_empty())
        .unwrap_or(PointSet::EMPTY)
}
