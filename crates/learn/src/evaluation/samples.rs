//! What the fits need of each position.

use std::collections::BTreeMap;

use engine::replies::{self, Replies};
use engine::score::{self, Score};
use gomoku::{Board, Color, Neighborhood, Point, Position, Rule};
use nets::pattern_net::pattern_code;
use nets::pattern_net::threat_mask;

use crate::evaluation::positions::LabeledPosition;

/// A position for the fit of the evaluation.
#[derive(Clone, Debug)]
pub struct ValueSample {
    /// Combinations that stones of the side to move would make on empty points, with how often they occur; those that make nothing
    /// are left out.
    pub own: Vec<(u16, u8)>,
    /// The same for the enemy.
    pub enemy: Vec<(u16, u8)>,
    /// The threat mask.
    pub mask: u16,
    /// The side to move.
    pub side: Color,
    /// Do the colors play different games?
    pub apart: bool,
    /// The win rate that the search saw for the side to move; a proven result is certain.
    pub win_rate: f32,
}

impl ValueSample {
    /// Whose values hold for the side to move.
    pub fn own_side(&self) -> usize {
        if self.apart { self.side.index() } else { 0 }
    }

    /// Whose values hold for the enemy.
    pub fn enemy_side(&self) -> usize {
        if self.apart { (!self.side).index() } else { 0 }
    }
}

/// A position for the fit of the move order.
#[derive(Clone, Debug)]
pub struct PolicySample {
    /// What each candidate would make for the side to move and for the enemy, the chosen move first.
    pub candidates: Vec<(u16, u16)>,
    /// The side to move.
    pub side: Color,
}

/// What a position teaches the evaluation and, if there was a choice, the order of moves.
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
        own: counts(position, side),
        enemy: counts(position, !side),
        mask: threat_mask(position.patterns(), side) as u16,
        side,
        apart: board.rule().forbids(Color::Black),
        win_rate: score::win_rate(score) as f32,
    }
}

/// How often each pattern code of a color occurs on empty points, but for the first, which is nothing.
fn counts(position: &Position, color: Color) -> Vec<(u16, u8)> {
    let mut counts: BTreeMap<u16, u8> = BTreeMap::new();
    for point in &position.board().empty() {
        let number = pattern_code::encode(position.patterns().packed_lines(color, point));
        if number > 0 {
            let count = counts.entry(number as u16).or_default();
            *count = count.saturating_add(1);
        }
    }
    counts.into_iter().collect()
}

fn policy_sample(position: &Position, chosen: Point) -> Option<PolicySample> {
    let side = position.board().side_to_move();
    let points = match replies::replies(position) {
        Replies::Forced(points) | Replies::Defenses(points) => points,
        Replies::Any => Neighborhood::Square2Line3.candidates(position.board()),
    };
    if !points.contains(chosen) || points.len() < 2 {
        return None;
    }
    let pair = |point| {
        let number = |color| pattern_code::encode(position.patterns().packed_lines(color, point));
        (number(side) as u16, number(!side) as u16)
    };
    let others = points.iter().filter(|&point| point != chosen).map(pair);
    Some(PolicySample {
        candidates: std::iter::once(pair(chosen)).chain(others).collect(),
        side,
    })
}
