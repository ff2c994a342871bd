//! Positions like those at the leaves of a search, labeled by a search.
//!
//! The evaluation is called a few poor moves away from a game, where many positions are won or lost. Training on the
//! positions of the games themselves would teach it that threats are worthless, because in a game every threat is
//! answered. So each sample starts from a random position of a game, plays up to six random moves, preferring those with
//! high move scores, and a short search labels the result.
//!
//! A line of the file: board size, moves, best move, and score for the side to move.

use std::io;
use std::path::Path;

use engine::eval_state::EvalState;
use engine::replies::{self, Replies};
use engine::score::Score;
use engine::{Engine, EngineParams, Evaluation};
use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Neighborhood, Player, Point, Position, Rule, Size, StopFlag, tactics};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::evaluation::games::{ParseLineError, TuningGame};
use crate::evaluation::line_file::{self, Workload};
use crate::fixed_nodes;

/// A position with the result of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabeledPosition {
    /// Board size.
    pub size: Size,
    /// All moves.
    pub moves: Vec<Point>,
    /// The best move.
    pub best: Point,
    /// The score for the side to move.
    pub score: Score,
}

/// How positions are sampled and labeled.
#[derive(Clone, Debug)]
pub struct LabelConfig {
    /// Number of positions and threads.
    pub workload: Workload,
    /// Game rule.
    pub rule: Rule,
    /// Nodes of the search that labels a position.
    pub nodes: u64,
    /// Seed of the sampling.
    pub seed: u64,
    /// The engine's evaluation.
    pub evaluation: Evaluation,
}

/// Maximum number of random moves after a position of a game.
const MAX_RANDOM_PLIES: usize = 6;
/// Softmax temperature of the random moves, in points of move score.
const TEMPERATURE: f64 = 48.0;

/// Appends labeled positions to the file until it is complete or the flag is raised. Returns the number of positions in
/// the file.
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
        let mut engine = Engine::with_evaluation(params, config.rule, config.evaluation.clone());
        move |number: u64| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(
                config.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            );
            let board = loop {
                let game = &games[rng.random_range(0..games.len())];
                if let Some(board) = random_walk(
                    &game.moves,
                    game.size,
                    config.rule,
                    &config.evaluation,
                    &mut rng,
                ) {
                    break board;
                }
            };
            engine.new_game();
            let (best, score) = fixed_nodes::search(&mut engine, &board, config.nodes);
            write_line(&LabeledPosition {
                size: board.size(),
                moves: board.moves().collect(),
                best,
                score,
            })
        }
    };
    line_file::fill(file, config.workload, stop, worker, progress)
}

/// A board some random moves away from a position of a game with these moves; `None` if the search would not evaluate it
/// statically.
pub(crate) fn random_walk(
    moves: &[Point],
    size: Size,
    rule: Rule,
    evaluation: &Evaluation,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Board> {
    let mut state = EvalState::new(Board::new(size, rule), evaluation.clone());
    let kept = rng.random_range(2.min(moves.len())..=moves.len());
    for &point in &moves[..kept] {
        state.push(point);
    }
    for _ in 0..rng.random_range(0..=MAX_RANDOM_PLIES) {
        let moves = candidate_moves(state.position());
        if state.board().winner().is_some() || moves.is_empty() {
            return None;
        }
        let moves = state.scored_moves(moves);
        let best = moves.iter().map(|&(_, score)| score).max()?;
        let weights: Vec<f64> = moves
            .iter()
            .map(|&(_, score)| (f64::from(score - best) / TEMPERATURE).exp())
            .collect();
        let mut threshold = rng.random::<f64>() * weights.iter().sum::<f64>();
        let drawn = weights.iter().position(|weight| {
            threshold -= weight;
            threshold <= 0.0
        });
        state.push(moves[drawn.unwrap_or(0)].0);
    }
    let position = state.position();
    let board = position.board();
    (board.winner().is_none() && !board.legal_moves().is_empty() && needs_evaluation(position))
        .then(|| board.clone())
}

/// The legal moves among those that the search would try.
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

/// Whether a search evaluates this position statically: it has no static mate and no five to block.
pub fn needs_evaluation(position: &Position) -> bool {
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

/// Parses a line of a file of positions.
///
/// # Errors
/// When a field is missing or invalid.
pub fn read_line(line: &str) -> Result<LabeledPosition, ParseLineError> {
    let invalid = |reason| ParseLineError::new(line, reason);
    let words: Vec<&str> = line.split_whitespace().collect();
    let &[size, moves, best, score] = words.as_slice() else {
        return Err(invalid("expected four words"));
    };
    let size = size.parse().ok().and_then(Size::new);
    let size = size.ok_or_else(|| invalid("the board size is not 5 to 22"))?;
    let points = |text| {
        notation::parse_moves(text, size, RowOrigin::Bottom)
            .map(|moves| moves.into_iter().flatten().collect::<Vec<Point>>())
            .map_err(|_| invalid("invalid moves"))
    };
    let moves = points(moves)?;
    let &[best] = points(best)?.as_slice() else {
        return Err(invalid("expected one best move"));
    };
    let score = score.parse().map_err(|_| invalid("invalid score"))?;
    // `push` does not check, and the file may be damaged.
    let mut board = Board::new(size, Rule::Freestyle);
    for &point in moves.iter().chain([&best]) {
        if !board.is_empty(point) {
            return Err(invalid("two stones on one point"));
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
            evaluation: Evaluation::of(rule),
        }
    }

    #[test]
    fn positions_need_evaluation_and_round_trip() {
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
                assert!(needs_evaluation(&Position::new(board.clone())), "{line}");
                assert!(board.check(labeled.best).is_ok(), "{line}");
                lengths.push(labeled.moves.len());
            }
            lengths.sort_unstable();
            lengths.dedup();
            assert!(lengths.len() > 4, "{lengths:?}");
        }
    }

    #[test]
    fn bad_lines_are_refused_with_the_reason() {
        for (line, reason) in [
            ("15 h8i9 j10", "four words"),
            ("4 a1 a2 0", "size"),
            ("15 h8z9 j10 5", "invalid moves"),
            ("15 h8i9 j10j11 5", "one best move"),
            ("15 h8i9h8 j10 5", "two stones"),
            ("15 h8i9 j10 high", "score"),
        ] {
            let error = read_line(line).unwrap_err().to_string();
            assert!(error.contains(reason) && error.contains(line), "{error}");
        }
    }
}
