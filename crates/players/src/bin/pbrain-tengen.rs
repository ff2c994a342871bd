//! Tengen as a Gomocup brain: the default player on standard input and output.
//!
//! `pbrain-tengen --player SPEC` runs any other player of the registry.
#![forbid(unsafe_code)]

use std::env;
use std::io;
use std::panic;
use std::process::ExitCode;

use players::{Access, Spec, external, gomocup};

fn main() -> ExitCode {
    external::supervise_if_asked();
    let spec = match spec_from(env::args().skip(1)) {
        Ok(spec) => spec,
        Err(reason) => {
            eprintln!("pbrain-tengen: {reason}");
            return ExitCode::FAILURE;
        }
    };
    // Some managers read standard error as an answer. The session reports a panic itself.
    panic::set_hook(Box::new(|_| {}));
    gomocup::serve(&spec, io::stdin(), io::stdout());
    ExitCode::SUCCESS
}

fn spec_from(mut arguments: impl Iterator<Item = String>) -> Result<Spec, String> {
    match (arguments.next().as_deref(), arguments.next()) {
        (None, _) => Ok(Spec::default()),
        (Some("--player"), Some(text)) => {
            Spec::read(&text, &Access::local()).map_err(|error| error.to_string())
        }
        _ => Err("usage: pbrain-tengen [--player SPEC]".into()),
    }
}
