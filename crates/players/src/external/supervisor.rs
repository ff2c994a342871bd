//! A process between the manager and an engine that lets no descendant of the engine get away. Linux only.
//!
//! A process group or a parent-death signal does not hold an engine whose children begin sessions of their own. The
//! supervisor is a *subreaper*: orphans among the descendants of the engine become its children. It ends when the
//! engine exits, when the manager asks (SIGTERM) or when the manager is gone, and first kills every descendant; the
//! kernel's answer "no children" proves that none is left. The engine inherits the pipes to the manager, so that
//! nothing is relayed and a move costs nothing.
//!
//! The supervisor ends as the engine did, with its exit code or by its signal.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getpid, getppid,
    kill_process, pidfd_open, set_child_subreaper, setrlimit, wait,
};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::low_level::{emulate_default_handler, pipe};

use super::process_tree;

/// Exit code if the engine could not be started, as in a shell.
pub(super) const CANNOT_RUN: i32 = 127;
/// How often the manager is looked for on kernels that cannot tell that a process has ended.
const PARENT_INTERVAL: Duration = Duration::from_millis(100);

/// What the manager asks for on the supervisor's command line, after its own process id.
pub(super) enum Task {
    /// Run the engine.
    Run,
    /// Find out whether the engine can be started, and kill it at once.
    Check,
}

impl Task {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Task::Run => "run",
            Task::Check => "check",
        }
    }
}

/// Supervises the engine that the arguments name. Returns the exit code.
pub(super) fn run(mut arguments: impl Iterator<Item = OsString>) -> i32 {
    let manager = arguments.next().and_then(|id| id.to_str()?.parse().ok());
    let task = match arguments.next().as_ref().and_then(|task| task.to_str()) {
        Some("run") => Task::Run,
        Some("check") => Task::Check,
        _ => return CANNOT_RUN,
    };
    let (Some(manager), Some(program)) = (manager.and_then(Pid::from_raw), arguments.next()) else {
        return CANNOT_RUN;
    };
    let mut command = Command::new(&program);
    // Its own group: an engine that stops or kills its process group must not reach the supervisor.
    command.args(arguments).process_group(0);
    if let Task::Check = task {
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
    }
    let started = Supervisor::new(manager).and_then(|supervisor| {
        let child = command.spawn()?;
        Ok((supervisor, Pid::from_child(&child)))
    });
    match started {
        Ok((mut supervisor, engine)) => {
            if let Task::Run = task {
                let status = supervisor.wait_for_end(engine);
                supervisor.kill_all();
                end_like(status)
            } else {
                supervisor.kill_all();
                0
            }
        }
        Err(error) => {
            eprintln!("cannot run {}: {error}", program.display());
            CANNOT_RUN
        }
    }
}

struct Supervisor {
    manager: Pid,
    /// Readable when the manager has ended.
    manager_fd: Option<OwnedFd>,
    /// Readable after a signal.
    wakeups: UnixStream,
    is_terminated: Arc<AtomicBool>,
}

impl Supervisor {
    fn new(manager: Pid) -> io::Result<Supervisor> {
        let is_terminated = Arc::new(AtomicBool::new(false));
        let (wakeups, sender) = UnixStream::pair()?;
        wakeups.set_nonblocking(true)?;
        // Handlers and not a signal mask: the engine would inherit the mask.
        for signal in [SIGTERM, SIGINT, SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&is_terminated))?;
        }
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGCHLD] {
            pipe::register(signal, sender.try_clone()?)?;
        }
        set_child_subreaper(Some(getpid()))?;
        Ok(Supervisor {
            manager,
            manager_fd: pidfd_open(manager, PidfdFlags::empty()).ok(),
            wakeups,
            is_terminated,
        })
    }

    /// Waits until the engine has exited or must end.
    fn wait_for_end(&mut self, engine: Pid) -> Option<WaitStatus> {
        close_pipes();
        loop {
            let (_, status) = reap(Some(engine));
            if status.is_some() {
                return status;
            }
            // The parent changes when the manager ends, even before its id was opened.
            if self.is_terminated.load(Ordering::SeqCst) || getppid() != Some(self.manager) {
                return None;
            }
            self.sleep(self.manager_fd.is_none().then_some(PARENT_INTERVAL));
        }
    }

    /// Kills all descendants. While there are any, some of them may just have been created.
    fn kill_all(&mut self) {
        let mut pause = Duration::from_millis(1);
        while reap(None).0 {
            for process in process_tree::family(getpid().as_raw_pid().cast_unsigned())
                .into_iter()
                .flatten()
            {
                kill(process);
            }
            self.sleep(Some(pause));
            pause = (pause * 2).min(PARENT_INTERVAL);
        }
    }

    /// Sleeps until a signal arrives, the manager ends or the time is over.
    fn sleep(&mut self, timeout: Option<Duration>) {
        let timeout = timeout.map(|timeout| Timespec {
            tv_sec: timeout.as_secs().cast_signed(),
            tv_nsec: timeout.subsec_nanos().into(),
        });
        let mut sources = vec![PollFd::new(&self.wakeups, PollFlags::IN)];
        // Once the manager is gone, its descriptor would end every sleep at once.
        let manager = self
            .manager_fd
            .as_ref()
            .filter(|_| getppid() == Some(self.manager));
        sources.extend(
            manager.map(|manager| PollFd::from_borrowed_fd(manager.as_fd(), PollFlags::IN)),
        );
        // An interruption is a reason to wake up, too.
        let _ = poll(&mut sources, timeout.as_ref());
        let mut bytes = [0; 64];
        while self.wakeups.read(&mut bytes).is_ok_and(|count| count > 0) {}
    }
}

/// Lets go of the engine's pipes: the manager must notice when the engine closes them.
fn close_pipes() {
    if let Ok(null) = File::options().read(true).write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdin(&null);
        let _ = rustix::stdio::dup2_stdout(&null);
    }
}

/// Reaps all children that have ended. Returns whether there are others, and the status of the given child if it has
/// ended.
fn reap(child: Option<Pid>) -> (bool, Option<WaitStatus>) {
    let mut found = None;
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((id, status))) => {
                if Some(id) == child {
                    found = Some(status);
                }
            }
            Ok(None) => return (true, found),
            Err(rustix::io::Errno::INTR) => {}
            // No children.
            Err(_) => return (false, found),
        }
    }
}

/// Kills a process.
pub(super) fn kill(process: u32) {
    if let Some(process) = Pid::from_raw(process.cast_signed()) {
        let _ = kill_process(process, Signal::KILL);
    }
}

/// Ends this process as the engine ended.
fn end_like(status: Option<WaitStatus>) -> i32 {
    let Some(status) = status else { return 0 };
    if let Some(signal) = status.terminating_signal() {
        // One memory dump is enough.
        let none = Rlimit {
            current: Some(0),
            maximum: Some(0),
        };
        let _ = setrlimit(Resource::Core, none);
        if signal == Signal::KILL.as_raw() {
            let _ = kill_process(getpid(), Signal::KILL);
        }
        let _ = emulate_default_handler(signal);
        return 128 + signal;
    }
    status.exit_status().unwrap_or(CANNOT_RUN)
}
