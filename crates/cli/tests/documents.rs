//! Links between the Markdown files are valid.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};

/// Collects the Markdown files below a directory, except in `target` and hidden directories.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder that can be read") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            documents(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// The targets of relative links, without fragments.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next())
        .filter(|link| !link.is_empty() && !link.contains(':'))
}

#[test]
fn every_relative_link_points_to_a_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    documents(&root, &mut files);
    let mut broken = Vec::new();
    let mut seen = 0;
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        for link in links(&text) {
            seen += 1;
            if !file.parent().unwrap().join(link).exists() {
                broken.push(format!("{}: {link}", file.display()));
            }
        }
    }
    assert!(seen > 20, "only {seen} links in {} files", files.len());
    assert!(broken.is_empty(), "{broken:#?}");
}
