//! Metrics of each iteration: `iterations.csv` and `loss.svg`.

use std::collections::BTreeMap;

use arena::plot::{Plot, Series};

use super::folder::{RunError, RunFolder};
use super::game::SelfPlayGame;
use super::learner::Loss;

/// Metrics of an iteration. The mean length and black's score are those of its games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IterationMetrics {
    /// Games so far.
    pub games: u64,
    /// Samples so far.
    pub positions: u64,
    /// Training steps so far.
    pub steps: u64,
    /// Mean loss of this iteration's steps.
    pub loss: Loss,
    /// Mean game length in stones.
    pub mean_length: f64,
    /// Black's score, from 0 to 1.
    pub black_score: f64,
    /// Seconds so far.
    pub seconds: f64,
    /// Games per second in this iteration.
    pub games_per_second: f64,
}

const HEADER: &str = "games,positions,steps,policy loss,value loss,mean length,black score,seconds,games per second\n";

impl IterationMetrics {
    /// Mean length and black's score of these games; the rest is zero.
    pub(super) fn of_games(games: &BTreeMap<u64, SelfPlayGame>) -> IterationMetrics {
        let count = games.len().max(1) as f64;
        let stones: usize = games.values().map(|game| game.moves.len()).sum();
        let black: f64 = games
            .values()
            .map(|game| f64::from(game.result + 1) / 2.0)
            .sum();
        IterationMetrics {
            mean_length: stones as f64 / count,
            black_score: black / count,
            ..IterationMetrics::default()
        }
    }

    fn csv(&self) -> String {
        format!(
            "{},{},{},{:.4},{:.4},{:.2},{:.3},{:.0},{:.2}\n",
            self.games,
            self.positions,
            self.steps,
            self.loss.policy,
            self.loss.value,
            self.mean_length,
            self.black_score,
            self.seconds,
            self.games_per_second
        )
    }

    fn parse(line: &str) -> Option<IterationMetrics> {
        let fields: Vec<f64> = line
            .split(',')
            .map_while(|field| field.parse().ok())
            .collect();
        let [
            games,
            positions,
            steps,
            policy,
            value,
            mean_length,
            black_score,
            seconds,
            games_per_second,
        ] = fields[..]
        else {
            return None;
        };
        Some(IterationMetrics {
            games: games as u64,
            positions: positions as u64,
            steps: steps as u64,
            loss: Loss {
                policy: policy as f32,
                value: value as f32,
            },
            mean_length,
            black_score,
            seconds,
            games_per_second,
        })
    }

    /// The progress message.
    pub(super) fn message(&self) -> String {
        format!(
            "{:>7} games  {:>5.1}/s  {:>7} positions  {:>6} steps  loss {:.3} + {:.3}  length {:>4.1}  black {:>3.0} %  {:>4.0} min",
            self.games,
            self.games_per_second,
            self.positions,
            self.steps,
            self.loss.policy,
            self.loss.value,
            self.mean_length,
            100.0 * self.black_score,
            self.seconds / 60.0
        )
    }
}

/// Writes `iterations.csv` and `loss.svg`.
pub(super) fn write(folder: &RunFolder, metrics: &[IterationMetrics]) -> Result<(), RunError> {
    let mut text = String::from(HEADER);
    for iteration in metrics {
        text += &iteration.csv();
    }
    folder.replace("iterations.csv", text.as_bytes())?;
    folder.replace("loss.svg", loss_plot(metrics).to_svg().as_bytes())
}

/// Reads `iterations.csv` up to this many games. Invalid lines are skipped: the file is for people, nothing depends on it.
pub(super) fn read(folder: &RunFolder, max_games: u64) -> Vec<IterationMetrics> {
    let text = std::fs::read_to_string(folder.file("iterations.csv")).unwrap_or_default();
    text.lines()
        .skip(1)
        .filter_map(IterationMetrics::parse)
        .filter(|iteration| iteration.games <= max_games)
        .collect()
}

fn loss_plot(metrics: &[IterationMetrics]) -> Plot {
    let series = |name: &str, color, value: fn(&IterationMetrics) -> f64| Series {
        name: name.to_owned(),
        color,
        points: metrics
            .iter()
            .filter(|iteration| iteration.steps > 0)
            .map(|iteration| (iteration.games as f64, value(iteration)))
            .collect(),
        ..Series::default()
    };
    Plot {
        name: "loss".into(),
        title: "Loss".into(),
        x_label: "self-play games".into(),
        y_label: "loss".into(),
        series: vec![
            series("policy", 0, |iteration| f64::from(iteration.loss.policy)),
            series("value", 1, |iteration| f64::from(iteration.loss.value)),
        ],
        ..Plot::default()
    }
}
