//! The architecture as a table: which crate may use which. A manifest that breaks it fails here, so the diagram in
//! ARCHITECTURE.md cannot go stale.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// Every crate of the workspace with the crates of ours that it may use. Data flows down this list.
const FLOORS: &[(&str, &[&str])] = &[
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
    ("arena", &["gomoku", "records", "players"]),
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

/// What the slim tournament binary must never pull in.
const TOO_HEAVY_FOR_PLAYERS: &[&str] = &[
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

/// The names in `[dependencies]`, or in another section of that kind.
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
fn every_crate_uses_only_the_floors_above_it() {
    let members = members();
    assert!(members.len() >= 4);
    for (_, manifest) in &members {
        let name = name(manifest);
        let (_, allowed) = FLOORS
            .iter()
            .find(|(floor, _)| *floor == name)
            .unwrap_or_else(|| {
                panic!("{name} has no floor: add it to the table and to ARCHITECTURE.md")
            });
        for used in dependencies(manifest, "dependencies") {
            let ours = FLOORS.iter().any(|(floor, _)| *floor == used);
            assert!(
                !ours || allowed.contains(&used.as_str()),
                "{name} must not use {used}"
            );
        }
    }
}

#[test]
fn floors_go_one_way() {
    for (index, (name, allowed)) in FLOORS.iter().enumerate() {
        for used in *allowed {
            assert!(
                FLOORS[..index].iter().any(|(above, _)| above == used),
                "{name} may use {used}, which is not above it"
            );
        }
    }
}

/// The files that may contain unsafe code, by crate.
const UNSAFE: [(&str, &[&str]); 2] = [
    ("engine", &["prefetch.rs"]),
    ("nets", &["kernel.rs", "residual/convolution.rs"]),
];

#[test]
fn unsafe_code_is_forbidden_everywhere_but_in_two_crates() {
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
fn unsafe_code_is_in_three_files() {
    for (name, files) in UNSAFE {
        let source = crates().join(name).join("src");
        let mut folders = vec![source.clone()];
        let mut found = BTreeSet::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("a readable entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if fs::read_to_string(&path)
                    .expect("text")
                    .contains("unsafe {")
                {
                    let inside = path.strip_prefix(&source).expect("a file of the crate");
                    found.insert(inside.to_owned());
                }
            }
        }
        assert_eq!(found, files.iter().map(PathBuf::from).collect(), "{name}");
    }
}

/// The tensor framework stays in the workspace of `train-zero`: it would bring 560 packages into this lock file.
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

/// Everything that the tournament binary is built from, by the lock file.
#[test]
fn the_tournament_binary_stays_slim() {
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
        // Development dependencies are in the lock file too; for our own crates the manifest tells them apart.
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
    for heavy in TOO_HEAVY_FOR_PLAYERS {
        assert!(!tree.contains(*heavy), "players must not pull in {heavy}");
    }
}

#[test]
fn the_map_names_every_crate() {
    let map = fs::read_to_string(crates().join("../ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    for (_, manifest) in members() {
        let name = name(&manifest);
        let folder = if name == "tengen" { "cli" } else { name };
        assert!(
            map.contains(&format!("`{folder}`")),
            "ARCHITECTURE.md does not name `{folder}`"
        );
    }
}
