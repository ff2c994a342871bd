//! The learning curve as CSV and plot, and the record of a run.

use arena::plot::{Plot, Series};

use super::{Metrics, TrainingRun, TrainingSummary};

/// The learning curve, one line per checkpoint.
pub(super) fn csv(curve: &[Metrics], opponents: &[String]) -> String {
    let mut text = String::from("games,games per second,mean length,rms td error");
    for opponent in opponents {
        text += &format!(",against {}", opponent.replace(',', " "));
    }
    text += "\n";
    for metrics in curve {
        text += &format!(
            "{},{:.1},{:.2},{:.5}",
            metrics.games, metrics.games_per_second, metrics.mean_length, metrics.td_error
        );
        for score in &metrics.scores {
            text += &format!(",{score:.4}");
        }
        text += "\n";
    }
    text
}

/// Reads a learning curve. Invalid lines are skipped: nothing but the plot depends on them.
pub(super) fn parse_csv(text: &str, opponents: usize) -> Vec<Metrics> {
    text.lines()
        .skip(1)
        .filter_map(|line| {
            let mut fields = line.split(',');
            let games = fields.next()?.parse().ok()?;
            let numbers: Vec<f64> = fields.map_while(|field| field.parse().ok()).collect();
            let (first, scores) = numbers.split_at_checked(3)?;
            (scores.len() == opponents).then(|| Metrics {
                games,
                games_per_second: first[0],
                mean_length: first[1],
                td_error: first[2],
                scores: scores.to_vec(),
            })
        })
        .collect()
}

/// The learning curve as a plot.
pub(super) fn plot(run: &TrainingRun, curve: &[Metrics]) -> Plot {
    let line = |name: String, color, value: &dyn Fn(&Metrics) -> f64| Series {
        name,
        color,
        points: curve
            .iter()
            .map(|metrics| (metrics.games as f64, value(metrics)))
            .collect(),
        ..Series::default()
    };
    let mut series = vec![
        line("RMS TD error".to_owned(), 0, &|metrics| metrics.td_error),
        line("length / 100".to_owned(), 1, &|metrics| {
            metrics.mean_length / 100.0
        }),
    ];
    for (index, opponent) in run.opponents.iter().enumerate() {
        let name = format!("against {opponent}");
        series.push(line(name, 2 + index, &|metrics| metrics.scores[index]));
    }
    Plot {
        name: "learning".into(),
        title: format!("Learning curve of {}", run.config.inputs.name),
        x_label: "self-play games".into(),
        y_label: "score, TD error".into(),
        series,
        ..Plot::default()
    }
}

/// The record of a run: command, configuration, speed and final metrics.
pub(super) fn record(run: &TrainingRun, summary: &TrainingSummary) -> String {
    let seconds = summary.training_time.as_secs_f64();
    let mut text = format!(
        "command   {}\nconfig    {}\ngames     {}\nself-play {} games in {seconds:.1} s, {:.0} per second\n",
        run.command,
        run.identity(),
        summary.games,
        summary.played,
        summary.played as f64 / seconds.max(1e-9)
    );
    if let Some(metrics) = &summary.last {
        text += &format!(
            "final     mean length {:.1}, RMS TD error {:.4}\n",
            metrics.mean_length, metrics.td_error
        );
        for (opponent, score) in run.opponents.iter().zip(&metrics.scores) {
            text += &format!(
                "{:.1} % in {} games against {opponent}\n",
                100.0 * score,
                run.rating_games
            );
        }
    }
    text
}
