//! Training data: the same bytes however they are generated, and a dataset without duplicates.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use engine::Evaluation;
use gomoku::{Position, Rule, Size, StopFlag};
use learn::data::dataset::Dataset;
use learn::data::file::{GENERATOR, HEADER_LEN, Settings};
use learn::data::generate::{Progress, generate};
use learn::data::mapped_file::DataFile;
use learn::data::record::record_len;
use learn::data::summary::Summary;
use learn::evaluation::positions::needs_evaluation;

fn settings(rule: Rule, size: u8) -> Settings {
    Settings {
        rule,
        size: Size::new(size).unwrap(),
        seed: 7,
        nodes: 100,
        label_nodes: 80,
        on_path: 4,
        off_path: 6,
        weights: Evaluation::of(rule).checksum(),
        generator: GENERATOR,
    }
}

fn run(settings: &Settings, games: u64, threads: usize, path: &Path) -> Progress {
    let evaluation = Evaluation::of(settings.rule);
    let stop = StopFlag::new();
    generate(settings, &evaluation, games, threads, path, &stop, |_| {}).unwrap()
}

#[test]
fn interruptions_and_threads_do_not_change_the_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(Rule::Freestyle, 15);
    let whole = folder.path().join("whole");
    let progress = run(&settings, 8, 1, &whole);
    let bytes = fs::read(&whole).unwrap();
    assert_eq!(progress.games, 8);
    let records = (bytes.len() - HEADER_LEN) / record_len(settings.size);
    assert_eq!(progress.positions, records as u64);

    let threads = folder.path().join("threads");
    run(&settings, 8, 3, &threads);
    assert_eq!(fs::read(&threads).unwrap(), bytes);

    // Killed at any byte, the file is completed to the same one.
    for length in [
        0,
        100,
        HEADER_LEN,
        HEADER_LEN + 30,
        bytes.len() / 2,
        bytes.len() - 1,
    ] {
        let killed = folder.path().join("killed");
        fs::write(&killed, &bytes[..length]).unwrap();
        run(&settings, 8, 2, &killed);
        assert!(fs::read(&killed).unwrap() == bytes, "cut at {length}");
    }

    // More games extend the file.
    run(&settings, 10, 2, &whole);
    assert!(fs::read(&whole).unwrap().starts_with(&bytes));
}

#[test]
fn positions_of_every_rule_need_an_evaluation_and_their_best_moves_are_legal() {
    let folder = tempfile::tempdir().unwrap();
    for (rule, size) in Rule::ALL.into_iter().zip([15, 13, 15, 20, 17]) {
        let path = folder.path().join(rule.name());
        let settings = settings(rule, size);
        let progress = run(&settings, 6, 2, &path);
        assert!(progress.positions > 12, "{rule:?}: {progress:?}");
        let file = DataFile::open(&path).unwrap();
        assert_eq!(file.settings(), &settings);
        for index in 0..file.len() {
            let record = file.record(index).unwrap();
            let board = record.board(settings.size, rule);
            assert_eq!(board.check(record.best_move), Ok(()));
            assert!(needs_evaluation(&Position::new(board)));
        }
    }
}

#[test]
fn a_dataset_holds_each_position_once_and_splits_by_game() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(Rule::Standard, 15);
    let path = folder.path().join("positions");
    let progress = run(&settings, 120, 2, &path);
    let copy = folder.path().join("copy");
    fs::copy(&path, &copy).unwrap();
    let dataset = Dataset::open(&[&path, &copy]).unwrap();
    let kept = dataset.training.len() + dataset.held_out.len();
    assert_eq!(kept as u64 + dataset.duplicates, 2 * progress.positions);
    assert!(dataset.duplicates >= progress.positions);
    assert!(!dataset.held_out.is_empty());
    let mut keys = HashSet::new();
    let games = |locations: &[_]| -> HashSet<u32> {
        let games = locations.iter().map(|&at| dataset.record(at).1.game);
        games.collect()
    };
    for &location in dataset.training.iter().chain(&dataset.held_out) {
        let (size, record) = dataset.record(location);
        let board = record.board(size, Rule::Standard);
        assert!(keys.insert(board.canonical_key().0));
    }
    assert!(games(&dataset.training).is_disjoint(&games(&dataset.held_out)));
    let summary = Summary::new(&dataset);
    assert_eq!(summary.results.iter().sum::<usize>(), kept);
    assert!(summary.on_path > 0 && summary.on_path < kept);
}
