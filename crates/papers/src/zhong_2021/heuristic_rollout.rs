//! Tang's heuristic simulation (2016, Algorithm 1): four rules, then a random move.
//!
//! In this order: (1) complete our four, (2) block the opponent's four, (3) extend our three to a four, (4) block the
//! opponent's three; otherwise a random point near the stones. We read "three" as a three that becomes an open four, and
//! choose at random where several points satisfy a rule.

use gomoku::{Board, ByColor, Color, Neighborhood, Observer, Patterns, Point, PointSet, Threat};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::mcts::evaluator::{LeafEvaluator, equal_rewards, win_for};
use crate::mcts::rollout::NearbyPoints;

/// Evaluates a leaf by one game that follows the four rules.
#[derive(Clone, Debug)]
pub struct HeuristicRollout {
    points: NearbyPoints,
    /// Reward of both sides for a drawn game.
    draw_reward: f64,
    /// Do the rules choose the replies in a tree as well?
    rules_in_tree: bool,
    patterns: Option<Patterns>,
}

impl HeuristicRollout {
    /// Games among the points near the stones.
    pub fn new(neighborhood: Neighborhood, draw_reward: f64) -> HeuristicRollout {
        HeuristicRollout {
            points: NearbyPoints::new(neighborhood),
            draw_reward,
            rules_in_tree: false,
            patterns: None,
        }
    }

    /// Lets a tree expand only what the first applicable rule demands. Algorithm 2 has the rules in the simulation only.
    #[must_use]
    pub fn with_rules_in_tree(self, rules_in_tree: bool) -> HeuristicRollout {
        HeuristicRollout {
            rules_in_tree,
            ..self
        }
    }
}

/// The points of the first applicable rule.
fn forced_points(side: Color, patterns: &Patterns) -> Option<PointSet> {
    let rules = [
        (side, Threat::Five),
        (!side, Threat::Five),
        (side, Threat::OpenFour),
        (!side, Threat::OpenFour),
    ];
    let (color, threat) = rules
        .into_iter()
        .find(|&(color, threat)| patterns.count(color, threat) > 0)?;
    Some(*patterns.points(color, threat))
}

/// The move that the first applicable rule demands.
pub(crate) fn forced_move(
    board: &Board,
    patterns: &Patterns,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Point> {
    let points = forced_points(board.side_to_move(), patterns)?;
    let point = points.iter().nth(rng.random_range(0..points.len()))?;
    // Only a block can be forbidden, and then no later rule helps.
    is_legal(board, patterns, point).then_some(point)
}

fn is_legal(board: &Board, patterns: &Patterns, point: Point) -> bool {
    !board.rule().forbids(board.side_to_move())
        || patterns.threat(Color::Black, point) != Threat::Forbidden
        || board.forbidden_reason(point).is_none()
}

impl Observer for HeuristicRollout {
    fn on_place(&mut self, board: &Board, point: Point, color: Color) {
        if let Some(patterns) = &mut self.patterns {
            patterns.on_place(board, point, color);
        }
    }

    fn on_remove(&mut self, board: &Board, point: Point, color: Color) {
        if let Some(patterns) = &mut self.patterns {
            patterns.on_remove(board, point, color);
        }
    }
}

impl LeafEvaluator for HeuristicRollout {
    fn begin(&mut self, board: &Board) {
        self.patterns = Some(Patterns::new(board));
    }

    fn evaluate(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> ByColor<f64> {
        // Taken out, because the game updates the patterns while `self` draws points.
        let Some(mut patterns) = self.patterns.take() else {
            return equal_rewards(self.draw_reward);
        };
        let start = board.ply();
        let mut rewards = equal_rewards(self.draw_reward);
        self.points.begin(board);
        while let Some(point) =
            forced_move(board, &patterns, rng).or_else(|| self.points.draw(board, rng))
        {
            let mover = board.side_to_move();
            if patterns.threat(mover, point) == Threat::Five {
                rewards = win_for(mover);
                break;
            }
            board.push_observed(point, &mut patterns);
            self.points.add_around(board, point);
        }
        while board.ply() > start {
            board.pop_observed(&mut patterns);
        }
        self.patterns = Some(patterns);
        rewards
    }

    fn prune(&mut self, board: &mut Board, moves: &mut Vec<Point>) {
        let (true, Some(patterns)) = (self.rules_in_tree, &self.patterns) else {
            return;
        };
        if let Some(points) = forced_points(board.side_to_move(), patterns)
            && moves.iter().any(|&point| points.contains(point))
        {
            moves.retain(|&point| points.contains(point));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};
    use rand::SeedableRng;

    fn forced(stones: &[(u8, u8)]) -> Option<Point> {
        let moves: Vec<_> = stones.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        forced_move(&board, &Patterns::new(&board), &mut rng)
    }

    #[test]
    fn a_tree_expands_what_the_rule_demands_if_it_is_told_to() {
        let black_three = [(3, 3), (3, 9), (4, 3), (9, 12), (5, 3)].map(|(x, y)| Point::new(x, y));
        let mut board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &black_three).unwrap();
        let all: Vec<_> = Neighborhood::Square2.candidates(&board).iter().collect();
        for rules_in_tree in [false, true] {
            let mut rollout =
                HeuristicRollout::new(Neighborhood::Square2, 0.5).with_rules_in_tree(rules_in_tree);
            rollout.begin(&board);
            let mut moves = all.clone();
            rollout.prune(&mut board, &mut moves);
            if rules_in_tree {
                // White blocks the open four on either side.
                assert_eq!(moves, [Point::new(2, 3), Point::new(6, 3)]);
            } else {
                assert_eq!(moves, all);
            }
        }
    }

    #[test]
    fn the_first_applicable_rule_decides() {
        let black_four = [(3, 3), (3, 9), (4, 3), (4, 9), (5, 3), (5, 9), (6, 3)];
        let white_block = forced(&black_four).unwrap();
        assert!([Point::new(2, 3), Point::new(7, 3)].contains(&white_block));
        let both_fours = [&black_four[..], &[(6, 9)]].concat();
        let black_wins = forced(&both_fours).unwrap();
        assert!([Point::new(2, 3), Point::new(7, 3)].contains(&black_wins));
        let black_three = [(3, 3), (3, 9), (4, 3), (9, 12), (5, 3)];
        assert_eq!(forced(&black_three).unwrap().row(), 3);
        let own_three = [
            &black_three[..4],
            &[(12, 1), (8, 12), (1, 12), (7, 12), (14, 14)],
        ]
        .concat();
        assert_eq!(forced(&own_three).unwrap().row(), 12);
        assert_eq!(forced(&[(7, 7), (8, 8)]), None);
    }
}
