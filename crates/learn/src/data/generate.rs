//! Games of the engine against itself, and the labeled positions taken from them.
//!
//! A game starts from a random opening that the engine judges as even or from a shipped balanced one, and is played at a fixed
//! number of nodes until the engine proves a result. Two kinds of positions are taken from it: positions of the game itself,
//! with the score of the search that played it; and positions a few random moves off it, labeled by a search of their own. The
//! second kind is what the leaves of a search look like. Trained on the first kind alone, a network holds threats to be
//! worthless, because in a game every threat is answered.
//!
//! Positions that a search never evaluates are left out: static wins and losses, and those where a four must be blocked.

use std::io;
use std::path::Path;

use arena::openings::OpeningBook;
use engine::eval_state::EvalState;
use engine::score::{Score, is_mate};
use engine::{Engine, EngineParams, Evaluation};
use gomoku::notation::RowOrigin;
use gomoku::{Board, Neighborhood, Player, Point, StopFlag};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::file::{DataFileError, DataWriter, Settings};
use super::record::{GameResult, PositionRecord};
use crate::evaluation::games::random_opening;
use crate::evaluation::positions::{needs_evaluation, random_walk};
use crate::fixed_nodes::{self, MAX_STONES};
use crate::ordered;

/// A random opening is accepted up to this score.
const MAX_OPENING_SCORE: Score = 150;
/// One game in so many starts from a balanced opening, where there is a set.
const BALANCED_SHARE: u32 = 4;
/// Random stones added to a balanced opening, at most.
const MAX_RANDOM_STONES: usize = 3;
/// Transposition table of a generator, in megabytes: small, because it is cleared for every game.
const HASH: u64 = 1;

/// How far the generator has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games in the file.
    pub games: u64,
    /// Positions in the file.
    pub positions: u64,
}

/// Generates games until the file holds this many or the flag is raised.
///
/// # Errors
/// If the file cannot be written or belongs to other settings.
pub fn generate(
    settings: &Settings,
    evaluation: &Evaluation,
    games: u64,
    threads: usize,
    path: &Path,
    stop: &StopFlag,
    mut progress: impl FnMut(Progress),
) -> Result<Progress, DataFileError> {
    let mut writer = DataWriter::open(path, settings)?;
    let first = writer.next_game();
    let book = OpeningBook::open(
        "balanced",
        Path::new(""),
        settings.size,
        settings.rule,
        RowOrigin::Bottom,
    )
    .ok();
    let worker = || {
        let mut generator = Generator::new(settings, evaluation.clone(), book.as_ref());
        move |number| generator.game(number)
    };
    let deliver = |number: u64, records: Vec<u8>| -> io::Result<()> {
        writer.append(&records, settings.size)?;
        progress(Progress {
            games: number + 1,
            positions: writer.positions(),
        });
        Ok(())
    };
    let games = games.min(u64::from(u32::MAX)).max(first);
    let games = ordered::produce(first..games, threads, stop, worker, deliver)?;
    Ok(Progress {
        games,
        positions: writer.positions(),
    })
}

/// Plays games and labels positions on one thread.
struct Generator<'a> {
    settings: &'a Settings,
    evaluation: Evaluation,
    book: Option<&'a OpeningBook>,
    engine: Engine,
}

/// A finished game with what the engine found before each move after the opening.
struct Game {
    moves: Vec<Point>,
    opening: usize,
    /// Best move and score for the side to move.
    searches: Vec<(Point, Score)>,
    /// 1 if black won, -1 if white did.
    result: i32,
}

impl<'a> Generator<'a> {
    fn new(
        settings: &'a Settings,
        evaluation: Evaluation,
        book: Option<&'a OpeningBook>,
    ) -> Generator<'a> {
        let params = EngineParams {
            hash: HASH,
            ..EngineParams::default()
        };
        Generator {
            settings,
            engine: Engine::with_evaluation(params, settings.rule, evaluation.clone()),
            evaluation,
            book,
        }
    }

    /// The records of a game.
    fn game(&mut self, number: u64) -> Vec<u8> {
        let mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.settings.seed ^ mixed);
        let game = self.play(&mut rng);
        let mut bytes = Vec::new();
        for record in self
            .on_path(&game, number as u32, &mut rng)
            .into_iter()
            .chain(self.off_path(&game, number as u32, &mut rng))
        {
            record.write(self.settings.size, &mut bytes);
        }
        bytes
    }

    fn opening(&mut self, rng: &mut Xoshiro256PlusPlus) -> Board {
        loop {
            let board = self.any_opening(rng);
            if board.winner().is_none()
                && fixed_nodes::search(&mut self.engine, &board, self.settings.nodes)
                    .1
                    .abs()
                    <= MAX_OPENING_SCORE
            {
                return board;
            }
        }
    }

    /// A random opening, or a balanced one with random moves: the engine plays the same game again from the same position.
    fn any_opening(&self, rng: &mut Xoshiro256PlusPlus) -> Board {
        let (size, rule) = (self.settings.size, self.settings.rule);
        if let Some(book) = self.book
            && rng.random_range(0..BALANCED_SHARE) == 0
        {
            let (_, stones) = book.opening(rng.random_range(0..1 << 20), 0, size, rule);
            if let Ok(mut board) = Board::with_moves(size, rule, &stones) {
                for _ in 0..rng.random_range(1..=MAX_RANDOM_STONES) {
                    let points = Neighborhood::Square2.candidates(&board);
                    if let Some(point) = points.iter().nth(rng.random_range(0..points.len().max(1)))
                        && board.play(point).is_err()
                    {
                        break;
                    }
                }
                return board;
            }
        }
        random_opening(size, rule, rng)
    }

    fn play(&mut self, rng: &mut Xoshiro256PlusPlus) -> Game {
        self.engine.new_game();
        let mut board = self.opening(rng);
        let opening = board.stone_count();
        let mut searches = Vec::new();
        let result = loop {
            if board.stone_count() >= MAX_STONES || board.legal_moves().is_empty() {
                break 0;
            }
            let (best, score) = fixed_nodes::search(&mut self.engine, &board, self.settings.nodes);
            let sign = fixed_nodes::sign(board.side_to_move());
            searches.push((best, score));
            board.push(best);
            if is_mate(score) {
                break sign * score.signum();
            }
        };
        Game {
            moves: board.moves().collect(),
            opening,
            searches,
            result,
        }
    }

    /// A random choice of the positions of the game itself.
    fn on_path(
        &self,
        game: &Game,
        number: u32,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Vec<PositionRecord> {
        let mut plies: Vec<usize> = (0..game.searches.len()).collect();
        plies.shuffle(rng);
        plies.truncate(self.settings.on_path as usize);
        plies.sort_unstable();
        let board = Board::new(self.settings.size, self.settings.rule);
        let mut state = EvalState::new(board, self.evaluation.clone());
        let mut records = Vec::new();
        for (ply, &point) in game.moves.iter().enumerate() {
            if let Some(index) = ply.checked_sub(game.opening)
                && plies.binary_search(&index).is_ok()
                && needs_evaluation(state.position())
            {
                let (best, score) = game.searches[index];
                let result = GameResult::for_side(game.result, state.board().side_to_move());
                let record = PositionRecord::new(state.board(), best, score, true, result, number);
                records.push(record);
            }
            state.push(point);
        }
        records
    }

    /// Positions a few random moves off the game, without repetition.
    fn off_path(
        &mut self,
        game: &Game,
        number: u32,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Vec<PositionRecord> {
        let (size, rule) = (self.settings.size, self.settings.rule);
        let mut seen = Vec::new();
        let mut records = Vec::new();
        for _ in 0..self.settings.off_path {
            let Some(board) = random_walk(&game.moves, size, rule, &self.evaluation, rng) else {
                continue;
            };
            if seen.contains(&board.key()) {
                continue;
            }
            seen.push(board.key());
            let (best, score) =
                fixed_nodes::search(&mut self.engine, &board, self.settings.label_nodes);
            let result = GameResult::for_side(game.result, board.side_to_move());
            records.push(PositionRecord::new(
                &board, best, score, false, result, number,
            ));
        }
        records
    }
}
