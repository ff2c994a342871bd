//! Scores: what a position is worth to the side to move.
//!
//! A score of 200 is a win rate of σ(1) = 73 %. Proven results are counted from [`MATE`]: a win after n plies is
//! `MATE - n`, so that a shorter win is worth more.

use gomoku::MateIn;

/// A score, from the side to move.
pub type Score = i32;

/// A win on the spot.
pub const MATE: Score = 30_000;
/// Beyond every score.
pub const INFINITE: Score = 32_000;
/// A score beyond this one is a proven result.
pub const MIN_MATE: Score = MATE - 1_000;
/// No evaluation goes beyond this.
pub const MAX_EVAL: Score = 6_000;
/// The score whose win rate is σ(1).
pub const SCALE: f64 = 200.0;

/// The side to move wins after this many plies from the root.
#[inline]
pub const fn mate_in(plies: usize) -> Score {
    MATE - plies as Score
}

/// The side to move loses after this many plies from the root.
#[inline]
pub const fn mated_in(plies: usize) -> Score {
    -mate_in(plies)
}

/// The score of a forced result, counted from a position this many plies from the root.
#[inline]
pub const fn from_mate(mate: MateIn, ply: usize) -> Score {
    match mate {
        MateIn::Win(plies) => mate_in(ply + plies as usize),
        MateIn::Loss(plies) => mated_in(ply + plies as usize),
    }
}

/// Is the result proven?
#[inline]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MIN_MATE
}

/// A score as the table keeps it: proven results are counted from the position, not from the root.
#[inline]
pub const fn to_tt(score: Score, ply: usize) -> Score {
    if score >= MIN_MATE {
        score + ply as Score
    } else if score <= -MIN_MATE {
        score - ply as Score
    } else {
        score
    }
}

/// The reverse of [`to_tt`].
#[inline]
pub const fn from_tt(score: Score, ply: usize) -> Score {
    if score >= MIN_MATE {
        score - ply as Score
    } else if score <= -MIN_MATE {
        score + ply as Score
    } else {
        score
    }
}

/// The win rate that a score stands for, 0 to 1.
pub fn win_rate(score: Score) -> f64 {
    if is_mate(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(score) / SCALE).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts_wins_from_its_own_position() {
        for score in [0, 123, -4_000, mate_in(7), mated_in(12)] {
            assert_eq!(from_tt(to_tt(score, 5), 5), score);
        }
        // Won two plies after a position that stands five plies from the root; met again at ply nine.
        assert_eq!(from_tt(to_tt(mate_in(7), 5), 9), mate_in(11));
    }

    #[test]
    fn win_rates() {
        assert!((win_rate(0) - 0.5).abs() < 1e-12);
        assert!((win_rate(200) - 0.731).abs() < 1e-3);
        assert_eq!((win_rate(mate_in(3)), win_rate(mated_in(2))), (1.0, 0.0));
    }
}
