//! Child selection: one multiplication and one addition per child.
//!
//! ```text
//! UCT    exploitation = mean + bias    exploration = 1 / sqrt(n)      score = exploitation + factor * exploration
//! PUCT   exploitation = Q in -1..1     exploration = P / (1 + n)
//! ```
//!
//! Both terms are cached in arrays and updated when a node is visited. `factor` holds what depends on the parent:
//! `c sqrt(ln N)` for UCT, `c sqrt(N)` for PUCT.

use super::{NodeIndex, NodeState, SearchTree};

/// The rule that selects a child.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// `Q/N + bias + c sqrt(ln N(parent) / N)`; unexpanded moves come first, in random order.
    #[default]
    Uct,
    /// `Q + c P sqrt(N(parent)) / (1 + N)` with `Q` from -1 to 1.
    Puct,
}

impl SearchTree {
    /// Recomputes the cached terms of a node.
    #[inline]
    pub(crate) fn update_selection_terms(&mut self, id: NodeIndex) {
        let id = id as usize;
        let node = &self.nodes[id];
        match self.selection {
            Selection::Uct => {
                let visits = f64::from(node.visits);
                self.exploitation[id] = match node.state {
                    NodeState::Lost => f32::NEG_INFINITY,
                    _ => {
                        let mean = node.total_reward / visits;
                        let value = self.memory_terms.as_ref().map_or(mean, |terms| {
                            terms.share.mix(mean, terms.totals[id] / visits, visits)
                        });
                        value as f32 + node.bias
                    }
                };
                self.exploration[id] = (1.0 / visits.sqrt()) as f32;
            }
            Selection::Puct => {
                // Virtual loss: a pending visit counts as lost.
                let visits = f64::from(node.visits) + f64::from(node.virtual_losses);
                self.exploitation[id] = match node.state {
                    NodeState::Won => f32::INFINITY,
                    NodeState::Lost => f32::NEG_INFINITY,
                    NodeState::Drawn => 0.0,
                    NodeState::Unexpanded | NodeState::Expanded => {
                        (2.0 * node.total_reward / visits.max(1.0) - 1.0) as f32
                    }
                };
                self.exploration[id] = node.prior / (1.0 + visits as f32);
            }
        }
    }

    /// Index and score of the child with the largest `exploitation + factor * exploration`, the first among equals.
    #[inline]
    pub(crate) fn best_child(&self, id: NodeIndex, factor: f32) -> (u16, f32) {
        let node = self.node(id);
        let start = node.first_child as usize;
        let block = start..start + usize::from(node.num_children);
        let index = argmax(
            &self.exploitation[block.clone()],
            &self.exploration[block],
            factor,
        );
        let score = self.exploitation[start + index] + factor * self.exploration[start + index];
        (index as u16, score)
    }
}

/// Scores compared side by side: two vector registers of `f32`.
const LANES: usize = 8;

/// The index of the largest `exploitation + factor * exploration`, the first among equals.
fn argmax(exploitation: &[f32], exploration: &[f32], factor: f32) -> usize {
    let (exploit_chunks, exploit_rest) = exploitation.as_chunks::<LANES>();
    let (explore_chunks, explore_rest) = exploration.as_chunks::<LANES>();
    let mut lane_best = [f32::NEG_INFINITY; LANES];
    let mut lane_chunk = [0_u32; LANES];
    for (chunk, (exploit, explore)) in exploit_chunks.iter().zip(explore_chunks).enumerate() {
        for lane in 0..LANES {
            let score = exploit[lane] + factor * explore[lane];
            let is_better = score > lane_best[lane];
            lane_best[lane] = if is_better { score } else { lane_best[lane] };
            lane_chunk[lane] = if is_better {
                chunk as u32
            } else {
                lane_chunk[lane]
            };
        }
    }
    let mut best = (f32::NEG_INFINITY, 0);
    for lane in 0..LANES {
        let index = lane_chunk[lane] as usize * LANES + lane;
        if lane_best[lane] > best.0 || (lane_best[lane] == best.0 && index < best.1) {
            best = (lane_best[lane], index);
        }
    }
    for (offset, (exploit, explore)) in exploit_rest.iter().zip(explore_rest).enumerate() {
        let score = exploit + factor * explore;
        if score > best.0 {
            best = (score, exploit_chunks.len() * LANES + offset);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::ROOT;

    /// `w/n + c sqrt(ln N / n)` for 3 wins in 4 of 10 simulations: 0.75 + 1.41421 * sqrt(2.302585 / 4).
    #[test]
    fn ucb_as_chen_and_zhang_print_it() {
        let mut tree = SearchTree::new(Selection::Uct, 1 << 20);
        let node = tree.node_mut(ROOT);
        node.visits = 4;
        node.total_reward = 3.0;
        tree.update_selection_terms(ROOT);
        let factor = std::f32::consts::SQRT_2 * 10_f32.ln().sqrt();
        let ucb = tree.exploitation[0] + factor * tree.exploration[0];
        assert!((ucb - 1.822_984).abs() < 1e-5, "{ucb}");
    }

    /// Cao and Lin, formulas 1 and 4: a child with four of ten visits and v = 0.6 has
    /// 0.6 + sqrt 2 sqrt(ln 10 / 4) = 1.672983, and with k2 H / max(H) = 1000 / 100000 the sum 1.682983. Tang's Algorithm 2
    /// has 0.6 + (1 / sqrt 2) sqrt(2 ln 10 / 4) = 1.358714.
    #[test]
    fn scores_are_those_of_the_printed_formulas() {
        let mut tree = SearchTree::new(Selection::Uct, 1 << 20);
        tree.set_moves(ROOT, 0..2);
        let child = tree.add_child(ROOT, 0);
        tree.add_visits(child, 2.4, 4);
        let score = |tree: &SearchTree, exploration: f64| {
            let factor = exploration * 10_f64.ln().sqrt();
            tree.best_child(ROOT, factor as f32).1
        };
        let sqrt_2 = std::f64::consts::SQRT_2;
        assert!((score(&tree, sqrt_2) - 1.672_983).abs() < 1e-5);
        assert!((score(&tree, 1.0) - 1.358_714).abs() < 1e-5);
        tree.node_mut(child).bias = 1_000.0 / 100_000.0;
        tree.update_selection_terms(child);
        assert!((score(&tree, sqrt_2) - 1.682_983).abs() < 1e-5);
    }

    #[test]
    fn argmax_is_the_first_of_the_largest() {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(4);
        for length in 1..70 {
            let mut numbers = || -> Vec<f32> {
                (0..length)
                    .map(|_| f32::from(rng.random_range(0..6_u8)))
                    .collect()
            };
            let (exploitation, exploration) = (numbers(), numbers());
            let score = |index: usize| exploitation[index] + 0.5 * exploration[index];
            let expected = (0..length).fold(0, |best, index| {
                if score(index) > score(best) {
                    index
                } else {
                    best
                }
            });
            assert_eq!(argmax(&exploitation, &exploration, 0.5), expected);
        }
    }
}
