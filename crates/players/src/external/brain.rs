//! The manager's side of the protocol: a running brain, the game it is in, and requests for moves.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use gomoku::{Board, Cell, Color, Limits, PlayerError, Point, SearchControl, SearchResult};

use super::PbrainParams;
use super::memory::MemoryMeter;
use super::process::Process;
use super::program::Program;
use super::reply::{Patience, PendingReply, excerpt, first_word, parse_coordinates};
use super::sent_settings::SentSettings;
use crate::gomocup::line_reader::Line;

/// How often a wait for the brain checks the stop flag.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// How long a brain may take to answer `RESTART` before it gets `START` instead.
const RESTART_TIMEOUT: Duration = Duration::from_secs(1);

/// Why a command got no `OK`.
enum CommandError {
    /// The brain answered `ERROR` or `UNKNOWN`.
    Rejected(String),
    /// No answer in time.
    Timeout,
    /// The stop flag was raised.
    Stopped,
    /// The brain is gone.
    Failed(PlayerError),
}

/// A running brain and what it knows.
#[derive(Debug)]
pub(super) struct Brain {
    pub(super) process: Process,
    pub(super) memory: MemoryMeter,
    /// The position on the brain's board; `None` before the first `START`.
    board: Option<Board>,
    settings: SentSettings,
}

impl Brain {
    /// Runs the program.
    pub(super) fn spawn(params: &PbrainParams) -> Result<Brain, PlayerError> {
        let process = Program::find(&params.cmd, &params.dir)
            .and_then(|program| Process::spawn(&program))
            .map_err(PlayerError::Crash)?;
        Ok(Brain {
            memory: process.memory_meter(),
            process,
            board: None,
            settings: SentSettings::default(),
        })
    }

    /// The id of the process from which all others of the engine descend.
    pub(super) fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Sends `END`, and kills the program if it does not exit in time.
    pub(super) fn quit(mut self, grace: Duration) {
        self.process.quit(grace);
    }

    /// Kills the program without sending `END`.
    pub(super) fn kill(mut self) {
        self.process.kill();
    }

    /// Has the brain been started for this board size and rule?
    pub(super) fn is_started_for(&self, board: &Board) -> bool {
        self.board
            .as_ref()
            .is_some_and(|known| (known.size(), known.rule()) == (board.size(), board.rule()))
    }

    /// Begins a new game and waits for `OK`. A brain that already plays on such a board gets `RESTART`, because some
    /// keep their hash across `START`. One that does not know `RESTART` gets `START`.
    pub(super) fn start(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
        timeout: Duration,
    ) -> Result<(), PlayerError> {
        let restart_timeout = timeout.min(RESTART_TIMEOUT);
        let is_restarted = self.is_started_for(board)
            && match self.send_command("RESTART", limits, control, restart_timeout) {
                Ok(()) => true,
                Err(CommandError::Rejected(_) | CommandError::Timeout) => false,
                Err(error) => return Err(error.into_player_error("RESTART", timeout)),
            };
        if !is_restarted {
            let start = format!("START {}", board.size());
            self.send_command(&start, limits, control, timeout)
                .map_err(|error| error.into_player_error(&start, timeout))?;
        }
        self.settings = SentSettings::default();
        self.board = Some(Board::new(board.size(), board.rule()));
        Ok(())
    }

    /// Sends a command whose answer is `OK`.
    fn send_command(
        &mut self,
        command: &str,
        limits: &Limits,
        control: &SearchControl<'_>,
        timeout: Duration,
    ) -> Result<(), CommandError> {
        self.process.discard_lines();
        let begin = Instant::now();
        let mut watchdog = self.watchdog();
        self.send(&format!("{command}\n"))
            .map_err(CommandError::Failed)?;
        loop {
            let left = timeout.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return Err(CommandError::Timeout);
            }
            if control.is_stopped() {
                return Err(CommandError::Stopped);
            }
            let line = self
                .watched_line(&mut watchdog, limits, left.min(POLL_INTERVAL))
                .map_err(CommandError::Failed)?;
            match line {
                Some(line) if line.text.trim().eq_ignore_ascii_case("OK") => return Ok(()),
                Some(line) if matches!(&*first_word(&line.text), "ERROR" | "UNKNOWN") => {
                    return Err(CommandError::Rejected(excerpt(&line.text)));
                }
                _ => {}
            }
        }
    }

    /// Sends the limits and options that changed.
    pub(super) fn send_settings(
        &mut self,
        limits: &Limits,
        options: &str,
    ) -> Result<(), PlayerError> {
        let rule = self.board.as_ref().map(Board::rule).unwrap_or_default();
        let text = self.settings.diff(rule, limits, options);
        self.send(&text)
    }

    /// Requests a move in this position and waits for it.
    pub(super) fn request_move(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
        patience: Patience,
    ) -> Result<SearchResult, PlayerError> {
        let command = self.position_command(board);
        let mut pending = self.send_request(&command, board, control)?;
        let point = self.wait_for_reply(&mut pending, limits, patience, Brain::parse_move)?;
        let time = pending.begin.elapsed();
        self.check_memory(limits)?;
        board.check(point).map_err(|error| {
            PlayerError::Illegal(format!("{},{}: {error}", point.column(), point.row()))
        })?;
        let mut known = board.clone();
        known.push(point);
        self.board = Some(known);
        Ok(pending.report.into_result(point, time))
    }

    /// The shortest command that tells the brain this position and requests a move.
    fn position_command(&self, board: &Board) -> String {
        let known = self.board.as_ref().map_or(&[][..], Board::history);
        let has_walls = board.empty().len() + board.stone_count() != board.size().area();
        match board.history() {
            [] if known.is_empty() && !has_walls => "BEGIN\n".into(),
            [before @ .., Some(last)] if before == known && !has_walls => {
                format!("TURN {},{}\n", last.column(), last.row())
            }
            _ => board_command(board),
        }
    }

    /// Parses one line of the reply: a move, a line to ignore, or an error.
    fn parse_move(
        &mut self,
        line: &Line,
        pending: &mut PendingReply<'_>,
    ) -> Result<Option<Point>, PlayerError> {
        let text = line.text.trim();
        let word = first_word(text);
        let rest = text[word.len()..].trim();
        let parse_point = |text: &str| {
            let (column, row) = parse_coordinates(text).filter(|_| !line.is_truncated)?;
            pending.board.size().point(column, row)
        };
        match &*word {
            "MESSAGE" | "DEBUG" | "DETAIL" | "INFO" => pending.on_message(rest),
            // Answers to settings that the brain does not know.
            "OK" | "UNKNOWN" | "FORBID" => {}
            "SUGGEST" => {
                let point = parse_point(rest).ok_or_else(|| illegal(text))?;
                pending.watchdog.flood.add_suggestion()?;
                self.send(&format!("PLAY {},{}\n", point.column(), point.row()))?;
            }
            _ => return parse_point(text).map(Some).ok_or_else(|| illegal(text)),
        }
        Ok(None)
    }

    /// Sends text as it is. A closed pipe means that the brain has ended.
    pub(super) fn send(&mut self, text: &str) -> Result<(), PlayerError> {
        match self.process.send(text) {
            Ok(()) => Ok(()),
            Err(reason) => Err(PlayerError::Crash(self.process.exit_reason(&reason))),
        }
    }

    /// The error for a brain that has ended.
    pub(super) fn crash(&mut self) -> PlayerError {
        PlayerError::Crash(self.process.exit_reason("it closed its output"))
    }
}

fn illegal(text: &str) -> PlayerError {
    PlayerError::Illegal(excerpt(text))
}

impl CommandError {
    fn into_player_error(self, command: &str, timeout: Duration) -> PlayerError {
        match self {
            CommandError::Rejected(text) => PlayerError::Crash(format!("{command}: {text}")),
            CommandError::Timeout => PlayerError::Time(format!("no OK within {timeout:?}")),
            CommandError::Stopped => {
                PlayerError::Time("stopped before the program had started".into())
            }
            CommandError::Failed(error) => error,
        }
    }
}

/// The whole position as a `BOARD` command, in move order, seen from the side to move.
fn board_command(board: &Board) -> String {
    let mut text = String::from("BOARD\n");
    let mut line = |point: Point, field: u8| {
        let _ = writeln!(text, "{},{},{field}", point.column(), point.row());
    };
    for point in board.size().points() {
        if board.cell(point) == Cell::Wall {
            line(point, 3);
        }
    }
    let mut color = Color::Black;
    for ply in board.history() {
        if let &Some(point) = ply {
            line(point, if color == board.side_to_move() { 1 } else { 2 });
        }
        color = !color;
    }
    text + "DONE\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};

    #[test]
    fn board_commands_mark_the_stones_of_the_side_to_move_as_own() {
        let points = [(7, 7), (8, 8), (6, 6)].map(|(column, row)| Point::new(column, row));
        let mut board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &points).unwrap();
        assert_eq!(board_command(&board), "BOARD\n7,7,2\n8,8,1\n6,6,2\nDONE\n");
        board.block(Point::new(0, 0));
        assert!(board_command(&board).starts_with("BOARD\n0,0,3\n"));
    }
}
