//! Trains AlphaZero.
//!
//! ```sh
//! cargo build --release --manifest-path train-zero/Cargo.toml --target-dir target
//! target/release/train-zero --size 9 --out DIR
//! ```
#![forbid(unsafe_code)]

mod args;

use std::process::ExitCode;

use clap::Parser;
use gomoku::StopFlag;
use learn::zero::folder::{RunError, RunFolder};
use learn::zero::{ZeroRun, picture};
use nets::Residual;
use train_zero::BurnLearner;

use crate::args::Args;

fn main() -> ExitCode {
    let args = Args::parse();
    let result = match &args.pictures {
        Some(games) => render(&args, games),
        None => train(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn train(args: &Args) -> Result<(), RunError> {
    let config = args.config();
    let network = Residual::random(config.shape, config.seed);
    let mut learner = BurnLearner::new(&network, config.optimizer.clone(), args.learner_threads);
    let run = ZeroRun {
        config,
        out: args.out.clone(),
        threads: args.threads,
        games: args.games,
        hours: args.hours,
        rating: args.rating(),
    };
    let stop = StopFlag::new();
    let raised = stop.clone();
    // The first interrupt stops the run cleanly, the second exits at once.
    let _ = ctrlc::set_handler(move || {
        if raised.is_raised() {
            std::process::exit(130);
        }
        raised.raise();
    });
    let games = run.run(&mut learner, &stop, |line| eprintln!("{line}"))?;
    println!("{} after {games} games", run.out.display());
    Ok(())
}

fn render(args: &Args, games: &[u64]) -> Result<(), RunError> {
    let config = args.config();
    let folder = RunFolder::open(&args.out, &config.to_string())?;
    for file in picture::render(&folder, &config, games)? {
        println!("{}", file.display());
    }
    Ok(())
}
