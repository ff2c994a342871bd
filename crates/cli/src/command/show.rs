//! `tengen show`: prints a position or the games of a file as diagrams.

use std::io::{Write, stdout};

use gomoku::{Board, Rule, diagram, forbidden};
use records::Record;

use crate::args::ShowArgs;
use crate::record_file;

pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    let Some(file) = &args.file else {
        write!(out, "{}", describe(&args.position.board()?))?;
        return Ok(());
    };
    let records = record_file::read(file, &args.reading, args.position.moves.size, None)?;
    for record in &records {
        let rule = record.rule.unwrap_or(args.position.rule);
        write!(out, "{}", title(record))?;
        writeln!(out, "{}", describe(&record.to_board(rule)?))?;
    }
    Ok(())
}

/// Players, event, date and result, as far as the record has them.
fn title(record: &Record) -> String {
    let name = |name: &str| {
        if name.is_empty() {
            "?".to_owned()
        } else {
            name.to_owned()
        }
    };
    let mut title = format!(
        "{} - {}",
        name(&record.names.black),
        name(&record.names.white)
    );
    for part in [&record.event, &record.date] {
        if !part.is_empty() {
            title += &format!(", {part}");
        }
    }
    if let Some(ending) = &record.result {
        title += &match ending.winner {
            Some(color) => format!(", {color} wins"),
            None => ", draw".to_owned(),
        };
        if !ending.reason.is_empty() {
            title += &format!(" ({})", ending.reason);
        }
    }
    let variations = record.node_count() - record.main_line().count();
    if variations > 0 {
        title += &format!("\n{variations} moves in variations are not shown");
    }
    title + "\n"
}

fn describe(board: &Board) -> String {
    let mut text = diagram::print(board);
    text += &match board.any_winner() {
        Some(winner) => format!(
            "{}, {} stones, {winner} has won\n",
            board.rule(),
            board.stone_count()
        ),
        None => format!(
            "{}, {} stones, {} to move\n",
            board.rule(),
            board.stone_count(),
            board.side_to_move()
        ),
    };
    if board.rule() == Rule::Renju && board.any_winner().is_none() {
        let forbidden: Vec<_> = forbidden::forbidden_points(board)
            .into_iter()
            .map(|(point, reason)| format!("{} ({reason})", point.name(board.size())))
            .collect();
        if !forbidden.is_empty() {
            text += &format!("forbidden for black: {}\n", forbidden.join(", "));
        }
    }
    text
}
