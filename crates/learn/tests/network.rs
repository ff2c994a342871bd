//! Training of line networks: it learns, its integers agree with its floats, and a run that was stopped goes on as if it had
//! not been.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::path::Path;

use engine::Evaluation;
use gomoku::{Rule, Size, StopFlag};
use learn::data::dataset::Dataset;
use learn::data::file::{GENERATOR, Settings};
use learn::data::generate;
use learn::network::trainer::{TrainConfig, Trainer};
use learn::network::training_run::NetworkRun;

fn dataset(folder: &Path, rule: Rule) -> Dataset {
    std::fs::create_dir_all(folder).unwrap();
    let path = folder.join("positions");
    let evaluation = Evaluation::of(rule);
    let settings = Settings {
        rule,
        size: Size::new(11).unwrap(),
        seed: 5,
        nodes: 300,
        label_nodes: 300,
        on_path: 10,
        off_path: 20,
        weights: evaluation.checksum(),
        generator: GENERATOR,
    };
    generate::generate(
        &settings,
        &evaluation,
        120,
        2,
        &path,
        &StopFlag::new(),
        |_| {},
    )
    .unwrap();
    Dataset::open(&[path]).unwrap()
}

fn config(rule: Rule) -> TrainConfig {
    TrainConfig {
        rule,
        epochs: 2,
        batch_size: 64,
        learning_rate: 0.003,
        weight_decay: 0.1,
        policy_share: 0.1,
        result_share: 0.3,
        seed: 7,
    }
}

#[test]
fn training_learns_and_quantization_keeps_it() {
    let folder = tempfile::tempdir().unwrap();
    for rule in [Rule::Freestyle, Rule::Renju] {
        let dataset = dataset(&folder.path().join(rule.name()), rule);
        let mut trainer = Trainer::new(TrainConfig {
            epochs: 16,
            ..config(rule)
        });
        let mean = |trainer: &Trainer| {
            let loss = trainer.measure(&dataset, &dataset.training);
            let (samples, policies) = (loss.samples as f64, loss.policy_samples as f64);
            (loss.value / samples, loss.policy / policies)
        };
        let (value_before, policy_before) = mean(&trainer);
        let steps = trainer.total_steps(dataset.training.len());
        trainer.train(&dataset, &mut Default::default(), steps);
        let (value, policy) = mean(&trainer);
        assert!(value < 0.9 * value_before, "{value_before} {value}");
        assert!(policy < 0.9 * policy_before, "{policy_before} {policy}");
        let quantized = trainer.measure_evaluation(&trainer.network(), &dataset, &dataset.training);
        assert!((quantized - value).abs() < 0.003, "{value} {quantized}");
    }
}

#[test]
fn a_stopped_run_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = dataset(folder.path(), Rule::Freestyle);
    let run = |name: &str, seed: u64| NetworkRun {
        config: TrainConfig {
            seed,
            ..config(Rule::Freestyle)
        },
        out: folder.path().join(name),
        command: "tengen train network".to_owned(),
    };
    let whole = run("whole", 7);
    let summary = whole.run(&dataset, &StopFlag::new(), |_, _| {}).unwrap();
    assert!(summary.is_complete);

    let broken = run("broken", 7);
    let mut reports = 0;
    while !{
        let stop = StopFlag::new();
        let summary = broken.run(&dataset, &stop, |_, _| {
            reports += 1;
            stop.raise();
        });
        summary.unwrap().is_complete
    } {}
    assert!(reports > 5);
    for file in ["network.weights", "curve.csv", "curve.svg", "checkpoint"] {
        let read = |name: &str| std::fs::read(folder.path().join(name).join(file)).unwrap();
        assert!(read("whole") == read("broken"), "{file}");
    }

    // Another training must not go on in the same folder, and a damaged checkpoint is named.
    let error = NetworkRun {
        out: broken.out.clone(),
        ..run("broken", 8)
    };
    let error = error
        .run(&dataset, &StopFlag::new(), |_, _| {})
        .unwrap_err();
    assert!(error.to_string().contains("another training"), "{error}");
    std::fs::write(broken.out.join("checkpoint"), "x").unwrap();
    let error = broken
        .run(&dataset, &StopFlag::new(), |_, _| {})
        .unwrap_err();
    assert!(error.to_string().contains("not the checkpoint"), "{error}");
}
