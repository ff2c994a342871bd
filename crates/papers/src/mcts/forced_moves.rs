//! Cao and Lin's forced-move pruning: moves that lose at once are taken off the list, a move that wins stays alone.
//!
//! For the side to move:
//! 1. a move that makes five is the only one; then of each move, imagined on the board:
//! 2. it is dropped if the enemy has a four;
//! 3. it is the only one if it gives an open four, two fours, or a four and a live three, or if fours and live threes
//!    are two while the enemy has neither a live nor a sleeping three;
//! 4. it stays if it makes a four; otherwise it is dropped if the enemy keeps a live three, and stays if not.
//!
//! It was on in the authors' programs of June 2019 and is off in their last ones. They count their own patterns; here the
//! shapes of [`shapes`](crate::shapes) are counted, in which the edge blocks a line as well. When nothing is left the
//! list stays as it was: what is lost may be played anywhere.

use gomoku::{Board, ByColor, Color, Observer, Point};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::leaf::Leaf;
use crate::shapes::{Shape, ShapeCounts, Shapes};

/// The moves that are worth a look; the board and the shapes come back as they were.
pub fn forced_moves(board: &mut Board, shapes: &mut Shapes, moves: &[Point]) -> Vec<Point> {
    let side = board.side();
    if let Some(&five) = moves.iter().find(|&&point| board.wins(point, side)) {
        return vec![five];
    }
    let mut kept = Vec::new();
    for &point in moves {
        board.push_observed(point, shapes);
        let [own, enemy] = [side, !side].map(|color| Tally::new(&shapes.of(color)));
        board.pop_observed(shapes);
        if enemy.fours > 0 {
            continue;
        }
        let is_double = own.fours >= 2 || own.fours == 1 && own.threes >= 1;
        let is_unanswered =
            enemy.threes + enemy.sleeping_threes == 0 && own.fours + own.threes >= 2;
        if own.open_fours > 0 || is_double || is_unanswered {
            return vec![point];
        }
        if own.fours > 0 || enemy.threes == 0 {
            kept.push(point);
        }
    }
    kept
}

/// A side's threats.
struct Tally {
    open_fours: i32,
    /// Open ones and others.
    fours: i32,
    /// Live ones.
    threes: i32,
    sleeping_threes: i32,
}

impl Tally {
    fn new(counts: &ShapeCounts) -> Tally {
        let sum = |shapes: &[Shape]| shapes.iter().map(|&shape| counts.of(shape)).sum();
        Tally {
            open_fours: sum(&[Shape::LiveFour]),
            fours: sum(&[
                Shape::LiveFour,
                Shape::DeadFour,
                Shape::JDeadFour,
                Shape::CDeadFour,
            ]),
            threes: sum(&[Shape::LiveThree, Shape::JLiveThree]),
            sleeping_threes: sum(&[Shape::DeadThree]),
        }
    }
}

/// Any leaf value, with or without the pruning.
#[derive(Clone, Debug)]
pub struct Pruned<L> {
    leaf: L,
    is_on: bool,
    shapes: Option<Shapes>,
}

impl<L> Pruned<L> {
    /// Puts the pruning before a leaf value, if it is on.
    pub fn new(leaf: L, is_on: bool) -> Pruned<L> {
        Pruned {
            leaf,
            is_on,
            shapes: None,
        }
    }
}

impl<L: Leaf> Observer for Pruned<L> {
    #[inline]
    fn placed(&mut self, board: &Board, point: Point, color: Color) {
        self.leaf.placed(board, point, color);
        if let Some(shapes) = &mut self.shapes {
            shapes.placed(board, point, color);
        }
    }

    #[inline]
    fn removed(&mut self, board: &Board, point: Point, color: Color) {
        self.leaf.removed(board, point, color);
        if let Some(shapes) = &mut self.shapes {
            shapes.removed(board, point, color);
        }
    }
}

impl<L: Leaf> Leaf for Pruned<L> {
    fn begin(&mut self, board: &Board) {
        self.leaf.begin(board);
        self.shapes = self.is_on.then(|| Shapes::new(board));
    }

    fn value(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> ByColor<f64> {
        self.leaf.value(board, rng)
    }

    fn bias(&mut self, board: &Board, point: Point) -> f32 {
        self.leaf.bias(board, point)
    }

    fn prune(&mut self, board: &mut Board, moves: &mut Vec<Point>) {
        self.leaf.prune(board, moves);
        if let Some(shapes) = &mut self.shapes {
            let kept = forced_moves(board, shapes, moves);
            if !kept.is_empty() {
                *moves = kept;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Neighborhood, Rule, Size};

    fn forced(stones: &[(u8, u8)]) -> Vec<Point> {
        let stones: Vec<_> = stones.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let mut board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &stones).unwrap();
        let moves: Vec<_> = Neighborhood::Star2.candidates(&board).iter().collect();
        let mut shapes = Shapes::new(&board);
        let before = (board.clone(), shapes.of(Color::Black));
        let kept = forced_moves(&mut board, &mut shapes, &moves);
        assert!(before == (board, shapes.of(Color::Black)));
        kept
    }

    #[test]
    fn fives_and_answers_to_fours_stand_alone() {
        let black_four = [(3, 3), (2, 3), (4, 3), (4, 9), (5, 3), (9, 9), (6, 3)];
        assert_eq!(forced(&black_four), [Point::new(7, 3)]);
        let black_to_move = [&black_four[..], &[(9, 4)]].concat();
        assert_eq!(forced(&black_to_move), [Point::new(7, 3)]);
    }

    #[test]
    fn an_own_three_becomes_an_open_four_and_an_enemy_three_must_be_answered() {
        let three = [(3, 7), (3, 12), (4, 7), (9, 12), (5, 7)];
        let answers = forced(&three);
        let on_the_line = |&point: &Point| point.row() == 7;
        assert!(
            !answers.is_empty() && answers.iter().all(on_the_line),
            "{answers:?}"
        );
        let own = forced(&[&three[..], &[(12, 1)]].concat());
        assert_eq!(own.len(), 1);
        assert!([2, 6].contains(&own[0].column()) && own[0].row() == 7);
    }

    #[test]
    fn crossing_threes_stand_alone_and_quiet_positions_lose_nothing() {
        let crossing = [
            (7, 5),
            (8, 5),
            (7, 6),
            (5, 6),
            (5, 7),
            (6, 8),
            (6, 7),
            (8, 8),
        ];
        assert_eq!(forced(&crossing), [Point::new(7, 7)]);
        let quiet = [(7, 7), (8, 8)];
        let stones: Vec<_> = quiet.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &stones).unwrap();
        assert_eq!(
            forced(&quiet).len(),
            Neighborhood::Star2.candidates(&board).len()
        );
    }
}
