//! Positions: a list of moves on an empty board.

use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, IllegalMove, Point, Rule, Size};

use crate::usage_error::UsageError;

/// The moves of a position and the size of its board.
#[derive(Debug, clap::Args)]
pub(crate) struct MovesArgs {
    /// Moves so far, black first, such as h8i9g7. Rows count from the bottom; `--` is a pass.
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        allow_hyphen_values = true,
        hide_default_value = true
    )]
    pub(crate) moves: String,
    /// Board size, 5 to 22.
    #[arg(long, value_name = "N", default_value = "15")]
    pub(crate) size: Size,
}

impl MovesArgs {
    /// Replays the moves. Refuses every illegal one.
    pub(crate) fn board(&self, rule: Rule) -> anyhow::Result<Board> {
        self.replay(rule, Board::check)
    }

    /// Replays the moves. Refuses only those on occupied points, so the game may already contain forbidden moves.
    pub(crate) fn board_with_forbidden_moves(&self, rule: Rule) -> anyhow::Result<Board> {
        self.replay(rule, |board, point| match board.check(point) {
            Err(error @ (IllegalMove::OffBoard | IllegalMove::Occupied)) => Err(error),
            Ok(()) | Err(IllegalMove::GameOver | IllegalMove::Forbidden(_)) => Ok(()),
        })
    }

    fn replay(
        &self,
        rule: Rule,
        check: impl Fn(&Board, Point) -> Result<(), IllegalMove>,
    ) -> anyhow::Result<Board> {
        let moves = notation::parse_moves(&self.moves, self.size, RowOrigin::Bottom)
            .map_err(|error| UsageError::new(format!("--moves {:?}: {error}", self.moves)))?;
        let mut board = Board::new(self.size, rule);
        for (index, ply) in moves.into_iter().enumerate() {
            let Some(point) = ply else {
                board.pass();
                continue;
            };
            check(&board, point).map_err(|error| {
                let name = point.name(self.size);
                UsageError::new(format!("--moves: move {} ({name}): {error}", index + 1))
            })?;
            board.push(point);
        }
        Ok(board)
    }
}

/// A position under a rule.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) moves: MovesArgs,
    /// Rule: freestyle, standard, renju, caro or caro-exact.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
}

impl PositionArgs {
    /// The position, with every move checked.
    pub(crate) fn board(&self) -> anyhow::Result<Board> {
        self.moves.board(self.rule)
    }

    /// The position, with every move checked. Refuses one in which the game is over.
    pub(crate) fn board_to_move(&self) -> anyhow::Result<Board> {
        let board = self.board()?;
        if let Some(winner) = board.any_winner() {
            return Err(game_over(&format!("{winner} has won")));
        }
        if board.legal_moves().is_empty() {
            let side = board.side_to_move();
            return Err(game_over(&format!("{side} has no legal move")));
        }
        Ok(board)
    }
}

fn game_over(reason: &str) -> anyhow::Error {
    UsageError::new(format!("the game is over: {reason}")).into()
}
