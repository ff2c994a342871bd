//! `tengen forbidden`: lists black's forbidden points under renju rules.

use std::io::{Write, stdout};

use gomoku::{Rule, forbidden};

use crate::args::ForbiddenArgs;

pub(crate) fn run(args: &ForbiddenArgs) -> anyhow::Result<()> {
    let board = args.position.board_with_forbidden_moves(Rule::Renju)?;
    let mut points: Vec<_> = forbidden::forbidden_points(&board)
        .into_iter()
        .map(|(point, reason)| (point.name(board.size()).to_string(), reason))
        .collect();
    points.sort_by(|one, other| one.0.cmp(&other.0));
    let mut out = stdout().lock();
    if args.json {
        let names: Vec<&str> = points.iter().map(|(name, _)| name.as_str()).collect();
        writeln!(out, "{}", serde_json::to_string(&names)?)?;
    } else if points.is_empty() {
        writeln!(out, "no forbidden points")?;
    } else {
        for (name, reason) in points {
            writeln!(out, "{name}  {reason}")?;
        }
    }
    Ok(())
}
