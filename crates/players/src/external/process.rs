//! A child process with its own group, its lines, and no way to outlive us.

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

use crate::gomocup::lines::{Line, Lines};

/// What is kept of one line; Piskvork reads no more either.
const LONGEST_LINE: usize = 8000;
/// Lines that may wait for us. A program that writes more has to wait itself.
const MOST_LINES: usize = 256;
/// How long a program may take to leave when it is asked to.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    child: Box<dyn ChildWrapper>,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// Bytes that it has written so far, whether or not they have become lines.
    written: Arc<AtomicU64>,
    has_left: bool,
}

/// What comes of listening.
#[derive(Debug)]
pub(super) enum Heard {
    /// A line.
    Line(Line),
    /// Nothing, for as long as we listened.
    Silence,
    /// The program has closed its output, or ended.
    End,
}

impl Process {
    /// Starts a program. `dir` may be empty.
    pub(super) fn spawn(command_line: &str, dir: &str) -> Result<Process, String> {
        let words = split_command(command_line);
        let (program, arguments) = words.split_first().ok_or("cmd= names no program")?;
        let mut program = Path::new(program).to_path_buf();
        let mut dir = Path::new(dir).to_path_buf();
        // A program named with its directory is run there: that is where it has its files.
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
        // Elsewhere only the program itself can be ended, not its children.
        #[cfg(unix)]
        command.wrap(ProcessGroup::leader());
        let mut child = command
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let input = child.stdin().take();
        let output = child.stdout().take().ok_or("the program has no output")?;
        let (sender, lines) = mpsc::sync_channel(MOST_LINES);
        let written = Arc::new(AtomicU64::new(0));
        let output = Counted {
            input: output,
            count: Arc::clone(&written),
        };
        thread::spawn(move || {
            let mut output = Lines::new(output, LONGEST_LINE);
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
            written,
            has_left: false,
        })
    }

    /// Bytes that it has written so far.
    pub(super) fn bytes_written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }

    /// The process, which is also its group.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes lines. What is written between two answers fits the pipe, so this does not block.
    pub(super) fn send(&mut self, text: &str) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("its input is closed")?;
        input
            .write_all(text.as_bytes())
            .and_then(|()| input.flush())
            .map_err(|error| error.to_string())
    }

    /// Listens for a line.
    pub(super) fn hear(&mut self, patience: Duration) -> Heard {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// Throws away lines that nobody asked for; not endlessly, in case they never stop coming.
    pub(super) fn discard_lines(&mut self) {
        for _ in 0..2 * MOST_LINES {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
    }

    /// Has the program ended, even if a child of its own still holds its output open?
    pub(super) fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// How the program ended.
    pub(super) fn last_words(&mut self) -> String {
        match self.wait(FAREWELL) {
            Some(status) => status,
            None => "it closed its output".into(),
        }
    }

    fn wait(&mut self, patience: Duration) -> Option<String> {
        let begin = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status.to_string());
            }
            if begin.elapsed() >= patience {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Ends the program and all its children at once.
    pub(super) fn kill(&mut self) {
        self.has_left = true;
        self.input = None;
        // The group is signaled even when its leader has gone, because its children may not have. An error means
        // that nobody is left.
        let _ = self.child.start_kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.has_left {
            let _ = self.send("END\n");
            self.input = None;
            self.wait(FAREWELL);
            self.kill();
        }
    }
}

/// Counts the bytes that pass.
struct Counted<R> {
    input: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.count.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Splits at spaces; single or double quotation marks keep a part together.
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
    fn commands_are_split_like_in_a_shell() {
        assert_eq!(split_command("a  b c"), ["a", "b", "c"]);
        assert_eq!(
            split_command("'my engine' --x=\"1 2\" ''"),
            ["my engine", "--x=1 2", ""]
        );
        assert!(split_command("  ").is_empty());
    }
}
