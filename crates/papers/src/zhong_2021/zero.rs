//! AlphaZero (Silver et al. 2018; the slides of Zhong 2021), and Gumbel AlphaZero (Danihelka et al. 2022).
//!
//! ```text
//! select by  Q + c P sqrt(N) / (1 + n)          P: the network's policy      Q: mean of the network's values below the move
//! ```
//!
//! The slides have c = 3 in training and 4 in play, 500 simulations in training and 1,500 in play, and play the most visited
//! move. Only the network evaluates a leaf; a finished game counts by its result. With `considered_moves=m`, sequential
//! halving distributes the root's simulations over m moves ([`gumbel`], [`seq_halving`]); with 0, PUCT does.
//!
//! Our additions: proven results are backed up exactly ([`crate::mcts`]), and a VCF solver proves wins at every leaf
//! (`vcf_nodes`). Up to `batch` leaves are evaluated at once; pending ones count as virtual losses.

pub mod gumbel;
pub mod noise;
pub mod search;
pub mod seq_halving;

use std::sync::Arc;
use std::time::{Duration, Instant};

use gomoku::params;
use gomoku::{Board, Limits, Player, PlayerError, SearchControl, SearchResult};
use nets::residual::{Inference, Input, PolicyValue, Residual};

use crate::mcts::{Fpu, less_other_memory, with_player_limits};
use gumbel::QTransform;
pub use search::{PolicyOutput, RootPolicy, ZeroConfig, ZeroSearch};

/// Evaluates positions in batches.
pub trait BatchEvaluator: Send {
    /// Policy and value of each board. Policy logits are in board order, row by row.
    fn evaluate(&mut self, boards: &[&Board]) -> Vec<PolicyValue>;

    /// Bytes that the evaluator takes.
    fn memory(&self) -> u64 {
        0
    }
}

/// A residual network as evaluator. It is rebuilt when the board size changes.
#[derive(Debug)]
pub struct NetworkEvaluator {
    weights: Arc<Residual>,
    inference: Option<Inference>,
    batch: usize,
    inputs: Vec<Input>,
}

impl NetworkEvaluator {
    /// Evaluates up to `batch` positions at once.
    pub fn new(weights: Arc<Residual>, batch: usize) -> NetworkEvaluator {
        NetworkEvaluator {
            weights,
            inference: None,
            batch,
            inputs: Vec::new(),
        }
    }
}

impl BatchEvaluator for NetworkEvaluator {
    fn evaluate(&mut self, boards: &[&Board]) -> Vec<PolicyValue> {
        let Some(size) = boards.first().map(|board| board.size()) else {
            return Vec::new();
        };
        self.inference = self.inference.take().filter(|ready| ready.size() == size);
        let ready = || Inference::new(&self.weights, size, self.batch);
        let inference = self.inference.get_or_insert_with(ready);
        self.inputs.clear();
        let inputs = boards.iter().map(|board| Input::new(board));
        self.inputs.extend(inputs);
        let mut outputs = Vec::new();
        inference.evaluate(&self.inputs, &mut outputs);
        outputs
    }

    fn memory(&self) -> u64 {
        Inference::memory(&self.weights, self.batch)
    }
}

params! {
    /// Parameters of AlphaZero.
    pub struct ZeroParams {
        /// The network: the name of a shipped one, or a file made by `tengen train zero`.
        net: text = "zero-9";
        /// Simulations per move; 0 for no limit.
        iterations: int = 400, 0..=1000000000, step 100;
        /// Seconds per move when nothing else ends the search.
        seconds: real = 5.0, 0.01..=3600.0, step 1.0;
        /// Root moves considered by sequential halving (Gumbel AlphaZero); 0 for PUCT.
        considered_moves: int = 16, 0..=400, step 4;
        /// c in Q + c P sqrt(N) / (1 + n).
        cpuct: real = 1.5, 0.0..=20.0, step 0.1;
        /// First-play urgency, the value of an unvisited move: an even game, or 0.2 below the parent's value.
        fpu: choice = "reduction", ["absolute", "reduction"];
        /// Nodes of the VCF solver per leaf; 0 for no solver.
        vcf_nodes: int = 100, 0..=100000, step 50;
        /// Leaves evaluated at once.
        batch: int = 8, 1..=128, step 4;
        /// Root noise: the share of Dirichlet noise with PUCT, or the factor of the Gumbel noise.
        noise: real = 0.0, 0.0..=1.0, step 0.05;
        /// The parameter of the Dirichlet noise.
        dirichlet_alpha: real = 0.03, 0.001..=10.0, step 0.01;
        /// The temperature at which moves are sampled from the visit counts.
        temperature: real = 0.0, 0.0..=10.0, step 0.1;
        /// Plies after which the temperature is 0.
        temperature_plies: int = 30, 0..=400, step 2;
        /// c_scale of Gumbel's Q-transform.
        value_scale: real = 1.0, 0.0..=10.0, step 0.1;
        /// Reuse the tree for the next move.
        reuse_tree: flag = true;
        /// Megabytes for the tree.
        memory: int = 512, 1..=65536, step 64;
    }
}

/// First-play urgency: how far below the parent's value an unvisited move starts.
const FPU_REDUCTION: f32 = 0.2;
/// c_visit of Gumbel's Q-transform.
pub const MAXVISIT_INIT: f64 = 50.0;

impl ZeroParams {
    /// The configuration of the search.
    pub fn config(&self) -> ZeroConfig {
        let root = match self.considered_moves {
            0 => RootPolicy::Puct {
                dirichlet_fraction: self.noise,
                dirichlet_alpha: self.dirichlet_alpha,
            },
            moves => RootPolicy::Gumbel {
                max_considered_moves: moves as usize,
                q_transform: QTransform {
                    maxvisit_init: MAXVISIT_INIT,
                    value_scale: self.value_scale,
                },
                gumbel_scale: self.noise,
            },
        };
        ZeroConfig {
            root,
            cpuct: self.cpuct,
            fpu: match self.fpu {
                "absolute" => Fpu::Absolute(0.0),
                _ => Fpu::Reduction(FPU_REDUCTION),
            },
            vcf_nodes: self.vcf_nodes as u64,
            reuse_tree: self.reuse_tree,
            memory: (self.memory as u64) << 20,
        }
    }
}

/// Where the time of the searches went.
#[derive(Clone, Copy, Debug, Default)]
pub struct EvaluationStats {
    /// Time in the network.
    pub network_time: Duration,
    /// Time in all.
    pub total_time: Duration,
    /// Positions evaluated.
    pub positions: u64,
    /// Batches of positions.
    pub batches: u64,
}

/// AlphaZero with any evaluator.
#[derive(Debug)]
pub struct Zero<E> {
    params: ZeroParams,
    search: ZeroSearch,
    evaluator: E,
    seed: u64,
    stats: EvaluationStats,
}

impl<E: BatchEvaluator> Zero<E> {
    /// Players with the same seed and network build the same trees.
    pub fn new(params: ZeroParams, evaluator: E, seed: u64) -> Zero<E> {
        Zero {
            search: ZeroSearch::new(params.config(), seed),
            params,
            evaluator,
            seed,
            stats: EvaluationStats::default(),
        }
    }

    /// Where the time of all searches so far went.
    pub fn stats(&self) -> EvaluationStats {
        self.stats
    }

    /// Evaluates the pending leaves.
    fn evaluate(&mut self) {
        let start = Instant::now();
        let boards: Vec<_> = self.search.pending_boards().collect();
        let outputs = self.evaluator.evaluate(&boards);
        self.stats.positions += outputs.len() as u64;
        self.stats.batches += 1;
        self.search.expand_and_backup(&outputs);
        self.stats.network_time += start.elapsed();
    }
}

impl<E: BatchEvaluator> Player for Zero<E> {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let start = Instant::now();
        let mut limits = with_player_limits(limits, self.params.iterations, self.params.seconds);
        let network = self.evaluator.memory();
        limits.memory = limits
            .memory
            .map(|bytes| less_other_memory(bytes).saturating_sub(network));
        let time = limits.move_time();
        let max_simulations = limits.iterations.into_iter().chain(limits.nodes).min();
        let max_simulations = max_simulations.unwrap_or(u64::from(u32::MAX)) as usize;
        self.search.begin(board, max_simulations, &limits);
        let mut reported = 0;
        while !self.search.is_done() {
            self.search.select_leaves(self.params.batch as usize);
            if self.search.num_pending() > 0 {
                self.evaluate();
            }
            let simulations = self.search.num_simulations();
            if control.has_listener() && simulations >= 2 * reported + 8 {
                reported = simulations;
                control.report(&self.search.result(board, control));
            }
            let is_late = time.is_some_and(|time| control.elapsed() >= time);
            if simulations > 0 && (is_late || control.is_stopped()) {
                break;
            }
        }
        let mut result = self.search.result(board, control);
        if self.params.temperature > 0.0 && board.ply() < self.params.temperature_plies as usize {
            result.best_move = self.search.policy_output(self.params.temperature).best_move;
        }
        self.stats.total_time += start.elapsed();
        Ok(result)
    }

    fn new_game(&mut self) {
        self.search.new_game(self.seed);
    }
}
