//! What the fits need of each position.

use std::collections::BTreeMap;

use engine::combination;
use engine::replies::{self, Replies};
use engine::score::{self, Score};
use engine::threat_mask::{MASKS, threat_mask};
use gomoku::{Board, Color, Neighborhood, Point, Position, Rule};

use crate::evaluation::positions::LabeledPosition;

/// A position for the fit of the evaluation.
#[derive(Clone, Debug)]
pub struct ValueSample {
    /// Combinations with how often they occur now and one ply ago together: black's are positive where colors share
    /// their values. White's numbers follow black's where they do not.
    pub terms: Vec<(u16, i8)>,
    /// The threat mask; with white's following black's where colors do not share their values.
    pub mask: u16,
    /// 1 for black to move, -1 for white.
    pub sign: i8,
    /// The win rate that the search saw for the side to move; a proven result is certain.
    pub win_rate: f32,
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
    let (last, earlier) = match labeled.moves.split_last() {
        Some((&last, earlier)) => (Some(last), earlier),
        None => (None, &[] as &[Point]),
    };
    for &point in earlier {
        position.push(point);
    }
    let apart = rule.forbids(Color::Black);
    let before = counts(&position, apart);
    if let Some(last) = last {
        position.push(last);
    }
    let value = value_sample(&position, counts(&position, apart), &before, labeled.score);
    (value, policy_sample(&position, labeled.best))
}

/// How often each combination occurs on empty points, black's less white's; or apart.
fn counts(position: &Position, apart: bool) -> BTreeMap<u16, i32> {
    let mut counts = BTreeMap::new();
    for point in &position.board().empty() {
        for color in Color::BOTH {
            let number = combination::number(position.patterns().packed_lines(color, point));
            let offset = if apart && color == Color::White {
                combination::COMBINATIONS
            } else {
                0
            };
            let sign = if color == Color::Black { 1 } else { -1 };
            *counts.entry((number + offset) as u16).or_default() += sign;
        }
    }
    counts
}

fn value_sample(
    position: &Position,
    now: BTreeMap<u16, i32>,
    before: &BTreeMap<u16, i32>,
    score: Score,
) -> ValueSample {
    let mut sum = now;
    for (&number, &count) in before {
        *sum.entry(number).or_default() += count;
    }
    let side = position.board().side();
    let sign = if side == Color::Black { 1 } else { -1 };
    let mask = threat_mask(position.patterns(), side);
    let apart = position.board().rule().forbids(Color::Black) && side == Color::White;
    ValueSample {
        terms: sum
            .into_iter()
            .filter(|&(_, count)| count != 0)
            .map(|(number, count)| (number, count.clamp(-127, 127) as i8))
            .collect(),
        mask: (mask + if apart { MASKS } else { 0 }) as u16,
        sign,
        win_rate: score::win_rate(score) as f32,
    }
}

fn policy_sample(position: &Position, chosen: Point) -> Option<PolicySample> {
    let side = position.board().side();
    let points = match replies::replies(position) {
        Replies::Forced(points) | Replies::Defenses(points) => points,
        Replies::Any => Neighborhood::Square2Line3.candidates(position.board()),
    };
    if !points.contains(chosen) || points.len() < 2 {
        return None;
    }
    let pair = |point| {
        let number = |color| combination::number(position.patterns().packed_lines(color, point));
        (number(side) as u16, number(!side) as u16)
    };
    let others = points.iter().filter(|&point| point != chosen).map(pair);
    Some(PolicySample {
        candidates: std::iter::once(pair(chosen)).chain(others).collect(),
        side,
    })
}
