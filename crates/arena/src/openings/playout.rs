//! Whether an opening is fair in self-play games.
//!
//! One color may always win a position that evaluates as even, for reasons beyond the search horizon. Therefore the
//! player plays some games against itself, each with slightly larger limits than the last, so that they differ. The
//! opening is fair if neither color scores more than three quarters of the points.

use std::time::Instant;

use gomoku::{Board, Color, MateIn, PlayerError, SearchControl, StopFlag};

use super::generate::{GenerateOptions, scaled};
use crate::match_player::MatchPlayer;

/// Limits per move of the first game, as a fraction of the evaluation's.
const FIRST_COST: f64 = 0.25;
/// Growth of the limits from game to game.
const COST_GROWTH: f64 = 1.19;

/// Plays until one color has too many points. If the stop flag is raised, the opening counts as unfair.
pub(super) fn is_fair(
    options: &GenerateOptions,
    judge: &mut MatchPlayer,
    opening: &Board,
    stop: &StopFlag,
) -> Result<bool, PlayerError> {
    let max_points = 0.75 * f64::from(options.games);
    let (mut black, mut white) = (0.0, 0.0);
    let mut cost = FIRST_COST;
    for _ in 0..options.games {
        judge.new_game();
        match winner(options, judge, opening.clone(), cost, stop)? {
            Some(Color::Black) => black += 1.0,
            Some(Color::White) => white += 1.0,
            None => {
                black += 0.5;
                white += 0.5;
            }
        }
        if black > max_points || white > max_points || stop.is_raised() {
            return Ok(false);
        }
        cost *= COST_GROWTH;
    }
    Ok(true)
}

/// The winner of a game, as soon as it is proven.
fn winner(
    options: &GenerateOptions,
    judge: &mut MatchPlayer,
    mut board: Board,
    cost: f64,
    stop: &StopFlag,
) -> Result<Option<Color>, PlayerError> {
    let limits = scaled(&options.limits, cost);
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
