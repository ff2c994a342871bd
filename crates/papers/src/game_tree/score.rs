//! Scores of the fixed-depth searches: mate scores and the alpha-beta window.

use gomoku::MateIn;

/// The score of a win at the root. Each ply to the end of the game costs one point, so a faster win scores higher.
pub(crate) const MATE: i32 = 100_000_000;
/// The lowest winning score. No game lasts 1,000 plies.
pub(crate) const MATE_IN_MAX_PLY: i32 = MATE - 1_000;
/// The highest losing score.
pub(crate) const MATED_IN_MAX_PLY: i32 = -MATE_IN_MAX_PLY;

/// The score of a game that ends `plies` after the root.
pub(crate) fn mate_score(plies: usize, we_win: bool) -> i32 {
    let score = MATE - plies as i32;
    if we_win { score } else { -score }
}

/// The forced result behind a mate score.
pub(crate) fn mate_from_score(score: i32) -> Option<MateIn> {
    let plies = MATE.saturating_sub(score.saturating_abs()).max(0) as u32;
    if score > MATE_IN_MAX_PLY {
        Some(MateIn::Win(plies))
    } else if score < MATED_IN_MAX_PLY {
        Some(MateIn::Loss(plies))
    } else {
        None
    }
}

/// The better of two scores for the side to move; the earlier one of equals.
pub(crate) fn best_score<S: PartialOrd>(best: Option<S>, score: S, maximizing: bool) -> Option<S> {
    match best {
        Some(best) if (score > best) != maximizing || score == best => Some(best),
        _ => Some(score),
    }
}

/// The alpha-beta window: the scores that the maximizing and the minimizing side have secured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<S> {
    pub(crate) alpha: S,
    pub(crate) beta: S,
}

impl Window<i32> {
    pub(crate) const FULL: Window<i32> = Window {
        alpha: -i32::MAX,
        beta: i32::MAX,
    };
}

impl<S: Copy + PartialOrd> Window<S> {
    /// Raises alpha or lowers beta. Returns true on a cutoff: the remaining moves cannot change the result.
    #[inline]
    pub(crate) fn narrow(&mut self, score: S, maximizing: bool) -> bool {
        if maximizing && score > self.alpha {
            self.alpha = score;
        } else if !maximizing && score < self.beta {
            self.beta = score;
        }
        self.beta <= self.alpha
    }
}
