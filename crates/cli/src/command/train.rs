//! `tengen train`: networks that teach themselves.

use anyhow::{Context as _, anyhow, bail};
use gomoku::StopFlag;
use learn::adp::config::{ExplorationPhase, Extensions};
use learn::adp::{AdpConfig, TrainingRun};
use nets::Inputs;

use crate::args::{NetName, TrainAdpArgs, TrainCommand, TrainZeroArgs};
use crate::interrupt;

pub(crate) fn run(command: &TrainCommand) -> anyhow::Result<()> {
    match command {
        TrainCommand::Adp(args) => adp(args),
        TrainCommand::Zero(args) => zero(args),
    }
}

/// The program that trains residual networks. Its tensor framework takes ten minutes to compile, so it is a workspace of its
/// own.
const TRAIN_ZERO: &str = "train-zero";
const BUILD_TRAIN_ZERO: &str =
    "cargo build --release --manifest-path train-zero/Cargo.toml --target-dir target";

/// Starts the `train-zero` in the folder of this program.
fn zero(args: &TrainZeroArgs) -> anyhow::Result<()> {
    let here = std::env::current_exe()?;
    let program = here.with_file_name(format!("{TRAIN_ZERO}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        bail!(
            "{} does not exist. Its tensor framework takes ten minutes to compile, so it is built separately:\n\n    {BUILD_TRAIN_ZERO}\n\nThen `tengen train zero` starts it; so does its own name: {TRAIN_ZERO} --help",
            program.display()
        );
    }
    let status = std::process::Command::new(&program)
        .args(&args.rest)
        .status()
        .with_context(|| format!("cannot start {}", program.display()))?;
    if !status.success() {
        bail!("{TRAIN_ZERO} ended with {status}");
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
        command: std::env::args()
            .skip(1)
            .fold("tengen".to_owned(), |all, one| all + " " + &one),
    };
    let stop = StopFlag::new();
    interrupt::raise_on_ctrl_c(&stop);
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
    println!(
        "{} after {} games: {} played now in {:.1} s",
        args.out.display(),
        summary.games,
        summary.played,
        summary.training_time.as_secs_f64()
    );
    Ok(())
}

fn config(args: &TrainAdpArgs) -> anyhow::Result<AdpConfig> {
    let name = args.net.name();
    let mut config =
        AdpConfig::named(name).ok_or_else(|| anyhow!("no configuration for {name}"))?;
    if let Some(ablation) = args.ablation {
        if args.net != NetName::Zhao {
            bail!("--ablation belongs to zhao's table 2, not to {name}");
        }
        let (inputs, hidden) = ablation.network();
        let inputs = Inputs::named(inputs).ok_or_else(|| anyhow!("no inputs {inputs}"))?;
        config = config.with_inputs(inputs, hidden);
    }
    if let Some(hidden) = args.hidden {
        config.hidden = hidden.into();
    }
    if let Some(rate) = args.rate {
        config.step.hidden_rate = rate as f32;
        config.step.output_rate = rate as f32;
    }
    if args.epsilon.is_some() || args.random_beginning {
        let first = config.phase(0);
        config.phases = vec![ExplorationPhase {
            games: u64::MAX,
            epsilon: args.epsilon.unwrap_or(first.epsilon),
            random_first_moves: args.random_beginning,
        }];
    }
    config.anneal_over = args.anneal.then_some(args.games);
    config.extensions = Extensions {
        lambda: args.lambda as f32,
        replay_capacity: args.replay as usize,
        replays_per_game: if args.replay > 0 {
            args.replayed as usize
        } else {
            0
        },
        swap_players: args.swap,
        vcf_nodes: args.solver,
        batch_games: args.batch as usize,
        cut_traces: args.cut,
        max_opening_stones: args.opening,
    };
    Ok(config)
}
