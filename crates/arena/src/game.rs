//! One game between two seats. The arbiter is [`gomoku::Game`]; here its questions are put to the players.

use std::time::{Duration, Instant};

use gomoku::{
    Board, ByColor, Color, EndReason, Game, Outcome, PlayerError, Point, SearchControl,
    SearchResult, StopFlag,
};

use crate::finished::ReasonKind;
use crate::seat::Seat;
use crate::terms::Terms;

/// What is the same for all games of a contest, whoever plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HouseRules {
    /// Stones after which the game is a draw; the full board when it is not given.
    pub move_limit: Option<usize>,
    /// How late an answer may be without losing: the way through pipes and schedulers is not the player's fault.
    pub margin: Duration,
}

impl Default for HouseRules {
    fn default() -> HouseRules {
        HouseRules {
            move_limit: None,
            margin: Duration::from_millis(50),
        }
    }
}

/// One move that a player made.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// How long it took by the arena's clock.
    pub time: Duration,
    /// What was left on the player's clock then.
    pub left: Option<Duration>,
    /// What the player thought; a stored game holds the best of its candidates only.
    pub result: SearchResult,
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct Played {
    /// Every stone, those of the opening included.
    pub moves: Vec<Point>,
    /// The moves that were thought about, the last ones of `moves`. A move that lost by being illegal or late is here
    /// and not there.
    pub plies: Vec<Ply>,
    /// Who won, and why.
    pub outcome: Outcome,
    /// What a player that forfeited said or did; empty otherwise.
    pub detail: String,
}

/// Candidates kept of each thought.
const CANDIDATES: usize = 8;

/// Plays from a position to the end, showing each position on the way. `None` when the flag was raised before that.
pub fn play(
    board: Board,
    mut seats: ByColor<&mut Seat>,
    terms: ByColor<&Terms>,
    house: &HouseRules,
    stop: &StopFlag,
    show: &dyn Fn(&Board),
) -> Option<Played> {
    let mut game = Game::from_board(board, ByColor::from_fn(|color| terms[color].time));
    if let Some(stones) = house.move_limit {
        game = game.with_move_limit(stones);
    }
    let mut plies = Vec::new();
    let mut detail = String::new();
    while game.outcome().is_none() {
        show(game.board());
        let side = game.board().side_to_move();
        let limits = terms[side].limits(game.clock(side));
        let control = SearchControl::new(stop.clone(), Instant::now());
        let answer = seats[side].think(game.board(), &limits, &control);
        if stop.is_raised() {
            // Whatever came may come of the interruption.
            return None;
        }
        match answer {
            Ok((mut result, time)) => {
                let counted = counted_time(time, limits.hard_limit(), house.margin);
                game.play(result.best_move, counted)
                    .expect("the game is not over");
                result.candidates.truncate(CANDIDATES);
                plies.push(Ply {
                    time,
                    left: game.clock(side).time_left(),
                    result,
                });
            }
            Err(fault) => {
                detail = fault.to_string();
                game.forfeit(reason_of(fault));
            }
        }
    }
    let outcome = game.outcome().cloned().expect("the game is over");
    if detail.is_empty() && ReasonKind::of(&outcome.reason).is_forfeit() {
        detail = describe(&game, &outcome, plies.last());
    }
    Some(Played {
        moves: game.board().moves().collect(),
        plies,
        outcome,
        detail,
    })
}

/// An answer within the margin is as late as allowed and no later.
pub(crate) fn counted_time(
    time: Duration,
    deadline: Option<Duration>,
    margin: Duration,
) -> Duration {
    match deadline {
        Some(deadline) if time > deadline && time - deadline <= margin => deadline,
        _ => time,
    }
}

/// Why a game is lost by a player that gave no move.
pub fn reason_of(fault: PlayerError) -> EndReason {
    match fault {
        PlayerError::Crash(text) => EndReason::Crash(text),
        PlayerError::Time(_) => EndReason::Time,
        PlayerError::Memory(_) => EndReason::Memory,
        PlayerError::Illegal(text) => EndReason::Illegal(text),
    }
}

fn describe(game: &Game, outcome: &Outcome, last: Option<&Ply>) -> String {
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

    fn seat(spec: &str) -> Seat {
        Seat::new(&spec.parse().unwrap(), 1)
    }

    fn random_game(size: u8, house: &HouseRules, stop: &StopFlag) -> Option<Played> {
        let board = Board::new(Size::new(size).unwrap(), Rule::Freestyle);
        let (mut black, mut white) = (seat("random"), seat("random:near=no"));
        let seats = ByColor {
            black: &mut black,
            white: &mut white,
        };
        let terms = Terms::default();
        let terms = ByColor {
            black: &terms,
            white: &terms,
        };
        play(board, seats, terms, house, stop, &|_| {})
    }

    #[test]
    fn games_end_by_five_by_the_full_board_and_by_the_move_limit() {
        let stop = StopFlag::new();
        let long = random_game(15, &HouseRules::default(), &stop).unwrap();
        assert_eq!(long.outcome.reason, EndReason::Five);
        assert_eq!(long.moves.len(), long.plies.len());
        let short = HouseRules {
            move_limit: Some(4),
            ..HouseRules::default()
        };
        let short = random_game(15, &short, &stop).unwrap();
        assert_eq!(short.outcome.reason, EndReason::MoveLimit);
        assert_eq!((short.outcome.winner, short.moves.len()), (None, 4));
        let small = random_game(5, &HouseRules::default(), &stop).unwrap();
        assert!(matches!(
            small.outcome.reason,
            EndReason::Five | EndReason::FullBoard
        ));
    }

    #[test]
    fn a_raised_flag_leaves_no_half_game() {
        let stop = StopFlag::new();
        stop.raise();
        assert!(random_game(15, &HouseRules::default(), &stop).is_none());
    }

    #[test]
    fn the_margin_forgives_a_little() {
        let ms = Duration::from_millis;
        assert_eq!(counted_time(ms(90), Some(ms(100)), ms(50)), ms(90));
        assert_eq!(counted_time(ms(150), Some(ms(100)), ms(50)), ms(100));
        assert_eq!(counted_time(ms(151), Some(ms(100)), ms(50)), ms(151));
        assert_eq!(counted_time(ms(151), None, ms(50)), ms(151));
    }
}
