//! Positions as a manager sends them: coordinates on either axis, stones in any order.

use std::fmt::Write as _;

use gomoku::{Board, Cell, Color, Point, Rule, Size};

use super::command::Pair;

/// Which of the two numbers is the column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Axis {
    /// Column first: everybody else.
    #[default]
    ColumnFirst,
    /// Row first: Yixin-Board.
    RowFirst,
}

impl Axis {
    /// The point on the board that the two numbers mean.
    pub fn point(self, pair: Pair, size: Size) -> Option<Point> {
        match self {
            Axis::ColumnFirst => size.point(pair.0, pair.1),
            Axis::RowFirst => size.point(pair.1, pair.0),
        }
    }

    /// The two numbers that mean a point.
    pub fn pair(self, point: Point) -> (u8, u8) {
        match self {
            Axis::ColumnFirst => (point.column(), point.row()),
            Axis::RowFirst => (point.row(), point.column()),
        }
    }

    /// `x,y`, without spaces: what every manager can read.
    pub fn text(self, point: Point) -> String {
        let (first, second) = self.pair(point);
        format!("{first},{second}")
    }

    /// Several points with spaces between them.
    pub fn list(self, points: &[Point]) -> String {
        let texts: Vec<String> = points.iter().map(|&point| self.text(point)).collect();
        texts.join(" ")
    }

    /// `xxyyxxyy.`: two digits for each number, and a dot at the end even when there are no points.
    pub fn forbidden_list(self, points: impl Iterator<Item = Point>) -> String {
        let mut text = String::new();
        for point in points {
            let (first, second) = self.pair(point);
            let _ = write!(text, "{first:02}{second:02}");
        }
        text + "."
    }
}

/// Whose stone the third number of a `BOARD` line means.
const OWN: i64 = 1;
const OPPONENT: i64 = 2;
/// A cell that nobody can use any more.
const WALL: i64 = 3;

/// Builds the position with our side to move.
///
/// Who is black? In renju, where stones come in the order they were played, the side of the first stone. Otherwise
/// the order says nothing and the counts decide: as many own stones as the opponent's make us black, one fewer makes
/// us white. Where the counts fit neither, the first stone is black's. Stones that do not alternate are written with
/// passes between them.
///
/// # Errors
/// What is wrong, for an `ERROR` line.
pub fn build(size: Size, rule: Rule, axis: Axis, stones: &[(Pair, i64)]) -> Result<Board, String> {
    let mut board = Board::new(size, rule);
    let mut listed: Vec<(Point, bool)> = Vec::new();
    for &(pair, whose) in stones {
        let name = || format!("{},{}", pair.0, pair.1);
        let point = axis
            .point(pair, size)
            .ok_or_else(|| format!("{} is not on the board", name()))?;
        if !board.is_empty(point) || listed.iter().any(|&(other, _)| other == point) {
            return Err(format!("{} is there twice", name()));
        }
        match whose {
            OWN | OPPONENT => listed.push((point, whose == OWN)),
            WALL => board.block(point),
            _ => return Err(format!("{}: nobody is {whose}", name())),
        }
    }
    let (own, other): (Vec<_>, Vec<_>) = listed.iter().partition(|&&(_, is_own)| is_own);
    let of_counts = match other.len().checked_sub(own.len()) {
        _ if rule == Rule::Renju => None,
        Some(0) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    };
    let first_is_own = listed.first().is_none_or(|&(_, is_own)| is_own);
    let we = of_counts.unwrap_or(if first_is_own {
        Color::Black
    } else {
        Color::White
    });
    if of_counts.is_some() {
        interleave(&mut board, &own, &other, we);
    } else {
        for (point, is_own) in listed {
            let color = if is_own { we } else { !we };
            if board.side_to_move() != color {
                board.pass();
            }
            board.push(point);
        }
        if board.side_to_move() != we {
            board.pass();
        }
    }
    Ok(board)
}

/// Plays black's and white's stones in turn, each side's in the order listed.
fn interleave(board: &mut Board, own: &[(Point, bool)], other: &[(Point, bool)], we: Color) {
    let (mut own, mut other) = (own.iter(), other.iter());
    for _ in 0..own.len() + other.len() {
        let mine = board.side_to_move() == we;
        let next = if mine { own.next() } else { other.next() };
        let &(point, _) = next.expect("the counts fit the sides");
        board.push(point);
    }
}

/// The position without the stone on this point, whenever it was placed; every other stone keeps its color.
pub fn without(board: &Board, point: Point) -> Board {
    let mut plies: Vec<Option<Point>> = board
        .history()
        .iter()
        .map(|&ply| ply.filter(|&stone| stone != point))
        .collect();
    while plies.last() == Some(&None) {
        plies.pop();
    }
    replay(board, board.rule(), plies)
}

/// The same position under another rule.
pub fn under_rule(board: &Board, rule: Rule) -> Board {
    replay(board, rule, board.history().iter().copied())
}

fn replay(board: &Board, rule: Rule, plies: impl IntoIterator<Item = Option<Point>>) -> Board {
    let mut copy = Board::new(board.size(), rule);
    for point in board.size().points() {
        if board.cell(point) == Cell::Wall {
            copy.block(point);
        }
    }
    for ply in plies {
        match ply {
            Some(point) => copy.push(point),
            None => copy.pass(),
        }
    }
    copy
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rule: Rule, stones: &[(i64, i64, i64)]) -> Result<Board, String> {
        let stones: Vec<_> = stones.iter().map(|&(x, y, f)| ((x, y), f)).collect();
        build(Size::FIFTEEN, rule, Axis::ColumnFirst, &stones)
    }

    fn sides(board: &Board) -> (Color, usize, usize) {
        let count = |color| board.stones(color).count();
        (
            board.side_to_move(),
            count(Color::Black),
            count(Color::White),
        )
    }

    #[test]
    fn who_is_black() {
        let of = |rule, stones: &[_]| sides(&board(rule, stones).unwrap());
        let free = Rule::Freestyle;
        assert_eq!(of(free, &[]), (Color::Black, 0, 0));
        assert_eq!(of(free, &[(1, 1, 2)]), (Color::White, 1, 0));
        assert_eq!(of(free, &[(1, 1, 1), (2, 2, 2)]), (Color::Black, 1, 1));
        // In any order: equal counts mean that we are black.
        assert_eq!(of(free, &[(1, 1, 2), (2, 2, 1)]), (Color::Black, 1, 1));
        let three = [(1, 1, 2), (2, 2, 2), (3, 3, 1)];
        assert_eq!(of(free, &three), (Color::White, 2, 1));
        assert_eq!(board(free, &three).unwrap().ply(), 3);
        // Counts that fit nothing: the first stone is black's.
        assert_eq!(of(free, &[(1, 1, 1), (2, 2, 1)]), (Color::Black, 2, 0));
        // Renju goes by order.
        assert_eq!(
            of(Rule::Renju, &[(1, 1, 2), (2, 2, 1)]),
            (Color::White, 1, 1)
        );
    }

    #[test]
    fn walls_and_errors() {
        let walled = board(Rule::Freestyle, &[(0, 0, 3), (1, 1, 2)]).unwrap();
        assert_eq!(walled.cell(Point::new(0, 0)), Cell::Wall);
        assert_eq!(walled.stone_count(), 1);
        for bad in [
            &[(15, 0, 1)][..],
            &[(0, -1, 1)],
            &[(3, 3, 1), (3, 3, 2)],
            &[(3, 3, 3), (3, 3, 3)],
            &[(3, 3, 0)],
        ] {
            assert!(board(Rule::Freestyle, bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn any_stone_can_be_taken_back() {
        let stones = [(1, 1, 1), (2, 2, 2), (3, 3, 1), (4, 4, 2)];
        let full = board(Rule::Renju, &stones).unwrap();
        let middle = without(&full, Point::new(2, 2));
        assert_eq!(sides(&middle), (Color::Black, 2, 1));
        let last = without(&full, Point::new(4, 4));
        assert_eq!(sides(&last), (Color::White, 2, 1));
        assert_eq!(last.ply(), 3);
        assert_eq!(under_rule(&full, Rule::Caro).rule(), Rule::Caro);
    }

    #[test]
    fn axes_and_texts() {
        let point = Point::new(3, 11);
        assert_eq!(Axis::ColumnFirst.text(point), "3,11");
        assert_eq!(Axis::RowFirst.text(point), "11,3");
        assert_eq!(Axis::RowFirst.point((11, 3), Size::FIFTEEN), Some(point));
        assert_eq!(
            Axis::ColumnFirst.forbidden_list([point].into_iter()),
            "0311."
        );
        assert_eq!(Axis::ColumnFirst.forbidden_list([].into_iter()), ".");
    }
}
