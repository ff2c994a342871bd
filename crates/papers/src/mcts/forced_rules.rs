//! Tang's simulation (2016, Algorithm 1): four rules, then the lot.
//!
//! In this order: (1) complete an own four, (2) block the enemy's four, (3) turn an own three into a four, (4) block the
//! enemy's three; otherwise any point near the stones. "Three" is read as a three that becomes an open four; where
//! several points do the same, one is drawn.

use gomoku::{Board, ByColor, Color, Neighborhood, Observer, Patterns, Point, Threat};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::leaf::{Leaf, both, win};
use super::rollout::NearPoints;

/// Plays games by the four rules.
#[derive(Clone, Debug)]
pub struct ForcedRules {
    points: NearPoints,
    /// What a game that nobody won counts for each side.
    undecided: f64,
    patterns: Option<Patterns>,
}

impl ForcedRules {
    /// Games among the points of a neighborhood.
    pub fn new(near: Neighborhood, undecided: f64) -> ForcedRules {
        ForcedRules {
            points: NearPoints::new(near),
            undecided,
            patterns: None,
        }
    }
}

/// The move that the rules ask for.
pub(crate) fn forced_move(
    board: &Board,
    patterns: &Patterns,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Point> {
    let side = board.side_to_move();
    let rules = [
        (side, Threat::Five),
        (!side, Threat::Five),
        (side, Threat::OpenFour),
        (!side, Threat::OpenFour),
    ];
    for (color, threat) in rules {
        let count = patterns.count(color, threat);
        if count > 0 {
            let points = patterns.points(color, threat);
            let point = points.iter().nth(rng.random_range(0..count))?;
            // Only a block can be forbidden, and then it is no use looking for another rule.
            return is_allowed(board, patterns, point).then_some(point);
        }
    }
    None
}

/// May the side to move play here?
fn is_allowed(board: &Board, patterns: &Patterns, point: Point) -> bool {
    !board.rule().forbids(board.side_to_move())
        || patterns.threat(Color::Black, point) != Threat::Forbidden
        || board.forbidden_reason(point).is_none()
}

impl Observer for ForcedRules {
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

impl Leaf for ForcedRules {
    fn begin(&mut self, board: &Board) {
        self.patterns = Some(Patterns::new(board));
    }

    fn value(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> ByColor<f64> {
        // Taken out for the time of the game, so that it can be told of the stones while the rules are asked.
        let Some(mut patterns) = self.patterns.take() else {
            return both(self.undecided);
        };
        let start = board.ply();
        let mut rewards = both(self.undecided);
        self.points.begin(board);
        while let Some(point) =
            forced_move(board, &patterns, rng).or_else(|| self.points.draw(board, rng))
        {
            let mover = board.side_to_move();
            if patterns.threat(mover, point) == Threat::Five {
                rewards = win(mover);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};
    use rand::SeedableRng;

    fn answer(stones: &[(u8, u8)]) -> Option<Point> {
        let moves: Vec<_> = stones.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        forced_move(&board, &Patterns::new(&board), &mut rng)
    }

    #[test]
    fn the_rules_come_in_their_order() {
        let black_four = [(3, 3), (3, 9), (4, 3), (4, 9), (5, 3), (5, 9), (6, 3)];
        let white_answers = answer(&black_four).unwrap();
        assert!([Point::new(2, 3), Point::new(7, 3)].contains(&white_answers));
        let both_fours = [&black_four[..], &[(6, 9)]].concat();
        let black_wins = answer(&both_fours).unwrap();
        assert!([Point::new(2, 3), Point::new(7, 3)].contains(&black_wins));
        let black_three = [(3, 3), (3, 9), (4, 3), (9, 12), (5, 3)];
        assert_eq!(answer(&black_three).unwrap().row(), 3);
        let own_three = [
            &black_three[..4],
            &[(12, 1), (8, 12), (1, 12), (7, 12), (14, 14)],
        ]
        .concat();
        assert_eq!(answer(&own_three).unwrap().row(), 12);
        assert_eq!(answer(&[(7, 7), (8, 8)]), None);
    }
}
