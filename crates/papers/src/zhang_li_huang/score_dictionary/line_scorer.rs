//! The score of a stone in one direction, from which the score dictionary is built (section III.A, table I).
//!
//! The line is scanned from the stone outwards, five cells to each side, up to the first opponent stone. `L` is the length of
//! the run through the stone. A *second group* is a group of own stones behind exactly one empty cell. A side is blocked if
//! its nearest cell is an opponent stone or if an own stone within the radius touches one. With `S[k]` the score of `k`
//! stones with open ends and `K[k]` that of `k` stones with one end blocked (table I):
//!
//! | blocked sides | score |
//! |---|---|
//! | none | `S[L] + 5`; with a second group of `a` stones `S[L+a]`, or `K[4]` from four on; with two `S[max] + K[min]` |
//! | one | `K[L+a]` with the second group behind at most one empty cell; `S[L] + K[a]` if the gap is wider |
//! | both | `S[L]` with room on both sides, `K[L+a]` with room on one |
//!
//! Room for exactly five halves every score below a four; with less room the score is 0. The 5 and the halving are the
//! authors'. So is one error: two second groups hide the run between them, so that `X.XXX.X`, two fours at once, scores 11.
//! [`Scoring::Fixed`] scores it as two blocked fours.

use super::{BLOCKED_FOUR, FIVE, FOUR, RADIUS, THREE, TWO};

/// An empty cell.
pub(super) const EMPTY: u8 = 0;
/// A stone of the scored side.
pub(super) const OWN: u8 = 1;
/// An opponent stone, or the edge.
pub(super) const OPPONENT: u8 = 2;

/// The variant of the dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// The authors' dictionary.
    Authors,
    /// Recognizes two fours in one line.
    Fixed,
}

/// `S[k]`: k stones with open ends. Five or more win.
const OPEN: [i32; 11] = {
    let mut scores = [FIVE; 11];
    scores[0] = 0;
    scores[1] = 10;
    scores[2] = TWO;
    scores[3] = THREE;
    scores[4] = FOUR;
    scores
};

/// `K[k]`: k stones with one end blocked. More than four score like four.
const BLOCKED: [i32; 11] = {
    let mut scores = [BLOCKED_FOUR; 11];
    scores[0] = 0;
    scores[1] = 1;
    scores[2] = 10;
    scores[3] = 100;
    scores
};

/// One side of the stone.
#[derive(Clone, Copy, Debug, Default)]
struct LineSide {
    /// Cells before the first opponent stone.
    room: usize,
    /// Own stones connected to the center.
    run: usize,
    /// Empty cells up to the end of the second group.
    empty: usize,
    /// Own stones in the second group.
    group: usize,
    blocked: bool,
}

impl LineSide {
    /// Scans five cells, nearest first.
    fn new(cells: impl Iterator<Item = u8> + Clone) -> LineSide {
        let mut side = LineSide {
            room: cells.clone().take_while(|&cell| cell != OPPONENT).count(),
            run: cells.clone().take_while(|&cell| cell == OWN).count(),
            ..LineSide::default()
        };
        for cell in cells.clone().take(side.room) {
            if cell == OWN {
                side.group += usize::from(side.empty == 1);
            } else if side.group > 0 {
                break;
            } else {
                side.empty += 1;
            }
        }
        // The cell before the first one is the center, an own stone.
        let nearer = [OWN].into_iter().chain(cells.clone());
        side.blocked = nearer
            .zip(cells)
            .take(side.room + 1)
            .any(|pair| pair == (OWN, OPPONENT));
        side
    }
}

/// The score of a line with an own stone in the center.
pub(super) fn score(cells: &[u8; 2 * RADIUS + 1], scoring: Scoring) -> i32 {
    let left = LineSide::new(cells[..RADIUS].iter().rev().copied());
    let right = LineSide::new(cells[RADIUS + 1..].iter().copied());
    let room = 1 + left.room + right.room;
    let length = 1 + left.run + right.run;
    if room < 5 {
        return 0;
    }
    if length >= 5 {
        return FIVE;
    }
    let value = match (left.blocked, right.blocked) {
        (false, false) => open_value(length, left, right, scoring),
        (true, false) => half_open_value(length, left, right),
        (false, true) => half_open_value(length, right, left),
        (true, true) => closed_value(length, left, right),
    };
    if room == 5 && length < 4 {
        value / 2
    } else {
        value
    }
}

fn open_value(length: usize, left: LineSide, right: LineSide, scoring: Scoring) -> i32 {
    let (more, fewer) = (left.group.max(right.group), left.group.min(right.group));
    if fewer > 0 && scoring == Scoring::Fixed && length + fewer >= 4 {
        2 * BLOCKED_FOUR
    } else if fewer > 0 {
        OPEN[more] + BLOCKED[fewer]
    } else if more == 0 {
        OPEN[length] + 5
    } else if length + more <= 3 {
        OPEN[length + more]
    } else {
        BLOCKED_FOUR
    }
}

fn half_open_value(length: usize, blocked: LineSide, free: LineSide) -> i32 {
    match blocked.empty {
        0 => BLOCKED[length + free.group],
        1 => BLOCKED[length + blocked.group],
        _ => {
            let value = OPEN[length] + BLOCKED[free.group];
            if free.empty <= 1 { value / 2 } else { value }
        }
    }
}

fn closed_value(length: usize, left: LineSide, right: LineSide) -> i32 {
    match (left.empty > 0, right.empty > 0) {
        (true, true) => OPEN[length],
        (false, true) => BLOCKED[length + right.group],
        (true, false) => BLOCKED[length + left.group],
        (false, false) => 0,
    }
}
