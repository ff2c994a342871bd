//! A session with a manager: the board, the settings, and the answer to every command.

mod opening;
mod pondering;
mod search;
mod stones;

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gomoku::{Board, Point, PointSet, Rule, Size, StopFlag};

use self::search::SearchOutcome;
use super::command::Command;
use super::detail;
use super::mailbox::Mailbox;
use super::player_thread::{MakePlayer, PlayerThread, Task};
use super::position::{self, CoordinateOrder};
use super::settings::{InfoSettings, PROCESS_MEMORY};

/// The session is over: `END` was read, or the output is closed.
#[derive(Debug)]
pub(super) struct SessionEnd;

type SessionResult = Result<(), SessionEnd>;

/// How long a player may take to return when the session ends.
const EXIT_GRACE: Duration = Duration::from_millis(150);
/// How long the `OK` to `START` and `RESTART` waits for the player to be built or to clear its hash. That takes a few
/// milliseconds; managers wait several seconds.
const READY_TIMEOUT: Duration = Duration::from_secs(1);
/// Maximum hash size for Yixin-Board, as a power of two in KiB: 4 GiB.
const MAX_HASH_LOG2: u32 = 22;

/// The state of a session; see the [module](self).
pub(super) struct Session<W> {
    name: String,
    output: W,
    mailbox: Arc<Mailbox>,
    make: MakePlayer,
    /// The smallest `max_memory` that the player can keep, and the last one below it that the manager was told about.
    min_memory: u64,
    told_memory: Option<u64>,
    player: PlayerThread,
    settings: InfoSettings,
    order: CoordinateOrder,
    /// Yixin-Board is the manager; it shows `UNKNOWN` to the user, so it gets none.
    is_gui: bool,
    board: Option<Board>,
    /// Root moves excluded by `YXBLOCK`.
    excluded: PointSet,
    /// Time used in this game.
    time_used: Duration,
    /// When the last answer was sent; the clock of a command that was queued before runs from here.
    answered_at: Option<Instant>,
    /// Number of searches so far; the id of the last one.
    searches: u64,
    /// Size and rule of the player's game. Another size or rule is a new game to it; a repeated `START` is not, because
    /// some managers send one before every move.
    player_game: Option<(Size, Rule)>,
    /// Stops pondering.
    pondering: Option<StopFlag>,
}

impl<W: Write> Session<W> {
    pub(super) fn new(
        name: &str,
        make: MakePlayer,
        player_memory: u64,
        mailbox: Arc<Mailbox>,
        output: W,
    ) -> Session<W> {
        Session {
            name: name.to_owned(),
            output,
            player: PlayerThread::spawn(Arc::clone(&make), &mailbox),
            mailbox,
            make,
            min_memory: PROCESS_MEMORY + player_memory,
            told_memory: None,
            settings: InfoSettings::default(),
            order: CoordinateOrder::default(),
            is_gui: false,
            board: None,
            excluded: PointSet::EMPTY,
            time_used: Duration::ZERO,
            answered_at: None,
            searches: 0,
            player_game: None,
            pondering: None,
        }
    }

    /// Answers commands until the session ends.
    pub(super) fn run(mut self) {
        while let Some((command, read_at)) = self.mailbox.next_command() {
            self.stop_pondering();
            let read_at = self.answered_at.map_or(read_at, |at| at.max(read_at));
            if self.handle(command, read_at).is_err() {
                break;
            }
        }
        self.stop_pondering();
        self.player.shut_down(EXIT_GRACE);
    }

    fn handle(&mut self, command: Command, read_at: Instant) -> SessionResult {
        match command {
            Command::Start((width, height)) | Command::RectStart((width, height)) => {
                self.start(width, height)
            }
            Command::Restart => self.restart(),
            Command::Begin => self.play_best_move(read_at),
            Command::Turn(pair) => self.turn(pair, read_at),
            Command::Play(pair) => self.play(pair),
            Command::Takeback(pair) => self.takeback(pair),
            Command::Board { stones, think } => self.set_board(&stones, think, read_at),
            Command::Info(key, value) => self.info(&key, &value),
            Command::End => Err(SessionEnd),
            Command::About => self.about(),
            Command::NBest(count) => self.answer_move(count, true, read_at),
            Command::SearchDefend => self.answer_move(i64::MAX, false, read_at),
            Command::ShowForbid => self.show_forbidden(),
            Command::ShowInfo => self.show_info(),
            Command::HashClear => {
                self.clear_hash();
                self.send("MESSAGE hash cleared")
            }
            Command::Block(pairs) => self.exclude(&pairs, true),
            Command::BlockUndo(pairs) => self.exclude(&pairs, false),
            Command::BlockReset => {
                self.excluded = PointSet::EMPTY;
                Ok(())
            }
            Command::Swap2Board(pairs) => self.swap2_board(&pairs, read_at),
            Command::Swap2Step(step) => self.swap2_step(step, read_at),
            Command::Balance { moves, bias } => self.balance(moves, bias, read_at),
            // No search is running.
            Command::Stop => Ok(()),
            Command::Unsupported(word) => self.send(&format!("MESSAGE {word} is not supported")),
            Command::Malformed(text) => self.send_error(&text),
            Command::Unknown(_) if self.is_gui => Ok(()),
            Command::Unknown(word) => self.send(&format!("UNKNOWN {word}")),
        }
    }

    /// Prints a line. A closed output ends the session silently.
    fn send(&mut self, line: &str) -> SessionResult {
        let written = writeln!(self.output, "{line}").and_then(|()| self.output.flush());
        written.map_err(|_| SessionEnd)
    }

    fn send_error(&mut self, reason: &str) -> SessionResult {
        self.send(&format!("ERROR {reason}"))
    }

    fn about(&mut self) -> SessionResult {
        let line = format!(
            "name=\"{}\", version=\"{}\", author=\"Tengen authors\", country=\"-\"",
            self.name,
            env!("CARGO_PKG_VERSION")
        );
        self.send(&line)
    }

    fn start(&mut self, width: i64, height: i64) -> SessionResult {
        if width != height {
            return self.send_error("the board must be square");
        }
        let Some(size) = u8::try_from(width).ok().and_then(Size::new) else {
            // Piskvork offers the user the size that it finds in this line.
            return self.send_error("unsupported size: use 5..22, for example 20");
        };
        self.reset_board(size);
        let game = (size, self.settings.rule);
        if self.player_game != Some(game) {
            self.player.new_game(READY_TIMEOUT);
            self.player_game = Some(game);
        }
        self.send("OK")
    }

    fn restart(&mut self) -> SessionResult {
        match &self.board {
            Some(board) => {
                let size = board.size();
                self.reset_board(size);
                self.clear_hash();
                self.send("OK")
            }
            None => self.send_no_game(),
        }
    }

    /// Clears the player's hash now, while no clock runs.
    fn clear_hash(&mut self) {
        if self.player_game.is_some() {
            self.player.new_game(READY_TIMEOUT);
        }
    }

    fn reset_board(&mut self, size: Size) {
        self.board = Some(Board::new(size, self.settings.rule));
        self.excluded = PointSet::EMPTY;
        self.time_used = Duration::ZERO;
    }

    fn send_no_game(&mut self) -> SessionResult {
        self.send_error("no game started")
    }

    fn info(&mut self, key: &str, value: &str) -> SessionResult {
        self.settings.set(key, value);
        let rule = self.settings.rule;
        if let Some(board) = self.board.as_mut().filter(|board| board.rule() != rule) {
            *board = position::with_rule(board, rule);
        }
        Ok(())
    }

    /// Tells the manager if its memory limit cannot be kept. The player then takes as little as it can.
    fn check_memory(&mut self) -> SessionResult {
        let too_small = self
            .settings
            .max_memory()
            .filter(|&bytes| bytes < self.min_memory);
        let is_news = too_small.is_some() && too_small != self.told_memory;
        self.told_memory = too_small;
        match too_small {
            Some(bytes) if is_news => {
                let needed = self.min_memory;
                self.send(&format!(
                    "MESSAGE max_memory {bytes} is too small: {} needs {needed} bytes",
                    self.name
                ))
            }
            _ => Ok(()),
        }
    }

    /// Searches for the side to move, plays the best move and answers it.
    fn play_best_move(&mut self, read_at: Instant) -> SessionResult {
        self.answer_move(1, true, read_at)
    }

    /// Searches with `multi_pv` best moves and answers the best one; `play` also plays it.
    fn answer_move(&mut self, multi_pv: i64, play: bool, read_at: Instant) -> SessionResult {
        let Some(board) = self.board_to_move_on()? else {
            return Ok(());
        };
        let mut limits = self.settings.limits(self.time_used);
        limits.multi_pv = usize::try_from(multi_pv)
            .unwrap_or(1)
            .clamp(1, board.size().area());
        limits.excluded = self.excluded;
        let outcome = self.search(Task::Move, &board, &limits, read_at)?;
        let point = self.legal_move(&board, &outcome)?;
        if let Some(result) = &outcome.result {
            if self.settings.detail {
                for line in detail::blocks(result, limits.multi_pv, self.order) {
                    self.send(&line)?;
                }
            }
            if let Some(line) = detail::summary(result, board.size()) {
                self.send(&line)?;
            }
        }
        if play {
            self.push(point);
        }
        let text = self.order.format(point);
        self.send(&text)?;
        if play && let Some(result) = &outcome.result {
            self.ponder(result, &limits);
        }
        Ok(())
    }

    /// A copy of the board if the side to move can move; otherwise prints an error.
    fn board_to_move_on(&mut self) -> Result<Option<Board>, SessionEnd> {
        let reason = match &self.board {
            None => "no game started",
            Some(board) if board.any_winner().is_some() => "the game is over",
            Some(board) if board.is_full() => "the board is full",
            Some(board) if board.legal_moves().is_empty() => "there is no legal move",
            Some(board) => return Ok(Some(board.clone())),
        };
        self.send_error(reason)?;
        Ok(None)
    }

    /// The player's move if it is legal, else the best move reported if that is legal, else a fallback.
    fn legal_move(&mut self, board: &Board, outcome: &SearchOutcome) -> Result<Point, SessionEnd> {
        let is_legal = |point: &Point| board.check(*point).is_ok();
        if let Some(illegal) = outcome.point.filter(|point| !is_legal(point)) {
            let text = format!("MESSAGE the player's move {illegal:?} is illegal");
            self.send(&text)?;
        }
        Ok(outcome
            .point
            .filter(is_legal)
            .or(outcome.reported.filter(is_legal))
            .unwrap_or_else(|| search::fallback_move(board)))
    }

    fn show_forbidden(&mut self) -> SessionResult {
        let Some(board) = &self.board else {
            return self.send_no_game();
        };
        let mut board = board.clone();
        if !board.rule().forbids(board.side_to_move()) {
            // Forbidden points are black's, even if white is to move.
            board.pass();
        }
        let points = (board.empty() - board.legal_moves()).iter();
        let list = self.order.format_forbidden(points);
        self.send(&format!("FORBID {list}"))
    }

    fn show_info(&mut self) -> SessionResult {
        self.is_gui = true;
        // Only Yixin-Board sends this command, and it writes rows first.
        self.order = CoordinateOrder::RowFirst;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        self.send(&format!("MESSAGE INFO MAX_THREAD_NUM {threads}"))?;
        self.send(&format!("MESSAGE INFO MAX_HASH_SIZE {MAX_HASH_LOG2}"))
    }
}
