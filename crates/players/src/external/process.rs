//! A child process in its own process group, read line by line. Dropping it ends the whole group.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};

use crate::gomocup::line_reader::{Line, LineReader};

/// Longer lines are truncated. Piskvork reads no more than this either.
const MAX_LINE_BYTES: usize = 8000;
/// Capacity of the line queue. A program that writes more blocks on its pipe.
const MAX_QUEUED_LINES: usize = 256;
/// How long a program may take to exit after `END`.
const EXIT_GRACE: Duration = Duration::from_millis(500);

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    child: Box<dyn ChildWrapper>,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// Bytes read so far, including those of an unfinished line.
    bytes_read: Arc<AtomicU64>,
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
    /// Starts a program. An empty `dir` means the program's own directory, or ours if `command_line` names none.
    pub(super) fn spawn(command_line: &str, dir: &str) -> Result<Process, String> {
        let words = split_command(command_line);
        let (program, arguments) = words.split_first().ok_or("cmd= names no program")?;
        let mut program = Path::new(program).to_path_buf();
        let mut dir = Path::new(dir).to_path_buf();
        // Brains look for their files in the current directory, so run each in its own.
        if program.components().count() > 1 {
            program = program
                .canonicalize()
                .map_err(|error| format!("{}: {error}", program.display()))?;
            if let Some(parent) = program.parent().filter(|_| dir.as_os_str().is_empty()) {
                dir = parent.to_path_buf();
            }
        }
        let mut command = Command::new(&program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if !dir.as_os_str().is_empty() {
            command.current_dir(dir);
        }
        let mut command = CommandWrap::from(command);
        // Without process groups only the program itself can be killed, not its children.
        #[cfg(unix)]
        command.wrap(ProcessGroup::leader());
        let mut child = command
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let input = child.stdin().take();
        let output = child
            .stdout()
            .take()
            .ok_or("the program has no standard output")?;
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
        Ok(Process {
            child,
            input,
            lines,
            bytes_read,
            is_killed: false,
        })
    }

    /// Bytes of output read so far.
    pub(super) fn bytes_read(&self) -> u64 {
        self.bytes_read.load(Ordering::Relaxed)
    }

    /// The process id, which is also the id of the process group.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes text. What is sent between two replies fits into the pipe, so this does not block.
    pub(super) fn send(&mut self, text: &str) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("its standard input is closed")?;
        input
            .write_all(text.as_bytes())
            .and_then(|()| input.flush())
            .map_err(|error| error.to_string())
    }

    /// Waits for a line.
    pub(super) fn read_line(&mut self, timeout: Duration) -> ReadEvent {
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

    /// How the program ended, for an error message.
    pub(super) fn exit_reason(&mut self) -> String {
        match self.wait(EXIT_GRACE) {
            Some(status) => status,
            None => "it closed its output".into(),
        }
    }

    fn wait(&mut self, timeout: Duration) -> Option<String> {
        let begin = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status.to_string());
            }
            if begin.elapsed() >= timeout {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Kills the program and all its children.
    pub(super) fn kill(&mut self) {
        self.is_killed = true;
        self.input = None;
        // Signal the group even if its leader has exited: its children may still run. An error means that the group
        // is empty.
        let _ = self.child.start_kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_killed {
            let _ = self.send("END\n");
            self.input = None;
            self.wait(EXIT_GRACE);
            self.kill();
        }
    }
}

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

/// Splits at whitespace. Single or double quotes keep a part together.
fn split_command(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quote = None;
    for char in text.chars() {
        match (quote, char) {
            (Some(mark), _) if char == mark => quote = None,
            (None, '"' | '\'') => {
                quote = Some(char);
                word.get_or_insert_default();
            }
            (None, _) if char.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_in_a_shell() {
        assert_eq!(split_command("a  b c"), ["a", "b", "c"]);
        assert_eq!(
            split_command("'my engine' --x=\"1 2\" ''"),
            ["my engine", "--x=1 2", ""]
        );
        assert!(split_command("  ").is_empty());
    }
}
