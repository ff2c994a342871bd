//! MCTS-Heuristic (Chen and Zhang, section II): Monte Carlo whose selection and evaluation use a heuristic of the point.
//!
//! ```text
//! select   w/n + c sqrt(ln N / n) + confront/1000, c = sqrt 2       our moves, once all candidates have statistics
//!          the largest heuristic value                              the opponent's moves
//! play     the root candidate with the largest  w/n + confront/1000
//! ```
//!
//! The report prints UCB with `N` the simulations of all candidates, and says that the heuristic is part of the evaluation
//! and that candidates are two hops away. The rest follows the closest program, by the authors of the progressive-bias
//! paper, which has `sqrt(1.414 ln N / n)` instead (`exploration=1.189`):
//!
//! - candidates are the 5 x 5 around each stone, reduced to the 4 best by `confront` at the root and the 2 best below;
//! - a move that makes five for us, or else for the opponent, is played at once;
//! - statistics belong to a side and a move, not to a position, and are cleared for each move of the game;
//! - until all candidates have statistics, our move is a random one of them;
//! - each iteration adds one move to the statistics and has at most 7 plies; an unfinished simulation counts 0.5.
//!
//! `heuristic=exponential` is the report's Heuristic 2, `heuristic=kang` its Heuristic 1. There is no tree, so this player
//! does not use [`mcts`](crate::mcts). Left out: the program's time reserve of 0.6 s, since the clock is the caller's.

use std::sync::Arc;

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Budget, Candidate, Color, Limits, Neighborhood, Player, PlayerError, Point,
    SearchControl, SearchResult,
};
use nets::{Critic, Evaluator};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::cao_lin_2019::adp;
use crate::chen_zhang::point_heuristic::PointHeuristic;
use crate::mcts::with_player_limits;

params! {
    /// Parameters of MCTS-Heuristic.
    pub struct MctsHeuristicParams {
        /// Iterations per move; 0 for no limit.
        iterations: int = 0, 0..=1000000000, step 100;
        /// Seconds per move when nothing else ends the search.
        seconds: real = 4.4, 0.01..=3600.0, step 1.0;
        /// The heuristic: the report's Heuristic 2 (exponential) or Heuristic 1 (Kang and Kim).
        heuristic: choice = "exponential", ["exponential", "kang"];
        /// The decay factor of the exponential heuristic, the report's alpha; 0.9 in Cao and Lin's paper.
        decay: real = 0.85, 0.0..=1.0, step 0.05;
        /// Candidates at the root.
        root_width: int = 4, 1..=50, step 1;
        /// Candidates below the root.
        width: int = 2, 1..=50, step 1;
        /// Plies per simulation.
        simulation_plies: int = 7, 1..=100, step 1;
        /// c in w/n + c sqrt(ln N / n).
        exploration: real = std::f64::consts::SQRT_2, 0.0..=10.0, step 0.1;
        /// The divisor of the heuristic in the selection rule.
        heuristic_scale: real = 1000.0, 1.0..=1000000.0, step 100.0;
    }
}

/// Monte Carlo simulations guided by a heuristic.
#[derive(Clone, Debug)]
pub struct MctsHeuristic {
    params: MctsHeuristicParams,
    critic: Option<Arc<Critic>>,
    rng: Xoshiro256PlusPlus,
}

impl MctsHeuristic {
    /// Players with the same seed play the same simulations.
    pub fn new(params: MctsHeuristicParams, seed: u64) -> MctsHeuristic {
        MctsHeuristic {
            params,
            critic: None,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// Evaluates unfinished simulations by a critic: MCTS-ADP.
    #[must_use]
    pub fn with_critic(mut self, critic: Arc<Critic>) -> MctsHeuristic {
        self.critic = Some(critic);
        self
    }
}

impl Player for MctsHeuristic {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let limits = with_player_limits(limits, self.params.iterations, self.params.seconds);
        let heuristic = match self.params.heuristic {
            "kang" => PointHeuristic::Kang,
            _ => PointHeuristic::Exponential(self.params.decay),
        };
        let mut search = HeuristicSearch {
            params: &self.params,
            heuristic,
            board: board.clone(),
            us: board.side_to_move(),
            evaluator: self
                .critic
                .clone()
                .map(|critic| Evaluator::new(critic, board)),
            statistics: vec![[MoveStatistics::default(); Point::CELLS]; 2],
            path: Vec::new(),
        };
        let nearby: Vec<_> = candidate_moves(board, &limits, Neighborhood::Square2)
            .iter()
            .collect();
        let root = search.candidates(nearby, self.params.root_width as usize);
        let mut budget = Budget::for_iterations(&limits, control).polling_every(4);
        let mut iterations = 0;
        while root.len() > 1 && budget.spend_node() {
            search.simulate(&root, &mut self.rng);
            iterations += 1;
            if control.has_listener() && iterations % 1000 == 0 {
                control.report(&search.result(&root, iterations, control));
            }
        }
        Ok(search.result(&root, iterations, control))
    }
}

/// Statistics of one side's move, in whatever position.
#[derive(Clone, Copy, Debug, Default)]
struct MoveStatistics {
    wins: f64,
    visits: u64,
}

impl MoveStatistics {
    fn mean(self) -> f64 {
        self.wins / self.visits.max(1) as f64
    }
}

struct HeuristicSearch<'a> {
    params: &'a MctsHeuristicParams,
    heuristic: PointHeuristic,
    board: Board,
    us: Color,
    /// Evaluates unfinished simulations; without it they count 1/2.
    evaluator: Option<Evaluator>,
    statistics: Vec<[MoveStatistics; Point::CELLS]>,
    path: Vec<(Color, Point)>,
}

impl HeuristicSearch<'_> {
    /// The candidates with `confront`: a move that makes five, else the block of the opponent's five, else the best.
    fn candidates(&self, nearby: Vec<Point>, width: usize) -> Vec<(Point, f64)> {
        let side = self.board.side_to_move();
        let confront = |point| (point, self.heuristic.confront(&self.board, side, point));
        for color in [side, !side] {
            if let Some(&five) = nearby.iter().find(|&&point| self.board.wins(point, color)) {
                return vec![confront(five)];
            }
        }
        let mut moves: Vec<_> = nearby.into_iter().map(confront).collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        moves.truncate(width);
        moves
    }

    /// The legal points within two steps of a stone.
    fn nearby_moves(&self) -> Vec<Point> {
        let nearby = Neighborhood::Square2.candidates(&self.board);
        let forbids = self.board.rule().forbids(self.board.side_to_move());
        nearby
            .iter()
            .filter(|&point| !forbids || self.board.forbidden_reason(point).is_none())
            .collect()
    }

    /// One simulation and its backup.
    fn simulate(&mut self, root: &[(Point, f64)], rng: &mut Xoshiro256PlusPlus) {
        let root_ply = self.board.ply();
        let mut moves = root.to_vec();
        // Only the first move without statistics is added.
        let mut may_expand = true;
        let mut winner = None;
        self.path.clear();
        for _ in 0..self.params.simulation_plies {
            if moves.is_empty() {
                break;
            }
            let mover = self.board.side_to_move();
            let point = if mover == self.us {
                self.select_own(&moves, rng)
            } else {
                self.select_opponent(&moves)
            };
            let visits = self.statistics(mover, point).visits;
            if visits > 0 || may_expand {
                may_expand &= visits > 0;
                self.path.push((mover, point));
            }
            self.push(point);
            if self.board.wins(point, mover) {
                winner = Some(mover);
                break;
            }
            moves = self.candidates(self.nearby_moves(), self.params.width as usize);
        }
        let black_reward = match winner {
            Some(winner) => adp::for_color(1.0, winner),
            None => self.evaluate(),
        };
        while self.board.ply() > root_ply {
            self.pop();
        }
        for &(color, point) in &self.path {
            let entry = &mut self.statistics[color.index()][point.index()];
            entry.visits += 1;
            entry.wins += match color {
                Color::Black => black_reward,
                Color::White => 1.0 - black_reward,
            };
        }
    }

    fn push(&mut self, point: Point) {
        match &mut self.evaluator {
            Some(evaluator) => self.board.push_observed(point, evaluator),
            None => self.board.push(point),
        }
    }

    fn pop(&mut self) {
        match &mut self.evaluator {
            Some(evaluator) => self.board.pop_observed(evaluator),
            None => self.board.pop(),
        }
    }

    /// The value of an unfinished simulation for black.
    fn evaluate(&mut self) -> f64 {
        match &mut self.evaluator {
            Some(evaluator) => evaluator.value(&self.board).into(),
            None => 0.5,
        }
    }

    fn statistics(&self, color: Color, point: Point) -> MoveStatistics {
        self.statistics[color.index()][point.index()]
    }

    fn select_own(&self, moves: &[(Point, f64)], rng: &mut Xoshiro256PlusPlus) -> Point {
        let visits = moves
            .iter()
            .map(|&(point, _)| self.statistics(self.us, point).visits);
        if visits.clone().any(|visits| visits == 0) {
            return moves[rng.random_range(0..moves.len())].0;
        }
        let ln_total = (visits.sum::<u64>() as f64).ln();
        let score = |&(point, confront): &(Point, f64)| {
            let MoveStatistics { wins, visits } = self.statistics(self.us, point);
            let visits = visits as f64;
            wins / visits
                + self.params.exploration * (ln_total / visits).sqrt()
                + confront / self.params.heuristic_scale
        };
        argmax(moves, score)
    }

    fn select_opponent(&self, moves: &[(Point, f64)]) -> Point {
        argmax(moves, |&(point, _)| {
            self.heuristic.value(&self.board, !self.us, point)
        })
    }

    fn result(
        &self,
        root: &[(Point, f64)],
        iterations: u64,
        control: &SearchControl<'_>,
    ) -> SearchResult {
        let score = |&(point, confront): &(Point, f64)| {
            self.statistics(self.us, point).mean() + confront / self.params.heuristic_scale
        };
        let best = argmax(root, score);
        let mut candidates: Vec<_> = root
            .iter()
            .map(|candidate| {
                let statistics = self.statistics(self.us, candidate.0);
                Candidate {
                    visits: Some(statistics.visits),
                    value: Some(statistics.mean()),
                    score: Some(score(candidate)),
                    ..Candidate::new(candidate.0)
                }
            })
            .collect();
        candidates.sort_by_key(|candidate| candidate.point != best);
        SearchResult {
            win_rate: candidates[0].value,
            score: candidates[0].score,
            depth: self.params.simulation_plies as u32,
            selective_depth: self.params.simulation_plies as u32,
            nodes: iterations,
            time: control.elapsed(),
            candidates,
            ..SearchResult::new(best)
        }
    }
}

/// The move with the largest score, the first of equals.
fn argmax(moves: &[(Point, f64)], score: impl Fn(&(Point, f64)) -> f64) -> Point {
    let mut best = (moves[0].0, f64::NEG_INFINITY);
    for candidate in moves {
        let score = score(candidate);
        if score > best.1 {
            best = (candidate.0, score);
        }
    }
    best.0
}
