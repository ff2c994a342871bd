//! The training methods of the ADP papers.
//!
//! The papers leave open which moves are candidates; we take one or two steps along the lines of each stone, as Cao and Lin
//! do. Chen and Zhang's report names only the patterns; the rest is Cao and Lin's, with 60 hidden units. `threats`, which is
//! in no paper, is trained like Cao and Lin's critic.
//!
//! A five is never left to the critic, in training or in play. So Zhao's one hand-written rule, to complete every four early in
//! training, always holds.

use std::fmt;

use nets::kernel::HIDDEN;
use nets::{Critic, Inputs};

use super::td_step::TdStep;

/// A critic's architecture and how it is trained.
#[derive(Clone, Debug)]
pub struct AdpConfig {
    /// The input encoding.
    pub inputs: &'static Inputs,
    /// Hidden units.
    pub hidden: usize,
    /// Does the network have biases?
    pub has_biases: bool,
    /// Learning rates of the TD step.
    pub step: TdStep,
    /// Exploration schedule; the last phase has no end.
    pub phases: Vec<ExplorationPhase>,
    /// Decays learning rates and epsilon to a tenth over the second half of this many games; not in the papers.
    pub anneal_over: Option<u64>,
    /// Other departures from the papers.
    pub extensions: Extensions,
}

/// A phase of the exploration schedule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExplorationPhase {
    /// Length in games.
    pub games: u64,
    /// Probability of a random move.
    pub epsilon: f64,
    /// Zhao's exploration A: the first move of each player is random on the whole board, except player one's if he moves
    /// first.
    pub random_first_moves: bool,
}

/// What goes beyond the papers; the default is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extensions {
    /// The lambda of TD(lambda). 0 learns from every move at once, otherwise the learner learns after each game.
    pub lambda: f32,
    /// Capacity of the replay buffer in transitions; 0 for none.
    pub replay_capacity: usize,
    /// Replayed transitions after each game.
    pub replays_per_game: usize,
    /// Also learn from each game with the players swapped. The inputs are invariant under the symmetries of the board, so
    /// this is the only augmentation there is.
    pub swap_players: bool,
    /// Nodes of the VCF solver that labels won positions after each move; 0 for no solver.
    pub vcf_nodes: u64,
    /// Games per weight update; 0 updates at once.
    pub batch_games: usize,
    /// Do not learn across random moves: their outcome says nothing about the position before.
    pub cut_traces: bool,
    /// Each game starts with 1 to this many random stones near the center; 0 for the empty board.
    pub max_opening_stones: u8,
}

impl AdpConfig {
    /// The configurations of the papers, and ours.
    pub const NAMES: [&'static str; 4] = ["zhao", "cao", "chen", "threats"];

    /// The configuration of this name.
    pub fn named(name: &str) -> Option<AdpConfig> {
        let inputs = Inputs::named(name)?;
        match name {
            "zhao" => Some(AdpConfig {
                inputs,
                hidden: 100,
                has_biases: false,
                step: TdStep {
                    alpha: 0.2,
                    hidden_rate: 0.05,
                    output_rate: 0.05,
                    repeats: 50,
                },
                phases: zhao_phases(),
                anneal_over: None,
                extensions: Extensions::default(),
            }),
            "cao" | "chen" | "threats" => Some(AdpConfig {
                inputs,
                hidden: if name == "chen" { 60 } else { 100 },
                has_biases: true,
                step: TdStep {
                    alpha: 1.0,
                    hidden_rate: 0.1,
                    output_rate: 0.1,
                    repeats: 1,
                },
                phases: vec![ExplorationPhase {
                    games: u64::MAX,
                    epsilon: 0.1,
                    random_first_moves: false,
                }],
                anneal_over: None,
                extensions: Extensions::default(),
            }),
            _ => None,
        }
    }

    /// The same training with another input encoding: the ablations of Zhao's table 2.
    #[must_use]
    pub fn with_inputs(mut self, inputs: &'static Inputs, hidden: usize) -> AdpConfig {
        self.inputs = inputs;
        self.hidden = hidden.clamp(1, HIDDEN);
        self
    }

    /// The exploration in a game, counted from 0.
    pub fn phase(&self, game: u64) -> ExplorationPhase {
        let mut end = 0_u64;
        let current = self.phases.iter().find(|phase| {
            end = end.saturating_add(phase.games);
            game < end
        });
        let phase = *current.unwrap_or(&self.phases[self.phases.len() - 1]);
        ExplorationPhase {
            epsilon: phase.epsilon * self.anneal_factor(game),
            ..phase
        }
    }

    /// The learning rates in a game, counted from 0.
    pub fn step(&self, game: u64) -> TdStep {
        let factor = self.anneal_factor(game) as f32;
        TdStep {
            hidden_rate: self.step.hidden_rate * factor,
            output_rate: self.step.output_rate * factor,
            ..self.step
        }
    }

    fn anneal_factor(&self, game: u64) -> f64 {
        self.anneal_over.map_or(1.0, |games| {
            let progress = game as f64 / games.max(1) as f64;
            0.1_f64.powf((2.0 * progress - 1.0).clamp(0.0, 1.0))
        })
    }

    /// An untrained critic: weights uniform in [-0.5, 0.5), biases zero. `random` is uniform in [0, 1).
    pub fn init(&self, random: &mut impl FnMut() -> f32) -> Critic {
        let mut critic = Critic::new(self.inputs, self.hidden, self.has_biases);
        let weights = (self.inputs.count() + 1) * self.hidden;
        for weight in critic.weights_mut().take(weights) {
            *weight = random() - 0.5;
        }
        critic
    }
}

impl fmt::Display for AdpConfig {
    /// Everything that distinguishes one training from another, for the notes of the critic's file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (step, extensions) = (&self.step, &self.extensions);
        write!(f, "{} hidden={}", self.inputs.name, self.hidden)?;
        write!(f, " alpha={}", step.alpha)?;
        write!(f, " hidden-rate={}", step.hidden_rate)?;
        write!(f, " output-rate={}", step.output_rate)?;
        write!(f, " repeats={}", step.repeats)?;
        write!(f, " anneal={}", self.anneal_over.unwrap_or(0))?;
        write!(f, " lambda={}", extensions.lambda)?;
        write!(f, " replay-capacity={}", extensions.replay_capacity)?;
        write!(f, " replays-per-game={}", extensions.replays_per_game)?;
        write!(f, " swap-players={}", extensions.swap_players)?;
        write!(f, " vcf-nodes={}", extensions.vcf_nodes)?;
        write!(f, " batch-games={}", extensions.batch_games)?;
        write!(f, " cut-traces={}", extensions.cut_traces)?;
        write!(f, " max-opening-stones={}", extensions.max_opening_stones)?;
        for phase in &self.phases {
            let first_moves = if phase.random_first_moves { "*" } else { "" };
            write!(f, " epsilon={}{first_moves}", phase.epsilon)?;
        }
        Ok(())
    }
}

/// Twenty thousand games with random first moves, then decreasing epsilon.
fn zhao_phases() -> Vec<ExplorationPhase> {
    [
        (0.1, true),
        (0.1, true),
        (0.1, false),
        (0.08, false),
        (0.07, false),
        (0.05, false),
    ]
    .map(|(epsilon, random_first_moves)| ExplorationPhase {
        games: 10_000,
        epsilon,
        random_first_moves,
    })
    .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Zhong's slides: 274 inputs, 100 hidden units and 60,000 games for Zhao's case 1. The rest of his schedule is from his
    /// paper (2012).
    #[test]
    fn constants_of_zhao() {
        let zhao = AdpConfig::named("zhao").unwrap();
        assert_eq!((zhao.inputs.count(), zhao.hidden), (274, 100));
        let games: u64 = zhao.phases.iter().map(|phase| phase.games).sum();
        assert_eq!(games, 60_000);
        let TdStep {
            alpha,
            hidden_rate,
            output_rate,
            repeats,
        } = zhao.step;
        assert_eq!((alpha, hidden_rate, output_rate), (0.2, 0.05, 0.05));
        assert_eq!(repeats, 50);
    }

    /// Section IV.D of Cao and Lin and the section "ADP" of Chen and Zhang print the patterns, hence 322 and 292 inputs. They
    /// leave hidden units, rates and epsilon open: those of Cao and Lin's program, with 60 hidden units for Chen and Zhang.
    #[test]
    fn constants_of_cao_and_chen() {
        for (name, inputs, hidden) in [("cao", 322, 100), ("chen", 292, 60)] {
            let config = AdpConfig::named(name).unwrap();
            assert_eq!((config.inputs.count(), config.hidden), (inputs, hidden));
            let step = TdStep {
                alpha: 1.0,
                hidden_rate: 0.1,
                output_rate: 0.1,
                repeats: 1,
            };
            assert_eq!(config.step, step, "{name}");
            assert_eq!(config.phase(0).epsilon, 0.1, "{name}");
            assert_eq!(
                config.extensions,
                Extensions::default(),
                "no option of ours"
            );
            assert_eq!(config.anneal_over, None, "no option of ours");
        }
    }

    #[test]
    fn exploration_decreases() {
        let config = AdpConfig::named("zhao").unwrap();
        let at = |game| {
            let phase = config.phase(game);
            (phase.epsilon, phase.random_first_moves)
        };
        assert_eq!(at(0), (0.1, true));
        assert_eq!(at(19_999), (0.1, true));
        assert_eq!(at(20_000), (0.1, false));
        assert_eq!(at(59_999), (0.05, false));
        assert_eq!(at(1_000_000), (0.05, false));
        assert!(AdpConfig::named("zhao-board").is_none());
        let annealed = AdpConfig {
            anneal_over: Some(1000),
            ..AdpConfig::named("cao").unwrap()
        };
        assert_eq!(annealed.phase(500).epsilon, 0.1);
        assert!((annealed.phase(1000).epsilon - 0.01).abs() < 1e-9);
        assert!((annealed.step(1000).hidden_rate - 0.01).abs() < 1e-6);
    }
}
