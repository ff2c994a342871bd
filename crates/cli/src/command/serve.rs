//! `tengen serve`: the web page, which does not exist yet.

use std::io::{Write, stdout};

use crate::args::ServeArgs;

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    writeln!(
        out,
        "The web page is not built yet, so nothing listens on {}.",
        args.addr
    )?;
    if args.open || args.data.is_some() {
        writeln!(out, "--open and --data will have their meaning with it.")?;
    }
    writeln!(out, "What works today:")?;
    writeln!(
        out,
        "  tengen players                     every player and its parameters"
    )?;
    writeln!(
        out,
        "  tengen think --moves h8i9          one move of a player"
    )?;
    writeln!(
        out,
        "  tengen solve --kind vct --moves …  a win by threats, with its proof"
    )?;
    writeln!(
        out,
        "  tengen match vcx greedy            a match with ratings"
    )?;
    writeln!(
        out,
        "  tengen experiment list             experiments with reports"
    )?;
    writeln!(
        out,
        "  tengen forbidden --moves h8i9      renju's forbidden points"
    )?;
    writeln!(out, "  tengen show --moves h8i9           a diagram")?;
    writeln!(out, "  tengen convert game.psq game.sgf   game records")?;
    writeln!(out, "  tengen pbrain                      a Gomocup engine")?;
    writeln!(
        out,
        "  tengen bench                       speed, and a signature"
    )?;
    writeln!(out, "  tengen help                        all options")?;
    Ok(())
}
