//! The built program: its output and exit codes.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn tengen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(arguments: &[&str]) -> String {
    let output = tengen(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(arguments)).unwrap()
}

/// Asserts that the command fails with an error and without output. Returns the error.
fn refused(arguments: &[&str]) -> String {
    let output = tengen(arguments);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && output.stdout.is_empty(),
        "{arguments:?}"
    );
    assert!(!error.contains("panicked"), "{error}");
    error
}

/// An empty directory for a test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn an_experiment_ends_with_its_table_and_the_path_of_the_report() {
    let folder = folder("experiment");
    let file = folder.join("small.toml");
    let definition = "version = 1\ntitle='t'\nquestion='q'\nsize=5\nplayers=[{spec='random'},{spec='greedy'}]\n\
        [matches]\ngames=2\npaper=[{first='random',second='greedy',wins=3,losses=9,time=['7 ns','8 ns']}]";
    fs::write(&file, definition).unwrap();
    let out = folder.display().to_string();
    let file = file.display().to_string();
    let printed = text(&["experiment", "run", &file, "--out", &out]);
    for part in ["random – greedy", "paper: score", "25.0 %", "7 ns / 8 ns"] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    let last = printed.lines().last().unwrap();
    assert_eq!(PathBuf::from(last), folder.join("small/report.html"));
    for wrong in [
        &["experiment", "run"][..],
        &["experiment", "run", &file, "--all"],
    ] {
        assert_eq!(tengen(wrong).status.code(), Some(2), "{wrong:?}");
    }
    let error = refused(&[
        "experiment",
        "publish",
        "alphazero-opponents",
        "--out",
        &out,
    ]);
    assert!(error.contains("run the experiment first"), "{error}");
}

#[test]
fn players_are_listed_with_their_parameters() {
    let players = json(&["players", "--json"]);
    let names: Vec<_> = players
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"random") && names.contains(&"greedy") && names.contains(&"pbrain"));
    for player in players.as_array().unwrap() {
        assert!(
            !player["summary"].as_str().unwrap().is_empty()
                && !player["source"].as_str().unwrap().is_empty()
        );
        for param in player["params"].as_array().unwrap() {
            for key in ["name", "default", "min", "max", "doc"] {
                assert!(param.get(key).is_some(), "{player} {key}");
            }
        }
    }
    assert!(text(&["players"]).contains("greedy (Liao 2019)"));
}

#[test]
fn think_prints_one_json_document() {
    let result = json(&[
        "think",
        "--player",
        "greedy",
        "--moves",
        "h8a1i8a2j8a3k8",
        "--json",
    ]);
    assert!(["g8", "l8"].contains(&result["move"].as_str().unwrap()));
    assert_eq!(result["pv"][0], result["move"]);
    assert_eq!(result["candidates"][0]["move"], result["move"]);
    let keys = ["score", "win_rate", "mate", "depth", "nodes", "time_ms"];
    assert!(keys.iter().all(|key| result.get(key).is_some()));
    let seeded =
        |seed| json(&["think", "--player", "random", "--seed", seed, "--json"])["move"].clone();
    assert_eq!(seeded("3"), seeded("3"));
    assert!(text(&["think", "--moves", "h8i9"]).starts_with("black plays "));
}

#[test]
fn invalid_arguments_are_named_in_the_error() {
    for (arguments, named) in [
        (&["think", "--player", "gredy"][..], "greedy"),
        (&["think", "--player", "greedy:colour=blue"], "colour"),
        (&["think", "--player", "greedy:radius=9"], "radius"),
        (&["think", "--moves", "h8h8"], "move 2 (h8)"),
        (&["think", "--moves", "h8z99"], "z99"),
        (&["think", "--moves", "h8a1i8a2j8a3k8a4l8"], "black has won"),
        (&["think", "--size", "23"], "23"),
        (&["think", "--rule", "go"], "go"),
        (&["think", "--time", "5"], "5"),
        (
            &["think", "--moves", "h10a1h9a2g8a3i8a4h8", "--rule", "renju"],
            "double three",
        ),
        (&["forbidden", "--moves", "h8h8"], "h8"),
        (&["show", "no-such-file.sgf"], "no-such-file.sgf"),
        (&["pbrain", "--player", "nobody"], "nobody"),
        (&["dance"], "dance"),
    ] {
        let error = refused(arguments);
        assert!(error.contains(named), "{arguments:?}: {error}");
    }
}

#[test]
fn forbidden_points_are_sorted() {
    assert_eq!(
        json(&["forbidden", "--moves", "h10a1h9a2g8a3i8a4", "--json"]),
        serde_json::json!(["h8"])
    );
    assert_eq!(json(&["forbidden", "--json"]), serde_json::json!([]));
    assert!(text(&["forbidden", "--moves", "h10a1h9a2g8a3i8a4"]).contains("h8  double three"));
}

#[test]
fn records_are_shown_and_converted_in_both_directions() {
    let folder = folder("convert");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (sgf, psq, moves, again) = (path("a.sgf"), path("a.psq"), path("a.txt"), path("b.sgf"));
    fs::write(
        &sgf,
        "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[A]PW[B];B[hh];W[ig];B[ih](;W[gh])(;W[jh]C[alt]))",
    )
    .unwrap();
    let output = tengen(&["convert", &sgf, &psq]);
    assert!(output.status.success());
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("does not support variations")
    );
    text(&["convert", &psq, &moves]);
    assert_eq!(fs::read_to_string(&moves).unwrap().trim(), "h8i9i8g8");
    text(&["convert", &moves, &again]);
    assert!(text(&["show", &again]).contains("4 stones, black to move"));
    assert!(text(&["show", &sgf]).starts_with("A - B"));
    assert_eq!(
        text(&["convert", &psq, "-", "--to", "moves"]).trim(),
        "h8i9i8g8"
    );
    fs::write(path("bad.psq"), "Piskvorky 15x15, 11:11, 0\n99,99,0\n").unwrap();
    assert!(refused(&["convert", &path("bad.psq"), &path("c.sgf")]).contains("99,99"));
    assert!(!folder.join("c.sgf").exists());
}

#[test]
fn a_resumed_match_also_writes_the_games_of_earlier_runs() {
    let folder = folder("resumed");
    let store = folder.join("games.db");
    let out = folder.join("out");
    let play = |games: &str, more: &[&str]| {
        let mut arguments = vec![
            "match",
            "random",
            "random:near=no",
            "--json",
            "--games",
            games,
        ];
        arguments.extend(["--store", store.to_str().unwrap()]);
        arguments.extend(more);
        json(&arguments)
    };
    play("4", &[]);
    let report = play("6", &["--out", out.to_str().unwrap()]);
    assert_eq!(report["restored"], 4);
    for number in 1..=6 {
        assert!(out.join(format!("{number:06}.sgf")).exists(), "{number}");
    }
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    assert_eq!(read("games.csv").lines().count(), 7);
    assert_eq!(read("games.pgn").matches("[Event ").count(), 6);
}

#[test]
fn balanced_openings_are_built_in() {
    fn balanced<'a>(more: &[&'a str]) -> Vec<&'a str> {
        let mut arguments = vec!["match", "random", "random:near=no", "--games", "2"];
        arguments.extend(["--openings", "balanced"]);
        arguments.extend(more);
        arguments
    }
    let out = folder("balanced");
    text(&balanced(&["--out", out.to_str().unwrap()]));
    // Both games start from the first opening of the set, which has five stones.
    let first = fs::read_to_string(out.join("000001.sgf")).unwrap();
    let second = fs::read_to_string(out.join("000002.sgf")).unwrap();
    let stones = |sgf: &str| -> Vec<String> {
        let moves = sgf.match_indices(";B[").chain(sgf.match_indices(";W["));
        let mut offsets: Vec<usize> = moves.map(|(offset, _)| offset).collect();
        offsets.sort_unstable();
        let stone = |&offset: &usize| sgf[offset..offset + 6].to_owned();
        offsets.iter().take(5).map(stone).collect()
    };
    assert_eq!(stones(&first).len(), 5);
    assert_eq!(stones(&first), stones(&second));
    let error = refused(&balanced(&["--size", "19"]));
    assert!(error.contains("15 and 20, not 19"), "{error}");
}

#[test]
fn bench_ends_with_its_signature() {
    let once = text(&["bench", "--depth", "2"]);
    let last = |text: &str| {
        text.lines()
            .last()
            .unwrap()
            .split(' ')
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let words = last(&once);
    assert!(
        matches!(&words[..], [nodes, n, speed, s] if n == "nodes" && s == "nps" && nodes.parse::<u64>().is_ok() && speed.parse::<u64>().is_ok()),
        "{words:?}"
    );
    assert_eq!(last(&text(&["bench", "--depth", "2"]))[0], words[0]);
}

#[test]
fn pbrain_speaks_the_protocol() {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["pbrain", "--player", "greedy"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    engine
        .stdin
        .take()
        .unwrap()
        .write_all(b"START 15\r\nBEGIN\r\nEND\r\n")
        .unwrap();
    let output = engine.wait_with_output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<_> = output
        .lines()
        .filter(|line| !line.starts_with("MESSAGE "))
        .collect();
    assert_eq!(answers, ["OK", "7,7"]);
}
