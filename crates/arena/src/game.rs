//! Plays one game between two players. [`gomoku::Game`] is the arbiter.

use std::time::{Duration, Instant};

use gomoku::{
    Board, ByColor, Color, EndReason, Game, Outcome, PlayerError, Point, SearchControl,
    SearchResult, StopFlag,
};

use crate::game_record::Termination;
use crate::limits::PlayerLimits;
use crate::match_player::MatchPlayer;

/// Adjudication rules for all games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// Number of stones after which the game is a draw; by default a full board.
    pub move_limit: Option<usize>,
    /// How far a move may exceed its time without losing, to make up for pipe and scheduling delays.
    pub margin: Duration,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication {
            move_limit: None,
            margin: Duration::from_millis(50),
        }
    }
}

/// A move made by a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// Time taken, measured by the arena.
    pub time: Duration,
    /// Time left on the player's clock afterwards.
    pub time_left: Option<Duration>,
    /// What the search reported, with at most [`MAX_CANDIDATES`] candidates.
    pub result: SearchResult,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// All stones, including the opening.
    pub moves: Vec<Point>,
    /// The players' moves, without the opening. A move that lost because it was illegal or late is in here and not in
    /// `moves`.
    pub plies: Vec<Ply>,
    /// Winner and reason.
    pub outcome: Outcome,
    /// What a player did to forfeit the game; otherwise empty.
    pub detail: String,
}

/// Number of candidates kept per move.
pub const MAX_CANDIDATES: usize = 8;

/// Plays from a position to the end and passes each position to `on_position`. `None` if the stop flag was raised.
pub fn play(
    board: Board,
    mut players: ByColor<&mut MatchPlayer>,
    limits: ByColor<&PlayerLimits>,
    adjudication: &Adjudication,
    stop: &StopFlag,
    on_position: &dyn Fn(&Board),
) -> Option<GameResult> {
    let mut game = Game::from_board(board, ByColor::from_fn(|color| limits[color].time));
    if let Some(stones) = adjudication.move_limit {
        game = game.with_move_limit(stones);
    }
    let mut plies = Vec::new();
    let mut detail = String::new();
    while game.outcome().is_none() {
        on_position(game.board());
        let side = game.board().side_to_move();
        let move_limits = limits[side].for_move(game.clock(side));
        let control = SearchControl::new(stop.clone(), Instant::now());
        let answer = players[side].think(game.board(), &move_limits, &control);
        if stop.is_raised() {
            // The answer may be that of an interrupted search.
            return None;
        }
        match answer {
            Ok((mut result, time)) => {
                let deadline = move_limits.hard_limit();
                let charged = charged_time(time, deadline, adjudication.margin);
                game.play(result.best_move, charged)
                    .expect("the game is not over");
                result.candidates.truncate(MAX_CANDIDATES);
                plies.push(Ply {
                    time,
                    time_left: game.clock(side).time_left(),
                    result,
                });
            }
            Err(error) => {
                detail = error.to_string();
                game.forfeit(end_reason(error));
            }
        }
    }
    let outcome = game.outcome().cloned().expect("the game is over");
    if detail.is_empty() && Termination::of(&outcome.reason).is_forfeit() {
        detail = describe_forfeit(&game, &outcome, plies.last());
    }
    Some(GameResult {
        moves: game.board().moves().collect(),
        plies,
        outcome,
        detail,
    })
}

/// The time charged to the clock: an overrun within the margin counts as exactly on time.
pub(crate) fn charged_time(
    time: Duration,
    deadline: Option<Duration>,
    margin: Duration,
) -> Duration {
    match deadline {
        Some(deadline) if time > deadline && time - deadline <= margin => deadline,
        _ => time,
    }
}

/// The reason for which a player loses that failed to move.
pub fn end_reason(error: PlayerError) -> EndReason {
    match error {
        PlayerError::Crash(text) => EndReason::Crash(text),
        PlayerError::Time(_) => EndReason::Time,
        PlayerError::Memory(_) => EndReason::Memory,
        PlayerError::Illegal(text) => EndReason::Illegal(text),
    }
}

fn describe_forfeit(game: &Game, outcome: &Outcome, last: Option<&Ply>) -> String {
    let loser = outcome.winner.map_or(Color::Black, |winner| !winner);
    let Some(ply) = last else {
        return outcome.reason.to_string();
    };
    let point = ply.result.best_move.name(game.board().size());
    format!(
        "{loser} answered {point} after {:.1} ms: {}",
        ply.time.as_secs_f64() * 1e3,
        outcome.reason
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};

    fn player(spec: &str) -> MatchPlayer {
        MatchPlayer::new(
            &players::Spec::read(spec, &players::Access::local()).unwrap(),
            1,
        )
    }

    fn random_game(size: u8, adjudication: &Adjudication, stop: &StopFlag) -> Option<GameResult> {
        let board = Board::new(Size::new(size).unwrap(), Rule::Freestyle);
        let (mut black, mut white) = (player("random"), player("random:near=no"));
        let players = ByColor {
            black: &mut black,
            white: &mut white,
        };
        let limits = PlayerLimits::default();
        let limits = ByColor {
            black: &limits,
            white: &limits,
        };
        play(board, players, limits, adjudication, stop, &|_| {})
    }

    #[test]
    fn games_end_by_five_full_board_or_move_limit() {
        let stop = StopFlag::new();
        let long = random_game(15, &Adjudication::default(), &stop).unwrap();
        assert_eq!(long.outcome.reason, EndReason::Five);
        assert_eq!(long.moves.len(), long.plies.len());
        let short = Adjudication {
            move_limit: Some(4),
            ..Adjudication::default()
        };
        let short = random_game(15, &short, &stop).unwrap();
        assert_eq!(short.outcome.reason, EndReason::MoveLimit);
        assert_eq!((short.outcome.winner, short.moves.len()), (None, 4));
        let small = random_game(5, &Adjudication::default(), &stop).unwrap();
        assert!(matches!(
            small.outcome.reason,
            EndReason::Five | EndReason::FullBoard
        ));
    }

    #[test]
    fn a_stopped_game_has_no_result() {
        let stop = StopFlag::new();
        stop.raise();
        assert!(random_game(15, &Adjudication::default(), &stop).is_none());
    }

    #[test]
    fn an_overrun_within_the_margin_is_on_time() {
        let ms = Duration::from_millis;
        assert_eq!(charged_time(ms(90), Some(ms(100)), ms(50)), ms(90));
        assert_eq!(charged_time(ms(150), Some(ms(100)), ms(50)), ms(100));
        assert_eq!(charged_time(ms(151), Some(ms(100)), ms(50)), ms(151));
        assert_eq!(charged_time(ms(151), None, ms(50)), ms(151));
    }
}
