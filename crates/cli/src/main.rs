//! The program `tengen`.
#![forbid(unsafe_code)]

mod args;
mod command;
mod engine_weights;
mod game_files;
mod interrupt;
mod progress;
mod record_file;
mod usage_error;

use std::io::{Write as _, stderr};
use std::process::ExitCode;

use crate::args::{Args, Command};
use crate::usage_error::UsageError;

fn main() -> ExitCode {
    players::external::supervise_if_asked();
    let result = run(Args::from_env());
    // The reader of our output may have seen enough, as in `tengen players | head`.
    let error = result.err().filter(|error| !is_broken_pipe(error));
    if let Some(error) = &error {
        // Not eprintln, which panics if nobody reads it.
        let _ = writeln!(stderr(), "tengen: {error:#}");
    }
    match error {
        _ if interrupt::is_interrupted() => interrupt::EXIT_CODE.into(),
        None => ExitCode::SUCCESS,
        Some(error) if error.is::<UsageError>() => usage_error::EXIT_CODE.into(),
        Some(_) => ExitCode::FAILURE,
    }
}

fn run(args: Args) -> anyhow::Result<()> {
    match args.command.unwrap_or_default() {
        Command::Serve(args) => command::serve::run(&args),
        Command::Players(args) => command::players::run(&args),
        Command::Think(args) => command::think::run(&args),
        Command::Solve(args) => command::solve::run(&args),
        Command::Verify(args) => command::verify::run(&args),
        Command::Forbidden(args) => command::forbidden::run(&args),
        Command::Show(args) => command::show::run(&args),
        Command::Convert(args) => command::convert::run(&args),
        Command::Pbrain(args) => command::pbrain::run(&args),
        Command::Match(args) => command::r#match::run(&args),
        Command::Tournament(args) => command::tournament::run(&args),
        Command::Experiment(command) => command::experiment::run(&command),
        Command::Picture(args) => command::picture::run(&args),
        Command::Train(command) => command::train::run(&command),
        Command::Openings(command) => command::openings::run(&command),
        Command::Games(command) => command::games::run(&command),
        Command::Elo(args) => command::elo::run(&args),
        Command::Tune(command) => command::tune::run(&command),
        Command::Data(command) => command::data::run(&command),
        Command::Bench(args) => command::bench::run(&args),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
