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
use learn::zero::folder::{Folder, RunError};
use learn::zero::rating::Measure;
use learn::zero::{Training, picture};
use nets::Residual;
use train_zero::BurnLearner;

use crate::args::Args;

fn main() -> ExitCode {
    let args = Args::parse();
    let plan = args.plan();
    if let Some(games) = &args.pictures {
        let folder = Folder::open(&args.out, &plan.to_string());
        return match folder.and_then(|folder| picture::draw(&folder, &plan, games)) {
            Ok(files) => {
                files.iter().for_each(|file| println!("{}", file.display()));
                ExitCode::SUCCESS
            }
            Err(error) => fail(&error),
        };
    }
    let network = Residual::random(plan.shape, plan.seed);
    let mut learner = BurnLearner::new(&network, plan.schedule.clone(), args.learner_threads);
    let training = Training {
        plan,
        out: args.out,
        threads: args.threads,
        games: args.games,
        hours: args.hours,
        measure: Measure {
            every: args.every,
            opponents: args.opponent,
            games: args.rating_games,
            gate_games: args.gate_games,
            visits: args.rating_visits,
            threads: args.threads,
        },
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
    match training.run(&mut learner, &stop, |line| eprintln!("{line}")) {
        Ok(games) => {
            println!("{} after {games} games", training.out.display());
            ExitCode::SUCCESS
        }
        Err(error) => fail(&error),
    }
}

fn fail(error: &RunError) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::FAILURE
}
