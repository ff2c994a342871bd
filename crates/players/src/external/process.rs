//! A running engine, read line by line. Dropping it ends the engine and everything it has started.

use std::io::{self, Read};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::input_pipe::InputPipe;
use super::launch;
use super::memory::MemoryMeter;
use super::process_tree;
use super::program::Program;
use super::stderr_tail::StderrTail;
use super::unsupervised::{self, GroupGuard};
use crate::gomocup::line_reader::{Line, LineReader};

/// Longer lines are truncated. Piskvork reads no more than this either.
const MAX_LINE_BYTES: usize = 8000;
/// Capacity of the line queue. A program that writes more blocks on its pipe.
const MAX_QUEUED_LINES: usize = 256;
/// How long a program may take to exit after `END`.
const EXIT_GRACE: Duration = Duration::from_millis(500);
/// How long killed processes may take to disappear, on a busy machine too. One that waits for a disk can take longer;
/// we do not wait for it.
const KILL_GRACE: Duration = Duration::from_secs(2);

/// Environment variable that marks all processes of an engine.
const MARK: &str = "TENGEN_ENGINE";
/// How often the marked processes are looked for, in case they start others.
const MAX_SWEEPS: u32 = 100;
/// Distinguishes the engines of this process.
static ENGINES: AtomicU64 = AtomicU64::new(0);

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    /// The supervisor, or the program itself.
    child: Child,
    is_supervised: bool,
    /// The value of [`MARK`] in its environment.
    mark: String,
    input: Option<InputPipe>,
    lines: Receiver<Line>,
    /// Bytes read so far, including those of an unfinished line.
    bytes_read: Arc<AtomicU64>,
    errors: StderrTail,
    /// Without a supervisor.
    _group: Option<GroupGuard>,
    is_killed: bool,
}

/// The result of waiting for a line.
#[derive(Debug)]
pub(super) enum ReadEvent {
    /// A line.
    Line(Line),
    /// No line in time.
    Timeout,
    /// The program has closed its output or exited.
    Eof,
}

impl Process {
    /// Starts a program.
    pub(super) fn spawn(program: &Program) -> Result<Process, String> {
        let (mut command, is_supervised) = launch::command(program);
        let name = program.path.display();
        let number = ENGINES.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", std::process::id());
        let mut child = command
            .env(MARK, &mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot run {name}: {error}"))?;
        let group = (!is_supervised).then(|| GroupGuard::new(child.id()));
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("{name} has no pipes"));
        };
        let (sender, lines) = mpsc::sync_channel(MAX_QUEUED_LINES);
        let bytes_read = Arc::new(AtomicU64::new(0));
        let output = CountingReader {
            input: output,
            count: Arc::clone(&bytes_read),
        };
        thread::spawn(move || {
            let mut output = LineReader::new(output, MAX_LINE_BYTES);
            while let Some(line) = output.next_line() {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process = Process {
            child,
            is_supervised,
            mark,
            input: None,
            lines,
            bytes_read,
            errors: StderrTail::new(errors),
            _group: group,
            is_killed: false,
        };
        // An error here drops, and so kills, the process.
        let input = InputPipe::new(input).map_err(|error| format!("{name}: {error}"))?;
        process.input = Some(input);
        Ok(process)
    }

    /// Bytes of output read so far.
    pub(super) fn bytes_read(&self) -> u64 {
        self.bytes_read.load(Ordering::Relaxed)
    }

    /// The id of the process from which all others of the engine descend.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn memory_meter(&self) -> MemoryMeter {
        MemoryMeter::new(self.id(), !self.is_supervised)
    }

    /// Writes text without waiting; [`Process::read_line`] writes what did not fit into the pipe.
    pub(super) fn send(&mut self, text: &str) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("its standard input is closed")?;
        input.send(text).map_err(|error| error.to_string())
    }

    /// Waits for a line.
    pub(super) fn read_line(&mut self, timeout: Duration) -> ReadEvent {
        // An error shows again when the next text is sent; the program may have answered before.
        let _ = self.input.as_mut().map(InputPipe::flush);
        match self.lines.recv_timeout(timeout) {
            Ok(line) => ReadEvent::Line(line),
            Err(RecvTimeoutError::Timeout) => ReadEvent::Timeout,
            Err(RecvTimeoutError::Disconnected) => ReadEvent::Eof,
        }
    }

    /// Discards unrequested lines. Bounded, in case the program never stops writing.
    pub(super) fn discard_lines(&mut self) {
        for _ in 0..2 * MAX_QUEUED_LINES {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
    }

    /// Has the program exited? A child of its own may still hold its output open.
    pub(super) fn has_exited(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Kills the program and describes how it had ended, with the end of its standard error.
    pub(super) fn exit_reason(&mut self, otherwise: &str) -> String {
        let status = self.wait(KILL_GRACE);
        let reason = status.map_or_else(|| otherwise.to_owned(), |status| status.to_string());
        self.kill();
        let errors = self.errors.text(KILL_GRACE);
        if errors.is_empty() {
            reason
        } else {
            format!("{reason}; standard error: {errors}")
        }
    }

    fn wait(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if begin.elapsed() >= timeout {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Lets the program exit, and kills it if it does not.
    pub(super) fn quit(&mut self, grace: Duration) {
        if !self.is_killed {
            let _ = self.send("END\n");
            self.input = None;
            self.wait(grace);
            self.kill();
        }
    }

    /// Kills the program and everything it has started.
    pub(super) fn kill(&mut self) {
        if self.is_killed {
            return;
        }
        self.is_killed = true;
        self.input = None;
        if self.is_supervised {
            if !self.has_exited() {
                terminate(&self.child);
            }
            if let Some(status) = self.wait(KILL_GRACE) {
                // The engine was killed, or it has killed its supervisor.
                if status.code().is_none() {
                    self.sweep();
                }
                return;
            }
        }
        // The supervisor does not answer, or there is none.
        for process in process_tree::family(self.id()).into_iter().flatten() {
            kill(process);
        }
        if !self.is_supervised || self.wait(KILL_GRACE).is_none() {
            unsupervised::kill_group(self.id());
            let _ = self.child.kill();
            self.wait(KILL_GRACE);
            self.sweep();
        }
    }

    /// Kills the processes that no longer descend from the one we started.
    fn sweep(&self) {
        for _ in 0..MAX_SWEEPS {
            let processes = process_tree::marked(MARK, &self.mark);
            if processes.is_empty() {
                return;
            }
            for process in processes {
                kill(process);
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.quit(EXIT_GRACE);
    }
}

/// Asks the supervisor to end, even if somebody has stopped it.
#[cfg(unix)]
fn terminate(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};
    for signal in [Signal::TERM, Signal::CONT] {
        let _ = kill_process(Pid::from_child(child), signal);
    }
}

#[cfg(not(unix))]
fn terminate(_: &Child) {}

#[cfg(target_os = "linux")]
use super::supervisor::kill;

/// Elsewhere no process is found.
#[cfg(not(target_os = "linux"))]
fn kill(_: u32) {}

/// Counts the bytes read.
struct CountingReader<R> {
    input: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.count.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
