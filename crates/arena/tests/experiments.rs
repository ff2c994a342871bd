//! One experiment of each kind runs, writes its report, and resumes with nothing left to do.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fs;
use std::path::{Path, PathBuf};

use arena::experiment::{
    self, Definition, ExperimentError, FinishedRun, LIBRARY, PublishError, RunOptions,
};
use gomoku::StopFlag;

/// A quick run with its results below `out`.
fn run(
    name: &str,
    text: &str,
    out: &Path,
    stop: &StopFlag,
) -> Result<FinishedRun, ExperimentError> {
    run_with(name, text, out, (stop, Some("abc"), true))
}

fn run_with(
    name: &str,
    text: &str,
    out: &Path,
    (stop, commit, is_quick): (&StopFlag, Option<&str>, bool),
) -> Result<FinishedRun, ExperimentError> {
    let folder = experiment::folder_for(out, name, is_quick);
    let options = RunOptions {
        folder: &folder,
        is_quick,
        concurrency: 2,
        access: &players::Access::shipped(),
        commit,
        stop,
    };
    experiment::run(name, text, Path::new("."), &options, &mut |_| {})
}

fn quick_folder(out: &Path, name: &str) -> PathBuf {
    out.join(name)
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
fn every_kind_writes_its_report() {
    let mut kinds = std::collections::HashSet::new();
    for (name, text) in LIBRARY {
        if !EXAMPLES.contains(name) {
            continue;
        }
        kinds.insert(Definition::read(text, true).expect(name).kind.name());
        let out = tempfile::tempdir().unwrap();
        run(name, text, out.path(), &StopFlag::new()).expect(name);
        let folder = quick_folder(out.path(), name);
        let read = |file: &str| fs::read_to_string(folder.join(file)).expect(file);
        let html = read("report.html");
        assert!(html.contains("<table>") && html.contains(name), "{name}");
        // Self-contained: no external resources.
        assert!(!html.contains("src=") && !html.contains("<link"), "{name}");
        let summary: serde_json::Value = serde_json::from_str(&read("summary.json")).unwrap();
        assert_eq!(summary["experiment"], *name);
        assert_eq!(summary["quick"], true);
        assert_eq!(summary["program"]["commit"], "abc");
        let command = format!("tengen experiment run {name} --quick");
        assert_eq!(summary["command"], command);
        let work = ["games", "searches"].map(|key| summary[key].as_u64().unwrap());
        assert!(work.iter().sum::<u64>() > 0, "{name}: {work:?}");
        let count = |ending: &str| {
            fs::read_dir(&folder)
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
        run(name, text, out.path(), &StopFlag::new()).expect(name);
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
    let html = fs::read_to_string(quick_folder(folder.path(), name).join("report.html")).unwrap();
    assert!(html.contains("482 406 112"));
}

#[test]
fn matches_without_players_have_a_row_with_the_published_result() {
    let folder = tempfile::tempdir().unwrap();
    let text = "version = 1\ntitle=''\nquestion=''\nplayers=[{spec='random'},{spec='greedy'}]\n\
        [matches]\ngames=2\npaper=[{first='random',second='Old Engine',wins=3,losses=9}]";
    run("old", text, folder.path(), &StopFlag::new()).unwrap();
    let folder = quick_folder(folder.path(), "old");
    let csv = fs::read_to_string(folder.join("matches.csv")).unwrap();
    let last = csv.lines().last().unwrap();
    assert!(last.starts_with("\"random – Old Engine, paper\"") && last.ends_with("3 0 9,25.0 %,"));
}

const TWO: &str = "version = 1\ntitle=''\nquestion=''\nplayers=[{spec='random'},{spec='greedy'}]\n\
    [matches]\ngames=4\npaper=[{first='random',second='greedy',wins=1,losses=9,time=['3 ns','5 ns']}]\n\
    [quick]\ngames=2";

#[test]
fn every_match_row_says_what_the_searches_reached() {
    let text = "version = 1\ntitle=''\nquestion=''\nsize=7\nmove_limit=9\n\
        players=[{name='A',spec='alphabeta:depth=2'},{name='B',spec='alphabeta:depth=3',limits={nodes=1}}]\n\
        [matches]\ngames=2\npaper=[{first='A',second='B',wins=1,losses=9,time=['3 ns','5 ns']}]";
    let out = tempfile::tempdir().unwrap();
    let finished = run("depths", text, out.path(), &StopFlag::new()).unwrap();
    let table = &finished.summary.tables[0];
    let cell = |title: &str| {
        let column = table.header.iter().position(|header| header == title);
        table.rows[0][column.expect(title)].as_str()
    };
    assert!(
        cell("depth").starts_with("2.0, max 2 / "),
        "{}",
        cell("depth")
    );
    assert!(
        cell("full depth").starts_with("100.0 % to 2 / "),
        "{}",
        cell("full depth")
    );
    assert!(
        cell("full depth").ends_with(" to 3"),
        "{}",
        cell("full depth")
    );
    assert!(cell("nodes a move").contains(" / ") && cell("ms a move").contains(" / "));
    assert_eq!(cell("paper: time"), "3 ns / 5 ns");
    let reached = &finished.summary.findings["matches"][0]["reached"];
    assert_eq!(reached[0]["full_depth_share"], 1.0);
    assert_eq!(reached[1]["full_depth"], 3);
}

#[test]
fn a_quick_run_does_not_replace_a_full_one() {
    let out = tempfile::tempdir().unwrap();
    for (is_quick, games) in [(false, 4), (true, 2), (false, 4)] {
        let stop = StopFlag::new();
        let run = run_with("two", TWO, out.path(), (&stop, None, is_quick)).unwrap();
        assert_eq!(run.summary.games, games);
    }
    let names = ["two", "two-quick"];
    assert!(
        names
            .iter()
            .all(|name| out.path().join(name).join("report.html").exists())
    );
    assert_eq!(fs::read_dir(out.path()).unwrap().count(), 2);
}

#[test]
fn results_of_another_definition_or_program_are_kept() {
    let out = tempfile::tempdir().unwrap();
    let longer = TWO.replace("games=4", "games=6");
    let renamed = longer.replace("title=''", "title='A better title'");
    let folder = |name: &str| out.path().join(name);
    for (text, commit, kept) in [
        (TWO, "a", 0),
        (&longer, "a", 1),
        // What only describes the experiment changes nothing.
        (&renamed, "a", 1),
        (&renamed, "b", 2),
        (TWO, "b", 3),
    ] {
        let stop = StopFlag::new();
        run_with("two", text, out.path(), (&stop, Some(commit), false)).unwrap();
        let count = (1..9).filter(|number| folder(&format!("two.{number}")).exists());
        assert_eq!(count.count(), kept, "{text} {commit}");
    }
    let read = |name: &str| fs::read_to_string(folder(name).join("summary.json")).unwrap();
    assert!(read("two.1").contains("\"games\": 4") && read("two.2").contains("\"games\": 6"));
}

#[test]
fn a_missing_program_skips_its_pairings_visibly() {
    let out = tempfile::tempdir().unwrap();
    let text = TWO.replace(
        "{spec='greedy'}",
        "{spec='greedy'},{name='P',spec='pbrain:cmd=/no/such/engine'}",
    );
    for allowed in [false, true] {
        let options = RunOptions {
            folder: &out.path().join("two"),
            is_quick: true,
            concurrency: 1,
            access: &players::Access::shipped().with_programs(allowed),
            commit: None,
            stop: &StopFlag::new(),
        };
        let mut notes = Vec::new();
        let mut on_event = |event: experiment::RunEvent<'_>| {
            if let experiment::RunEvent::Note(note) = event {
                notes.push(note.to_owned());
            }
        };
        let run = experiment::run("two", &text, Path::new("."), &options, &mut on_event).unwrap();
        assert_eq!(run.summary.games, 2);
        assert_eq!(run.summary.skipped.len(), 2);
        assert_eq!(notes, run.summary.skipped);
        assert!(notes[0].starts_with("random - P skipped: "), "{notes:?}");
        let table = experiment::text_table(&run.summary.tables[0]);
        assert!(
            table.contains("skipped") && table.contains("10.0 %"),
            "{table}"
        );
    }
}

#[test]
fn a_published_result_has_the_text_files_and_no_store() {
    let folder = tempfile::tempdir().unwrap();
    let (out, docs) = (folder.path().join("out"), folder.path().join("docs"));
    let publish = |replace| experiment::publish("two", &out, &docs, replace);
    assert!(matches!(publish(false), Err(PublishError::NoResults(_))));
    let stop = StopFlag::new();
    let run_it = |text: &str| run_with("two", text, &out, (&stop, None, false)).unwrap();
    run_it(TWO);
    let published = publish(false).unwrap();
    let mut files: Vec<_> = fs::read_dir(&published)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, ["matches.csv", "summary.json"]);
    run_it(&TWO.replace("games=4", "games=2"));
    assert!(matches!(publish(false), Err(PublishError::Longer { .. })));
    publish(true).unwrap();
    fs::write(published.join("summary.json"), "{}").unwrap();
    assert!(matches!(publish(false), Err(PublishError::Unreadable(_))));
    publish(true).unwrap();
    let summary = fs::read_to_string(published.join("summary.json")).unwrap();
    assert!(summary.contains("\"games\": 2"));
}

#[test]
fn an_unknown_key_is_answered_with_the_valid_ones() {
    let text = TWO.replace("title=''", "title=''\nopennings='empty'");
    let error = Definition::read(&text, false).unwrap_err().to_string();
    assert!(
        error.contains("`openings`") && error.contains("`matches`"),
        "{error}"
    );
    assert!(!error.contains("`kind`"), "{error}");
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
