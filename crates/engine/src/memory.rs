//! How a memory limit is divided: the transposition table gets what the threads and the solvers leave.

/// Weights, the root's lists, and what the solvers hold beside their tables.
const FIXED: u64 = 5 << 20;
/// Position, stack and history of one search thread.
const THREAD: u64 = 1 << 20;
/// The tables of the VCT solver without a limit, and the smallest that it can work with.
const MAX_SOLVER: u64 = 16 << 20;
const MIN_SOLVER: u64 = 1 << 20;
const MIN_TABLE: u64 = 1 << 16;

/// What each part of a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemoryPlan {
    /// Bytes of the transposition table.
    pub(crate) table: u64,
    /// Bytes of the VCT solver.
    pub(crate) solver: u64,
    /// Search threads.
    pub(crate) threads: usize,
}

impl MemoryPlan {
    /// Divides a limit in bytes between a table of up to `hash` bytes and this many threads.
    pub(crate) fn new(limit: Option<u64>, hash: u64, threads: usize) -> MemoryPlan {
        let Some(limit) = limit else {
            return MemoryPlan {
                table: hash,
                solver: MAX_SOLVER,
                threads,
            };
        };
        let rest = limit.saturating_sub(FIXED);
        let threads = threads.min((rest / 4 / THREAD) as usize).max(1);
        let rest = rest.saturating_sub(threads as u64 * THREAD);
        let solver = (rest / 4).clamp(MIN_SOLVER, MAX_SOLVER);
        MemoryPlan {
            table: hash.min(rest.saturating_sub(solver)).max(MIN_TABLE),
            solver,
            threads,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_stay_within_the_limit() {
        for megabytes in 8..400 {
            for threads in [1, 2, 64] {
                let limit = megabytes << 20;
                let plan = MemoryPlan::new(Some(limit), 64 << 20, threads);
                let used = FIXED + plan.table + plan.solver + plan.threads as u64 * THREAD;
                assert!(used <= limit, "{megabytes} MB: {plan:?}");
                assert!(plan.threads >= 1 && plan.table >= MIN_TABLE);
            }
        }
    }

    #[test]
    fn gomocup_s_limit_costs_nothing() {
        let unlimited = MemoryPlan::new(None, 64 << 20, 2);
        assert_eq!(MemoryPlan::new(Some(350 << 20), 64 << 20, 2), unlimited);
        let tiny = MemoryPlan::new(Some(0), 64 << 20, 64);
        assert_eq!((tiny.table, tiny.threads), (MIN_TABLE, 1));
    }
}
