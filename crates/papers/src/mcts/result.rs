//! What a search reports: the root's moves in order, the principal variation, proven results.

use gomoku::{Board, Candidate, MateIn, Point, SearchControl, SearchResult};

use super::search::MctsSearch;
use super::tree::{NodeIndex, NodeState, ROOT, SearchNode};
use super::{FinalMove, LeafEvaluator};

impl<E: LeafEvaluator> MctsSearch<E> {
    /// Mean reward of the side that moved into the root, and the number of visits.
    pub(crate) fn root_statistics(&self) -> (f64, u64) {
        let root = self.tree.node(ROOT);
        (root.mean(), root.visits.into())
    }

    pub(super) fn result(
        &self,
        board: &Board,
        iterations: u64,
        control: &SearchControl<'_>,
    ) -> SearchResult {
        self.result_of(&self.ranked_children(), board, iterations, control)
    }

    /// The result of a search that chose its move by another rule.
    pub(crate) fn result_with_move(
        &self,
        best_move: Point,
        board: &Board,
        iterations: u64,
        control: &SearchControl<'_>,
    ) -> SearchResult {
        let mut children = self.ranked_children();
        let is_best = |&id: &NodeIndex| self.tree.node(id).point() == best_move;
        match children.iter().position(is_best) {
            Some(index) => children[..=index].rotate_right(1),
            // No move has been visited yet.
            None => return SearchResult::new(best_move),
        }
        self.result_of(&children, board, iterations, control)
    }

    /// The children of the root, the move to play first.
    fn ranked_children(&self) -> Vec<NodeIndex> {
        let mut children: Vec<_> = self.tree.children(ROOT).collect();
        children.sort_by(|&a, &b| {
            let (a, b) = (self.tree.node(a), self.tree.node(b));
            let by_value = b.mean().total_cmp(&a.mean());
            let by_visits = b.visits.cmp(&a.visits);
            // Proven results overrule statistics.
            let by_result = b.state.rank().cmp(&a.state.rank());
            by_result.then(match self.config.final_move {
                FinalMove::MaxValue => by_value.then(by_visits),
                FinalMove::MaxVisits => by_visits.then(by_value),
            })
        });
        children
    }

    fn result_of(
        &self,
        children: &[NodeIndex],
        board: &Board,
        iterations: u64,
        control: &SearchControl<'_>,
    ) -> SearchResult {
        let best = self.tree.node(children[0]);
        let candidates = children
            .iter()
            .map(|&child| {
                let node = self.tree.node(child);
                Candidate {
                    visits: Some(node.visits.into()),
                    value: Some(node.value()),
                    prior: self.has_priors().then_some(f64::from(node.prior)),
                    ..Candidate::new(node.point())
                }
            })
            .collect();
        let pv = self.principal_variation(children[0], board.size().area());
        SearchResult {
            win_rate: Some(best.value()),
            mate: self.mate_in(best),
            depth: pv.len() as u32,
            selective_depth: pv.len() as u32,
            pv,
            nodes: iterations,
            time: control.elapsed(),
            candidates,
            ..SearchResult::new(best.point())
        }
    }

    /// The proven result of the best move.
    fn mate_in(&self, best: &SearchNode) -> Option<MateIn> {
        let root = self.tree.node(ROOT);
        match best.state {
            NodeState::Won => Some(MateIn::Win(u32::from(best.plies_to_end) + 1)),
            // A loss must hold for every move, also for the excluded ones.
            NodeState::Lost if root.state == NodeState::Won && self.excluded.is_empty() => {
                Some(MateIn::Loss(u32::from(root.plies_to_end)))
            }
            _ => None,
        }
    }

    /// The most visited line from a child of the root.
    fn principal_variation(&self, child: NodeIndex, max_length: usize) -> Vec<Point> {
        let most_visited = |&id: &NodeIndex| {
            self.tree
                .children(id)
                .max_by_key(|&child| self.tree.node(child).visits)
        };
        std::iter::successors(Some(child), most_visited)
            .take(max_length)
            .map(|id| self.tree.node(id).point())
            .collect()
    }
}

/// Iterations that are reported, dense enough to plot convergence: 1, 2, 5, 10, 20, 50, ... and every thousand.
pub(crate) fn is_milestone(iterations: u64) -> bool {
    let decade = 10_u64.pow(iterations.ilog10());
    iterations.is_multiple_of(1000) || [1, 2, 5].map(|step| step * decade).contains(&iterations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milestones_are_ones_twos_fives_and_thousands() {
        let milestones: Vec<_> = (1..=3000).filter(|&count| is_milestone(count)).collect();
        assert_eq!(
            milestones,
            [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 3000]
        );
    }
}
