//! The thread on which the player thinks.
//!
//! The player lives on a thread of its own, so that the session can hear `END`, stop a search, and answer in time
//! even when the player does not. A panic in the player is caught; the player is then made anew, because nobody knows
//! what it left behind.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use gomoku::{Board, Limits, Player, PlayerError, Point, SearchControl, SearchResult, StopFlag};

use super::mailbox::Mailbox;
use crate::balance;
use crate::swap2::{self, Choice};

/// Makes the session's player, and a new one when the old one is lost.
pub(super) type Maker = Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>;

/// What the player is asked to find.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Task {
    /// A move.
    Move,
    /// The three stones that begin swap2.
    Swap2Open,
    /// A side in swap2.
    Swap2Choose,
    /// One or two moves after which the side that makes the first wins this often.
    Balance {
        /// One or two.
        moves: usize,
        /// The win rate.
        target: f64,
    },
}

/// A question with everything needed to answer it.
#[derive(Debug)]
pub(super) struct Question {
    /// Counts up; tells late answers from fresh ones.
    pub(super) id: u64,
    /// What to find.
    pub(super) task: Task,
    /// The position.
    pub(super) board: Board,
    /// What it may cost.
    pub(super) limits: Limits,
    /// Raised when the answer is wanted now.
    pub(super) stop: StopFlag,
    /// When the question was read.
    pub(super) asked: Instant,
}

/// What came of a question.
#[derive(Debug)]
pub(super) enum Answer {
    /// A move.
    Move(Box<SearchResult>),
    /// Several moves.
    Points(Vec<Point>),
    /// The other side.
    Swap,
    /// The player failed; the text says how.
    Failed(String),
}

enum Job {
    /// Whoever waits for it hears when the sender is dropped.
    NewGame(Sender<()>),
    Think(Box<Question>),
    Ponder(Box<Pondering>),
}

/// A position to think about while the other side does. Nobody waits for an answer; the player remembers what it saw.
#[derive(Debug)]
pub(super) struct Pondering {
    /// The position that is expected next.
    pub(super) board: Board,
    /// Memory and threads; the time is the other side's.
    pub(super) limits: Limits,
    /// Raised when the other side has moved.
    pub(super) stop: StopFlag,
}

/// The session's end of the thread.
#[derive(Debug)]
pub(super) struct Thinker {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
    /// The newest question sent.
    asked: u64,
}

impl Thinker {
    /// Starts the thread; it makes its player at once.
    pub(super) fn new(make: Maker, mailbox: &Arc<Mailbox>) -> Thinker {
        let (jobs, inbox) = mpsc::channel();
        // A thread that is left behind must not keep the mailbox alive.
        let mailbox = Arc::downgrade(mailbox);
        let thread = thread::spawn(move || {
            let mut player = catch_unwind(AssertUnwindSafe(|| make())).ok();
            for job in inbox {
                work(job, &mut player, &make, &mailbox);
            }
        });
        Thinker {
            jobs,
            thread,
            asked: 0,
        }
    }

    /// Tells the player of a new game, and waits this long until it has made or emptied its memory: what is not done before
    /// the first question is done on its clock.
    pub(super) fn new_game(&self, patience: Duration) {
        let (done, wait) = mpsc::channel();
        // A dead thread shows when a question gets no answer.
        let _ = self.jobs.send(Job::NewGame(done));
        let _ = wait.recv_timeout(patience);
    }

    /// Sends a question.
    pub(super) fn ask(&mut self, question: Question) {
        self.asked = question.id;
        let _ = self.jobs.send(Job::Think(Box::new(question)));
    }

    /// Lets the player think about what may come.
    pub(super) fn ponder(&self, pondering: Pondering) {
        let _ = self.jobs.send(Job::Ponder(Box::new(pondering)));
    }

    /// Is the player after this long still busy with a question that nobody waits for any more?
    pub(super) fn is_busy(&self, mailbox: &Mailbox, patience: Duration) -> bool {
        !mailbox.is_answered(self.asked, patience)
    }

    /// Lets the player go, and waits for it only this long: a manager gives little time to leave.
    pub(super) fn dismiss(self, patience: Duration) {
        drop(self.jobs);
        let begin = Instant::now();
        while !self.thread.is_finished() && begin.elapsed() < patience {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn work(job: Job, player: &mut Option<Box<dyn Player>>, make: &Maker, mailbox: &Weak<Mailbox>) {
    let result = match (job, &mut *player) {
        (Job::NewGame(_), None) => Ok(()),
        (Job::NewGame(_done), Some(player)) => catch_unwind(AssertUnwindSafe(|| player.new_game())),
        (Job::Ponder(_), None) => Ok(()),
        (Job::Ponder(pondering), Some(player)) => catch_unwind(AssertUnwindSafe(|| {
            let control = SearchControl::new(pondering.stop.clone(), Instant::now());
            // A move or a fault, it makes no difference: the next question will show.
            let _ = player.think(&pondering.board, &pondering.limits, &control);
        })),
        (Job::Think(question), None) => {
            answer(
                mailbox,
                question.id,
                Answer::Failed("there is no player".into()),
            );
            Err(Box::new("there is no player") as Box<dyn Any + Send>)
        }
        (Job::Think(question), Some(player)) => {
            let result = catch_unwind(AssertUnwindSafe(|| {
                think(&question, player.as_mut(), mailbox)
            }));
            let (reply, result) = match result {
                Ok(Ok(reply)) => (reply, Ok(())),
                Ok(Err(fault)) => (Answer::Failed(fault.to_string()), Ok(())),
                Err(panic) => (Answer::Failed(panic_text(&*panic)), Err(panic)),
            };
            answer(mailbox, question.id, reply);
            result
        }
    };
    if result.is_err() {
        *player = catch_unwind(AssertUnwindSafe(|| make())).ok();
    }
}

fn answer(mailbox: &Weak<Mailbox>, question: u64, answer: Answer) {
    if let Some(mailbox) = mailbox.upgrade() {
        mailbox.answer(question, answer);
    }
}

fn think(
    question: &Question,
    player: &mut dyn Player,
    mailbox: &Weak<Mailbox>,
) -> Result<Answer, PlayerError> {
    let listener = |result: &SearchResult| {
        if let Some(mailbox) = mailbox.upgrade() {
            mailbox.report(question.id, result.clone());
        }
    };
    let control =
        SearchControl::new(question.stop.clone(), question.asked).with_listener(&listener);
    let (board, limits) = (&question.board, &question.limits);
    Ok(match question.task {
        Task::Move => Answer::Move(Box::new(player.think(board, limits, &control)?)),
        Task::Swap2Open => {
            let three = swap2::open(player, board.size(), board.rule(), limits, &control)?;
            Answer::Points(three.to_vec())
        }
        Task::Swap2Choose => match swap2::choose(player, board, limits, &control)? {
            Choice::Swap => Answer::Swap,
            Choice::Stay(point) => Answer::Points(vec![point]),
        },
        Task::Balance { moves: 1, target } => {
            let balanced = balance::one_move(player, board, target, limits, &control)?;
            Answer::Points(vec![balanced.point])
        }
        Task::Balance { target, .. } => {
            let balanced = balance::two_moves(player, board, target, limits, &control)?;
            Answer::Points(balanced.into_iter().map(|one| one.point).collect())
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
