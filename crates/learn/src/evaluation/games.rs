//! Games of the engine against itself at a fixed number of nodes, for fitting.
//!
//! A game has a number; number and seed decide its opening, and the engine decides the rest, so a list of games can be
//! stopped and continued and is the same on every machine. The opening is a few stones drawn by lot near each other that the
//! engine finds playable for both. A game ends when the engine proves a result.
//!
//! A line of the file: size, result for black (1, 0 or -1), stones of the opening, moves, and the score that the
//! side to move saw before each move after the opening.

use std::io;
use std::path::Path;
use std::sync::Arc;

use engine::score::{Score, is_mate, win_rate};
use engine::{Engine, EngineParams};
use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Color, Limits, Player, Point, Rule, SearchControl, Size, StopFlag};
use nets::pattern_net::Weights;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::evaluation::line_file::{self, Workload};

/// A game as the fits read it.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningGame {
    /// Points on a side.
    pub size: Size,
    /// 1 when black won, -1 when white did, 0 for a draw.
    pub result: i32,
    /// Stones that were there before the first score.
    pub opening: usize,
    /// All moves.
    pub moves: Vec<Point>,
    /// What the side to move saw before each move after the opening.
    pub scores: Vec<Score>,
}

/// What games are wanted.
#[derive(Clone, Debug)]
pub struct GameGenConfig {
    /// How many in all and by how many threads.
    pub workload: Workload,
    /// The rule.
    pub rule: Rule,
    /// Nodes for each move.
    pub nodes: u64,
    /// Where the drawing of openings begins.
    pub seed: u64,
    /// The numbers that the engine plays with.
    pub weights: Arc<Weights>,
}

/// Openings are looked at with this many times the nodes of a move, and must lie within this score.
const OPENING_NODES: u64 = 2;
const OPENING_SCORE: Score = 150;
/// Draws are long; they are cut off here.
const MAX_MOVES: usize = 160;

/// Plays games and adds them to the file until there are enough or the flag is raised. Returns how many there are.
///
/// # Errors
/// When the file cannot be read or written.
pub fn play(
    config: &GameGenConfig,
    file: &Path,
    stop: &StopFlag,
    progress: impl FnMut(u64),
) -> io::Result<u64> {
    let worker = || |number| write_line(&play_one(config, number));
    line_file::fill(file, config.workload, stop, worker, progress)
}

fn play_one(config: &GameGenConfig, number: u64) -> TuningGame {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed ^ number.wrapping_mul(0x9e37_79b9));
    let size = if rng.random_range(0..4) == 0 { 20 } else { 15 };
    let size = Size::new(size).expect("both sizes exist");
    let params = EngineParams {
        hash: 8,
        ..EngineParams::default()
    };
    let mut engine = Engine::with_weights(params, config.rule, config.weights.clone());
    let limits = |times: u64| Limits {
        nodes: Some(config.nodes * times),
        ..Limits::default()
    };
    let mut think = |board: &Board, times: u64| {
        let result = engine
            .think(board, &limits(times), &SearchControl::detached())
            .expect("the engine runs in this process");
        (
            result.best_move,
            result.score.map_or(0, |score| score as Score),
        )
    };
    let mut board = loop {
        let board = draw_opening(size, config.rule, &mut rng);
        if board.winner().is_none() && think(&board, OPENING_NODES).1.abs() <= OPENING_SCORE {
            break board;
        }
    };
    let opening = board.stone_count();
    let mut scores = Vec::new();
    let result = loop {
        if board.is_full() || board.stone_count() >= MAX_MOVES || board.legal_moves().is_empty() {
            break 0;
        }
        let (best, score) = think(&board, 1);
        let sign = if board.side_to_move() == Color::Black {
            1
        } else {
            -1
        };
        scores.push(score);
        board.push(best);
        if is_mate(score) {
            break sign * score.signum();
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

/// Two engines at a fixed number of nodes.
#[derive(Debug)]
pub struct EnginePair {
    nodes: u64,
    engines: [Engine; 2],
}

impl EnginePair {
    /// The engines with these parameters.
    pub fn new(nodes: u64, params: [EngineParams; 2]) -> EnginePair {
        EnginePair {
            nodes,
            engines: params.map(|params| Engine::new(params, 0)),
        }
    }

    fn think(&mut self, engine: usize, board: &Board, nodes: u64) -> (Point, Score) {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let result = self.engines[engine]
            .think(board, &limits, &SearchControl::detached())
            .expect("the engine runs in this process");
        (
            result.best_move,
            result.score.map_or(0, |score| score as Score),
        )
    }

    /// Plays from here with these engines as black and white: 1 when black wins, -1 when white does.
    pub fn play(&mut self, mut board: Board, seats: [usize; 2]) -> i32 {
        for engine in &mut self.engines {
            engine.new_game();
        }
        while board.stone_count() < MAX_MOVES && !board.legal_moves().is_empty() {
            let side = board.side_to_move();
            let (best, score) = self.think(seats[side.index()], &board, self.nodes);
            let sign = if side == Color::Black { 1 } else { -1 };
            // A proven win is one; a proven loss may still be missed by the other side.
            if is_mate(score) && score > 0 {
                return sign;
            }
            board.push(best);
        }
        0
    }
}

/// Stones drawn by lot in a small square, somewhere on the board.
fn draw_opening(size: Size, rule: Rule, rng: &mut Xoshiro256PlusPlus) -> Board {
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
        // What is occupied, forbidden or after the end is drawn again.
        if board.play(point).is_err() && board.winner().is_some() {
            break;
        }
    }
    board
}

/// How the scores of the search agree with the results of the games: for each tenth of the win rate, the mean that the search
/// saw, the mean result, and how many moves there are. Proven results are left out.
pub fn calibration(games: &[TuningGame]) -> Vec<(f64, f64, usize)> {
    let mut bins = vec![(0.0, 0.0, 0_usize); 10];
    for game in games {
        for (place, &score) in game.scores.iter().enumerate() {
            if is_mate(score) {
                continue;
            }
            let black_moves = (game.opening + place) % 2 == 0;
            let result = f64::from(if black_moves {
                game.result
            } else {
                -game.result
            });
            let seen = win_rate(score);
            let bin = &mut bins[((seen * 10.0) as usize).min(9)];
            bin.0 += seen;
            bin.1 += (result + 1.0) / 2.0;
            bin.2 += 1;
        }
    }
    bins.into_iter()
        .filter(|bin| bin.2 > 0)
        .map(|(seen, result, count)| (seen / count as f64, result / count as f64, count))
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

/// A line that is not what the file should consist of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line:?} cannot be read: {reason}")]
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

/// Reads a line of a file of games.
///
/// # Errors
/// When it is none.
pub fn read_line(line: &str) -> Result<TuningGame, ParseLineError> {
    let refuse = |reason| ParseLineError::new(line, reason);
    let mut words = line.split_whitespace();
    let mut number = |reason| {
        let word = words.next().and_then(|word| word.parse::<i32>().ok());
        word.ok_or_else(|| refuse(reason))
    };
    let size = number("no size")?;
    let size = u8::try_from(size).ok().and_then(Size::new);
    let size = size.ok_or_else(|| refuse("the size is not 5 to 22"))?;
    let result = number("no result")?;
    let opening = number("no number of opening stones")? as usize;
    let moves = words.next().ok_or_else(|| refuse("no moves"))?;
    let moves = notation::parse_moves(moves, size, RowOrigin::Bottom)
        .map_err(|_| refuse("the moves cannot be read"))?;
    let scores = words.next().unwrap_or("").split(',');
    let scores: Result<Vec<Score>, _> = scores.map(str::parse).collect();
    let game = TuningGame {
        size,
        result,
        opening,
        moves: moves.into_iter().flatten().collect(),
        scores: scores.map_err(|_| refuse("the scores cannot be read"))?,
    };
    if !(-1..=1).contains(&result) || game.moves.len() != opening + game.scores.len() {
        return Err(refuse("moves, scores and result do not fit together"));
    }
    Ok(game)
}
