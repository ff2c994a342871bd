//! How a program is started: under the supervisor where there is one, directly elsewhere.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::program::Program;
#[cfg(target_os = "linux")]
use super::supervisor::{self, Task};

/// First argument that turns a program into a supervisor.
#[cfg(target_os = "linux")]
const SUPERVISE: &str = "supervise-engine";

/// The program that supervises engines.
static SUPERVISOR: OnceLock<PathBuf> = OnceLock::new();

/// The first line of `main` in a program that runs engines. On Linux the program starts itself again to supervise each
/// engine, and this call does not return in that process. Without the call engines run unsupervised: a child
/// that begins its own session can then outlive its engine.
pub fn supervise_if_asked() {
    #[cfg(target_os = "linux")]
    {
        let mut arguments = std::env::args_os().skip(1);
        if arguments.next().is_some_and(|first| first == SUPERVISE) {
            std::process::exit(supervisor::run(arguments));
        }
        // The running program, even if its file has been replaced.
        set_supervisor("/proc/self/exe".into());
    }
}

/// Names another program that begins with [`supervise_if_asked`]: for tests, whose own `main` does not. Only the first
/// call has an effect.
pub fn set_supervisor(program: PathBuf) {
    let _ = SUPERVISOR.set(program);
}

/// The command that starts a program, and whether it is supervised.
pub(super) fn command(program: &Program) -> (Command, bool) {
    #[cfg(target_os = "linux")]
    if let Some(supervisor) = SUPERVISOR.get() {
        return (supervised(supervisor, program, &Task::Run), true);
    }
    (direct(program), false)
}

/// Finds out whether the system can start a program, which it then kills at once.
///
/// # Errors
/// The reason, which names the program.
pub(super) fn check(program: &Program) -> Result<(), String> {
    #[cfg(target_os = "linux")]
    if let Some(supervisor) = SUPERVISOR.get() {
        let mut command = supervised(supervisor, program, &Task::Check);
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{}: {error}", supervisor.display()))?;
        if output.status.code() == Some(supervisor::CANNOT_RUN) {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        return Ok(());
    }
    let mut command = direct(program);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command
        .spawn()
        .map_err(|error| format!("cannot run {}: {error}", program.path.display()))?;
    let _ = child.kill();
    let _ = child.wait();
    Ok(())
}

#[cfg(target_os = "linux")]
fn supervised(supervisor: &std::path::Path, program: &Program, task: &Task) -> Command {
    let mut command = new_command(supervisor, program);
    command
        .arg(SUPERVISE)
        .arg(std::process::id().to_string())
        .arg(task.name())
        .arg(&program.path)
        .args(&program.arguments);
    command
}

fn direct(program: &Program) -> Command {
    let mut command = new_command(&program.path, program);
    command.args(&program.arguments);
    command
}

/// A process group of its own: Ctrl-C on the terminal is for the manager.
fn new_command(file: &std::path::Path, program: &Program) -> Command {
    let mut command = Command::new(file);
    if !program.dir.as_os_str().is_empty() {
        command.current_dir(&program.dir);
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}
