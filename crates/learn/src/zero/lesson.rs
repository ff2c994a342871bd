//! What one position of a game teaches: where the search wanted to play, and how the game ended.

use gomoku::Symmetry;
use nets::residual::Question;
use nets::residual::question;

/// A position, the policy that the search found for it, and the outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The position, from the side to move.
    pub question: Question,
    /// Points by their number, row by row, with their probabilities; points that are not there have none. The sum is one.
    pub policy: Vec<(u16, f32)>,
    /// What the side to move got, or what the search promised it: 1 is a win, -1 a loss.
    pub value: f32,
}

impl Lesson {
    /// The same lesson on the board seen under a symmetry.
    pub fn transformed(&self, symmetry: Symmetry) -> Lesson {
        let size = self.question.size();
        let turned = |&(number, share)| (question::transformed(number, symmetry, size), share);
        Lesson {
            question: self.question.transformed(symmetry),
            policy: self.policy.iter().map(turned).collect(),
            value: self.value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Board, Point, Rule, Size};

    #[test]
    fn the_policy_turns_with_the_board() {
        let size = Size::new(7).unwrap();
        let mut board = Board::new(size, Rule::Freestyle);
        board.push(Point::new(1, 2));
        let there = Point::new(5, 3);
        let lesson = Lesson {
            question: Question::new(&board),
            policy: vec![(question::number(there, size), 1.0)],
            value: 0.5,
        };
        for symmetry in Symmetry::ALL {
            let turned = lesson.transformed(symmetry);
            assert_eq!(turned.question, Question::new(&board.transformed(symmetry)));
            let point = question::point(turned.policy[0].0, size);
            assert_eq!(point, symmetry.apply(there, size));
        }
    }
}
