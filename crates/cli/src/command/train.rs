//! `tengen train`: trains networks by self-play.

use std::io::{Write, stdout};

use anyhow::{Context as _, anyhow, bail};
use learn::adp::config::{ExplorationPhase, Extensions};
use learn::adp::{AdpConfig, TrainingRun};
use learn::data::dataset::Dataset;
use learn::network::trainer::TrainConfig;
use learn::network::training_run::NetworkRun;
use nets::Inputs;

use crate::args::{NetName, TrainAdpArgs, TrainCommand, TrainNetworkArgs, TrainZeroArgs};
use crate::interrupt;
use crate::usage_error::UsageError;

pub(crate) fn run(command: &TrainCommand) -> anyhow::Result<()> {
    match command {
        TrainCommand::Adp(args) => adp(args),
        TrainCommand::Network(args) => network(args),
        TrainCommand::Zero(args) => zero(args),
    }
}

/// The program that trains residual networks. Its tensor framework takes ten minutes to compile, so it is a separate
/// workspace.
const TRAIN_ZERO: &str = "train-zero";
const BUILD_TRAIN_ZERO: &str =
    "cargo build --release --manifest-path train-zero/Cargo.toml --target-dir target";

/// Runs `train-zero` from the directory of this program.
fn zero(args: &TrainZeroArgs) -> anyhow::Result<()> {
    let here = std::env::current_exe()?;
    let program = here.with_file_name(format!("{TRAIN_ZERO}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        bail!(
            "{} does not exist. It is built separately, because its tensor framework takes ten minutes to compile:\n\n    {BUILD_TRAIN_ZERO}\n\nThen run `tengen train zero` again, or {TRAIN_ZERO} itself.",
            program.display()
        );
    }
    let status = std::process::Command::new(&program)
        .args(&args.rest)
        .status()
        .with_context(|| format!("cannot start {}", program.display()))?;
    if !status.success() {
        bail!("{TRAIN_ZERO} failed: {status}");
    }
    Ok(())
}

/// The command as it was typed, for records.
fn command_line() -> String {
    std::env::args()
        .skip(1)
        .fold("tengen".to_owned(), |all, one| all + " " + &one)
}

fn network(args: &TrainNetworkArgs) -> anyhow::Result<()> {
    let stop = interrupt::stop_flag();
    let dataset = Dataset::open(&args.files)?;
    if dataset.training.is_empty() || dataset.held_out.is_empty() {
        bail!("there are too few positions: none to train on, or none to measure on");
    }
    eprintln!(
        "{} training positions, {} held out",
        dataset.training.len(),
        dataset.held_out.len()
    );
    let training_run = NetworkRun {
        config: TrainConfig {
            rule: dataset.rule(),
            epochs: args.epochs,
            batch_size: args.batch_size,
            learning_rate: args.learning_rate as f32,
            weight_decay: args.weight_decay as f32,
            policy_share: args.policy_share as f32,
            result_share: args.result_share as f32,
            seed: args.seed,
        },
        out: args.out.clone(),
        command: command_line(),
    };
    let summary = training_run
        .run(&dataset, &stop, |metrics, speed| {
            eprintln!(
                "{:>9} steps  {speed:>6.0} positions/s  training {:.4} {:.4}  held out {:.4} {:.4}  best move first {:.1} %",
                metrics.step,
                metrics.training_value,
                metrics.training_policy,
                metrics.value,
                metrics.policy,
                100.0 * metrics.best_moves
            );
        })
        .with_context(|| args.out.display().to_string())?;
    let mut out = stdout().lock();
    if summary.is_complete {
        let [network, shipped] = summary.engine_values;
        writeln!(
            out,
            "{}: held-out loss {network:.4} as the engine computes it; the shipped evaluation has {shipped:.4}",
            args.out.join("network.weights").display(),
        )?;
    } else {
        writeln!(out, "interrupted; the same command resumes it")?;
    }
    Ok(())
}

fn adp(args: &TrainAdpArgs) -> anyhow::Result<()> {
    let opponents = match args.rating_games {
        0 => Vec::new(),
        _ => args.opponent.clone(),
    };
    let training_run = TrainingRun {
        config: config(args)?,
        size: args.size,
        games: args.games,
        seed: args.seed,
        out: args.out.clone(),
        every: args.every.unwrap_or(args.games.div_ceil(10)).max(1),
        opponents,
        rating_games: args.rating_games,
        resume: args.resume,
        command: command_line(),
    };
    let stop = interrupt::stop_flag();
    let summary = training_run.run(&stop, |metrics| {
        let mut line = format!(
            "{:>9} games  {:>7.0}/s  length {:>5.1}  RMS TD error {:.4}",
            metrics.games, metrics.games_per_second, metrics.mean_length, metrics.td_error
        );
        for (opponent, score) in training_run.opponents.iter().zip(&metrics.scores) {
            line += &format!("  {:>5.1} % against {opponent}", 100.0 * score);
        }
        eprintln!("{line}");
    })?;
    let (name, games) = (args.out.display(), summary.games);
    let mut out = stdout().lock();
    if summary.played == 0 && games >= args.games {
        writeln!(
            out,
            "{name}: finished with {games} games; nothing was changed"
        )?;
        return Ok(());
    }
    let seconds = summary.training_time.as_secs_f64();
    let played = summary.played;
    writeln!(
        out,
        "{name}: {games} games, {played} played now in {seconds:.1} s"
    )?;
    Ok(())
}

fn config(args: &TrainAdpArgs) -> anyhow::Result<AdpConfig> {
    let name = args.net.name();
    let mut config =
        AdpConfig::named(name).ok_or_else(|| anyhow!("unknown configuration {name}"))?;
    if let Some(ablation) = args.ablation {
        if args.net != NetName::Zhao {
            let text = format!("--ablation applies to --net zhao only, not to {name}");
            return Err(UsageError::new(text).into());
        }
        let (inputs, hidden) = ablation.network();
        let inputs = Inputs::named(inputs).ok_or_else(|| anyhow!("unknown inputs {inputs}"))?;
        config = config.with_inputs(inputs, hidden);
    }
    if let Some(hidden) = args.hidden {
        config.hidden = hidden.into();
    }
    if let Some(rate) = args.learning_rate {
        config.step.hidden_rate = rate as f32;
        config.step.output_rate = rate as f32;
    }
    if args.epsilon.is_some() || args.random_first_moves {
        let first = config.phase(0);
        config.phases = vec![ExplorationPhase {
            games: u64::MAX,
            epsilon: args.epsilon.unwrap_or(first.epsilon),
            random_first_moves: args.random_first_moves,
        }];
    }
    config.anneal_over = args.anneal.then_some(args.games);
    config.extensions = Extensions {
        lambda: args.lambda as f32,
        replay_capacity: args.replay_capacity as usize,
        replays_per_game: if args.replay_capacity > 0 {
            args.replays_per_game as usize
        } else {
            0
        },
        swap_players: args.swap_players,
        vcf_nodes: args.vcf_nodes,
        batch_games: args.batch_games as usize,
        cut_traces: args.cut_traces,
        max_opening_stones: args.max_opening_stones,
    };
    Ok(config)
}
