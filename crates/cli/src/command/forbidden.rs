//! `tengen forbidden`: the points on which renju forbids black to play.

use std::io::{Write, stdout};

use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Rule, forbidden};

use anyhow::{Context, anyhow};

use crate::args::ForbiddenArgs;

pub(crate) fn run(args: &ForbiddenArgs) -> anyhow::Result<()> {
    let moves = notation::parse_moves(&args.moves, args.size, RowOrigin::Bottom)
        .with_context(|| format!("--moves {:?}", args.moves))?;
    // Earlier moves may be forbidden ones; only the next move matters here.
    let mut board = Board::new(args.size, Rule::Renju);
    for (index, ply) in moves.into_iter().enumerate() {
        match ply {
            None => board.pass(),
            Some(point) if board.is_empty(point) => board.push(point),
            Some(point) => {
                return Err(anyhow!(
                    "--moves: move {} ({}): the point is occupied",
                    index + 1,
                    point.name(args.size)
                ));
            }
        }
    }
    let mut forbidden: Vec<_> = forbidden::forbidden_points(&board)
        .into_iter()
        .map(|(point, reason)| (point.name(args.size).to_string(), reason))
        .collect();
    forbidden.sort_by(|one, other| one.0.cmp(&other.0));
    let mut out = stdout().lock();
    if args.json {
        let names: Vec<&str> = forbidden.iter().map(|(name, _)| name.as_str()).collect();
        writeln!(out, "{}", serde_json::to_string(&names)?)?;
    } else if forbidden.is_empty() {
        writeln!(out, "no forbidden points")?;
    } else {
        for (name, reason) in forbidden {
            writeln!(out, "{name}  {reason}")?;
        }
    }
    Ok(())
}
