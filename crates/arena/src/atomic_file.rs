//! Files that are written as a whole: a reader sees the old content or the new, never a part, and a write that fails
//! leaves nothing behind.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file in the making. It gets its name when it is committed; dropped before, it is removed.
#[derive(Debug)]
pub struct AtomicFile {
    target: PathBuf,
    /// Where the content is until then; `None` for a device or a pipe, which cannot be replaced.
    part: Option<PathBuf>,
    file: File,
}

impl AtomicFile {
    /// Begins a file, as `FILE.part`.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        // A link keeps pointing to the file, instead of being replaced by it.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
            let file = File::options().write(true).open(&target)?;
            let part = None;
            return Ok(AtomicFile { target, part, file });
        }
        let mut part = target.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        let file = File::create(&part)?;
        Ok(AtomicFile {
            target,
            part: Some(part),
            file,
        })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// If it cannot be renamed.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(part) = &self.part {
            fs::rename(part, &self.target)?;
        }
        self.part = None;
        Ok(())
    }

    /// Writes the content to the disk and puts the file in its place, so that it also survives a power failure.
    ///
    /// # Errors
    /// If it cannot be written or renamed.
    pub fn commit_durably(self) -> io::Result<()> {
        if self.part.is_some() {
            self.file.sync_all()?;
        }
        self.commit()
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // What made the write fail has been reported.
            let _ = fs::remove_file(part);
        }
    }
}

/// Writes a file.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes.as_ref())?;
    file.commit()
}

/// Writes a file and waits until it is on the disk.
///
/// # Errors
/// If it cannot be written.
pub fn write_durably(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes.as_ref())?;
    file.commit_durably()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write(&path, "old").unwrap();
        let mut unfinished = AtomicFile::create(&path).unwrap();
        unfinished.write_all(b"new").unwrap();
        assert_eq!(names(folder.path()), ["file", "file.part"]);
        drop(unfinished);
        assert_eq!(names(folder.path()), ["file"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        // A folder is in the way.
        fs::create_dir(folder.path().join("folder")).unwrap();
        write(&folder.path().join("folder"), "new").unwrap_err();
        assert_eq!(names(folder.path()), ["file", "folder"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_and_links_are_written_through() {
        let error = write(Path::new("/dev/full"), "text").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(!Path::new("/dev/full.part").exists());
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_durably(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    }
}
