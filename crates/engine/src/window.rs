//! The alpha-beta window.

use crate::score::Score;

/// Bounds on the scores that matter: worse than alpha is refused, better than beta is not believed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// The null window just above alpha.
    pub(crate) fn null(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    pub(crate) fn is_null(self) -> bool {
        self.beta == self.alpha + 1
    }

    /// The window as the opponent sees it.
    pub(crate) fn reversed(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}
