//! Candidates by class: what must be answered, then what attacks, then the rest.
//!
//! A square is classed by the larger of its two scores and belongs to that side. In this order: an own five; the enemy's
//! fives; own open fours; the enemy's open fours, unless an own closed four can come first; any open four with all closed
//! fours; double threes, closed fours and threes, own before enemy; and, when there is no double three, the twos or,
//! without those, the rest. The list is cut at fifteen.
//!
//! The authors' generator answers for the computer even when the other side is to move and has a five of its own; here
//! "own" is always the side to move.

use std::cmp::Reverse;

use gomoku::{Point, PointSet};

use super::field::Field;
use crate::score_dictionary::{BLOCKED_FOUR, DOUBLE_THREE, FIVE, FOUR, THREE, TWO};

/// Which candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All classes.
    All,
    /// Threes and better only.
    Threes,
}

/// How candidates are made.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// How many at most.
    pub count: usize,
    /// Of which classes.
    pub kind: Kind,
}

/// Squares of one class: own ones and the enemy's, with their scores.
#[derive(Debug, Default)]
struct Class {
    own: Vec<(i32, Point)>,
    enemy: Vec<(i32, Point)>,
}

impl Class {
    fn both(&self) -> impl Iterator<Item = Point> + '_ {
        self.own.iter().chain(&self.enemy).map(|&(_, point)| point)
    }

    fn is_empty(&self) -> bool {
        self.own.is_empty() && self.enemy.is_empty()
    }
}

/// The lower ends of the classes, from two to five; below all of them is the rest.
const CLASSES: [i32; 6] = [TWO, THREE, DOUBLE_THREE, BLOCKED_FOUR, FOUR, FIVE];

impl Candidates {
    /// The candidates of a position.
    pub fn of(&self, field: &Field) -> Vec<Point> {
        // At the start of a game hardly any square sees two stones.
        let near = if field.board().stone_count() <= 2 {
            field.near()
        } else {
            field.nearer()
        };
        let moves = self.among(field, &near);
        if moves.is_empty() {
            self.among(field, &field.near())
        } else {
            moves
        }
    }

    /// The candidates among the points that may be chosen at the root: at least one.
    pub fn at_root(&self, field: &Field, allowed: &PointSet) -> Vec<Point> {
        let mut moves = self.of(field);
        moves.retain(|&point| allowed.contains(point));
        if moves.is_empty() {
            moves = self.among(field, allowed);
        }
        if moves.is_empty() {
            moves = allowed.iter().collect();
        }
        moves
    }

    fn among(&self, field: &Field, points: &PointSet) -> Vec<Point> {
        let side = field.board().side_to_move();
        let mut classes: [Class; 7] = Default::default();
        for point in points {
            let [own, enemy] = [side, !side].map(|color| match field.score(color, point) {
                // A five counts only where the rule says so.
                FIVE.. if !field.board().wins(point, color) => 0,
                score => score,
            });
            let class = CLASSES
                .iter()
                .filter(|&&least| own.max(enemy) >= least)
                .count();
            if class == 0 && self.kind == Kind::Threes || !field.is_allowed(point) {
                continue;
            }
            let Class {
                own: mine,
                enemy: other,
            } = &mut classes[class];
            if own >= enemy {
                mine.push((own, point));
            } else {
                other.push((enemy, point));
            }
        }
        for class in &mut classes {
            class.own.sort_by_key(|&(score, _)| Reverse(score));
            class.enemy.sort_by_key(|&(score, _)| Reverse(score));
        }
        self.choose(&classes)
    }

    fn choose(&self, classes: &[Class; 7]) -> Vec<Point> {
        let [
            rest,
            twos,
            threes,
            double_threes,
            closed_fours,
            fours,
            fives,
        ] = classes;
        let points =
            |list: &[(i32, Point)]| list.iter().map(|&(_, point)| point).collect::<Vec<_>>();
        if let Some(&(_, five)) = fives.own.first() {
            return vec![five];
        }
        if !fives.enemy.is_empty() {
            return points(&fives.enemy);
        }
        if !fours.own.is_empty() {
            return points(&fours.own);
        }
        if !fours.enemy.is_empty() && closed_fours.own.is_empty() {
            return points(&fours.enemy);
        }
        if !fours.is_empty() {
            return fours.both().chain(closed_fours.both()).collect();
        }
        let attacks = double_threes
            .both()
            .chain(closed_fours.both())
            .chain(threes.both());
        let mut moves: Vec<_> = attacks.take(self.count).collect();
        if !double_threes.is_empty() || self.kind == Kind::Threes {
            return moves;
        }
        let quiet = if twos.is_empty() { rest } else { twos };
        let mut quiet: Vec<_> = quiet.own.iter().chain(&quiet.enemy).copied().collect();
        quiet.sort_by_key(|&(score, _)| Reverse(score));
        moves.extend(quiet.into_iter().map(|(_, point)| point));
        moves.truncate(self.count);
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score_dictionary::line_scorer::Scoring;
    use gomoku::{Board, Rule, Size};

    fn candidates(moves: &[(u8, u8)]) -> Vec<Point> {
        let moves: Vec<_> = moves.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap();
        let rule = Candidates {
            count: 15,
            kind: Kind::All,
        };
        rule.of(&Field::new(&board, Scoring::Authors))
    }

    #[test]
    fn fives_come_before_everything_the_own_one_first() {
        let fours = [
            (3, 3),
            (3, 9),
            (4, 3),
            (4, 9),
            (5, 3),
            (5, 9),
            (6, 3),
            (6, 9),
        ];
        let own = candidates(&fours);
        assert_eq!((own.len(), own[0].row()), (1, 3));
        let blocks = candidates(&fours[..7]);
        assert!(blocks.iter().all(|point| point.row() == 3), "{blocks:?}");
    }

    #[test]
    fn an_enemy_three_leaves_its_ends_only() {
        let moves = candidates(&[(5, 5), (11, 11), (6, 5), (12, 3), (7, 5)]);
        assert_eq!(moves, [Point::new(4, 5), Point::new(8, 5)]);
    }

    #[test]
    fn quiet_positions_have_fifteen_candidates_at_most() {
        let moves = candidates(&[(7, 7), (8, 8), (9, 6), (5, 8), (6, 9)]);
        assert!((5..=15).contains(&moves.len()));
    }
}
