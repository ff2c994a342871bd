//! The manager's side of the protocol: what the program has been told, and how its lines are taken.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use gomoku::{Board, Cell, Color, Limits, PlayerError, Point, SearchControl, SearchResult};

use super::PbrainParams;
use super::memory::Meter;
use super::message::Hearsay;
use super::process::{Heard, Process};
use super::told::Told;
use crate::gomocup::lines::Line;

/// How often the stop flag is looked at while we listen.
const GLANCE: Duration = Duration::from_millis(10);
/// How often the memory is measured, and the process looked after, while we listen.
const CHECK_PERIOD: Duration = Duration::from_millis(200);
/// Bytes of one answer, messages included, after which we no longer listen.
const MOST_BYTES: u64 = 16 << 20;

/// How long a program may take to restart before it is started instead.
const RESTART_PATIENCE: Duration = Duration::from_secs(1);

/// Why there was no `OK`.
enum Refusal {
    /// It said so.
    Words(String),
    /// It said nothing.
    Silence,
    /// Nobody wants to know any more.
    Stopped,
    /// It is gone.
    Failure(PlayerError),
}

/// A running program, and what it knows.
#[derive(Debug)]
pub(super) struct Conversation {
    process: Process,
    meter: Meter,
    /// The position on the program's board; `None` before the first `START`.
    known: Option<Board>,
    /// The settings that it has been told since `START`.
    told: Told,
}

impl Conversation {
    /// Runs the program.
    pub(super) fn new(params: &PbrainParams) -> Result<Conversation, PlayerError> {
        let process = Process::spawn(&params.cmd, &params.dir).map_err(PlayerError::Crash)?;
        Ok(Conversation {
            meter: Meter::new(process.id()),
            process,
            known: None,
            told: Told::default(),
        })
    }

    /// The process and its group.
    pub(super) fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Ends the program without a farewell.
    pub(super) fn kill(mut self) {
        self.process.kill();
    }

    /// Has the program been started for boards like this one?
    pub(super) fn is_about(&self, board: &Board) -> bool {
        self.known
            .as_ref()
            .is_some_and(|known| (known.size(), known.rule()) == (board.size(), board.rule()))
    }

    /// Begins a new game and waits for `OK`. A program that is in a game on such a board already is asked to restart: some keep
    /// what they know over a mere `START`. One that does not know the word is started.
    pub(super) fn start(
        &mut self,
        board: &Board,
        control: &SearchControl<'_>,
        patience: Duration,
    ) -> Result<(), PlayerError> {
        let restarted = self.is_about(board)
            && match self.command("RESTART", control, patience.min(RESTART_PATIENCE)) {
                Ok(()) => true,
                Err(Refusal::Words(_) | Refusal::Silence) => false,
                Err(refusal) => return Err(self.fault("RESTART", refusal, patience)),
            };
        if !restarted {
            let start = format!("START {}", board.size());
            if let Err(refusal) = self.command(&start, control, patience) {
                return Err(self.fault(&start, refusal, patience));
            }
        }
        self.told = Told::default();
        self.known = Some(Board::new(board.size(), board.rule()));
        Ok(())
    }

    /// Sends a command that is answered by `OK`.
    fn command(
        &mut self,
        command: &str,
        control: &SearchControl<'_>,
        patience: Duration,
    ) -> Result<(), Refusal> {
        self.process.discard_lines();
        let begin = Instant::now();
        self.send(&format!("{command}\n"))
            .map_err(Refusal::Failure)?;
        loop {
            let left = patience.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return Err(Refusal::Silence);
            }
            if control.is_stopped() {
                return Err(Refusal::Stopped);
            }
            match self.process.hear(left.min(GLANCE)) {
                Heard::Line(line) if line.text.trim().eq_ignore_ascii_case("OK") => return Ok(()),
                Heard::Line(line) if matches!(&*first_word(&line.text), "ERROR" | "UNKNOWN") => {
                    return Err(Refusal::Words(excerpt(&line.text)));
                }
                Heard::Line(_) | Heard::Silence => {}
                Heard::End => return Err(Refusal::Failure(self.crash())),
            }
        }
    }

    fn fault(&mut self, command: &str, refusal: Refusal, patience: Duration) -> PlayerError {
        match refusal {
            Refusal::Words(text) => PlayerError::Crash(format!("{command}: {text}")),
            Refusal::Silence => PlayerError::Time(format!("no OK within {patience:?}")),
            Refusal::Stopped => PlayerError::Time("it was stopped before it had started".into()),
            Refusal::Failure(fault) => fault,
        }
    }

    /// Sends what the program does not know yet of limits and options.
    pub(super) fn inform(&mut self, limits: &Limits, options: &str) -> Result<(), PlayerError> {
        let rule = self.known.as_ref().map(Board::rule).unwrap_or_default();
        let news = self.told.news(rule, limits, options);
        self.send(&news)
    }

    /// Asks for a move in this position and waits for it.
    pub(super) fn ask(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
        tolerance: Duration,
    ) -> Result<SearchResult, PlayerError> {
        let question = self.question(board);
        let mut listening = self.put(&question, board, control)?;
        let point =
            self.await_answer(&mut listening, limits, tolerance, Conversation::take_line)?;
        let time = listening.begin.elapsed();
        self.check_memory(limits)?;
        board.check(point).map_err(|error| {
            PlayerError::Illegal(format!("{},{}: {error}", point.column(), point.row()))
        })?;
        let mut known = board.clone();
        known.push(point);
        self.known = Some(known);
        Ok(listening.hearsay.into_thought(point, time))
    }

    /// Sends a question; the clock runs from here.
    pub(super) fn put<'a>(
        &mut self,
        question: &str,
        board: &'a Board,
        control: &'a SearchControl<'a>,
    ) -> Result<Listening<'a>, PlayerError> {
        self.process.discard_lines();
        let listening = Listening {
            board,
            control,
            begin: Instant::now(),
            bytes_before: self.process.bytes_written(),
            hearsay: Hearsay::default(),
        };
        self.send(question)?;
        Ok(listening)
    }

    /// The shortest way to say this position.
    fn question(&self, board: &Board) -> String {
        let known = self.known.as_ref().map_or(&[][..], Board::history);
        let has_walls = board.empty().len() + board.stone_count() != board.size().area();
        match board.history() {
            [] if known.is_empty() && !has_walls => "BEGIN\n".into(),
            [before @ .., Some(last)] if before == known && !has_walls => {
                format!("TURN {},{}\n", last.column(), last.row())
            }
            _ => board_text(board),
        }
    }

    /// Listens until a line is an answer, and to the clock, the stop flag and the memory meanwhile.
    pub(super) fn await_answer<T>(
        &mut self,
        listening: &mut Listening<'_>,
        limits: &Limits,
        tolerance: Duration,
        take: TakeLine<T>,
    ) -> Result<T, PlayerError> {
        let patience = limits
            .hard_limit()
            .map(|time| time.saturating_add(tolerance));
        let mut stopped_at = None::<Instant>;
        let mut checked_at = Instant::now();
        let mut is_gone = false;
        loop {
            match self.process.hear(GLANCE) {
                Heard::Line(line) => {
                    if let Some(answer) = take(self, &line, listening)? {
                        return Ok(answer);
                    }
                }
                // Its last lines come before its end is noticed.
                Heard::Silence if is_gone => return Err(self.crash()),
                Heard::Silence => {}
                Heard::End => return Err(self.crash()),
            }
            if self.process.bytes_written() - listening.bytes_before > MOST_BYTES {
                let reason = format!("more than {MOST_BYTES} bytes of output");
                return Err(PlayerError::Illegal(reason));
            }
            if patience.is_some_and(|patience| listening.begin.elapsed() > patience) {
                let limit = limits.hard_limit().unwrap_or_default();
                return Err(PlayerError::Time(format!(
                    "no answer within {limit:?} and {tolerance:?} more"
                )));
            }
            match stopped_at {
                None if listening.control.is_stopped() => {
                    stopped_at = Some(Instant::now());
                    self.send("YXSTOP\n")?;
                }
                Some(at) if at.elapsed() > tolerance => {
                    return Err(PlayerError::Time(format!(
                        "no answer within {tolerance:?} of being stopped"
                    )));
                }
                _ => {}
            }
            if checked_at.elapsed() > CHECK_PERIOD {
                checked_at = Instant::now();
                self.check_memory(limits)?;
                is_gone = self.process.has_ended();
            }
        }
    }

    /// Makes sense of a line: a move, something to pass over, or a fault.
    fn take_line(
        &mut self,
        line: &Line,
        listening: &mut Listening<'_>,
    ) -> Result<Option<Point>, PlayerError> {
        let text = line.text.trim();
        let word = first_word(text);
        let rest = text[word.len()..].trim();
        match &*word {
            "MESSAGE" | "DEBUG" | "DETAIL" | "INFO" => listening.hear(rest),
            // Answers to settings that it does not know.
            "OK" | "UNKNOWN" | "FORBID" => {}
            "SUGGEST" => self.send(&format!("PLAY {rest}\n"))?,
            _ => {
                let point = coordinates(text).and_then(|(column, row)| {
                    let size = listening.board.size();
                    size.point(column, row)
                });
                return match point {
                    Some(point) if !line.is_cut => Ok(Some(point)),
                    _ => Err(PlayerError::Illegal(excerpt(text))),
                };
            }
        }
        Ok(None)
    }

    pub(super) fn check_memory(&mut self, limits: &Limits) -> Result<(), PlayerError> {
        let Some(limit) = limits.memory else {
            return Ok(());
        };
        match self.meter.used() {
            Some(used) if used > limit => Err(PlayerError::Memory(format!(
                "{} MB of {} MB",
                used >> 20,
                limit >> 20
            ))),
            _ => Ok(()),
        }
    }

    fn send(&mut self, text: &str) -> Result<(), PlayerError> {
        match self.process.send(text) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.crash()),
        }
    }

    fn crash(&mut self) -> PlayerError {
        PlayerError::Crash(self.process.last_words())
    }
}

/// Makes sense of a line: an answer, something to pass over, or a fault.
type TakeLine<T> =
    fn(&mut Conversation, &Line, &mut Listening<'_>) -> Result<Option<T>, PlayerError>;

/// One question and what has been heard since.
pub(super) struct Listening<'a> {
    pub(super) board: &'a Board,
    control: &'a SearchControl<'a>,
    pub(super) begin: Instant,
    bytes_before: u64,
    hearsay: Hearsay,
}

impl Listening<'_> {
    pub(super) fn hear(&mut self, text: &str) {
        let is_news = self.hearsay.hear(text, self.board.size());
        if is_news
            && self.control.has_listener()
            && let Some(result) = self.hearsay.report(self.board, self.begin.elapsed())
        {
            self.control.report(&result);
        }
    }
}

/// The whole position, in the order of the moves, seen by the side to move.
fn board_text(board: &Board) -> String {
    let mut text = String::from("BOARD\n");
    let mut line = |point: Point, whose: u8| {
        let _ = writeln!(text, "{},{},{whose}", point.column(), point.row());
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

/// `x,y` and nothing else.
pub(super) fn coordinates(text: &str) -> Option<(i64, i64)> {
    let (column, row) = text.split_once(',')?;
    Some((column.trim().parse().ok()?, row.trim().parse().ok()?))
}

pub(super) fn first_word(text: &str) -> String {
    text.split_whitespace()
        .next()
        .unwrap_or_default()
        .to_ascii_uppercase()
}

pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};

    #[test]
    fn positions_are_told_from_the_mover_s_side() {
        let points = [(7, 7), (8, 8), (6, 6)].map(|(column, row)| Point::new(column, row));
        let mut board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &points).unwrap();
        assert_eq!(board_text(&board), "BOARD\n7,7,2\n8,8,1\n6,6,2\nDONE\n");
        board.block(Point::new(0, 0));
        assert!(board_text(&board).starts_with("BOARD\n0,0,3\n"));
    }

    #[test]
    fn only_two_numbers_are_a_move() {
        assert_eq!(coordinates("7, 8"), Some((7, 8)));
        for text in ["", "7", "7,", "7,8,9", "a,b", "7,8 x"] {
            assert_eq!(coordinates(text), None, "{text}");
        }
    }
}
