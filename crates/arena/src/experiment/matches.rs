//! `[matches]`: a table of match results.

use serde::Serialize;
use serde_json::Value;

use super::ExperimentError;
use super::context::Context;
use super::definition::{Definition, Matches, PaperMatch};
use super::reached::{self, Reached};
use super::results::{Results, TallyRow, new_table, percent, rows_json};
use crate::format;
use crate::match_config::{Colors, MatchConfig, PlayerConfig};
use crate::runner::MatchReport;
use crate::scoreboard::PairingScore;
use crate::summary::match_summary;
use crate::tournament_file::PlayerEntry;

/// One pairing, as its first player sees it.
#[derive(Debug, Serialize)]
pub(super) struct MatchRow {
    #[serde(skip)]
    names: (String, String),
    #[serde(flatten)]
    played: Option<PlayedRow>,
    /// The pairing that was left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<String>,
    paper: Option<TallyRow>,
    #[serde(skip)]
    published: Option<PaperMatch>,
}

/// The result of a pairing.
#[derive(Debug, Serialize)]
struct PlayedRow {
    #[serde(skip)]
    score: PairingScore,
    /// Games each player lost by forfeit.
    #[serde(skip)]
    forfeits: Vec<u64>,
    result: Value,
    /// What the two players reached.
    reached: [Reached; 2],
}

pub(super) fn measure(
    context: &mut Context<'_>,
    settings: &Matches,
) -> Result<Vec<MatchRow>, ExperimentError> {
    let (players, refused) = context.definition.player_configs(context.access)?;
    let mut rows = Vec::new();
    for names in settings.pairings(context.definition) {
        let (first, second) = &names;
        let title = format!("{first} - {second}");
        let published = settings
            .paper
            .iter()
            .find(|paper| (&paper.first, &paper.second) == (first, second));
        let played = if let Some(name) = refused.iter().find(|name| [first, second].contains(name))
        {
            let reason = format!("{name} starts a program, which is not allowed here");
            context.skip(settings.games, &title, &reason);
            None
        } else {
            let two = vec![
                Definition::find(&players, first)?,
                Definition::find(&players, second)?,
            ];
            play(context, settings, two, &title)?
        };
        let reason = context.tally.skipped.last().cloned();
        rows.push(MatchRow {
            skipped: reason.filter(|_| played.is_none()),
            played,
            paper: published.map(|paper| paper.tally().into()),
            published: published.cloned(),
            names,
        });
    }
    Ok(rows)
}

/// `None` if a program is not installed.
fn play(
    context: &mut Context<'_>,
    settings: &Matches,
    two: Vec<PlayerConfig>,
    title: &str,
) -> Result<Option<PlayedRow>, ExperimentError> {
    let mut config = context.match_config(two, settings.games)?;
    if settings.fixed_colors {
        config.colors = Colors::Fixed;
    }
    let played = context.play_if_installed(&config, title)?;
    Ok(played.map(|played| PlayedRow {
        score: played.report.scoreboard.first().clone(),
        forfeits: played.report.scoreboard.forfeits().to_vec(),
        result: result_json(&config, &played.report),
        reached: [0, 1].map(|player| Reached::of_both(&played.reached[player])),
    }))
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

impl Matches {
    /// The pairings by name: those of the file, or everyone against everyone.
    pub(super) fn pairings(&self, definition: &Definition) -> Vec<(String, String)> {
        if !self.pairings.is_empty() {
            return self.pairings.clone();
        }
        let name = |player: &PlayerEntry| player.name.as_ref().unwrap_or(&player.spec).clone();
        let names: Vec<String> = definition.players.iter().map(name).collect();
        let mut pairings = Vec::new();
        for (index, first) in names.iter().enumerate() {
            for second in &names[index + 1..] {
                pairings.push((first.clone(), second.clone()));
            }
        }
        pairings
    }
}

const HEADER: [&str; 15] = [
    "players",
    "games",
    "wins",
    "draws",
    "losses",
    "forfeits",
    "score",
    "Elo",
    reached::PAIR_HEADER[0],
    reached::PAIR_HEADER[1],
    reached::PAIR_HEADER[2],
    reached::PAIR_HEADER[3],
    "paper: + = −",
    "paper: score",
    "paper: time",
];
/// Columns of the paper.
const PAPER_COLUMNS: usize = 3;

pub(super) fn render(settings: &Matches, rows: &[MatchRow]) -> Results {
    let title = if settings.fixed_colors {
        "Matches, the first player always black"
    } else {
        "Matches, each opening with both colors"
    };
    let mut table = new_table("matches", title, &HEADER);
    table.rows = rows.iter().map(MatchRow::cells).collect();
    table.notes = rows.iter().filter_map(|row| row.skipped.clone()).collect();
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
        let mut cells = vec![format!("{first} – {second}")];
        match &self.played {
            Some(played) => cells.extend(played.cells()),
            None => cells.push("skipped".to_owned()),
        }
        cells.resize(HEADER.len() - PAPER_COLUMNS, String::new());
        cells.extend(paper_cells(self.published.as_ref()));
        cells
    }
}

impl PlayedRow {
    fn cells(&self) -> Vec<String> {
        let tally = self.score.tally;
        let mut cells = vec![
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            forfeits_text(&self.forfeits),
            percent(tally.score()),
            format::elo_text(&self.score),
        ];
        cells.extend(reached::pair_cells(&self.reached[0], &self.reached[1]));
        cells
    }
}

fn published_cells(paper: &PaperMatch) -> Vec<String> {
    let mut cells = vec![String::new(); HEADER.len() - PAPER_COLUMNS];
    cells[0] = format!("{} – {}, paper", paper.first, paper.second);
    cells.extend(paper_cells(Some(paper)));
    cells
}

fn paper_cells(paper: Option<&PaperMatch>) -> [String; PAPER_COLUMNS] {
    paper.map_or_else(Default::default, |paper| {
        let tally = paper.tally();
        let times = paper.time.as_ref();
        [
            format!("{} {} {}", tally.wins, tally.draws, tally.losses),
            percent(tally.score()),
            times.map_or_else(String::new, |times| times.join(" / ")),
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
