//! Gumbel AlphaZero at the root (Danihelka, Guez, Schrittwieser and Silver 2022).
//!
//! ```text
//! draw      g(a) for every move; consider the m moves with the largest  g(a) + logit(a)
//! halve     give the considered moves the same visits, keep the better half by  g + logit + s(q),  until the visits are spent
//! play      the most visited, the largest  g + logit + s(q)  among equals
//! learn     softmax(logit + s(q'))                              q'(a) = q(a) if a was visited, otherwise a mixed value
//!
//! s(q) = (c_visit + max n) c_scale q                            q from 0 to 1
//! ```
//!
//! The move improves on the policy in expectation however few the visits, which PUCT's visit counts do not. With `g = 0` the
//! same is a deterministic search for play.
//!
//! Our choice: below the root PUCT goes on as it is; the mixed value uses the root's mean where the paper has the
//! network's own value of the root, since a kept tree has forgotten that.

use gomoku::Point;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::noise;
use crate::mcts::guided::RootMove;

/// `s(q)` of the formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Visits that are added to the most visits.
    pub visit: f64,
    /// The factor.
    pub scale: f64,
}

impl Scale {
    fn of(self, most_visits: u32, value: f64) -> f64 {
        (self.visit + f64::from(most_visits)) * self.scale * value
    }
}

/// A move that is considered.
#[derive(Clone, Copy, Debug)]
struct Considered {
    point: Point,
    gumbel: f64,
    /// Visits that a kept tree brought along.
    before: u32,
}

/// A search without an end is planned no further than this.
const MOST_VISITS: usize = 1 << 14;

/// The visits of one search, shared among the considered moves.
#[derive(Clone, Debug)]
pub struct Halving {
    scale: Scale,
    considered: Vec<Considered>,
    /// For each visit: how many its move has had before it.
    sequence: Vec<u32>,
    next: usize,
}

impl Halving {
    /// Considers `most` moves in `visits` visits. `noise` is the factor of the Gumbel draws.
    pub fn new(
        moves: &[RootMove],
        (most, visits): (usize, usize),
        scale: Scale,
        noise: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Halving {
        let mut all: Vec<_> = moves
            .iter()
            .map(|one| {
                let gumbel = if noise > 0.0 {
                    noise * noise::gumbel(rng)
                } else {
                    0.0
                };
                (gumbel + logit(one), gumbel, one)
            })
            .collect();
        all.sort_by(|a, b| {
            b.0.total_cmp(&a.0)
                .then(a.2.point.index().cmp(&b.2.point.index()))
        });
        let considered: Vec<_> = all
            .iter()
            .take(most.max(1))
            .map(|&(_, gumbel, one)| Considered {
                point: one.point,
                gumbel,
                before: one.visits,
            })
            .collect();
        Halving {
            scale,
            sequence: sequence(considered.len(), visits.min(MOST_VISITS)),
            considered,
            next: 0,
        }
    }

    /// The move to visit next; `None` when that cannot be said before the visits under way are over.
    pub fn next(&self, moves: &[RootMove], under_way: bool) -> Option<Point> {
        let &visits = self.sequence.get(self.next)?;
        let is_new_round = self.next > 0 && self.sequence[self.next - 1] != visits;
        if under_way && is_new_round {
            return None;
        }
        let ranked = self.ranked(moves);
        let with = |wanted: u32| ranked.iter().find(|one| one.visits == wanted);
        let fewest = || ranked.iter().min_by_key(|one| one.visits);
        with(visits).or_else(fewest).map(|one| one.point)
    }

    /// Have all visits been made? A search that goes on leaves the rest to PUCT.
    pub fn is_over(&self) -> bool {
        self.next >= self.sequence.len()
    }

    /// The visit to the move of [`Halving::next`] was made.
    pub fn visited(&mut self) {
        self.next += 1;
    }

    /// The move to play.
    pub fn choice(&self, moves: &[RootMove]) -> Option<Point> {
        let ranked = self.ranked(moves);
        if let Some(win) = moves.iter().find(|one| one.wins()) {
            return Some(win.point);
        }
        let hopeful = || ranked.iter().filter(|one| !one.loses);
        let most = hopeful().map(|one| one.visits).max();
        let best = hopeful().find(|one| Some(one.visits) == most);
        // All that was considered loses: anything else is better.
        let others = || {
            let others = moves.iter().filter(|one| !one.loses());
            others.max_by(|a, b| a.prior.total_cmp(&b.prior))
        };
        best.map(|one| one.point)
            .or_else(|| others().map(|one| one.point))
            .or_else(|| ranked.first().map(|one| one.point))
    }

    /// The considered moves by  g + logit + s(q), the best first.
    fn ranked(&self, moves: &[RootMove]) -> Vec<Ranked> {
        let most_visits = moves.iter().map(|one| one.visits).max().unwrap_or(0);
        let unvisited = mixed_value(moves);
        let mut ranked: Vec<_> = self
            .considered
            .iter()
            .filter_map(|one| {
                let root = moves.iter().find(|root| root.point == one.point)?;
                let value = root.value.unwrap_or(unvisited);
                Some(Ranked {
                    point: one.point,
                    visits: root.visits - one.before,
                    score: one.gumbel + logit(root) + self.scale.of(most_visits, value),
                    loses: root.loses(),
                })
            })
            .collect();
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
        ranked
    }
}

struct Ranked {
    point: Point,
    /// In this search.
    visits: u32,
    score: f64,
    loses: bool,
}

fn logit(one: &RootMove) -> f64 {
    f64::from(one.prior.max(f32::MIN_POSITIVE)).ln()
}

/// The value of a move that was not visited: the root's, and those of the visited moves weighed by their priors.
fn mixed_value(moves: &[RootMove]) -> f64 {
    let (mut sum, mut weight, mut visits) = (0.0, 0.0, 0.0);
    let mut mean = 0.0;
    for one in moves {
        if let Some(value) = one.value {
            let prior = f64::from(one.prior.max(f32::MIN_POSITIVE));
            sum += prior * value;
            weight += prior;
            visits += f64::from(one.visits);
            mean += f64::from(one.visits) * value;
        }
    }
    if visits == 0.0 {
        return 0.5;
    }
    (mean / visits + visits * sum / weight) / (1.0 + visits)
}

/// The improved policy, and the value of the root under it, from 0 to 1.
///
/// A certain win takes everything, and a certain loss gets nothing while there is another move.
pub fn improved(moves: &[RootMove], scale: Scale) -> (Vec<(Point, f64)>, f64) {
    let wins = moves.iter().filter(|one| one.wins()).count();
    let all_lose = moves.iter().all(RootMove::loses);
    let most_visits = moves.iter().map(|one| one.visits).max().unwrap_or(0);
    let unvisited = mixed_value(moves);
    let value = |one: &RootMove| one.value.unwrap_or(unvisited);
    let score = |one: &RootMove| logit(one) + scale.of(most_visits, value(one));
    let most = moves
        .iter()
        .filter(|one| all_lose || !one.loses())
        .map(score)
        .fold(f64::NEG_INFINITY, f64::max);
    let weight = |one: &RootMove| match () {
        () if wins > 0 => f64::from(u8::from(one.wins())),
        () if one.loses() && !all_lose => 0.0,
        () => (score(one) - most).exp(),
    };
    let sum: f64 = moves.iter().map(weight).sum();
    let policy: Vec<_> = moves
        .iter()
        .map(|one| (one.point, weight(one) / sum))
        .collect();
    let root = moves.iter().zip(&policy);
    let mean = root.map(|(one, share)| share.1 * value(one)).sum();
    (policy, mean)
}

/// For each visit of a search: how many visits its move has had before. The considered moves are visited equally often in
/// each round, and half of them go on to the next.
fn sequence(considered: usize, visits: usize) -> Vec<u32> {
    if considered <= 1 {
        return (0..visits as u32).collect();
    }
    let rounds = considered.next_power_of_two().trailing_zeros() as usize;
    let mut sequence = Vec::with_capacity(visits);
    let (mut left, mut had) = (considered, 0);
    while sequence.len() < visits {
        let each = (visits / (rounds * left)).max(1);
        for _ in 0..each {
            sequence.extend(std::iter::repeat_n(had, left));
            had += 1;
        }
        left = (left / 2).max(2);
    }
    sequence.truncate(visits);
    sequence
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::Size;
    use rand::SeedableRng;

    fn root_moves(priors: &[f32]) -> Vec<RootMove> {
        Size::FIFTEEN
            .points()
            .zip(priors)
            .map(|(point, &prior)| RootMove {
                point,
                prior,
                visits: 0,
                value: None,
                proven: false,
            })
            .collect()
    }

    /// Runs a search whose moves have fixed values.
    fn run(moves: &mut [RootMove], values: &[f64], most: usize, visits: usize) -> Halving {
        let scale = Scale {
            visit: 50.0,
            scale: 1.0,
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut halving = Halving::new(moves, (most, visits), scale, 0.0, &mut rng);
        while let Some(point) = halving.next(moves, false) {
            let index = moves
                .iter()
                .position(|one| one.point == point)
                .expect("a move");
            moves[index].visits += 1;
            moves[index].value = Some(values[index]);
            halving.visited();
        }
        halving
    }

    #[test]
    fn visits_add_up_to_the_budget() {
        for considered in 1..20 {
            for visits in 1..130 {
                let sequence = sequence(considered, visits);
                assert_eq!(sequence.len(), visits);
                let mut moves = root_moves(&[0.05; 20]);
                let values: Vec<_> = (0..20).map(|index| f64::from(index % 7) / 7.0).collect();
                run(&mut moves, &values, considered, visits);
                let total: u32 = moves.iter().map(|one| one.visits).sum();
                assert_eq!(total as usize, visits);
                let visited = moves.iter().filter(|one| one.visits > 0).count();
                assert_eq!(visited, considered.min(visits));
            }
        }
    }

    #[test]
    fn sixteen_moves_in_thirty_two_visits() {
        let mut moves = root_moves(&[1.0 / 16.0; 16]);
        let values: Vec<_> = (0..16).map(|index| f64::from(index) / 16.0).collect();
        let halving = run(&mut moves, &values, 16, 32);
        let visits: Vec<_> = moves.iter().map(|one| one.visits).collect();
        assert_eq!(visits, [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4]);
        assert_eq!(halving.choice(&moves), Some(moves[15].point));
    }

    #[test]
    fn the_improved_policy_prefers_what_was_better_and_believes_proofs() {
        let scale = Scale {
            visit: 50.0,
            scale: 0.1,
        };
        let mut moves = root_moves(&[0.5, 0.3, 0.2]);
        moves[0].value = Some(0.3);
        moves[0].visits = 4;
        moves[1].value = Some(0.7);
        moves[1].visits = 4;
        let (policy, value) = improved(&moves, scale);
        assert!((policy.iter().map(|one| one.1).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(policy[1].1 > 0.3 && policy[0].1 < 0.5 && policy[2].1 > 0.0);
        assert!((0.3..0.7).contains(&value));
        moves[1].proven = true;
        moves[1].value = Some(0.0);
        assert_eq!(improved(&moves, scale).0[1].1, 0.0);
        moves[2].proven = true;
        moves[2].value = Some(1.0);
        let (policy, value) = improved(&moves, scale);
        assert_eq!((policy[2].1, value), (1.0, 1.0));
    }
}
