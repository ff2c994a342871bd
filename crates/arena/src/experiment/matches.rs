//! `[matches]`: a table of match results.

use serde::Serialize;
use serde_json::Value;

use super::ExperimentError;
use super::context::Context;
use super::definition::{Definition, Matches, PaperMatch};
use super::results::{ResultTable, Results, TallyRow, percent, rows_json};
use crate::format;
use crate::match_config::{Colors, MatchConfig, PlayerConfig};
use crate::runner::MatchReport;
use crate::scoreboard::PairingScore;
use crate::statistics::Tally;
use crate::summary::match_summary;

/// One match, as its first player sees it.
#[derive(Debug, Serialize)]
pub(super) struct MatchRow {
    #[serde(skip)]
    names: (String, String),
    #[serde(skip)]
    score: PairingScore,
    /// Games each player lost by forfeit.
    #[serde(skip)]
    forfeits: Vec<u64>,
    #[serde(skip)]
    paper_tally: Option<Tally>,
    result: Value,
    paper: Option<TallyRow>,
}

pub(super) fn measure(
    context: &mut Context<'_>,
    settings: &Matches,
) -> Result<Vec<MatchRow>, ExperimentError> {
    let players = context.player_configs()?;
    let pairings = if settings.pairings.is_empty() {
        all_pairings(&players)
    } else {
        settings.pairings.clone()
    };
    let mut rows = Vec::new();
    for names in pairings {
        let (first, second) = &names;
        let two = vec![
            Definition::find(&players, first)?,
            Definition::find(&players, second)?,
        ];
        let mut config = context.match_config(two, settings.games)?;
        if settings.fixed_colors {
            config.colors = Colors::Fixed;
        }
        let report = context.play(&config, &format!("{first} - {second}"))?;
        let published = settings
            .paper
            .iter()
            .find(|paper| (&paper.first, &paper.second) == (first, second));
        rows.push(MatchRow {
            score: report.scoreboard.first().clone(),
            forfeits: report.scoreboard.forfeits().to_vec(),
            paper_tally: published.map(PaperMatch::tally),
            result: result_json(&config, &report),
            paper: published.map(|paper| paper.tally().into()),
            names,
        });
    }
    Ok(rows)
}

/// The match result without what depends on the run: a resumed experiment has the same summary.
fn result_json(config: &MatchConfig, report: &MatchReport) -> Value {
    let result = serde_json::to_value(match_summary(config, report));
    let mut result = result.unwrap_or_default();
    if let Some(result) = result.as_object_mut() {
        result.remove("seconds");
        result.remove("restored");
    }
    result
}

/// Every pair of players, by name.
fn all_pairings(players: &[PlayerConfig]) -> Vec<(String, String)> {
    let mut pairings = Vec::new();
    for (index, first) in players.iter().enumerate() {
        for second in &players[index + 1..] {
            pairings.push((first.name.clone(), second.name.clone()));
        }
    }
    pairings
}

const HEADER: [&str; 12] = [
    "players",
    "games",
    "wins",
    "draws",
    "losses",
    "forfeits",
    "score",
    "Elo",
    "ms a move",
    "nodes a move",
    "paper: + = −",
    "paper: score",
];

pub(super) fn render(settings: &Matches, rows: &[MatchRow]) -> Results {
    let title = if settings.fixed_colors {
        "Matches, the first player always black"
    } else {
        "Matches, each opening with both colors"
    };
    let mut table = ResultTable::new("matches", title, &HEADER);
    table.rows = rows.iter().map(MatchRow::cells).collect();
    // Matches of the paper whose opponents are not available.
    let only_published = settings.paper.iter().filter(|paper| {
        let is_same = |row: &MatchRow| {
            let (first, second) = &row.names;
            (first, second) == (&paper.first, &paper.second)
        };
        !rows.iter().any(is_same)
    });
    table.rows.extend(only_published.map(published_cells));
    Results {
        tables: vec![table],
        plots: Vec::new(),
        data: rows_json("matches", rows),
    }
}

impl MatchRow {
    fn cells(&self) -> Vec<String> {
        let (first, second) = &self.names;
        let tally = self.score.tally;
        let [first_totals, second_totals] = [&self.score.first_totals, &self.score.second_totals]
            .map(|by_color| {
                let mut all = by_color.black;
                all.add(by_color.white);
                all
            });
        let [paper_counts, paper_score] = paper_cells(self.paper_tally);
        vec![
            format!("{first} – {second}"),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            forfeits_text(&self.forfeits),
            percent(tally.score()),
            format::elo_text(&self.score),
            format!(
                "{:.3} / {:.3}",
                first_totals.milliseconds_per_move(),
                second_totals.milliseconds_per_move()
            ),
            format!(
                "{:.0} / {:.0}",
                first_totals.nodes_per_move(),
                second_totals.nodes_per_move()
            ),
            paper_counts,
            paper_score,
        ]
    }
}

fn published_cells(paper: &PaperMatch) -> Vec<String> {
    let mut cells = vec![String::new(); HEADER.len() - 2];
    cells[0] = format!("{} – {}, paper", paper.first, paper.second);
    cells.extend(paper_cells(Some(paper.tally())));
    cells
}

fn paper_cells(tally: Option<Tally>) -> [String; 2] {
    tally.map_or_else(Default::default, |tally| {
        [
            format!("{} {} {}", tally.wins, tally.draws, tally.losses),
            percent(tally.score()),
        ]
    })
}

/// Forfeits of both players; a win by forfeit says nothing about strength.
fn forfeits_text(forfeits: &[u64]) -> String {
    if forfeits.iter().sum::<u64>() == 0 {
        return "0".to_owned();
    }
    let counts: Vec<String> = forfeits.iter().map(u64::to_string).collect();
    counts.join(" / ")
}
