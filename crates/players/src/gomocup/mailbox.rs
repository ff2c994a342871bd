//! Where the reader, the thinker and the session meet.
//!
//! The reader puts commands in, in their order; the thinker puts reports and its answer in; the session takes them
//! out. While the session is thinking a stop jumps the queue, wherever it stands, and `END` ends everything. Of the
//! reports only the newest is kept, so a talkative player cannot fill the memory, and a reader far ahead of the session
//! has to wait, so neither can a talkative manager.
//!
//! An `END` on the heels of a question comes from a script, which sends everything at once and cannot wait for
//! answers. Then, and at the end of the stream, what was asked before is still answered, in a quarter of a second for
//! all together.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gomoku::{SearchResult, StopFlag};

use super::command::Command;
use super::thinking::Answer;

/// An `END` that follows its question faster than this interrupts nothing.
const ON_THE_HEELS: Duration = Duration::from_millis(20);
/// The time for everything that is still to be answered when nothing more will be read: well within the patience of
/// a manager that has said `END`.
const LAST_CALL: Duration = Duration::from_millis(250);
/// Commands that may wait for the session.
const MOST_COMMANDS: usize = 1024;

/// See the [module](self).
#[derive(Debug, Default)]
pub(super) struct Mailbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    commands: VecDeque<(Command, Instant)>,
    /// When `END` was read.
    over_at: Option<Instant>,
    /// When the stream ended.
    ended_at: Option<Instant>,
    /// The session has left.
    is_closed: bool,
    report: Option<(u64, SearchResult)>,
    answer: Option<(u64, Answer)>,
    /// The newest question that was answered.
    answered: u64,
}

/// The question that is being thought about.
#[derive(Debug)]
pub(super) struct Pending {
    /// Its number.
    pub(super) id: u64,
    /// When it was read.
    pub(super) asked: Instant,
    /// Raised when the answer is wanted now.
    pub(super) stop: StopFlag,
}

/// What can happen while a player thinks.
#[derive(Debug)]
pub(super) enum Event {
    /// `END` was read: leave without an answer.
    End,
    /// Somebody wants the move now.
    Stop,
    /// A setting, to be stored at once.
    Info(String, String),
    /// What the player thinks so far.
    Report(SearchResult),
    /// The player is done.
    Answer(Answer),
    /// The time to wait is over.
    Timeout,
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nobody panics while holding the lock, and the state is whole between any two statements.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts in a command, waiting for room. False when the session has left.
    pub(super) fn command(&self, command: Command, read_at: Instant) -> bool {
        let mut state = self.lock();
        if command == Command::End {
            state.over_at = Some(read_at);
            self.changed.notify_all();
            return false;
        }
        while state.commands.len() >= MOST_COMMANDS && !state.is_closed {
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.commands.push_back((command, read_at));
        self.changed.notify_all();
        !state.is_closed
    }

    /// The stream has ended.
    pub(super) fn end_of_input(&self) {
        self.lock().ended_at = Some(Instant::now());
        self.changed.notify_all();
    }

    /// The session leaves.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Puts in what the player thinks so far about this question.
    pub(super) fn report(&self, question: u64, result: SearchResult) {
        let mut state = self.lock();
        if state.report.as_ref().is_none_or(|&(id, _)| id <= question) {
            state.report = Some((question, result));
        }
        self.changed.notify_all();
    }

    /// Puts in the player's answer to this question.
    pub(super) fn answer(&self, question: u64, answer: Answer) {
        let mut state = self.lock();
        state.answered = state.answered.max(question);
        // A player that was given up long ago must not push out the answer of its successor.
        if state.answer.as_ref().is_none_or(|&(id, _)| id <= question) {
            state.answer = Some((question, answer));
        }
        self.changed.notify_all();
    }

    /// What the player thought of this question when it was last heard.
    pub(super) fn last_report(&self, question: u64) -> Option<SearchResult> {
        let report = self.lock().report.take_if(|(id, _)| *id == question);
        report.map(|(_, result)| result)
    }

    /// Has the player come back from this question, in time or not? Waits for it at most this long.
    pub(super) fn is_answered(&self, question: u64, patience: Duration) -> bool {
        let state = self.lock();
        let waiting = |state: &mut State| state.answered < question;
        let waited = self
            .changed
            .wait_timeout_while(state, patience, waiting)
            .unwrap_or_else(PoisonError::into_inner);
        waited.0.answered >= question
    }

    /// The next command; `None` when there will be none.
    pub(super) fn next_command(&self) -> Option<(Command, Instant)> {
        let mut state = self.lock();
        loop {
            if let Some(command) = state.commands.pop_front() {
                self.changed.notify_all();
                return Some(command);
            }
            if state.last_call().is_some() {
                return None;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// What happens next while a question is thought about, at the latest at `until`.
    pub(super) fn next_event(&self, pending: &Pending, until: Option<Instant>) -> Event {
        let mut state = self.lock();
        loop {
            if state.is_interrupted(pending) {
                return Event::End;
            }
            // Whoever has been stopped already needs no last call.
            let last_call = state.last_call().filter(|_| !pending.stop.is_raised());
            let until = until.into_iter().chain(last_call).min();
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            // A player that reports without end must not talk past its deadline.
            if left == Some(Duration::ZERO) && !state.has_answer(pending.id) {
                return Event::Timeout;
            }
            if let Some(event) = state.event(pending) {
                self.changed.notify_all();
                return event;
            }
            let Some(left) = left else {
                state = self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl State {
    /// Does an `END` cut this question short?
    fn is_interrupted(&self, pending: &Pending) -> bool {
        let wait = |at: Instant| at.saturating_duration_since(pending.asked);
        self.over_at.is_some_and(|at| wait(at) > ON_THE_HEELS)
    }

    /// When everything must be answered, if nothing more will be read.
    fn last_call(&self) -> Option<Instant> {
        self.over_at.or(self.ended_at).map(|at| at + LAST_CALL)
    }

    fn has_answer(&self, question: u64) -> bool {
        self.answer.as_ref().is_some_and(|&(id, _)| id == question)
    }

    fn event(&mut self, pending: &Pending) -> Option<Event> {
        let stop = |(command, _): &(Command, Instant)| *command == Command::Stop;
        if let Some(index) = self.commands.iter().position(stop) {
            self.commands.remove(index);
            return Some(Event::Stop);
        }
        // A setting behind a waiting command waits with it: the manager's order counts.
        let info = |front: &mut (Command, Instant)| matches!(front.0, Command::Info(..));
        if let Some((Command::Info(key, value), _)) = self.commands.pop_front_if(info) {
            return Some(Event::Info(key, value));
        }
        if let Some((_, result)) = self.report.take_if(|(id, _)| *id == pending.id) {
            return Some(Event::Report(result));
        }
        let (_, answer) = self.answer.take_if(|(id, _)| *id == pending.id)?;
        Some(Event::Answer(answer))
    }
}
