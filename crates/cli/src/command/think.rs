//! `tengen think`: searches a position with one player.

use std::io::{IsTerminal, Write, stderr, stdout};

use anyhow::Context;
use gomoku::{MateIn, SearchControl, SearchResult, Size};
use wire::SearchInfo;

use crate::args::ThinkArgs;
use crate::interrupt;

/// Maximum candidates printed as text; `--json` has all of them.
const MAX_CANDIDATES: usize = 10;

pub(crate) fn run(args: &ThinkArgs) -> anyhow::Result<()> {
    let board = args.position.board_to_move()?;
    let spec = match args.seed {
        Some(seed) => args.player.clone().with_default_seed(seed),
        None => args.player.clone(),
    };
    let mut player = spec.build();
    let size = board.size();
    let stop = interrupt::prompt_stop_flag();
    let print_report = |result: &SearchResult| {
        let _ = writeln!(stderr(), "{}", summary(result, size));
    };
    let mut control = SearchControl::new(stop, std::time::Instant::now());
    if !args.json && stderr().is_terminal() {
        control = control.with_listener(&print_report);
    }
    let result = player
        .think(&board, &args.limits.limits(), &control)
        .with_context(|| format!("player {}", spec.name()))?;
    let mut out = stdout().lock();
    if args.json {
        let info = SearchInfo::new(&result, players::balance::win_rate(&result), size);
        writeln!(out, "{}", serde_json::to_string(&info)?)?;
        return Ok(());
    }
    writeln!(
        out,
        "{} plays {}",
        board.side_to_move(),
        result.best_move.name(size)
    )?;
    writeln!(out, "{}", summary(&result, size))?;
    for candidate in result.candidates.iter().take(MAX_CANDIDATES) {
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

/// A search result on one line.
fn summary(result: &SearchResult, size: Size) -> String {
    let mut parts = vec![format!("depth {}", result.depth)];
    match result.mate {
        Some(MateIn::Win(plies)) => parts.push(format!("wins in {plies}")),
        Some(MateIn::Loss(plies)) => parts.push(format!("loses in {plies}")),
        None => {}
    }
    if let Some(score) = result.score {
        parts.push(format!("score {score}"));
    }
    if let Some(rate) = result.win_rate {
        parts.push(format!("win rate {:.1} %", 100.0 * rate));
    }
    parts.push(format!("{} nodes", result.nodes));
    parts.push(format!("{:.1} ms", result.time.as_secs_f64() * 1e3));
    let line: Vec<_> = result
        .pv
        .iter()
        .map(|point| point.name(size).to_string())
        .collect();
    parts.push(line.join(" "));
    parts.join(", ")
}
