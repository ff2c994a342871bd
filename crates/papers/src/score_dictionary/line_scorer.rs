//! What a stone is worth in one direction: the function from which the score dictionary is made.
//!
//! The line is looked at from the stone in the middle outwards, five cells to each side, up to the first enemy.
//! `L` is the run through the stone; a *second group* are own stones behind exactly one empty cell. A side is blocked
//! when its nearest cell is an enemy or when some own stone within reach touches one. With `S[k]` the score of `k`
//! stones with open ends and `K[k]` that of `k` blocked ones:
//!
//! | blocked | score |
//! |---|---|
//! | nowhere | `S[L] + 5`; with a second group of `a` stones `S[L+a]`, from four on `K[4]`; with two `S[max] + K[min]` |
//! | one side | `K[L+a]` with the second group beyond the gap of at most one; `S[L] + K[a]` when the gap is wider |
//! | both sides | `S[L]` with room on both, `K[L+a]` with room on one |
//!
//! Room for exactly five halves everything below a four; less room is worth nothing. The oddities (the 5, the halves)
//! are the authors'. So is one mistake: two second groups hide the run between them, and `X.XXX.X`, two fours at once,
//! is worth 11. [`Scoring::Fixed`] counts two blocked fours there.

use super::{BLOCKED_FOUR, FIVE, FOUR, RADIUS, THREE, TWO};

/// An empty cell.
pub(super) const EMPTY: u8 = 0;
/// A stone of the side that is scored.
pub(super) const OWN: u8 = 1;
/// A stone of the other side, or the edge.
pub(super) const ENEMY: u8 = 2;

/// Which dictionary to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// Exactly the dictionary that the authors use.
    Authors,
    /// Two fours in one line count as such.
    Fixed,
}

/// `S[k]`: one to five stones with open ends. The list ends in fives, as longer rows win too.
const OPEN: [i32; 11] = {
    let mut scores = [FIVE; 11];
    scores[0] = 0;
    scores[1] = 10;
    scores[2] = TWO;
    scores[3] = THREE;
    scores[4] = FOUR;
    scores
};

/// `K[k]`: the same with one end blocked; more than four do not become better by it.
const BLOCKED: [i32; 11] = {
    let mut scores = [BLOCKED_FOUR; 11];
    scores[0] = 0;
    scores[1] = 1;
    scores[2] = 10;
    scores[3] = 100;
    scores
};

/// What lies on one side of the stone.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    /// Free or own cells before the first enemy.
    reach: usize,
    /// Own stones that join the middle.
    run: usize,
    /// Empty cells seen before the scan ends.
    empty: usize,
    /// Own stones of the second group.
    group: usize,
    blocked: bool,
}

impl Side {
    /// Reads five cells, nearest first.
    fn new(cells: impl Iterator<Item = u8> + Clone) -> Side {
        let mut side = Side {
            reach: cells.clone().take_while(|&cell| cell != ENEMY).count(),
            run: cells.clone().take_while(|&cell| cell == OWN).count(),
            ..Side::default()
        };
        for cell in cells.clone().take(side.reach) {
            if cell == OWN {
                side.group += usize::from(side.empty == 1);
            } else if side.group > 0 {
                break;
            } else {
                side.empty += 1;
            }
        }
        // Nobody stands before the first cell but the stone in the middle, which is an own one.
        let nearer = [OWN].into_iter().chain(cells.clone());
        side.blocked = nearer
            .zip(cells)
            .take(side.reach + 1)
            .any(|pair| pair == (OWN, ENEMY));
        side
    }
}

/// The score of a line with an own stone in the middle.
pub(super) fn score(cells: &[u8; 2 * RADIUS + 1], scoring: Scoring) -> i32 {
    let left = Side::new(cells[..RADIUS].iter().rev().copied());
    let right = Side::new(cells[RADIUS + 1..].iter().copied());
    let reach = 1 + left.reach + right.reach;
    let length = 1 + left.run + right.run;
    if reach < 5 {
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
    if reach == 5 && length < 4 {
        value / 2
    } else {
        value
    }
}

fn open_value(length: usize, left: Side, right: Side, scoring: Scoring) -> i32 {
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

fn half_open_value(length: usize, blocked: Side, free: Side) -> i32 {
    match blocked.empty {
        0 => BLOCKED[length + free.group],
        1 => BLOCKED[length + blocked.group],
        _ => {
            let value = OPEN[length] + BLOCKED[free.group];
            if free.empty <= 1 { value / 2 } else { value }
        }
    }
}

fn closed_value(length: usize, left: Side, right: Side) -> i32 {
    match (left.empty > 0, right.empty > 0) {
        (true, true) => OPEN[length],
        (false, true) => BLOCKED[length + right.group],
        (true, false) => BLOCKED[length + left.group],
        (false, false) => 0,
    }
}
