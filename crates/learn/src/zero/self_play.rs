//! Batched self-play: each thread plays many games at once and evaluates their leaves in one inference batch.
//!
//! The seed and the game number determine a game's random numbers, and inference does not depend on the rest of the batch. So
//! a game is the same on every machine and thread, and before and after an interruption.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::Sender;

use arena::seed;
use gomoku::{Board, Color, Limits, Neighborhood, Point, StopFlag};
use nets::Residual;
use nets::residual::{Inference, Input};
use papers::zhong_2021::zero::ZeroSearch;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::config::TrainConfig;
use super::game::{SearchTarget, SelfPlayGame};

/// Concurrent games per thread.
const GAMES_PER_THREAD: usize = 24;
/// Maximum leaves per game and inference batch. PUCT gets fewer, because its pending visits distort the search.
const GUMBEL_LEAVES: usize = 16;
const PUCT_LEAVES: usize = 4;

/// The games of an iteration that remain to be played.
#[derive(Debug)]
pub struct SelfPlayBatch<'a> {
    /// How to play.
    pub config: &'a TrainConfig,
    /// The iteration.
    pub iteration: u64,
    /// The network that plays.
    pub network: &'a Arc<Residual>,
    /// Numbers of the games.
    pub game_numbers: Vec<u64>,
}

impl SelfPlayBatch<'_> {
    /// Plays until no game is left or the flag is raised. Every thread calls this with the same `next`, the index of the
    /// next unplayed game.
    pub fn play(&self, next: &AtomicUsize, games: &Sender<SelfPlayGame>, stop: &StopFlag) {
        let leaves = match self.config.considered_moves {
            0 => PUCT_LEAVES,
            _ => GUMBEL_LEAVES,
        };
        let mut inference =
            Inference::new(self.network, self.config.size, GAMES_PER_THREAD * leaves);
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        let mut slots: Vec<GameSlot<'_>> = Vec::new();
        let mut has_more = true;
        while !stop.is_raised() {
            while has_more && slots.len() < GAMES_PER_THREAD {
                match self.game_numbers.get(next.fetch_add(1, Relaxed)) {
                    Some(&number) => slots.push(GameSlot::new(self.config, self.iteration, number)),
                    None => has_more = false,
                }
            }
            inputs.clear();
            let mut index = 0;
            while index < slots.len() {
                if let Some(game) = slots[index].advance(leaves) {
                    slots.swap_remove(index);
                    if games.send(game).is_err() {
                        return;
                    }
                } else {
                    let boards = slots[index].search.pending_boards();
                    inputs.extend(boards.map(Input::new));
                    index += 1;
                }
            }
            if slots.is_empty() && !has_more {
                return;
            }
            inference.evaluate(&inputs, &mut outputs);
            let mut rest = &outputs[..];
            for slot in &mut slots {
                let (own, tail) = rest.split_at(slot.search.num_pending());
                slot.search.expand_and_backup(own);
                rest = tail;
            }
        }
    }
}

/// A game in progress.
#[derive(Debug)]
struct GameSlot<'a> {
    config: &'a TrainConfig,
    board: Board,
    search: ZeroSearch,
    rng: Xoshiro256PlusPlus,
    game: SelfPlayGame,
    /// Is the current search full, so that its policy becomes a target?
    is_full: bool,
}

impl GameSlot<'_> {
    fn new(config: &TrainConfig, iteration: u64, number: u64) -> GameSlot<'_> {
        let seed = seed::derive([config.seed, number]);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let board = random_opening(config, &mut rng);
        let mut slot = GameSlot {
            config,
            game: SelfPlayGame {
                number,
                iteration,
                size: config.size,
                result: 0,
                opening: board.stone_count(),
                moves: Vec::new(),
                targets: Vec::new(),
            },
            board,
            search: ZeroSearch::new(config.search_config(true), seed),
            rng,
            is_full: true,
        };
        slot.begin_search();
        slot
    }

    /// Starts the search for the next move.
    fn begin_search(&mut self) {
        let config = self.config;
        self.is_full =
            config.full_search_fraction >= 1.0 || self.rng.random_bool(config.full_search_fraction);
        self.search
            .set_root_policy(config.search_config(self.is_full).root);
        let visits = if self.is_full {
            config.visits
        } else {
            config.fast_visits
        };
        self.search.begin(&self.board, visits, &Limits::default());
    }

    /// Plays moves until the search needs inference. Returns the game if it has ended.
    fn advance(&mut self, leaves: usize) -> Option<SelfPlayGame> {
        loop {
            if self.search.is_done() {
                if let Some(result) = self.make_move() {
                    self.game.result = result;
                    self.game.moves = self.board.moves().collect();
                    return Some(self.game.clone());
                }
                self.begin_search();
            }
            self.search.select_leaves(leaves);
            if self.search.num_pending() > 0 {
                return None;
            }
        }
    }

    /// Plays the move that the search chose. Returns the result for black if that ends the game.
    fn make_move(&mut self) -> Option<i32> {
        let samples_move = self.board.ply() < self.config.temperature_plies;
        let output = self.search.policy_output(f64::from(u8::from(samples_move)));
        if self.is_full {
            let ply = self.board.ply();
            let target = SearchTarget::new(ply, output.value, &output.policy);
            self.game.targets.push(target);
        }
        let mover = self.board.side_to_move();
        self.board.push(output.best_move);
        if self.board.wins(output.best_move, mover) {
            return Some(if mover == Color::Black { 1 } else { -1 });
        }
        let is_over = self.board.is_full() || self.board.legal_moves().is_empty();
        is_over.then_some(0)
    }
}

/// Random stones near each other, without a winner.
fn random_opening(config: &TrainConfig, rng: &mut Xoshiro256PlusPlus) -> Board {
    loop {
        let mut board = Board::new(config.size, config.rule);
        for _ in 0..rng.random_range(0..=config.max_opening_plies) {
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
