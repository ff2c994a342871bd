//! Licences of the packages that are compiled into the programs: each is allowed by `deny.toml`, and
//! THIRD-PARTY-NOTICES.md has its text. `TENGEN_UPDATE=1 cargo test -p tengen --test notices` writes the file anew.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use spdx::{Expression, ParseMode};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const FILE: &str = "THIRD-PARTY-NOTICES.md";
/// The packages of the two programs.
const PROGRAMS: [&str; 2] = ["tengen", "players"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Clone, Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `null` for what is linked, otherwise `dev` or `build`.
    kind: Option<String>,
}

/// The packages from a registry that are linked into the programs, by name.
fn linked_packages() -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--offline"])
        .arg("--filter-platform=x86_64-unknown-linux-gnu")
        .current_dir(ROOT)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let metadata: Metadata = serde_json::from_slice(&output.stdout).unwrap();
    let packages: BTreeMap<_, _> = metadata
        .packages
        .into_iter()
        .map(|package| (package.id.clone(), package))
        .collect();
    let nodes: BTreeMap<_, _> = metadata
        .resolve
        .nodes
        .iter()
        .map(|node| (node.id.as_str(), node))
        .collect();
    let is_program =
        |package: &&Package| package.source.is_none() && PROGRAMS.contains(&package.name.as_str());
    let mut pending: Vec<&str> = packages
        .values()
        .filter(is_program)
        .map(|package| package.id.as_str())
        .collect();
    let mut linked = BTreeSet::new();
    while let Some(id) = pending.pop() {
        if linked.insert(id) {
            let is_linked = |dependency: &&Dependency| {
                let kinds = &dependency.dep_kinds;
                kinds.iter().any(|kind| kind.kind.is_none())
            };
            let dependencies = nodes[id].deps.iter().filter(is_linked);
            pending.extend(dependencies.map(|dependency| dependency.pkg.as_str()));
        }
    }
    let mut list: Vec<Package> = linked
        .into_iter()
        .map(|id| packages[id].clone())
        .filter(|package| package.source.is_some())
        .collect();
    list.sort_by_key(|package| (package.name.clone(), package.version.clone()));
    list
}

#[test]
fn every_license_is_allowed() {
    let text = fs::read_to_string(Path::new(ROOT).join("deny.toml")).unwrap();
    let table: toml::Table = toml::from_str(&text).unwrap();
    let allowed: BTreeSet<&str> = table["licenses"]["allow"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    for package in linked_packages() {
        let license = package.license.as_deref().unwrap_or("none");
        let expression = Expression::parse_mode(license, ParseMode::LAX).unwrap();
        let is_allowed = expression.evaluate(|requirement| {
            let name = requirement.license.id().map(|license| license.name);
            name.is_some_and(|name| allowed.contains(name))
        });
        assert!(is_allowed, "{} has the license {license}", package.name);
    }
}

#[test]
fn the_notices_are_those_of_the_lock_file() {
    let notices = notices(&linked_packages());
    let path = Path::new(ROOT).join(FILE);
    if std::env::var_os("TENGEN_UPDATE").is_some() {
        fs::write(&path, &notices).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == notices,
        "{FILE} is out of date: TENGEN_UPDATE=1 cargo test -p tengen --test notices"
    );
}

/// A license without its copyright lines and line breaks, so that equal licenses are printed once.
fn terms(text: &str) -> String {
    let lines = text.lines().filter(|line| !is_copyright(line));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

fn is_copyright(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    line.starts_with("copyright") && !line.starts_with("copyright notice")
        || line.starts_with("(c)")
}

/// The license files of a package.
fn license_texts(package: &Package) -> Vec<String> {
    const NAMES: [&str; 5] = ["license", "licence", "copying", "copyright", "notice"];
    let folder = package.manifest_path.parent().unwrap();
    let is_license = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().to_lowercase();
        path.is_file() && NAMES.iter().any(|start| name.starts_with(start))
    };
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(is_license)
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).replace('\r', ""))
        .collect()
}

fn notices(packages: &[Package]) -> String {
    let mut page = String::from(
        "# Third-party notices\n\nThe programs `tengen` and `pbrain-tengen` contain these packages. The libraries of the page have \
         their licenses in\n`crates/web/page/vendor/`; SQLite is in the public domain. A test keeps this file like the lock file \
         (`crates/cli/tests/notices.rs`).\n\n| package | license |\n|---|---|\n",
    );
    // By terms: the text of the first package that has them, and who says so.
    let mut texts: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
    for package in packages {
        let title = format!("{} {}", package.name, package.version);
        let license = package.license.as_deref().unwrap_or("see below");
        writeln!(page, "| {title} | {license} |").unwrap();
        for text in license_texts(package) {
            let copyright: BTreeSet<&str> = text
                .lines()
                .filter(|line| is_copyright(line))
                .map(str::trim)
                .collect();
            let holders: Vec<&str> = copyright.into_iter().collect();
            let notice = format!("{title}: {}", holders.join("; "));
            let (_, notices) = texts
                .entry(terms(&text))
                .or_insert_with(|| (text.clone(), BTreeSet::new()));
            notices.insert(notice.trim_end_matches([':', ' ']).to_owned());
        }
    }
    for (text, notices) in texts.values() {
        page.push_str("\n---\n\n");
        for notice in notices {
            writeln!(page, "- {notice}").unwrap();
        }
        let body: Vec<&str> = text
            .lines()
            .filter(|line| !is_copyright(line))
            .map(str::trim_end)
            .collect();
        writeln!(page, "\n```text\n{}\n```", body.join("\n").trim()).unwrap();
    }
    page
}
