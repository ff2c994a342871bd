//! The database of evaluations of New Heuristic: pairs of words in a file that several processes may share.
//!
//! A header, then records of 24 bytes: key, value, checksum. The file is only appended to, under a lock; all of it is in memory
//! while a player exists. A record with a wrong checksum is left out, and a torn one at the end, of a process that was
//! killed, is cut off by the next one that writes. The number of records is limited, and with it memory and file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use papers::liao_2019::new_heuristic::evaluation_store::EvaluationStore;

const HEADER: &[u8; RECORD] = b"tengen evaluations 0001\n";
const RECORD: usize = 24;
/// What the records and their index take at most.
pub(crate) const MEMORY: u64 = 64 << 20;
/// A hash table of 16 bytes a record doubles its size when it is seven eighths full.
const MAX_RECORDS: usize = (MEMORY / 48) as usize;

/// A file of evaluations, shared by the players of one spec string.
#[derive(Debug)]
pub(crate) struct EvaluationFile(Mutex<Content>);

#[derive(Debug)]
struct Content {
    file: File,
    words: HashMap<u64, u64>,
    /// Records that are not in the file yet.
    pending: Vec<u8>,
    damaged: usize,
}

impl EvaluationFile {
    /// Opens a file or begins it.
    ///
    /// # Errors
    /// If it cannot be read and written, or is something else.
    pub(crate) fn open(path: &Path) -> io::Result<EvaluationFile> {
        // What is not a regular file would be waited for.
        if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let file = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(path)?;
        let mut content = Content {
            file,
            words: HashMap::new(),
            pending: Vec::new(),
            damaged: 0,
        };
        content.file.lock()?;
        let result = content.load();
        content.file.unlock()?;
        result?;
        Ok(EvaluationFile(Mutex::new(content)))
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        // The map is whole after a panic in another thread: every change is one insertion.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EvaluationStore for EvaluationFile {
    fn get(&self, key: u64) -> Option<u64> {
        self.content().words.get(&key).copied()
    }

    fn put(&self, key: u64, value: u64) {
        let content = &mut *self.content();
        let is_room = content.words.len() < MAX_RECORDS || content.words.contains_key(&key);
        if is_room && content.words.insert(key, value) != Some(value) {
            content.pending.extend(record(key, value));
        }
    }

    /// A full disk costs the records of this call and nothing else: the words stay in memory.
    fn flush(&self) {
        let content = &mut *self.content();
        let pending = std::mem::take(&mut content.pending);
        if !pending.is_empty() && content.file.lock().is_ok() {
            let _ = content.append(&pending);
            let _ = content.file.unlock();
        }
    }
}

impl Drop for EvaluationFile {
    fn drop(&mut self) {
        self.flush();
    }
}

impl Content {
    /// Reads the whole file, or writes the header of a new one.
    fn load(&mut self) -> io::Result<()> {
        if self.file.metadata()?.len() == 0 {
            return self.file.write_all(HEADER);
        }
        let mut reader = BufReader::new(&self.file);
        let mut bytes = [0; RECORD];
        if reader.read_exact(&mut bytes).is_err() || bytes != *HEADER {
            return Err(io::ErrorKind::InvalidData.into());
        }
        while self.words.len() < MAX_RECORDS {
            match reader.read_exact(&mut bytes) {
                Ok(()) => match parse(&bytes) {
                    Some((key, value)) => {
                        self.words.insert(key, value);
                    }
                    None => self.damaged += 1,
                },
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Appends whole records after the last whole one. The caller holds the lock.
    fn append(&mut self, records: &[u8]) -> io::Result<()> {
        let length = self.file.metadata()?.len();
        let torn = length % RECORD as u64;
        if torn != 0 {
            self.file.set_len(length - torn)?;
        }
        self.file.write_all(records)
    }
}

fn record(key: u64, value: u64) -> [u8; RECORD] {
    let mut bytes = [0; RECORD];
    for (part, word) in bytes
        .chunks_exact_mut(8)
        .zip([key, value, checksum(key, value)])
    {
        part.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

fn parse(bytes: &[u8; RECORD]) -> Option<(u64, u64)> {
    let mut words = bytes.chunks_exact(8).map(|part| {
        part.iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte))
    });
    let (key, value) = (words.next()?, words.next()?);
    (words.next()? == checksum(key, value)).then_some((key, value))
}

/// A hash of both words that no run of equal bytes satisfies.
fn checksum(key: u64, value: u64) -> u64 {
    let mixed = (key ^ value.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_add(value) ^ 0x7465_6e67_656e_2121
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn words_survive_and_two_processes_share_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evaluations");
        let one = EvaluationFile::open(&path).unwrap();
        let two = EvaluationFile::open(&path).unwrap();
        for key in 0..1_000 {
            let file = if key % 2 == 0 { &one } else { &two };
            file.put(key, key * key);
            file.flush();
        }
        assert_eq!((one.get(2), one.get(3)), (Some(4), None));
        let read = EvaluationFile::open(&path).unwrap();
        assert!((0..1_000).all(|key| read.get(key) == Some(key * key)));
        assert_eq!(fs::metadata(&path).unwrap().len(), 24 * 1_001);
        // A known word is not written again.
        read.put(7, 49);
        drop(read);
        assert_eq!(fs::metadata(&path).unwrap().len(), 24 * 1_001);
    }

    #[test]
    fn torn_and_damaged_records_are_left_out_and_repaired() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evaluations");
        let file = EvaluationFile::open(&path).unwrap();
        for key in 0..10 {
            file.put(key, key + 100);
        }
        drop(file);
        let mut bytes = fs::read(&path).unwrap();
        bytes[24 * 4 + 9] ^= 1;
        bytes.truncate(bytes.len() - 5);
        fs::write(&path, &bytes).unwrap();
        let file = EvaluationFile::open(&path).unwrap();
        let known: Vec<_> = (0..10).filter(|&key| file.get(key).is_some()).collect();
        assert_eq!(known, [0, 1, 2, 4, 5, 6, 7, 8]);
        assert_eq!(file.content().damaged, 1);
        file.put(9, 109);
        drop(file);
        let file = EvaluationFile::open(&path).unwrap();
        assert_eq!((file.get(9), file.get(8)), (Some(109), Some(108)));
        assert_eq!(fs::metadata(&path).unwrap().len() % 24, 0);
    }

    #[test]
    fn other_files_are_refused_and_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter.txt");
        fs::write(&path, "Dear Sir or Madam, this is a letter.").unwrap();
        let error = EvaluationFile::open(&path).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(fs::read_to_string(&path).unwrap().starts_with("Dear"));
        assert!(EvaluationFile::open(folder.path()).is_err());
    }
}
