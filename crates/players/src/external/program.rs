//! The program that a command line names: where it is, and why it cannot be run.

use std::env;
use std::path::{Path, PathBuf};

/// A program with its arguments.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) path: PathBuf,
    pub(super) arguments: Vec<String>,
    /// Working directory; ours if it is empty.
    pub(super) dir: PathBuf,
}

impl Program {
    /// Finds a program. An empty `dir` means the program's own directory, or ours if `command_line` names none.
    pub(super) fn find(command_line: &str, dir: &str) -> Result<Program, String> {
        let mut words = split_command(command_line).into_iter();
        let name = words.next().ok_or("cmd= names no program")?;
        let mut dir = PathBuf::from(dir);
        let path = Path::new(&name);
        let path = if path.components().count() > 1 {
            let path = path
                .canonicalize()
                .map_err(|error| format!("{name}: {error}"))?;
            // Brains look for their files in the current directory, so run each in its own.
            if let Some(parent) = path.parent().filter(|_| dir.as_os_str().is_empty()) {
                dir = parent.to_path_buf();
            }
            path
        } else {
            find_in_path(path)?
        };
        check_executable(&path)?;
        if !dir.as_os_str().is_empty() && !dir.is_dir() {
            return Err(format!("{}: not a directory", dir.display()));
        }
        Ok(Program {
            path,
            arguments: words.collect(),
            dir,
        })
    }
}

/// Looks for a name without a directory. The supervisor runs in another directory, so the result is absolute.
#[cfg(unix)]
fn find_in_path(name: &Path) -> Result<PathBuf, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places = env::split_paths(&path).map(|dir| dir.join(name));
    places
        .find(|place| place.is_file() && check_executable(place).is_ok())
        .and_then(|place| std::path::absolute(place).ok())
        .ok_or_else(|| format!("{}: no such program in PATH", name.display()))
}

/// The system looks for it, and knows the endings of programs.
#[cfg(not(unix))]
fn find_in_path(name: &Path) -> Result<PathBuf, String> {
    Ok(name.to_path_buf())
}

#[cfg(unix)]
fn check_executable(path: &Path) -> Result<(), String> {
    let metadata = path
        .metadata()
        .map_err(|error| format!("{}: {error}", path.display()))?;
    if metadata.is_dir() {
        return Err(format!("{}: this is a directory", path.display()));
    }
    if !metadata.is_file() {
        return Err(format!("{}: not a file", path.display()));
    }
    rustix::fs::access(path, rustix::fs::Access::EXEC_OK)
        .map_err(|_| format!("{}: not executable", path.display()))
}

#[cfg(not(unix))]
fn check_executable(_: &Path) -> Result<(), String> {
    Ok(())
}

/// Splits at whitespace. Single or double quotes keep a part together.
fn split_command(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quote = None;
    for char in text.chars() {
        match (quote, char) {
            (Some(mark), _) if char == mark => quote = None,
            (None, '"' | '\'') => {
                quote = Some(char);
                word.get_or_insert_default();
            }
            (None, _) if char.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_in_a_shell() {
        assert_eq!(split_command("a  b c"), ["a", "b", "c"]);
        assert_eq!(
            split_command("'my engine' --x=\"1 2\" ''"),
            ["my engine", "--x=1 2", ""]
        );
        assert!(split_command("  ").is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_cannot_run_is_named() {
        for (command, reason) in [
            ("", "cmd= names no program"),
            ("/no/such/engine", "/no/such/engine: No such file"),
            ("no-such-engine", "no-such-engine: no such program in PATH"),
            ("./src", "src: this is a directory"),
            ("./Cargo.toml", "Cargo.toml: not executable"),
            ("/dev/null", "/dev/null: not a file"),
        ] {
            let error = Program::find(command, "").unwrap_err();
            assert!(error.contains(reason), "{command}: {error}");
        }
        let error = Program::find("sh", "/no/such/place").unwrap_err();
        assert_eq!(error, "/no/such/place: not a directory");
        assert!(Program::find("sh", "").unwrap().path.is_absolute());
    }
}
