//! History heuristics: which moves have failed high in this search.
//!
//! A move that fails high gains, the moves tried before it lose, and the update shrinks as an entry nears its bound (history
//! gravity). Three tables: butterfly history by point; the countermove; continuation history by the offset from each of
//! the last two moves and the threat that the move makes, so that what was learned in one corner serves in another.

use gomoku::{Color, Point, Threat};

/// Bound of every entry.
const MAX_HISTORY: i32 = 8_192;
/// Offsets of up to seven columns and rows; all others share one entry.
const SPAN: i32 = 7;
const WIDTH: i32 = 2 * SPAN + 1;
const OFFSETS: usize = (WIDTH * WIDTH) as usize + 1;
/// A power of two, so that the index is a shift.
const THREATS: usize = Threat::COUNT.next_power_of_two();

/// The offset between two points, by the difference of their indices plus the number of cells. A difference that could mean
/// two offsets is outside the span with both.
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

/// The history tables of one thread.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// By color, whether the move makes a three or more, and point.
    butterfly: Vec<i16>,
    /// By color and last move.
    countermoves: Vec<Option<Point>>,
    /// By plies back, offset and threat.
    continuation: Vec<i16>,
}

/// A move with everything that its entries are indexed by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveContext {
    pub(crate) color: Color,
    pub(crate) point: Point,
    pub(crate) threat: Threat,
    /// The last two moves, the latest first.
    pub(crate) last_moves: [Option<Point>; 2],
}

impl History {
    pub(crate) fn new() -> History {
        History {
            butterfly: vec![0; 4 * Point::CELLS],
            countermoves: vec![None; 2 * Point::CELLS],
            continuation: vec![0; 2 * OFFSETS * THREATS],
        }
    }

    /// Halves all entries, at the start of a search.
    pub(crate) fn decay(&mut self) {
        for value in self.butterfly.iter_mut().chain(&mut self.continuation) {
            *value /= 2;
        }
    }

    /// The sum of the entries of a move, within ±3 × [`MAX_HISTORY`].
    #[inline]
    pub(crate) fn score(&self, context: &MoveContext) -> i32 {
        let mut score = i32::from(self.butterfly[butterfly_index(context)]);
        for (back, last) in context.last_moves.iter().enumerate() {
            if let Some(last) = last {
                score += i32::from(self.continuation[continuation_index(back, *last, context)]);
            }
        }
        score
    }

    /// The last move that failed high against this move of the opponent.
    #[inline]
    pub(crate) fn countermove(&self, color: Color, last: Option<Point>) -> Option<Point> {
        self.countermoves[countermove_index(color, last?)]
    }

    /// Rewards a move that failed high.
    pub(crate) fn bonus(&mut self, context: &MoveContext, bonus: i32) {
        self.update(context, bonus);
        if let Some(last) = context.last_moves[0] {
            self.countermoves[countermove_index(context.color, last)] = Some(context.point);
        }
    }

    /// Punishes a move that was tried before the one that failed high.
    pub(crate) fn malus(&mut self, context: &MoveContext, bonus: i32) {
        self.update(context, -bonus);
    }

    fn update(&mut self, context: &MoveContext, bonus: i32) {
        apply(&mut self.butterfly[butterfly_index(context)], bonus);
        for (back, last) in context.last_moves.iter().enumerate() {
            if let Some(last) = last {
                let index = continuation_index(back, *last, context);
                apply(&mut self.continuation[index], bonus);
            }
        }
    }
}

/// Gravity: the nearer an entry is to its bound, the less it moves towards it.
fn apply(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MAX_HISTORY, MAX_HISTORY);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

#[inline]
fn butterfly_index(context: &MoveContext) -> usize {
    let threatens = usize::from(context.threat >= Threat::Three);
    (2 * context.color.index() + threatens) * Point::CELLS + context.point.index()
}

#[inline]
fn countermove_index(color: Color, last: Point) -> usize {
    color.index() * Point::CELLS + last.index()
}

#[inline]
fn continuation_index(back: usize, last: Point, context: &MoveContext) -> usize {
    let offset = OFFSET[Point::CELLS + context.point.index() - last.index()] as usize;
    (back * OFFSETS + offset) * THREATS + context.threat as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::Size;

    #[test]
    fn distant_points_share_an_entry() {
        let size = Size::new(22).unwrap();
        for from in size.points() {
            for to in size.points() {
                let context = MoveContext {
                    color: Color::Black,
                    point: to,
                    threat: Threat::None,
                    last_moves: [None; 2],
                };
                let columns = i32::from(to.column()) - i32::from(from.column());
                let rows = i32::from(to.row()) - i32::from(from.row());
                let offset = if columns.abs() <= 7 && rows.abs() <= 7 {
                    (rows + 7) * 15 + columns + 7
                } else {
                    225
                };
                assert_eq!(continuation_index(0, from, &context), offset as usize * 16);
            }
        }
    }

    #[test]
    fn entries_stay_within_their_bounds() {
        let mut history = History::new();
        let context = MoveContext {
            color: Color::White,
            point: Point::new(7, 7),
            threat: Threat::Two,
            last_moves: [Some(Point::new(6, 6)), Some(Point::new(0, 14))],
        };
        for _ in 0..1000 {
            history.bonus(&context, 5_000);
        }
        assert!(
            history.score(&context) > 2 * MAX_HISTORY && history.score(&context) <= 3 * MAX_HISTORY
        );
        assert_eq!(
            history.countermove(Color::White, context.last_moves[0]),
            Some(context.point)
        );
        for _ in 0..1000 {
            history.malus(&context, 5_000);
        }
        assert!(
            history.score(&context) < -2 * MAX_HISTORY
                && history.score(&context) >= -3 * MAX_HISTORY
        );
        // The same offset elsewhere shares the continuation history.
        let elsewhere = MoveContext {
            point: Point::new(3, 3),
            last_moves: [Some(Point::new(2, 2)), None],
            ..context
        };
        assert!(history.score(&elsewhere) < -MAX_HISTORY / 2);
    }
}
