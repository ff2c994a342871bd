//! The features of every point of a board, updated lazily.
//!
//! Moves are not followed one by one: [`Features::update`] brings the features up to date with the position when an answer is
//! asked for, and saves what it overwrites; [`Features::undo`] restores it. Moves that are undone before anybody asks cost
//! nothing.

use gomoku::{Direction, Patterns, Point, Position, Size};

use super::kernel::{self, PointUpdate, Row, Tables};
use super::shape::{EMPTY_LINE, ShapeTables};
use super::{LineNet, NO_CODE, WIDTH};
use crate::pattern_net::pattern_code::{self, PACKED_LINES};

/// Maximum number of points that one stone changes, its own included.
const MAX_CHANGED: usize = 41;

/// The features of a position.
#[derive(Clone, Debug)]
pub struct Features {
    size: Size,
    /// By point, row by row. Zero where there is a stone.
    rows: Vec<Row>,
    /// The line shapes of each point in the four directions.
    shapes: Vec<[u16; 4]>,
    pools: [i32; WIDTH],
    /// The plies of the game that the features have followed.
    plies: usize,
    updates: Vec<Update>,
    saved_rows: Vec<Row>,
    saved_shapes: Vec<(u16, [u16; 4])>,
}

/// What undoes one call of [`Features::update`].
#[derive(Clone, Debug)]
struct Update {
    plies: usize,
    pools: [i32; WIDTH],
    saved: usize,
}

impl Features {
    /// The features of a position, computed from scratch.
    pub fn new(net: &LineNet, position: &Position) -> Features {
        let board = position.board();
        let size = board.size();
        let mut features = Features {
            size,
            rows: vec![Row::ZERO; size.area()],
            shapes: vec![[EMPTY_LINE; 4]; size.area()],
            pools: [0; WIDTH],
            plies: board.history().len(),
            updates: Vec::new(),
            saved_rows: Vec::new(),
            saved_shapes: Vec::new(),
        };
        let patterns = position.patterns();
        for point in &board.empty() {
            let shapes = Direction::ALL.map(|direction| {
                let (key, bit) = patterns.line_key(point, direction);
                ShapeTables::get().shape(key, bit)
            });
            let lines = patterns.both_lines(point);
            let index = features.index(point);
            let update = point_update(index, shapes, lines, pattern_code::table());
            features.shapes[usize::from(update.index)] = shapes;
            features.apply(net, &[update]);
        }
        features.saved_rows.clear();
        features
    }

    /// The sums over all points.
    #[inline]
    pub(crate) fn pools(&self) -> &[i32; WIDTH] {
        &self.pools
    }

    #[inline]
    pub(crate) fn row(&self, point: Point) -> &Row {
        &self.rows[usize::from(self.index(point))]
    }

    #[inline]
    fn index(&self, point: Point) -> u16 {
        u16::from(point.row()) * u16::from(self.size.get()) + u16::from(point.column())
    }

    fn apply(&mut self, net: &LineNet, updates: &[PointUpdate]) {
        let tables = Tables {
            shapes: &net.shapes,
            codes: [&net.codes[0], &net.codes[1]],
        };
        kernel::update_points(
            tables,
            updates,
            &mut self.rows,
            &mut self.saved_rows,
            &mut self.pools,
        );
    }

    /// Follows the moves of the position since the last update.
    #[inline]
    pub fn update(&mut self, net: &LineNet, position: &Position) {
        let history = position.board().history();
        if self.plies == history.len() {
            return;
        }
        self.updates.push(Update {
            plies: self.plies,
            pools: self.pools,
            saved: self.saved_shapes.len(),
        });
        for &stone in history[self.plies..].iter().flatten() {
            self.place(net, position.patterns(), stone);
        }
        self.plies = history.len();
    }

    /// Follows the undoing of moves: call it when the position has this many plies left.
    #[inline]
    pub fn undo(&mut self, plies: usize) {
        while self.plies > plies {
            let update = self
                .updates
                .pop()
                .expect("moves before the root are not undone");
            // Backward, because a point may have been saved twice.
            for saved in (update.saved..self.saved_shapes.len()).rev() {
                let (index, shapes) = self.saved_shapes[saved];
                self.rows[usize::from(index)] = self.saved_rows[saved];
                self.shapes[usize::from(index)] = shapes;
            }
            self.saved_shapes.truncate(update.saved);
            self.saved_rows.truncate(update.saved);
            self.pools = update.pools;
            self.plies = update.plies;
        }
    }

    /// Computes the points around a stone anew. Later stones may already be on the board.
    fn place(&mut self, net: &LineNet, patterns: &Patterns, stone: Point) {
        let tables = ShapeTables::get();
        let codes = pattern_code::table();
        let mut updates = [PointUpdate::default(); MAX_CHANGED];
        let mut saved = [(0, [0; 4]); MAX_CHANGED];
        let own = self.index(stone);
        // The stone's own point counts nothing any more.
        updates[0] = PointUpdate {
            index: own,
            shapes: [EMPTY_LINE; 4],
            codes: [NO_CODE as u16; 2],
        };
        saved[0] = (own, self.shapes[usize::from(own)]);
        let mut count = 1;
        let side = i16::from(self.size.get());
        for direction in Direction::ALL {
            // The step between neighbors of the line, in a grid without margin.
            let stride = match direction {
                Direction::East => 1,
                Direction::South => side,
                Direction::SouthEast => side + 1,
                Direction::SouthWest => side - 1,
            };
            let (key, bit) = patterns.line_key(stone, direction);
            for (bit_of_point, distance) in empty_cells(key, bit, patterns.reach()) {
                let index = (own as i16 + distance * stride) as u16;
                let shapes = &mut self.shapes[usize::from(index)];
                saved[count] = (index, *shapes);
                shapes[direction.index()] = tables.shape(key, bit_of_point);
                let lines = patterns.both_lines(stone.step(direction, distance));
                updates[count] = point_update(index, *shapes, lines, codes);
                count += 1;
            }
        }
        self.saved_shapes.extend_from_slice(&saved[..count]);
        self.apply(net, &updates[..count]);
    }
}

/// The empty cells of a line up to `reach` cells away from the cell at `bit`: their bits and signed distances.
#[inline(always)]
fn empty_cells(key: u64, bit: u32, reach: u32) -> impl Iterator<Item = (u32, i16)> {
    const LOW_BITS: u64 = 0x5555_5555_5555_5555;
    let window = ((1_u64 << (4 * reach + 2)) - 1) << (bit - 2 * reach);
    let mut empty = key & key >> 1 & LOW_BITS & window;
    std::iter::from_fn(move || {
        if empty == 0 {
            return None;
        }
        let found = empty.trailing_zeros();
        empty &= empty - 1;
        Some((found, (found as i16 - bit as i16) / 2))
    })
}

#[inline(always)]
fn point_update(
    index: u16,
    shapes: [u16; 4],
    lines: u32,
    codes: &[u16; PACKED_LINES],
) -> PointUpdate {
    let is_empty = shapes == [EMPTY_LINE; 4];
    let code = |lines: u32| {
        let code = codes[(lines & 0xffff) as usize];
        if is_empty { NO_CODE as u16 } else { code }
    };
    PointUpdate {
        index,
        shapes,
        codes: [code(lines), code(lines >> 16)],
    }
}
