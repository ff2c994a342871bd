//! Reads the model files that a spec string names: critics, networks and engine weights.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Far above any model. Stops a read from a device that never ends.
const MAX_BYTES: u64 = 256 << 20;

/// Reads the whole file. The error is a reason in words.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let metadata = path.metadata().map_err(|error| error.to_string())?;
    // Opening a named pipe would block until somebody writes to it.
    if !metadata.is_file() {
        return Err("not a file".to_owned());
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("larger than {} MiB", MAX_BYTES >> 20));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use crate::Spec;

    #[test]
    fn parsing_a_spec_rejects_files_that_are_not_models() {
        let here = env!("CARGO_MANIFEST_DIR");
        for name in ["adp:net=", "tengen:weights="] {
            for (path, reason) in [
                (format!("{here}/nowhere"), "No such file"),
                (here.to_owned(), "not a file"),
                (format!("{here}/Cargo.toml"), "a file of"),
                #[cfg(unix)]
                ("/dev/zero".to_owned(), "not a file"),
            ] {
                let error = format!("{name}{path}").parse::<Spec>().unwrap_err();
                assert!(error.to_string().contains(reason), "{error}");
            }
        }
    }
}
