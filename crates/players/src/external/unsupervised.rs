//! Engines without a supervisor: their process groups, so that they can be killed before this process ends.

use std::sync::{Mutex, PoisonError};

/// The groups of running engines.
static GROUPS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Kills all engines that have no supervisor. For programs that end without dropping their players; supervisors notice
/// by themselves.
pub fn kill_unsupervised() {
    let groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
    for &group in groups.iter() {
        kill_group(group);
    }
}

/// Lists a group while its engine runs.
#[derive(Debug)]
pub(super) struct GroupGuard {
    group: u32,
}

impl GroupGuard {
    pub(super) fn new(group: u32) -> GroupGuard {
        let mut groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
        groups.push(group);
        GroupGuard { group }
    }
}

impl Drop for GroupGuard {
    fn drop(&mut self) {
        let mut groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
        groups.retain(|group| *group != self.group);
    }
}

/// Kills a process group, whose leader may have exited.
#[cfg(unix)]
pub(super) fn kill_group(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(leader) = Pid::from_raw(leader.cast_signed()) {
        let _ = kill_process_group(leader, Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(super) fn kill_group(_: u32) {}
