//! External Gomocup engines (brains) as players: `pbrain:cmd=./pbrain-other`.
//!
//! The brain stays alive between moves. It gets `TURN` while the game continues from the position it knows, and the whole
//! position (`BOARD`) otherwise. Every misbehavior becomes a [`PlayerError`]; the brain and everything it has started are
//! then killed, and the next request starts it again. Nothing waits for a brain without a clock: writes never block,
//! and its output is read line by line, with limits on the length of a line, the number of queued lines, and the lines
//! and bytes of one reply.
//!
//! On Linux a supervisor process holds the brain and its descendants together ([`supervise_if_asked`]). On other Unix
//! systems it is a process group, which a child can leave; elsewhere only the brain itself is killed. All this guards
//! against faults. A brain runs with the rights of the user, so it is no sandbox.

mod brain;
mod brain_report;
mod flood;
mod input_pipe;
mod launch;
mod memory;
mod process;
mod process_tree;
mod program;
mod reply;
mod sent_settings;
mod stderr_tail;
#[cfg(target_os = "linux")]
mod supervisor;
mod swap2;
mod unsupervised;

use std::time::Duration;

use gomoku::params;
use gomoku::params::ParamError;
use gomoku::{Board, Limits, Player, PlayerError, SearchControl, SearchResult};

pub use self::launch::{set_supervisor, supervise_if_asked};
pub use self::unsupervised::kill_unsupervised;

use self::brain::Brain;
use self::program::Program;
use self::reply::Patience;
use crate::swap2::Swap2Answer;

params! {
    /// How to run the brain.
    pub struct PbrainParams {
        /// The program and its arguments, separated by spaces; quote parts that contain spaces.
        cmd: text = "";
        /// Working directory; by default the program's own directory if cmd names one.
        dir: text = "";
        /// Memory limit of the program and its children in megabytes; 0 means unlimited.
        memory: int = 350, 0..=1048576, step 50;
        /// Milliseconds to wait for the OK to START.
        start: int = 10000, 100..=600000, step 1000;
        /// Milliseconds that a reply may come after the time limit.
        tolerance: int = 1000, 0..=60000, step 100;
        /// Further settings, as `key=value` separated by semicolons; each is sent as INFO.
        options: text = "";
    }
}

impl PbrainParams {
    /// Checks that there is a program to run.
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

/// How long a brain may take to answer after the stop flag is raised.
const STOP_GRACE: Duration = Duration::from_millis(500);

/// An external brain as a player.
#[derive(Debug)]
pub struct Pbrain {
    params: PbrainParams,
    brain: Option<Brain>,
    is_new_game: bool,
    /// After the stop flag is raised.
    stop_grace: Duration,
    /// The longest answer when there is no time limit.
    longest: Option<Duration>,
}

impl Pbrain {
    /// Creates the player. The first request starts the program.
    pub fn new(params: PbrainParams) -> Pbrain {
        Pbrain {
            params,
            brain: None,
            is_new_game: true,
            stop_grace: STOP_GRACE,
            longest: None,
        }
    }

    /// For games that nobody watches. The answer to a stopped search is not wanted: the brain is killed at once instead of
    /// being asked for its move. Without a time limit an answer may take this long.
    pub fn in_match(self, longest: Duration) -> Pbrain {
        Pbrain {
            stop_grace: Duration::ZERO,
            longest: Some(longest),
            ..self
        }
    }

    /// Finds out whether the program can be started at all.
    ///
    /// # Errors
    /// The reason, which names the program.
    pub fn check_program(&self) -> Result<(), String> {
        let program = Program::find(&self.params.cmd, &self.params.dir)?;
        launch::check(&program)
    }

    /// Ends the program: sends `END`, and kills it if it does not exit in time.
    pub fn quit(&mut self, grace: Duration) {
        if let Some(brain) = self.brain.take() {
            self.is_new_game = true;
            brain.quit(grace);
        }
    }

    /// The id of the process from which all others of the program descend, while it runs.
    pub fn process_id(&self) -> Option<u32> {
        self.brain.as_ref().map(Brain::process_id)
    }

    /// Sends `SWAP2BOARD` with the stones of a swap2 opening: none, three or five. Returns the answer, `None` if the
    /// brain does not know the command, and the time it took.
    ///
    /// # Errors
    /// When the brain failed.
    pub fn swap2(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<(Option<Swap2Answer>, Duration), PlayerError> {
        let patience = self.patience();
        let answer = self
            .prepare(board, limits, control)
            .and_then(|(brain, limits)| brain.request_swap2(board, &limits, control, patience));
        self.kill_on_error(answer)
    }

    fn request_move(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let patience = self.patience();
        let (brain, limits) = self.prepare(board, limits, control)?;
        brain.request_move(board, &limits, control, patience)
    }

    fn patience(&self) -> Patience {
        Patience {
            tolerance: milliseconds(self.params.tolerance),
            stop_grace: self.stop_grace,
            longest: self.longest,
        }
    }

    /// Starts the program and the game as needed, and sends the settings that changed.
    fn prepare(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<(&mut Brain, Limits), PlayerError> {
        let memory = match (self.params.memory.cast_unsigned() << 20, limits.memory) {
            (0, limit) => limit,
            (own, limit) => Some(limit.map_or(own, |limit| limit.min(own))),
        };
        let limits = Limits {
            memory,
            ..limits.clone()
        };
        let brain = match &mut self.brain {
            Some(brain) => brain,
            none => none.insert(Brain::spawn(&self.params)?),
        };
        if self.is_new_game || !brain.is_started_for(board) {
            brain.start(board, &limits, control, milliseconds(self.params.start))?;
            self.is_new_game = false;
        }
        brain.send_settings(&limits, &self.params.options)?;
        Ok((brain, limits))
    }

    /// After an error the state of the program is unknown.
    fn kill_on_error<T>(&mut self, result: Result<T, PlayerError>) -> Result<T, PlayerError> {
        if result.is_err()
            && let Some(brain) = self.brain.take()
        {
            self.is_new_game = true;
            brain.kill();
        }
        result
    }
}

impl Player for Pbrain {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let result = self.request_move(board, limits, control);
        self.kill_on_error(result)
    }

    fn new_game(&mut self) {
        self.is_new_game = true;
    }
}

fn milliseconds(count: i64) -> Duration {
    Duration::from_millis(count.max(0).cast_unsigned())
}
