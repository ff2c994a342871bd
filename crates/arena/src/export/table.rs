//! Games as lines of a CSV file.

use super::EventInfo;
use crate::game_record::{GameRecord, Termination};

/// The first line.
pub const CSV_TITLE: &str = "number,pair,opening,black,white,winner,reason,stones,black_ms,white_ms,black_nodes,white_nodes,moves,detail";

/// One game on one line.
pub fn write_csv(game: &GameRecord, context: &EventInfo) -> String {
    let summary = game.summary();
    let result = &game.result;
    let moves: String = result
        .moves
        .iter()
        .map(|point| point.name(context.size).to_string())
        .collect();
    let millis = |time: std::time::Duration| format!("{:.3}", time.as_secs_f64() * 1e3);
    let fields = [
        game.number.to_string(),
        game.pair.to_string(),
        game.opening.to_string(),
        context.name(game.players.black).to_owned(),
        context.name(game.players.white).to_owned(),
        result
            .outcome
            .winner
            .map_or("draw".to_owned(), |color| color.to_string()),
        Termination::of(&result.outcome.reason).name().to_owned(),
        result.moves.len().to_string(),
        millis(summary.totals.black.time),
        millis(summary.totals.white.time),
        summary.totals.black.nodes.to_string(),
        summary.totals.white.nodes.to_string(),
        moves,
        result.detail.clone(),
    ];
    fields.map(|field| quoted(&field)).join(",") + "\n"
}

/// A field of a CSV file, in quotation marks where it needs them.
pub(crate) fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_as_many_fields_as_the_title() {
        let (games, context) = super::super::tests::some_games();
        let line = write_csv(&games[0], &context);
        // The names have quotation marks and no commas.
        assert_eq!(line.matches(',').count(), CSV_TITLE.matches(',').count());
        assert!(line.contains("\"the \"\"greedy\"\"\""));
    }
}
