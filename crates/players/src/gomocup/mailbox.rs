//! The message queue between the reader, the player thread and the session.
//!
//! The reader pushes commands in order; the player thread pushes reports and its reply; the session takes them out. During
//! a search a stop overtakes queued commands, and `END` aborts everything. Memory is bounded: only the newest report
//! is kept, and the reader blocks when the command queue is full.
//!
//! An `END` right behind a request comes from a script that sends everything at once and cannot wait for answers.
//! Then, and at the end of the stream, pending requests are still answered, within [`FINAL_GRACE`] for all of them.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gomoku::{SearchResult, StopFlag};

use super::command::Command;
use super::player_thread::Reply;

/// An `END` within this time after a request does not abort its search: it was sent by a script.
const SCRIPT_GRACE: Duration = Duration::from_millis(20);
/// Time for all pending answers after `END` or the end of the input. Managers wait longer than this before they kill
/// the process.
const FINAL_GRACE: Duration = Duration::from_millis(250);
/// Capacity of the command queue.
const MAX_COMMANDS: usize = 1024;

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
    end_at: Option<Instant>,
    /// When the input ended.
    eof_at: Option<Instant>,
    /// The session is over.
    is_closed: bool,
    report: Option<(u64, SearchResult)>,
    reply: Option<(u64, Reply)>,
    /// The newest search that returned.
    last_replied: u64,
}

/// The search that is running.
#[derive(Debug)]
pub(super) struct PendingSearch {
    /// Counts up from 1.
    pub(super) id: u64,
    /// When its command was read.
    pub(super) asked_at: Instant,
    /// Stops the search.
    pub(super) stop: StopFlag,
}

/// What can happen during a search.
#[derive(Debug)]
pub(super) enum SearchEvent {
    /// `END` was read: exit without an answer.
    End,
    /// The manager wants the move now.
    Stop,
    /// A setting to store at once.
    Info(String, String),
    /// The search so far.
    Report(SearchResult),
    /// The player has returned.
    Reply(Reply),
    /// The deadline has passed.
    Timeout,
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A poisoned lock is safe to use: the state is consistent between any two statements.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Pushes a command, blocking while the queue is full. Returns false when no more commands are wanted.
    pub(super) fn push_command(&self, command: Command, read_at: Instant) -> bool {
        let mut state = self.lock();
        if command == Command::End {
            state.end_at = Some(read_at);
            self.changed.notify_all();
            return false;
        }
        while state.commands.len() >= MAX_COMMANDS && !state.is_closed {
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.commands.push_back((command, read_at));
        self.changed.notify_all();
        !state.is_closed
    }

    /// The input has ended.
    pub(super) fn push_eof(&self) {
        self.lock().eof_at = Some(Instant::now());
        self.changed.notify_all();
    }

    /// The session is over; unblocks the reader.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Pushes a report of this search, replacing an older one.
    pub(super) fn push_report(&self, search: u64, result: SearchResult) {
        let mut state = self.lock();
        if state.report.as_ref().is_none_or(|&(id, _)| id <= search) {
            state.report = Some((search, result));
        }
        self.changed.notify_all();
    }

    /// Pushes the player's reply to this search.
    pub(super) fn push_reply(&self, search: u64, reply: Reply) {
        let mut state = self.lock();
        state.last_replied = state.last_replied.max(search);
        // A late reply of an abandoned player must not replace that of its successor.
        if state.reply.as_ref().is_none_or(|&(id, _)| id <= search) {
            state.reply = Some((search, reply));
        }
        self.changed.notify_all();
    }

    /// Takes the newest report of this search.
    pub(super) fn take_report(&self, search: u64) -> Option<SearchResult> {
        let report = self.lock().report.take_if(|(id, _)| *id == search);
        report.map(|(_, result)| result)
    }

    /// Waits at most `timeout` for the player to return from this search. Returns true if it did.
    pub(super) fn wait_for_reply(&self, search: u64, timeout: Duration) -> bool {
        let state = self.lock();
        let waiting = |state: &mut State| state.last_replied < search;
        let waited = self
            .changed
            .wait_timeout_while(state, timeout, waiting)
            .unwrap_or_else(PoisonError::into_inner);
        waited.0.last_replied >= search
    }

    /// Waits for the next command; `None` when there will be no more.
    pub(super) fn next_command(&self) -> Option<(Command, Instant)> {
        let mut state = self.lock();
        loop {
            if let Some(command) = state.commands.pop_front() {
                self.changed.notify_all();
                return Some(command);
            }
            if state.final_deadline().is_some() {
                return None;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for the next event of this search, at most until `until`.
    pub(super) fn next_event(
        &self,
        pending: &PendingSearch,
        until: Option<Instant>,
    ) -> SearchEvent {
        let mut state = self.lock();
        loop {
            if state.is_aborted(pending) {
                return SearchEvent::End;
            }
            // A search that was stopped already has its own deadline.
            let deadline = state.final_deadline().filter(|_| !pending.stop.is_raised());
            let until = until.into_iter().chain(deadline).min();
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            // Endless reports must not hide the deadline.
            if left == Some(Duration::ZERO) && !state.has_reply(pending.id) {
                return SearchEvent::Timeout;
            }
            if let Some(event) = state.take_event(pending) {
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
    /// Does an `END` abort this search?
    fn is_aborted(&self, pending: &PendingSearch) -> bool {
        let delay = |at: Instant| at.saturating_duration_since(pending.asked_at);
        self.end_at.is_some_and(|at| delay(at) > SCRIPT_GRACE)
    }

    /// When everything must be answered, if nothing more will be read.
    fn final_deadline(&self) -> Option<Instant> {
        self.end_at.or(self.eof_at).map(|at| at + FINAL_GRACE)
    }

    fn has_reply(&self, search: u64) -> bool {
        self.reply.as_ref().is_some_and(|&(id, _)| id == search)
    }

    fn take_event(&mut self, pending: &PendingSearch) -> Option<SearchEvent> {
        let stop = |(command, _): &(Command, Instant)| *command == Command::Stop;
        if let Some(index) = self.commands.iter().position(stop) {
            self.commands.remove(index);
            return Some(SearchEvent::Stop);
        }
        // A setting behind a queued command stays behind it: order matters.
        let info = |front: &mut (Command, Instant)| matches!(front.0, Command::Info(..));
        if let Some((Command::Info(key, value), _)) = self.commands.pop_front_if(info) {
            return Some(SearchEvent::Info(key, value));
        }
        if let Some((_, result)) = self.report.take_if(|(id, _)| *id == pending.id) {
            return Some(SearchEvent::Report(result));
        }
        let (_, reply) = self.reply.take_if(|(id, _)| *id == pending.id)?;
        Some(SearchEvent::Reply(reply))
    }
}
