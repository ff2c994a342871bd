//! A self-play game with TD learning.
//!
//! Each side plays the candidate with the highest value (the last of equals), or with probability epsilon a random candidate
//! that does not lose at once. Which color is player one is random in each game: the papers randomize who moves first, and
//! here black always does.

use gomoku::player::candidate_moves;
use gomoku::{Board, Color, Limits, Neighborhood, Point};
use nets::Evaluator;
use nets::kernel::SparseInput;
use rand::RngExt;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::config::ExplorationPhase;
use super::td_learner::{Successor, TdErrors, TdLearner, Transition};
use super::vcf_labeler::VcfLabeler;

/// Statistics of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameStats {
    /// Stones at the end.
    pub length: usize,
    /// The winner, if any.
    pub winner: Option<Color>,
    /// Temporal-difference errors.
    pub errors: TdErrors,
}

/// A self-play game.
#[derive(Debug)]
pub struct AdpSelfPlay<'a> {
    /// The critic with its incremental state.
    pub evaluator: &'a mut Evaluator,
    /// Learns from the transitions.
    pub learner: &'a mut TdLearner,
    /// Labels won positions. The game goes on: the critic has to learn how such games end.
    pub vcf_labeler: Option<&'a mut VcfLabeler>,
    /// Exploration.
    pub phase: ExplorationPhase,
    /// Also learn with the players swapped?
    pub swap_players: bool,
    /// Do not learn across random moves?
    pub cut_traces: bool,
}

struct ChosenMove {
    point: Point,
    /// The exact value after the move, if it needs no network.
    known: Option<f32>,
    wins: bool,
    is_random: bool,
}

impl AdpSelfPlay<'_> {
    /// Plays from this position to the end.
    pub fn play(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> GameStats {
        let mut stats = GameStats::default();
        let player_one = if rng.random() {
            Color::Black
        } else {
            Color::White
        };
        self.evaluator.set_player_one(player_one);
        self.evaluator.begin(board);
        // Inputs of the last position that the network itself evaluated, in each view.
        let mut last: Option<Vec<Vec<SparseInput>>> = None;
        loop {
            let mover = board.side_to_move();
            let win = f32::from(u8::from(mover == player_one));
            let Some(chosen) = self.choose(board, rng) else {
                self.learn(last.take(), &[], Some(0.5), &mut stats);
                break;
            };
            board.push_observed(chosen.point, self.evaluator);
            if self.cut_traces && chosen.is_random {
                self.learner.cut_trace();
                last = None;
            }
            if chosen.wins {
                self.learn(last.take(), &[], Some(win), &mut stats);
                stats.winner = Some(mover);
                break;
            }
            let inputs = self.views(board);
            let known = chosen.known.or(board.is_full().then_some(0.5));
            let solved = match &mut self.vcf_labeler {
                Some(labeler) if known.is_none() => labeler.is_won(board).then_some(1.0 - win),
                _ => None,
            };
            self.learn(last.take(), &inputs, known.or(solved), &mut stats);
            if board.is_full() {
                break;
            }
            last = known.is_none().then_some(inputs);
            if solved.is_some() {
                // In play the network has no solver, so it learns the value of this position too.
                self.learn(last.take(), &[], solved, &mut stats);
            }
            self.evaluator.anchor();
        }
        stats.length = board.stone_count();
        self.learner
            .end_game(self.evaluator.critic_mut(), rng, &mut stats.errors);
        stats
    }

    /// The inputs of the position, and those with the players swapped.
    fn views(&self, board: &Board) -> Vec<Vec<SparseInput>> {
        let mut views = vec![self.evaluator.inputs(board)];
        if self.swap_players {
            views.push(self.evaluator.swapped_inputs(board));
        }
        views
    }

    /// Learns the transition from the last position, if there is one, to the current one.
    fn learn(
        &mut self,
        last: Option<Vec<Vec<SparseInput>>>,
        current: &[Vec<SparseInput>],
        known: Option<f32>,
        stats: &mut GameStats,
    ) {
        for (view, inputs) in last.into_iter().flatten().enumerate() {
            let next = match known {
                Some(value) if view == 0 => Successor::Known(value),
                Some(value) => Successor::Known(1.0 - value),
                None => Successor::Position(current[view].clone()),
            };
            let transition = Transition { view, inputs, next };
            self.learner
                .observe(self.evaluator, transition, &mut stats.errors);
        }
    }

    fn choose(&mut self, board: &Board, rng: &mut Xoshiro256PlusPlus) -> Option<ChosenMove> {
        if let Some(point) = self.random_first_move(board, rng) {
            return Some(ChosenMove {
                point,
                known: None,
                wins: false,
                is_random: true,
            });
        }
        let moves = candidate_moves(board, &Limits::default(), Neighborhood::Star2);
        let mover = board.side_to_move();
        let sign = if mover == self.evaluator.player_one() {
            1.0
        } else {
            -1.0
        };
        let explores = rng.random_bool(self.phase.epsilon);
        let mut best: Option<(f32, ChosenMove)> = None;
        let mut explorable = 0_u32;
        for point in &moves {
            if board.wins(point, mover) {
                return Some(ChosenMove {
                    point,
                    known: None,
                    wins: true,
                    is_random: false,
                });
            }
            let (value, is_known) = self.evaluator.evaluate_after(board, point);
            let known = is_known.then_some(value);
            let is_lost = known.is_some_and(|value| sign * (value - 0.5) < 0.0);
            let chosen = || ChosenMove {
                point,
                known,
                wins: false,
                is_random: explores,
            };
            if explores && !is_lost {
                // Reservoir sampling: every explorable move has the same probability.
                explorable += 1;
                if rng.random_range(0..explorable) == 0 {
                    best = Some((f32::INFINITY, chosen()));
                }
            } else if best.as_ref().is_none_or(|(max, _)| sign * value >= *max) {
                best = Some((sign * value, chosen()));
            }
        }
        best.map(|(_, chosen)| chosen)
    }

    /// Zhao's exploration A.
    fn random_first_move(&self, board: &Board, rng: &mut Xoshiro256PlusPlus) -> Option<Point> {
        let is_player_two = board.side_to_move() != self.evaluator.player_one();
        let is_random = match board.ply() {
            0 => is_player_two,
            1 => true,
            _ => false,
        };
        if self.phase.random_first_moves && is_random {
            board.legal_moves().iter().choose(rng)
        } else {
            None
        }
    }
}
