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

/// The processes that were started with this variable in their environment.
pub(super) fn marked(name: &str, value: &str) -> Vec<u32> {
    let variable = format!("{name}={value}");
    let has_variable = |id: &u32| {
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment
            .split(|byte| *byte == 0)
            .any(|entry| entry == variable.as_bytes())
    };
    ids().into_iter().flatten().filter(has_variable).collect()
}

fn entries() -> Option<Vec<Entry>> {
    Some(ids()?.filter_map(entry).collect())
}

fn ids() -> Option<impl Iterator<Item = u32>> {
    let processes = fs::read_dir("/proc").ok()?.flatten();
    Some(processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok()))
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
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn children_belong_to_the_family() {
        let mut child = Command::new("cat")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .env("TENGEN_TEST", "7")
            .spawn()
            .unwrap();
        // Its environment can be read only once the program runs, which its answer shows.
        let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        input.write_all(b"x").unwrap();
        output.read_exact(&mut [0]).unwrap();
        assert!(family(std::process::id()).unwrap().contains(&child.id()));
        assert!(family(child.id()).unwrap().is_empty());
        assert!(marked("TENGEN_TEST", "7").contains(&child.id()));
        drop(input);
        child.wait().unwrap();
    }
}
