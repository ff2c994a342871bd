//! `tengen elo`: what given results mean.

use std::io::{Write, stdout};

use anyhow::bail;
use arena::statistics::{Estimate, Pentanomial, Sprt, Tally};

use crate::args::EloArgs;

pub(crate) fn run(args: &EloArgs) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    let (elo, superiority) = match *args.counts.as_slice() {
        [wins, draws, losses] => {
            if args.sprt.is_some() {
                bail!("a test needs the five counts of pairs");
            }
            let tally = Tally {
                wins,
                draws,
                losses,
            };
            (tally.elo(), tally.likelihood_of_superiority())
        }
        [a, b, c, d, e] => {
            let pairs = Pentanomial([a, b, c, d, e]);
            if let Some(elo) = pairs.normalized_elo() {
                writeln!(out, "normalized Elo {}", text(elo))?;
            }
            if let Some(sprt) = args.sprt {
                let sprt = Sprt {
                    model: args.sprt_model.into(),
                    ..sprt
                };
                let (lower, upper) = sprt.bounds();
                let llr = sprt.llr(&pairs);
                writeln!(out, "LLR {llr:.3} between {lower:.2} and {upper:.2}")?;
            }
            (pairs.elo(), pairs.likelihood_of_superiority())
        }
        _ => bail!("give three counts of games or five of pairs"),
    };
    match elo {
        Some(elo) => writeln!(out, "Elo {}", text(elo))?,
        None => writeln!(out, "Elo unbounded: every point went to one side")?,
    }
    if let Some(superiority) = superiority {
        let percent = 100.0 * superiority;
        writeln!(out, "likelihood of superiority {percent:.2} %")?;
    }
    Ok(())
}

fn text(elo: Estimate) -> String {
    format!("{:+.2} ± {:.2}", elo.value, elo.error)
}
