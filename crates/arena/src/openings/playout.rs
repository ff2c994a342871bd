//! Is an opening fair in play? Games of the judge against itself tell what its opinion of the position does not.
//!
//! A strong player finds a position even and yet one color wins it again and again, because the reason lies beyond the
//! look. So some games are played from it, each with a little more totals than the one before, which makes them differ. The
//! opening is fair when neither color takes more than three quarters of the points.

use std::time::Instant;

use gomoku::{Board, Color, MateIn, PlayerError, SearchControl, StopFlag};

use super::generate::{GenerateOptions, scaled};
use crate::match_player::MatchPlayer;

/// What a move of the first game costs, as a part of a look, and how much more one of each further game.
const EFFORT: f64 = 0.25;
const GROWTH: f64 = 1.19;

/// Plays the games until it is clear that one color has too many of them. A raised flag ends them as unfair.
pub(super) fn is_fair(
    options: &GenerateOptions,
    judge: &mut MatchPlayer,
    opening: &Board,
    stop: &StopFlag,
) -> Result<bool, PlayerError> {
    let most = 0.75 * f64::from(options.games);
    let (mut black, mut white) = (0.0, 0.0);
    let mut totals = EFFORT;
    for _ in 0..options.games {
        judge.new_game();
        match winner(options, judge, opening.clone(), totals, stop)? {
            Some(Color::Black) => black += 1.0,
            Some(Color::White) => white += 1.0,
            None => {
                black += 0.5;
                white += 0.5;
            }
        }
        if black > most || white > most || stop.is_raised() {
            return Ok(false);
        }
        totals *= GROWTH;
    }
    Ok(true)
}

/// Who wins a game, or is certain to.
fn winner(
    options: &GenerateOptions,
    judge: &mut MatchPlayer,
    mut board: Board,
    totals: f64,
    stop: &StopFlag,
) -> Result<Option<Color>, PlayerError> {
    let limits = scaled(&options.limits, totals);
    while !board.legal_moves().is_empty() && !stop.is_raised() {
        let control = SearchControl::new(stop.clone(), Instant::now());
        let (result, _) = judge.think(&board, &limits, &control)?;
        match result.mate {
            Some(MateIn::Win(_)) => return Ok(Some(board.side_to_move())),
            Some(MateIn::Loss(_)) => return Ok(Some(!board.side_to_move())),
            None => {}
        }
        board
            .play(result.best_move)
            .map_err(|error| PlayerError::Illegal(error.to_string()))?;
        if let Some(winner) = board.winner() {
            return Ok(Some(winner));
        }
    }
    Ok(None)
}
