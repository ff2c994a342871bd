//! Checks which crate may depend on which, so that the table in ARCHITECTURE.md cannot go stale.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// Every crate of the workspace with the workspace crates that it may use, in dependency order.
const ALLOWED: &[(&str, &[&str])] = &[
    ("gomoku", &[]),
    ("threats", &["gomoku"]),
    ("nets", &["gomoku"]),
    ("records", &["gomoku", "threats"]),
    ("wire", &["gomoku", "threats", "records"]),
    ("papers", &["gomoku", "threats", "nets"]),
    ("engine", &["gomoku", "threats", "nets"]),
    (
        "players",
        &["gomoku", "threats", "nets", "papers", "engine"],
    ),
    ("arena", &["gomoku", "records", "wire", "players"]),
    (
        "learn",
        &["gomoku", "threats", "nets", "papers", "engine", "arena"],
    ),
    (
        "web",
        &[
            "gomoku", "threats", "records", "wire", "papers", "players", "arena",
        ],
    ),
    (
        "tengen",
        &[
            "gomoku", "threats", "nets", "records", "wire", "papers", "engine", "players", "arena",
            "learn", "web",
        ],
    ),
];

/// Packages that `pbrain-tengen` must not depend on.
const FORBIDDEN_IN_PLAYERS: &[&str] = &[
    "tokio",
    "axum",
    "hyper",
    "rusqlite",
    "libsqlite3-sys",
    "burn",
    "clap",
    "serde_json",
    "encoding_rs",
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn manifest(folder: &Path) -> Table {
    let path = folder.join("Cargo.toml");
    fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .parse()
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn name(manifest: &Table) -> &str {
    manifest["package"]["name"]
        .as_str()
        .expect("a package name")
}

/// The names in `[dependencies]` or a similar section.
fn dependencies(manifest: &Table, section: &str) -> Vec<String> {
    manifest
        .get(section)
        .and_then(Value::as_table)
        .map(|table| table.keys().cloned().collect())
        .unwrap_or_default()
}

fn members() -> Vec<(PathBuf, Table)> {
    fs::read_dir(crates())
        .expect("the folder of the crates")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.join("Cargo.toml").exists())
        .map(|path| (path.clone(), manifest(&path)))
        .collect()
}

#[test]
fn every_crate_uses_only_allowed_crates() {
    let members = members();
    assert!(members.len() >= 4);
    for (_, manifest) in &members {
        let name = name(manifest);
        let (_, allowed) = ALLOWED
            .iter()
            .find(|(listed, _)| *listed == name)
            .unwrap_or_else(|| {
                panic!("{name} is not listed: add it to this table and to ARCHITECTURE.md")
            });
        for used in dependencies(manifest, "dependencies") {
            let is_ours = ALLOWED.iter().any(|(listed, _)| *listed == used);
            assert!(
                !is_ours || allowed.contains(&used.as_str()),
                "{name} must not use {used}"
            );
        }
    }
}

#[test]
fn dependencies_point_up_the_list() {
    for (index, (name, allowed)) in ALLOWED.iter().enumerate() {
        for used in *allowed {
            assert!(
                ALLOWED[..index].iter().any(|(above, _)| above == used),
                "{name} may use {used}, which is not listed before it"
            );
        }
    }
}

/// The files that may contain unsafe code, by crate.
const UNSAFE: [(&str, &[&str]); 3] = [
    ("engine", &["prefetch.rs"]),
    ("learn", &["data/mapped_file.rs", "network/gradient.rs"]),
    (
        "nets",
        &[
            "dispatch.rs",
            "kernel.rs",
            "line_net/kernel.rs",
            "residual/convolution.rs",
        ],
    ),
];

#[test]
fn unsafe_code_is_forbidden_in_all_but_three_crates() {
    for (folder, manifest) in members() {
        if UNSAFE.iter().any(|(one, _)| *one == name(&manifest)) {
            continue;
        }
        let roots = ["src/lib.rs", "src/main.rs"].map(|root| folder.join(root));
        for root in roots.iter().filter(|root| root.exists()) {
            let text = fs::read_to_string(root).expect("a readable file");
            assert!(
                text.contains("#![forbid(unsafe_code)]"),
                "{}",
                root.display()
            );
        }
    }
}

#[test]
fn unsafe_code_is_confined_to_the_listed_files() {
    for (name, files) in UNSAFE {
        let source = crates().join(name).join("src");
        let mut folders = vec![source.clone()];
        let mut found = BTreeSet::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("a readable entry").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = fs::read_to_string(&path).expect("text");
                // A macro may bring the block into a file that allows it.
                if text.contains("unsafe {") || text.contains("allow(\n    unsafe_code") {
                    let inside = path.strip_prefix(&source).expect("a file of the crate");
                    found.insert(inside.to_owned());
                }
            }
        }
        assert_eq!(found, files.iter().map(PathBuf::from).collect(), "{name}");
    }
}

/// The tensor framework stays in the workspace of `train-zero`: it would add 560 packages to this lock file.
#[test]
fn the_lock_file_has_no_tensor_framework() {
    let path = crates().join("../Cargo.lock");
    let lock: Table = fs::read_to_string(&path)
        .expect("the lock file")
        .parse()
        .expect("a lock file");
    let packages = lock["package"].as_array().expect("packages");
    let is_burn = |package: &&Value| {
        let name = package["name"].as_str().expect("a name");
        name == "burn" || name.starts_with("burn-")
    };
    assert_eq!(packages.iter().find(is_burn), None);
    let train_zero = manifest(&crates().join("../train-zero"));
    assert!(dependencies(&train_zero, "dependencies").contains(&"burn".to_owned()));
    let root = manifest(&crates().join(".."));
    let excluded = root["workspace"]["exclude"].as_array().expect("exclude");
    assert!(excluded.contains(&Value::from("train-zero")));
}

/// Collects the dependencies of `pbrain-tengen` from the lock file.
#[test]
fn pbrain_tengen_has_no_heavy_dependencies() {
    let path = crates().join("../Cargo.lock");
    let lock: Table = fs::read_to_string(&path)
        .expect("the lock file")
        .parse()
        .expect("a lock file");
    let packages = lock["package"].as_array().expect("packages");
    let mut tree = BTreeSet::new();
    let mut waiting = vec!["players".to_owned()];
    while let Some(name) = waiting.pop() {
        if !tree.insert(name.clone()) {
            continue;
        }
        // The lock file does not separate development dependencies; the manifests of our own crates do.
        let own = crates().join(&name);
        if own.join("Cargo.toml").exists() {
            waiting.extend(dependencies(&manifest(&own), "dependencies"));
            continue;
        }
        let package = packages
            .iter()
            .find(|package| package["name"].as_str() == Some(&name));
        let used = package.and_then(|package| package.get("dependencies")?.as_array());
        waiting.extend(used.into_iter().flatten().filter_map(|used| {
            let used = used.as_str()?;
            Some(used.split(' ').next()?.to_owned())
        }));
    }
    assert!(
        tree.contains("gomoku") && tree.contains("papers"),
        "{tree:?}"
    );
    for heavy in FORBIDDEN_IN_PLAYERS {
        assert!(!tree.contains(*heavy), "players must not depend on {heavy}");
    }
}

#[test]
fn architecture_md_names_every_crate() {
    let document =
        fs::read_to_string(crates().join("../ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    for (_, manifest) in members() {
        let name = name(&manifest);
        let folder = if name == "tengen" { "cli" } else { name };
        assert!(
            document.contains(&format!("`{folder}`")),
            "ARCHITECTURE.md does not name `{folder}`"
        );
    }
}
