//! Memory use of an engine: that of all processes that descend from it. Linux only.

use std::fs;
use std::time::{Duration, Instant};

use super::process_tree;

/// How long the list of processes is reused. Finding them scans every process of the machine, which can take longer
/// than a move.
const SCAN_INTERVAL: Duration = Duration::from_millis(150);

/// Measures one tree of processes repeatedly.
#[derive(Debug)]
pub(super) struct MemoryMeter {
    root: u32,
    /// Does the root count? The supervisor does not.
    counts_root: bool,
    members: Vec<u32>,
    scanned_at: Option<Instant>,
}

impl MemoryMeter {
    pub(super) fn new(root: u32, counts_root: bool) -> MemoryMeter {
        MemoryMeter {
            root,
            counts_root,
            members: Vec::new(),
            scanned_at: None,
        }
    }

    /// Bytes used by all processes of the tree; `None` if the system does not tell. A new child counts from the next
    /// scan on.
    pub(super) fn used(&mut self) -> Option<u64> {
        let is_stale = |scanned_at: Instant| scanned_at.elapsed() >= SCAN_INTERVAL;
        if self.scanned_at.is_none_or(is_stale) {
            self.members = process_tree::family(self.root)?;
            self.members.extend(self.counts_root.then_some(self.root));
            self.scanned_at = Some(Instant::now());
        }
        let used = self.members.iter().copied().filter_map(used_bytes);
        used.reduce(|sum, own| sum + own)
    }
}

/// The proportional share: pages that several processes of the tree use count once, and libraries that the whole system
/// uses hardly count.
fn used_bytes(process: u32) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup"));
    let share = rollup.ok().and_then(|rollup| {
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    });
    share
        .map(|kilobytes| kilobytes * 1024)
        .or_else(|| resident_bytes(process))
}

/// Fallback for kernels without `smaps_rollup`, and for processes that hide theirs.
fn resident_bytes(process: u32) -> Option<u64> {
    const PAGE: u64 = 4096;
    let statm = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages = statm.split_whitespace().nth(1)?.parse::<u64>().ok()?;
    Some(pages * PAGE)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn we_use_memory() {
        let id = std::process::id();
        let mut meter = MemoryMeter::new(id, true);
        assert!(meter.used().unwrap() > 100_000);
        assert!(meter.used().unwrap() > 100_000);
        assert_eq!(MemoryMeter::new(u32::MAX, false).used(), None);
        assert!(resident_bytes(id).unwrap() > 100_000);
    }
}
