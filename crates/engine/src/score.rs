//! Scores, from the point of view of the side to move.
//!
//! A score of 200 is a win rate of σ(1) = 73 %. A proven win in n plies is
//! `MATE - n`, so that shorter wins score higher.

use gomoku::MateIn;

/// A score for the side to move.
pub type Score = i32;

/// A win in zero plies.
pub const MATE: Score = 30_000;
/// Greater than every score.
pub const INFINITE: Score = 32_000;
/// The least score of a proven win.
pub const MIN_MATE: Score = MATE - 1_000;
/// Upper bound of the static evaluation.
pub const MAX_EVAL: Score = 6_000;
/// The score with a win rate of σ(1).
pub const SCALE: f64 = 200.0;

/// A win of the side to move, this many plies from the root.
#[inline]
pub const fn mate_in(plies: usize) -> Score {
    MATE - plies as Score
}

/// A loss of the side to move, this many plies from the root.
#[inline]
pub const fn mated_in(plies: usize) -> Score {
    -mate_in(plies)
}

/// The score of a mate found at this ply.
#[inline]
pub const fn from_mate(mate: MateIn, ply: usize) -> Score {
    match mate {
        MateIn::Win(plies) => mate_in(ply + plies as usize),
        MateIn::Loss(plies) => mated_in(ply + plies as usize),
    }
}

/// Is it a proven win or loss?
#[inline]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MIN_MATE
}

/// A score as the TT stores it: mates are counted from the position, not from the root.
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

/// The win rate of a score, from 0 to 1.
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
    fn the_tt_counts_mates_from_its_own_position() {
        for score in [0, 123, -4_000, mate_in(7), mated_in(12)] {
            assert_eq!(from_tt(to_tt(score, 5), 5), score);
        }
        // A mate two plies after ply five, found again at ply nine.
        assert_eq!(from_tt(to_tt(mate_in(7), 5), 9), mate_in(11));
    }

    #[test]
    fn win_rates() {
        assert!((win_rate(0) - 0.5).abs() < 1e-12);
        assert!((win_rate(200) - 0.731).abs() < 1e-3);
        assert_eq!((win_rate(mate_in(3)), win_rate(mated_in(2))), (1.0, 0.0));
    }
}
