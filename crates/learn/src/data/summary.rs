//! What a dataset holds: counts, results, and how well the scores predict the results.

use std::fmt;

use engine::score::{is_mate, win_rate};

use super::dataset::{Dataset, Location};
use super::record::GameResult;

/// Bins of the win rate in the calibration.
const BINS: usize = 10;

/// Statistics of a dataset.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Training positions.
    pub training: usize,
    /// Held-out positions.
    pub held_out: usize,
    /// Positions left out because an equal one stays.
    pub duplicates: u64,
    /// Positions left out because their bytes are damaged.
    pub damaged: u64,
    /// Positions of the games themselves; the others are off the games.
    pub on_path: usize,
    /// Positions with a proven score.
    pub proven: usize,
    /// Wins, draws and losses of the side to move.
    pub results: [usize; 3],
    /// By the win rate of the search, positions of games only: its mean, the mean result, and their number. Without proven
    /// scores.
    pub calibration: Vec<(f64, f64, usize)>,
}

impl Summary {
    /// Reads every position once.
    pub fn new(dataset: &Dataset) -> Summary {
        let mut summary = Summary {
            training: dataset.training.len(),
            held_out: dataset.held_out.len(),
            duplicates: dataset.duplicates,
            damaged: dataset.damaged,
            on_path: 0,
            proven: 0,
            results: [0; 3],
            calibration: Vec::new(),
        };
        let mut bins = [(0.0, 0.0, 0_usize); BINS];
        for &location in dataset.training.iter().chain(&dataset.held_out) {
            summary.add(dataset, location, &mut bins);
        }
        summary.calibration = bins
            .into_iter()
            .filter(|bin| bin.2 > 0)
            .map(|(rate, result, count)| (rate / count as f64, result / count as f64, count))
            .collect();
        summary
    }

    fn add(&mut self, dataset: &Dataset, at: Location, bins: &mut [(f64, f64, usize); BINS]) {
        let (_, record) = dataset.record(at);
        self.on_path += usize::from(record.on_path);
        self.proven += usize::from(is_mate(record.score));
        let index = match record.result {
            GameResult::Win => 0,
            GameResult::Draw => 1,
            GameResult::Loss => 2,
        };
        self.results[index] += 1;
        if record.on_path && !is_mate(record.score) {
            let rate = win_rate(record.score);
            let bin = &mut bins[((rate * BINS as f64) as usize).min(BINS - 1)];
            bin.0 += rate;
            bin.1 += f64::from(record.result.value());
            bin.2 += 1;
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wins, draws, losses] = self.results;
        writeln!(out, "training positions  {}", self.training)?;
        writeln!(out, "held-out positions  {}", self.held_out)?;
        writeln!(out, "duplicates          {}", self.duplicates)?;
        writeln!(out, "damaged             {}", self.damaged)?;
        writeln!(out, "on the game path    {}", self.on_path)?;
        writeln!(out, "proven              {}", self.proven)?;
        writeln!(out, "wins draws losses   {wins} {draws} {losses}")?;
        writeln!(out, "calibration: win rate by search, result, positions")?;
        for (rate, result, count) in &self.calibration {
            writeln!(out, "  {rate:.3} {result:.3} {count:8}")?;
        }
        Ok(())
    }
}
