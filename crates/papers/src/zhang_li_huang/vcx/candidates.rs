//! Candidate moves by class: forced moves first, then attacks, then quiet moves.
//!
//! The larger of a point's two scores determines its class and side. In this order: an own five; the opponent's fives; own
//! open fours; the opponent's open fours, unless there is an own closed four; any open four with all closed fours; double
//! threes, closed fours and threes, own before the opponent's; and without a double three the twos, or without those the
//! rest. The list is cut at fifteen.
//!
//! The authors' generator always takes the computer's side, even when the opponent is to move and has a five. Here "own" is
//! always the side to move.

use std::cmp::Reverse;

use gomoku::{Point, PointSet};

use super::field::Field;
use crate::zhang_li_huang::score_dictionary::{BLOCKED_FOUR, DOUBLE_THREE, FIVE, FOUR, THREE, TWO};

/// The classes to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateClasses {
    /// All classes.
    All,
    /// Threes and better only.
    Threes,
}

/// The candidate generator.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// Maximum number of quiet candidates.
    pub count: usize,
    /// The classes to generate.
    pub classes: CandidateClasses,
}

/// The points of one class, own and the opponent's, with their scores.
#[derive(Debug, Default)]
struct Class {
    own: Vec<(i32, Point)>,
    opponent: Vec<(i32, Point)>,
}

impl Class {
    fn both(&self) -> impl Iterator<Item = Point> + '_ {
        self.own
            .iter()
            .chain(&self.opponent)
            .map(|&(_, point)| point)
    }

    fn is_empty(&self) -> bool {
        self.own.is_empty() && self.opponent.is_empty()
    }
}

/// The minimum scores of the classes from two to five; the rest is below.
const CLASSES: [i32; 6] = [TWO, THREE, DOUBLE_THREE, BLOCKED_FOUR, FOUR, FIVE];

impl Candidates {
    /// The candidates of a position.
    pub fn of(&self, field: &Field) -> Vec<Point> {
        // Early in a game hardly any point has two stones nearby.
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
            let [own, opponent] = [side, !side].map(|color| match field.score(color, point) {
                // A five counts only where the rule says so.
                FIVE.. if !field.board().wins(point, color) => 0,
                score => score,
            });
            let class = CLASSES
                .iter()
                .filter(|&&least| own.max(opponent) >= least)
                .count();
            if class == 0 && self.classes == CandidateClasses::Threes || !field.is_allowed(point) {
                continue;
            }
            let Class {
                own: own_points,
                opponent: opponent_points,
            } = &mut classes[class];
            if own >= opponent {
                own_points.push((own, point));
            } else {
                opponent_points.push((opponent, point));
            }
        }
        for class in &mut classes {
            class.own.sort_by_key(|&(score, _)| Reverse(score));
            class.opponent.sort_by_key(|&(score, _)| Reverse(score));
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
        if !fives.opponent.is_empty() {
            return points(&fives.opponent);
        }
        if !fours.own.is_empty() {
            return points(&fours.own);
        }
        if !fours.opponent.is_empty() && closed_fours.own.is_empty() {
            return points(&fours.opponent);
        }
        if !fours.is_empty() {
            return fours.both().chain(closed_fours.both()).collect();
        }
        let attacks = double_threes
            .both()
            .chain(closed_fours.both())
            .chain(threes.both());
        let mut moves: Vec<_> = attacks.take(self.count).collect();
        if !double_threes.is_empty() || self.classes == CandidateClasses::Threes {
            return moves;
        }
        let quiet = if twos.is_empty() { rest } else { twos };
        let mut quiet: Vec<_> = quiet.own.iter().chain(&quiet.opponent).copied().collect();
        quiet.sort_by_key(|&(score, _)| Reverse(score));
        moves.extend(quiet.into_iter().map(|(_, point)| point));
        moves.truncate(self.count);
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zhang_li_huang::score_dictionary::line_scorer::Scoring;
    use gomoku::{Board, Rule, Size};

    fn candidates(moves: &[(u8, u8)]) -> Vec<Point> {
        let moves: Vec<_> = moves.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap();
        let rule = Candidates {
            count: 15,
            classes: CandidateClasses::All,
        };
        rule.of(&Field::new(&board, Scoring::Authors))
    }

    #[test]
    fn fives_come_first_own_before_the_opponents() {
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
    fn an_opposing_three_leaves_only_its_ends() {
        let moves = candidates(&[(5, 5), (11, 11), (6, 5), (12, 3), (7, 5)]);
        assert_eq!(moves, [Point::new(4, 5), Point::new(8, 5)]);
    }

    #[test]
    fn quiet_positions_have_fifteen_candidates_at_most() {
        let moves = candidates(&[(7, 7), (8, 8), (9, 6), (5, 8), (6, 9)]);
        assert!((5..=15).contains(&moves.len()));
    }
}
