//! Text files of numbered lines that several threads make, and that a later run continues.
//!
//! A line depends on nothing but its number, and lines are written in the order of their numbers: a file that was
//! stopped or killed and continued equals an unbroken one.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use gomoku::StopFlag;

/// How many lines are wanted, and by how many threads.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// Lines in all, those of earlier runs included.
    pub lines: u64,
    /// Threads.
    pub threads: usize,
}

/// Adds lines to the file until there are enough or the flag is raised. Each thread gets a worker of its own, which makes
/// the line of a number. Returns how many lines there are.
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
    let mut done = cut_half_line(&mut file)?;
    let next = AtomicU64::new(done);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workload.threads.max(1) {
            let sender = sender.clone();
            let (next, worker) = (&next, &worker);
            scope.spawn(move || {
                let mut make = worker();
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= workload.lines || stop.is_raised() {
                        break;
                    }
                    if sender.send((number, make(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for (number, line) in receiver {
            waiting.insert(number, line);
            while let Some(line) = waiting.remove(&done) {
                writeln!(file, "{line}")?;
                done += 1;
                progress(done);
            }
        }
        Ok(done)
    })
}

/// Counts the lines of the file and cuts off what a kill has left of a line.
fn cut_half_line(file: &mut File) -> io::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::new(&mut *file);
    let (mut lines, mut whole, mut line) = (0, 0, Vec::new());
    while reader.read_until(b'\n', &mut line)? > 0 {
        if line.ends_with(b"\n") {
            lines += 1;
            whole += line.len() as u64;
        }
        line.clear();
    }
    file.set_len(whole)?;
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_cut_goes_on_as_if_it_had_not_been() {
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
