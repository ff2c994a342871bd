//! How much memory a process group uses: what its members do not share with anybody, as tournaments count it.

use std::fs;
use std::time::{Duration, Instant};

/// How long the members of a group are taken for known. To find them every process of the machine is looked at, which
/// takes longer than many a move.
const SEARCH_PERIOD: Duration = Duration::from_millis(150);

/// Measures one process group again and again.
#[derive(Debug)]
pub(super) struct Meter {
    group: u32,
    members: Vec<u32>,
    searched: Option<Instant>,
}

impl Meter {
    pub(super) fn new(group: u32) -> Meter {
        Meter {
            group,
            members: Vec::new(),
            searched: None,
        }
    }

    /// Bytes used by all processes of the group together; `None` where the system does not say. A new child is found
    /// with the next search.
    pub(super) fn used(&mut self) -> Option<u64> {
        let is_old = |searched: Instant| searched.elapsed() >= SEARCH_PERIOD;
        if self.searched.is_none_or(is_old) {
            self.members = members(self.group)?;
            self.searched = Some(Instant::now());
        }
        let used = self.members.iter().copied().filter_map(private_bytes);
        used.reduce(|sum, own| sum + own)
    }
}

fn members(group: u32) -> Option<Vec<u32>> {
    let processes = fs::read_dir("/proc").ok()?.flatten().filter_map(|entry| {
        let name = entry.file_name();
        name.to_str()?.parse::<u32>().ok()
    });
    Some(
        processes
            .filter(|&process| group_of(process) == Some(group))
            .collect(),
    )
}

/// The fifth field of `stat`; the second is a name in parentheses that may hold anything.
fn group_of(process: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_whitespace().nth(2)?.parse().ok()
}

fn private_bytes(process: u32) -> Option<u64> {
    let Ok(rollup) = fs::read_to_string(format!("/proc/{process}/smaps_rollup")) else {
        return resident_bytes(process);
    };
    Some(
        rollup
            .lines()
            .filter(|line| line.starts_with("Private_"))
            .filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok())
            .map(|kilobytes| kilobytes * 1024)
            .sum(),
    )
}

/// A coarser number for systems without the finer one: resident pages less those that files could share.
fn resident_bytes(process: u32) -> Option<u64> {
    const PAGE: u64 = 4096;
    let statm = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages = |index| statm.split_whitespace().nth(index)?.parse::<u64>().ok();
    Some(pages(1)?.saturating_sub(pages(2)?) * PAGE)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn our_own_group_uses_something() {
        let group = group_of(std::process::id()).unwrap();
        let mut meter = Meter::new(group);
        assert!(meter.used().unwrap() > 100_000);
        assert!(meter.used().unwrap() > 100_000);
        assert_eq!(Meter::new(u32::MAX).used(), None);
        assert!(resident_bytes(std::process::id()).unwrap() > 100_000);
    }
}
