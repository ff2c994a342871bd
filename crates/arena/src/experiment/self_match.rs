//! `[self_match]`: each player against itself, which measures the value of the first move.

use gomoku::ByColor;
use serde::Serialize;

use super::ExperimentError;
use super::context::Context;
use super::definition::SelfMatch;
use super::reached::{self, Reached};
use super::results::{Results, TallyRow, new_table, percent, rows_json};
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
    /// What the paper prints as the time of black and white.
    paper_time: Option<[String; 2]>,
    reached_black: Reached,
    reached_white: Reached,
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
        let played = context.play(&config, &name)?;
        let scoreboard = &played.report.scoreboard;
        let ByColor { black, white } = played.reached[0];
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
            paper_time: published.and_then(|paper| paper.time.clone()),
            reached_black: black,
            reached_white: white,
            score: scoreboard.first().clone(),
            mean_stones: scoreboard.mean_stones(),
            paper_tally,
        });
    }
    Ok(rows)
}

const HEADER: [&str; 16] = [
    "player",
    "games",
    "black",
    "white",
    "draws",
    "black's score",
    "first move in Elo",
    "different games",
    "stones",
    "depth, black / white",
    "full depth",
    "nodes a move",
    "ms a move",
    "paper: black white draws",
    "paper: black's score",
    "paper: time",
];

pub(super) fn render(rows: &[SelfMatchRow]) -> Results {
    let mut table = new_table("self-match", "Each player against itself", &HEADER);
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
        let [depth, full_depth, nodes, ms] =
            reached::pair_cells(&self.reached_black, &self.reached_white);
        let paper_time = self.paper_time.as_ref();
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
            depth,
            full_depth,
            nodes,
            ms,
            paper_counts,
            paper_score,
            paper_time.map_or_else(String::new, |times| times.join(" / ")),
        ]
    }
}
