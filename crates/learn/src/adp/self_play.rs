//! One game of a critic against itself.
//!
//! Each side takes the candidate that the critic values most, the last one found among equals, or with probability epsilon
//! any candidate that does not lose at once as far as the critic knows. Which color is player one is drawn for each game:
//! that is the papers' "first player drawn by lot", since here black always begins.

use gomoku::player::candidate_moves;
use gomoku::{Board, Budget, Color, Limits, Neighborhood, Point, Position};
use nets::Evaluator;
use nets::kernel::Change;
use rand::RngExt;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use threats::Vcf;
use threats::vcf::Fours;

use super::config::ExplorationPhase;
use super::td_learner::{Successor, TdErrors, TdLearner, Transition};

/// How a game went.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameStats {
    /// Stones at its end.
    pub length: usize,
    /// Who won.
    pub winner: Option<Color>,
    /// How far the values were off.
    pub errors: TdErrors,
}

/// With fewer stones nobody wins by fours.
const MIN_STONES: usize = 6;

/// Says which positions fours win. The game goes on: the critic has to learn how such games end.
#[derive(Clone, Debug)]
pub struct VcfLabeler {
    solver: Vcf,
    max_nodes: u64,
}

impl VcfLabeler {
    /// One that looks at this many positions after each move.
    pub fn new(max_nodes: u64) -> VcfLabeler {
        VcfLabeler {
            solver: Vcf::new(16),
            max_nodes,
        }
    }

    /// Does the side to move win by continuous fours?
    fn is_won(&mut self, board: &Board) -> bool {
        if board.stone_count() < MIN_STONES {
            return false;
        }
        let mut position = Position::new(board.clone());
        let mut budget = Budget::of_nodes(self.max_nodes);
        matches!(
            self.solver.search(&mut position, 30, &mut budget),
            Fours::Win(_)
        )
    }
}

/// A game being played.
#[derive(Debug)]
pub struct AdpSelfPlay<'a> {
    /// The critic at the board.
    pub evaluator: &'a mut Evaluator,
    /// What is done with each transition.
    pub learner: &'a mut TdLearner,
    /// Says which positions are won.
    pub vcf_labeler: Option<&'a mut VcfLabeler>,
    /// How much is explored.
    pub phase: ExplorationPhase,
    /// Is each transition learned from with the players exchanged as well?
    pub swap: bool,
    /// Are moves that were drawn by lot not learned from?
    pub cut: bool,
}

/// A move and what it leads to.
struct ChosenMove {
    point: Point,
    /// The value of the position after it that is known without the network.
    known: Option<f32>,
    wins: bool,
    /// Was it drawn by lot?
    is_drawn: bool,
}

impl AdpSelfPlay<'_> {
    /// Plays from this position to the end.
    pub fn play(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> GameStats {
        let mut report = GameStats::default();
        let player_one = if rng.random() {
            Color::Black
        } else {
            Color::White
        };
        self.evaluator.set_player_one(player_one);
        self.evaluator.begin(board);
        // Inputs of the last position that the network itself valued, seen by both players where that is wanted.
        let mut last: Option<Vec<Vec<Change>>> = None;
        loop {
            let mover = board.side_to_move();
            let win = f32::from(u8::from(mover == player_one));
            let Some(choice) = self.choose(board, rng) else {
                self.learn(last.take(), &[], Some(0.5), &mut report);
                break;
            };
            board.push_observed(choice.point, self.evaluator);
            if self.cut && choice.is_drawn {
                self.learner.cut();
                last = None;
            }
            if choice.wins {
                self.learn(last.take(), &[], Some(win), &mut report);
                report.winner = Some(mover);
                break;
            }
            let inputs = self.views(board);
            let known = choice.known.or(board.is_full().then_some(0.5));
            let solved = match &mut self.vcf_labeler {
                Some(vcf_labeler) if known.is_none() => {
                    vcf_labeler.is_won(board).then_some(1.0 - win)
                }
                _ => None,
            };
            self.learn(last.take(), &inputs, known.or(solved), &mut report);
            if board.is_full() {
                break;
            }
            last = known.is_none().then_some(inputs);
            if solved.is_some() {
                // The network will not have a solver beside it when it plays, so it learns this too.
                self.learn(last.take(), &[], solved, &mut report);
            }
            self.evaluator.anchor();
        }
        report.length = board.stone_count();
        self.learner
            .end_game(self.evaluator.critic_mut(), rng, &mut report.errors);
        report
    }

    /// The inputs of the position, and with the players exchanged.
    fn views(&self, board: &Board) -> Vec<Vec<Change>> {
        let mut views = vec![self.evaluator.inputs(board)];
        if self.swap {
            views.push(self.evaluator.exchanged_inputs(board));
        }
        views
    }

    /// From the last position, if the network valued it, to the present one.
    fn learn(
        &mut self,
        last: Option<Vec<Vec<Change>>>,
        present: &[Vec<Change>],
        known: Option<f32>,
        report: &mut GameStats,
    ) {
        for (view, inputs) in last.into_iter().flatten().enumerate() {
            let next = match known {
                Some(value) if view == 0 => Successor::Known(value),
                Some(value) => Successor::Known(1.0 - value),
                None => Successor::Position(present[view].clone()),
            };
            let transition = Transition { view, inputs, next };
            self.learner
                .take(self.evaluator, transition, &mut report.errors);
        }
    }

    fn choose(&mut self, board: &Board, rng: &mut Xoshiro256PlusPlus) -> Option<ChosenMove> {
        if let Some(point) = self.beginning(board, rng) {
            return Some(ChosenMove {
                point,
                known: None,
                wins: false,
                is_drawn: true,
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
        let mut tolerable = 0_u32;
        for point in &moves {
            if board.wins(point, mover) {
                return Some(ChosenMove {
                    point,
                    known: None,
                    wins: true,
                    is_drawn: false,
                });
            }
            let (value, is_known) = self.evaluator.assess_after(board, point);
            let known = is_known.then_some(value);
            let is_lost = known.is_some_and(|value| sign * (value - 0.5) < 0.0);
            let choice = || ChosenMove {
                point,
                known,
                wins: false,
                is_drawn: explores,
            };
            if explores && !is_lost {
                // One of the tolerable moves, each with the same probability.
                tolerable += 1;
                if rng.random_range(0..tolerable) == 0 {
                    best = Some((f32::INFINITY, choice()));
                }
            } else if best.as_ref().is_none_or(|(most, _)| sign * value >= *most) {
                best = Some((sign * value, choice()));
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// Zhao's exploration A.
    fn beginning(&self, board: &Board, rng: &mut Xoshiro256PlusPlus) -> Option<Point> {
        let is_two = board.side_to_move() != self.evaluator.player_one();
        let is_drawn = match board.ply() {
            0 => is_two,
            1 => true,
            _ => false,
        };
        if self.phase.random_beginning && is_drawn {
            board.legal_moves().iter().choose(rng)
        } else {
            None
        }
    }
}
