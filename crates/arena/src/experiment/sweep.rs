//! One parameter of a player, from value to value, against the same opponent.

use serde_json::json;

use super::definition::Sweep;
use super::matches::percent;
use super::{Context, Definition, ExperimentError, ResultTable, Results};
use crate::format;
use crate::match_config::PlayerConfig;
use crate::plot::{Plot, Series};
use crate::statistics::Z95;
use crate::tournament_file::ConfigError;

pub(super) fn run(lab: &mut Context<'_>, sweep: &Sweep) -> Result<Results, ExperimentError> {
    let players = lab.definition.players()?;
    let opponent = Definition::find(&players, &sweep.opponent)?;
    let limits = lab
        .definition
        .limits
        .parse()
        .map_err(|error| ConfigError::value("limits", &sweep.spec, error))?;
    let mut table = ResultTable {
        name: "sweep".into(),
        title: format!("{} against {}", sweep.spec, sweep.opponent),
        header: [
            sweep.parameter.as_str(),
            "games",
            "wins",
            "draws",
            "losses",
            "score",
            "Elo",
            "paper: score",
        ]
        .map(str::to_owned)
        .to_vec(),
        rows: Vec::new(),
    };
    let mut ours = Series {
        name: "ours".into(),
        ..Series::default()
    };
    let mut data = Vec::new();
    for &value in &sweep.values {
        let text = sweep.spec.replace("{}", &value.to_string());
        let spec = text.parse().map_err(|error| ConfigError::Player {
            spec: text.clone(),
            error,
        })?;
        let player = PlayerConfig {
            name: format!("{} = {value}", sweep.parameter),
            spec,
            limits: limits.clone(),
        };
        let name = player.name.clone();
        let config =
            lab.definition
                .match_config(lab.base, vec![player, opponent.clone()], sweep.games)?;
        let report = lab.play(&config, &name)?;
        let score = report.scoreboard.first();
        let tally = score.tally;
        let share = tally.score().unwrap_or(0.5);
        let paper = sweep
            .paper
            .iter()
            .find(|(at, _)| (at - value).abs() < 1e-9)
            .map(|&(_, share)| share);
        table.rows.push(vec![
            value.to_string(),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            percent(Some(share)),
            format::elo_text(score),
            paper.map_or_else(String::new, |share| percent(Some(share))),
        ]);
        ours.points.push((value, share));
        let deviation = score.pentanomial.deviation().or_else(|| tally.deviation());
        ours.errors.push(Z95 * deviation.unwrap_or(0.0));
        data.push(json!({
            "value": value,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "score": share,
            "paper": paper,
        }));
    }
    let mut series = vec![ours];
    if !sweep.paper.is_empty() {
        series.push(Series {
            name: "paper".into(),
            is_paper: true,
            points: sweep.paper.clone(),
            ..Series::default()
        });
    }
    Ok(Results {
        tables: vec![table],
        plots: vec![Plot {
            name: "sweep".into(),
            title: format!("Score against {}", sweep.opponent),
            x_label: sweep.parameter.clone(),
            y_label: "share of points".into(),
            series,
            ..Plot::default()
        }],
        data: json!({ "values": data }),
    })
}
