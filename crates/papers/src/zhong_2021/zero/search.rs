//! One AlphaZero search, driven from outside: it hands out leaves and takes their evaluations. The player drives one,
//! self-play drives many at once.

use gomoku::{Board, Limits, Neighborhood, Point, SearchControl, SearchResult};
use nets::residual::PolicyValue;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::gumbel::{QTransform, improved_policy};
use super::noise;
use super::seq_halving::SequentialHalving;
use crate::mcts::batched::{LeafSelection, RootMove};
use crate::mcts::vcf_evaluator::VcfEvaluator;
use crate::mcts::{Expansion, FinalMove, Fpu, MctsConfig, MctsSearch, Selection};

/// How moves are selected at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RootPolicy {
    /// PUCT as below the root, with Dirichlet noise in the priors.
    Puct {
        /// The share of the noise in the priors, 0 for none; 0.25 in AlphaZero.
        dirichlet_fraction: f64,
        /// The parameter of the distribution; 0.03 in AlphaZero for Go.
        dirichlet_alpha: f64,
    },
    /// Gumbel noise and sequential halving.
    Gumbel {
        /// Moves considered at first.
        max_considered_moves: usize,
        /// Puts Q-values on the scale of the logits.
        q_transform: QTransform,
        /// The factor of the Gumbel noise: 1 in self-play, 0 in play.
        gumbel_scale: f64,
    },
}

/// How an AlphaZero search works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ZeroConfig {
    /// Selection at the root.
    pub root: RootPolicy,
    /// c of PUCT.
    pub cpuct: f64,
    /// First-play urgency.
    pub fpu: Fpu,
    /// Nodes of the VCF solver per leaf; 0 for no solver.
    pub vcf_nodes: u64,
    /// Reuse the tree for the next move.
    pub reuse_tree: bool,
    /// Bytes for the tree.
    pub memory: u64,
}

/// What a search returns.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyOutput {
    /// The move to play.
    pub best_move: Point,
    /// The policy target: a probability for each root move.
    pub policy: Vec<(Point, f64)>,
    /// The root's value for the side to move, from -1 to 1.
    pub value: f64,
    /// Is the value proven?
    pub proven: bool,
}

/// A search that owns its tree.
#[derive(Debug)]
pub struct ZeroSearch {
    config: ZeroConfig,
    mcts: MctsSearch<VcfEvaluator>,
    rng: Xoshiro256PlusPlus,
    num_simulations: usize,
    max_simulations: usize,
    /// The root is expanded and its noise is drawn.
    is_root_prepared: bool,
    halving: Option<SequentialHalving>,
}

impl ZeroSearch {
    /// A search with an empty tree.
    pub fn new(config: ZeroConfig, seed: u64) -> ZeroSearch {
        let mcts = MctsConfig {
            neighborhood: Neighborhood::Square2,
            selection: Selection::Puct,
            exploration: config.cpuct,
            expansion: Expansion::InOrder,
            fpu: config.fpu,
            evaluator: VcfEvaluator::new(config.vcf_nodes),
            rollouts_per_leaf: 1,
            mcts_solver: true,
            state_memory: None,
            tree_depth: None,
            final_move: FinalMove::MaxVisits,
            reuse_tree: config.reuse_tree,
            memory: config.memory,
        };
        ZeroSearch {
            config,
            mcts: MctsSearch::new(mcts, seed),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            num_simulations: 0,
            max_simulations: 0,
            is_root_prepared: false,
            halving: None,
        }
    }

    /// Drops the tree and restarts the random numbers.
    pub fn new_game(&mut self, seed: u64) {
        self.mcts.new_game();
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    /// Drops the tree.
    pub fn clear_tree(&mut self) {
        self.mcts.new_game();
    }

    /// Changes the selection at the root from the next search on.
    pub fn set_root_policy(&mut self, root: RootPolicy) {
        self.config.root = root;
    }

    /// Starts a search of this many simulations.
    pub fn begin(&mut self, board: &Board, max_simulations: usize, limits: &Limits) {
        self.mcts.begin(board, limits);
        (self.num_simulations, self.max_simulations) = (0, max_simulations.max(1));
        self.is_root_prepared = false;
        self.halving = None;
    }

    /// Simulations so far.
    pub fn num_simulations(&self) -> usize {
        self.num_simulations
    }

    /// Is the search complete?
    pub fn is_done(&self) -> bool {
        let is_spent = self.is_root_prepared && self.num_simulations >= self.max_simulations;
        self.mcts.num_pending() == 0 && (self.mcts.proven_value().is_some() || is_spent)
    }

    /// Simulates until `max_pending` leaves wait for their evaluation. There may be none, if every simulation ended at a
    /// known result.
    pub fn select_leaves(&mut self, max_pending: usize) {
        if !self.mcts.is_root_expanded() {
            // The root is evaluated first and alone. It does not count as a simulation.
            self.mcts.select_leaf(None);
            return;
        }
        if !self.is_root_prepared && self.mcts.proven_value().is_none() {
            self.prepare_root();
        }
        while self.mcts.num_pending() < max_pending
            && self.num_simulations + self.mcts.num_pending() < self.max_simulations
            && self.mcts.proven_value().is_none()
        {
            let root_move = match &self.halving {
                Some(halving) if !halving.is_finished() => {
                    let any_pending = self.mcts.num_pending() > 0;
                    match halving.next_move(&self.mcts.root_moves(), any_pending) {
                        None => break,
                        root_move => root_move,
                    }
                }
                _ => None,
            };
            match self.mcts.select_leaf(root_move) {
                LeafSelection::Collision => break,
                LeafSelection::Known => self.num_simulations += 1,
                LeafSelection::Pending => {}
            }
            if let Some(halving) = &mut self.halving {
                halving.count_simulation();
            }
        }
    }

    /// The boards of the pending leaves.
    pub fn pending_boards(&self) -> impl Iterator<Item = &Board> {
        self.mcts.pending_boards()
    }

    /// The number of pending leaves.
    pub fn num_pending(&self) -> usize {
        self.mcts.num_pending()
    }

    /// Expands the pending leaves and backs up their values. `outputs` are in the order of
    /// [`ZeroSearch::pending_boards`].
    pub fn expand_and_backup(&mut self, outputs: &[PolicyValue]) {
        if self.is_root_prepared {
            self.num_simulations += outputs.len();
        }
        self.mcts.expand_and_backup(outputs);
    }

    /// Draws the root noise.
    fn prepare_root(&mut self) {
        self.is_root_prepared = true;
        match self.config.root {
            RootPolicy::Puct {
                dirichlet_fraction,
                dirichlet_alpha,
            } if dirichlet_fraction > 0.0 => {
                self.add_dirichlet_noise(dirichlet_fraction, dirichlet_alpha);
            }
            RootPolicy::Puct { .. } => {}
            RootPolicy::Gumbel {
                max_considered_moves,
                q_transform,
                gumbel_scale,
            } => {
                self.halving = Some(SequentialHalving::new(
                    &self.mcts.root_moves(),
                    (max_considered_moves, self.max_simulations),
                    q_transform,
                    gumbel_scale,
                    &mut self.rng,
                ));
            }
        }
    }

    fn add_dirichlet_noise(&mut self, fraction: f64, alpha: f64) {
        let moves = self.mcts.root_moves();
        let noise = noise::dirichlet(moves.len(), alpha, &mut self.rng);
        let mut noise: Vec<_> = moves
            .iter()
            .map(|root_move| root_move.point.index())
            .zip(noise)
            .collect();
        noise.sort_by_key(|&(index, _)| index);
        self.mcts.map_root_priors(|point, prior| {
            let found = noise.binary_search_by_key(&point.index(), |&(index, _)| index);
            let noise = found.map_or(0.0, |position| noise[position].1);
            ((1.0 - fraction) * f64::from(prior) + fraction * noise) as f32
        });
    }

    /// All root moves.
    pub fn root_moves(&self) -> Vec<RootMove> {
        self.mcts.root_moves()
    }

    /// The result of the simulations so far. `temperature` is for PUCT, which samples from the visit counts; 0 takes the
    /// most visited move.
    pub fn policy_output(&mut self, temperature: f64) -> PolicyOutput {
        let moves = self.mcts.root_moves();
        let proven_value = self.mcts.proven_value();
        let (policy, value) = match self.config.root {
            RootPolicy::Gumbel { q_transform, .. } => improved_policy(&moves, q_transform),
            RootPolicy::Puct { .. } => (visit_policy(&moves), self.mcts.root_value()),
        };
        let selected = match &self.halving {
            Some(halving) => halving.best_move(&moves),
            None if temperature > 0.0 => Some(self.sample(&policy, temperature)),
            None => None,
        };
        PolicyOutput {
            best_move: selected.unwrap_or_else(|| most_visited(&moves)),
            policy,
            value: 2.0 * proven_value.unwrap_or(value) - 1.0,
            proven: proven_value.is_some(),
        }
    }

    /// Samples a move from a policy at a temperature.
    pub fn sample(&mut self, policy: &[(Point, f64)], temperature: f64) -> Point {
        let probability = |&(_, probability): &(Point, f64)| probability;
        let max = policy.iter().map(probability).fold(0.0, f64::max);
        let weights: Vec<_> = policy
            .iter()
            .map(|entry| (probability(entry) / max).powf(1.0 / temperature))
            .collect();
        let mut rest = self.rng.random::<f64>() * weights.iter().sum::<f64>();
        for (&(point, _), weight) in policy.iter().zip(&weights) {
            rest -= weight;
            if rest < 0.0 {
                return point;
            }
        }
        policy[policy.len() - 1].0
    }

    /// The result as the player reports it.
    pub(super) fn result(&mut self, board: &Board, control: &SearchControl<'_>) -> SearchResult {
        let output = self.policy_output(0.0);
        let iterations = self.num_simulations as u64;
        self.mcts
            .result_with_move(output.best_move, board, iterations, control)
    }
}

/// Visit counts as a policy. A proven win gets all of the probability; proven losses get none as long as there is another
/// visited move.
fn visit_policy(moves: &[RootMove]) -> Vec<(Point, f64)> {
    let any_win = moves.iter().any(RootMove::wins);
    let is_playable = |child: &RootMove| !child.loses() && child.visits > 0;
    let any_playable = moves.iter().any(is_playable);
    let any_visited = moves.iter().any(|child| child.visits > 0);
    let weight = |child: &RootMove| match () {
        () if any_win => f64::from(u8::from(child.wins())),
        () if any_playable => f64::from(u8::from(is_playable(child))) * f64::from(child.visits),
        () if any_visited => f64::from(child.visits),
        () => f64::from(child.prior),
    };
    let sum: f64 = moves.iter().map(weight).sum();
    moves
        .iter()
        .map(|child| (child.point, weight(child) / sum))
        .collect()
}

/// The most visited move. Proven wins come first and proven losses last; value, prior and board order break ties.
fn most_visited(moves: &[RootMove]) -> Point {
    let rank = |child: &RootMove| match () {
        () if child.wins() => 2,
        () if child.loses() => 0,
        () => 1,
    };
    let compare = |a: &&RootMove, b: &&RootMove| {
        rank(a)
            .cmp(&rank(b))
            .then(a.visits.cmp(&b.visits))
            .then(a.value.unwrap_or(0.0).total_cmp(&b.value.unwrap_or(0.0)))
            .then(a.prior.total_cmp(&b.prior))
            .then(b.point.index().cmp(&a.point.index()))
    };
    moves
        .iter()
        .max_by(compare)
        .expect("a root has moves")
        .point
}
