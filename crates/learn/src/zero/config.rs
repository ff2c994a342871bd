//! The configuration of a run.

use std::fmt;

use gomoku::{Rule, Size};
use nets::residual::Shape;
use papers::mcts::Fpu;
use papers::zhong_2021::zero::gumbel::QTransform;
use papers::zhong_2021::zero::{MAXVISIT_INIT, RootPolicy, ZeroConfig};

use super::learner::OptimizerConfig;

/// Everything that determines the games and the training steps of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainConfig {
    /// Board size.
    pub size: Size,
    /// Game rule.
    pub rule: Rule,
    /// Network shape.
    pub shape: Shape,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Self-play games per iteration; one network plays all of them.
    pub games_per_iteration: u64,
    /// Visits of a full search, whose policy is a training target.
    pub visits: usize,
    /// Visits of a fast search, which only chooses a move.
    pub fast_visits: usize,
    /// Fraction of searches that are full (playout cap randomization, Wu 2019).
    pub full_search_fraction: f64,
    /// Moves considered by sequential halving at the root; 0 for PUCT.
    pub considered_moves: usize,
    /// Scale of the value relative to the logits in Gumbel's score (`value_scale` of mctx).
    pub value_scale: f64,
    /// Exploration constant of PUCT.
    pub cpuct: f64,
    /// Fraction of Dirichlet noise in the root prior under PUCT.
    pub noise_fraction: f64,
    /// Concentration of the Dirichlet noise.
    pub dirichlet_alpha: f64,
    /// Plies played at temperature 1 under PUCT; later ones at 0.
    pub temperature_plies: usize,
    /// Nodes of the VCF solver at each leaf; 0 for no solver.
    pub vcf_nodes: u64,
    /// Each game starts with 0 to this many random plies.
    pub max_opening_plies: u64,
    /// Weight of the search value in the value target; the game result has the rest.
    pub search_value_weight: f32,
    /// Minimum and maximum size of the replay buffer; in between it holds half of all positions so far.
    pub window: (usize, usize),
    /// Samples per training step.
    pub batch_size: usize,
    /// How often each position is trained on, on average.
    pub replay_ratio: f64,
    /// Only networks that won their gate match play.
    pub gated: bool,
    /// Learning rate and weight decay.
    pub optimizer: OptimizerConfig,
}

impl TrainConfig {
    /// Defaults for two CPU cores: few visits and Gumbel's sequential halving.
    pub fn new(size: Size, seed: u64) -> TrainConfig {
        TrainConfig {
            size,
            rule: Rule::Freestyle,
            shape: Shape::default(),
            seed,
            games_per_iteration: 200,
            visits: 32,
            fast_visits: 12,
            full_search_fraction: 0.5,
            considered_moves: 12,
            value_scale: 0.5,
            cpuct: 1.5,
            noise_fraction: 0.25,
            dirichlet_alpha: 0.03,
            temperature_plies: 30,
            vcf_nodes: 0,
            max_opening_plies: 6,
            search_value_weight: 0.3,
            window: (20_000, 200_000),
            batch_size: 256,
            replay_ratio: 4.0,
            gated: false,
            optimizer: OptimizerConfig::default(),
        }
    }

    /// The settings of Zhong's slides (2021): 500 visits, PUCT with c = 3, 10,000 positions, batches of 500.
    pub fn slides(seed: u64) -> TrainConfig {
        TrainConfig {
            shape: Shape::slides(),
            games_per_iteration: 100,
            visits: 500,
            full_search_fraction: 1.0,
            considered_moves: 0,
            cpuct: 3.0,
            max_opening_plies: 0,
            search_value_weight: 0.0,
            window: (10_000, 10_000),
            batch_size: 500,
            gated: true,
            optimizer: OptimizerConfig::slides(),
            ..TrainConfig::new(Size::new(9).expect("9 is a board size"), seed)
        }
    }

    /// The search of self-play. Only full searches get Dirichlet noise.
    pub fn search_config(&self, is_full: bool) -> ZeroConfig {
        let root = match self.considered_moves {
            0 => RootPolicy::Puct {
                dirichlet_fraction: if is_full { self.noise_fraction } else { 0.0 },
                dirichlet_alpha: self.dirichlet_alpha,
            },
            max_considered_moves => RootPolicy::Gumbel {
                max_considered_moves,
                q_transform: QTransform {
                    maxvisit_init: MAXVISIT_INIT,
                    value_scale: self.value_scale,
                },
                gumbel_scale: 1.0,
            },
        };
        ZeroConfig {
            root,
            cpuct: self.cpuct,
            fpu: Fpu::Reduction(0.2),
            vcf_nodes: self.vcf_nodes,
            reuse_tree: true,
            memory: 16 << 20,
        }
    }

    /// Size of the replay buffer after this many positions.
    pub fn window_size(&self, positions: u64) -> usize {
        let half = usize::try_from(positions / 2).unwrap_or(usize::MAX);
        half.clamp(self.window.0, self.window.1.max(self.window.0))
    }

    /// Training steps that the replay ratio allows after this many positions.
    pub fn max_steps(&self, positions: u64) -> u64 {
        (positions as f64 * self.replay_ratio / self.batch_size as f64) as u64
    }
}

impl fmt::Display for TrainConfig {
    /// The contents of `config.toml`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shape, optimizer) = (&self.shape, &self.optimizer);
        let milestones: Vec<String> = optimizer.milestones.iter().map(u64::to_string).collect();
        writeln!(f, "size = {}", self.size.get())?;
        writeln!(f, "rule = \"{}\"", self.rule)?;
        writeln!(f, "seed = {}", self.seed)?;
        writeln!(f, "\n[network]")?;
        writeln!(f, "blocks = {}", shape.blocks)?;
        writeln!(f, "channels = {}", shape.channels)?;
        writeln!(f, "policy-channels = {}", shape.policy_channels)?;
        writeln!(f, "value-channels = {}", shape.value_channels)?;
        writeln!(f, "value-hidden = {}", shape.value_hidden)?;
        writeln!(f, "\n[self-play]")?;
        writeln!(f, "games-per-iteration = {}", self.games_per_iteration)?;
        writeln!(f, "visits = {}", self.visits)?;
        writeln!(f, "fast-visits = {}", self.fast_visits)?;
        writeln!(f, "full-search-fraction = {}", self.full_search_fraction)?;
        writeln!(f, "considered-moves = {}", self.considered_moves)?;
        writeln!(f, "value-scale = {}", self.value_scale)?;
        writeln!(f, "cpuct = {}", self.cpuct)?;
        writeln!(f, "noise-fraction = {}", self.noise_fraction)?;
        writeln!(f, "dirichlet-alpha = {}", self.dirichlet_alpha)?;
        writeln!(f, "temperature-plies = {}", self.temperature_plies)?;
        writeln!(f, "vcf-nodes = {}", self.vcf_nodes)?;
        writeln!(f, "max-opening-plies = {}", self.max_opening_plies)?;
        writeln!(f, "gated = {}", self.gated)?;
        writeln!(f, "\n[training]")?;
        writeln!(f, "search-value-weight = {}", self.search_value_weight)?;
        writeln!(f, "window = [{}, {}]", self.window.0, self.window.1)?;
        writeln!(f, "batch-size = {}", self.batch_size)?;
        writeln!(f, "replay-ratio = {}", self.replay_ratio)?;
        writeln!(f, "learning-rate = {}", optimizer.learning_rate)?;
        writeln!(f, "milestones = [{}]", milestones.join(", "))?;
        writeln!(f, "gamma = {}", optimizer.gamma)?;
        writeln!(f, "warmup-steps = {}", optimizer.warmup_steps)?;
        writeln!(f, "weight-decay = {}", optimizer.weight_decay)
    }
}
