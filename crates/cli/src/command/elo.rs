//! `tengen elo`: Elo and LLR of given results.

use std::io::{Write, stdout};

use arena::statistics::{Pentanomial, Sprt, Tally};

use crate::args::EloArgs;
use crate::usage_error::UsageError;

pub(crate) fn run(args: &EloArgs) -> anyhow::Result<()> {
    let usage_error = |text| Err(UsageError::new(text).into());
    if args.counts.iter().all(|&count| count == 0) {
        return usage_error("expected at least one game");
    }
    let mut out = stdout().lock();
    let (elo, superiority) = match *args.counts.as_slice() {
        [wins, draws, losses] => {
            if args.sprt.is_some() {
                return usage_error("--sprt needs the five pentanomial counts");
            }
            let tally = Tally {
                wins,
                draws,
                losses,
            };
            (tally.elo(), tally.likelihood_of_superiority())
        }
        [a, b, c, d, e] => {
            let pentanomial = Pentanomial([a, b, c, d, e]);
            if let Some(elo) = pentanomial.normalized_elo() {
                writeln!(out, "normalized Elo {elo:.2}")?;
            }
            if let Some(sprt) = args.sprt {
                let sprt = Sprt {
                    model: args.sprt_model.into(),
                    ..sprt
                };
                let (lower, upper) = sprt.bounds();
                let llr = sprt.llr(&pentanomial);
                writeln!(out, "LLR {llr:.3} between {lower:.2} and {upper:.2}")?;
            }
            (pentanomial.elo(), pentanomial.likelihood_of_superiority())
        }
        _ => return usage_error("expected three counts of games or five of pairs"),
    };
    if let Some(elo) = elo {
        writeln!(out, "Elo {elo:.2} (95 % interval)")?;
    }
    if let Some(superiority) = superiority {
        let percent = 100.0 * superiority;
        writeln!(out, "likelihood of superiority {percent:.2} %")?;
    }
    Ok(())
}
