//! Files of labeled positions, mapped into memory, without duplicates, split into training and held-out positions.
//!
//! The split is by game, so that no held-out position has a neighbor in the training set. Of positions that are equal up to
//! symmetry one stays; a position that is both in training and held-out games stays held out.

use std::collections::HashMap;
use std::path::Path;

use gomoku::{Rule, Size};

use super::file::DataFileError;
use super::mapped_file::DataFile;
use super::record::PositionRecord;

/// Where a position is: the file and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub file: u32,
    /// The index in the file.
    pub index: u32,
}

/// The positions of several files of one rule.
#[derive(Debug)]
pub struct Dataset {
    files: Vec<DataFile>,
    /// Training positions.
    pub training: Vec<Location>,
    /// Held-out positions.
    pub held_out: Vec<Location>,
    /// Positions left out because an equal one stays.
    pub duplicates: u64,
    /// Positions left out because their bytes are damaged.
    pub damaged: u64,
}

impl Dataset {
    /// Opens files and finds their duplicates.
    ///
    /// # Errors
    /// If a file cannot be read, or the rules differ.
    pub fn open<P: AsRef<Path>>(paths: &[P]) -> Result<Dataset, DataFileError> {
        let files = paths
            .iter()
            .map(|path| {
                let path = path.as_ref();
                DataFile::open(path).map_err(|error| DataFileError::Of {
                    path: path.display().to_string(),
                    error: Box::new(error),
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        if let Some(other) = files.iter().find(|file| file.rule() != files[0].rule()) {
            let text = format!("{} beside {}", other.rule().name(), files[0].rule().name());
            return Err(DataFileError::Settings(text));
        }
        let mut dataset = Dataset {
            files,
            training: Vec::new(),
            held_out: Vec::new(),
            duplicates: 0,
            damaged: 0,
        };
        dataset.split();
        Ok(dataset)
    }

    fn split(&mut self) {
        // By canonical key: where the position stands, and whether it is held out.
        let mut seen: HashMap<u64, (Location, bool)> = HashMap::new();
        for (file_index, file) in self.files.iter().enumerate() {
            for index in 0..file.len() {
                let Ok(record) = file.record(index) else {
                    self.damaged += 1;
                    continue;
                };
                let board = record.board(file.settings().size, file.settings().rule);
                let size_salt = u64::from(file.settings().size.get()) << 56;
                let key = board.canonical_key().0 ^ size_salt;
                let location = Location {
                    file: file_index as u32,
                    index: index as u32,
                };
                let is_held_out = file.is_held_out(index);
                match seen.get_mut(&key) {
                    Some(known) => {
                        self.duplicates += 1;
                        if is_held_out && !known.1 {
                            *known = (location, true);
                        }
                    }
                    None => {
                        seen.insert(key, (location, is_held_out));
                    }
                }
            }
        }
        for (location, is_held_out) in seen.into_values() {
            if is_held_out {
                self.held_out.push(location);
            } else {
                self.training.push(location);
            }
        }
        for list in [&mut self.training, &mut self.held_out] {
            list.sort_unstable_by_key(|location| (location.file, location.index));
        }
    }

    /// The rule of the positions.
    pub fn rule(&self) -> Rule {
        self.files[0].rule()
    }

    /// The position at a location of this dataset.
    pub fn record(&self, location: Location) -> (Size, PositionRecord) {
        let file = &self.files[location.file as usize];
        let record = file
            .record(location.index as usize)
            .expect("damaged records were left out");
        (file.settings().size, record)
    }
}
