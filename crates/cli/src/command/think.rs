//! `tengen think`: one move of one player.

use std::io::{IsTerminal, Write, stderr, stdout};

use anyhow::Context;
use gomoku::{Forced, Size, StopFlag, Thought, Watch};

use crate::args::ThinkArgs;
use crate::thought_json::ThoughtJson;
use crate::{game_over, interrupt};

/// How many candidates a person wants to read.
const CANDIDATES: usize = 10;

pub(crate) fn run(args: &ThinkArgs) -> anyhow::Result<()> {
    let board = args.position.board()?;
    game_over::refuse(&board)?;
    let spec = match args.seed {
        Some(seed) => args.player.clone().with_default_seed(seed),
        None => args.player.clone(),
    };
    let mut player = spec.build();
    let size = board.size();
    let stop = StopFlag::new();
    interrupt::raise_on_ctrl_c(&stop);
    let show = |thought: &Thought| {
        let _ = writeln!(stderr(), "{}", summary(thought, size));
    };
    let mut watch = Watch::new(stop, std::time::Instant::now());
    if !args.json && stderr().is_terminal() {
        watch = watch.reporting_to(&show);
    }
    let thought = player
        .think(&board, &args.limits.limits(), &watch)
        .with_context(|| format!("player {}", spec.name()))?;
    let mut out = stdout().lock();
    if args.json {
        writeln!(
            out,
            "{}",
            serde_json::to_string(&ThoughtJson::new(&thought, size))?
        )?;
        return Ok(());
    }
    writeln!(out, "{} plays {}", board.side(), thought.best.name(size))?;
    writeln!(out, "{}", summary(&thought, size))?;
    for candidate in thought.candidates.iter().take(CANDIDATES) {
        write!(out, "  {:4}", candidate.point.name(size).to_string())?;
        let columns = [
            ("visits", candidate.visits.map(|visits| visits as f64)),
            ("value", candidate.value),
            ("prior", candidate.prior),
            ("score", candidate.score),
        ];
        for (title, value) in columns {
            if let Some(value) = value {
                write!(out, "  {title} {value}")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A thought on one line.
fn summary(thought: &Thought, size: Size) -> String {
    let mut parts = vec![format!("depth {}", thought.depth)];
    match thought.forced {
        Some(Forced::Win(plies)) => parts.push(format!("wins in {plies}")),
        Some(Forced::Loss(plies)) => parts.push(format!("loses in {plies}")),
        None => {}
    }
    if let Some(score) = thought.score {
        parts.push(format!("score {score}"));
    }
    if let Some(rate) = thought.win_rate {
        parts.push(format!("win rate {:.1} %", 100.0 * rate));
    }
    parts.push(format!("{} nodes", thought.nodes));
    parts.push(format!("{:.1} ms", thought.time.as_secs_f64() * 1e3));
    let line: Vec<_> = thought
        .line
        .iter()
        .map(|point| point.name(size).to_string())
        .collect();
    parts.push(line.join(" "));
    parts.join(", ")
}
