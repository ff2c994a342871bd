//! Files that a spec string names: critics and weights.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// No model of ours comes near it, and a device that never ends is refused before memory does.
const LARGEST: u64 = 256 << 20;

/// The whole file; the reason in words where there is none.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let kind = path.metadata().map_err(|error| error.to_string())?;
    // Opening a pipe would wait for somebody to write.
    if !kind.is_file() {
        return Err("not a file".to_owned());
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("more than {} MiB", LARGEST >> 20));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use crate::Spec;

    #[test]
    fn what_is_no_model_is_refused_when_the_text_is_read() {
        let here = env!("CARGO_MANIFEST_DIR");
        for name in ["adp:net=", "tengen:weights="] {
            for (path, reason) in [
                (format!("{here}/nowhere"), "No such file"),
                (here.to_owned(), "not a file"),
                (format!("{here}/Cargo.toml"), "a file of"),
                #[cfg(unix)]
                ("/dev/zero".to_owned(), "not a file"),
            ] {
                let refusal = format!("{name}{path}").parse::<Spec>().unwrap_err();
                assert!(refusal.to_string().contains(reason), "{refusal}");
            }
        }
    }
}
