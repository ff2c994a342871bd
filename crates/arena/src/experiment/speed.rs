//! Rounds, nodes or plies that are reached in a given time.
//!
//! Each player thinks until the longest time is over; its reports on the way say how far it was at the shorter ones.
//! Searches run one after the other, so that they do not take time from each other.

use gomoku::{Limits, SearchResult};
use serde_json::json;

use super::definition::{Measure, Speed};
use super::searches::listen;
use super::{Context, ExperimentError, ResultTable, Results, paper_series};
use crate::duration;
use crate::plot::{Plot, Series};
use crate::tournament_file::{ConfigError, read_rule, read_size};

pub(super) fn run(lab: &mut Context<'_>, speed: &Speed) -> Result<Results, ExperimentError> {
    let rule = read_rule(lab.definition.rule.as_deref())?;
    let size = read_size(lab.definition.size)?;
    let board = speed.position.board(size, rule)?;
    let unit = speed.unit.as_deref().unwrap_or(speed.measure.unit());
    let mut times = Vec::new();
    for text in &speed.times {
        let time = duration::parse(text);
        times.push(time.map_err(|error| ConfigError::value("times", text, error))?);
    }
    times.sort();
    let longest = times.last().copied().unwrap_or_default();
    let mut table = ResultTable {
        name: "speed".into(),
        title: format!("Mean {unit} reached, {} searches each", speed.trials),
        header: std::iter::once("time".to_owned())
            .chain(times.iter().map(|&time| duration::write(time)))
            .chain(["time used".to_owned(), format!("{unit} a second")])
            .collect(),
        rows: Vec::new(),
    };
    let mut plot = Plot {
        name: "speed".into(),
        title: format!("{unit} over time"),
        x_label: "seconds".into(),
        y_label: unit.to_owned(),
        ..Plot::default()
    };
    let mut data = Vec::new();
    let concurrency = std::mem::replace(&mut lab.concurrency, 1);
    for (color, player) in lab.definition.players()?.into_iter().enumerate() {
        let stop = lab.stop;
        let name = format!("{} {times:?} {unit} {:x}", player.spec, board.key());
        let trials = lab.searches(&name, speed.trials, |_, seed| {
            let limits = Limits {
                threads: player.limits.threads.max(1),
                ..Limits::with_turn_time(longest)
            };
            let thoughts = listen(&player, seed, &board, &limits, stop)?;
            let reached: Vec<u64> = times
                .iter()
                .map(|&time| {
                    let until = |result: &&SearchResult| result.time <= time;
                    // The answer counts for the whole time that was given.
                    let last = if time == longest {
                        thoughts.last()
                    } else {
                        thoughts.iter().rfind(until)
                    };
                    last.map_or(0, |result| speed.measure.of(result))
                })
                .collect();
            let used = thoughts
                .last()
                .map_or(0.0, |answer| answer.time.as_secs_f64());
            Ok(json!({ "reached": reached, "seconds": used }))
        })?;
        let mean = |pick: &dyn Fn(&serde_json::Value) -> f64| {
            trials.iter().map(pick).sum::<f64>() / trials.len().max(1) as f64
        };
        let means: Vec<f64> = (0..times.len())
            .map(|index| mean(&|trial| trial["reached"][index].as_f64().unwrap_or(0.0)))
            .collect();
        let used = mean(&|trial| trial["seconds"].as_f64().unwrap_or(0.0));
        let rate = means.last().copied().unwrap_or(0.0) / used.max(1e-9);
        table.rows.push(
            std::iter::once(player.name.clone())
                .chain(means.iter().map(|&mean| number(mean)))
                .chain([format!("{:.3} ms", used * 1e3), number(rate)])
                .collect(),
        );
        plot.series.push(Series {
            name: player.name.clone(),
            color,
            points: times
                .iter()
                .map(std::time::Duration::as_secs_f64)
                .zip(means.clone())
                .collect(),
            ..Series::default()
        });
        let paper = paper_series(&speed.paper, &player.name, color);
        plot.series.extend(paper);
        data.push(json!({
            "player": player.name,
            "seconds": times.iter().map(std::time::Duration::as_secs_f64).collect::<Vec<_>>(),
            "reached": means,
            "seconds_used": used,
        }));
    }
    lab.concurrency = concurrency;
    Ok(Results {
        tables: vec![table],
        plots: vec![plot],
        data: json!({ "players": data }),
    })
}

impl Measure {
    fn unit(self) -> &'static str {
        match self {
            Measure::Nodes => "nodes",
            Measure::Depth => "plies",
        }
    }

    fn of(self, result: &SearchResult) -> u64 {
        match self {
            Measure::Nodes => result.nodes,
            Measure::Depth => result.depth.into(),
        }
    }
}

/// Large numbers whole, small ones with a digit.
fn number(value: f64) -> String {
    if value < 100.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.0}")
    }
}
