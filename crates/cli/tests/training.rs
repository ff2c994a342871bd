//! `tengen train`: the trained file can be played and resumed, and a damaged one is refused.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn tengen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .output()
        .unwrap()
}

fn train(out: &Path, games: &str, more: &[&str]) -> Output {
    let out = out.to_str().unwrap();
    let arguments = [
        &[
            "train", "adp", "--net", "cao", "--games", games, "--out", out,
        ],
        more,
    ]
    .concat();
    tengen(&arguments)
}

fn error(output: &Output) -> String {
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!text.contains("panicked"), "{text}");
    text
}

#[test]
fn a_critic_is_trained_resumed_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new.critic");
    let first = train(&out, "20", &["--every", "10", "--rating-games", "2"]);
    assert!(first.status.success(), "{first:?}");
    assert!(String::from_utf8_lossy(&first.stderr).contains("against greedy"));
    assert!(error(&train(&out, "20", &[])).contains("--resume"));
    let more = train(&out, "25", &["--resume", "--rating-games", "2"]);
    assert!(String::from_utf8_lossy(&more.stdout).contains("5 played now"));

    let spec = format!("adp:net={}", out.display());
    let result = tengen(&["think", "--player", &spec, "--moves", "h8i9", "--json"]);
    let result: Value = serde_json::from_slice(&result.stdout).unwrap();
    let candidates = result["candidates"].as_array().unwrap();
    assert!(candidates.len() > 20);
    for candidate in candidates {
        let value = candidate["value"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&value));
    }

    let mut bytes = fs::read(&out).unwrap();
    let end = bytes.len() - 1;
    bytes[end] ^= 0x10;
    fs::write(&out, bytes).unwrap();
    let damaged = error(&tengen(&["think", "--player", &spec]));
    assert!(
        damaged.contains("new.critic") && damaged.contains("damaged"),
        "{damaged}"
    );
}

#[test]
fn invalid_training_arguments_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new.critic");
    let unknown = error(&tengen(&["think", "--player", "uct-adp:net=caro"]));
    assert!(
        unknown.contains("caro") && unknown.contains("zhao, cao, chen, best"),
        "{unknown}"
    );
    assert!(error(&train(&out, "1", &["--ablation", "board"])).contains("zhao"));
    assert!(error(&train(&out, "1", &["--lambda", "2"])).contains("0 to 1"));
    assert!(error(&train(&out, "1", &["--opponent", "nobody"])).contains("nobody"));
    let nowhere = folder.path().join("missing/new.critic");
    assert!(error(&train(&nowhere, "1", &[])).contains("missing"));
}

#[test]
fn a_network_is_trained_on_generated_positions_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (positions, out) = (path("positions"), path("net"));
    let generate = [
        "data",
        "generate",
        "--rule",
        "renju",
        "--games",
        "60",
        "--nodes",
        "100",
        "--label-nodes",
        "100",
        "--seed",
        "3",
        "--out",
        &positions,
    ];
    assert!(tengen(&generate).status.success());
    let command = [
        "train", "network", "--epochs", "1", "--out", &out, &positions,
    ];
    let trained = tengen(&command);
    let text = String::from_utf8_lossy(&trained.stdout).into_owned();
    assert!(text.contains("the shipped evaluation has"), "{trained:?}");
    for file in ["checkpoint", "curve.csv", "curve.svg", "record.txt"] {
        assert!(Path::new(&out).join(file).exists(), "{file}");
    }
    // The finished run is not trained again, and another one does not overwrite it.
    assert_eq!(String::from_utf8_lossy(&tengen(&command).stdout), text);
    let other = [
        "train", "network", "--epochs", "2", "--out", &out, &positions,
    ];
    assert!(error(&tengen(&other)).contains("another training"));

    let weights = format!("{out}/network.weights");
    let spec = format!("tengen:weights={weights}");
    let think = [
        "think", "--player", &spec, "--moves", "h8i9", "--rule", "renju", "--nodes", "2000",
        "--json",
    ];
    let result: Value = serde_json::from_slice(&tengen(&think).stdout).unwrap();
    assert!(result["move"].is_string());

    let mut bytes = fs::read(&weights).unwrap();
    bytes[5_000] ^= 0x10;
    fs::write(&weights, bytes).unwrap();
    assert!(error(&tengen(&think)).contains("damaged"));
    assert!(
        error(&tengen(&["train", "network", "--out", &out, &weights]))
            .contains("not a file of labeled positions")
    );
}
