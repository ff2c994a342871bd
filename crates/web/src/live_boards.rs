//! The boards of games in progress, at most as often as a person can look.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use arena::MatchConfig;
use gomoku::Board;
use gomoku::notation::{self, RowOrigin};
use wire::LiveBoard;

/// The shortest time between two updates.
const UPDATE_INTERVAL: Duration = Duration::from_millis(150);

/// The newest games in progress.
pub(crate) struct LiveBoards {
    max_boards: usize,
    shown: Mutex<Shown>,
}

#[derive(Default)]
struct Shown {
    boards: BTreeMap<u64, LiveBoard>,
    last_update: Option<Instant>,
}

impl LiveBoards {
    /// Keeps at most `max_boards` games, and at least one.
    pub(crate) fn new(max_boards: usize) -> LiveBoards {
        LiveBoards {
            max_boards: max_boards.max(1),
            shown: Mutex::default(),
        }
    }

    /// Updates the board of a game and returns all boards when it is time to show them again.
    pub(crate) fn update(
        &self,
        config: &MatchConfig,
        number: u64,
        board: &Board,
    ) -> Option<Vec<LiveBoard>> {
        // A game does not wait for another one to be shown.
        let mut shown = self.shown.try_lock().ok()?;
        let is_new = !shown.boards.contains_key(&number);
        let is_recent = shown
            .last_update
            .is_some_and(|time| time.elapsed() < UPDATE_INTERVAL);
        if is_recent && !is_new {
            return None;
        }
        let seats = config.scheduled_game(number).seats;
        let [black, white] = seats.map(|seat| config.players[seat].name.clone());
        let moves = board.history().iter().copied();
        let live = LiveBoard {
            number,
            moves: notation::write_moves(moves, board.size(), RowOrigin::Bottom),
            size: config.size.get(),
            black,
            white,
        };
        shown.boards.insert(number, live);
        while shown.boards.len() > self.max_boards {
            shown.boards.pop_first();
        }
        if is_recent {
            return None;
        }
        shown.last_update = Some(Instant::now());
        Some(shown.boards.values().cloned().collect())
    }
}
