//! Reads input files of bounded size. A file that a user names may be a device that never ends, or far larger than any
//! file of its kind.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Game records, proofs and openings.
pub const MAX_RECORD: u64 = 64 << 20;
/// Tournament and experiment files.
pub const MAX_CONFIG: u64 = 16 << 20;
/// Weights of networks.
pub const MAX_WEIGHTS: u64 = 256 << 20;

/// Reads a regular file or a pipe of at most this many bytes.
///
/// # Errors
/// If it cannot be read, is a folder or a device, or is larger.
pub fn read(path: &Path, max: u64) -> io::Result<Vec<u8>> {
    if !is_readable(&fs::metadata(path)?) {
        let error = io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
        return Err(error);
    }
    read_from(File::open(path)?, max)
}

/// As [`read`], for text.
///
/// # Errors
/// As [`read`], and if it is not UTF-8.
pub fn read_to_string(path: &Path, max: u64) -> io::Result<String> {
    String::from_utf8(read(path, max)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not UTF-8 text"))
}

/// Reads a stream of at most this many bytes.
///
/// # Errors
/// If it cannot be read or is longer.
pub fn read_from(reader: impl Read, max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        let text = format!("larger than {} MiB", max >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    Ok(bytes)
}

#[cfg(unix)]
fn is_readable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata.is_file() || metadata.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_readable(metadata: &fs::Metadata) -> bool {
    metadata.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_up_to_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, [7; 100]).unwrap();
        assert_eq!(read(&path, 100).unwrap().len(), 100);
        assert_eq!(
            read(&path, 99).unwrap_err().kind(),
            io::ErrorKind::FileTooLarge
        );
        assert!(read(folder.path(), 99).is_err());
        assert!(read_from(io::repeat(0), MAX_CONFIG).is_err());
        #[cfg(unix)]
        assert!(
            read(Path::new("/dev/zero"), 99)
                .unwrap_err()
                .to_string()
                .contains("regular")
        );
    }
}
