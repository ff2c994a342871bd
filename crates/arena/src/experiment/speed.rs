//! `[speed]`: nodes, iterations or depth reached in a given time.
//!
//! Each player searches for the longest time; its reports tell how far it was at the shorter ones. Searches run one
//! after the other, so they do not compete for the processor.

use std::time::Duration;

use gomoku::{Limits, SearchResult};
use serde::{Deserialize, Serialize};
use wire::ExperimentTable;

use super::ExperimentError;
use super::context::Context;
use super::definition::{Measure, Speed};
use super::results::{Results, paper_series, rows_json};
use super::searches::search_reports;
use crate::duration;
use crate::plot::{Plot, Series};
use crate::tournament_file::{ConfigError, read_rule, read_size};

/// Means over all searches of one player.
#[derive(Debug, Serialize)]
pub(super) struct SpeedRow {
    player: String,
    /// The time limits.
    seconds: Vec<f64>,
    /// The count at each limit.
    reached: Vec<f64>,
    /// The time until the answer.
    seconds_used: f64,
}

/// One search.
#[derive(Serialize, Deserialize)]
struct SpeedTrial {
    reached: Vec<u64>,
    seconds: f64,
}

pub(super) fn measure(
    context: &mut Context<'_>,
    settings: &Speed,
) -> Result<Vec<SpeedRow>, ExperimentError> {
    let rule = read_rule(context.definition.rule.as_deref())?;
    let size = read_size(context.definition.size)?;
    let board = settings.position.board(size, rule)?;
    let times = settings.sorted_times()?;
    let longest = times.last().copied().unwrap_or_default();
    let concurrency = std::mem::replace(&mut context.concurrency, 1);
    let mut rows = Vec::new();
    for player in context.player_configs()? {
        let unit = settings.unit();
        let name = format!("{} {times:?} {unit} {:x}", player.spec, board.key());
        let stop = context.stop;
        let trials = context.searches(&name, settings.trials, |seed| {
            let limits = Limits {
                threads: player.limits.threads.max(1),
                ..Limits::with_turn_time(longest)
            };
            let reports = search_reports(&player, seed, &board, &limits, stop)?;
            Ok(SpeedTrial::new(&reports, &times, settings.measure))
        })?;
        let mean = |value: &dyn Fn(&SpeedTrial) -> f64| {
            trials.iter().map(value).sum::<f64>() / trials.len().max(1) as f64
        };
        rows.push(SpeedRow {
            player: player.name,
            seconds: times.iter().map(Duration::as_secs_f64).collect(),
            reached: (0..times.len())
                .map(|index| mean(&|trial| trial.reached.get(index).map_or(0.0, |&n| n as f64)))
                .collect(),
            seconds_used: mean(&|trial| trial.seconds),
        });
    }
    context.concurrency = concurrency;
    Ok(rows)
}

impl SpeedTrial {
    fn new(reports: &[SearchResult], times: &[Duration], measure: Measure) -> SpeedTrial {
        let longest = times.last().copied().unwrap_or_default();
        let reached = times.iter().map(|&time| {
            // The answer counts for the longest time, even if it came a little later.
            let last = if time == longest {
                reports.last()
            } else {
                reports.iter().rfind(|result| result.time <= time)
            };
            last.map_or(0, |result| measure.of(result))
        });
        let answer = reports.last();
        SpeedTrial {
            reached: reached.collect(),
            seconds: answer.map_or(0.0, |answer| answer.time.as_secs_f64()),
        }
    }
}

impl Speed {
    fn sorted_times(&self) -> Result<Vec<Duration>, ConfigError> {
        let mut times = Vec::new();
        for text in &self.times {
            let time = duration::parse(text);
            times.push(time.map_err(|error| ConfigError::value("times", text, error))?);
        }
        times.sort();
        Ok(times)
    }

    /// What is counted.
    fn unit(&self) -> &str {
        self.unit.as_deref().unwrap_or(self.measure.unit())
    }
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

pub(super) fn render(settings: &Speed, rows: &[SpeedRow]) -> Results {
    let unit = settings.unit();
    let times = settings.sorted_times().unwrap_or_default();
    let mut table = ExperimentTable {
        name: "speed".into(),
        title: format!("Mean {unit} reached, {} searches each", settings.trials),
        header: std::iter::once("time".to_owned())
            .chain(times.iter().map(|&time| duration::write(time)))
            .chain(["time used".to_owned(), format!("{unit} a second")])
            .collect(),
        ..ExperimentTable::default()
    };
    let mut plot = Plot {
        name: "speed".into(),
        title: format!("{unit} over time"),
        x_label: "seconds".into(),
        y_label: unit.to_owned(),
        ..Plot::default()
    };
    for (color, row) in rows.iter().enumerate() {
        table.rows.push(row.cells());
        plot.series.push(Series {
            name: row.player.clone(),
            color,
            points: row
                .seconds
                .iter()
                .copied()
                .zip(row.reached.clone())
                .collect(),
            ..Series::default()
        });
        if let Some(paper) = paper_series(&settings.paper, &row.player, color) {
            table.notes.push(paper_note(&paper, unit));
            plot.series.push(paper);
        }
    }
    Results {
        tables: vec![table],
        plots: vec![plot],
        data: rows_json("players", rows),
    }
}

impl SpeedRow {
    fn cells(&self) -> Vec<String> {
        let rate = self.reached.last().copied().unwrap_or(0.0) / self.seconds_used.max(1e-9);
        std::iter::once(self.player.clone())
            .chain(self.reached.iter().map(|&mean| count_text(mean)))
            .chain([
                format!("{:.3} ms", self.seconds_used * 1e3),
                count_text(rate),
            ])
            .collect()
    }
}

/// The paper's points, whose times are not ours.
fn paper_note(paper: &Series, unit: &str) -> String {
    let points = paper.points.iter().map(|&(seconds, count)| {
        let count = count_text(count);
        let count = count.strip_suffix(".0").unwrap_or(&count);
        format!("{count} {unit} in {seconds} s")
    });
    let points: Vec<String> = points.collect();
    format!("{}: {}", paper.name, points.join(", "))
}

/// One decimal below 100, none above.
fn count_text(value: f64) -> String {
    if value < 100.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.0}")
    }
}
