//! All built-in experiments are valid. One of each kind runs, writes its report, and resumes with nothing left to do.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fs;
use std::path::Path;

use arena::experiment::{self, Definition, ExperimentError, LIBRARY, RunOptions};
use gomoku::StopFlag;

fn run(name: &str, text: &str, folder: &Path, stop: &StopFlag) -> Result<(), ExperimentError> {
    let options = RunOptions {
        folder,
        is_quick: true,
        concurrency: 2,
        access: &players::Access::shipped(),
        stop,
    };
    experiment::run(name, text, Path::new("."), &options, &mut |_| {}).map(|_| ())
}

/// The worked examples, one of each kind. The papers' experiments take longer.
const EXAMPLES: [&str; 6] = [
    "convergence-open-three",
    "counts-greedy-over-a-game",
    "match-table-greedy-and-random",
    "self-match-greedy",
    "speed-middle-game",
    "sweep-greedy-radius",
];

#[test]
fn every_experiment_is_valid() {
    for (name, text) in LIBRARY {
        for is_quick in [false, true] {
            let definition = Definition::read(text, is_quick).expect(name);
            for player in &definition.players {
                // Table II of Cao and Lin plays outside programs.
                let access = players::Access::shipped().with_programs(true);
                let spec = players::Spec::read(&player.spec, &access);
                assert!(spec.is_ok(), "{name}: {spec:?}");
            }
        }
    }
}

#[test]
fn every_kind_writes_its_report() {
    let mut kinds = std::collections::HashSet::new();
    for (name, text) in LIBRARY {
        if !EXAMPLES.contains(name) {
            continue;
        }
        kinds.insert(Definition::read(text, true).expect(name).kind.name());
        let folder = tempfile::tempdir().unwrap();
        run(name, text, folder.path(), &StopFlag::new()).expect(name);
        let read = |file: &str| fs::read_to_string(folder.path().join(file)).expect(file);
        let html = read("report.html");
        assert!(html.contains("<table>") && html.contains(name), "{name}");
        // Self-contained: no external resources.
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
        // Resuming a complete experiment changes nothing.
        let before = read("summary.json");
        run(name, text, folder.path(), &StopFlag::new()).expect(name);
        assert_eq!(before, read("summary.json"), "{name}");
    }
    assert_eq!(kinds.len(), EXAMPLES.len());
}

#[test]
fn reports_contain_published_results() {
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
fn matches_without_players_have_a_row_with_the_published_result() {
    let folder = tempfile::tempdir().unwrap();
    let text = "version = 1\ntitle=''\nquestion=''\nplayers=[{spec='random'},{spec='greedy'}]\n\
        [matches]\ngames=2\npaper=[{first='random',second='Old Engine',wins=3,losses=9}]";
    run("old", text, folder.path(), &StopFlag::new()).unwrap();
    let csv = fs::read_to_string(folder.path().join("matches.csv")).unwrap();
    let last = csv.lines().last().unwrap();
    assert!(last.starts_with("\"random – Old Engine, paper\"") && last.ends_with("3 0 9,25.0 %"));
}

#[test]
fn unknown_keys_are_errors_at_every_level() {
    const TEXT: &str = "version = 1\ntitle = ''\nquestion = ''\n#top\n\
        [limits]\nnodes = 5\n#limits\n\
        [[players]]\nspec = 'random'\nlimits = { nodes = 3 }\n#player\n\
        [convergence]\ncorrect = ['h8']\ntrees = 1\nsamples = [1]\n#kind\n\
        position = { moves = '' }\n\
        [quick]\ntrees = 1\n#quick\n";
    assert!(Definition::read(TEXT, false).is_ok());
    for (from, to) in [
        ("#top", "oppenings = 'empty'"),
        ("#limits", "oppenings = 1"),
        ("#player", "oppenings = 1"),
        ("limits = { nodes", "limits = { oppenings = 1, nodes"),
        ("#kind", "oppenings = 1"),
        ("{ moves", "{ oppenings = 1, moves"),
        ("#quick", "oppenings = 1"),
        ("[quick]", "[oppenings]\n[quick]"),
    ] {
        let text = TEXT.replacen(from, to, 1);
        for is_quick in [false, true] {
            let error = Definition::read(&text, is_quick).unwrap_err().to_string();
            assert!(error.contains("oppenings"), "{to}: {error}");
        }
    }
    for (from, to, named) in [
        ("[convergence]", "[converge]", "exactly one of"),
        ("[quick]", "[speed]\n[quick]", "convergence, speed"),
        ("#top", "kind = 3", "kind"),
    ] {
        let error = Definition::read(&TEXT.replacen(from, to, 1), false)
            .unwrap_err()
            .to_string();
        assert!(error.contains(named), "{to}: {error}");
    }
}

#[test]
fn a_stopped_experiment_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (name, text) = LIBRARY
        .iter()
        .find(|(name, _)| *name == EXAMPLES[0])
        .unwrap();
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
fn invalid_files_are_errors() {
    for (text, message) in [
        ("version = 1", "exactly one of"),
        ("version = 1\n[matches]\ngames=1", "missing"),
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
