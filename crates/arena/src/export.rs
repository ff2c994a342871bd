//! Game export: PSQ and SGF for viewers, PGN for rating tools, CSV for spreadsheets.

mod pgn;
mod table;

use gomoku::{Color, Rule, Size};
use records::{NodeId, Play, Record, RecordResult};

use crate::game_record::{GameRecord, Termination};

pub use pgn::write_pgn;
pub(crate) use table::quoted;
pub use table::{CSV_TITLE, write_csv};

/// Match data that game files contain.
#[derive(Clone, Debug)]
pub struct EventInfo {
    /// Name of the event; may be empty.
    pub name: String,
    /// Player names.
    pub names: Vec<String>,
    /// Board size.
    pub size: Size,
    /// Game rule.
    pub rule: Rule,
}

impl EventInfo {
    /// Name of a player.
    pub fn player_name(&self, player: usize) -> &str {
        self.names.get(player).map_or("?", String::as_str)
    }
}

/// Converts a game, with the time of each move and search data as comments.
pub fn to_record(game: &GameRecord, event: &EventInfo) -> Record {
    let result = &game.result;
    let mut record = Record::new(event.size);
    record.rule = Some(event.rule);
    record.names.black = event.player_name(game.players.black).to_owned();
    record.names.white = event.player_name(game.players.white).to_owned();
    record.event.clone_from(&event.name);
    record.date = date(game.started);
    record.result = Some(RecordResult {
        winner: result.outcome.winner,
        reason: Termination::of(&result.outcome.reason).name().to_owned(),
    });
    let mut parent = NodeId::ROOT;
    let mut color = Color::Black;
    for (index, &point) in result.moves.iter().enumerate() {
        let play = Play {
            color,
            point: Some(point),
        };
        parent = record.add_play(parent, play);
        let ply = index
            .checked_sub(game.opening_plies)
            .and_then(|index| result.plies.get(index));
        if let Some(ply) = ply {
            let node = record.node_mut(parent);
            node.time = Some(ply.time);
            let comment = search_comment(ply, event.size);
            if !comment.is_empty() {
                node.notes_mut().comment = comment;
            }
        }
        color = !color;
    }
    if !result.detail.is_empty() {
        let comment = &mut record.node_mut(parent).notes_mut().comment;
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(&result.detail);
    }
    record
}

/// Writes Piskvork's PSQ.
pub fn write_psq(game: &GameRecord, event: &EventInfo) -> Result<Vec<u8>, records::WriteError> {
    records::write(&[to_record(game, event)], records::FileFormat::Psq)
}

/// Writes SGF.
pub fn write_sgf(game: &GameRecord, event: &EventInfo) -> Result<Vec<u8>, records::WriteError> {
    records::write(&[to_record(game, event)], records::FileFormat::Sgf)
}

/// Search data of a move on one line.
fn search_comment(ply: &crate::game::Ply, size: Size) -> String {
    let result = &ply.result;
    let mut parts = Vec::new();
    if let Some(mate) = result.mate {
        parts.push(format!("mate {}", mate.signed()));
    }
    if let Some(score) = result.score {
        parts.push(format!("score {score}"));
    }
    if let Some(rate) = result.win_rate {
        parts.push(format!("win rate {rate:.3}"));
    }
    if result.depth > 0 {
        parts.push(format!("depth {}", result.depth));
    }
    if result.nodes > 0 {
        parts.push(format!("nodes {}", result.nodes));
    }
    if result.pv.len() > 1 {
        let pv: Vec<String> = result
            .pv
            .iter()
            .map(|point| point.name(size).to_string())
            .collect();
        parts.push(format!("pv {}", pv.join(" ")));
    }
    parts.join(", ")
}

/// Date such as `2026-11-15` from seconds since 1970 (Hinnant's civil-from-days algorithm).
pub(crate) fn date(seconds: u64) -> String {
    let days = (seconds / 86_400) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::limits::PlayerLimits;
    use crate::match_config::{MatchConfig, PlayerConfig};
    use crate::openings::OpeningBook;
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    pub(crate) fn some_games() -> (Vec<GameRecord>, EventInfo) {
        let one = |spec: &str| PlayerConfig {
            name: format!("the \"{spec}\""),
            spec: players::Spec::read(spec, &players::Access::local()).unwrap(),
            limits: PlayerLimits::default(),
        };
        let mut config = MatchConfig::new(one("greedy"), one("random"));
        config.games = 4;
        config.book = OpeningBook::Random(3);
        let mut games = Vec::new();
        crate::workers::play_games(
            &config,
            &HashSet::new(),
            1,
            &gomoku::StopFlag::new(),
            None,
            |game| {
                games.push(game);
                ControlFlow::Continue(())
            },
        )
        .unwrap();
        let event = EventInfo {
            name: "test, with a comma".into(),
            names: config.players.iter().map(|one| one.name.clone()).collect(),
            size: config.size,
            rule: config.rule,
        };
        (games, event)
    }

    #[test]
    fn dates_of_timestamps() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (1_794_700_800, "2026-11-15"),
        ] {
            assert_eq!(date(seconds), day);
        }
    }

    #[test]
    fn records_round_trip() {
        let (games, event) = some_games();
        for game in &games {
            let sgf = write_sgf(game, &event).unwrap();
            let read = records::read_sgf(&sgf).unwrap();
            let moves: Vec<_> = read[0].plays().filter_map(|play| play.point).collect();
            assert_eq!(moves, game.result.moves);
            assert_eq!(read[0].names, to_record(game, &event).names);
            let psq = write_psq(game, &event).unwrap();
            assert!(psq.starts_with(b"Piskvorky"));
        }
    }
}
