//! The gain and cost squares of threats.

use gomoku::{Cell, Color, Direction, LineClass, Point, Position};

use crate::attacks::threats;

/// How far along a line a stone can affect a threat.
const REACH: i16 = 5;

/// A threat: the attacker takes the gain square, the defender all cost squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ThreatMove {
    pub(super) gain: Point,
    pub(super) costs: Vec<Point>,
}

/// Plays all stones of a threat, so that the attacker is to move again. Returns the number of plies.
pub(super) fn play(position: &mut Position, threat: &ThreatMove) -> usize {
    position.push(threat.gain);
    let mut moves = 1;
    for (index, &cost) in threat.costs.iter().enumerate() {
        if index > 0 {
            position.pass();
            moves += 1;
        }
        position.push(cost);
        moves += 1;
    }
    if threat.costs.is_empty() {
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

/// The threats of the side to move whose rest squares include all of these stones.
pub(super) fn threat_moves(position: &mut Position, needed: &[Point]) -> Vec<ThreatMove> {
    let attacker = position.board().side_to_move();
    let mut moves = Vec::new();
    for gain in &threats(position, attacker) {
        for direction in Direction::ALL {
            let class = position.patterns().line_class(attacker, gain, direction);
            let rests = needed
                .iter()
                .all(|&stone| rests_on(position, gain, direction, stone));
            if rests && (class.is_four() || class.is_three()) {
                let costs = cost_squares(position, gain, direction, class.is_four());
                let threat = ThreatMove { gain, costs };
                if !moves.contains(&threat) {
                    moves.push(threat);
                }
            }
        }
    }
    // Fours first: they have the fewest cost squares.
    moves.sort_by_key(|threat| threat.costs.len());
    moves
}

/// Is the stone on this line within reach of the gain square, with no opposing stone between?
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

/// The points of the line that stop the threat.
fn cost_squares(
    position: &mut Position,
    gain: Point,
    direction: Direction,
    four: bool,
) -> Vec<Point> {
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
        .filter(|&block| {
            position.push(block);
            let continues = line.iter().any(|&point| {
                point != block && continues(position, attacker, point, direction, four)
            });
            position.pop();
            !continues
        })
        .collect();
    position.pop();
    costs
}

/// Does the attacker carry out the threat here: five after a four, five or an open four after a three?
fn continues(
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

/// Can one five contain both points?
pub(super) fn in_one_line(one: Point, other: Point) -> bool {
    let columns = i16::from(one.column()) - i16::from(other.column());
    let rows = i16::from(one.row()) - i16::from(other.row());
    let in_line = columns == 0 || rows == 0 || columns.abs() == rows.abs();
    one != other && in_line && columns.abs().max(rows.abs()) < REACH
}
