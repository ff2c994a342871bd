//! Numbers out of range are usage errors, and no input file is read without end.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::process::{Command, Output, Stdio};

fn tengen(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(arguments.split_whitespace());
    command.stdin(Stdio::null());
    command
}

fn output(arguments: &str) -> Output {
    tengen(arguments).output().unwrap()
}

#[test]
fn numbers_out_of_range_are_usage_errors() {
    let max = u64::MAX;
    for arguments in [
        format!("match random random --games {max}"),
        "match random random --games 0".to_owned(),
        "match random random --concurrency 0".to_owned(),
        format!("match random random --concurrency {max}"),
        format!("match random random --memory {max}"),
        "match random random --nodes 0".to_owned(),
        "match random random --depth 0".to_owned(),
        format!("match random random --threads {max}"),
        "match random random --move-limit 0".to_owned(),
        "match random random --sprt-error 0.5".to_owned(),
        "match random random --sprt 0,1e300".to_owned(),
        format!("match random random --limits-a memory={max}"),
        "match random random --limits-b nodes=0".to_owned(),
        "tournament x.toml --concurrency 0".to_owned(),
        "experiment run x --concurrency 0".to_owned(),
        "openings generate --count 0".to_owned(),
        "openings generate --stones 9999".to_owned(),
        "openings generate --tolerance nan".to_owned(),
        format!("openings generate --games {max}"),
        "think --iterations 0".to_owned(),
        "solve --kind vcf --nodes 0".to_owned(),
        format!("solve --kind vcf --memory {max}"),
        "bench --depth 0".to_owned(),
        format!("elo {max} {max} {max}"),
        "elo 1 2 3 4".to_owned(),
        "elo 0 0 0".to_owned(),
        "elo 1 2 3 --sprt 0,5".to_owned(),
        "train adp --net zhao --out x --games 0".to_owned(),
        format!("train adp --net zhao --out x --games {max}"),
        "train adp --net zhao --out x --games 1 --every 0".to_owned(),
        "tune search --out x --pairs 0".to_owned(),
        format!("tune eval --out x --games {max}"),
        "tune eval --out x --threads 0".to_owned(),
        "data generate --out x --nodes 0".to_owned(),
        "data generate --out x --threads 0".to_owned(),
    ] {
        let output = output(&arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(
            output.stdout.is_empty() && !error.is_empty(),
            "{arguments}: {error}"
        );
    }
}

#[test]
fn games_of_a_tournament_file_have_a_range() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.toml");
    for games in ["0", "9223372036854775807"] {
        let players = "[[players]]\nspec = \"random\"\n[[players]]\nspec = \"greedy\"\n";
        fs::write(&path, format!("version = 1\ngames = {games}\n{players}")).unwrap();
        let output = output(&format!("tournament {}", path.display()));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && error.contains("games for each pairing"),
            "{error}"
        );
    }
}

#[cfg(unix)]
#[test]
fn endless_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let toml = folder.path().join("endless.toml");
    std::os::unix::fs::symlink("/dev/zero", &toml).unwrap();
    let (toml, folder) = (toml.display(), folder.path().display());
    for arguments in [
        "show /dev/zero".to_owned(),
        format!("show {folder}"),
        format!("convert /dev/zero {folder}/x.sgf"),
        "verify /dev/zero".to_owned(),
        format!("tournament {toml}"),
        format!("experiment run {toml}"),
        "match random random --openings /dev/zero".to_owned(),
        "openings generate --from /dev/zero".to_owned(),
        format!("tune eval --out {folder} --weights /dev/zero"),
        "tune search --out /dev/zero".to_owned(),
        format!("data generate --out {folder}/x --weights /dev/zero"),
        "data info /dev/zero".to_owned(),
        "games list /dev/zero".to_owned(),
        "games repair /dev/zero".to_owned(),
        "match random random --store /dev/zero".to_owned(),
        "train adp --net zhao --games 1 --resume --out /dev/zero".to_owned(),
    ] {
        let output = output(&arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments}: {error}");
        assert!(
            error.contains("not a regular file") || error.contains("directory"),
            "{arguments}: {error}"
        );
    }
    let zero = fs::File::open("/dev/zero").unwrap();
    let piped = tengen("show -").stdin(zero).output().unwrap();
    let error = String::from_utf8_lossy(&piped.stderr);
    assert!(error.contains("larger than 64 MiB"), "{error}");
}

#[test]
fn a_finished_training_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.critic");
    let train = |games: u32| {
        let arguments = format!(
            "train adp --net zhao --size 9 --rating-games 0 --resume --games {games} --out {}",
            path.display()
        );
        let output = output(&arguments);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    };
    let files = || {
        let entries = fs::read_dir(folder.path()).unwrap();
        let mut files: Vec<_> = entries
            .map(|entry| {
                let path = entry.unwrap().path();
                let modified = path.metadata().unwrap().modified().unwrap();
                (fs::read(&path).unwrap(), modified, path)
            })
            .collect();
        files.sort();
        files
    };
    train(20);
    let before = files();
    assert!(train(20).contains("finished with 20 games"));
    assert!(train(10).contains("finished with 20 games"));
    assert_eq!(files(), before);
    assert!(train(30).contains("10 played now"));
}
