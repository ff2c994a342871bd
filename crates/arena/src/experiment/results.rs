//! Results of an experiment: tables, plots and JSON, all rendered from the same rows.

use serde::Serialize;
use serde_json::{Value, json};
use wire::ExperimentTable;

use super::definition::PaperCurve;
use crate::plot::{Plot, Series};
use crate::statistics::Tally;

/// Rendered results.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// Tables.
    pub tables: Vec<ExperimentTable>,
    /// Plots.
    pub plots: Vec<Plot>,
    /// The rows as JSON, for `summary.json`.
    pub data: Value,
}

/// A table without rows.
pub(super) fn new_table(name: &str, title: impl Into<String>, header: &[&str]) -> ExperimentTable {
    ExperimentTable {
        name: name.to_owned(),
        title: title.into(),
        header: header.iter().map(|&title| title.to_owned()).collect(),
        ..ExperimentTable::default()
    }
}

/// Wins, draws and losses in JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct TallyRow {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl From<Tally> for TallyRow {
    fn from(tally: Tally) -> TallyRow {
        TallyRow {
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
        }
    }
}

/// `{key: rows}`.
pub(super) fn rows_json(key: &str, rows: &[impl Serialize]) -> Value {
    json!({ key: rows })
}

/// `12.3 %`, or `?` without games.
pub(super) fn percent(score: Option<f64>) -> String {
    score.map_or_else(|| "?".to_owned(), |score| format!("{:.1} %", 100.0 * score))
}

/// The paper's curve for a player, in the color of ours.
pub(super) fn paper_series(curves: &[PaperCurve], player: &str, color: usize) -> Option<Series> {
    let curve = curves.iter().find(|curve| curve.player == player)?;
    Some(Series {
        name: format!("{player}, paper"),
        color,
        is_paper: true,
        points: curve.points.clone(),
        ..Series::default()
    })
}
