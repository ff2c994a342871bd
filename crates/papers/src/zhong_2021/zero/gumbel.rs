//! Gumbel AlphaZero at the root (Danihelka, Guez, Schrittwieser and Silver 2022).
//!
//! ```text
//! sample    g(a) for every move; consider the m moves with the largest  g(a) + logit(a)
//! halve     visit the considered moves equally often, keep the better half by  g + logit + s(q),  until the visits are spent
//! play      the most visited move; among equals the one with the largest  g + logit + s(q)
//! learn     softmax(logit + s(q'))          completed Q: q'(a) = q(a) if a was visited, otherwise the mixed value
//!
//! s(q) = (c_visit + max n) c_scale q        q from 0 to 1
//! ```
//!
//! The move improves on the policy in expectation, however few the visits; PUCT's visit counts do not guarantee that. With
//! `g = 0` the same search is deterministic and used for play. [`seq_halving`](super::seq_halving) has the second step.
//!
//! Our choices: below the root, PUCT stays as it is. The mixed value uses the root's mean value where the paper uses the
//! network's value of the root, which a reused tree no longer has.

use gomoku::Point;

use crate::mcts::batched::RootMove;

/// `s(q)` of the formula: puts Q-values on the scale of the logits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QTransform {
    /// `c_visit`: added to the largest visit count.
    pub maxvisit_init: f64,
    /// `c_scale`.
    pub value_scale: f64,
}

impl QTransform {
    pub(super) fn apply(self, max_visits: u32, q: f64) -> f64 {
        (self.maxvisit_init + f64::from(max_visits)) * self.value_scale * q
    }
}

pub(super) fn logit(root_move: &RootMove) -> f64 {
    f64::from(root_move.prior.max(f32::MIN_POSITIVE)).ln()
}

pub(super) fn max_visits(moves: &[RootMove]) -> u32 {
    moves.iter().map(|child| child.visits).max().unwrap_or(0)
}

/// The Q-value of an unvisited move: the root's value, mixed with the values of the visited moves weighted by prior.
pub(super) fn mixed_value(moves: &[RootMove]) -> f64 {
    let (mut weighted_q, mut prior_sum, mut visit_sum) = (0.0, 0.0, 0.0);
    let mut reward_sum = 0.0;
    for child in moves {
        if let Some(value) = child.value {
            let prior = f64::from(child.prior.max(f32::MIN_POSITIVE));
            weighted_q += prior * value;
            prior_sum += prior;
            visit_sum += f64::from(child.visits);
            reward_sum += f64::from(child.visits) * value;
        }
    }
    if visit_sum == 0.0 {
        return 0.5;
    }
    let root_value = reward_sum / visit_sum;
    (root_value + visit_sum * weighted_q / prior_sum) / (1.0 + visit_sum)
}

/// The improved policy over completed Q-values, and the root's value under it, from 0 to 1.
///
/// A proven win gets all of the probability; proven losses get none as long as there is another move.
pub fn improved_policy(moves: &[RootMove], q_transform: QTransform) -> (Vec<(Point, f64)>, f64) {
    let any_win = moves.iter().any(RootMove::wins);
    let all_lose = moves.iter().all(RootMove::loses);
    let max_visits = max_visits(moves);
    let mixed_value = mixed_value(moves);
    let completed_q = |child: &RootMove| child.value.unwrap_or(mixed_value);
    let score = |child: &RootMove| logit(child) + q_transform.apply(max_visits, completed_q(child));
    let max_score = moves
        .iter()
        .filter(|child| all_lose || !child.loses())
        .map(score)
        .fold(f64::NEG_INFINITY, f64::max);
    let weight = |child: &RootMove| match () {
        () if any_win => f64::from(u8::from(child.wins())),
        () if child.loses() && !all_lose => 0.0,
        () => (score(child) - max_score).exp(),
    };
    let sum: f64 = moves.iter().map(weight).sum();
    let policy: Vec<_> = moves
        .iter()
        .map(|child| (child.point, weight(child) / sum))
        .collect();
    let value = moves
        .iter()
        .zip(&policy)
        .map(|(child, (_, probability))| probability * completed_q(child))
        .sum();
    (policy, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zhong_2021::zero::seq_halving::tests::root_moves;

    #[test]
    fn the_improved_policy_prefers_higher_values_and_proven_results() {
        let q_transform = QTransform {
            maxvisit_init: 50.0,
            value_scale: 0.1,
        };
        let mut moves = root_moves(&[0.5, 0.3, 0.2]);
        moves[0].value = Some(0.3);
        moves[0].visits = 4;
        moves[1].value = Some(0.7);
        moves[1].visits = 4;
        let (policy, value) = improved_policy(&moves, q_transform);
        let sum: f64 = policy.iter().map(|&(_, probability)| probability).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        assert!(policy[1].1 > 0.3 && policy[0].1 < 0.5 && policy[2].1 > 0.0);
        assert!((0.3..0.7).contains(&value));
        moves[1].proven = true;
        moves[1].value = Some(0.0);
        assert_eq!(improved_policy(&moves, q_transform).0[1].1, 0.0);
        moves[2].proven = true;
        moves[2].value = Some(1.0);
        let (policy, value) = improved_policy(&moves, q_transform);
        assert_eq!((policy[2].1, value), (1.0, 1.0));
    }
}
