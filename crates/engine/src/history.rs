//! Which moves have been good in this search: the memory behind move ordering.
//!
//! A move that was good enough to end the search of a position gains, the moves tried before it lose; the gain shrinks as
//! a value nears its bound. Three views: the point itself; the answer to the last move; and the step from one of the last two
//! moves to this one, by offset and by what the move makes, so that what was learned in one corner serves in another.

use gomoku::{Color, Point, Threat};

/// Bound of every value.
const BOUND: i32 = 8_192;
/// Offsets of up to seven columns and rows; all others share one place.
const SPAN: i32 = 7;
const WIDTH: i32 = 2 * SPAN + 1;
const OFFSETS: usize = (WIDTH * WIDTH) as usize + 1;
/// Room for the threats, so that places are found by shifting.
const THREATS: usize = Threat::COUNT.next_power_of_two();

/// The offset of two points by the difference of their indices, plus the number of cells. Points so far apart that a
/// difference could mean two offsets are out of the span with both.
static OFFSET: [u8; 2 * Point::CELLS] = {
    let mut offsets = [(OFFSETS - 1) as u8; 2 * Point::CELLS];
    let mut rows = -SPAN;
    while rows <= SPAN {
        let mut columns = -SPAN;
        while columns <= SPAN {
            let difference = Point::CELLS as i32 + rows * Point::STRIDE as i32 + columns;
            offsets[difference as usize] = ((rows + SPAN) * WIDTH + columns + SPAN) as u8;
            columns += 1;
        }
        rows += 1;
    }
    offsets
};

/// The memory of one thread.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// By color, whether the move threatens, and point.
    points: Vec<i16>,
    /// By color and the last move: the answer that was good.
    answers: Vec<Option<Point>>,
    /// By how many plies back, offset and what the move makes.
    steps: Vec<i16>,
}

/// A move as the memory sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveContext {
    pub(crate) color: Color,
    pub(crate) point: Point,
    pub(crate) threat: Threat,
    /// The last two moves, the latest first.
    pub(crate) before: [Option<Point>; 2],
}

impl History {
    pub(crate) fn new() -> History {
        History {
            points: vec![0; 4 * Point::CELLS],
            answers: vec![None; 2 * Point::CELLS],
            steps: vec![0; 2 * OFFSETS * THREATS],
        }
    }

    /// A new search begins: what was learned counts half.
    pub(crate) fn decay(&mut self) {
        for value in self.points.iter_mut().chain(&mut self.steps) {
            *value /= 2;
        }
    }

    /// How good the move has been, about -3 × bound to 3 × bound.
    #[inline]
    pub(crate) fn value(&self, step: &MoveContext) -> i32 {
        let mut value = i32::from(self.points[point_place(step)]);
        for (back, before) in step.before.iter().enumerate() {
            if let Some(before) = before {
                value += i32::from(self.steps[step_place(back, *before, step)]);
            }
        }
        value
    }

    /// The answer to the enemy's last move that was good before.
    #[inline]
    pub(crate) fn answer(&self, color: Color, last: Option<Point>) -> Option<Point> {
        self.answers[answer_place(color, last?)]
    }

    /// The move was good enough.
    pub(crate) fn bonus(&mut self, step: &MoveContext, bonus: i32) {
        self.change(step, bonus);
        if let Some(last) = step.before[0] {
            self.answers[answer_place(step.color, last)] = Some(step.point);
        }
    }

    /// The move was tried and was not good enough.
    pub(crate) fn malus(&mut self, step: &MoveContext, bonus: i32) {
        self.change(step, -bonus);
    }

    fn change(&mut self, step: &MoveContext, bonus: i32) {
        shift(&mut self.points[point_place(step)], bonus);
        for (back, before) in step.before.iter().enumerate() {
            if let Some(before) = before {
                shift(&mut self.steps[step_place(back, *before, step)], bonus);
            }
        }
    }
}

fn shift(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-BOUND, BOUND);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / BOUND) as i16;
}

#[inline]
fn point_place(step: &MoveContext) -> usize {
    let threatens = usize::from(step.threat >= Threat::Three);
    (2 * step.color.index() + threatens) * Point::CELLS + step.point.index()
}

#[inline]
fn answer_place(color: Color, last: Point) -> usize {
    color.index() * Point::CELLS + last.index()
}

#[inline]
fn step_place(back: usize, before: Point, step: &MoveContext) -> usize {
    let offset = OFFSET[Point::CELLS + step.point.index() - before.index()] as usize;
    (back * OFFSETS + offset) * THREATS + step.threat as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::Size;

    #[test]
    fn far_points_share_a_place() {
        let size = Size::new(22).unwrap();
        for from in size.points() {
            for to in size.points() {
                let step = MoveContext {
                    color: Color::Black,
                    point: to,
                    threat: Threat::None,
                    before: [None; 2],
                };
                let columns = i32::from(to.column()) - i32::from(from.column());
                let rows = i32::from(to.row()) - i32::from(from.row());
                let offset = if columns.abs() <= 7 && rows.abs() <= 7 {
                    (rows + 7) * 15 + columns + 7
                } else {
                    225
                };
                assert_eq!(step_place(0, from, &step), offset as usize * 16);
            }
        }
    }

    #[test]
    fn values_stay_within_their_bounds() {
        let mut history = History::new();
        let step = MoveContext {
            color: Color::White,
            point: Point::new(7, 7),
            threat: Threat::Two,
            before: [Some(Point::new(6, 6)), Some(Point::new(0, 14))],
        };
        for _ in 0..1000 {
            history.bonus(&step, 5_000);
        }
        assert!(history.value(&step) > 2 * BOUND && history.value(&step) <= 3 * BOUND);
        assert_eq!(
            history.answer(Color::White, step.before[0]),
            Some(step.point)
        );
        for _ in 0..1000 {
            history.malus(&step, 5_000);
        }
        assert!(history.value(&step) < -2 * BOUND && history.value(&step) >= -3 * BOUND);
        // The same step elsewhere profits from the offsets.
        let elsewhere = MoveContext {
            point: Point::new(3, 3),
            before: [Some(Point::new(2, 2)), None],
            ..step
        };
        assert!(history.value(&elsewhere) < -BOUND / 2);
    }
}
