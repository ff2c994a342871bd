//! Search budget: how much time and how many nodes a search may spend.
//!
//! [`Limits::move_time`] allots the time for one move. A [`Budget`] counts the nodes of a search, polls the clock and the
//! stop flag every few nodes, and says when the search must end.

use std::time::Duration;

use crate::limits::{Limits, SearchControl};
use crate::search_result::SearchResult;

/// Move overhead for I/O and scheduling.
const MOVE_OVERHEAD: Duration = Duration::from_millis(30);
/// Reserved on top of [`MOVE_OVERHEAD`]: the time divided by this.
const RESERVE_DIVISOR: u32 = 100;
/// One move takes at most the remaining match time divided by this, plus the increment.
const MATCH_DIVISOR: u32 = 8;

/// Polling is cheaper than a tenth of a solver's node, and one node with many defenses can take 0.2 ms.
const SOLVER_POLL_INTERVAL: u64 = 4;
/// Reading the clock costs more than one node of a plain alpha-beta search.
const MOVE_POLL_INTERVAL: u64 = 64;

impl Limits {
    /// The time allotted to this move, `None` without a clock: the turn time or an eighth of the remaining match time,
    /// whichever is less, minus the move overhead. An engine with a time manager plans long clocks itself.
    pub fn move_time(&self) -> Option<Duration> {
        let match_time = self
            .time_left
            .map(|left| less_overhead(left).min(left / MATCH_DIVISOR + self.increment));
        let turn_time = self.turn_time.map(less_overhead);
        match (turn_time, match_time) {
            (Some(turn), Some(rest)) => Some(turn.min(rest)),
            (turn, rest) => turn.or(rest),
        }
    }
}

/// On a very short clock the reserve is at most half of it.
fn less_overhead(time: Duration) -> Duration {
    time.saturating_sub((MOVE_OVERHEAD + time / RESERVE_DIVISOR).min(time / 2))
}

/// What a search may spend, and what it has spent so far.
#[derive(Debug)]
pub struct Budget<'a> {
    control: Option<&'a SearchControl<'a>>,
    /// Compared with [`SearchControl::elapsed`].
    deadline: Option<Duration>,
    node_limit: u64,
    nodes: u64,
    poll_interval: u64,
    next_poll: u64,
    exhausted: bool,
}

impl<'a> Budget<'a> {
    /// For a solver called in this process: the limits without any reserve, polled at the first node and then often.
    pub fn for_solver(limits: &Limits, control: &'a SearchControl<'a>) -> Budget<'a> {
        Budget {
            control: Some(control),
            deadline: limits.hard_limit(),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            poll_interval: SOLVER_POLL_INTERVAL,
            next_poll: 1,
            exhausted: false,
        }
    }

    /// For a player's move: [`Limits::move_time`] and the node limit.
    pub fn for_move(limits: &Limits, control: &'a SearchControl<'a>) -> Budget<'a> {
        Budget::for_phase(
            limits.move_time(),
            limits.nodes.unwrap_or(u64::MAX),
            control,
        )
    }

    /// For the main loop of a player: as [`Budget::for_move`], and the limit of iterations counts too. An iteration is
    /// one node here.
    pub fn for_iterations(limits: &Limits, control: &'a SearchControl<'a>) -> Budget<'a> {
        let nodes = limits.nodes.into_iter().chain(limits.iterations).min();
        Budget::for_phase(limits.move_time(), nodes.unwrap_or(u64::MAX), control)
    }

    /// For one phase of a move, with its own deadline (time since the search was requested) and node limit.
    ///
    /// The node that reaches the limit is counted and refused, so a player never reports more nodes than its limit.
    pub fn for_phase(
        deadline: Option<Duration>,
        nodes: u64,
        control: &'a SearchControl<'a>,
    ) -> Budget<'a> {
        Budget {
            control: Some(control),
            deadline,
            node_limit: nodes.saturating_sub(1),
            nodes: 0,
            poll_interval: MOVE_POLL_INTERVAL,
            next_poll: MOVE_POLL_INTERVAL,
            exhausted: nodes == 0,
        }
    }

    /// This many nodes, without a clock or a stop flag.
    pub fn of_nodes(nodes: u64) -> Budget<'static> {
        Budget {
            control: None,
            deadline: None,
            node_limit: nodes,
            nodes: 0,
            poll_interval: u64::MAX,
            next_poll: u64::MAX,
            exhausted: false,
        }
    }

    /// Polls the clock and the stop flag once every `nodes` nodes.
    #[must_use]
    pub fn polling_every(mut self, nodes: u64) -> Budget<'a> {
        self.poll_interval = nodes;
        self.next_poll = nodes;
        self
    }

    /// Counts one node. Returns false if the search must end.
    #[inline]
    pub fn spend_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.scheduled_poll();
        }
        if self.nodes > self.node_limit {
            self.exhausted = true;
        }
        !self.exhausted
    }

    /// [`Budget::spend_node`] for searches that return `None` when they are interrupted.
    #[inline]
    pub fn try_node(&mut self) -> Option<()> {
        self.spend_node().then_some(())
    }

    fn scheduled_poll(&mut self) {
        self.next_poll = self.nodes.saturating_add(self.poll_interval);
        self.poll();
    }

    /// Polls the clock and the stop flag now. Returns whether the budget is exhausted.
    pub fn poll(&mut self) -> bool {
        if let Some(control) = self.control {
            let late = self.deadline.is_some_and(|time| control.elapsed() >= time);
            self.exhausted |= late || control.is_stopped();
        }
        self.exhausted
    }

    /// Must the search end, as far as the last poll knows?
    #[inline]
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// Nodes spent so far, the refused ones included.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the search was requested; zero without a clock.
    pub fn elapsed(&self) -> Duration {
        self.control.map_or(Duration::ZERO, SearchControl::elapsed)
    }

    /// Sends an interim result to the listener.
    pub fn report(&self, result: &SearchResult) {
        if let Some(control) = self.control {
            control.report(result);
        }
    }

    /// Runs a search that may spend at most `nodes` of what is left. Afterwards the former limit applies again.
    pub fn within_nodes<T>(&mut self, nodes: u64, search: impl FnOnce(&mut Budget<'a>) -> T) -> T {
        let outer_limit = self.node_limit;
        self.node_limit = outer_limit.min(self.nodes.saturating_add(nodes));
        let result = search(self);
        let inner_limit = std::mem::replace(&mut self.node_limit, outer_limit);
        if self.nodes > inner_limit && inner_limit < outer_limit {
            // Only the inner limit was exceeded.
            self.exhausted = false;
            self.scheduled_poll();
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::limits::StopFlag;

    fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// Nodes that the budget grants before it refuses one.
    fn granted(mut budget: Budget<'_>) -> u64 {
        while budget.spend_node() {}
        assert!(budget.is_exhausted() && !budget.spend_node());
        budget.nodes() - 2
    }

    #[test]
    fn a_solver_spends_its_nodes_and_a_player_reports_no_more_than_its_limit() {
        let control = SearchControl::detached();
        for limit in [0, 1, 2, 100] {
            assert_eq!(granted(Budget::of_nodes(limit)), limit);
            assert_eq!(granted(Budget::for_solver(&nodes(limit), &control)), limit);
            let mut budget = Budget::for_move(&nodes(limit), &control);
            while budget.spend_node() {}
            assert_eq!(budget.nodes(), limit.max(1));
        }
        assert!(Budget::for_move(&nodes(0), &control).poll());
        assert!(!Budget::for_move(&nodes(1), &control).poll());
    }

    #[test]
    fn iterations_count_as_nodes_in_a_main_loop_only() {
        let control = SearchControl::detached();
        let limits = Limits {
            iterations: Some(10),
            ..nodes(20)
        };
        assert_eq!(granted(Budget::for_iterations(&limits, &control)), 9);
        assert_eq!(granted(Budget::for_move(&limits, &control)), 19);
    }

    #[test]
    fn the_stop_flag_is_polled_at_the_given_interval() {
        let stop = StopFlag::new();
        stop.raise();
        let control = SearchControl::new(stop, Instant::now());
        let limits = Limits::default();
        assert_eq!(granted(Budget::for_solver(&limits, &control)), 0);
        assert_eq!(granted(Budget::for_move(&limits, &control)), 63);
        let budget = Budget::for_iterations(&limits, &control).polling_every(4);
        assert_eq!(granted(budget), 3);
        assert!(Budget::for_move(&limits, &control).poll());
    }

    #[test]
    fn a_deadline_that_has_passed_exhausts_the_budget() {
        let control = SearchControl::detached();
        let limits = Limits::with_turn_time(Duration::ZERO);
        assert_eq!(granted(Budget::for_solver(&limits, &control)), 0);
        assert!(Budget::for_move(&limits, &control).poll());
    }

    #[test]
    fn an_inner_limit_ends_only_the_inner_search() {
        let mut budget = Budget::of_nodes(100);
        let inner = budget.within_nodes(10, |budget| {
            while budget.spend_node() {}
            budget.nodes()
        });
        assert_eq!(inner, 11);
        assert!(!budget.is_exhausted() && budget.spend_node());
        budget.within_nodes(1_000, |budget| while budget.spend_node() {});
        assert!(budget.is_exhausted());
        assert_eq!(budget.nodes(), 101);
    }

    #[test]
    fn the_move_time_reserves_the_overhead() {
        let ms = Duration::from_millis;
        assert_eq!(Limits::default().move_time(), None);
        assert_eq!(Limits::with_turn_time(ms(1_000)).move_time(), Some(ms(960)));
        assert_eq!(Limits::with_turn_time(ms(20)).move_time(), Some(ms(10)));
        let limits = Limits {
            time_left: Some(ms(8_000)),
            increment: ms(500),
            ..Limits::with_turn_time(ms(5_000))
        };
        assert_eq!(limits.move_time(), Some(ms(1_500)));
    }
}
