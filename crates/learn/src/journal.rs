//! An append-only file of lines that survives a kill.
//!
//! Each line ends with its checksum. A process that dies while writing leaves an incomplete last line; opening the file again
//! truncates it. The file is locked while it is open, so that no other process truncates a line being written. [`read`] takes
//! no lock and changes nothing.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A journal open for appending.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens or creates the file, passes every complete line to `each` and truncates the rest. `each` may reject a line.
    ///
    /// # Errors
    /// If the file cannot be read or written, a line before the last is damaged, or `each` rejects one.
    pub fn open(path: &Path, each: impl FnMut(&str) -> Result<(), String>) -> io::Result<Journal> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)?;
        if !file.metadata()?.is_file() {
            let error = io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
            return Err(error);
        }
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                io::Error::new(io::ErrorKind::WouldBlock, "another process is writing it")
            }
            TryLockError::Error(error) => error,
        })?;
        let length = read_lines(&mut file, each)?;
        file.set_len(length)?;
        Ok(Journal { file })
    }

    /// Appends a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, text: &str) -> io::Result<()> {
        debug_assert!(!text.contains('\n'));
        // One call for the whole line, because other processes may read the file.
        let line = format!("{text} {:08x}\n", checksum(text));
        self.file.write_all(line.as_bytes())
    }

    /// Flushes the file to disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// Passes every complete line of a journal to `each`. Another process may be writing it.
///
/// # Errors
/// As [`Journal::open`].
pub fn read(path: &Path, each: impl FnMut(&str) -> Result<(), String>) -> io::Result<()> {
    read_lines(&mut File::open(path)?, each).map(|_| ())
}

/// Passes every complete line to `each`. Returns their length in bytes.
fn read_lines(
    file: &mut File,
    mut each: impl FnMut(&str) -> Result<(), String>,
) -> io::Result<u64> {
    for_each_line(file, |number, line| {
        let invalid = |reason: &str| {
            let text = format!("line {number}: {reason}");
            io::Error::new(io::ErrorKind::InvalidData, text)
        };
        let line = std::str::from_utf8(line).map_err(|_| invalid("not UTF-8"))?;
        let text = verify(line).ok_or_else(|| invalid("wrong checksum"))?;
        each(text).map_err(|reason| invalid(&reason))
    })
}

/// Passes every terminated line to `each` with its number. Returns their length in bytes. A rejected last line counts as
/// damaged by a kill and is left out.
fn for_each_line(
    file: &mut File,
    mut each: impl FnMut(u64, &[u8]) -> io::Result<()>,
) -> io::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let length = file.metadata()?.len();
    let mut reader = BufReader::new(file.take(length));
    let (mut number, mut complete, mut line) = (0, 0, Vec::new());
    while reader.read_until(b'\n', &mut line)? > 0 {
        if !line.ends_with(b"\n") {
            break;
        }
        number += 1;
        let end = complete + line.len() as u64;
        match each(number, &line[..line.len() - 1]) {
            Err(_) if end == length => break,
            result => result?,
        }
        complete = end;
        line.clear();
    }
    Ok(complete)
}

/// The line without its checksum, if that is correct.
fn verify(line: &str) -> Option<&str> {
    let (text, sum) = line.rsplit_once(' ')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    (sum == checksum(text)).then_some(text)
}

/// FNV-1a.
fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| {
        (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn lines_of(path: &Path) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        read(path, |line| {
            lines.push(line.to_owned());
            Ok(())
        })?;
        Ok(lines)
    }

    #[test]
    fn truncated_anywhere_it_keeps_the_complete_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let lines = ["first", "second line", "", "fourth"];
        let mut journal = Journal::open(&path, |_| Ok(())).unwrap();
        let mut ends = vec![0];
        for line in lines {
            journal.append(line).unwrap();
            ends.push(fs::metadata(&path).unwrap().len() as usize);
        }
        // The lock excludes other writers, not readers.
        let locked = Journal::open(&path, |_| Ok(())).unwrap_err();
        assert_eq!(locked.kind(), io::ErrorKind::WouldBlock);
        assert_eq!(lines_of(&path).unwrap(), lines);
        drop(journal);
        let bytes = fs::read(&path).unwrap();
        for cut in 0..=bytes.len() {
            fs::write(&path, &bytes[..cut]).unwrap();
            let complete = ends.iter().filter(|&&end| end <= cut).count() - 1;
            assert_eq!(lines_of(&path).unwrap(), lines[..complete]);
            // The next line is appended after a complete one.
            let mut journal = Journal::open(&path, |_| Ok(())).unwrap();
            journal.append("more").unwrap();
            assert_eq!(lines_of(&path).unwrap().last().unwrap(), "more");
            assert_eq!(lines_of(&path).unwrap().len(), complete + 1);
        }
    }

    #[test]
    fn damage_in_the_middle_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = Journal::open(&path, |_| Ok(())).unwrap();
        for line in ["one", "two", "three"] {
            journal.append(line).unwrap();
        }
        let mut bytes = fs::read(&path).unwrap();
        bytes[1] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(lines_of(&path).unwrap_err().to_string().contains("line 1"));
        // A damaged last line is dropped.
        bytes[1] ^= 1;
        let last = bytes.len() - 3;
        bytes[last] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert_eq!(lines_of(&path).unwrap(), ["one", "two"]);
    }
}
