//! The thread that runs the player.
//!
//! The player has its own thread, so that the session can react to `END`, stop a search, and answer in time even if the
//! player does not. A panic is caught, and the player is then rebuilt because its state is unknown.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use gomoku::{Board, Limits, Player, PlayerError, Point, SearchControl, SearchResult, StopFlag};

use super::mailbox::Mailbox;
use crate::balance;
use crate::swap2::{self, Swap2Answer};

/// Builds the session's player, and a new one after a panic or a hang.
pub(super) type MakePlayer = Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>;

/// What to search for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Task {
    /// A move.
    Move,
    /// The three stones of a swap2 opening.
    Swap2Open,
    /// A color in swap2.
    Swap2Choose,
    /// One or two moves after which the win rate of the side to move is closest to the target.
    Balance {
        /// One or two.
        moves: usize,
        /// The target win rate.
        target: f64,
    },
}

/// A search with everything it needs.
#[derive(Debug)]
pub(super) struct SearchRequest {
    /// Counts up; distinguishes late replies from current ones.
    pub(super) id: u64,
    /// What to search for.
    pub(super) task: Task,
    /// The position.
    pub(super) board: Board,
    /// The limits.
    pub(super) limits: Limits,
    /// Stops the search.
    pub(super) stop: StopFlag,
    /// When the command was read.
    pub(super) asked_at: Instant,
}

/// The player's reply to a [`SearchRequest`].
#[derive(Debug)]
pub(super) enum Reply {
    /// To [`Task::Move`].
    Move(Box<SearchResult>),
    /// To [`Task::Swap2Open`] and [`Task::Swap2Choose`].
    Swap2(Swap2Answer),
    /// To [`Task::Balance`].
    Moves(Vec<Point>),
    /// The player failed, with the reason.
    Failed(String),
}

enum Job {
    /// Dropping the sender signals completion.
    NewGame(Sender<()>),
    Search(Box<SearchRequest>),
    Ponder(Box<PonderRequest>),
}

/// A position to search during the opponent's turn. The result is dropped; the player keeps its hash.
#[derive(Debug)]
pub(super) struct PonderRequest {
    /// The position after the expected move.
    pub(super) board: Board,
    /// The limits; the time is the opponent's.
    pub(super) limits: Limits,
    /// Raised when the next command arrives.
    pub(super) stop: StopFlag,
}

/// The session's handle of the thread.
#[derive(Debug)]
pub(super) struct PlayerThread {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
    /// The id of the newest search.
    last_search: u64,
}

impl PlayerThread {
    /// Starts the thread, which builds its player at once.
    pub(super) fn spawn(make: MakePlayer, mailbox: &Arc<Mailbox>) -> PlayerThread {
        let (jobs, inbox) = mpsc::channel();
        // An abandoned thread must not keep the mailbox alive.
        let mailbox = Arc::downgrade(mailbox);
        let thread = thread::spawn(move || {
            let mut player = catch_unwind(AssertUnwindSafe(|| make())).ok();
            for job in inbox {
                run_job(job, &mut player, &make, &mailbox);
            }
        });
        PlayerThread {
            jobs,
            thread,
            last_search: 0,
        }
    }

    /// Announces a new game and waits for the player to allocate or clear its hash. Whatever is not done before the first
    /// request is done on its clock.
    pub(super) fn new_game(&self, timeout: Duration) {
        let (done, wait) = mpsc::channel();
        // A dead thread is noticed when a search gets no reply.
        let _ = self.jobs.send(Job::NewGame(done));
        let _ = wait.recv_timeout(timeout);
    }

    /// Starts a search.
    pub(super) fn search(&mut self, request: SearchRequest) {
        self.last_search = request.id;
        let _ = self.jobs.send(Job::Search(Box::new(request)));
    }

    /// Starts pondering.
    pub(super) fn ponder(&self, request: PonderRequest) {
        let _ = self.jobs.send(Job::Ponder(Box::new(request)));
    }

    /// Is the player still busy with an abandoned search after this time?
    pub(super) fn is_busy(&self, mailbox: &Mailbox, timeout: Duration) -> bool {
        !mailbox.wait_for_reply(self.last_search, timeout)
    }

    /// Ends the thread and waits for it at most this long: managers give little time to exit.
    pub(super) fn shut_down(self, timeout: Duration) {
        drop(self.jobs);
        let begin = Instant::now();
        while !self.thread.is_finished() && begin.elapsed() < timeout {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn run_job(
    job: Job,
    player: &mut Option<Box<dyn Player>>,
    make: &MakePlayer,
    mailbox: &Weak<Mailbox>,
) {
    let result = match (job, &mut *player) {
        (Job::NewGame(_), None) => Ok(()),
        (Job::NewGame(_done), Some(player)) => catch_unwind(AssertUnwindSafe(|| player.new_game())),
        (Job::Ponder(_), None) => Ok(()),
        (Job::Ponder(request), Some(player)) => catch_unwind(AssertUnwindSafe(|| {
            let control = SearchControl::new(request.stop.clone(), Instant::now());
            // An error here shows up again in the next search.
            let _ = player.think(&request.board, &request.limits, &control);
        })),
        (Job::Search(request), None) => {
            let reason = "the player could not be built";
            push_reply(mailbox, request.id, Reply::Failed(reason.into()));
            Err(Box::new(reason) as Box<dyn Any + Send>)
        }
        (Job::Search(request), Some(player)) => {
            let result = catch_unwind(AssertUnwindSafe(|| {
                search(&request, player.as_mut(), mailbox)
            }));
            let (reply, result) = match result {
                Ok(Ok(reply)) => (reply, Ok(())),
                Ok(Err(error)) => (Reply::Failed(error.to_string()), Ok(())),
                Err(panic) => (Reply::Failed(panic_text(&*panic)), Err(panic)),
            };
            push_reply(mailbox, request.id, reply);
            result
        }
    };
    if result.is_err() {
        *player = catch_unwind(AssertUnwindSafe(|| make())).ok();
    }
}

fn push_reply(mailbox: &Weak<Mailbox>, search: u64, reply: Reply) {
    if let Some(mailbox) = mailbox.upgrade() {
        mailbox.push_reply(search, reply);
    }
}

fn search(
    request: &SearchRequest,
    player: &mut dyn Player,
    mailbox: &Weak<Mailbox>,
) -> Result<Reply, PlayerError> {
    let listener = |result: &SearchResult| {
        if let Some(mailbox) = mailbox.upgrade() {
            mailbox.push_report(request.id, result.clone());
        }
    };
    let control =
        SearchControl::new(request.stop.clone(), request.asked_at).with_listener(&listener);
    let (board, limits) = (&request.board, &request.limits);
    Ok(match request.task {
        Task::Move => Reply::Move(Box::new(player.think(board, limits, &control)?)),
        Task::Swap2Open => {
            let three = swap2::open(player, board.size(), board.rule(), limits, &control)?;
            Reply::Swap2(Swap2Answer::Stones(three.to_vec()))
        }
        Task::Swap2Choose => Reply::Swap2(swap2::choose(player, board, limits, &control)?),
        Task::Balance { moves: 1, target } => {
            let balanced = balance::balance_one(player, board, target, limits, &control)?;
            Reply::Moves(vec![balanced.point])
        }
        Task::Balance { target, .. } => {
            let balanced = balance::balance_two(player, board, target, limits, &control)?;
            Reply::Moves(balanced.into_iter().map(|one| one.point).collect())
        }
    })
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given");
    format!("the player panicked: {text}")
}
