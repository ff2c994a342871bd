//! A threat's squares, and the stones it puts on the board.

use gomoku::{Cell, Color, Direction, LineClass, Point, Position};

use crate::attacks::threats;

/// How far from a stone a line can matter.
const REACH: i16 = 5;

/// A threat, with the stones that it puts on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) gain: Point,
    pub(super) costs: Vec<Point>,
}

/// Puts the stones of a threat on the board, so that the attacker is to move again. Returns how many moves that took.
pub(super) fn play(position: &mut Position, link: &Link) -> usize {
    position.push(link.gain);
    let mut moves = 1;
    for (index, &cost) in link.costs.iter().enumerate() {
        if index > 0 {
            position.pass();
            moves += 1;
        }
        position.push(cost);
        moves += 1;
    }
    if link.costs.is_empty() {
        position.pass();
        moves += 1;
    }
    moves
}

pub(super) fn take_back(position: &mut Position, moves: usize) {
    for _ in 0..moves {
        position.pop();
    }
}

/// The threats of the side to move that need all of these stones.
pub(super) fn links(position: &mut Position, needed: &[Point]) -> Vec<Link> {
    let attacker = position.board().side_to_move();
    let mut links = Vec::new();
    for gain in &threats(position, attacker) {
        for direction in Direction::ALL {
            let class = position.patterns().line_class(attacker, gain, direction);
            let rests = needed
                .iter()
                .all(|&stone| rests_on(position, gain, direction, stone));
            if rests && (class.is_four() || class.is_three()) {
                let costs = costs(position, gain, direction, class.is_four());
                let link = Link { gain, costs };
                if !links.contains(&link) {
                    links.push(link);
                }
            }
        }
    }
    // Fours first: the fewer answers, the less can go wrong.
    links.sort_by_key(|link| link.costs.len());
    links
}

/// Is the stone among those that make the threat, in this line and with nothing between?
fn rests_on(position: &Position, gain: Point, direction: Direction, stone: Point) -> bool {
    let attacker = position.board().side_to_move();
    [-1, 1].into_iter().any(|sign| {
        (1..REACH)
            .map(|steps| gain.step(direction, sign * steps))
            .take_while(|&point| {
                matches!(position.board().cell(point), Cell::Empty)
                    || position.board().cell(point) == Cell::Stone(attacker)
            })
            .any(|point| point == stone)
    })
}

/// The points of the line that answer the threat.
fn costs(position: &mut Position, gain: Point, direction: Direction, four: bool) -> Vec<Point> {
    let attacker = position.board().side_to_move();
    position.push(gain);
    let line: Vec<Point> = (-REACH..=REACH)
        .filter(|&steps| steps != 0)
        .map(|steps| gain.step(direction, steps))
        .filter(|&point| position.board().is_empty(point))
        .collect();
    let costs = line
        .iter()
        .copied()
        .filter(|&answer| {
            position.push(answer);
            let stands = line.iter().any(|&point| {
                point != answer && goes_on(position, attacker, point, direction, four)
            });
            position.pop();
            !stands
        })
        .collect();
    position.pop();
    costs
}

/// Does the attacker make here what his four, or his three, threatens?
fn goes_on(
    position: &Position,
    attacker: Color,
    point: Point,
    direction: Direction,
    four: bool,
) -> bool {
    match position.patterns().line_class(attacker, point, direction) {
        LineClass::Five => true,
        LineClass::OpenFour => !four,
        _ => false,
    }
}

/// Can one five go through both points?
pub(super) fn in_one_line(one: Point, other: Point) -> bool {
    let columns = i16::from(one.column()) - i16::from(other.column());
    let rows = i16::from(one.row()) - i16::from(other.row());
    let in_line = columns == 0 || rows == 0 || columns.abs() == rows.abs();
    one != other && in_line && columns.abs().max(rows.abs()) < REACH
}
