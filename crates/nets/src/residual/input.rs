//! The input of a residual network: a position from the side to move, packed into 152 bytes.
//!
//! The planes come in pairs as in the slides: own stones and the opponent's stones without their last `i` stones, here
//! for `i` = 0 and 1. Colors, forbidden points and blocked cells are not encoded.

use gomoku::{Board, Cell, Point, Size, Symmetry};

const WORDS: usize = (Size::MAX as usize * Size::MAX as usize).div_ceil(64);

/// The stones of a position and the last move of each side, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Input {
    size: Size,
    own: Stones,
    opponent: Stones,
}

/// The stones of one side as bits, row by row, and the index of the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stones {
    words: [u64; WORDS],
    last: u16,
}

/// The value of `last` for a side without stones.
const NO_STONE: u16 = u16::MAX;

impl Stones {
    const NONE: Stones = Stones {
        words: [0; WORDS],
        last: NO_STONE,
    };

    fn insert(&mut self, index: u16) {
        self.words[usize::from(index) / 64] |= 1 << (index % 64);
    }

    fn contains(&self, index: u16) -> bool {
        self.words[usize::from(index) / 64] >> (index % 64) & 1 == 1
    }

    fn indices(&self) -> impl Iterator<Item = u16> {
        let words = self.words.into_iter().zip((0..).step_by(64));
        words.flat_map(|(word, base)| {
            let some = |word: u64| Some(word).filter(|&word| word != 0);
            std::iter::successors(some(word), move |word| some(word & (word - 1)))
                .map(move |word| base + word.trailing_zeros() as u16)
        })
    }

    fn map_indices(&self, map: impl Fn(u16) -> u16) -> Stones {
        let mut stones = Stones::NONE;
        for index in self.indices() {
            stones.insert(map(index));
        }
        if self.last != NO_STONE {
            stones.last = map(self.last);
        }
        stones
    }

    /// Takes the stones of one side from the front of the bytes.
    fn read(bytes: &mut &[u8], size: Size) -> Result<Stones, ReadInputError> {
        let mut stones = Stones::NONE;
        let (&last, rest) = bytes.split_first_chunk().ok_or(ReadInputError::Short)?;
        let (bits, rest) = rest
            .split_at_checked(size.area().div_ceil(8))
            .ok_or(ReadInputError::Short)?;
        for (index, &byte) in bits.iter().enumerate() {
            stones.words[index / 8] |= u64::from(byte) << (index % 8 * 8);
        }
        stones.last = u16::from_le_bytes(last);
        let outside = stones.indices().find(|&n| usize::from(n) >= size.area());
        if let Some(index) = outside {
            return Err(ReadInputError::Stone(index));
        }
        let is_valid = stones.last == NO_STONE
            || usize::from(stones.last) < size.area() && stones.contains(stones.last);
        if !is_valid {
            return Err(ReadInputError::Stone(stones.last));
        }
        *bytes = rest;
        Ok(stones)
    }
}

impl Input {
    /// Number of input planes: two per side, and one that is 1 everywhere on the board.
    pub const PLANES: usize = 5;

    /// Encodes a board from the side to move.
    pub fn new(board: &Board) -> Input {
        let size = board.size();
        let side = board.side_to_move();
        let mut input = Input {
            size,
            own: Stones::NONE,
            opponent: Stones::NONE,
        };
        for point in &board.occupied() {
            match board.cell(point) {
                Cell::Stone(color) if color == side => input.own.insert(index(point, size)),
                _ => input.opponent.insert(index(point, size)),
            }
        }
        // The history alternates, so every other ply belongs to the same side.
        let mut plies = board.history().iter().rev().step_by(2).copied();
        if let Some(last) = plies.find_map(|ply| ply) {
            input.opponent.last = index(last, size);
        }
        let mut plies = board.history().iter().rev().skip(1).step_by(2).copied();
        if let Some(last) = plies.find_map(|ply| ply) {
            input.own.last = index(last, size);
        }
        input
    }

    /// The board size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of stones on the board.
    pub fn stone_count(&self) -> usize {
        self.own.indices().count() + self.opponent.indices().count()
    }

    /// Whether there is a stone on the point with this index.
    pub fn is_occupied(&self, index: u16) -> bool {
        usize::from(index) < self.size.area()
            && (self.own.contains(index) || self.opponent.contains(index))
    }

    /// The same position under a symmetry.
    pub fn transformed(&self, symmetry: Symmetry) -> Input {
        let map = |index| transform_index(index, symmetry, self.size);
        Input {
            size: self.size,
            own: self.own.map_indices(map),
            opponent: self.opponent.map_indices(map),
        }
    }

    /// Calls `set` with plane and point index of every 1. Planes: own stones, opponent's stones, own stones without the
    /// last, opponent's stones without the last, the board.
    pub fn for_each_one(&self, mut set: impl FnMut(usize, usize)) {
        for (side, stones) in [self.own, self.opponent].into_iter().enumerate() {
            for index in stones.indices() {
                set(side, usize::from(index));
                if index != stones.last {
                    set(side + 2, usize::from(index));
                }
            }
        }
        for index in 0..self.size.area() {
            set(4, index);
        }
    }

    /// The planes one after another, each row by row.
    pub fn planes(&self) -> Vec<f32> {
        let area = self.size.area();
        let mut planes = vec![0.0; Input::PLANES * area];
        self.for_each_one(|plane, index| planes[plane * area + index] = 1.0);
        planes
    }

    /// Appends the input to bytes: the size, then last stone and one bit per point for each side.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.size.get());
        for stones in [&self.own, &self.opponent] {
            bytes.extend(stones.last.to_le_bytes());
            let bits = stones.words.iter().flat_map(|word| word.to_le_bytes());
            bytes.extend(bits.take(self.size.area().div_ceil(8)));
        }
    }

    /// Takes an input that [`Input::write`] wrote from the front of the bytes.
    ///
    /// # Errors
    /// When the bytes end too early or describe an impossible position; then they stay as they are.
    pub fn read(bytes: &mut &[u8]) -> Result<Input, ReadInputError> {
        let (&size, mut rest) = bytes.split_first().ok_or(ReadInputError::Short)?;
        let size = Size::new(size).ok_or(ReadInputError::Size(size))?;
        let own = Stones::read(&mut rest, size)?;
        let opponent = Stones::read(&mut rest, size)?;
        if let Some(index) = own.indices().find(|&index| opponent.contains(index)) {
            return Err(ReadInputError::Stone(index));
        }
        *bytes = rest;
        Ok(Input {
            size,
            own,
            opponent,
        })
    }
}

/// Why bytes are not an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadInputError {
    /// The bytes end too early.
    #[error("the position is truncated")]
    Short,
    /// Not a board size.
    #[error("bad board size {0}")]
    Size(u8),
    /// A stone off the board, two stones on one point, or a last move without its stone.
    #[error("impossible stone on point {0}")]
    Stone(u16),
}

/// The policy index of a point: row by row.
pub fn index(point: Point, size: Size) -> u16 {
    u16::from(point.row()) * u16::from(size.get()) + u16::from(point.column())
}

/// The point with this policy index.
pub fn point(index: u16, size: Size) -> Point {
    let side = u16::from(size.get());
    Point::new((index % side) as u8, (index / side) as u8)
}

/// The policy index of a point under a symmetry.
pub fn transform_index(original: u16, symmetry: Symmetry, size: Size) -> u16 {
    index(symmetry.apply(point(original, size), size), size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::Rule;

    fn board(size: u8, moves: &[(u8, u8)]) -> Board {
        let mut board = Board::new(Size::new(size).expect("a size"), Rule::Freestyle);
        for &(column, row) in moves {
            board.push(Point::new(column, row));
        }
        board
    }

    #[test]
    fn planes_match_the_slides() {
        let board = board(5, &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
        let planes = Input::new(&board).planes();
        let row = |plane: usize| planes[plane * 25..plane * 25 + 5].to_vec();
        // White is to move: black is the opponent.
        assert_eq!(row(0), [0.0, 1.0, 0.0, 1.0, 0.0]);
        assert_eq!(row(1), [1.0, 0.0, 1.0, 0.0, 1.0]);
        assert_eq!(row(2), [0.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(row(3), [1.0, 0.0, 1.0, 0.0, 0.0]);
        assert!(planes[100..].iter().all(|&one| one == 1.0) && planes.len() == 125);
        assert_eq!(planes.iter().sum::<f32>(), 2.0 + 3.0 + 1.0 + 2.0 + 25.0);
    }

    #[test]
    fn passes_do_not_change_the_last_stones() {
        let mut board = board(9, &[(4, 4), (5, 4)]);
        let before = Input::new(&board);
        board.pass();
        board.pass();
        assert_eq!(Input::new(&board), before);
        let empty = Input::new(&Board::new(board.size(), Rule::Freestyle));
        assert_eq!(empty.stone_count(), 0);
        assert_eq!(empty.planes().iter().sum::<f32>(), 81.0);
    }

    #[test]
    fn symmetries_match_those_of_the_board() {
        for size in [5, 9, 22] {
            let board = board(size, &[(0, 0), (1, 2), (4, 3), (3, 0), (2, 4)]);
            for symmetry in Symmetry::ALL {
                let input = Input::new(&board).transformed(symmetry);
                assert_eq!(input, Input::new(&board.transformed(symmetry)));
                let back = input.transformed(symmetry.inverse());
                assert_eq!(back, Input::new(&board));
            }
        }
    }

    #[test]
    fn bytes_round_trip() {
        let inputs = [
            Input::new(&board(5, &[])),
            Input::new(&board(9, &[(8, 8), (0, 0), (4, 4)])),
            Input::new(&board(22, &[(21, 21), (0, 0), (20, 21)])),
        ];
        let mut bytes = Vec::new();
        for input in &inputs {
            input.write(&mut bytes);
        }
        let mut rest = &bytes[..];
        for input in inputs {
            assert_eq!(Input::read(&mut rest), Ok(input));
        }
        assert_eq!(Input::read(&mut rest), Err(ReadInputError::Short));
        for cut in 0..13 {
            let before = &bytes[..cut];
            let mut rest = before;
            assert_eq!(Input::read(&mut rest), Err(ReadInputError::Short));
            assert_eq!(rest, before);
        }
    }

    #[test]
    fn impossible_stones_are_refused() {
        let mut bytes = Vec::new();
        Input::new(&board(5, &[(0, 0), (1, 0)])).write(&mut bytes);
        let refused = |at: usize, byte: u8| {
            let mut copy = bytes.clone();
            copy[at] = byte;
            Input::read(&mut &copy[..]).expect_err("damaged")
        };
        assert_eq!(refused(0, 4), ReadInputError::Size(4));
        assert_eq!(refused(1, 7), ReadInputError::Stone(7));
        assert_eq!(refused(2, 9), ReadInputError::Stone(9 << 8));
        assert_eq!(refused(6, 0x80), ReadInputError::Stone(31));
        assert_eq!(refused(9, 3), ReadInputError::Stone(0));
    }
}
