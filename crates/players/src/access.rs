//! What a spec string may reach beyond its own text: model files, other programs, and memory.
//!
//! The command line trusts its user with any file of his; a request over the network may name shipped models, and those
//! in one folder if the server has one. [`Spec::read`](crate::Spec::read) demands an [`Access`], so that no new caller
//! can forget the question.

use std::fs;
use std::path::{Path, PathBuf};

use crate::model_file;

/// What a spec string may use.
#[derive(Clone, Debug)]
pub struct Access {
    models: ModelSource,
    programs: bool,
    memory: Option<u64>,
}

/// Where model files may come from, besides the shipped ones.
#[derive(Clone, Debug)]
enum ModelSource {
    Nowhere,
    /// Files of this folder, by their names.
    Folder(PathBuf),
    Anywhere,
}

impl Access {
    /// Everything that the user of the command line can reach: his files, his programs, and the memory of the machine.
    pub fn local() -> Access {
        Access {
            models: ModelSource::Anywhere,
            programs: true,
            memory: machine_memory(),
        }
    }

    /// Nothing outside of this process: shipped models only, no other programs.
    pub fn shipped() -> Access {
        Access {
            models: ModelSource::Nowhere,
            programs: false,
            memory: None,
        }
    }

    /// Also models in this folder, by their file names.
    #[must_use]
    pub fn with_models(mut self, folder: impl Into<PathBuf>) -> Access {
        self.models = ModelSource::Folder(folder.into());
        self
    }

    /// Whether other programs may be started.
    #[must_use]
    pub fn with_programs(mut self, allowed: bool) -> Access {
        self.programs = allowed;
        self
    }

    /// At most this many bytes for one player.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Access {
        self.memory = Some(bytes);
        self
    }

    /// May other programs be started?
    pub fn allows_programs(&self) -> bool {
        self.programs
    }

    /// May a spec string name a file to write?
    pub(crate) fn allows_files(&self) -> bool {
        matches!(self.models, ModelSource::Anywhere)
    }

    /// The memory of one player in bytes; `None` if it is not limited.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Where a model may come from, for error messages.
    pub(crate) fn model_places(&self) -> &'static str {
        match self.models {
            ModelSource::Nowhere => "",
            ModelSource::Folder(_) => " or a file name in the models folder",
            ModelSource::Anywhere => " or a file",
        }
    }

    /// Reads the model of this name. The error is a reason in words, which never contains any of the file.
    pub(crate) fn read_model(&self, name: &str) -> Result<Vec<u8>, String> {
        match &self.models {
            ModelSource::Nowhere => Err("there is no models folder".to_owned()),
            ModelSource::Folder(folder) if is_plain_name(name) => {
                model_file::read_in(folder, name, self.max_model_bytes())
            }
            ModelSource::Folder(_) => {
                Err("a model in the folder is named by its file name alone".to_owned())
            }
            ModelSource::Anywhere => model_file::read(Path::new(name), self.max_model_bytes()),
        }
    }

    /// The file, the network and its reordered copy must fit together.
    fn max_model_bytes(&self) -> u64 {
        let share = self.memory.map_or(u64::MAX, |bytes| bytes / 3);
        share.min(model_file::MAX_BYTES)
    }
}

/// Is this the name of a file, and not a path on any system? Colons lead to drives and streams on Windows.
fn is_plain_name(name: &str) -> bool {
    let is_special = |char: char| matches!(char, '/' | '\\' | ':') || char.is_control();
    !name.is_empty() && !name.starts_with('.') && !name.contains(is_special)
}

/// The memory of this machine or container in bytes, where the system tells. Linux only.
fn machine_memory() -> Option<u64> {
    let total = fs::read_to_string("/proc/meminfo").ok()?;
    let total = total.lines().find_map(|line| {
        let kilobytes = line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB")?;
        Some(kilobytes.parse::<u64>().ok()? * 1024)
    })?;
    let container = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let container = container.and_then(|text| text.trim().parse().ok());
    Some(total.min(container.unwrap_or(u64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_not_plain_names() {
        for name in ["a", "my net.critic", "zero-15_v2.net"] {
            assert!(is_plain_name(name), "{name}");
        }
        for name in [
            "", ".", "..", "/a", "a/b", "../a", "a\\b", "c:a", ".hidden", "a\0b", "a\n",
        ] {
            assert!(!is_plain_name(name), "{name:?}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_machine_has_memory() {
        assert!(machine_memory().unwrap() > 64 << 20);
    }
}
