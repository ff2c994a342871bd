//! A memory of states for a tree search (Xiao, Mei and Müller 2018, *Memory-Augmented Monte Carlo Tree Search*), which Cao
//! and Lin name as their next step (2019, sections V.C and VI).
//!
//! ```text
//! d(s, x) = -cos(phi(s), phi(x))                                          phi: features of a state
//! w_i     = N_i exp(-d(s_i, x) / tau) / sum over j of N_j exp(-d(s_j, x) / tau)      over the M states next to x
//! V_M(x)  = sum over i of w_i V_i                                         what similar states are worth
//! V(s)    = (1 - lambda) mean(s) + lambda mean of V_M over the leaves below s
//! lambda  = lambda_0 beta / (beta + N(s))                                 decays with the visits
//! ```
//!
//! A search asks the memory about each new leaf (*query*), backs `V_M` up beside the leaf's own value, stores the leaf with
//! `N = 1` and its own value (*add*), and changes `V` and `N` of every stored state on the path (*update*). Selection uses
//! `V(s)` where plain UCT has the mean.
//!
//! The formulas are put together from the abstract and summaries of the paper, whose text is not at hand; that weights count the
//! visits of a state, and all defaults, are our choice. How `lambda` decays is ours as well: the form is that of a prior worth `beta` visits. Its features are a layer of a
//! network for Go, reduced by hashing; ours are what the moves since the root changed in the critic's input counts. It finds
//! neighbors approximately; we compare with all states that have the same side to move. A full memory replaces its
//! oldest state.

use gomoku::{ByColor, Color};
use nets::automaton::COUNTERS;

/// Length of a feature vector.
pub const FEATURES: usize = COUNTERS;

/// The features of a state.
pub type Features = [f32; FEATURES];

/// The parameters of a memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryConfig {
    /// States that are kept for either side to move.
    pub size: usize,
    /// `M`: neighbors that are averaged.
    pub neighbors: usize,
    /// `tau`: how much less a neighbor counts for its distance.
    pub temperature: f64,
    /// `lambda_0` and `beta`.
    pub share: MemoryShare,
}

/// The share of the memory in a node's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryShare {
    /// `lambda_0`.
    pub initial: f64,
    /// `beta`: the visits after which the share is half.
    pub half_visits: f64,
}

impl MemoryShare {
    /// `(1 - lambda) mean + lambda memory_mean` at this number of visits.
    #[inline]
    pub(crate) fn mix(&self, mean: f64, memory_mean: f64, visits: f64) -> f64 {
        let lambda = self.initial * self.half_visits / (self.half_visits + visits);
        mean + lambda * (memory_mean - mean)
    }
}

/// The name of a stored state, 0 for none. It stays valid, but the state may have been replaced.
pub(crate) type StateNumber = u32;

/// A stored state.
#[derive(Clone, Debug)]
struct State {
    number: StateNumber,
    visits: f64,
    /// Sum of black's rewards.
    total_reward: f64,
}

/// The states of one side to move.
#[derive(Clone, Debug, Default)]
struct States {
    /// Unit vectors, beside `states`.
    features: Vec<Features>,
    states: Vec<State>,
}

/// A bounded memory of states.
#[derive(Clone, Debug)]
pub(crate) struct StateMemory {
    config: MemoryConfig,
    by_side: ByColor<States>,
    added: ByColor<u32>,
    /// Similarity and index of the nearest states, the most similar first.
    nearest: Vec<(f32, usize)>,
}

impl StateMemory {
    pub(crate) fn new(config: MemoryConfig) -> StateMemory {
        StateMemory {
            config,
            by_side: ByColor::from_fn(|_| States::default()),
            added: ByColor::default(),
            nearest: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        for side in Color::BOTH {
            self.by_side[side].features.clear();
            self.by_side[side].states.clear();
            self.added[side] = 0;
        }
    }

    /// `V_M` of a state as black's reward; `None` if the memory is empty. The features need not have unit length.
    pub(crate) fn query(&mut self, side: Color, features: &Features) -> Option<f64> {
        let unit = normalized(features);
        let states = &self.by_side[side];
        self.nearest.clear();
        for (index, other) in states.features.iter().enumerate() {
            let similarity = dot(&unit, other);
            let is_full = self.nearest.len() == self.config.neighbors;
            if is_full && self.nearest.last().is_some_and(|last| similarity <= last.0) {
                continue;
            }
            if is_full {
                self.nearest.pop();
            }
            let rank = self.nearest.partition_point(|near| near.0 >= similarity);
            self.nearest.insert(rank, (similarity, index));
        }
        let best = f64::from(self.nearest.first()?.0);
        let (mut weights, mut values) = (0.0, 0.0);
        for &(similarity, index) in &self.nearest {
            let state = &states.states[index];
            // Relative to the best, so that a small tau does not overflow.
            let exponent = (f64::from(similarity) - best) / self.config.temperature;
            let weight = state.visits * exponent.exp();
            weights += weight;
            values += weight * (state.total_reward / state.visits);
        }
        Some(values / weights)
    }

    /// Stores a state with its own value, black's reward, in place of the oldest if the memory is full.
    pub(crate) fn add(&mut self, side: Color, features: &Features, value: f64) -> StateNumber {
        let states = &mut self.by_side[side];
        let index = self.added[side] as usize % self.config.size;
        self.added[side] += 1;
        // The lowest bit tells the sides apart.
        let number = self.added[side] << 1 | side.index() as u32;
        let state = State {
            number,
            visits: 1.0,
            total_reward: value,
        };
        if index == states.states.len() {
            states.features.push(normalized(features));
            states.states.push(state);
        } else {
            states.features[index] = normalized(features);
            states.states[index] = state;
        }
        number
    }

    /// Adds one visit to a state, unless it has been replaced.
    pub(crate) fn update(&mut self, number: StateNumber, reward: f64) {
        let side = Color::BOTH[(number & 1) as usize];
        let Some(count) = (number >> 1).checked_sub(1) else {
            return;
        };
        let index = count as usize % self.config.size;
        let state = &mut self.by_side[side].states[index];
        if state.number == number {
            state.visits += 1.0;
            state.total_reward += reward;
        }
    }
}

/// The vector with length one; zero stays zero.
fn normalized(features: &Features) -> Features {
    let length = dot(features, features).sqrt();
    let factor = if length > 0.0 { 1.0 / length } else { 0.0 };
    features.map(|feature| feature * factor)
}

/// Independent sums, so that the compiler may use vectors.
fn dot(one: &Features, other: &Features) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0_f32; LANES];
    for (a, b) in one.chunks_exact(LANES).zip(other.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(first: &[f32]) -> Features {
        let mut features = [0.0; FEATURES];
        features[..first.len()].copy_from_slice(first);
        features
    }

    fn memory(size: usize, neighbors: usize, temperature: f64) -> StateMemory {
        StateMemory::new(MemoryConfig {
            size,
            neighbors,
            temperature,
            share: MemoryShare {
                initial: 0.5,
                half_visits: 10.0,
            },
        })
    }

    #[test]
    fn the_value_is_the_mean_of_the_neighbors_by_similarity_and_visits() {
        let mut memory = memory(10, 2, 0.5);
        let side = Color::Black;
        assert_eq!(memory.query(side, &features(&[1.0])), None);
        // cos 1, cos 0.6 and cos 0 with (1, 0); the third is not among the two nearest.
        memory.add(side, &features(&[2.0, 0.0]), 0.2);
        let second = memory.add(side, &features(&[3.0, 4.0]), 0.8);
        memory.add(side, &features(&[0.0, 1.0]), 1.0);
        // Weights exp(1 / 0.5) and exp(0.6 / 0.5): 7.389 and 3.320.
        let value = memory.query(side, &features(&[1.0, 0.0])).unwrap();
        assert!((value - (7.389 * 0.2 + 3.320 * 0.8) / 10.709).abs() < 1e-3);
        // A second visit with reward 0: N = 2, V = 0.4.
        memory.update(second, 0.0);
        let value = memory.query(side, &features(&[1.0, 0.0])).unwrap();
        assert!((value - (7.389 * 0.2 + 2.0 * 3.320 * 0.4) / (7.389 + 6.640)).abs() < 1e-3);
        // States of the other side to move are no neighbors.
        assert_eq!(memory.query(!side, &features(&[1.0])), None);
    }

    #[test]
    fn a_full_memory_replaces_its_oldest_state() {
        let mut memory = memory(2, 1, 0.1);
        let side = Color::White;
        let first = memory.add(side, &features(&[1.0]), 0.9);
        memory.add(side, &features(&[0.0, 1.0]), 0.5);
        memory.add(side, &features(&[1.0, 0.1]), 0.3);
        // The first state is gone, and its visits count for nobody.
        memory.update(first, 1.0);
        let value = memory.query(side, &features(&[1.0])).unwrap();
        assert!((value - 0.3).abs() < 1e-6);
        memory.update(0, 1.0);
        memory.clear();
        assert_eq!(memory.query(side, &features(&[1.0])), None);
    }

    #[test]
    fn the_share_decays_with_the_visits() {
        let share = MemoryShare {
            initial: 0.5,
            half_visits: 10.0,
        };
        // lambda = 0.5 * 10 / 20 = 0.25.
        assert!((share.mix(0.4, 0.8, 10.0) - 0.5).abs() < 1e-12);
        assert!((share.mix(0.4, 0.8, 1e9) - 0.4).abs() < 1e-6);
    }
}
