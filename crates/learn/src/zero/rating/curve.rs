//! The learning curve: `rating.csv`, `rating.svg` and `scores.svg`.

use std::fmt::Write as _;

use arena::plot::{Plot, Series};

use super::{NetworkRating, RatingLog};
use crate::zero::folder::{RunError, RunFolder};

impl RatingLog {
    /// Writes the learning curve.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write_curve(&self, folder: &RunFolder) -> Result<(), RunError> {
        let ratings = self.ratings();
        let opponents = self.fixed_opponents();
        folder.replace("rating.csv", self.csv(&ratings, &opponents).as_bytes())?;
        folder.replace("rating.svg", rating_plot(&ratings).to_svg().as_bytes())?;
        let scores = self.score_plot(&ratings, &opponents);
        folder.replace("scores.svg", scores.to_svg().as_bytes())
    }

    /// The fixed players in the order of their first match.
    fn fixed_opponents(&self) -> Vec<&str> {
        let mut opponents: Vec<&str> = Vec::new();
        for result in &self.matches {
            if !result.is_gate() && !opponents.contains(&result.opponent.as_str()) {
                opponents.push(&result.opponent);
            }
        }
        opponents
    }

    fn score(&self, games: u64, opponent: &str) -> Option<f64> {
        let mut matches = self.matches.iter();
        let found = matches.find(|result| result.games == games && result.opponent == opponent);
        found.and_then(|result| result.tally.score())
    }

    fn csv(&self, ratings: &[NetworkRating], opponents: &[&str]) -> String {
        let mut csv = String::from("games,elo,low,high");
        for opponent in opponents {
            let _ = write!(csv, ",against {}", opponent.replace(',', " "));
        }
        csv += "\n";
        for rating in ratings {
            let _ = write!(
                csv,
                "{},{:.0},{:.0},{:.0}",
                rating.games, rating.elo, rating.low, rating.high
            );
            for opponent in opponents {
                let score = self.score(rating.games, opponent);
                let score = score.map_or(String::new(), |score| format!("{score:.3}"));
                let _ = write!(csv, ",{score}");
            }
            csv += "\n";
        }
        csv
    }

    fn score_plot(&self, ratings: &[NetworkRating], opponents: &[&str]) -> Plot {
        let series = opponents
            .iter()
            .enumerate()
            .map(|(color, opponent)| Series {
                name: (*opponent).to_owned(),
                color,
                points: ratings
                    .iter()
                    .filter_map(|rating| {
                        Some((rating.games as f64, self.score(rating.games, opponent)?))
                    })
                    .collect(),
                ..Series::default()
            });
        Plot {
            name: "scores".into(),
            title: "Score against fixed players".into(),
            x_label: "self-play games".into(),
            y_label: "score".into(),
            series: series.collect(),
            ..Plot::default()
        }
    }
}

fn rating_plot(ratings: &[NetworkRating]) -> Plot {
    Plot {
        name: "rating".into(),
        title: "Rating of the networks".into(),
        x_label: "self-play games".into(),
        y_label: "Elo above the untrained network".into(),
        series: vec![Series {
            name: "network".into(),
            points: ratings
                .iter()
                .map(|rating| (rating.games as f64, rating.elo))
                .collect(),
            intervals: ratings
                .iter()
                .map(|rating| (rating.low, rating.high))
                .collect(),
            ..Series::default()
        }],
        ..Plot::default()
    }
}
