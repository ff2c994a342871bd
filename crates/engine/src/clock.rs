//! How much of the clock one move gets.
//!
//! Where only the move is timed, all of its time is used. Where the game is timed, a move aims at an optimum and may go
//! beyond it, up to a maximum, as long as the best move keeps changing or its score falls.

use std::time::Duration;

use gomoku::Limits;

/// Moves that the rest of a game is planned for.
const MOVES_AHEAD: u32 = 22;
/// No move takes more than this part of what is left.
const MOST_SHARE: u32 = 7;

/// The time of one move, counted from the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// When an ordinary move ends.
    pub optimum: Option<Duration>,
    /// When every move ends.
    pub maximum: Option<Duration>,
}

/// How the search has gone so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Course {
    /// Iterations since the best move changed.
    pub stable: u32,
    /// Changes of the best move, recent ones counting more.
    pub changes: f64,
    /// By how much the score has fallen since the last move, in points.
    pub drop: i32,
    /// There is only one move to choose.
    pub single: bool,
}

impl Clock {
    /// The time that these limits leave for a move, with this many empty points on the board.
    pub fn new(limits: &Limits, empty: usize) -> Clock {
        let Some(most) = limits.move_time() else {
            return Clock {
                optimum: None,
                maximum: None,
            };
        };
        let Some(left) = limits.time_left else {
            return Clock {
                optimum: None,
                maximum: Some(most),
            };
        };
        let moves = (empty as u32).div_ceil(2).clamp(1, MOVES_AHEAD);
        let maximum = most.min(left / MOST_SHARE.min(moves) + limits.increment);
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
        Clock {
            optimum: Some(optimum.min(maximum)),
            maximum: Some(maximum),
        }
    }

    /// After an iteration: is it time to answer?
    pub fn is_enough(&self, elapsed: Duration, course: &Course) -> bool {
        let Some(maximum) = self.maximum else {
            return false;
        };
        let Some(optimum) = self.optimum else {
            return course.single;
        };
        if course.single {
            return true;
        }
        let steadiness = 1.0 / (1.0 + 0.06 * f64::from(course.stable.min(10)));
        let unrest = 0.7 + course.changes.min(3.0) * 0.5;
        let worry = (1.0 + f64::from(course.drop) / 150.0).clamp(0.7, 1.8);
        let wanted = optimum.mul_f64(steadiness * unrest * worry);
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
        let clock = Clock::new(&Limits::with_turn_time(SECOND), 200);
        assert!(clock.maximum.unwrap() < SECOND && clock.maximum.unwrap() > SECOND * 9 / 10);
        assert!(!clock.is_enough(SECOND / 2, &Course::default()));
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
                let clock = Clock::new(&limits, empty);
                assert!(clock.maximum.unwrap() < left && clock.optimum <= clock.maximum);
                left -= clock.maximum.unwrap();
            }
        }
    }

    #[test]
    fn an_unsteady_search_takes_longer() {
        let limits = Limits {
            time_left: Some(SECOND * 100),
            ..Limits::default()
        };
        let clock = Clock::new(&limits, 200);
        let at = clock.optimum.unwrap().mul_f64(0.9);
        let steady = Course {
            stable: 8,
            ..Course::default()
        };
        let unsteady = Course {
            changes: 2.0,
            drop: 80,
            ..Course::default()
        };
        assert!(clock.is_enough(at, &steady) && !clock.is_enough(at, &unsteady));
        let single = Course {
            single: true,
            ..Course::default()
        };
        assert!(clock.is_enough(Duration::ZERO, &single));
    }
}
