//! Temporal-difference learning from transitions.
//!
//! The papers use TD(0): as soon as the next position is known, its value is the target of the previous one. TD(lambda) has
//! the target `G(t) = (1 - lambda) V(t+1) + lambda G(t+1)`, so it learns after the game, from the last move to the first. A
//! position whose value did not come from the network is no starting point of a transition; the authors' program learns from
//! such positions with the activations of another one.

use nets::kernel::SparseInput;
use nets::{Critic, Evaluator};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::config::Extensions;
use super::td_step::TdStep;

/// The position after a transition.
#[derive(Clone, Debug)]
pub enum Successor {
    /// The value is exact: the game is over or decided.
    Known(f32),
    /// The network evaluates these inputs.
    Position(Vec<SparseInput>),
}

/// Two successive positions.
#[derive(Clone, Debug)]
pub struct Transition {
    /// 0 for the game as played, 1 with the players swapped. Each view of a game is a separate trace.
    pub view: usize,
    /// Inputs of the first position.
    pub inputs: Vec<SparseInput>,
    /// The second position.
    pub next: Successor,
}

/// Accumulated temporal-difference errors.
#[derive(Clone, Copy, Debug, Default)]
pub struct TdErrors {
    /// Sum of squares.
    pub squares: f64,
    /// Number of errors.
    pub count: u64,
}

impl TdErrors {
    fn add(&mut self, error: f32) {
        self.squares += f64::from(error * error);
        self.count += 1;
    }
}

/// Learns from transitions, at once, after the game, or in batches of games.
#[derive(Clone, Debug)]
pub struct TdLearner {
    step: TdStep,
    extensions: Extensions,
    /// Transitions to learn after the game; `None` cuts the trace.
    game: Vec<Option<Transition>>,
    /// Transitions of earlier games, a ring buffer.
    replay_buffer: Vec<Transition>,
    replay_index: usize,
    /// Inputs and targets of the current batch, and the games it has.
    pending: Vec<(Vec<SparseInput>, f32)>,
    pending_games: usize,
}

impl TdLearner {
    /// Creates a learner without transitions.
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

    /// Changes the learning rates.
    pub fn set_step(&mut self, step: TdStep) {
        self.step = step;
    }

    /// Does it learn from a transition before the next move?
    pub fn is_online(&self) -> bool {
        self.extensions.lambda == 0.0 && self.extensions.batch_games == 0
    }

    /// Takes a transition of the current game.
    pub fn observe(
        &mut self,
        evaluator: &mut Evaluator,
        transition: Transition,
        errors: &mut TdErrors,
    ) {
        if self.is_online() {
            let critic = evaluator.critic_mut();
            let target = evaluate(critic, &transition.next);
            errors.add(self.step.learn(critic, &transition.inputs, target));
            evaluator.anchor();
            if self.extensions.replay_capacity > 0 {
                self.push_replay(transition);
            }
        } else {
            self.game.push(Some(transition));
        }
    }

    /// Cuts the trace: later targets do not propagate to earlier positions.
    pub fn cut_trace(&mut self) {
        self.game.push(None);
    }

    /// Ends the game and learns from the remaining transitions.
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
            let next = evaluate(critic, &transition.next);
            let view = transition.view % 2;
            let target = match (&transition.next, later[view]) {
                // An exact value is the target itself.
                (Successor::Position(_), Some(later)) => {
                    next + self.extensions.lambda * (later - next)
                }
                _ => next,
            };
            later[view] = Some(target);
            if self.extensions.batch_games > 0 {
                self.pending.push((transition.inputs.clone(), target));
            } else {
                errors.add(self.step.learn(critic, &transition.inputs, target));
            }
            if self.extensions.replay_capacity > 0 {
                self.push_replay(transition);
            }
        }
        self.pending_games += 1;
        if self.pending_games >= self.extensions.batch_games {
            self.learn_batch(critic, errors);
        }
        for _ in 0..self.extensions.replays_per_game {
            if self.replay_buffer.is_empty() {
                break;
            }
            let transition = &self.replay_buffer[rng.random_range(0..self.replay_buffer.len())];
            let target = evaluate(critic, &transition.next);
            self.step.learn(critic, &transition.inputs, target);
        }
    }

    /// Computes all pending updates at the current weights and adds them up.
    fn learn_batch(&mut self, critic: &mut Critic, errors: &mut TdErrors) {
        self.pending_games = 0;
        let pending = std::mem::take(&mut self.pending);
        let updates: Vec<_> = pending
            .iter()
            .map(|(inputs, target)| self.step.update(critic, inputs, *target))
            .collect();
        let start = (critic.output_weights, critic.output_bias);
        for (update, (inputs, _)) in updates.iter().zip(&pending) {
            errors.add(update.error);
            update.add_to(critic, (&start.0, start.1), inputs);
        }
    }

    fn push_replay(&mut self, transition: Transition) {
        if self.replay_buffer.len() < self.extensions.replay_capacity {
            self.replay_buffer.push(transition);
        } else {
            self.replay_buffer[self.replay_index] = transition;
            self.replay_index = (self.replay_index + 1) % self.extensions.replay_capacity;
        }
    }
}

fn evaluate(critic: &Critic, next: &Successor) -> f32 {
    match next {
        Successor::Known(value) => *value,
        Successor::Position(inputs) => critic.value(&critic.hidden_sums(inputs), &[]),
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

    fn untrained() -> Evaluator {
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

    /// Formula 6 with gamma = 1: during the game r = 0 and the target is V(t+1), at its end the reward alone. A critic of zeros
    /// has V = 1/2 everywhere, so e = 0 in between, 1/2 after a win and -1/2 after a loss.
    #[test]
    fn targets_are_the_next_value_and_the_reward() {
        let critic = Critic::new(Inputs::named("cao").expect("inputs"), 4, true);
        let board = gomoku::Board::new(gomoku::Size::FIFTEEN, gomoku::Rule::Freestyle);
        for (next, squared_error) in [
            (Successor::Position(vec![(7, 1.0)]), 0.0),
            (Successor::Known(1.0), 0.25),
            (Successor::Known(0.0), 0.25),
        ] {
            let critic = std::sync::Arc::new(critic.clone());
            let mut evaluator = Evaluator::new(critic, &board);
            let mut errors = TdErrors::default();
            let mut learner = TdLearner::new(STEP, Extensions::default());
            learner.observe(&mut evaluator, transition(3, next), &mut errors);
            assert_eq!(errors.count, 1);
            assert!((errors.squares - squared_error).abs() < 1e-9);
        }
    }

    /// Compares with single steps on copies, whose differences are added up.
    #[test]
    fn a_batch_is_the_sum_of_steps_from_the_same_weights() {
        let mut evaluator = untrained();
        let start = evaluator.critic().clone();
        let extensions = Extensions {
            batch_games: 1,
            ..Extensions::default()
        };
        let mut learner = TdLearner::new(STEP, extensions);
        let mut errors = TdErrors::default();
        let mut sum: Vec<f32> = start.weights().collect();
        for (input, target) in [(1, 1.0), (2, 0.0), (1, 0.5)] {
            let transition = transition(input, Successor::Known(target));
            let mut copy = start.clone();
            STEP.learn(&mut copy, &transition.inputs, target);
            for ((sum, new), old) in sum.iter_mut().zip(copy.weights()).zip(start.weights()) {
                *sum += new - old;
            }
            learner.observe(&mut evaluator, transition, &mut errors);
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

    /// With lambda 1 the first target would be the result; after a cut it is the next value only.
    #[test]
    fn targets_do_not_propagate_across_a_cut() {
        let next = vec![(7, 1.0), (40, 2.0)];
        let learned = |cut: bool| {
            let mut evaluator = untrained();
            let extensions = Extensions {
                lambda: 1.0,
                ..Extensions::default()
            };
            let mut learner = TdLearner::new(STEP, extensions);
            let mut errors = TdErrors::default();
            let first = transition(1, Successor::Position(next.clone()));
            learner.observe(&mut evaluator, first, &mut errors);
            if cut {
                learner.cut_trace();
            } else {
                let last = transition(7, Successor::Known(1.0));
                learner.observe(&mut evaluator, last, &mut errors);
            }
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            learner.end_game(evaluator.critic_mut(), &mut rng, &mut errors);
            evaluator.critic().clone()
        };
        let mut plain = untrained().critic().clone();
        let target = plain.value(&plain.hidden_sums(&next), &[]);
        STEP.learn(&mut plain, &[(1, 1.0), (40, 2.0)], target);
        assert!(learned(true).weights().eq(plain.weights()));
        assert!(!learned(false).weights().eq(plain.weights()));
    }

    /// With lambda 1 every target is the result of its view.
    #[test]
    fn each_view_learns_its_own_result() {
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
            learner.observe(&mut evaluator, transition, &mut errors);
        }
        assert_eq!(errors.count, 0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        learner.end_game(evaluator.critic_mut(), &mut rng, &mut errors);
        assert_eq!(errors.count, 4);
        // A critic of zeros evaluates to 0.5, so every error is about 0.5.
        assert!((errors.squares - 1.0).abs() < 0.05, "{}", errors.squares);
    }
}
