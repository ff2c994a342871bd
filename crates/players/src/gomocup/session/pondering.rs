//! Pondering: searching during the opponent's turn, if the manager allows it (`INFO pondering 1`).
//!
//! The player searches the position after the expected reply and fills its hash until the next command arrives. Gomocup
//! forbids pondering, so it is off by default.

use std::io::Write;
use std::time::Duration;

use gomoku::{Limits, SearchResult, StopFlag};

use super::Session;
use crate::gomocup::player_thread::PonderRequest;

/// Stops pondering if no command arrives.
const MAX_PONDER_TIME: Duration = Duration::from_secs(600);

impl<W: Write> Session<W> {
    /// Starts pondering after our move, if it is allowed and the PV predicts a reply.
    pub(super) fn ponder(&mut self, result: &SearchResult, limits: &Limits) {
        let (Some(board), true) = (&self.board, self.settings.pondering) else {
            return;
        };
        let expected = match result.pv[..] {
            [best, reply, ..] if board.last_move() == Some(best) => reply,
            _ => return,
        };
        let mut board = board.clone();
        if board.winner().is_some() || board.play(expected).is_err() || board.winner().is_some() {
            return;
        }
        let stop = StopFlag::new();
        self.player.ponder(PonderRequest {
            board,
            limits: Limits {
                turn_time: Some(MAX_PONDER_TIME),
                memory: limits.memory,
                threads: limits.threads,
                ..Limits::default()
            },
            stop: stop.clone(),
        });
        self.pondering = Some(stop);
    }

    /// Stops pondering because the next command has arrived.
    pub(super) fn stop_pondering(&mut self) {
        if let Some(stop) = self.pondering.take() {
            stop.raise();
        }
    }
}
