//! A file of lines to which only whole lines are added, and which survives being killed.
//!
//! Each line ends with its checksum. A process that dies while writing leaves a line without an end, or one that the file
//! system has not completed; both are cut off when the file is opened again, and the lines before are as they were. The file is
//! locked while it is open, so that nobody cuts off what somebody else is writing; [`read`] needs no lock and changes nothing.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The file, at its end.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens the file, or makes it, hands every whole line to `each` and cuts off what comes after the last one. `each` may
    /// refuse a line.
    ///
    /// # Errors
    /// When the file cannot be read or written, when a line in its middle is damaged, or what `each` says.
    pub fn open(path: &Path, each: impl FnMut(&str) -> Result<(), String>) -> io::Result<Journal> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                io::Error::new(io::ErrorKind::WouldBlock, "another process is writing it")
            }
            TryLockError::Error(error) => error,
        })?;
        let whole = read_lines(&mut file, each)?;
        file.set_len(whole)?;
        Ok(Journal { file })
    }

    /// Adds a line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, text: &str) -> io::Result<()> {
        debug_assert!(!text.contains('\n'));
        // One call for the whole line: others may read the file.
        let line = format!("{text} {:08x}\n", checksum(text));
        self.file.write_all(line.as_bytes())
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// Hands every whole line of a journal to `each`, also while it is being written.
///
/// # Errors
/// As [`Journal::open`].
pub fn read(path: &Path, each: impl FnMut(&str) -> Result<(), String>) -> io::Result<()> {
    read_lines(&mut File::open(path)?, each).map(|_| ())
}

/// Hands every whole line to `each`; returns how many bytes these are.
fn read_lines(
    file: &mut File,
    mut each: impl FnMut(&str) -> Result<(), String>,
) -> io::Result<u64> {
    whole_lines(file, |number, line| {
        let refuse = |why: &str| {
            let text = format!("line {number}: {why}");
            io::Error::new(io::ErrorKind::InvalidData, text)
        };
        let line = std::str::from_utf8(line).map_err(|_| refuse("no text"))?;
        let text = checked(line).ok_or_else(|| refuse("the checksum is not its own"))?;
        each(text).map_err(|why| refuse(&why))
    })
}

/// Hands every line that has an end to `each`, with its number; returns how many bytes these are. If the last of them is
/// refused it is taken for damaged by the end of the process and not counted.
fn whole_lines(
    file: &mut File,
    mut each: impl FnMut(u64, &[u8]) -> io::Result<()>,
) -> io::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let length = file.metadata()?.len();
    let mut reader = BufReader::new(file.take(length));
    let (mut number, mut whole, mut line) = (0, 0, Vec::new());
    while reader.read_until(b'\n', &mut line)? > 0 {
        if !line.ends_with(b"\n") {
            break;
        }
        number += 1;
        let end = whole + line.len() as u64;
        match each(number, &line[..line.len() - 1]) {
            Err(_) if end == length => break,
            result => result?,
        }
        whole = end;
        line.clear();
    }
    Ok(whole)
}

/// The line without its checksum, if that is right.
fn checked(line: &str) -> Option<&str> {
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
    fn cut_anywhere_it_keeps_the_lines_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let lines = ["first", "second line", "", "fourth"];
        let mut journal = Journal::open(&path, |_| Ok(())).unwrap();
        let mut ends = vec![0];
        for line in lines {
            journal.append(line).unwrap();
            ends.push(fs::metadata(&path).unwrap().len() as usize);
        }
        // Nobody else may write meanwhile, but anybody may read.
        let refused = Journal::open(&path, |_| Ok(())).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::WouldBlock);
        assert_eq!(lines_of(&path).unwrap(), lines);
        drop(journal);
        let bytes = fs::read(&path).unwrap();
        for cut in 0..=bytes.len() {
            fs::write(&path, &bytes[..cut]).unwrap();
            let whole = ends.iter().filter(|&&end| end <= cut).count() - 1;
            assert_eq!(lines_of(&path).unwrap(), lines[..whole]);
            // What is added now comes after a whole line.
            let mut journal = Journal::open(&path, |_| Ok(())).unwrap();
            journal.append("more").unwrap();
            assert_eq!(lines_of(&path).unwrap().last().unwrap(), "more");
            assert_eq!(lines_of(&path).unwrap().len(), whole + 1);
        }
    }

    #[test]
    fn damage_in_the_middle_is_not_passed_over() {
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
        // The last line may have been under way.
        bytes[1] ^= 1;
        let last = bytes.len() - 3;
        bytes[last] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert_eq!(lines_of(&path).unwrap(), ["one", "two"]);
    }
}
