//! The program `tengen`: parse, one match, call.
#![forbid(unsafe_code)]

mod args;
mod command;
mod game_files;
mod game_over;
mod interrupt;
mod progress;
mod record_file;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

fn main() -> ExitCode {
    // Under an engine's name the program is an engine: managers start it without arguments.
    if is_engine_name(std::env::args_os().next().as_deref().map(Path::new))
        && std::env::args_os().len() == 1
    {
        return report(command::pbrain::run(&args::PbrainArgs::default()));
    }
    report(run(Args::parse()))
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
        Command::Train(command) => command::train::run(&command),
        Command::Openings(command) => command::openings::run(&command),
        Command::Games(command) => command::games::run(&command),
        Command::Elo(args) => command::elo::run(&args),
        Command::Tune(command) => command::tune::run(&command),
        Command::Bench(args) => command::bench::run(&args),
    }
}

fn is_engine_name(program: Option<&Path>) -> bool {
    program
        .and_then(Path::file_stem)
        .and_then(|name| name.to_str())
        .is_some_and(|name| name == "engine" || name.starts_with("pbrain-"))
}

fn report(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tengen: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
