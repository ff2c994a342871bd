//! Games as CSV.

use super::EventInfo;
use crate::game_record::{GameRecord, Termination};

/// Header line.
pub const CSV_TITLE: &str = "number,pair,opening,black,white,winner,reason,stones,black_ms,white_ms,black_nodes,white_nodes,moves,detail";

/// Writes a game as one line.
pub fn write_csv(game: &GameRecord, event: &EventInfo) -> String {
    let summary = game.summary();
    let result = &game.result;
    let moves: String = result
        .moves
        .iter()
        .map(|point| point.name(event.size).to_string())
        .collect();
    let millis = |time: std::time::Duration| format!("{:.3}", time.as_secs_f64() * 1e3);
    let fields = [
        game.number.to_string(),
        game.pair.to_string(),
        game.opening.to_string(),
        event.player_name(game.players.black).to_owned(),
        event.player_name(game.players.white).to_owned(),
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

/// Quotes a CSV field if necessary.
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
    fn lines_have_as_many_fields_as_the_header() {
        let (games, event) = super::super::tests::some_games();
        let line = write_csv(&games[0], &event);
        // The names contain quotation marks and no commas.
        assert_eq!(line.matches(',').count(), CSV_TITLE.matches(',').count());
        assert!(line.contains("\"the \"\"greedy\"\"\""));
    }
}
