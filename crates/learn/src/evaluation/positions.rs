//! Positions as a search meets them, with what a search of their own says of them.
//!
//! What the evaluation has to judge are the leaves of a search: positions a few poor moves away from the game, many of them
//! won or lost. Positions of the games themselves, and of these only the undecided ones, teach it that threats are worth
//! nothing, because in a game every threat has its answer. So a position of a game is drawn by lot, up to six moves are
//! played from it by lot, the likelier the better they look, and a short search labels what came of it.
//!
//! A line of the file: size, moves, the best move, and the score for the side to move.

use std::io;
use std::path::Path;
use std::sync::Arc;

use engine::eval_state::EvalState;
use engine::replies::{self, Replies};
use engine::score::Score;
use engine::{Engine, EngineParams};
use gomoku::notation::{self, RowOrigin};
use gomoku::{
    Board, Limits, Neighborhood, Player, Point, Position, Rule, SearchControl, Size, StopFlag,
    tactics,
};
use nets::pattern_net::Weights;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::evaluation::games::{ParseLineError, TuningGame};
use crate::evaluation::line_file::{self, Workload};

/// A position and what the search says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabeledPosition {
    /// Points on a side.
    pub size: Size,
    /// All moves.
    pub moves: Vec<Point>,
    /// The move that the search chose.
    pub best: Point,
    /// The score for the side to move.
    pub score: Score,
}

/// What positions are wanted.
#[derive(Clone, Debug)]
pub struct LabelConfig {
    /// How many in all and by how many threads.
    pub workload: Workload,
    /// The rule.
    pub rule: Rule,
    /// Nodes of the search that labels a position.
    pub nodes: u64,
    /// Where the drawing begins.
    pub seed: u64,
    /// The numbers that the engine labels with.
    pub weights: Arc<Weights>,
}

/// The most moves that are drawn by lot.
const MAX_RANDOM_PLIES: usize = 6;
/// The difference of looks that makes a move e times less likely.
const TEMPERATURE: f64 = 48.0;

/// Draws and labels positions near these games and adds them to the file until there are enough or the flag is raised.
/// Returns how many there are.
///
/// # Errors
/// When the file cannot be read or written.
pub fn label(
    config: &LabelConfig,
    games: &[TuningGame],
    file: &Path,
    stop: &StopFlag,
    progress: impl FnMut(u64),
) -> io::Result<u64> {
    let worker = || {
        let params = EngineParams {
            hash: 1,
            ..EngineParams::default()
        };
        let mut engine = Engine::with_weights(params, config.rule, config.weights.clone());
        move |number: u64| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(
                config.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            );
            let board = loop {
                let game = &games[rng.random_range(0..games.len())];
                if let Some(board) = stray(config, game, &mut rng) {
                    break board;
                }
            };
            engine.new_game();
            let limits = Limits {
                nodes: Some(config.nodes),
                ..Limits::default()
            };
            let result = engine
                .think(&board, &limits, &SearchControl::detached())
                .expect("the engine runs in this process");
            write_line(&LabeledPosition {
                size: board.size(),
                moves: board.moves().collect(),
                best: result.best_move,
                score: result.score.map_or(0, |score| score as Score),
            })
        }
    };
    line_file::fill(file, config.workload, stop, worker, progress)
}

/// Some moves away from a position of the game, unless the result is at sight there or a five must be stopped: such
/// positions are never evaluated.
fn stray(config: &LabelConfig, game: &TuningGame, rng: &mut Xoshiro256PlusPlus) -> Option<Board> {
    let board = Board::new(game.size, config.rule);
    let mut state = EvalState::new(board, config.weights.clone());
    let kept = rng.random_range(2.min(game.moves.len())..=game.moves.len());
    for &point in &game.moves[..kept] {
        state.push(point);
    }
    for _ in 0..rng.random_range(0..=MAX_RANDOM_PLIES) {
        let choices = candidate_moves(state.position());
        if state.board().winner().is_some() || choices.is_empty() {
            return None;
        }
        let best = choices.iter().map(|&point| state.move_score(point)).max()?;
        let weights: Vec<f64> = choices
            .iter()
            .map(|&point| (f64::from(state.move_score(point) - best) / TEMPERATURE).exp())
            .collect();
        let mut lot = rng.random::<f64>() * weights.iter().sum::<f64>();
        let drawn = weights.iter().position(|weight| {
            lot -= weight;
            lot <= 0.0
        });
        state.push(choices[drawn.unwrap_or(0)]);
    }
    let position = state.position();
    let board = position.board();
    (board.winner().is_none() && !board.legal_moves().is_empty() && is_open(position))
        .then(|| board.clone())
}

/// The moves that a position leaves and the rule allows.
fn candidate_moves(position: &Position) -> Vec<Point> {
    let points = match replies::replies(position) {
        Replies::Forced(points) | Replies::Defenses(points) => points,
        Replies::Any => Neighborhood::Square2Line3.candidates(position.board()),
    };
    let board = position.board();
    points
        .iter()
        .filter(|&point| board.check(point).is_ok())
        .collect()
}

/// Would a search have to evaluate this position?
pub fn is_open(position: &Position) -> bool {
    tactics::static_mate(position).is_none()
        && !matches!(replies::forced(position), Replies::Forced(_))
}

fn write_line(labeled: &LabeledPosition) -> String {
    let moves = labeled.moves.iter().map(|&point| Some(point));
    format!(
        "{} {} {} {}",
        labeled.size.get(),
        notation::write_moves(moves, labeled.size, RowOrigin::Bottom),
        labeled.best.name(labeled.size),
        labeled.score
    )
}

/// Reads a line of a file of positions.
///
/// # Errors
/// When it is none.
pub fn read_line(line: &str) -> Result<LabeledPosition, ParseLineError> {
    let refuse = |reason| ParseLineError::new(line, reason);
    let words: Vec<&str> = line.split_whitespace().collect();
    let &[size, moves, best, score] = words.as_slice() else {
        return Err(refuse("it has not four words"));
    };
    let size = size.parse().ok().and_then(Size::new);
    let size = size.ok_or_else(|| refuse("the size is not 5 to 22"))?;
    let points = |text| {
        notation::parse_moves(text, size, RowOrigin::Bottom)
            .map(|moves| moves.into_iter().flatten().collect::<Vec<Point>>())
            .map_err(|_| refuse("the moves cannot be read"))
    };
    let moves = points(moves)?;
    let &[best] = points(best)?.as_slice() else {
        return Err(refuse("not one best move"));
    };
    let score = score
        .parse()
        .map_err(|_| refuse("the score cannot be read"))?;
    // A file may be damaged: each stone needs a point of its own.
    let mut board = Board::new(size, Rule::Freestyle);
    for &point in moves.iter().chain([&best]) {
        if !board.is_empty(point) {
            return Err(refuse("a point is taken twice"));
        }
        board.push(point);
    }
    Ok(LabeledPosition {
        size,
        moves,
        best,
        score,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(rule: Rule) -> Vec<TuningGame> {
        let moves = notation::parse_moves("h8h9g8g9i8i9", Size::FIFTEEN, RowOrigin::Bottom);
        let moves: Vec<Point> = moves.unwrap().into_iter().flatten().collect();
        assert!(Board::with_moves(Size::FIFTEEN, rule, &moves).is_ok());
        vec![TuningGame {
            size: Size::FIFTEEN,
            result: 0,
            opening: moves.len(),
            moves,
            scores: Vec::new(),
        }]
    }

    fn config(rule: Rule, lines: u64) -> LabelConfig {
        LabelConfig {
            workload: Workload { lines, threads: 2 },
            rule,
            nodes: 200,
            seed: 3,
            weights: Weights::of(rule),
        }
    }

    #[test]
    fn positions_are_open_and_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        for rule in Rule::ALL {
            let path = folder.path().join(rule.name());
            let stop = StopFlag::new();
            let count = label(&config(rule, 30), &games(rule), &path, &stop, |_| {}).unwrap();
            assert_eq!(count, 30);
            let text = std::fs::read_to_string(&path).unwrap();
            let mut lengths = Vec::new();
            for line in text.lines() {
                let labeled = read_line(line).unwrap();
                assert_eq!(write_line(&labeled), line);
                let board = Board::with_moves(labeled.size, rule, &labeled.moves).unwrap();
                assert!(is_open(&Position::new(board.clone())), "{line}");
                assert!(board.check(labeled.best).is_ok(), "{line}");
                lengths.push(labeled.moves.len());
            }
            lengths.sort_unstable();
            lengths.dedup();
            assert!(lengths.len() > 4, "{lengths:?}");
        }
    }

    #[test]
    fn a_line_that_is_no_position_is_refused_with_the_reason() {
        for (line, reason) in [
            ("15 h8i9 j10", "four words"),
            ("4 a1 a2 0", "size"),
            ("15 h8z9 j10 5", "moves cannot be read"),
            ("15 h8i9 j10j11 5", "one best move"),
            ("15 h8i9h8 j10 5", "taken twice"),
            ("15 h8i9 j10 high", "score"),
        ] {
            let error = read_line(line).unwrap_err().to_string();
            assert!(error.contains(reason) && error.contains(line), "{error}");
        }
    }
}
