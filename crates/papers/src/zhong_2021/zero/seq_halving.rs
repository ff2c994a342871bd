//! Sequential halving over the root moves (Karnin, Koren and Somekh 2013), as Gumbel AlphaZero uses it.
//!
//! The sequence of considered visits is known in advance: for each simulation, how many visits its move has had before.
//! The next move is the best-scored one with exactly that many.

use gomoku::Point;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::gumbel::{QTransform, logit, max_visits, mixed_value};
use super::noise;
use crate::mcts::batched::RootMove;

/// Longest sequence that is planned. A search without a limit continues with PUCT.
const MAX_SIMULATIONS: usize = 1 << 14;

/// A move that is considered.
#[derive(Clone, Copy, Debug)]
struct ConsideredMove {
    point: Point,
    gumbel: f64,
    /// Visits from a reused tree.
    initial_visits: u32,
}

/// A considered move with its score  g + logit + s(q).
struct ScoredMove {
    point: Point,
    /// In this search.
    visits: u32,
    score: f64,
    loses: bool,
}

/// Distributes the simulations of one search over the considered moves.
#[derive(Clone, Debug)]
pub struct SequentialHalving {
    q_transform: QTransform,
    considered: Vec<ConsideredMove>,
    /// Per simulation: the visits its move has had before.
    considered_visits: Vec<u32>,
    num_simulations: usize,
}

impl SequentialHalving {
    /// Plans `num_simulations` over at most `max_considered` moves. `gumbel_scale` scales the Gumbel noise; 0 for none.
    pub fn new(
        moves: &[RootMove],
        (max_considered, num_simulations): (usize, usize),
        q_transform: QTransform,
        gumbel_scale: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> SequentialHalving {
        let mut scored: Vec<_> = moves
            .iter()
            .map(|root_move| {
                let gumbel = if gumbel_scale > 0.0 {
                    gumbel_scale * noise::gumbel(rng)
                } else {
                    0.0
                };
                (gumbel + logit(root_move), gumbel, root_move)
            })
            .collect();
        scored.sort_by(|a, b| {
            b.0.total_cmp(&a.0)
                .then(a.2.point.index().cmp(&b.2.point.index()))
        });
        let considered: Vec<_> = scored
            .iter()
            .take(max_considered.max(1))
            .map(|&(_, gumbel, root_move)| ConsideredMove {
                point: root_move.point,
                gumbel,
                initial_visits: root_move.visits,
            })
            .collect();
        SequentialHalving {
            q_transform,
            considered_visits: considered_visits(
                considered.len(),
                num_simulations.min(MAX_SIMULATIONS),
            ),
            considered,
            num_simulations: 0,
        }
    }

    /// The move to simulate next; `None` if that depends on simulations that are still pending.
    pub fn next_move(&self, moves: &[RootMove], any_pending: bool) -> Option<Point> {
        let &visits = self.considered_visits.get(self.num_simulations)?;
        let is_new_phase =
            self.num_simulations > 0 && self.considered_visits[self.num_simulations - 1] != visits;
        if any_pending && is_new_phase {
            return None;
        }
        let scored = self.scored_moves(moves);
        let with_visits = scored.iter().find(|scored| scored.visits == visits);
        let least_visited = || scored.iter().min_by_key(|scored| scored.visits);
        with_visits
            .or_else(least_visited)
            .map(|scored| scored.point)
    }

    /// Have all planned simulations been made? A search that goes on uses PUCT.
    pub fn is_finished(&self) -> bool {
        self.num_simulations >= self.considered_visits.len()
    }

    /// Counts a simulation of [`SequentialHalving::next_move`].
    pub fn count_simulation(&mut self) {
        self.num_simulations += 1;
    }

    /// The move to play.
    pub fn best_move(&self, moves: &[RootMove]) -> Option<Point> {
        if let Some(win) = moves.iter().find(|root_move| root_move.wins()) {
            return Some(win.point);
        }
        let scored = self.scored_moves(moves);
        let not_lost = || scored.iter().filter(|scored| !scored.loses);
        let max_visits = not_lost().map(|scored| scored.visits).max();
        let best = not_lost().find(|scored| Some(scored.visits) == max_visits);
        // If all considered moves lose, any other move is better.
        let not_considered = || {
            let others = moves.iter().filter(|root_move| !root_move.loses());
            others.max_by(|a, b| a.prior.total_cmp(&b.prior))
        };
        best.map(|scored| scored.point)
            .or_else(|| not_considered().map(|root_move| root_move.point))
            .or_else(|| scored.first().map(|scored| scored.point))
    }

    /// The considered moves, the highest score first.
    fn scored_moves(&self, moves: &[RootMove]) -> Vec<ScoredMove> {
        let max_visits = max_visits(moves);
        let mixed_value = mixed_value(moves);
        let mut scored: Vec<_> = self
            .considered
            .iter()
            .filter_map(|considered| {
                let root_move = moves
                    .iter()
                    .find(|root_move| root_move.point == considered.point)?;
                let q = root_move.value.unwrap_or(mixed_value);
                let transformed = self.q_transform.apply(max_visits, q);
                Some(ScoredMove {
                    point: considered.point,
                    visits: root_move.visits - considered.initial_visits,
                    score: considered.gumbel + logit(root_move) + transformed,
                    loses: root_move.loses(),
                })
            })
            .collect();
        scored.sort_by(|a, b| b.score.total_cmp(&a.score));
        scored
    }
}

/// The sequence of considered visits: per simulation, the visits its move has had before. In each phase the remaining
/// moves are visited equally often, and half of them go on to the next.
fn considered_visits(num_considered: usize, num_simulations: usize) -> Vec<u32> {
    if num_considered <= 1 {
        return (0..num_simulations as u32).collect();
    }
    let phases = num_considered.next_power_of_two().trailing_zeros() as usize;
    let mut sequence = Vec::with_capacity(num_simulations);
    let (mut remaining, mut visits) = (num_considered, 0);
    while sequence.len() < num_simulations {
        let visits_each = (num_simulations / (phases * remaining)).max(1);
        for _ in 0..visits_each {
            sequence.extend(std::iter::repeat_n(visits, remaining));
            visits += 1;
        }
        remaining = (remaining / 2).max(2);
    }
    sequence.truncate(num_simulations);
    sequence
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use gomoku::Size;
    use rand::SeedableRng;

    pub(crate) fn root_moves(priors: &[f32]) -> Vec<RootMove> {
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
    fn run(
        moves: &mut [RootMove],
        values: &[f64],
        max_considered: usize,
        num_simulations: usize,
    ) -> SequentialHalving {
        let q_transform = QTransform {
            maxvisit_init: 50.0,
            value_scale: 1.0,
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let counts = (max_considered, num_simulations);
        let mut halving = SequentialHalving::new(moves, counts, q_transform, 0.0, &mut rng);
        while let Some(point) = halving.next_move(moves, false) {
            let index = moves
                .iter()
                .position(|root_move| root_move.point == point)
                .expect("a move");
            moves[index].visits += 1;
            moves[index].value = Some(values[index]);
            halving.count_simulation();
        }
        halving
    }

    #[test]
    fn visits_add_up_to_the_simulations() {
        for considered in 1..20 {
            for simulations in 1..130 {
                let sequence = considered_visits(considered, simulations);
                assert_eq!(sequence.len(), simulations);
                let mut moves = root_moves(&[0.05; 20]);
                let values: Vec<_> = (0..20).map(|index| f64::from(index % 7) / 7.0).collect();
                run(&mut moves, &values, considered, simulations);
                let total: u32 = moves.iter().map(|root_move| root_move.visits).sum();
                assert_eq!(total as usize, simulations);
                let visited = moves
                    .iter()
                    .filter(|root_move| root_move.visits > 0)
                    .count();
                assert_eq!(visited, considered.min(simulations));
            }
        }
    }

    #[test]
    fn sixteen_moves_in_thirty_two_simulations() {
        let mut moves = root_moves(&[1.0 / 16.0; 16]);
        let values: Vec<_> = (0..16).map(|index| f64::from(index) / 16.0).collect();
        let halving = run(&mut moves, &values, 16, 32);
        let visits: Vec<_> = moves.iter().map(|root_move| root_move.visits).collect();
        assert_eq!(visits, [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4]);
        assert_eq!(halving.best_move(&moves), Some(moves[15].point));
    }
}
