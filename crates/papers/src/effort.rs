//! What a search has spent and whether it may go on: nodes, time and the stop flag behind one question.

use std::time::Duration;

use gomoku::{Budget, Limits, SearchControl};

/// Looking at the clock costs more than a node, so only every so many nodes do it.
const NODES_PER_LOOK: u64 = 64;

/// Counts nodes against the limits of one move.
#[derive(Debug)]
pub(crate) struct Effort<'a> {
    control: &'a SearchControl<'a>,
    /// Since the question was read.
    time: Option<Duration>,
    most_nodes: u64,
    nodes: u64,
    nodes_per_look: u64,
    spent: bool,
}

impl<'a> Effort<'a> {
    pub(crate) fn new(limits: &Limits, control: &'a SearchControl<'a>) -> Effort<'a> {
        Effort {
            control,
            time: Budget::new(limits).time(),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            nodes_per_look: NODES_PER_LOOK,
            spent: false,
        }
    }

    /// For a main loop: its rounds are limited too, and each may take so long that the clock is looked at more often.
    pub(crate) fn of_rounds(
        limits: &Limits,
        control: &'a SearchControl<'a>,
        rounds_per_look: u64,
    ) -> Effort<'a> {
        let rounds = limits.iterations.unwrap_or(u64::MAX);
        let mut effort = Effort::new(limits, control);
        effort.most_nodes = effort.most_nodes.min(rounds);
        effort.nodes_per_look = rounds_per_look;
        effort
    }

    /// A phase of a move with its own share of the time since the question was read, and its own nodes.
    pub(crate) fn of_phase(
        control: &'a SearchControl<'a>,
        time: Option<Duration>,
        most_nodes: u64,
    ) -> Effort<'a> {
        Effort {
            control,
            time,
            most_nodes,
            nodes: 0,
            nodes_per_look: NODES_PER_LOOK,
            spent: false,
        }
    }

    /// Counts a node. `None` says that the search must end; it says so from then on.
    #[inline]
    pub(crate) fn node(&mut self) -> Option<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(self.nodes_per_look) || self.nodes >= self.most_nodes {
            self.look();
        }
        if self.spent { None } else { Some(()) }
    }

    /// Looks at clock and flag now.
    pub(crate) fn look(&mut self) -> bool {
        let late = self.time.is_some_and(|time| self.control.elapsed() >= time);
        self.spent |= late || self.nodes >= self.most_nodes || self.control.is_stopped();
        self.spent
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn control(&self) -> &'a SearchControl<'a> {
        self.control
    }
}
