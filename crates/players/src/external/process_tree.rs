//! Which processes descend from a given one, read from `/proc`. Linux only: elsewhere there are none.

use std::fs;

/// A process as its `stat` file describes it.
struct Entry {
    id: u32,
    parent: u32,
    group: u32,
}

/// The processes that descend from `root`, and those in the process group that it leads. `root` is not among them.
/// `None` if the system does not tell.
pub(super) fn family(root: u32) -> Option<Vec<u32>> {
    let mut others = entries()?;
    others.retain(|entry| entry.id != root);
    let mut family: Vec<u32> = Vec::new();
    loop {
        let known = family.len();
        others.retain(|entry| {
            let belongs =
                entry.parent == root || entry.group == root || family.contains(&entry.parent);
            if belongs {
                family.push(entry.id);
            }
            !belongs
        });
        if family.len() == known {
            return Some(family);
        }
    }
}

fn entries() -> Option<Vec<Entry>> {
    let processes = fs::read_dir("/proc").ok()?.flatten().filter_map(|entry| {
        let name = entry.file_name();
        name.to_str()?.parse::<u32>().ok()
    });
    Some(processes.filter_map(entry).collect())
}

/// Parses `stat`. The second field is a name in parentheses that may contain anything, so parse from its end.
fn entry(id: u32) -> Option<Entry> {
    let stat = fs::read(format!("/proc/{id}/stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(1);
    let parent = fields.next()?.parse().ok()?;
    let group = fields.next()?.parse().ok()?;
    Some(Entry { id, parent, group })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn children_belong_to_the_family() {
        let mut child = Command::new("cat")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        assert!(family(std::process::id()).unwrap().contains(&child.id()));
        assert!(family(child.id()).unwrap().is_empty());
        drop(child.stdin.take());
        child.wait().unwrap();
    }
}
