//! `tengen pbrain`: runs any player as a Gomocup brain.

use std::io::{stdin, stdout};

use players::gomocup;

use crate::args::PbrainArgs;

pub(crate) fn run(args: &PbrainArgs) -> anyhow::Result<()> {
    // Some managers read standard error as an answer. The session reports a panic itself.
    std::panic::set_hook(Box::new(|_| {}));
    gomocup::serve(&args.player, stdin(), stdout());
    Ok(())
}
