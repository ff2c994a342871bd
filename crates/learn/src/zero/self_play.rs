//! Games of a network against itself: many at once, so that the network is asked about many positions together.
//!
//! A game's random numbers follow from the seed and its number, and the network answers a question in the same way whatever
//! is asked beside it; so a game is the same on every machine, whichever thread plays it, before or after an interruption.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::Sender;

use arena::seed;
use gomoku::{Board, Color, Limits, Neighborhood, Point, StopFlag};
use nets::Residual;
use nets::residual::{Forward, Question};
use papers::zero::ZeroSearch;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::plan::Plan;
use super::record::{GameRecord, Searched};

/// Games that a thread plays at once.
const TABLES: usize = 24;
/// The most questions of a table at once; with PUCT there are fewer, since visits under way disturb each other.
const GUMBEL_LEAVES: usize = 16;
const PUCT_LEAVES: usize = 4;

/// The games of a round that are still to be played.
#[derive(Debug)]
pub struct Round<'a> {
    /// How they are played.
    pub plan: &'a Plan,
    /// Which round it is.
    pub round: u64,
    /// By whom.
    pub network: &'a Arc<Residual>,
    /// Their numbers.
    pub numbers: Vec<u64>,
}

impl Round<'_> {
    /// Plays until all games are played or the flag is raised. Each thread calls this; `next` is what they share.
    pub fn play(&self, next: &AtomicUsize, games: &Sender<GameRecord>, stop: &StopFlag) {
        let leaves = match self.plan.considered {
            0 => PUCT_LEAVES,
            _ => GUMBEL_LEAVES,
        };
        let mut forward = Forward::new(self.network, self.plan.size, TABLES * leaves);
        let (mut questions, mut answers) = (Vec::new(), Vec::new());
        let mut tables: Vec<Table<'_>> = Vec::new();
        let mut others = true;
        while !stop.is_raised() {
            while others && tables.len() < TABLES {
                match self.numbers.get(next.fetch_add(1, Relaxed)) {
                    Some(&number) => tables.push(Table::new(self.plan, self.round, number)),
                    None => others = false,
                }
            }
            questions.clear();
            let mut index = 0;
            while index < tables.len() {
                if let Some(game) = tables[index].advance(leaves) {
                    tables.swap_remove(index);
                    if games.send(game).is_err() {
                        return;
                    }
                } else {
                    let boards = tables[index].search.questions();
                    questions.extend(boards.map(Question::new));
                    index += 1;
                }
            }
            if tables.is_empty() && !others {
                return;
            }
            forward.answer(&questions, &mut answers);
            let mut rest = &answers[..];
            for table in &mut tables {
                let (own, others) = rest.split_at(table.search.waiting());
                table.search.answer(own);
                rest = others;
            }
        }
    }
}

/// A game being played.
#[derive(Debug)]
struct Table<'a> {
    plan: &'a Plan,
    board: Board,
    search: ZeroSearch,
    rng: Xoshiro256PlusPlus,
    record: GameRecord,
    /// Is the present search a full one, whose policy is learned?
    is_full: bool,
}

impl Table<'_> {
    fn new(plan: &Plan, round: u64, number: u64) -> Table<'_> {
        let seed = seed::derive([plan.seed, number]);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let board = draw_opening(plan, &mut rng);
        let mut table = Table {
            plan,
            record: GameRecord {
                number,
                round,
                size: plan.size,
                result: 0,
                opening: board.stone_count(),
                moves: Vec::new(),
                searched: Vec::new(),
            },
            board,
            search: ZeroSearch::new(plan.rules(true), seed),
            rng,
            is_full: true,
        };
        table.begin();
        table
    }

    /// Begins the search of a move.
    fn begin(&mut self) {
        let plan = self.plan;
        self.is_full = plan.full_share >= 1.0 || self.rng.random_bool(plan.full_share);
        self.search.set_root_rule(plan.rules(self.is_full).root);
        let visits = if self.is_full {
            plan.visits
        } else {
            plan.fast_visits
        };
        self.search.begin(&self.board, visits, &Limits::default());
    }

    /// Makes moves until the search needs the network; the game, when it has ended.
    fn advance(&mut self, leaves: usize) -> Option<GameRecord> {
        loop {
            if self.search.is_done() {
                if let Some(result) = self.make_move() {
                    self.record.result = result;
                    self.record.moves = self.board.moves().collect();
                    return Some(self.record.clone());
                }
                self.begin();
            }
            self.search.gather(leaves);
            if self.search.waiting() > 0 {
                return None;
            }
        }
    }

    /// Makes the move that the search has found; the result for black when it ends the game.
    fn make_move(&mut self) -> Option<i32> {
        let is_warm = self.board.ply() < self.plan.warm;
        let decision = self.search.decide(f64::from(u8::from(is_warm)));
        if self.is_full {
            let ply = self.board.ply();
            let searched = Searched::new(ply, decision.value, &decision.policy);
            self.record.searched.push(searched);
        }
        let mover = self.board.side_to_move();
        self.board.push(decision.best);
        if self.board.wins(decision.best, mover) {
            return Some(if mover == Color::Black { 1 } else { -1 });
        }
        let is_over = self.board.is_full() || self.board.legal_moves().is_empty();
        is_over.then_some(0)
    }
}

/// The first stones, drawn by lot near each other; nobody has won yet.
fn draw_opening(plan: &Plan, rng: &mut Xoshiro256PlusPlus) -> Board {
    loop {
        let mut board = Board::new(plan.size, plan.rule);
        for _ in 0..rng.random_range(0..=plan.opening) {
            let legal = board.legal_moves();
            let near = match board.stone_count() {
                0 => legal,
                _ => legal & Neighborhood::Square2.candidates(&board),
            };
            let point: Option<Point> = near.iter().choose(rng);
            if let Some(point) = point {
                board.push(point);
            }
        }
        if board.winner().is_none() && !board.legal_moves().is_empty() {
            return board;
        }
    }
}
