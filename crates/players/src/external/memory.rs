//! Memory use of a process group: the private memory of its members, as Gomocup counts it. Linux only.

use std::fs;
use std::time::{Duration, Instant};

/// How long the list of group members is reused. Finding them scans every process of the machine, which can take
/// longer than a move.
const SCAN_INTERVAL: Duration = Duration::from_millis(150);

/// Measures one process group repeatedly.
#[derive(Debug)]
pub(super) struct MemoryMeter {
    group: u32,
    members: Vec<u32>,
    scanned_at: Option<Instant>,
}

impl MemoryMeter {
    pub(super) fn new(group: u32) -> MemoryMeter {
        MemoryMeter {
            group,
            members: Vec::new(),
            scanned_at: None,
        }
    }

    /// Bytes used by all processes of the group; `None` if the system does not tell. A new child counts from the next
    /// scan on.
    pub(super) fn used(&mut self) -> Option<u64> {
        let is_stale = |scanned_at: Instant| scanned_at.elapsed() >= SCAN_INTERVAL;
        if self.scanned_at.is_none_or(is_stale) {
            self.members = members(self.group)?;
            self.scanned_at = Some(Instant::now());
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

/// The fifth field of `stat`. The second is a name in parentheses that may contain anything, so parse from its end.
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

/// Fallback for kernels without `smaps_rollup`: resident pages minus shared ones.
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
    fn our_own_process_group_uses_memory() {
        let group = group_of(std::process::id()).unwrap();
        let mut meter = MemoryMeter::new(group);
        assert!(meter.used().unwrap() > 100_000);
        assert!(meter.used().unwrap() > 100_000);
        assert_eq!(MemoryMeter::new(u32::MAX).used(), None);
        assert!(resident_bytes(std::process::id()).unwrap() > 100_000);
    }
}
