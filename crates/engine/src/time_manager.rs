//! How much of the clock one move gets.
//!
//! Where only the move is timed, all of its time is used. Where the game is timed, a move aims at an optimum and may go
//! beyond it, up to a maximum, as long as the best move keeps changing or its score falls.

use std::time::Duration;

use gomoku::Limits;

/// Moves that the rest of a game is planned for.
const MOVES_AHEAD: u32 = 22;
/// No move takes more than this part of what is left.
const MAX_SHARE: u32 = 7;

/// The time of one move, counted from the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeManager {
    /// When an ordinary move ends.
    pub optimum: Option<Duration>,
    /// When every move ends.
    pub maximum: Option<Duration>,
}

/// How the search has gone so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchStability {
    /// Iterations since the best move changed.
    pub stable: u32,
    /// Changes of the best move, recent ones counting more.
    pub changes: f64,
    /// By how much the score has fallen since the last move, in points.
    pub drop: i32,
    /// There is only one move to choose.
    pub single: bool,
}

impl TimeManager {
    /// The time that these limits leave for a move, with this many empty points on the board.
    pub fn new(limits: &Limits, empty: usize) -> TimeManager {
        let Some(most) = limits.move_time() else {
            return TimeManager {
                optimum: None,
                maximum: None,
            };
        };
        let Some(left) = limits.time_left else {
            return TimeManager {
                optimum: None,
                maximum: Some(most),
            };
        };
        let moves = (empty as u32).div_ceil(2).clamp(1, MOVES_AHEAD);
        let maximum = most.min(left / MAX_SHARE.min(moves) + limits.increment);
        let optimum = left / moves + limits.increment * 3 / 4;
        // Where the turn's time is the narrower limit all through the game, it may be used up.
        let optimum = if limits
            .turn_time
            .is_some_and(|turn| turn.saturating_mul(moves) <= left)
        {
            maximum
        } else {
            optimum
        };
        TimeManager {
            optimum: Some(optimum.min(maximum)),
            maximum: Some(maximum),
        }
    }

    /// After an iteration: is it time to answer?
    pub fn should_stop(&self, elapsed: Duration, stability: &SearchStability) -> bool {
        let Some(maximum) = self.maximum else {
            return false;
        };
        let Some(optimum) = self.optimum else {
            return stability.single;
        };
        if stability.single {
            return true;
        }
        let stability_factor = 1.0 / (1.0 + 0.06 * f64::from(stability.stable.min(10)));
        let instability_factor = 0.7 + stability.changes.min(3.0) * 0.5;
        let falling_score_factor = (1.0 + f64::from(stability.drop) / 150.0).clamp(0.7, 1.8);
        let wanted = optimum.mul_f64(stability_factor * instability_factor * falling_score_factor);
        // The next iteration takes longer than all before it.
        elapsed >= wanted.min(maximum) || elapsed >= maximum.mul_f64(0.6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_timed_move_is_used_up() {
        let time_manager = TimeManager::new(&Limits::with_turn_time(SECOND), 200);
        assert!(
            time_manager.maximum.unwrap() < SECOND
                && time_manager.maximum.unwrap() > SECOND * 9 / 10
        );
        assert!(!time_manager.should_stop(SECOND / 2, &SearchStability::default()));
    }

    #[test]
    fn a_game_never_runs_out_of_time() {
        for (left, turn) in [(180, 30), (10, 30), (1, 1)] {
            let mut left = SECOND * left;
            for empty in (1..=225).rev().step_by(2) {
                let limits = Limits {
                    turn_time: Some(SECOND * turn),
                    time_left: Some(left),
                    ..Limits::default()
                };
                let time_manager = TimeManager::new(&limits, empty);
                assert!(
                    time_manager.maximum.unwrap() < left
                        && time_manager.optimum <= time_manager.maximum
                );
                left -= time_manager.maximum.unwrap();
            }
        }
    }

    #[test]
    fn an_unsteady_search_takes_longer() {
        let limits = Limits {
            time_left: Some(SECOND * 100),
            ..Limits::default()
        };
        let time_manager = TimeManager::new(&limits, 200);
        let at = time_manager.optimum.unwrap().mul_f64(0.9);
        let steady = SearchStability {
            stable: 8,
            ..SearchStability::default()
        };
        let unsteady = SearchStability {
            changes: 2.0,
            drop: 80,
            ..SearchStability::default()
        };
        assert!(time_manager.should_stop(at, &steady) && !time_manager.should_stop(at, &unsteady));
        let single = SearchStability {
            single: true,
            ..SearchStability::default()
        };
        assert!(time_manager.should_stop(Duration::ZERO, &single));
    }
}
