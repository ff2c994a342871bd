//! `[sweep]`: the score of a player against one opponent, by the value of a parameter.

use players::Spec;
use serde::Serialize;

use super::ExperimentError;
use super::context::Context;
use super::definition::{Definition, Sweep};
use super::reached::{self, Reached};
use super::results::{Results, new_table, percent, rows_json};
use crate::format;
use crate::limits::PlayerLimits;
use crate::match_config::PlayerConfig;
use crate::plot::{Plot, Series};
use crate::scoreboard::PairingScore;
use crate::tournament_file::ConfigError;

/// The match at one value of the parameter.
#[derive(Debug, Serialize)]
pub(super) struct SweepRow {
    value: f64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    /// The paper's score.
    paper: Option<f64>,
    /// What the player and its opponent reached.
    reached: [Reached; 2],
    #[serde(skip)]
    pairing: PairingScore,
}

pub(super) fn measure(
    context: &mut Context<'_>,
    settings: &Sweep,
) -> Result<Vec<SweepRow>, ExperimentError> {
    let players = context.player_configs()?;
    let opponent = Definition::find(&players, &settings.opponent)?;
    let mut rows = Vec::new();
    for &value in &settings.values {
        let player = player_at(context, settings, value)?;
        let name = player.name.clone();
        let config = context.match_config(vec![player, opponent.clone()], settings.games)?;
        let played = context.play(&config, &name)?;
        let pairing = played.report.scoreboard.first().clone();
        let tally = pairing.tally;
        let mut published = settings.paper.iter();
        rows.push(SweepRow {
            value,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score().unwrap_or(0.5),
            paper: published
                .find(|(at, _)| (at - value).abs() < 1e-9)
                .map(|&(_, score)| score),
            reached: [0, 1].map(|player| Reached::of_both(&played.reached[player])),
            pairing,
        });
    }
    Ok(rows)
}

/// The player with the parameter set to `value`.
fn player_at(
    context: &Context<'_>,
    settings: &Sweep,
    value: f64,
) -> Result<PlayerConfig, ConfigError> {
    let text = settings.spec.replace("{}", &value.to_string());
    let spec = Spec::read(&text, context.access).map_err(|error| ConfigError::Player {
        spec: text.clone(),
        error,
    })?;
    let limits = PlayerLimits::try_from(&context.definition.limits);
    Ok(PlayerConfig {
        name: format!("{} = {value}", settings.parameter),
        spec,
        limits: limits.map_err(|error| ConfigError::value("limits", &settings.spec, error))?,
    })
}

pub(super) fn render(settings: &Sweep, rows: &[SweepRow]) -> Results {
    let [depth, full_depth, nodes, ms] = reached::PAIR_HEADER;
    let header = [
        settings.parameter.as_str(),
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "Elo",
        depth,
        full_depth,
        nodes,
        ms,
        "paper: score",
    ];
    let title = format!("{} against {}", settings.spec, settings.opponent);
    let mut table = new_table("sweep", title, &header);
    table.rows = rows.iter().map(SweepRow::cells).collect();
    let mut series = vec![Series {
        name: "ours".into(),
        points: rows.iter().map(|row| (row.value, row.score)).collect(),
        intervals: rows.iter().map(SweepRow::interval).collect(),
        ..Series::default()
    }];
    if !settings.paper.is_empty() {
        series.push(Series {
            name: "paper".into(),
            is_paper: true,
            points: settings.paper.clone(),
            ..Series::default()
        });
    }
    Results {
        tables: vec![table],
        plots: vec![Plot {
            name: "sweep".into(),
            title: format!("Score against {}", settings.opponent),
            x_label: settings.parameter.clone(),
            y_label: "share of points".into(),
            series,
            ..Plot::default()
        }],
        data: rows_json("values", rows),
    }
}

impl SweepRow {
    fn cells(&self) -> Vec<String> {
        let [depth, full_depth, nodes, ms] =
            reached::pair_cells(&self.reached[0], &self.reached[1]);
        vec![
            self.value.to_string(),
            self.pairing.tally.games().to_string(),
            self.wins.to_string(),
            self.draws.to_string(),
            self.losses.to_string(),
            percent(Some(self.score)),
            format::elo_text(&self.pairing),
            depth,
            full_depth,
            nodes,
            ms,
            self.paper
                .map_or_else(String::new, |score| percent(Some(score))),
        ]
    }

    /// The 95 % interval of the score.
    fn interval(&self) -> (f64, f64) {
        self.pairing.score_interval().unwrap_or((0.0, 1.0))
    }
}
