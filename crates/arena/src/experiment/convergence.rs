//! `[convergence]`: the share of independent searches with a wrong move, by iterations.
//!
//! Every search has its own seed. With `sampling = "reports"` one search runs to the largest sample, and its move at a
//! sample is that of its last report up to there, so a player should report at least as often as samples are taken.
//! With `"restarts"` each sample is a search of its own, limited to that many iterations and nodes.

use gomoku::{Board, Limits, PlayerError, Point, SearchResult, StopFlag};
use serde::Serialize;
use wire::ExperimentTable;

use super::ExperimentError;
use super::context::Context;
use super::definition::{Convergence, Sampling};
use super::position::points;
use super::results::{Results, paper_series, percent, rows_json};
use super::searches::search_reports;
use crate::match_config::PlayerConfig;
use crate::plot::{Plot, Series};
use crate::statistics::Tally;
use crate::tournament_file::{read_rule, read_size};

/// Failure rates of one player.
#[derive(Debug, Serialize)]
pub(super) struct ConvergenceRow {
    player: String,
    samples: Vec<u64>,
    failures: Vec<f64>,
    trees: usize,
}

/// The best move of one search at each sample; `None` before its first report.
type BestMoves = Vec<Option<String>>;

pub(super) fn measure(
    context: &mut Context<'_>,
    settings: &Convergence,
) -> Result<Vec<ConvergenceRow>, ExperimentError> {
    let rule = read_rule(context.definition.rule.as_deref())?;
    let size = read_size(context.definition.size)?;
    let board = settings.position.board(size, rule)?;
    let correct: Vec<String> = points(&settings.correct, size)?
        .iter()
        .map(|point| point.name(size).to_string())
        .collect();
    let mut rows = Vec::new();
    for player in context.player_configs()? {
        let name = format!(
            "{} {:?} {:?} {:x}",
            player.spec,
            settings.sampling,
            settings.samples,
            board.key()
        );
        let stop = context.stop;
        let trees = context.searches(&name, settings.trees, |seed| {
            let best_moves = sampled_moves(settings, &player, seed, &board, stop)?;
            let name = |point: Point| point.name(size).to_string();
            Ok(best_moves.into_iter().map(|best| best.map(name)).collect())
        })?;
        rows.push(ConvergenceRow {
            player: player.name,
            samples: settings.samples.clone(),
            failures: failure_rates(&trees, &correct, settings.samples.len()),
            trees: trees.len(),
        });
    }
    Ok(rows)
}

fn sampled_moves(
    settings: &Convergence,
    player: &PlayerConfig,
    seed: u64,
    board: &Board,
    stop: &StopFlag,
) -> Result<Vec<Option<Point>>, PlayerError> {
    let limits = |iterations: u64| Limits {
        iterations: Some(iterations),
        nodes: (settings.sampling == Sampling::Restarts).then_some(iterations),
        depth: player.limits.depth,
        threads: 1,
        ..Limits::default()
    };
    let samples = settings.samples.iter();
    match settings.sampling {
        Sampling::Reports => {
            let reports = search_reports(player, seed, board, &limits(settings.last()), stop)?;
            Ok(samples.map(|&count| best_at(&reports, count)).collect())
        }
        Sampling::Restarts => samples
            .map(|&count| {
                let reports = search_reports(player, seed, board, &limits(count), stop)?;
                Ok(reports.last().map(|result| result.best_move))
            })
            .collect(),
    }
}

impl Convergence {
    /// The largest sample.
    fn last(&self) -> u64 {
        self.samples.iter().copied().max().unwrap_or(0)
    }
}

/// The share of searches without a correct move at each sample. No move yet is a failure as well.
fn failure_rates(trees: &[BestMoves], correct: &[String], samples: usize) -> Vec<f64> {
    let is_correct = |tree: &BestMoves, index: usize| {
        let best = tree.get(index).and_then(Option::as_ref);
        best.is_some_and(|best| correct.contains(best))
    };
    (0..samples)
        .map(|index| {
            let failures = trees.iter().filter(|tree| !is_correct(tree, index)).count();
            failures as f64 / trees.len().max(1) as f64
        })
        .collect()
}

/// The best move of the last report with at most `count` nodes. The answer of a player that counts no nodes is valid
/// from the beginning.
fn best_at(reports: &[SearchResult], count: u64) -> Option<Point> {
    reports
        .iter()
        .rev()
        .find(|result| result.nodes <= count)
        .map(|result| result.best_move)
}

pub(super) fn render(settings: &Convergence, rows: &[ConvergenceRow]) -> Results {
    let samples = &settings.samples;
    let mut table = ExperimentTable {
        name: "failures".into(),
        title: format!("Share of {} searches with a wrong move", settings.trees),
        header: std::iter::once("rounds".to_owned())
            .chain(samples.iter().map(u64::to_string))
            .collect(),
        ..ExperimentTable::default()
    };
    let mut plot = Plot {
        name: "failures".into(),
        title: "Failure rate over rounds".into(),
        x_label: "rounds".into(),
        y_label: "share of wrong moves".into(),
        log_x: settings.last() > 1000,
        ..Plot::default()
    };
    for (color, row) in rows.iter().enumerate() {
        table.rows.push(
            std::iter::once(row.player.clone())
                .chain(row.failures.iter().map(|&rate| percent(Some(rate))))
                .collect(),
        );
        plot.series.push(row.series(color));
        if let Some(paper) = paper_series(&settings.paper, &row.player, color) {
            table.rows.push(paper_cells(&paper, samples));
            plot.series.push(paper);
        }
    }
    Results {
        tables: vec![table],
        plots: vec![plot],
        data: rows_json("players", rows),
    }
}

impl ConvergenceRow {
    fn series(&self, color: usize) -> Series {
        let interval = |rate: f64| {
            let failures = (rate * self.trees as f64).round() as u64;
            let tally = Tally {
                wins: failures,
                draws: 0,
                losses: (self.trees as u64).saturating_sub(failures),
            };
            tally.score_interval().unwrap_or((0.0, 1.0))
        };
        let samples = self.samples.iter().map(|&count| count as f64);
        Series {
            name: self.player.clone(),
            color,
            points: samples.zip(self.failures.iter().copied()).collect(),
            intervals: self.failures.iter().map(|&rate| interval(rate)).collect(),
            ..Series::default()
        }
    }
}

/// The paper's rates at our samples, where it has them.
fn paper_cells(paper: &Series, samples: &[u64]) -> Vec<String> {
    let cells = samples.iter().map(|&sample| {
        let is_sample = |(x, _): &&(f64, f64)| (x - sample as f64).abs() < 0.5;
        let point = paper.points.iter().find(is_sample);
        point.map_or_else(String::new, |&(_, rate)| percent(Some(rate)))
    });
    std::iter::once(paper.name.clone()).chain(cells).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_report_up_to_the_count_decides() {
        let report = |nodes, column| SearchResult {
            nodes,
            ..SearchResult::new(Point::new(column, 0))
        };
        let reports = [report(10, 1), report(100, 2), report(1000, 3)];
        let column = |count| best_at(&reports, count).map(Point::column);
        assert_eq!(column(5), None);
        assert_eq!(column(10), Some(1));
        assert_eq!(column(999), Some(2));
        assert_eq!(column(5000), Some(3));
    }
}
