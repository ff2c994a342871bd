//! How a run trains, as data.

use std::fmt;

use gomoku::{Rule, Size};
use nets::residual::Shape;
use papers::mcts::Urgency;
use papers::zero::gumbel::Scale;
use papers::zero::{C_VISIT, RootRule, SearchRules};

use super::learner::Schedule;

/// Everything that the games and the steps of a run follow from.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Points on a side.
    pub size: Size,
    /// The rule.
    pub rule: Rule,
    /// How large the network is.
    pub shape: Shape,
    /// Where all random numbers begin.
    pub seed: u64,
    /// Games of a round: all of one network.
    pub round: u64,
    /// Visits of a full search, whose policy is learned.
    pub visits: usize,
    /// Visits of a fast search, which only makes a move.
    pub fast_visits: usize,
    /// How many of the searches are full (Wu 2019, playout cap randomization).
    pub full_share: f64,
    /// Moves that sequential halving considers; 0 for PUCT.
    pub considered: usize,
    /// What a value counts beside a logit.
    pub scale: f64,
    /// c of PUCT.
    pub cpuct: f64,
    /// Dirichlet's noise with PUCT: its share and its parameter.
    pub noise: (f64, f64),
    /// Plies with temperature 1 with PUCT.
    pub warm: usize,
    /// Positions that the solver of fours looks at for each leaf.
    pub solver: u64,
    /// Up to this many first moves are drawn by lot.
    pub opening: u64,
    /// How much of the value to be learned is the search's and not the result's.
    pub search_share: f32,
    /// Positions that are remembered: half of all, but at least and at most these.
    pub window: (usize, usize),
    /// Positions of a step.
    pub batch: usize,
    /// How often each position is learned from in the mean.
    pub reuse: f64,
    /// Does only a network that has beaten the best one play?
    pub gated: bool,
    /// How large the steps are.
    pub schedule: Schedule,
}

impl Plan {
    /// Our choice for two processor cores: few visits, shared out by Gumbel's rule.
    pub fn new(size: Size, seed: u64) -> Plan {
        Plan {
            size,
            rule: Rule::Freestyle,
            shape: Shape::default(),
            seed,
            round: 200,
            visits: 32,
            fast_visits: 12,
            full_share: 0.5,
            considered: 12,
            scale: 0.5,
            cpuct: 1.5,
            noise: (0.25, 0.03),
            warm: 30,
            solver: 0,
            opening: 6,
            search_share: 0.3,
            window: (20_000, 200_000),
            batch: 256,
            reuse: 4.0,
            gated: false,
            schedule: Schedule::default(),
        }
    }

    /// The slides: 500 visits by PUCT with c = 3, noise, 10,000 positions, batches of 500.
    pub fn slides(seed: u64) -> Plan {
        Plan {
            shape: Shape::slides(),
            round: 100,
            visits: 500,
            full_share: 1.0,
            considered: 0,
            cpuct: 3.0,
            opening: 0,
            search_share: 0.0,
            window: (10_000, 10_000),
            batch: 500,
            gated: true,
            schedule: Schedule::slides(),
            ..Plan::new(Size::new(9).expect("a size"), seed)
        }
    }

    /// The rules of self-play's search.
    pub fn rules(&self, full: bool) -> SearchRules {
        let root = match self.considered {
            0 => RootRule::Puct {
                share: if full { self.noise.0 } else { 0.0 },
                alpha: self.noise.1,
            },
            moves => RootRule::Gumbel {
                moves,
                scale: Scale {
                    visit: C_VISIT,
                    scale: self.scale,
                },
                noise: 1.0,
            },
        };
        SearchRules {
            root,
            exploration: self.cpuct,
            urgency: Urgency::Below(0.2),
            solver: self.solver,
            reuse: true,
            memory: 16 << 20,
        }
    }

    /// How many positions are remembered when there have been this many.
    pub fn window_of(&self, positions: u64) -> usize {
        let half = usize::try_from(positions / 2).unwrap_or(usize::MAX);
        half.clamp(self.window.0, self.window.1.max(self.window.0))
    }

    /// How many steps there may have been after this many positions.
    pub fn steps_after(&self, positions: u64) -> u64 {
        (positions as f64 * self.reuse / self.batch as f64) as u64
    }
}

impl fmt::Display for Plan {
    /// The configuration of a run: one line for each choice.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = &self.shape;
        let schedule = &self.schedule;
        let drops: Vec<String> = schedule.drops.iter().map(u64::to_string).collect();
        writeln!(f, "size = {}", self.size.get())?;
        writeln!(f, "rule = \"{}\"", self.rule)?;
        writeln!(f, "seed = {}", self.seed)?;
        writeln!(f, "\n[network]")?;
        writeln!(
            f,
            "blocks = {}\nchannels = {}",
            shape.blocks, shape.channels
        )?;
        writeln!(f, "policy-channels = {}", shape.policy_channels)?;
        writeln!(f, "value-channels = {}", shape.value_channels)?;
        writeln!(f, "value-hidden = {}", shape.value_hidden)?;
        writeln!(f, "\n[self-play]")?;
        writeln!(f, "round = {}", self.round)?;
        writeln!(
            f,
            "visits = {}\nfast-visits = {}",
            self.visits, self.fast_visits
        )?;
        writeln!(f, "full-share = {}", self.full_share)?;
        writeln!(
            f,
            "considered = {}\nscale = {}",
            self.considered, self.scale
        )?;
        writeln!(f, "cpuct = {}", self.cpuct)?;
        writeln!(f, "noise = [{}, {}]", self.noise.0, self.noise.1)?;
        writeln!(f, "warm = {}\nsolver = {}", self.warm, self.solver)?;
        writeln!(f, "opening = {}\ngated = {}", self.opening, self.gated)?;
        writeln!(f, "\n[learning]")?;
        writeln!(f, "search-share = {}", self.search_share)?;
        writeln!(f, "window = [{}, {}]", self.window.0, self.window.1)?;
        writeln!(f, "batch = {}\nreuse = {}", self.batch, self.reuse)?;
        writeln!(
            f,
            "rate = {}\ndrops = [{}]",
            schedule.rate,
            drops.join(", ")
        )?;
        writeln!(
            f,
            "factor = {}\nwarm-up = {}",
            schedule.factor, schedule.warm_up
        )?;
        writeln!(f, "weight-decay = {}", schedule.weight_decay)
    }
}
