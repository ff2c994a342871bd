//! Passes the commit to the program as `TENGEN_COMMIT`. Without git, or outside of a repository, there is none.

use std::path::Path;
use std::process::Command;

/// What the program is built from, relative to this crate. A change makes the commit `abc123+`.
const SOURCES: [&str; 5] = ["crates", "experiments", "openings", "weights", "Cargo.lock"];

fn main() {
    println!("cargo::rerun-if-env-changed=TENGEN_COMMIT");
    let root = Path::new("../..");
    for path in SOURCES.map(|source| root.join(source)) {
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    // Changes with every commit and checkout.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
    if std::env::var_os("TENGEN_COMMIT").is_some() {
        return;
    }
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) else {
        return;
    };
    let sources = SOURCES.map(|source| format!(":/{source}"));
    let mut status = vec!["status", "--porcelain", "--untracked-files=no", "--"];
    status.extend(sources.iter().map(String::as_str));
    let mark = match git(&status) {
        Some(changes) if changes.is_empty() => "",
        _ => "+",
    };
    println!("cargo::rustc-env=TENGEN_COMMIT={commit}{mark}");
}

/// The output of git; `None` if it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
