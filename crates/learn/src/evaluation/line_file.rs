//! Resumable text files whose lines several threads generate.
//!
//! A line depends only on its index, and lines are written in order. So a file that was interrupted and resumed equals an
//! uninterrupted one.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use gomoku::StopFlag;

use crate::ordered;

/// Number of lines and threads.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// Total lines, including those already in the file.
    pub lines: u64,
    /// Threads.
    pub threads: usize,
}

/// Appends lines to the file until it is complete or the flag is raised. Each thread makes its own worker, which returns
/// the line of an index. Returns the number of lines in the file.
///
/// # Errors
/// When the file cannot be read or written.
pub fn fill<W: FnMut(u64) -> String>(
    file: &Path,
    workload: Workload,
    stop: &StopFlag,
    worker: impl Fn() -> W + Sync,
    mut progress: impl FnMut(u64),
) -> io::Result<u64> {
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(file)?;
    if !file.metadata()?.is_file() {
        let error = io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
        return Err(error);
    }
    let first = truncate_partial_line(&mut file)?;
    let lines = first..workload.lines.max(first);
    ordered::produce(lines, workload.threads, stop, worker, |index, line| {
        writeln!(file, "{line}")?;
        progress(index + 1);
        Ok(())
    })
}

/// Counts the complete lines of the file and truncates a partial last line, which a kill may leave.
fn truncate_partial_line(file: &mut File) -> io::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::new(&mut *file);
    let (mut lines, mut complete, mut line) = (0, 0, Vec::new());
    while reader.read_until(b'\n', &mut line)? > 0 {
        if line.ends_with(b"\n") {
            lines += 1;
            complete += line.len() as u64;
        }
        line.clear();
    }
    file.set_len(complete)?;
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resumed_file_equals_an_uninterrupted_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.txt");
        let stop = StopFlag::new();
        let worker = || |number: u64| format!("line {}", number * number);
        let workload = |lines| Workload { lines, threads: 3 };
        assert_eq!(
            fill(&path, workload(40), &stop, worker, |_| {}).unwrap(),
            40
        );
        let whole = std::fs::read(&path).unwrap();
        // Killed in the middle of a line.
        std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        assert_eq!(
            fill(&path, workload(40), &stop, worker, |_| {}).unwrap(),
            40
        );
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }
}
