//! Training samples of both fits, extracted from labeled positions.

use std::collections::BTreeMap;

use engine::replies::{self, Replies};
use engine::score::{self, Score};
use gomoku::{Board, Color, Neighborhood, Point, Position, Rule};
use nets::pattern_net::pattern_code;
use nets::pattern_net::threat_mask;

use crate::evaluation::positions::LabeledPosition;

/// A sample for the fit of the evaluation.
#[derive(Clone, Debug)]
pub struct ValueSample {
    /// Pattern codes of the side to move on the empty points, with their counts. Code 0, no pattern, is left out.
    pub own: Vec<(u16, u8)>,
    /// The same for the opponent.
    pub opponent: Vec<(u16, u8)>,
    /// The threat mask.
    pub threat_mask: u16,
    /// The side to move.
    pub side: Color,
    /// Whether each color has its own weights.
    pub colors_differ: bool,
    /// Win rate of the side to move by search; 0 or 1 for a proven result.
    pub win_rate: f32,
}

impl ValueSample {
    /// Index of the weights of the side to move.
    pub fn own_side(&self) -> usize {
        if self.colors_differ {
            self.side.index()
        } else {
            0
        }
    }

    /// Index of the weights of the opponent.
    pub fn opponent_side(&self) -> usize {
        if self.colors_differ {
            (!self.side).index()
        } else {
            0
        }
    }
}

/// A sample for the fit of the move ordering.
#[derive(Clone, Debug)]
pub struct PolicySample {
    /// Pattern codes of each candidate for the side to move and for the opponent. The best move is the first.
    pub candidates: Vec<(u16, u16)>,
    /// The side to move.
    pub side: Color,
}

/// Every tenth sample belongs to the validation set.
pub(crate) const VALIDATION_STRIDE: usize = 10;

/// Splits samples into validation set and training set.
pub(crate) fn split<T>(samples: &[T]) -> (Vec<&T>, Vec<&T>) {
    let validation = samples.iter().step_by(VALIDATION_STRIDE).collect();
    let training = samples
        .iter()
        .enumerate()
        .filter(|(index, _)| index % VALIDATION_STRIDE != 0)
        .map(|(_, sample)| sample)
        .collect();
    (validation, training)
}

/// The samples of a labeled position. There is no policy sample if the best move was the only candidate, or none.
pub fn sample(labeled: &LabeledPosition, rule: Rule) -> (ValueSample, Option<PolicySample>) {
    let mut position = Position::new(Board::new(labeled.size, rule));
    for &point in &labeled.moves {
        position.push(point);
    }
    let value = value_sample(&position, labeled.score);
    (value, policy_sample(&position, labeled.best))
}

fn value_sample(position: &Position, score: Score) -> ValueSample {
    let board = position.board();
    let side = board.side_to_move();
    ValueSample {
        own: code_counts(position, side),
        opponent: code_counts(position, !side),
        threat_mask: threat_mask(position.patterns(), side) as u16,
        side,
        colors_differ: board.rule().forbids(Color::Black),
        win_rate: score::win_rate(score) as f32,
    }
}

fn code_counts(position: &Position, color: Color) -> Vec<(u16, u8)> {
    let mut counts: BTreeMap<u16, u8> = BTreeMap::new();
    for point in &position.board().empty() {
        let code = pattern_code::encode(position.patterns().packed_lines(color, point));
        if code > 0 {
            let count = counts.entry(code as u16).or_default();
            *count = count.saturating_add(1);
        }
    }
    counts.into_iter().collect()
}

fn policy_sample(position: &Position, best: Point) -> Option<PolicySample> {
    let side = position.board().side_to_move();
    let points = match replies::replies(position) {
        Replies::Forced(points) | Replies::Defenses(points) => points,
        Replies::Any => Neighborhood::Square2Line3.candidates(position.board()),
    };
    if !points.contains(best) || points.len() < 2 {
        return None;
    }
    let codes = |point| {
        let code = |color| pattern_code::encode(position.patterns().packed_lines(color, point));
        (code(side) as u16, code(!side) as u16)
    };
    let others = points.iter().filter(|&point| point != best).map(codes);
    Some(PolicySample {
        candidates: std::iter::once(codes(best)).chain(others).collect(),
        side,
    })
}
