//! Reads the model files that a spec string names: critics, networks and engine weights.
//!
//! Only regular files are read, and only up to a limit. What was opened is checked, not what the name meant a moment
//! before: opening does not wait for a named pipe, and does not follow a link out of the models folder.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use engine::{EngineParams, Evaluation};
use gomoku::Rule;
use gomoku::params::ParamError;
use nets::WeightsError;
use nets::critic::Critic;
use nets::residual::{Residual, shipped};

use crate::access::Access;

/// Far above any model: the largest residual network has 190 MB.
pub(crate) const MAX_BYTES: u64 = 256 << 20;

/// Reads a file, links followed. The error is a reason in words.
pub(crate) fn read(path: &Path, max_bytes: u64) -> Result<Vec<u8>, String> {
    read_regular(open(path, true), max_bytes)
}

/// Reads a file of a folder. The name must not be a path; a link is refused.
pub(crate) fn read_in(folder: &Path, name: &str, max_bytes: u64) -> Result<Vec<u8>, String> {
    read_regular(open(&folder.join(name), false), max_bytes)
}

fn read_regular(file: io::Result<File>, max_bytes: u64) -> Result<Vec<u8>, String> {
    // The kind of error in words; the text of the system's error may be a path.
    let reason = |error: io::Error| match error.kind() {
        io::ErrorKind::InvalidInput => "not a file".to_owned(),
        kind => kind.to_string(),
    };
    let file = file.map_err(reason)?;
    let metadata = file.metadata().map_err(reason)?;
    if !metadata.is_file() {
        return Err("not a file".to_owned());
    }
    let too_large = || format!("larger than {} MB", max_bytes >> 20);
    if metadata.len() > max_bytes {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    file.take(max_bytes + 1)
        .read_to_end(&mut bytes)
        .map_err(reason)?;
    if bytes.len() as u64 > max_bytes {
        return Err(too_large());
    }
    Ok(bytes)
}

#[cfg(unix)]
fn open(path: &Path, follows_links: bool) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};
    use rustix::io::Errno;
    // Without NONBLOCK the opening of a named pipe waits until somebody writes to it.
    let mut flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    if !follows_links {
        flags |= OFlags::NOFOLLOW;
    }
    match rustix::fs::open(path, flags, Mode::empty()) {
        // What NOFOLLOW says to a link, and a socket or an unused device to everybody.
        Err(Errno::LOOP | Errno::NXIO) => Err(io::ErrorKind::InvalidInput.into()),
        opened => Ok(File::from(opened?)),
    }
}

#[cfg(not(unix))]
fn open(path: &Path, follows_links: bool) -> io::Result<File> {
    if !follows_links && !path.symlink_metadata()?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    File::open(path)
}

/// The critic of this name: a shipped one, or a file.
pub(crate) fn critic(net: &str, access: &Access) -> Result<Arc<Critic>, ParamError> {
    let names = &nets::critic::SHIPPED;
    let shipped = nets::critic::shipped(net);
    shipped_or_read(net, (shipped, names), access, Critic::from_bytes)
}

/// The residual network of this name: a shipped one, or a file.
pub(crate) fn network(net: &str, access: &Access) -> Result<Arc<Residual>, ParamError> {
    let known = (shipped::shipped(net), &shipped::NAMES[..]);
    shipped_or_read(net, known, access, Residual::from_bytes)
}

/// The shipped model if there is one of this name, else the model in the file `net`.
fn shipped_or_read<N>(
    net: &str,
    (shipped, names): (Option<Arc<N>>, &[&str]),
    access: &Access,
    parse: impl Fn(&[u8]) -> Result<N, WeightsError>,
) -> Result<Arc<N>, ParamError> {
    if let Some(network) = shipped {
        return Ok(network);
    }
    let error = |reason: String| ParamError::Value {
        name: "net",
        value: net.to_owned(),
        expected: format!(
            "one of {}{}: {reason}",
            names.join(", "),
            access.model_places()
        ),
    };
    let bytes = access.read_model(net).map_err(error)?;
    let model = parse(&bytes).map_err(|reason| error(reason.to_string()))?;
    Ok(Arc::new(model))
}

/// The engine's evaluation in the named file and its rule; `None` if no file is named.
pub(crate) fn engine_evaluation(
    params: &EngineParams,
    access: &Access,
) -> Result<Option<(Rule, Evaluation)>, ParamError> {
    if params.weights.is_empty() {
        return Ok(None);
    }
    let error = |reason: String| ParamError::Value {
        name: "weights",
        value: params.weights.clone(),
        expected: format!("weights of the engine: {reason}"),
    };
    let bytes = access.read_model(&params.weights).map_err(error)?;
    let evaluation = Evaluation::from_bytes(&bytes);
    evaluation
        .map(Some)
        .map_err(|reason| error(reason.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spec;

    fn error(text: &str, access: &Access) -> String {
        Spec::read(text, access).unwrap_err().to_string()
    }

    #[test]
    fn files_that_are_not_models_are_refused() {
        let here = env!("CARGO_MANIFEST_DIR");
        for name in ["adp:net=", "zero:net=", "tengen:weights="] {
            for (path, reason) in [
                (format!("{here}/nowhere"), "entity not found"),
                (here.to_owned(), "not a file"),
                (format!("{here}/Cargo.toml"), "not a"),
                #[cfg(unix)]
                ("/dev/zero".to_owned(), "not a file"),
            ] {
                let error = error(&format!("{name}{path}"), &Access::local());
                assert!(error.contains(reason), "{error}");
                assert!(!error.contains("[package]"), "{error}");
            }
        }
    }

    #[test]
    fn remote_names_stay_in_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let models = folder.path().join("models");
        std::fs::create_dir(&models).unwrap();
        std::fs::create_dir(models.join("inner")).unwrap();
        std::fs::write(models.join("good.critic"), good_critic()).unwrap();
        std::fs::write(models.join("secret"), "a secret\n").unwrap();
        std::fs::write(folder.path().join("outside"), good_critic()).unwrap();
        let access = Access::shipped().with_models(&models);
        assert!(Spec::read("adp:net=good.critic", &access).is_ok());
        assert!(Spec::read("adp:net=good.critic", &Access::shipped()).is_err());
        let outside = folder.path().join("outside").display().to_string();
        for (name, reason) in [
            ("../outside", "file name alone"),
            ("./good.critic", "file name alone"),
            ("inner/../good.critic", "file name alone"),
            (&outside, "file name alone"),
            ("inner", "not a file"),
            ("secret", "not a critic"),
            ("missing", "entity not found"),
        ] {
            let error = error(&format!("adp:net={name}"), &access);
            assert!(error.contains(reason), "{error}");
            assert!(!error.contains("a secret"), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_in_the_folder_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let models = folder.path().join("models");
        std::fs::create_dir(&models).unwrap();
        std::fs::write(folder.path().join("outside"), good_critic()).unwrap();
        std::os::unix::fs::symlink("../outside", models.join("link")).unwrap();
        let fifo = models.join("pipe");
        rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, rustix::fs::Mode::RWXU).unwrap();
        let access = Access::shipped().with_models(&models);
        for name in ["link", "pipe"] {
            let error = error(&format!("adp:net={name}"), &access);
            assert!(error.contains("not a file"), "{name}: {error}");
        }
        // On the command line a link is as good as its file, but a pipe is never read.
        let link = format!("adp:net={}", models.join("link").display());
        assert!(Spec::read(&link, &Access::local()).is_ok());
        let pipe = error(&format!("adp:net={}", fifo.display()), &Access::local());
        assert!(pipe.contains("not a file"), "{pipe}");
    }

    #[test]
    fn huge_files_are_refused_before_they_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let sparse = File::create(folder.path().join("huge")).unwrap();
        sparse.set_len(1 << 40).unwrap();
        let access = Access::shipped().with_models(folder.path());
        let message = error("zero:net=huge", &access);
        assert!(message.contains("larger than 256 MB"), "{message}");
        let message = error("zero:net=huge", &access.with_memory(48 << 20));
        assert!(message.contains("larger than 16 MB"), "{message}");
    }

    fn good_critic() -> Vec<u8> {
        let critic = nets::critic::shipped("cao").unwrap();
        critic.to_bytes(&[])
    }
}
