//! `[self_match]`: each player against itself, which measures the value of the first move.

use gomoku::Color;
use serde::Serialize;

use super::ExperimentError;
use super::context::Context;
use super::definition::SelfMatch;
use super::results::{ResultTable, Results, TallyRow, percent, rows_json};
use crate::match_config::{Colors, TournamentFormat};
use crate::scoreboard::PairingScore;
use crate::statistics::Tally;
use crate::summary::finite;

/// One player against itself. Wins are black's.
#[derive(Debug, Serialize)]
pub(super) struct SelfMatchRow {
    player: String,
    black: u64,
    white: u64,
    draws: u64,
    elo: Option<f64>,
    elo_error: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    #[serde(rename = "different_games")]
    distinct_games: u64,
    paper: Option<TallyRow>,
    #[serde(skip)]
    score: PairingScore,
    #[serde(skip)]
    mean_stones: f64,
    #[serde(skip)]
    paper_tally: Option<Tally>,
}

pub(super) fn measure(
    context: &mut Context<'_>,
    settings: &SelfMatch,
) -> Result<Vec<SelfMatchRow>, ExperimentError> {
    let mut rows = Vec::new();
    for player in context.player_configs()? {
        let name = player.name.clone();
        let mut config = context.match_config(vec![player], settings.games)?;
        config.format = TournamentFormat::SelfPlay;
        config.colors = Colors::Fixed;
        let report = context.play(&config, &name)?;
        let scoreboard = &report.scoreboard;
        let tally = scoreboard.first().by_black;
        let elo = tally.elo();
        let published = settings.paper.iter().find(|paper| paper.player == name);
        let paper_tally = published.map(|paper| Tally {
            wins: paper.black,
            draws: paper.draws,
            losses: paper.white,
        });
        rows.push(SelfMatchRow {
            player: name,
            black: tally.wins,
            white: tally.losses,
            draws: tally.draws,
            elo: elo.and_then(|elo| finite(elo.value)),
            elo_error: elo.and_then(|elo| finite(elo.error())),
            elo_low: elo.and_then(|elo| finite(elo.low)),
            elo_high: elo.and_then(|elo| finite(elo.high)),
            distinct_games: scoreboard.distinct_games(),
            paper: paper_tally.map(TallyRow::from),
            score: scoreboard.first().clone(),
            mean_stones: scoreboard.mean_stones(),
            paper_tally,
        });
    }
    Ok(rows)
}

const HEADER: [&str; 12] = [
    "player",
    "games",
    "black",
    "white",
    "draws",
    "black's score",
    "first move in Elo",
    "different games",
    "stones",
    "ms a move, black / white",
    "paper: black white draws",
    "paper: black's score",
];

pub(super) fn render(rows: &[SelfMatchRow]) -> Results {
    let mut table = ResultTable::new("self-match", "Each player against itself", &HEADER);
    table.rows = rows.iter().map(SelfMatchRow::cells).collect();
    Results {
        tables: vec![table],
        plots: Vec::new(),
        data: rows_json("players", rows),
    }
}

impl SelfMatchRow {
    fn cells(&self) -> Vec<String> {
        let tally = self.score.by_black;
        let [paper_counts, paper_score] = self.paper_tally.map_or_else(Default::default, |paper| {
            [
                format!("{} {} {}", paper.wins, paper.losses, paper.draws),
                percent(paper.score()),
            ]
        });
        vec![
            self.player.clone(),
            tally.games().to_string(),
            self.black.to_string(),
            self.white.to_string(),
            self.draws.to_string(),
            percent(tally.score()),
            tally.elo().map_or("?".into(), |elo| elo.to_string()),
            self.distinct_games.to_string(),
            format!("{:.1}", self.mean_stones),
            format!(
                "{:.3} / {:.3}",
                self.score.first_totals[Color::Black].milliseconds_per_move(),
                self.score.second_totals[Color::White].milliseconds_per_move()
            ),
            paper_counts,
            paper_score,
        ]
    }
}
