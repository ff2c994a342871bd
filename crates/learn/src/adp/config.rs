//! How each paper trains, as data.
//!
//! What the papers leave open: where moves are looked for (one or two steps along the lines of each stone, as Cao and Lin
//! do), and for Chen and Zhang nearly everything. Their report names the patterns only; the rest is Cao and Lin's, with
//! 60 hidden units. `crossing`, which no paper has, is trained as Cao and Lin's critic is.
//!
//! A five is never left to the critic, neither in training nor in play; so Zhao's one hand-made rule, that a four is always
//! completed in early training, holds throughout.

use nets::kernel::HIDDEN;
use nets::{Critic, Inputs};

use super::td_step::TdStep;

/// A kind of critic and how it learns.
#[derive(Clone, Debug)]
pub struct AdpConfig {
    /// What the critic sees.
    pub inputs: &'static Inputs,
    /// Hidden units.
    pub hidden: usize,
    /// Has it biases?
    pub has_biases: bool,
    /// The formula's constants.
    pub step: TdStep,
    /// What changes in the course of the training; the last phase goes on for ever.
    pub phases: Vec<ExplorationPhase>,
    /// Over the last half of this many games the learning rates and epsilon fall to a tenth; the papers have no such thing.
    pub anneal_over: Option<u64>,
    /// What else goes beyond the papers.
    pub extensions: Extensions,
}

/// A part of the training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExplorationPhase {
    /// How many games it lasts.
    pub games: u64,
    /// How often a move is drawn by lot.
    pub epsilon: f64,
    /// Zhao's exploration A: player two's first move is drawn from the whole board, and player one's too unless he begins.
    pub random_beginning: bool,
}

/// What goes beyond the papers; nothing by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extensions {
    /// TD(lambda): how much of each value's target comes from later positions. With 0 every move is learned from at
    /// once, otherwise each game after its end.
    pub lambda: f32,
    /// Transitions that are remembered to be learned from again; 0 for none.
    pub replay: usize,
    /// How many remembered transitions are learned from after each game.
    pub replayed: usize,
    /// Learn from each game also with the players exchanged. The counts do not change under the symmetries of the board,
    /// so this is the only symmetry there is to learn.
    pub swap: bool,
    /// Positions that a solver may look at after each move, to teach that a position is won by fours; 0 for no solver.
    pub solver: u64,
    /// Games whose steps are summed before the weights change; 0 to change them at once.
    pub batch: usize,
    /// Do not learn from moves that were drawn by lot: what follows them says nothing of the position before.
    pub cut: bool,
    /// Most stones that are put near the center by lot before a game, as the arena's random openings are: each game
    /// draws how many, from one on.
    pub opening: u8,
}

impl AdpConfig {
    /// The papers' recipes, and ours.
    pub const NAMES: [&'static str; 4] = ["zhao", "cao", "chen", "crossing"];

    /// The recipe of this name.
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
            "cao" | "chen" | "crossing" => Some(AdpConfig {
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
                    random_beginning: false,
                }],
                anneal_over: None,
                extensions: Extensions::default(),
            }),
            _ => None,
        }
    }

    /// The same training of a critic with other inputs: the ablations of Zhao's table 2.
    #[must_use]
    pub fn with_inputs(mut self, inputs: &'static Inputs, hidden: usize) -> AdpConfig {
        self.inputs = inputs;
        self.hidden = hidden.clamp(1, HIDDEN);
        self
    }

    /// The phase of a game, which is counted from 0.
    pub fn phase(&self, game: u64) -> ExplorationPhase {
        let mut first = 0_u64;
        let current = self.phases.iter().find(|phase| {
            first = first.saturating_add(phase.games);
            game < first
        });
        let phase = *current.unwrap_or(&self.phases[self.phases.len() - 1]);
        ExplorationPhase {
            epsilon: phase.epsilon * self.annealed(game),
            ..phase
        }
    }

    /// The formula's constants in a game.
    pub fn step(&self, game: u64) -> TdStep {
        let factor = self.annealed(game) as f32;
        TdStep {
            hidden_rate: self.step.hidden_rate * factor,
            output_rate: self.step.output_rate * factor,
            ..self.step
        }
    }

    fn annealed(&self, game: u64) -> f64 {
        self.anneal_over.map_or(1.0, |games| {
            let progress = game as f64 / games.max(1) as f64;
            0.1_f64.powf((2.0 * progress - 1.0).clamp(0.0, 1.0))
        })
    }

    /// A critic that has learned nothing: weights drawn from -0.5 to 0.5, biases zero.
    pub fn init(&self, random: &mut impl FnMut() -> f32) -> Critic {
        let mut critic = Critic::new(self.inputs, self.hidden, self.has_biases);
        let drawn = (self.inputs.count() + 1) * self.hidden;
        for weight in critic.weights_mut().take(drawn) {
            *weight = random() - 0.5;
        }
        critic
    }
}

/// Ten thousand games with random beginnings, twice, then less and less exploration.
fn zhao_phases() -> Vec<ExplorationPhase> {
    [
        (0.1, true),
        (0.1, true),
        (0.1, false),
        (0.08, false),
        (0.07, false),
        (0.05, false),
    ]
    .map(|(epsilon, random_beginning)| ExplorationPhase {
        games: 10_000,
        epsilon,
        random_beginning,
    })
    .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zhao_explores_less_and_less() {
        let config = AdpConfig::named("zhao").unwrap();
        let at = |game| {
            let phase = config.phase(game);
            (phase.epsilon, phase.random_beginning)
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
