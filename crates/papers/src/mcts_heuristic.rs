//! MCTS-Heuristic (Chen and Zhang): Monte Carlo whose choices and values are led by a heuristic of the point.
//!
//! The report only says that the heuristic is in the evaluation and that moves are looked for two steps away. The form
//! here is the closest program, from the authors of the progressive-bias paper:
//!
//! - candidates are the 5 x 5 around each stone, cut to the 4 best by `confront` at the root and the 2 best below it;
//! - a point that makes five for the mover, or else for the enemy, is played at once;
//! - statistics belong to a side and a move, not to a position, and are new for each move of the game;
//! - the own side takes, once all candidates have statistics, the largest `w/n + sqrt(1.414 ln(sum n) / n) + confront/1000`
//!   and until then any of them; the enemy takes the largest heuristic value;
//! - one new entry per iteration, 7 plies at most; a game that is open then counts 0.5;
//! - the answer is the root candidate with the largest `w/n + confront/1000`.
//!
//! `heuristic=exponential` is the report's Heuristic 2, `heuristic=kang` its Heuristic 1. It is not a tree, so it does
//! not use the loop of [`mcts`](crate::mcts). The program's reserve of 0.6 s is left to the caller's clock.

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

use crate::adp;
use crate::mcts::with_player_limits;
use crate::point_heuristic::PointHeuristic;

params! {
    /// What the MCTS-Heuristic player can be told.
    pub struct MctsHeuristicParams {
        /// Iterations per move; 0 for no limit.
        iterations: int = 0, 0..=1000000000, step 100;
        /// Seconds per move when nothing else ends the search.
        seconds: real = 4.4, 0.01..=3600.0, step 1.0;
        /// Which heuristic leads.
        heuristic: choice = "exponential", ["exponential", "kang"];
        /// The decay factor f of the exponential heuristic; 0.85 in Chen and Zhang's report.
        decay: real = 0.9, 0.0..=1.0, step 0.05;
        /// Candidates at the root.
        root_width: int = 4, 1..=50, step 1;
        /// Candidates below the root.
        width: int = 2, 1..=50, step 1;
        /// Plies of a simulation.
        plies: int = 7, 1..=100, step 1;
        /// The factor before ln in the selection rule.
        exploration: real = 1.414, 0.0..=10.0, step 0.1;
        /// What the heuristic is divided by in the selection rule.
        scale: real = 1000.0, 1.0..=1000000.0, step 100.0;
    }
}

/// Monte Carlo led by a heuristic.
#[derive(Clone, Debug)]
pub struct MctsHeuristic {
    params: MctsHeuristicParams,
    critic: Option<Arc<Critic>>,
    rng: Xoshiro256PlusPlus,
}

impl MctsHeuristic {
    /// Two players with the same seed play the same simulations.
    pub fn new(params: MctsHeuristicParams, seed: u64) -> MctsHeuristic {
        MctsHeuristic {
            params,
            critic: None,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// The same player with a critic for the games that are open in the end: MCTS-ADP.
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
        let mut search = Search {
            params: &self.params,
            heuristic,
            board: board.clone(),
            us: board.side_to_move(),
            evaluator: self
                .critic
                .clone()
                .map(|critic| Evaluator::new(critic, board)),
            entries: vec![[Entry::default(); Point::CELLS]; 2],
            path: Vec::new(),
        };
        let near: Vec<_> = candidate_moves(board, &limits, Neighborhood::Square2)
            .iter()
            .collect();
        let root = search.candidates(near, self.params.root_width as usize);
        let mut budget = Budget::for_iterations(&limits, control).polling_every(4);
        let mut rounds = 0;
        while root.len() > 1 && budget.spend_node() {
            search.round(&root, &mut self.rng);
            rounds += 1;
            if control.has_listener() && rounds % 1000 == 0 {
                control.report(&search.result(&root, rounds, control));
            }
        }
        Ok(search.result(&root, rounds, control))
    }
}

/// Statistics of one side's move.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    wins: f64,
    count: u64,
}

struct Search<'a> {
    params: &'a MctsHeuristicParams,
    heuristic: PointHeuristic,
    board: Board,
    us: Color,
    /// Values the games that are open in the end; without it they count a half.
    evaluator: Option<Evaluator>,
    entries: Vec<[Entry; Point::CELLS]>,
    path: Vec<(Color, Point)>,
}

impl Search<'_> {
    /// The moves worth a look, with `confront`: a five alone, else the enemy's five, else the best.
    fn candidates(&self, near: Vec<Point>, width: usize) -> Vec<(Point, f64)> {
        let side = self.board.side_to_move();
        let confront = |point| (point, self.heuristic.confront(&self.board, side, point));
        for color in [side, !side] {
            if let Some(&five) = near.iter().find(|&&point| self.board.wins(point, color)) {
                return vec![confront(five)];
            }
        }
        let mut moves: Vec<_> = near.into_iter().map(confront).collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        moves.truncate(width);
        moves
    }

    fn near(&self) -> Vec<Point> {
        let near = Neighborhood::Square2.candidates(&self.board);
        let forbids = self.board.rule().forbids(self.board.side_to_move());
        near.iter()
            .filter(|&point| !forbids || self.board.forbidden_reason(point).is_none())
            .collect()
    }

    /// One simulation.
    fn round(&mut self, root: &[(Point, f64)], rng: &mut Xoshiro256PlusPlus) {
        let start = self.board.ply();
        let mut moves = root.to_vec();
        let mut is_new_allowed = true;
        let mut winner = None;
        self.path.clear();
        for _ in 0..self.params.plies {
            if moves.is_empty() {
                break;
            }
            let mover = self.board.side_to_move();
            let point = if mover == self.us {
                self.own_choice(&moves, rng)
            } else {
                self.enemy_choice(&moves)
            };
            let count = self.entries[mover.index()][point.index()].count;
            if count > 0 || is_new_allowed {
                is_new_allowed &= count > 0;
                self.path.push((mover, point));
            }
            self.push(point);
            if self.board.wins(point, mover) {
                winner = Some(mover);
                break;
            }
            moves = self.candidates(self.near(), self.params.width as usize);
        }
        let black = match winner {
            Some(winner) => adp::for_color(1.0, winner),
            None => self.open_value(),
        };
        while self.board.ply() > start {
            self.pop();
        }
        for &(color, point) in &self.path {
            let entry = &mut self.entries[color.index()][point.index()];
            entry.count += 1;
            entry.wins += if color == Color::Black {
                black
            } else {
                1.0 - black
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

    /// What a game that is open in the end counts for black.
    fn open_value(&mut self) -> f64 {
        match &mut self.evaluator {
            Some(evaluator) => evaluator.value(&self.board).into(),
            None => 0.5,
        }
    }

    fn entry(&self, color: Color, point: Point) -> Entry {
        self.entries[color.index()][point.index()]
    }

    fn own_choice(&self, moves: &[(Point, f64)], rng: &mut Xoshiro256PlusPlus) -> Point {
        let counts = moves
            .iter()
            .map(|&(point, _)| self.entry(self.us, point).count);
        if counts.clone().any(|count| count == 0) {
            return moves[rng.random_range(0..moves.len())].0;
        }
        let all = (counts.sum::<u64>() as f64).ln();
        let score = |&(point, confront): &(Point, f64)| {
            let Entry { wins, count } = self.entry(self.us, point);
            let count = count as f64;
            wins / count
                + (self.params.exploration * all / count).sqrt()
                + confront / self.params.scale
        };
        first_largest(moves, score)
    }

    fn enemy_choice(&self, moves: &[(Point, f64)]) -> Point {
        first_largest(moves, |&(point, _)| {
            self.heuristic.value(&self.board, !self.us, point)
        })
    }

    fn result(
        &self,
        root: &[(Point, f64)],
        rounds: u64,
        control: &SearchControl<'_>,
    ) -> SearchResult {
        let score = |&(point, confront): &(Point, f64)| {
            let entry = self.entry(self.us, point);
            entry.wins / entry.count.max(1) as f64 + confront / self.params.scale
        };
        let best = first_largest(root, score);
        let mut candidates: Vec<_> = root
            .iter()
            .map(|candidate| {
                let entry = self.entry(self.us, candidate.0);
                Candidate {
                    visits: Some(entry.count),
                    value: Some(entry.wins / entry.count.max(1) as f64),
                    score: Some(score(candidate)),
                    ..Candidate::new(candidate.0)
                }
            })
            .collect();
        candidates.sort_by_key(|candidate| candidate.point != best);
        SearchResult {
            win_rate: candidates[0].value,
            score: candidates[0].score,
            depth: self.params.plies as u32,
            selective_depth: self.params.plies as u32,
            nodes: rounds,
            time: control.elapsed(),
            candidates,
            ..SearchResult::new(best)
        }
    }
}

fn first_largest(moves: &[(Point, f64)], score: impl Fn(&(Point, f64)) -> f64) -> Point {
    let mut best = (moves[0].0, f64::NEG_INFINITY);
    for candidate in moves {
        let score = score(candidate);
        if score > best.1 {
            best = (candidate.0, score);
        }
    }
    best.0
}
