//! One conversation with a manager: the board, the settings, and an answer to every command.

mod asking;
mod opening;
mod pondering;
mod stones;

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gomoku::{Board, Point, PointSet, Rule, Size, StopFlag};

use self::asking::Verdict;
use super::command::Command;
use super::detail;
use super::mailbox::Mailbox;
use super::position::{self, Axis};
use super::settings::Settings;
use super::thinking::{Maker, Task, Thinker};

/// The session is over: `END` was read or nobody reads our answers.
#[derive(Debug)]
pub(super) struct Over;

type Outcome = Result<(), Over>;

/// How long a player may take to let go when the session ends.
const FAREWELL: Duration = Duration::from_millis(150);
/// How long the answer to START and RESTART waits for the player to be ready, which takes some hundredths of a second; managers
/// wait longer, but not for ever.
const READY_PATIENCE: Duration = Duration::from_secs(1);
/// The largest hash that a user may ask for, as a power of two in KiB: 4 GiB.
const LARGEST_HASH: u32 = 22;

/// See the [module](self).
pub(super) struct Session<W> {
    name: String,
    output: W,
    mailbox: Arc<Mailbox>,
    make: Maker,
    thinker: Thinker,
    settings: Settings,
    axis: Axis,
    /// A graphical board talks to us; it does not want to hear what we do not know.
    is_gui: bool,
    board: Option<Board>,
    blocked: PointSet,
    /// Thinking time in this game.
    used: Duration,
    /// When the last answer went out; a command that waited for it starts its clock there.
    answered_at: Option<Instant>,
    questions: u64,
    /// What the player thought about last. Another size or rule is a new game to it, a repeated `START` is not:
    /// some managers send one before every question.
    known: Option<(Size, Rule)>,
    /// Raised to end what the player thinks about in the other side's time.
    pondering: Option<StopFlag>,
}

impl<W: Write> Session<W> {
    pub(super) fn new(name: &str, make: Maker, mailbox: Arc<Mailbox>, output: W) -> Session<W> {
        Session {
            name: name.to_owned(),
            output,
            thinker: Thinker::new(Arc::clone(&make), &mailbox),
            mailbox,
            make,
            settings: Settings::default(),
            axis: Axis::default(),
            is_gui: false,
            board: None,
            blocked: PointSet::EMPTY,
            used: Duration::ZERO,
            answered_at: None,
            questions: 0,
            known: None,
            pondering: None,
        }
    }

    /// Answers until there is nobody left to answer.
    pub(super) fn run(mut self) {
        while let Some((command, read_at)) = self.mailbox.next_command() {
            self.stop_pondering();
            let read_at = self.answered_at.map_or(read_at, |at| at.max(read_at));
            if self.handle(command, read_at).is_err() {
                break;
            }
        }
        self.stop_pondering();
        self.thinker.dismiss(FAREWELL);
    }

    fn handle(&mut self, command: Command, read_at: Instant) -> Outcome {
        match command {
            Command::Start((width, height)) | Command::RectStart((width, height)) => {
                self.start(width, height)
            }
            Command::Restart => self.restart(),
            Command::Begin => self.think(read_at),
            Command::Turn(pair) => self.turn(pair, read_at),
            Command::Play(pair) => self.play(pair),
            Command::Takeback(pair) => self.takeback(pair),
            Command::Board { stones, think } => self.set_board(&stones, think, read_at),
            Command::Info(key, value) => self.info(&key, &value),
            Command::End => Err(Over),
            Command::About => self.about(),
            Command::NBest(lines) => self.think_lines(lines, true, read_at),
            Command::SearchDefend => self.think_lines(i64::MAX, false, read_at),
            Command::ShowForbid => self.show_forbidden(),
            Command::ShowInfo => self.show_info(),
            Command::HashClear => {
                self.forget();
                self.say("MESSAGE the hash is empty")
            }
            Command::Block(pairs) => self.block(&pairs, true),
            Command::BlockUndo(pairs) => self.block(&pairs, false),
            Command::BlockReset => {
                self.blocked = PointSet::EMPTY;
                Ok(())
            }
            Command::Swap2Board(pairs) => self.swap2_board(&pairs, read_at),
            Command::Swap2Step(step) => self.swap2_step(step, read_at),
            Command::Balance { moves, bias } => self.balance(moves, bias, read_at),
            // Nothing is being thought about.
            Command::Stop => Ok(()),
            Command::Unsupported(word) => self.say(&format!("MESSAGE {word} is not supported")),
            Command::Malformed(text) => self.refuse(&text),
            Command::Unknown(_) if self.is_gui => Ok(()),
            Command::Unknown(word) => self.say(&format!("UNKNOWN {word}")),
        }
    }

    /// Prints a line. A closed pipe ends the session without a word.
    fn say(&mut self, line: &str) -> Outcome {
        let written = writeln!(self.output, "{line}").and_then(|()| self.output.flush());
        written.map_err(|_| Over)
    }

    fn refuse(&mut self, reason: &str) -> Outcome {
        self.say(&format!("ERROR {reason}"))
    }

    fn about(&mut self) -> Outcome {
        let line = format!(
            "name=\"{}\", version=\"{}\", author=\"Tengen authors\", country=\"-\"",
            self.name,
            env!("CARGO_PKG_VERSION")
        );
        self.say(&line)
    }

    fn start(&mut self, width: i64, height: i64) -> Outcome {
        if width != height {
            return self.refuse("the board must be square");
        }
        let Some(size) = u8::try_from(width).ok().and_then(Size::new) else {
            // Piskvork offers the user the size that it finds in this line.
            return self.refuse("unsupported size, 5..22 will do, such as 20");
        };
        self.clear(size);
        let game = (size, self.settings.rule);
        if self.known != Some(game) {
            self.thinker.new_game(READY_PATIENCE);
            self.known = Some(game);
        }
        self.say("OK")
    }

    fn restart(&mut self) -> Outcome {
        match &self.board {
            Some(board) => {
                let size = board.size();
                self.clear(size);
                self.forget();
                self.say("OK")
            }
            None => self.no_game(),
        }
    }

    /// Lets the player forget what it knows, now, while no clock runs.
    fn forget(&mut self) {
        if self.known.is_some() {
            self.thinker.new_game(READY_PATIENCE);
        }
    }

    fn clear(&mut self, size: Size) {
        self.board = Some(Board::new(size, self.settings.rule));
        self.blocked = PointSet::EMPTY;
        self.used = Duration::ZERO;
    }

    fn no_game(&mut self) -> Outcome {
        self.refuse("no game started")
    }

    fn info(&mut self, key: &str, value: &str) -> Outcome {
        self.settings.set(key, value);
        let rule = self.settings.rule;
        if let Some(board) = self.board.as_mut().filter(|board| board.rule() != rule) {
            *board = position::under_rule(board, rule);
        }
        Ok(())
    }

    /// Thinks for the side to move, plays the move and answers it.
    fn think(&mut self, read_at: Instant) -> Outcome {
        self.think_lines(1, true, read_at)
    }

    fn think_lines(&mut self, lines: i64, play: bool, read_at: Instant) -> Outcome {
        let Some(board) = self.open_board()? else {
            return Ok(());
        };
        let mut limits = self.settings.limits(self.used);
        limits.multi_pv = usize::try_from(lines)
            .unwrap_or(1)
            .clamp(1, board.size().area());
        limits.excluded = self.blocked;
        let verdict = self.ask(Task::Move, &board, &limits, read_at)?;
        let point = self.sound_move(&board, &verdict)?;
        if let Some(result) = &verdict.result {
            if self.settings.detail {
                for line in detail::blocks(result, limits.multi_pv, self.axis) {
                    self.say(&line)?;
                }
            }
            if let Some(line) = detail::summary(result, board.size()) {
                self.say(&line)?;
            }
        }
        if play {
            self.push(point);
        }
        let text = self.axis.text(point);
        self.say(&text)?;
        if play && let Some(result) = &verdict.result {
            self.ponder(result, &limits);
        }
        Ok(())
    }

    /// The board, if somebody can still move on it; otherwise an error has been printed.
    fn open_board(&mut self) -> Result<Option<Board>, Over> {
        let reason = match &self.board {
            None => "no game started",
            Some(board) if board.any_winner().is_some() => "the game is over",
            Some(board) if board.is_full() => "the board is full",
            Some(board) if board.legal_moves().is_empty() => "there is no legal move",
            Some(board) => return Ok(Some(board.clone())),
        };
        self.refuse(reason)?;
        Ok(None)
    }

    /// The player's move if it is legal, the best one reported if that is, or else a sensible one.
    fn sound_move(&mut self, board: &Board, verdict: &Verdict) -> Result<Point, Over> {
        let is_legal = |point: &Point| board.check(*point).is_ok();
        if let Some(answer) = verdict.point.filter(|point| !is_legal(point)) {
            let text = format!("MESSAGE the player's move {answer:?} is illegal");
            self.say(&text)?;
        }
        Ok(verdict
            .point
            .filter(is_legal)
            .or(verdict.reported.filter(is_legal))
            .unwrap_or_else(|| asking::sensible_move(board)))
    }

    fn show_forbidden(&mut self) -> Outcome {
        let Some(board) = &self.board else {
            return self.no_game();
        };
        let mut board = board.clone();
        if !board.rule().forbids(board.side_to_move()) {
            // Black's points are wanted, whoever is to move.
            board.pass();
        }
        let points = (board.empty() - board.legal_moves()).iter();
        let list = self.axis.forbidden_list(points);
        self.say(&format!("FORBID {list}"))
    }

    fn show_info(&mut self) -> Outcome {
        self.is_gui = true;
        // Only Yixin-Board says this, and it writes rows first.
        self.axis = Axis::RowFirst;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        self.say(&format!("MESSAGE INFO MAX_THREAD_NUM {threads}"))?;
        self.say(&format!("MESSAGE INFO MAX_HASH_SIZE {LARGEST_HASH}"))
    }
}
