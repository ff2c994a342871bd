//! How often independent searches are wrong after so many rounds.
//!
//! Each search begins with its own seed. With `reports` one search is followed to the largest count, and its best move
//! at a count is that of its last report up to there: a player should report at least as often as samples are taken.
//! With `restarts` each count is a search of its own, limited to that many iterations and nodes.

use gomoku::{Limits, Point, SearchResult};
use serde_json::{Value, json};

use super::definition::{Convergence, Sampling};
use super::matches::percent;
use super::position::points;
use super::searches::listen;
use super::{Context, ExperimentError, ResultTable, Results, paper_series};
use crate::plot::{Plot, Series};
use crate::statistics::Z95;
use crate::tournament_file::{read_rule, read_size};

pub(super) fn run(
    lab: &mut Context<'_>,
    convergence: &Convergence,
) -> Result<Results, ExperimentError> {
    let rule = read_rule(lab.definition.rule.as_deref())?;
    let size = read_size(lab.definition.size)?;
    let board = convergence.position.board(size, rule)?;
    let correct = points(&convergence.correct, size)?;
    let samples = &convergence.samples;
    let last = samples.iter().copied().max().unwrap_or(0);
    let mut table = ResultTable {
        name: "failures".into(),
        title: format!("Share of {} searches with a wrong move", convergence.trees),
        header: std::iter::once("rounds".to_owned())
            .chain(samples.iter().map(u64::to_string))
            .collect(),
        rows: Vec::new(),
    };
    let mut plot = Plot {
        name: "failures".into(),
        title: "Failure rate over rounds".into(),
        x_label: "rounds".into(),
        y_label: "share of wrong moves".into(),
        log_x: last > 1000,
        ..Plot::default()
    };
    let mut data = Vec::new();
    for (color, player) in lab.definition.players()?.into_iter().enumerate() {
        let stop = lab.stop;
        let limits = |rounds: u64| Limits {
            iterations: Some(rounds),
            nodes: (convergence.sampling == Sampling::Restarts).then_some(rounds),
            depth: player.limits.depth,
            threads: 1,
            ..Limits::default()
        };
        let name = format!(
            "{} {:?} {samples:?} {:x}",
            player.spec,
            convergence.sampling,
            board.key()
        );
        let trees = lab.searches(&name, convergence.trees, |_, seed| {
            let best: Vec<Option<Point>> = match convergence.sampling {
                Sampling::Reports => {
                    let thoughts = listen(&player, seed, &board, &limits(last), stop)?;
                    samples
                        .iter()
                        .map(|&count| best_at(&thoughts, count))
                        .collect()
                }
                Sampling::Restarts => samples
                    .iter()
                    .map(|&count| {
                        let thoughts = listen(&player, seed, &board, &limits(count), stop)?;
                        Ok(thoughts.last().map(|result| result.best_move))
                    })
                    .collect::<Result<_, gomoku::PlayerError>>()?,
            };
            let names = best
                .iter()
                .map(|best| best.map(|point| point.name(size).to_string()));
            Ok(names.collect())
        })?;
        let correct: Vec<String> = correct
            .iter()
            .map(|point| point.name(size).to_string())
            .collect();
        let rates = failure_rates(&trees, &correct, samples.len());
        let error = |rate: f64| Z95 * (rate * (1.0 - rate) / trees.len().max(1) as f64).sqrt();
        table.rows.push(
            std::iter::once(player.name.clone())
                .chain(rates.iter().map(|&rate| percent(Some(rate))))
                .collect(),
        );
        plot.series.push(Series {
            name: player.name.clone(),
            color,
            points: samples
                .iter()
                .map(|&count| count as f64)
                .zip(rates.clone())
                .collect(),
            errors: rates.iter().map(|&rate| error(rate)).collect(),
            ..Series::default()
        });
        if let Some(paper) = paper_series(&convergence.paper, &player.name, color) {
            table
                .rows
                .push(paper_row(&paper.name, samples, &paper.points));
            plot.series.push(paper);
        }
        data.push(json!({
            "player": player.name,
            "samples": samples,
            "failures": rates,
            "trees": trees.len(),
        }));
    }
    Ok(Results {
        tables: vec![table],
        plots: vec![plot],
        data: json!({ "players": Value::from(data) }),
    })
}

/// The share of searches without a right move at each sample; no answer yet is a failure as well.
fn failure_rates(trees: &[Value], correct: &[String], samples: usize) -> Vec<f64> {
    let is_wrong = |best: &Value| {
        let best = best.as_str();
        best.is_none_or(|best| correct.iter().all(|right| right != best))
    };
    (0..samples)
        .map(|index| {
            let wrong = trees.iter().filter(|tree| is_wrong(&tree[index])).count();
            wrong as f64 / trees.len().max(1) as f64
        })
        .collect()
}

/// The best move of the last report with at most so many rounds; the answer counts with the rounds it says it took. A
/// player that counts nothing has its answer from the beginning.
fn best_at(thoughts: &[SearchResult], count: u64) -> Option<Point> {
    thoughts
        .iter()
        .rev()
        .find(|result| result.nodes <= count)
        .map(|result| result.best_move)
}

/// The paper's points at the samples, where it has them.
fn paper_row(name: &str, samples: &[u64], points: &[(f64, f64)]) -> Vec<String> {
    let cells = samples.iter().map(|&sample| {
        let point = points.iter().find(|(x, _)| (x - sample as f64).abs() < 0.5);
        point.map_or_else(String::new, |&(_, rate)| percent(Some(rate)))
    });
    std::iter::once(name.to_owned()).chain(cells).collect()
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
        let thoughts = [report(10, 1), report(100, 2), report(1000, 3)];
        let column = |count| best_at(&thoughts, count).map(Point::column);
        assert_eq!(column(5), None);
        assert_eq!(column(10), Some(1));
        assert_eq!(column(999), Some(2));
        assert_eq!(column(5000), Some(3));
    }
}
