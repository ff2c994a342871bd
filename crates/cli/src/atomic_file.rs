//! Writes files atomically: a reader sees the old content or the new, never a part.

use std::path::Path;
use std::{fs, io};

/// Writes `FILE.partial`, then renames it to `FILE`.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut partial = path.to_path_buf().into_os_string();
    partial.push(".partial");
    fs::write(&partial, bytes)?;
    fs::rename(&partial, path)
}
