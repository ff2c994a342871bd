//! Static tactics: results that follow from the patterns without a search.
//!
//! | question | function |
//! |---|---|
//! | Is the position decided? Any rule; uses threat counts only, cheap enough for every node | [`static_mate`] |
//! | Is it decided in freestyle? Uses line classes too and decides more positions | [`freestyle_static_mate`] |
//! | Which move wins with a five or an open four? Any rule | [`winning_move`] |
//! | Where does a side make a four? Without and with the test for forbidden points | [`pseudo_legal_fours`], [`legal_fours`] |
//! | Which moves block one of the opponent's fives? Likewise | [`pseudo_legal_blocks`], [`legal_blocks`] |
//! | Which of them leave the opponent no five? | [`sufficient_blocks`] |
//! | Which point completes the five after a four? By the rule, or only if it is unambiguous | [`completing_point`], [`sole_completing_point`] |

mod freestyle;

pub use freestyle::freestyle_static_mate;

use crate::board::Cell;
use crate::color::Color;
use crate::pattern::{LineClass, Patterns, Threat};
use crate::point::{Direction, Point};
use crate::point_set::PointSet;
use crate::position::Position;
use crate::search_result::MateIn;

/// The result of a position that threat counts decide.
///
/// - A five of the side to move wins in 1; two fives of the opponent lose in 2.
/// - Otherwise an open four wins in 3.
/// - A four-three or double three wins in 5 if the opponent can make no four.
///
/// Under caro one stone can block two fives, so only an own five counts. In renju black's threes can be false, so black's
/// four-threes are left to the search.
#[inline]
pub fn static_mate(position: &Position) -> Option<MateIn> {
    let side = position.board().side_to_move();
    let patterns = position.patterns();
    if patterns.count(side, Threat::Five) > 0 {
        return Some(MateIn::Win(1));
    }
    if position.board().rule().is_caro() {
        return None;
    }
    match patterns.count(!side, Threat::Five) {
        0 => {}
        1 => return None,
        _ => return Some(MateIn::Loss(2)),
    }
    if patterns.count(side, Threat::OpenFour) > 0 {
        return Some(MateIn::Win(3));
    }
    let has = |threat| patterns.count(side, threat) > 0;
    if (has(Threat::FourThree) || has(Threat::DoubleThree))
        && !position.board().rule().forbids(side)
        && !can_make_four(patterns, !side)
    {
        return Some(MateIn::Win(5));
    }
    None
}

/// Can the side make a four or five? Counts points that look forbidden.
#[inline]
pub fn can_make_four(patterns: &Patterns, color: Color) -> bool {
    const FOURS: [Threat; 6] = [
        Threat::Four,
        Threat::FourPlus,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Forbidden,
        Threat::Five,
    ];
    FOURS
        .iter()
        .any(|&threat| patterns.count(color, threat) > 0)
}

/// A winning move of the side to move: a five, or an open four if the opponent has no five.
pub fn winning_move(position: &mut Position) -> Option<Point> {
    let attacker = position.board().side_to_move();
    if let Some(five) = position.five(attacker) {
        return Some(five);
    }
    if position.patterns().count(!attacker, Threat::Five) > 0 {
        return None;
    }
    let open_fours = *position.patterns().points(attacker, Threat::OpenFour);
    open_fours.iter().find(|&point| {
        position.push(point);
        // Under caro one stone can block both fives of an open four.
        let wins = sufficient_blocks(position).is_empty();
        position.pop();
        wins
    })
}

/// The points where a side makes a four or five, including black's points that look forbidden in renju.
#[inline]
pub fn pseudo_legal_fours(position: &Position, color: Color) -> PointSet {
    let patterns = position.patterns();
    let mut fours = patterns.at_least(color, Threat::Four);
    if position.board().rule().forbids(color) {
        fours |= *patterns.points(color, Threat::Forbidden);
    }
    fours
}

/// The legal points where a side makes a four or five.
pub fn legal_fours(position: &Position, color: Color) -> PointSet {
    let patterns = position.patterns();
    let mut fours = patterns.at_least(color, Threat::Four);
    if position.board().rule().forbids(color) {
        // A point that looks forbidden can be legal.
        for point in patterns.points(color, Threat::Forbidden) {
            let makes_four = Direction::ALL
                .into_iter()
                .any(|direction| patterns.line_class(color, point, direction).is_four());
            if makes_four && position.forbidden_reason(point).is_none() {
                fours.insert(point);
            }
        }
    }
    fours
}

/// The moves that block at least one of the opponent's fives: the point itself, and under caro the ends of the row it
/// completes. Includes forbidden points.
pub fn pseudo_legal_blocks(position: &Position) -> PointSet {
    let opponent = !position.board().side_to_move();
    let fives = *position.patterns().points(opponent, Threat::Five);
    if !position.board().rule().is_caro() {
        return fives;
    }
    let mut blocks = fives;
    for five in &fives {
        for direction in Direction::ALL {
            if position.patterns().line_class(opponent, five, direction) == LineClass::Five {
                for end in row_ends(position, opponent, five, direction) {
                    if position.board().is_empty(end) {
                        blocks.insert(end);
                    }
                }
            }
        }
    }
    blocks
}

/// [`pseudo_legal_blocks`] without forbidden points.
pub fn legal_blocks(position: &Position) -> PointSet {
    let mut blocks = pseudo_legal_blocks(position);
    if position
        .board()
        .rule()
        .forbids(position.board().side_to_move())
    {
        for point in &blocks.clone() {
            if position.forbidden_reason(point).is_some() {
                blocks.remove(point);
            }
        }
    }
    blocks
}

/// The legal blocks after which the opponent has no five left.
pub fn sufficient_blocks(position: &mut Position) -> Vec<Point> {
    let opponent = !position.board().side_to_move();
    legal_blocks(position)
        .iter()
        .filter(|&block| {
            position.push(block);
            let is_sufficient = position.patterns().count(opponent, Threat::Five) == 0;
            position.pop();
            is_sufficient
        })
        .collect()
}

/// The cells before and after the row that a stone here completes.
fn row_ends(position: &Position, color: Color, point: Point, direction: Direction) -> [Point; 2] {
    [-1, 1].map(|sign| {
        let mut steps = 1;
        while position.board().cell(point.step(direction, sign * steps)) == Cell::Stone(color) {
            steps += 1;
        }
        point.step(direction, sign * steps)
    })
}

/// The point that completes a winning row after a four at `four`, if there is exactly one. Considers the first line with a
/// four; the rule decides which rows win.
pub fn completing_point(position: &Position, attacker: Color, four: Point) -> Option<Point> {
    let direction = Direction::ALL.into_iter().find(|&direction| {
        position.patterns().line_class(attacker, four, direction) == LineClass::Four
    })?;
    let is_own = |at: Point| at == four || position.board().cell(at) == Cell::Stone(attacker);
    let wins = |at: Point| {
        let run = |sign: i16| {
            (1..=5)
                .take_while(|&steps| is_own(at.step(direction, sign * steps)))
                .count()
        };
        let row = run(-1) + run(1) + 1;
        position.board().rule().wins(attacker, row as u32, false)
    };
    only(
        (-4..=4)
            .map(|steps| four.step(direction, steps))
            .filter(|&at| at != four && position.board().is_empty(at) && wins(at)),
    )
}

/// The point that completes the five after a four at `four`, if exactly one line makes a four and exactly one point on it
/// completes five or more stones. Stricter than [`completing_point`].
pub fn sole_completing_point(position: &Position, attacker: Color, four: Point) -> Option<Point> {
    let direction = only(Direction::ALL.into_iter().filter(|&direction| {
        position.patterns().line_class(attacker, four, direction) == LineClass::Four
    }))?;
    let is_own = |at: Point| at == four || position.board().cell(at) == Cell::Stone(attacker);
    let makes_five = |at: Point| {
        let run = |sign: i16| {
            (1..=4)
                .take_while(|&steps| is_own(at.step(direction, sign * steps)))
                .count()
        };
        run(-1) + run(1) >= 4
    };
    only(
        (-4..=4)
            .map(|steps| four.step(direction, steps))
            .filter(|&at| at != four && position.board().is_empty(at) && makes_five(at)),
    )
}

/// The only item of an iterator; `None` if it has none or several.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let item = items.next()?;
    items.next().is_none().then_some(item)
}
