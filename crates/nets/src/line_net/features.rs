//! The features of every point of a board, updated lazily.
//!
//! Moves are not followed one by one: [`Features::update`] brings the features up to date with the position when an answer is
//! asked for, and saves what it overwrites; [`Features::undo`] restores it. Moves that are undone before anybody asks cost
//! nothing.

use gomoku::{Direction, Patterns, Point, Position, Size};

use super::kernel::{self, PackedShapes, PointUpdate, Row, Tables};
use super::shape::ShapeTables;
use super::{LineNet, NO_CODE, WIDTH};
use crate::pattern_net::pattern_code::{self, PACKED_LINES};

/// Maximum number of points that one stone changes, its own included.
const MAX_CHANGED: usize = 41;

/// The features of a position.
#[derive(Clone, Debug)]
pub struct Features {
    size: Size,
    points: Points,
    pools: [i32; WIDTH],
    /// The plies of the game that the features have followed.
    plies: usize,
    updates: Vec<Update>,
}

/// What is kept of each point, row by row, and what of it was overwritten.
#[derive(Clone, Debug)]
struct Points {
    /// Zero where there is a stone.
    rows: Vec<Row>,
    /// The line shapes in the four directions, packed.
    shapes: Vec<PackedShapes>,
    /// Overwritten rows and shapes; entries above `saved` are kept for reuse.
    saved_rows: Vec<Row>,
    saved_shapes: Vec<(u16, PackedShapes)>,
    saved: usize,
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
        let area = board.size().area();
        let mut features = Features {
            size: board.size(),
            points: Points {
                rows: vec![Row::ZERO; area],
                shapes: vec![0; area],
                saved_rows: vec![Row::ZERO; MAX_CHANGED],
                saved_shapes: vec![(0, 0); MAX_CHANGED],
                saved: 0,
            },
            pools: [0; WIDTH],
            plies: board.history().len(),
            updates: Vec::new(),
        };
        let patterns = position.patterns();
        for point in &board.empty() {
            let shapes = Direction::ALL.into_iter().fold(0, |shapes, direction| {
                let (key, bit) = patterns.line_key(point, direction);
                with_shape(shapes, direction, ShapeTables::get().shape(key, bit))
            });
            let (index, lines) = (features.index(point), patterns.both_lines(point));
            let update = PointUpdate::new(index, shapes, lines, pattern_code::table());
            features.points.shapes[usize::from(index)] = shapes;
            features.points.set(net, &[update], &mut features.pools);
        }
        features
    }

    /// The sums over all points.
    #[inline]
    pub(crate) fn pools(&self) -> &[i32; WIDTH] {
        &self.pools
    }

    /// The features of all points, by [index](Features::index).
    #[inline]
    pub(super) fn rows(&self) -> &[Row] {
        &self.points.rows
    }

    #[inline]
    pub(super) fn index(&self, point: Point) -> u16 {
        u16::from(point.row()) * u16::from(self.size.get()) + u16::from(point.column())
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
            saved: self.points.saved,
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
            self.points.restore(update.saved);
            self.pools = update.pools;
            self.plies = update.plies;
        }
    }

    /// Computes the points around a stone anew. Later stones may already be on the board.
    ///
    /// First their inputs, which is scalar work, then their features: apart, each keeps the processor busier than both in
    /// one loop.
    fn place(&mut self, net: &LineNet, patterns: &Patterns, stone: Point) {
        let (tables, codes) = (ShapeTables::get(), pattern_code::table());
        let mut updates = [PointUpdate::default(); MAX_CHANGED];
        let own = self.index(stone);
        // The stone's own point counts nothing any more.
        updates[0] = PointUpdate::new(own, 0, 0, codes);
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
                let shapes = self.points.shapes[usize::from(index)];
                let shapes = with_shape(shapes, direction, tables.shape(key, bit_of_point));
                let lines = patterns.both_lines(stone.step(direction, distance));
                updates[count] = PointUpdate::new(index, shapes, lines, codes);
                count += 1;
            }
        }
        self.points.save(&updates[..count]);
        self.points.set(net, &updates[..count], &mut self.pools);
    }
}

impl Points {
    /// Saves the points that are about to change, and sets their shapes.
    fn save(&mut self, updates: &[PointUpdate]) {
        let saved = self.saved + updates.len();
        if self.saved_rows.len() < saved {
            self.saved_rows.resize(2 * saved, Row::ZERO);
            self.saved_shapes.resize(2 * saved, (0, 0));
        }
        let rows = &mut self.saved_rows[self.saved..saved];
        let shapes = &mut self.saved_shapes[self.saved..saved];
        for ((update, row), shapes) in updates.iter().zip(rows).zip(shapes) {
            let index = usize::from(update.index);
            *row = self.rows[index];
            *shapes = (update.index, self.shapes[index]);
            self.shapes[index] = update.shapes;
        }
        self.saved = saved;
    }

    fn set(&mut self, net: &LineNet, updates: &[PointUpdate], pools: &mut [i32; WIDTH]) {
        let tables = Tables {
            shapes: &net.shapes,
            codes: [&net.codes[0], &net.codes[1]],
        };
        kernel::update_points(tables, updates, &mut self.rows, pools);
    }

    /// Restores what was saved after this index, backward, because a point may have been saved twice.
    #[inline]
    fn restore(&mut self, saved: usize) {
        while self.saved > saved {
            self.saved -= 1;
            let (index, shapes) = self.saved_shapes[self.saved];
            self.rows[usize::from(index)] = self.saved_rows[self.saved];
            self.shapes[usize::from(index)] = shapes;
        }
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

/// Replaces the shape of one direction.
#[inline(always)]
fn with_shape(shapes: PackedShapes, direction: Direction, shape: u16) -> PackedShapes {
    let shift = 16 * direction.index();
    shapes & !(0xffff << shift) | PackedShapes::from(shape) << shift
}

impl PointUpdate {
    /// A point with these shapes and [lines](Patterns::both_lines).
    #[inline(always)]
    fn new(
        index: u16,
        shapes: PackedShapes,
        lines: u32,
        codes: &[u16; PACKED_LINES],
    ) -> PointUpdate {
        let code = |lines: u32| {
            let code = codes[(lines & 0xffff) as usize];
            if shapes == 0 { NO_CODE as u16 } else { code }
        };
        PointUpdate {
            index,
            shapes,
            codes: [code(lines), code(lines >> 16)],
        }
    }
}
