//! Every experiment of the library runs, writes its report, and has nothing left to do when it is run again.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::fs;
use std::path::Path;

use arena::experiment::{self, Definition, ExperimentError, LIBRARY, Running};
use gomoku::StopFlag;

fn run(name: &str, text: &str, folder: &Path, stop: &StopFlag) -> Result<(), ExperimentError> {
    let running = Running {
        folder,
        is_quick: true,
        concurrency: 2,
        stop,
    };
    experiment::run(name, text, Path::new("."), &running, &mut |_| {}).map(|_| ())
}

#[test]
fn there_is_an_example_of_each_kind() {
    let mut kinds: Vec<_> = LIBRARY
        .iter()
        .map(|(name, text)| Definition::read(text, false).expect(name).kind.name())
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), 6);
}

#[test]
fn every_experiment_writes_its_report() {
    for (name, text) in LIBRARY {
        let folder = tempfile::tempdir().unwrap();
        run(name, text, folder.path(), &StopFlag::new()).expect(name);
        let read = |file: &str| fs::read_to_string(folder.path().join(file)).expect(file);
        let html = read("report.html");
        assert!(html.contains("<table>") && html.contains(name), "{name}");
        // Self-contained: nothing is loaded from anywhere.
        assert!(!html.contains("src=") && !html.contains("<link"), "{name}");
        let summary: serde_json::Value = serde_json::from_str(&read("summary.json")).unwrap();
        assert_eq!(summary["experiment"], *name);
        assert_eq!(summary["quick"], true);
        let count = |ending: &str| {
            fs::read_dir(folder.path())
                .unwrap()
                .flatten()
                .filter(|file| file.path().extension().is_some_and(|found| found == ending))
                .count()
        };
        assert!(count("csv") >= 1, "{name}");
        let has_plot = !["matches", "self_match"].contains(&summary["kind"].as_str().unwrap());
        assert_eq!(count("svg") > 0, has_plot, "{name}");
        // Going on with what is complete changes nothing.
        let before = read("summary.json");
        run(name, text, folder.path(), &StopFlag::new()).expect(name);
        assert_eq!(before, read("summary.json"), "{name}");
    }
}

#[test]
fn papers_stand_beside_ours() {
    let folder = tempfile::tempdir().unwrap();
    let (name, text) = LIBRARY
        .iter()
        .find(|(name, _)| *name == "self-match-greedy")
        .unwrap();
    run(name, text, folder.path(), &StopFlag::new()).unwrap();
    let html = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(html.contains("482 406 112"));
}

#[test]
fn a_stopped_experiment_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (name, text) = LIBRARY[0];
    let stop = StopFlag::new();
    stop.raise();
    let stopped = run(name, text, folder.path(), &stop);
    assert!(
        matches!(stopped, Err(ExperimentError::Stopped)),
        "{stopped:?}"
    );
    run(name, text, folder.path(), &StopFlag::new()).unwrap();
}

#[test]
fn bad_files_are_refused_with_a_reason() {
    for (text, message) in [
        ("version = 1", "missing"),
        (
            "version = 2\ntitle=''\nquestion=''\nplayers=[]\n[matches]\ngames=1",
            "version 2",
        ),
        (
            "version = 1\ntitle=''\nquestion=''\nplayers=[{spec='nobody'}]\n[matches]\ngames=1",
            "nobody",
        ),
        (
            "version = 1\ntitle=''\nquestion=''\nplayers=[{spec='random'}]\n[matches]\ngames=1\ngame=2",
            "game",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let error = run("bad", text, folder.path(), &StopFlag::new()).unwrap_err();
        assert!(error.to_string().contains(message), "{message}: {error}");
    }
}
