//! Time management: how long to think about a move.
//!
//! With a limit per move alone, the engine uses all of it. With a game clock, it aims at an optimum and exceeds it, up to a
//! maximum, while the best move keeps changing or its score falls.

use std::time::Duration;

use gomoku::Limits;

use crate::score::Score;

/// The remaining time is planned for this many moves.
const MOVES_AHEAD: u32 = 22;
/// One move takes at most one part in so many of the remaining time.
const MAX_TIME_DIVISOR: u32 = 7;

/// The time for one move, counted from the start of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeManager {
    /// When a stable search stops.
    pub optimum: Option<Duration>,
    /// When every search stops.
    pub maximum: Option<Duration>,
}

/// How stable the best move and its score have been over the iterations.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchStability {
    /// Iterations since the best move changed.
    pub stable: u32,
    /// Changes of the best move, halved with each iteration.
    pub changes: f64,
    /// By how much the score has fallen since the first iteration, in points.
    pub drop: Score,
    /// There is only one legal or sensible move.
    pub single: bool,
    first_score: Option<Score>,
}

impl SearchStability {
    /// Before the first iteration of a search with this many root moves.
    pub(crate) fn new(root_moves: usize) -> SearchStability {
        SearchStability {
            single: root_moves == 1,
            ..SearchStability::default()
        }
    }

    /// Adds the result of an iteration.
    pub(crate) fn update(&mut self, best_move_changed: bool, score: Score) {
        self.changes *= 0.5;
        if best_move_changed {
            self.stable = 0;
            self.changes += 1.0;
        } else {
            self.stable += 1;
        }
        self.drop = *self.first_score.get_or_insert(score) - score;
    }
}

impl TimeManager {
    /// The time for a move under these limits, with this many empty points on the board.
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
        let maximum = most.min(left / MAX_TIME_DIVISOR.min(moves) + limits.increment);
        let optimum = left / moves + limits.increment * 3 / 4;
        // If the limit per move is the tighter one for the rest of the game, use it up.
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

    /// After an iteration: is it time to move?
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
        // The next iteration would take longer than all before it together.
        elapsed >= wanted.min(maximum) || elapsed >= maximum.mul_f64(0.6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_time_of_a_single_move_is_used_up() {
        let time_manager = TimeManager::new(&Limits::with_turn_time(SECOND), 200);
        assert!(
            time_manager.maximum.unwrap() < SECOND
                && time_manager.maximum.unwrap() > SECOND * 9 / 10
        );
        assert!(!time_manager.should_stop(SECOND / 2, &SearchStability::default()));
    }

    #[test]
    fn the_game_clock_never_runs_out() {
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
    fn an_unstable_search_takes_longer() {
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
