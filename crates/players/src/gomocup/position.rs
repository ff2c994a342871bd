//! Positions as a manager sends them: coordinates in either order, stones in any order.

use std::fmt::Write as _;

use gomoku::{Board, Cell, Color, Point, Rule, Size};

use super::command::RawPoint;

/// Which of the two coordinates comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CoordinateOrder {
    /// Column first: every manager but Yixin-Board.
    #[default]
    ColumnFirst,
    /// Row first: Yixin-Board.
    RowFirst,
}

impl CoordinateOrder {
    /// The point on the board, if there is one.
    pub fn point(self, pair: RawPoint, size: Size) -> Option<Point> {
        match self {
            CoordinateOrder::ColumnFirst => size.point(pair.0, pair.1),
            CoordinateOrder::RowFirst => size.point(pair.1, pair.0),
        }
    }

    /// The two coordinates of a point.
    pub fn pair(self, point: Point) -> (u8, u8) {
        match self {
            CoordinateOrder::ColumnFirst => (point.column(), point.row()),
            CoordinateOrder::RowFirst => (point.row(), point.column()),
        }
    }

    /// `x,y` without spaces, which every manager can read.
    pub fn format(self, point: Point) -> String {
        let (first, second) = self.pair(point);
        format!("{first},{second}")
    }

    /// Points separated by spaces.
    pub fn format_list(self, points: &[Point]) -> String {
        let texts: Vec<String> = points.iter().map(|&point| self.format(point)).collect();
        texts.join(" ")
    }

    /// `xxyyxxyy.`: two digits per coordinate, with a final dot even for an empty list.
    pub fn format_forbidden(self, points: impl Iterator<Item = Point>) -> String {
        let mut text = String::new();
        for point in points {
            let (first, second) = self.pair(point);
            let _ = write!(text, "{first:02}{second:02}");
        }
        text + "."
    }
}

/// The third number of a `BOARD` line: the owner of the stone.
const OWN: i64 = 1;
const OPPONENT: i64 = 2;
/// A blocked cell.
const WALL: i64 = 3;

/// Builds the position with the brain's side to move.
///
/// The protocol does not tell who is black. In renju, where stones come in move order, it is the owner of the first
/// stone. Otherwise the counts decide: equal counts make the brain black, one own stone fewer makes it white. If the
/// counts fit neither, the first stone is black. Stones that do not alternate get passes between them.
///
/// # Errors
/// The reason, for an `ERROR` line.
pub fn board_from_stones(
    size: Size,
    rule: Rule,
    order: CoordinateOrder,
    stones: &[(RawPoint, i64)],
) -> Result<Board, String> {
    let mut board = Board::new(size, rule);
    let mut listed: Vec<(Point, bool)> = Vec::new();
    for &(pair, owner) in stones {
        let name = || format!("{},{}", pair.0, pair.1);
        let point = order
            .point(pair, size)
            .ok_or_else(|| format!("{} is not on the board", name()))?;
        if !board.is_empty(point) || listed.iter().any(|&(other, _)| other == point) {
            return Err(format!("{} is listed twice", name()));
        }
        match owner {
            OWN | OPPONENT => listed.push((point, owner == OWN)),
            WALL => board.block(point),
            _ => return Err(format!("{}: unknown owner {owner}", name())),
        }
    }
    let (own, other): (Vec<_>, Vec<_>) = listed.iter().partition(|&&(_, is_own)| is_own);
    let color_by_counts = match other.len().checked_sub(own.len()) {
        _ if rule == Rule::Renju => None,
        Some(0) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    };
    let first_is_own = listed.first().is_none_or(|&(_, is_own)| is_own);
    let own_color = color_by_counts.unwrap_or(if first_is_own {
        Color::Black
    } else {
        Color::White
    });
    if color_by_counts.is_some() {
        interleave(&mut board, &own, &other, own_color);
    } else {
        for (point, is_own) in listed {
            let color = if is_own { own_color } else { !own_color };
            if board.side_to_move() != color {
                board.pass();
            }
            board.push(point);
        }
        if board.side_to_move() != own_color {
            board.pass();
        }
    }
    Ok(board)
}

/// Plays the stones of both sides alternately, each side's in the order listed.
fn interleave(board: &mut Board, own: &[(Point, bool)], other: &[(Point, bool)], own_color: Color) {
    let (mut own, mut other) = (own.iter(), other.iter());
    for _ in 0..own.len() + other.len() {
        let is_own_turn = board.side_to_move() == own_color;
        let next = if is_own_turn {
            own.next()
        } else {
            other.next()
        };
        let &(point, _) = next.expect("the counts fit the sides");
        board.push(point);
    }
}

/// The position without the stone on this point, even if it was not the last move. Other stones keep their color.
pub fn remove_stone(board: &Board, point: Point) -> Board {
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
pub fn with_rule(board: &Board, rule: Rule) -> Board {
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
        board_from_stones(Size::FIFTEEN, rule, CoordinateOrder::ColumnFirst, &stones)
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
    fn counts_or_the_first_stone_decide_who_is_black() {
        let of = |rule, stones: &[_]| sides(&board(rule, stones).unwrap());
        let free = Rule::Freestyle;
        assert_eq!(of(free, &[]), (Color::Black, 0, 0));
        assert_eq!(of(free, &[(1, 1, 2)]), (Color::White, 1, 0));
        assert_eq!(of(free, &[(1, 1, 1), (2, 2, 2)]), (Color::Black, 1, 1));
        // In any order, equal counts make the brain black.
        assert_eq!(of(free, &[(1, 1, 2), (2, 2, 1)]), (Color::Black, 1, 1));
        let three = [(1, 1, 2), (2, 2, 2), (3, 3, 1)];
        assert_eq!(of(free, &three), (Color::White, 2, 1));
        assert_eq!(board(free, &three).unwrap().ply(), 3);
        // Impossible counts: the first stone is black.
        assert_eq!(of(free, &[(1, 1, 1), (2, 2, 1)]), (Color::Black, 2, 0));
        // Renju: the order decides.
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
        let middle = remove_stone(&full, Point::new(2, 2));
        assert_eq!(sides(&middle), (Color::Black, 2, 1));
        let last = remove_stone(&full, Point::new(4, 4));
        assert_eq!(sides(&last), (Color::White, 2, 1));
        assert_eq!(last.ply(), 3);
        assert_eq!(with_rule(&full, Rule::Caro).rule(), Rule::Caro);
    }

    #[test]
    fn points_are_formatted_in_either_order() {
        let point = Point::new(3, 11);
        assert_eq!(CoordinateOrder::ColumnFirst.format(point), "3,11");
        assert_eq!(CoordinateOrder::RowFirst.format(point), "11,3");
        assert_eq!(
            CoordinateOrder::RowFirst.point((11, 3), Size::FIFTEEN),
            Some(point)
        );
        assert_eq!(
            CoordinateOrder::ColumnFirst.format_forbidden([point].into_iter()),
            "0311."
        );
        assert_eq!(
            CoordinateOrder::ColumnFirst.format_forbidden([].into_iter()),
            "."
        );
    }
}
