//! Where the reader, the thinker and the session meet.
//!
//! The reader puts commands in, in their order; the thinker puts reports and its answer in; the session takes them
//! out. `END` jumps the queue, and while the session is thinking so does a stop, wherever it stands. Of the reports only
//! the newest is kept, so a talkative player cannot fill the memory, and a reader far ahead of the session has to
//! wait, so neither can a talkative manager.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gomoku::Thought;

use super::command::Command;
use super::thinking::Answer;

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
    /// `END` has been read.
    is_over: bool,
    /// The stream has ended; what was asked is still answered, quickly.
    is_ended: bool,
    /// The session has left.
    is_closed: bool,
    report: Option<(u64, Thought)>,
    answer: Option<(u64, Answer)>,
    /// The newest question that was answered.
    answered: u64,
}

/// What can happen while a player thinks.
#[derive(Debug)]
pub(super) enum Event {
    /// `END` was read.
    End,
    /// Somebody wants the move now.
    Stop,
    /// A setting, to be stored at once.
    Info(String, String),
    /// What the player thinks so far.
    Report(Thought),
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
            state.is_over = true;
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
        self.lock().is_ended = true;
        self.changed.notify_all();
    }

    /// The session leaves.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Puts in what the player thinks so far about this question.
    pub(super) fn report(&self, question: u64, thought: Thought) {
        let mut state = self.lock();
        if state.report.as_ref().is_none_or(|&(id, _)| id <= question) {
            state.report = Some((question, thought));
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
    pub(super) fn last_report(&self, question: u64) -> Option<Thought> {
        let report = self.lock().report.take_if(|(id, _)| *id == question);
        report.map(|(_, thought)| thought)
    }

    /// Has the player come back from this question, in time or not?
    pub(super) fn is_answered(&self, question: u64) -> bool {
        self.lock().answered >= question
    }

    /// The next command; `None` when there will be none.
    pub(super) fn next_command(&self) -> Option<(Command, Instant)> {
        let mut state = self.lock();
        loop {
            if state.is_over {
                return None;
            }
            if let Some(command) = state.commands.pop_front() {
                self.changed.notify_all();
                return Some(command);
            }
            if state.is_ended {
                return None;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// What happens next while this question is thought about, at the latest at `until`. After a stop nobody needs to
    /// ask for one again.
    pub(super) fn next_event(&self, question: u64, stopped: bool, until: Option<Instant>) -> Event {
        let mut state = self.lock();
        loop {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            // A player that reports without end must not talk past its deadline.
            if left == Some(Duration::ZERO) && !state.is_settled(question) {
                return Event::Timeout;
            }
            if let Some(event) = state.event(question, stopped) {
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
    /// Is there an answer to this question, or no need for one?
    fn is_settled(&self, question: u64) -> bool {
        self.is_over || self.answer.as_ref().is_some_and(|&(id, _)| id == question)
    }

    fn event(&mut self, question: u64, stopped: bool) -> Option<Event> {
        if self.is_over {
            return Some(Event::End);
        }
        let stop = |(command, _): &(Command, Instant)| *command == Command::Stop;
        if let Some(index) = self.commands.iter().position(stop) {
            self.commands.remove(index);
            return Some(Event::Stop);
        }
        if self.is_ended && !stopped {
            return Some(Event::Stop);
        }
        // A setting behind a waiting command waits with it: the manager's order counts.
        let info = |front: &mut (Command, Instant)| matches!(front.0, Command::Info(..));
        if let Some((Command::Info(key, value), _)) = self.commands.pop_front_if(info) {
            return Some(Event::Info(key, value));
        }
        if let Some((_, thought)) = self.report.take_if(|(id, _)| *id == question) {
            return Some(Event::Report(thought));
        }
        let (_, answer) = self.answer.take_if(|(id, _)| *id == question)?;
        Some(Event::Answer(answer))
    }
}
