//! AlphaZero (Silver et al. 2018; the slides of Zhong 2021), and its Gumbel form (Danihelka et al. 2022).
//!
//! ```text
//! select by  Q + c P sqrt(N) / (1 + n)          P: the network's policy      Q: mean of the network's values below the move
//! ```
//!
//! The slides have c = 3 in training and 4 in play, 500 visits in training and 1,500 in play, and play the most visited move.
//! A leaf is valued by the network and by nothing else; a finished game by its result. With `gumbel=m` the visits of the root
//! are shared among m moves by sequential halving ([`gumbel`]); with 0 they follow PUCT.
//!
//! Ours: results that are certain are backed up as such ([`crate::mcts::guided`]), and `vcf` lets a solver look for wins by
//! continuous fours at every leaf. Up to `batch` leaves are valued at once; the visits under way count as lost meanwhile.

pub mod gumbel;
pub mod noise;
pub mod search;

use std::sync::Arc;
use std::time::{Duration, Instant};

use gomoku::params;
use gomoku::{Board, Limits, Player, PlayerError, SearchControl, SearchResult};
use nets::residual::{Answer, Forward, Question, Residual};

use crate::mcts::{Urgency, own_limits};
use gumbel::Scale;
pub use search::{Decision, RootRule, SearchRules, ZeroSearch};

/// Values positions, many at a time.
pub trait Evaluator: Send {
    /// An answer to each board, in their order. The logit of a point stands at its number, row by row.
    fn evaluate(&mut self, boards: &[&Board]) -> Vec<Answer>;
}

/// A residual network as it plays, ready for the boards it was last asked about.
#[derive(Debug)]
pub struct Network {
    weights: Arc<Residual>,
    forward: Option<Forward>,
    batch: usize,
    questions: Vec<Question>,
}

impl Network {
    /// Values up to `batch` positions together.
    pub fn new(weights: Arc<Residual>, batch: usize) -> Network {
        Network {
            weights,
            forward: None,
            batch,
            questions: Vec::new(),
        }
    }
}

impl Evaluator for Network {
    fn evaluate(&mut self, boards: &[&Board]) -> Vec<Answer> {
        let Some(size) = boards.first().map(|board| board.size()) else {
            return Vec::new();
        };
        self.forward = self.forward.take().filter(|ready| ready.size() == size);
        let ready = || Forward::new(&self.weights, size, self.batch);
        let forward = self.forward.get_or_insert_with(ready);
        self.questions.clear();
        let questions = boards.iter().map(|board| Question::new(board));
        self.questions.extend(questions);
        let mut answers = Vec::new();
        forward.answer(&self.questions, &mut answers);
        answers
    }
}

params! {
    /// What the AlphaZero player can be told.
    pub struct ZeroParams {
        /// The network: the name of one that comes with the program, or a file made by `tengen train zero`.
        net: text = "zero-9";
        /// Visits per move; 0 for no limit.
        iterations: int = 400, 0..=1000000000, step 100;
        /// Seconds per move when nothing else ends the search.
        seconds: real = 5.0, 0.01..=3600.0, step 1.0;
        /// Moves that sequential halving considers at the root; 0 for PUCT.
        gumbel: int = 16, 0..=400, step 4;
        /// c in Q + c P sqrt(N) / (1 + n).
        cpuct: real = 1.5, 0.0..=20.0, step 0.1;
        /// The value of untried moves: that of an even game, or a little less than the position's.
        urgency: choice = "parent", ["even", "parent"];
        /// Positions that a solver of continuous fours looks at for each leaf; 0 for no solver.
        vcf: int = 100, 0..=100000, step 50;
        /// Leaves that are valued at once.
        batch: int = 8, 1..=128, step 4;
        /// Noise at the root: the share of Dirichlet's, or the factor of Gumbel's.
        noise: real = 0.0, 0.0..=1.0, step 0.05;
        /// The parameter of Dirichlet's noise.
        alpha: real = 0.03, 0.001..=10.0, step 0.01;
        /// The temperature of the choice among visits.
        temperature: real = 0.0, 0.0..=10.0, step 0.1;
        /// Plies after which the temperature is 0.
        warm: int = 30, 0..=400, step 2;
        /// c_scale of Gumbel's value term.
        scale: real = 1.0, 0.0..=10.0, step 0.1;
        /// Keep the tree for the next move.
        reuse: flag = true;
        /// Megabytes for the tree.
        memory: int = 512, 1..=65536, step 64;
    }
}

/// What untried moves are worth less than the position.
const LESS: f32 = 0.2;
/// c_visit of Gumbel's value term.
pub const C_VISIT: f64 = 50.0;

impl ZeroParams {
    /// How the search is to be made.
    pub fn rules(&self) -> SearchRules {
        let root = match self.gumbel {
            0 => RootRule::Puct {
                share: self.noise,
                alpha: self.alpha,
            },
            moves => RootRule::Gumbel {
                moves: moves as usize,
                scale: Scale {
                    visit: C_VISIT,
                    scale: self.scale,
                },
                noise: self.noise,
            },
        };
        SearchRules {
            root,
            exploration: self.cpuct,
            urgency: match self.urgency {
                "even" => Urgency::Even,
                _ => Urgency::Below(LESS),
            },
            solver: self.vcf as u64,
            reuse: self.reuse,
            memory: (self.memory as u64) << 20,
        }
    }
}

/// Where the time of a search has gone.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeSpent {
    /// In the network.
    pub network: Duration,
    /// In all.
    pub total: Duration,
    /// Positions that the network valued.
    pub positions: u64,
    /// Questions in which they were put.
    pub batches: u64,
}

/// A tree led by a network.
#[derive(Debug)]
pub struct Zero<E> {
    params: ZeroParams,
    search: ZeroSearch,
    evaluator: E,
    seed: u64,
    spent: TimeSpent,
}

impl<E: Evaluator> Zero<E> {
    /// Two players with the same seed and network build the same trees.
    pub fn new(params: ZeroParams, evaluator: E, seed: u64) -> Zero<E> {
        Zero {
            search: ZeroSearch::new(params.rules(), seed),
            params,
            evaluator,
            seed,
            spent: TimeSpent::default(),
        }
    }

    /// Where the time of all searches so far has gone.
    pub fn time_spent(&self) -> TimeSpent {
        self.spent
    }

    /// Asks the network about the gathered leaves.
    fn evaluate(&mut self) {
        let start = Instant::now();
        let boards: Vec<_> = self.search.questions().collect();
        let answers = self.evaluator.evaluate(&boards);
        self.spent.positions += answers.len() as u64;
        self.spent.batches += 1;
        self.search.answer(&answers);
        self.spent.network += start.elapsed();
    }
}

impl<E: Evaluator> Player for Zero<E> {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let start = Instant::now();
        let limits = own_limits(limits, self.params.iterations, self.params.seconds);
        let time = limits.move_time();
        let most = limits.iterations.into_iter().chain(limits.nodes).min();
        let visits = most.unwrap_or(u64::from(u32::MAX)) as usize;
        self.search.begin(board, visits, &limits);
        let mut reported = 0;
        while !self.search.is_done() {
            self.search.gather(self.params.batch as usize);
            if self.search.waiting() > 0 {
                self.evaluate();
            }
            let made = self.search.made();
            if control.has_listener() && made >= 2 * reported + 8 {
                reported = made;
                control.report(&self.search.result(board, control));
            }
            let late = time.is_some_and(|time| control.elapsed() >= time);
            if made > 0 && (late || control.is_stopped()) {
                break;
            }
        }
        let mut result = self.search.result(board, control);
        if self.params.temperature > 0.0 && board.ply() < self.params.warm as usize {
            result.best_move = self.search.decide(self.params.temperature).best;
        }
        self.spent.total += start.elapsed();
        Ok(result)
    }

    fn new_game(&mut self) {
        self.search.new_game(self.seed);
    }
}
