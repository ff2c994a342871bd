//! Positions in which nobody can be asked for a move.

use anyhow::bail;
use gomoku::Board;

/// Refuses a position that is decided or full.
pub(crate) fn refuse(board: &Board) -> anyhow::Result<()> {
    if let Some(winner) = board.any_winner() {
        bail!("the game is over: {winner} has won");
    }
    if board.legal_moves().is_empty() {
        bail!(
            "the game is over: {} has no legal move",
            board.side_to_move()
        );
    }
    Ok(())
}
