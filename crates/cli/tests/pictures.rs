//! `tengen picture`: every picture is drawn, and the files in docs/papers/results/pictures are what the command draws.
//! `TENGEN_UPDATE=1 cargo test -p tengen --test pictures` writes them anew.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn tengen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> &str {
    assert!(output.status.success(), "{output:?}");
    std::str::from_utf8(&output.stdout).unwrap()
}

fn names() -> Vec<String> {
    let list = tengen(&["picture"]);
    let first_word = |line: &str| line.split(' ').next().unwrap().to_owned();
    stdout(&list).lines().map(first_word).collect()
}

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/papers/results/pictures")
}

#[test]
fn every_listed_picture_is_drawn_and_is_the_committed_one() {
    let names = names();
    assert!(names.len() >= 5, "{names:?}");
    let is_update = std::env::var_os("TENGEN_UPDATE").is_some();
    for name in &names {
        let output = tengen(&["picture", name]);
        let svg = stdout(&output);
        let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| {
            panic!("{name}: {error}");
        });
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "svg", "{name}");
        assert!(root.attribute("viewBox").is_some(), "{name}");
        let file = committed().join(format!("{name}.svg"));
        if is_update {
            fs::create_dir_all(committed()).unwrap();
            fs::write(&file, svg).unwrap();
        }
        assert!(
            fs::read_to_string(&file).is_ok_and(|text| text == svg),
            "{} is out of date: TENGEN_UPDATE=1 cargo test -p tengen --test pictures",
            file.display()
        );
    }
    let files: BTreeSet<String> = fs::read_dir(committed())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(files, names.into_iter().collect());
}

#[test]
fn pictures_go_to_a_file_or_all_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.svg");
    let name = names().remove(0);
    let output = tengen(&["picture", &name, "--out", file.to_str().unwrap()]);
    assert_eq!(stdout(&output), "");
    let printed = tengen(&["picture", &name]);
    assert_eq!(fs::read_to_string(&file).unwrap(), stdout(&printed));
    let all = folder.path().join("all");
    stdout(&tengen(&[
        "picture",
        "--all",
        "--out",
        all.to_str().unwrap(),
    ]));
    assert_eq!(fs::read_dir(&all).unwrap().count(), names().len());
}

#[test]
fn an_unknown_picture_is_a_wrong_command_line() {
    let output = tengen(&["picture", "mona-lisa"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("liao-2019-figure-4-3"), "{message}");
    assert_eq!(tengen(&["picture", "--all"]).status.code(), Some(2));
    assert_eq!(
        tengen(&["picture", "--out", "x.svg"]).status.code(),
        Some(2)
    );
}
