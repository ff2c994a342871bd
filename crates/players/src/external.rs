//! Any outside program that speaks the Gomocup protocol, as a player: `pbrain:cmd=./pbrain-other`.
//!
//! The program runs in a process group of its own and stays between moves. It gets `TURN` when the game goes on from
//! what it knows, and the whole position otherwise. Whatever it does wrong becomes the [`PlayerError`] that describes it,
//! after which it is killed with all its children; the next question starts it again. Its output is read line by
//! line, with bounds on the length of a line, on the lines that wait, and on the bytes of one answer.

mod conversation;
mod memory;
mod message;
mod process;
mod swap2;
mod told;

use std::time::Duration;

use gomoku::params;
use gomoku::params::ParamError;
use gomoku::{Board, Limits, Player, PlayerError, SearchControl, SearchResult};

use self::conversation::Conversation;
pub use self::swap2::Swap2Answer;

params! {
    /// How to run the program.
    pub struct PbrainParams {
        /// The program and its arguments, separated by spaces; quotation marks keep a part together.
        cmd: text = "";
        /// The directory to run it in; by default its own, when the command names one.
        dir: text = "";
        /// Megabytes that the program and its children may use together; 0 for no limit.
        memory: int = 350, 0..=1048576, step 50;
        /// Milliseconds that it may take to start.
        start: int = 10000, 100..=600000, step 1000;
        /// Milliseconds that an answer may be late.
        tolerance: int = 1000, 0..=60000, step 100;
        /// More settings for it, as `key=value` separated by semicolons; each is sent as INFO.
        options: text = "";
    }
}

impl PbrainParams {
    /// Is there a program to run?
    ///
    /// # Errors
    /// When the command is empty.
    pub fn check(&self) -> Result<(), ParamError> {
        if self.cmd.trim().is_empty() {
            return Err(ParamError::Value {
                name: "cmd",
                value: self.cmd.clone(),
                expected: "a program to run".into(),
            });
        }
        Ok(())
    }
}

/// A program that plays.
#[derive(Debug)]
pub struct Pbrain {
    params: PbrainParams,
    conversation: Option<Conversation>,
    is_new_game: bool,
}

impl Pbrain {
    /// The program is started by the first question.
    pub fn new(params: PbrainParams) -> Pbrain {
        Pbrain {
            params,
            conversation: None,
            is_new_game: true,
        }
    }

    /// The process, while it runs.
    pub fn process_id(&self) -> Option<u32> {
        self.conversation.as_ref().map(Conversation::process_id)
    }

    /// Shows the program the stones of a swap2 opening: none, three or five. What it answers, `None` when it does not
    /// know the procedure, and the time that it took.
    ///
    /// # Errors
    /// When the program failed.
    pub fn swap2(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<(Option<Swap2Answer>, Duration), PlayerError> {
        let tolerance = milliseconds(self.params.tolerance);
        let answer = self
            .ready(board, limits, control)
            .and_then(|(talk, limits)| talk.ask_swap2(board, &limits, control, tolerance));
        self.end_after_fault(answer)
    }

    fn ask(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let tolerance = milliseconds(self.params.tolerance);
        let (conversation, limits) = self.ready(board, limits, control)?;
        conversation.ask(board, &limits, control, tolerance)
    }

    /// The program, running, started for this board and told the limits.
    fn ready(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<(&mut Conversation, Limits), PlayerError> {
        let memory = match (self.params.memory.cast_unsigned() << 20, limits.memory) {
            (0, limit) => limit,
            (own, limit) => Some(limit.map_or(own, |limit| limit.min(own))),
        };
        let limits = Limits {
            memory,
            ..limits.clone()
        };
        let conversation = match &mut self.conversation {
            Some(conversation) => conversation,
            none => none.insert(Conversation::new(&self.params)?),
        };
        if self.is_new_game || !conversation.is_about(board) {
            conversation.start(board, control, milliseconds(self.params.start))?;
            self.is_new_game = false;
        }
        conversation.inform(&limits, &self.params.options)?;
        Ok((conversation, limits))
    }

    /// After a fault nothing that the program says can be believed.
    fn end_after_fault<T>(&mut self, answer: Result<T, PlayerError>) -> Result<T, PlayerError> {
        if answer.is_err()
            && let Some(conversation) = self.conversation.take()
        {
            self.is_new_game = true;
            conversation.kill();
        }
        answer
    }
}

impl Player for Pbrain {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let result = self.ask(board, limits, control);
        self.end_after_fault(result)
    }

    fn new_game(&mut self) {
        self.is_new_game = true;
    }
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.max(0).cast_unsigned())
}
