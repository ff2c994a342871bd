//! What the fits need of each position of the games.
//!
//! Only positions are used in which something is open: no five to make or to stop, no result at sight, no proven score.

use std::collections::BTreeMap;

use engine::combination;
use engine::replies::{self, Replies};
use engine::score::{self, Score};
use engine::threat_mask::threat_mask;
use gomoku::{Board, Color, Neighborhood, Position, Rule};

use crate::evaluation::games::TuningGame;

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
    /// The score that the search saw, for the side to move.
    pub score: i16,
    /// The result for the side to move: 1, 0 or -1.
    pub result: i8,
    /// Plies to the end of the game.
    pub plies_left: u16,
}

/// A position for the fit of the move order.
#[derive(Clone, Debug)]
pub struct PolicySample {
    /// What each candidate would make for the side to move and for the enemy, the chosen move first.
    pub candidates: Vec<(u16, u16)>,
    /// The side to move.
    pub side: Color,
}

/// The positions of a game.
pub fn samples(game: &TuningGame, rule: Rule) -> (Vec<ValueSample>, Vec<PolicySample>) {
    let mut position = Position::new(Board::new(game.size, rule));
    let (mut values, mut policies) = (Vec::new(), Vec::new());
    let mut before = BTreeMap::new();
    for (ply, &point) in game.moves.iter().enumerate() {
        let now = counts(&position, rule.forbids(Color::Black));
        if ply >= game.opening.max(2) {
            let score = game.scores[ply - game.opening];
            if is_open(&position, score) {
                values.push(value_sample(&position, &now, &before, game, ply));
                policies.extend(policy_sample(&position, point));
            }
        }
        before = now;
        position.push(point);
    }
    (values, policies)
}

fn is_open(position: &Position, score: Score) -> bool {
    !score::is_proven(score)
        && replies::at_sight(position, 0).is_none()
        && !matches!(replies::forced(position), Replies::Forced(_))
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
    now: &BTreeMap<u16, i32>,
    before: &BTreeMap<u16, i32>,
    game: &TuningGame,
    ply: usize,
) -> ValueSample {
    let mut sum = now.clone();
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
        mask: (mask + if apart { engine::threat_mask::MASKS } else { 0 }) as u16,
        sign,
        score: game.scores[ply - game.opening] as i16,
        result: game.result as i8 * sign,
        plies_left: (game.moves.len() - ply) as u16,
    }
}

fn policy_sample(position: &Position, chosen: gomoku::Point) -> Option<PolicySample> {
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
