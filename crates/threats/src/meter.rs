//! What a search has spent, and whether it may go on.

use gomoku::{Budget, Limits, SearchControl};

/// Counts positions and looks at the clock now and then.
#[derive(Debug)]
pub struct Meter<'a> {
    nodes: u64,
    most: u64,
    /// The clock is read when the count reaches this.
    next_look: u64,
    clock: Option<(Budget, &'a SearchControl<'a>)>,
    stopped: bool,
}

impl<'a> Meter<'a> {
    /// Between two looks at the clock. A look costs less than a tenth of a position, and a position in which the defender
    /// has many answers can cost a fifth of a millisecond.
    const STRIDE: u64 = 4;

    /// Within the limits of a whole search.
    pub fn new(limits: &Limits, control: &'a SearchControl<'a>) -> Meter<'a> {
        Meter {
            nodes: 0,
            most: limits.nodes.unwrap_or(u64::MAX),
            next_look: 0,
            clock: Some((Budget::exact(limits), control)),
            stopped: false,
        }
    }

    /// At most this many positions, without a clock.
    pub fn nodes(most: u64) -> Meter<'static> {
        Meter {
            nodes: 0,
            most,
            next_look: u64::MAX,
            clock: None,
            stopped: false,
        }
    }

    /// Counts one position. Returns false when the search must stop.
    #[inline]
    pub fn spend(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        if self.nodes > self.most {
            self.stopped = true;
        }
        !self.stopped
    }

    fn look(&mut self) {
        self.next_look = self.nodes + Meter::STRIDE;
        if let Some((budget, control)) = &self.clock {
            self.stopped |= budget.is_spent(control);
        }
    }

    /// Positions so far.
    pub fn spent(&self) -> u64 {
        self.nodes
    }

    /// Has it been stopped?
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Allows `more` positions from here on, and no more than are left; the former allowance comes back as an answer.
    pub(crate) fn narrow(&mut self, more: u64) -> u64 {
        let former = self.most;
        self.most = self.most.min(self.nodes.saturating_add(more));
        former
    }

    /// Takes back a [`Meter::narrow`]. Returns whether the narrower allowance was used up.
    pub(crate) fn widen(&mut self, former: u64) -> bool {
        let exhausted = self.stopped;
        let by_count = self.nodes > self.most && former > self.most;
        self.most = former;
        if by_count {
            self.stopped = false;
            self.look();
        }
        exhausted
    }
}
