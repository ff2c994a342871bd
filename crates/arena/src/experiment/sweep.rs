//! One parameter of a player, from value to value, against the same opponent.

use serde_json::json;

use super::definition::Sweep;
use super::matches::percent;
use super::{Definition, ExperimentError, Findings, Lab, Table};
use crate::contest::Contestant;
use crate::plot::{Plot, Series};
use crate::statistics::Z95;
use crate::tournament::DefinitionError;
use crate::verdict;

pub(super) fn run(lab: &mut Lab<'_>, sweep: &Sweep) -> Result<Findings, ExperimentError> {
    let contestants = lab.definition.contestants()?;
    let opponent = Definition::find(&contestants, &sweep.opponent)?;
    let terms = lab
        .definition
        .limits
        .terms()
        .map_err(|error| DefinitionError::value("limits", &sweep.spec, error))?;
    let mut table = Table {
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
        let spec = text.parse().map_err(|error| DefinitionError::Player {
            spec: text.clone(),
            error,
        })?;
        let player = Contestant {
            name: format!("{} = {value}", sweep.parameter),
            spec,
            terms: terms.clone(),
        };
        let name = player.name.clone();
        let contest =
            lab.definition
                .contest(lab.base, vec![player, opponent.clone()], sweep.games)?;
        let report = lab.play(&contest, &name)?;
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
            verdict::elo_text(score),
            paper.map_or_else(String::new, |share| percent(Some(share))),
        ]);
        ours.points.push((value, share));
        let deviation = score.pairs.deviation().or_else(|| tally.deviation());
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
    Ok(Findings {
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
