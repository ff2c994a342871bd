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

use super::recipe::Extras;
use super::step::Step;

/// What follows a position.
#[derive(Clone, Debug)]
pub enum Next {
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
    pub next: Next,
}

/// Errors of the values that were learned from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    /// The sum of their squares.
    pub squares: f64,
    /// How many there were.
    pub count: u64,
}

impl Errors {
    fn add(&mut self, error: f32) {
        self.squares += f64::from(error * error);
        self.count += 1;
    }
}

/// Learns from transitions, at once or later.
#[derive(Clone, Debug)]
pub struct Lessons {
    step: Step,
    extras: Extras,
    /// The game so far, where it is learned from after its end; nothing where a move was drawn by lot and does not count.
    game: Vec<Option<Transition>>,
    /// Transitions of earlier games, the oldest replaced first.
    remembered: Vec<Transition>,
    next_place: usize,
    /// Positions and targets that wait for a batch to be full, and games among them.
    waiting: Vec<(Vec<Change>, f32)>,
    waiting_games: usize,
}

impl Lessons {
    /// Nothing learned yet.
    pub fn new(step: Step, extras: Extras) -> Lessons {
        Lessons {
            step,
            extras,
            game: Vec::new(),
            remembered: Vec::new(),
            next_place: 0,
            waiting: Vec::new(),
            waiting_games: 0,
        }
    }

    /// Learns with other constants from now on.
    pub fn set_step(&mut self, step: Step) {
        self.step = step;
    }

    /// Is a transition learned from before the next move is chosen?
    pub fn learns_at_once(&self) -> bool {
        self.extras.lambda == 0.0 && self.extras.batch == 0
    }

    /// Takes a transition of the present game.
    pub fn take(&mut self, evaluator: &mut Evaluator, transition: Transition, errors: &mut Errors) {
        if self.learns_at_once() {
            let critic = evaluator.critic_mut();
            let target = value_of(critic, &transition.next);
            errors.add(self.step.learn(critic, &transition.inputs, target));
            evaluator.anchor();
            if self.extras.replay > 0 {
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
        errors: &mut Errors,
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
                (Next::Position(_), Some(later)) => next + self.extras.lambda * (later - next),
                _ => next,
            };
            later[view] = Some(target);
            if self.extras.batch > 0 {
                self.waiting.push((transition.inputs.clone(), target));
            } else {
                errors.add(self.step.learn(critic, &transition.inputs, target));
            }
            if self.extras.replay > 0 {
                self.remember(transition);
            }
        }
        self.waiting_games += 1;
        if self.waiting_games >= self.extras.batch {
            self.learn_batch(critic, errors);
        }
        for _ in 0..self.extras.replayed {
            if self.remembered.is_empty() {
                break;
            }
            let transition = &self.remembered[rng.random_range(0..self.remembered.len())];
            let target = value_of(critic, &transition.next);
            self.step.learn(critic, &transition.inputs, target);
        }
    }

    /// All waiting steps from the same weights, added up.
    fn learn_batch(&mut self, critic: &mut Critic, errors: &mut Errors) {
        self.waiting_games = 0;
        let waiting = std::mem::take(&mut self.waiting);
        let worked: Vec<_> = waiting
            .iter()
            .map(|(inputs, target)| self.step.work_out(critic, inputs, *target))
            .collect();
        let start = (critic.output_weights, critic.output_bias);
        for (worked, (inputs, _)) in worked.iter().zip(&waiting) {
            errors.add(worked.error);
            worked.add_to(critic, (&start.0, start.1), inputs);
        }
    }

    fn remember(&mut self, transition: Transition) {
        if self.remembered.len() < self.extras.replay {
            self.remembered.push(transition);
        } else {
            self.remembered[self.next_place] = transition;
            self.next_place = (self.next_place + 1) % self.extras.replay;
        }
    }
}

fn value_of(critic: &Critic, next: &Next) -> f32 {
    match next {
        Next::Known(value) => *value,
        Next::Position(inputs) => critic.value(&critic.sums(inputs), &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nets::Inputs;
    use rand::SeedableRng;

    const STEP: Step = Step {
        alpha: 1.0,
        hidden_rate: 0.1,
        output_rate: 0.1,
        repeats: 1,
    };

    fn beginner() -> Evaluator {
        let mut critic = Critic::new(Inputs::named("cao").expect("inputs"), 4, true);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for weight in critic.weights_mut() {
            *weight = rng.random::<f32>() - 0.5;
        }
        let board = gomoku::Board::new(gomoku::Size::FIFTEEN, gomoku::Rule::Freestyle);
        Evaluator::new(std::sync::Arc::new(critic), &board)
    }

    fn transition(input: u16, next: Next) -> Transition {
        Transition {
            view: 0,
            inputs: vec![(input, 1.0), (40, 2.0)],
            next,
        }
    }

    /// Against every step taken alone on a copy, and the differences added up.
    #[test]
    fn a_batch_is_the_sum_of_steps_from_the_same_weights() {
        let mut evaluator = beginner();
        let start = evaluator.critic().clone();
        let extras = Extras {
            batch: 1,
            ..Extras::default()
        };
        let mut lessons = Lessons::new(STEP, extras);
        let mut errors = Errors::default();
        let mut sum: Vec<f32> = start.weights().collect();
        for (input, target) in [(1, 1.0), (2, 0.0), (1, 0.5)] {
            let one = transition(input, Next::Known(target));
            let mut copy = start.clone();
            STEP.learn(&mut copy, &one.inputs, target);
            for ((sum, new), old) in sum.iter_mut().zip(copy.weights()).zip(start.weights()) {
                *sum += new - old;
            }
            lessons.take(&mut evaluator, one, &mut errors);
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        lessons.end_game(evaluator.critic_mut(), &mut rng, &mut errors);
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
            let mut evaluator = beginner();
            let extras = Extras {
                lambda: 1.0,
                ..Extras::default()
            };
            let mut lessons = Lessons::new(STEP, extras);
            let mut errors = Errors::default();
            let first = transition(1, Next::Position(next.clone()));
            lessons.take(&mut evaluator, first, &mut errors);
            if cut {
                lessons.cut();
            } else {
                let last = transition(7, Next::Known(1.0));
                lessons.take(&mut evaluator, last, &mut errors);
            }
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            lessons.end_game(evaluator.critic_mut(), &mut rng, &mut errors);
            evaluator.critic().clone()
        };
        let mut plain = beginner().critic().clone();
        let target = plain.value(&plain.sums(&next), &[]);
        STEP.learn(&mut plain, &[(1, 1.0), (40, 2.0)], target);
        assert!(learned(true).weights().eq(plain.weights()));
        assert!(!learned(false).weights().eq(plain.weights()));
    }

    /// With lambda one every target is the result, in each view its own.
    #[test]
    fn each_view_of_a_game_is_learned_towards_its_own_result() {
        let extras = Extras {
            lambda: 1.0,
            ..Extras::default()
        };
        let board = gomoku::Board::new(gomoku::Size::FIFTEEN, gomoku::Rule::Freestyle);
        let critic = Critic::new(Inputs::named("cao").unwrap(), 4, true);
        let mut evaluator = Evaluator::new(std::sync::Arc::new(critic), &board);
        let mut lessons = Lessons::new(STEP, extras);
        let mut errors = Errors::default();
        for (view, inputs, next) in [
            (0, 1, Next::Position(vec![(3, 1.0)])),
            (1, 2, Next::Position(vec![(4, 1.0)])),
            (0, 3, Next::Known(1.0)),
            (1, 4, Next::Known(0.0)),
        ] {
            let transition = Transition {
                view,
                inputs: vec![(inputs, 1.0)],
                next,
            };
            lessons.take(&mut evaluator, transition, &mut errors);
        }
        assert_eq!(errors.count, 0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        lessons.end_game(evaluator.critic_mut(), &mut rng, &mut errors);
        assert_eq!(errors.count, 4);
        // A critic of zeros says a half, so every error is half of the way to 1 or to 0, but for what was just learned.
        assert!((errors.squares - 1.0).abs() < 0.05, "{}", errors.squares);
    }
}
