//! Self-play games of the engine at a fixed number of nodes.
//!
//! The seed and the game number determine the random opening; the engine determines the rest. So a file of games can be
//! interrupted and resumed, and is the same on every machine. An opening consists of a few random stones near each other
//! that the engine evaluates as balanced. A game ends when the engine proves a result.
//!
//! A line of the file: board size, result for black (1, 0 or -1), opening stones, moves, and the score for the side to
//! move before each move after the opening.

use std::io;
use std::path::Path;

use engine::score::{Score, is_mate, win_rate};
use engine::{Engine, EngineParams, Evaluation};
use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Point, Rule, Size, StopFlag};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::evaluation::line_file::{self, Workload};
use crate::fixed_nodes::{self, MAX_STONES};

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningGame {
    /// Board size.
    pub size: Size,
    /// 1 if black won, -1 if white won, 0 for a draw.
    pub result: i32,
    /// Random stones of the opening.
    pub opening: usize,
    /// All moves, the opening included.
    pub moves: Vec<Point>,
    /// The score for the side to move before each move after the opening.
    pub scores: Vec<Score>,
}

/// How games are generated.
#[derive(Clone, Debug)]
pub struct GameGenConfig {
    /// Number of games and threads.
    pub workload: Workload,
    /// Game rule.
    pub rule: Rule,
    /// Nodes per move.
    pub nodes: u64,
    /// Seed of the openings.
    pub seed: u64,
    /// The engine's evaluation.
    pub evaluation: Evaluation,
}

/// An opening is searched with this many times the nodes of a move.
const OPENING_NODES: u64 = 2;
/// Maximum absolute score of a balanced opening.
const MAX_OPENING_SCORE: Score = 150;

/// Appends games to the file until it is complete or the flag is raised. Returns the number of games in the file.
///
/// # Errors
/// When the file cannot be read or written.
pub fn play(
    config: &GameGenConfig,
    file: &Path,
    stop: &StopFlag,
    progress: impl FnMut(u64),
) -> io::Result<u64> {
    let worker = || |number| write_line(&play_game(config, number));
    line_file::fill(file, config.workload, stop, worker, progress)
}

fn play_game(config: &GameGenConfig, number: u64) -> TuningGame {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed ^ number.wrapping_mul(0x9e37_79b9));
    let size = if rng.random_range(0..4) == 0 { 20 } else { 15 };
    let size = Size::new(size).expect("both sizes are valid");
    let params = EngineParams {
        hash: 8,
        ..EngineParams::default()
    };
    let mut engine = Engine::with_evaluation(params, config.rule, config.evaluation.clone());
    let mut board = balanced_opening(config, size, &mut engine, &mut rng);
    let opening = board.stone_count();
    let mut scores = Vec::new();
    let result = loop {
        if board.is_full() || board.stone_count() >= MAX_STONES || board.legal_moves().is_empty() {
            break 0;
        }
        let side = board.side_to_move();
        let (best, score) = fixed_nodes::search(&mut engine, &board, config.nodes);
        scores.push(score);
        board.push(best);
        if is_mate(score) {
            break fixed_nodes::sign(side) * score.signum();
        }
    };
    TuningGame {
        size,
        result,
        opening,
        moves: board.moves().collect(),
        scores,
    }
}

fn balanced_opening(
    config: &GameGenConfig,
    size: Size,
    engine: &mut Engine,
    rng: &mut Xoshiro256PlusPlus,
) -> Board {
    loop {
        let board = random_opening(size, config.rule, rng);
        if board.winner().is_some() {
            continue;
        }
        let (_, score) = fixed_nodes::search(engine, &board, config.nodes * OPENING_NODES);
        if score.abs() <= MAX_OPENING_SCORE {
            return board;
        }
    }
}

/// Two to eight random stones in a small square anywhere on the board.
pub(crate) fn random_opening(size: Size, rule: Rule, rng: &mut Xoshiro256PlusPlus) -> Board {
    let mut board = Board::new(size, rule);
    let stones = rng.random_range(2..=8);
    let span = rng.random_range(4..=7);
    let corner = |rng: &mut Xoshiro256PlusPlus| rng.random_range(1..size.get() - span);
    let (left, top) = (corner(rng), corner(rng));
    while board.stone_count() < stones {
        let point = Point::new(
            left + rng.random_range(0..span),
            top + rng.random_range(0..span),
        );
        // Illegal points are drawn again.
        if board.play(point).is_err() && board.winner().is_some() {
            break;
        }
    }
    board
}

/// Calibration of the search: for each tenth of the win rate by search, its mean, the mean result of the games, and the
/// number of moves. Proven scores are left out.
pub fn calibration(games: &[TuningGame]) -> Vec<(f64, f64, usize)> {
    let mut bins = vec![(0.0, 0.0, 0_usize); 10];
    for game in games {
        for (index, &score) in game.scores.iter().enumerate() {
            if is_mate(score) {
                continue;
            }
            let black_moves = (game.opening + index) % 2 == 0;
            let result = f64::from(if black_moves {
                game.result
            } else {
                -game.result
            });
            let searched = win_rate(score);
            let bin = &mut bins[((searched * 10.0) as usize).min(9)];
            bin.0 += searched;
            bin.1 += (result + 1.0) / 2.0;
            bin.2 += 1;
        }
    }
    bins.into_iter()
        .filter(|bin| bin.2 > 0)
        .map(|(searched, result, count)| (searched / count as f64, result / count as f64, count))
        .collect()
}

fn write_line(game: &TuningGame) -> String {
    let moves = game.moves.iter().map(|&point| Some(point));
    let scores: Vec<String> = game.scores.iter().map(Score::to_string).collect();
    format!(
        "{} {} {} {} {}",
        game.size.get(),
        game.result,
        game.opening,
        notation::write_moves(moves, game.size, RowOrigin::Bottom),
        scores.join(",")
    )
}

/// A bad line of a file of games or positions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad line {line:?}: {reason}")]
pub struct ParseLineError {
    line: String,
    reason: &'static str,
}

impl ParseLineError {
    pub(crate) fn new(line: &str, reason: &'static str) -> ParseLineError {
        ParseLineError {
            line: line.chars().take(80).collect(),
            reason,
        }
    }
}

/// Parses a line of a file of games.
///
/// # Errors
/// When a field is missing or invalid, or the fields contradict each other.
pub fn read_line(line: &str) -> Result<TuningGame, ParseLineError> {
    let invalid = |reason| ParseLineError::new(line, reason);
    let mut words = line.split_whitespace();
    let mut integer = |reason| {
        let word = words.next().and_then(|word| word.parse::<i32>().ok());
        word.ok_or_else(|| invalid(reason))
    };
    let size = integer("no board size")?;
    let size = u8::try_from(size).ok().and_then(Size::new);
    let size = size.ok_or_else(|| invalid("the board size is not 5 to 22"))?;
    let result = integer("no result")?;
    let opening = integer("no number of opening stones")? as usize;
    let moves = words.next().ok_or_else(|| invalid("no moves"))?;
    let moves = notation::parse_moves(moves, size, RowOrigin::Bottom)
        .map_err(|_| invalid("invalid moves"))?;
    let scores = words.next().unwrap_or("").split(',');
    let scores: Result<Vec<Score>, _> = scores.map(str::parse).collect();
    let game = TuningGame {
        size,
        result,
        opening,
        moves: moves.into_iter().flatten().collect(),
        scores: scores.map_err(|_| invalid("invalid scores"))?,
    };
    if !(-1..=1).contains(&result) || game.moves.len() != opening + game.scores.len() {
        return Err(invalid("moves, scores and result do not fit together"));
    }
    Ok(game)
}
