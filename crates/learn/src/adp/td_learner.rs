//! What a game teaches.
//!
//! The papers draw the value of each position towards that of the next one as soon as that is known. With lambda the
//! target looks further ahead, `G(t) = (1 - lambda) V(t+1) + lambda G(t+1)`, so a game is learned from after its end, from
//! the last move to the first. A position whose value was not the network's own is not learned from: the authors' program
//! does it, on activations of another position.

use nets::kernel::Change;
use nets::{Critic, Evaluator};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::config::Extensions;
use super::td_step::TdStep;

/// What follows a position.
#[derive(Clone, Debug)]
pub enum Successor {
    /// The value is known: the game has ended, or is decided.
    Known(f32),
    /// A position with these inputs.
    Position(Vec<Change>),
}

/// Two positions in succession.
#[derive(Clone, Debug)]
pub struct Transition {
    /// Whose view it is: 0 the player's own, 1 with the players exchanged. Each view of a game is a chain of its own.
    pub view: usize,
    /// Inputs of the first.
    pub inputs: Vec<Change>,
    /// The second.
    pub next: Successor,
}

/// TdErrors of the values that were learned from.
#[derive(Clone, Copy, Debug, Default)]
pub struct TdErrors {
    /// The sum of their squares.
    pub squares: f64,
    /// How many there were.
    pub count: u64,
}

impl TdErrors {
    fn add(&mut self, error: f32) {
        self.squares += f64::from(error * error);
        self.count += 1;
    }
}

/// Learns from transitions, at once or later.
#[derive(Clone, Debug)]
pub struct TdLearner {
    step: TdStep,
    extensions: Extensions,
    /// The game so far, where it is learned from after its end; nothing where a move was drawn by lot and does not count.
    game: Vec<Option<Transition>>,
    /// Transitions of earlier games, the oldest replaced first.
    replay_buffer: Vec<Transition>,
    replay_index: usize,
    /// Positions and targets that wait for a batch to be full, and games among them.
    pending: Vec<(Vec<Change>, f32)>,
    pending_games: usize,
}

impl TdLearner {
    /// Nothing learned yet.
    pub fn new(step: TdStep, extensions: Extensions) -> TdLearner {
        TdLearner {
            step,
            extensions,
            game: Vec::new(),
            replay_buffer: Vec::new(),
            replay_index: 0,
            pending: Vec::new(),
            pending_games: 0,
        }
    }

    /// Learns with other constants from now on.
    pub fn set_step(&mut self, step: TdStep) {
        self.step = step;
    }

    /// Is a transition learned from before the next move is chosen?
    pub fn learns_at_once(&self) -> bool {
        self.extensions.lambda == 0.0 && self.extensions.batch == 0
    }

    /// Takes a transition of the present game.
    pub fn take(
        &mut self,
        evaluator: &mut Evaluator,
        transition: Transition,
        errors: &mut TdErrors,
    ) {
        if self.learns_at_once() {
            let critic = evaluator.critic_mut();
            let target = value_of(critic, &transition.next);
            errors.add(self.step.learn(critic, &transition.inputs, target));
            evaluator.anchor();
            if self.extensions.replay > 0 {
                self.remember(transition);
            }
        } else {
            self.game.push(Some(transition));
        }
    }

    /// What comes later in the game says nothing of what came before.
    pub fn cut(&mut self) {
        self.game.push(None);
    }

    /// The game has ended: learns what is left.
    pub fn end_game(
        &mut self,
        critic: &mut Critic,
        rng: &mut Xoshiro256PlusPlus,
        errors: &mut TdErrors,
    ) {
        let mut later = [None; 2];
        let game = std::mem::take(&mut self.game);
        for transition in game.into_iter().rev() {
            let Some(transition) = transition else {
                later = [None; 2];
                continue;
            };
            let next = value_of(critic, &transition.next);
            let view = transition.view % 2;
            let target = match (&transition.next, later[view]) {
                // What is known needs no later opinion.
                (Successor::Position(_), Some(later)) => {
                    next + self.extensions.lambda * (later - next)
                }
                _ => next,
            };
            later[view] = Some(target);
            if self.extensions.batch > 0 {
                self.pending.push((transition.inputs.clone(), target));
            } else {
                errors.add(self.step.learn(critic, &transition.inputs, target));
            }
            if self.extensions.replay > 0 {
                self.remember(transition);
            }
        }
        self.pending_games += 1;
        if self.pending_games >= self.extensions.batch {
            self.learn_batch(critic, errors);
        }
        for _ in 0..self.extensions.replayed {
            if self.replay_buffer.is_empty() {
                break;
            }
            let transition = &self.replay_buffer[rng.random_range(0..self.replay_buffer.len())];
            let target = value_of(critic, &transition.next);
            self.step.learn(critic, &transition.inputs, target);
        }
    }

    /// All waiting steps from the same weights, added up.
    fn learn_batch(&mut self, critic: &mut Critic, errors: &mut TdErrors) {
        self.pending_games = 0;
        let pending = std::mem::take(&mut self.pending);
        let update: Vec<_> = pending
            .iter()
            .map(|(inputs, target)| self.step.update(critic, inputs, *target))
            .collect();
        let start = (critic.output_weights, critic.output_bias);
        for (update, (inputs, _)) in update.iter().zip(&pending) {
            errors.add(update.error);
            update.add_to(critic, (&start.0, start.1), inputs);
        }
    }

    fn remember(&mut self, transition: Transition) {
        if self.replay_buffer.len() < self.extensions.replay {
            self.replay_buffer.push(transition);
        } else {
            self.replay_buffer[self.replay_index] = transition;
            self.replay_index = (self.replay_index + 1) % self.extensions.replay;
        }
    }
}

fn value_of(critic: &Critic, next: &Successor) -> f32 {
    match next {
        Successor::Known(value) => *value,
        Successor::Position(inputs) => critic.value(&critic.sums(inputs), &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nets::Inputs;
    use rand::SeedableRng;

    const STEP: TdStep = TdStep {
        alpha: 1.0,
        hidden_rate: 0.1,
        output_rate: 0.1,
        repeats: 1,
    };

    fn init() -> Evaluator {
        let mut critic = Critic::new(Inputs::named("cao").expect("inputs"), 4, true);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for weight in critic.weights_mut() {
            *weight = rng.random::<f32>() - 0.5;
        }
        let board = gomoku::Board::new(gomoku::Size::FIFTEEN, gomoku::Rule::Freestyle);
        Evaluator::new(std::sync::Arc::new(critic), &board)
    }

    fn transition(input: u16, next: Successor) -> Transition {
        Transition {
            view: 0,
            inputs: vec![(input, 1.0), (40, 2.0)],
            next,
        }
    }

    /// Against every step taken alone on a copy, and the differences added up.
    #[test]
    fn a_batch_is_the_sum_of_steps_from_the_same_weights() {
        let mut evaluator = init();
        let start = evaluator.critic().clone();
        let extensions = Extensions {
            batch: 1,
            ..Extensions::default()
        };
        let mut learner = TdLearner::new(STEP, extensions);
        let mut errors = TdErrors::default();
        let mut sum: Vec<f32> = start.weights().collect();
        for (input, target) in [(1, 1.0), (2, 0.0), (1, 0.5)] {
            let one = transition(input, Successor::Known(target));
            let mut copy = start.clone();
            STEP.learn(&mut copy, &one.inputs, target);
            for ((sum, new), old) in sum.iter_mut().zip(copy.weights()).zip(start.weights()) {
                *sum += new - old;
            }
            learner.take(&mut evaluator, one, &mut errors);
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        learner.end_game(evaluator.critic_mut(), &mut rng, &mut errors);
        assert_eq!(errors.count, 3);
        assert!(
            sum.iter()
                .zip(start.weights())
                .any(|(new, old)| *new != old)
        );
        for (weight, sum) in evaluator.critic().weights().zip(sum) {
            assert!((weight - sum).abs() < 1e-6, "{weight} {sum}");
        }
    }

    /// With lambda one the first position would be drawn to the result; after a cut it is drawn to the next value only.
    #[test]
    fn what_follows_a_cut_does_not_reach_back() {
        let next = vec![(7, 1.0), (40, 2.0)];
        let learned = |cut: bool| {
            let mut evaluator = init();
            let extensions = Extensions {
                lambda: 1.0,
                ..Extensions::default()
            };
            let mut learner = TdLearner::new(STEP, extensions);
            let mut errors = TdErrors::default();
            let first = transition(1, Successor::Position(next.clone()));
            learner.take(&mut evaluator, first, &mut errors);
            if cut {
                learner.cut();
            } else {
                let last = transition(7, Successor::Known(1.0));
                learner.take(&mut evaluator, last, &mut errors);
            }
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            learner.end_game(evaluator.critic_mut(), &mut rng, &mut errors);
            evaluator.critic().clone()
        };
        let mut plain = init().critic().clone();
        let target = plain.value(&plain.sums(&next), &[]);
        STEP.learn(&mut plain, &[(1, 1.0), (40, 2.0)], target);
        assert!(learned(true).weights().eq(plain.weights()));
        assert!(!learned(false).weights().eq(plain.weights()));
    }

    /// With lambda one every target is the result, in each view its own.
    #[test]
    fn each_view_of_a_game_is_learned_towards_its_own_result() {
        let extensions = Extensions {
            lambda: 1.0,
            ..Extensions::default()
        };
        let board = gomoku::Board::new(gomoku::Size::FIFTEEN, gomoku::Rule::Freestyle);
        let critic = Critic::new(Inputs::named("cao").unwrap(), 4, true);
        let mut evaluator = Evaluator::new(std::sync::Arc::new(critic), &board);
        let mut learner = TdLearner::new(STEP, extensions);
        let mut errors = TdErrors::default();
        for (view, inputs, next) in [
            (0, 1, Successor::Position(vec![(3, 1.0)])),
            (1, 2, Successor::Position(vec![(4, 1.0)])),
            (0, 3, Successor::Known(1.0)),
            (1, 4, Successor::Known(0.0)),
        ] {
            let transition = Transition {
                view,
                inputs: vec![(inputs, 1.0)],
                next,
            };
            learner.take(&mut evaluator, transition, &mut errors);
        }
        assert_eq!(errors.count, 0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        learner.end_game(evaluator.critic_mut(), &mut rng, &mut errors);
        assert_eq!(errors.count, 4);
        // A critic of zeros says a half, so every error is half of the way to 1 or to 0, but for what was just learned.
        assert!((errors.squares - 1.0).abs() < 0.05, "{}", errors.squares);
    }
}
