//! A file of labeled positions, mapped into memory.
#![allow(
    unsafe_code,
    reason = "mapping a file into memory has no safe interface"
)]

use std::fs::File;
use std::path::Path;

use gomoku::Rule;
use memmap2::Mmap;

use super::file::{DataFileError, HEADER_LEN, Settings};
use super::record::{PositionRecord, RecordError, game_number, record_len};

/// One game in so many is held out.
const HELD_OUT_SHARE: u64 = 50;

/// A file mapped into memory.
#[derive(Debug)]
pub struct DataFile {
    settings: Settings,
    bytes: Mmap,
}

impl DataFile {
    /// Maps a file. A record that is still being written is not seen.
    ///
    /// # Errors
    /// If it cannot be read or is not a file of positions.
    pub fn open(path: &Path) -> Result<DataFile, DataFileError> {
        // Opening a named pipe would wait for somebody to write to it.
        if !std::fs::metadata(path)?.is_file() {
            return Err(DataFileError::Header("it is not a regular file".to_owned()));
        }
        let file = File::open(path)?;
        // SAFETY: the generator only appends to such files, and the mapping covers the length of now. Truncating the file while
        // it is mapped would end this process with a signal, as for every reader of mapped files.
        let bytes = unsafe { Mmap::map(&file)? };
        let header = bytes
            .get(..HEADER_LEN)
            .ok_or_else(|| DataFileError::Header("it is too short".to_owned()))?;
        Ok(DataFile {
            settings: Settings::from_header(header)?,
            bytes,
        })
    }

    /// The settings in the header.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The rule of the positions.
    pub fn rule(&self) -> Rule {
        self.settings.rule
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        (self.bytes.len() - HEADER_LEN) / record_len(self.settings.size)
    }

    /// Is there no position?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn bytes(&self, index: usize) -> &[u8] {
        let length = record_len(self.settings.size);
        &self.bytes[HEADER_LEN + index * length..][..length]
    }

    /// The position at an index.
    ///
    /// # Errors
    /// If its bytes are damaged.
    pub fn record(&self, index: usize) -> Result<PositionRecord, RecordError> {
        PositionRecord::read(self.settings.size, self.bytes(index))
    }

    /// Does the position belong to a held-out game?
    pub fn is_held_out(&self, index: usize) -> bool {
        let game = u64::from(game_number(self.bytes(index)));
        (game ^ self.settings.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & 0xffff
            < 0x1_0000 / HELD_OUT_SHARE
    }
}
