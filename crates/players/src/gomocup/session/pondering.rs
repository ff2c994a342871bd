//! Thinking in the other side's time, where the manager allows it (`INFO pondering 1`).
//!
//! The position after the expected answer is given to the player, who fills its memory with it until the next command
//! arrives. Gomocup forbids it, so nobody does it unasked.

use std::io::Write;
use std::time::Duration;

use gomoku::{Limits, SearchResult, StopFlag};

use super::Session;
use crate::gomocup::thinking::Pondering;

/// Nobody thinks longer than this about a move that never comes.
const MOST: Duration = Duration::from_secs(600);

impl<W: Write> Session<W> {
    /// Lets the player think on after its move, if that is allowed and an answer is expected.
    pub(super) fn ponder(&mut self, result: &SearchResult, limits: &Limits) {
        let (Some(board), true) = (&self.board, self.settings.pondering) else {
            return;
        };
        let expected = match result.pv[..] {
            [best, answer, ..] if board.last_move() == Some(best) => answer,
            _ => return,
        };
        let mut board = board.clone();
        if board.winner().is_some() || board.play(expected).is_err() || board.winner().is_some() {
            return;
        }
        let stop = StopFlag::new();
        self.thinker.ponder(Pondering {
            board,
            limits: Limits {
                turn_time: Some(MOST),
                memory: limits.memory,
                threads: limits.threads,
                ..Limits::default()
            },
            stop: stop.clone(),
        });
        self.pondering = Some(stop);
    }

    /// The next command has arrived.
    pub(super) fn stop_pondering(&mut self) {
        if let Some(stop) = self.pondering.take() {
            stop.raise();
        }
    }
}
