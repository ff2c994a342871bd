//! How much memory a process group uses: what its members do not share with anybody, as tournaments count it.

use std::fs;

/// Bytes used by all processes of a group together; `None` where the system does not say.
pub(super) fn used_by_group(group: u32) -> Option<u64> {
    let mut bytes = None;
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let name = entry.file_name();
        let Some(process) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        if group_of(process) == Some(group)
            && let Some(own) = private_bytes(process)
        {
            *bytes.get_or_insert(0) += own;
        }
    }
    bytes
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
        assert!(used_by_group(group).unwrap() > 100_000);
        assert_eq!(used_by_group(u32::MAX), None);
        assert!(resident_bytes(std::process::id()).unwrap() > 100_000);
    }
}
