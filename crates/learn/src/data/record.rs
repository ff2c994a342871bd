//! A labeled position as bytes.
//!
//! ```text
//! offset           bytes  what
//! 0                c      the cells, four to a byte, low bits first, row by row from the top left:
//!                         0 empty, 1 black, 2 white; c = ceil(size² / 4)
//! c                2      the best move, row × size + column
//! c + 2            2      the score for the side to move, signed; 30,000 - n is a win in n plies
//! c + 4            1      bit 0: white to move; bit 1: taken from the game itself; bits 2 and 3: the result of the game for
//!                         the side to move, 0 lost, 1 drawn, 2 won
//! c + 5            4      the number of the game
//! ```
//!
//! Numbers are little-endian. A record of 15 × 15 takes 66 bytes, one of 20 × 20 109.

use engine::score::Score;
use gomoku::{Board, Cell, Color, Point, Rule, Size};

use crate::fixed_nodes;

/// A position with its labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRecord {
    /// The cells, row by row.
    pub cells: Vec<Option<Color>>,
    /// The side to move.
    pub side_to_move: Color,
    /// The move that the search chose.
    pub best_move: Point,
    /// The score of the search for the side to move.
    pub score: Score,
    /// Is it a position of the game, rather than one a few random moves off it?
    pub on_path: bool,
    /// The result of the game for the side to move.
    pub result: GameResult,
    /// The number of the game.
    pub game: u32,
}

/// How the game ended for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum GameResult {
    /// The side to move lost.
    Loss = 0,
    /// Nobody won.
    Draw = 1,
    /// The side to move won.
    Win = 2,
}

impl GameResult {
    /// From 1 for a win of black to -1 for a win of white.
    pub fn for_side(black_result: i32, side: Color) -> GameResult {
        match (black_result * fixed_nodes::sign(side)).signum() {
            1 => GameResult::Win,
            0 => GameResult::Draw,
            _ => GameResult::Loss,
        }
    }

    /// 1, ½ or 0.
    pub fn value(self) -> f32 {
        f32::from(self as u8) / 2.0
    }
}

/// Why bytes are not a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A cell is neither empty nor black nor white.
    #[error("cell {0} is neither empty nor a stone")]
    Cell(usize),
    /// The best move is outside the board or occupied.
    #[error("the best move is not an empty point of the board")]
    BestMove,
    /// Bits that must be zero are set, or the result is none.
    #[error("unknown flags {0:#x}")]
    Flags(u8),
}

/// Bytes of a record on a board of this size.
pub fn record_len(size: Size) -> usize {
    cell_bytes(size) + 9
}

fn cell_bytes(size: Size) -> usize {
    size.area().div_ceil(4)
}

impl PositionRecord {
    /// The position of a board with its labels.
    pub fn new(
        board: &Board,
        best_move: Point,
        score: Score,
        on_path: bool,
        result: GameResult,
        game: u32,
    ) -> PositionRecord {
        let cells = points(board.size()).map(|point| match board.cell(point) {
            Cell::Stone(color) => Some(color),
            _ => None,
        });
        PositionRecord {
            cells: cells.collect(),
            side_to_move: board.side_to_move(),
            best_move,
            score,
            on_path,
            result,
            game,
        }
    }

    /// Appends the record to the bytes.
    pub fn write(&self, size: Size, bytes: &mut Vec<u8>) {
        debug_assert_eq!(self.cells.len(), size.area());
        let code = |cell: &Option<Color>| match cell {
            None => 0,
            Some(Color::Black) => 1_u8,
            Some(Color::White) => 2,
        };
        bytes.extend(self.cells.chunks(4).map(|four| {
            let codes = four.iter().enumerate();
            codes.fold(0, |byte, (index, cell)| byte | code(cell) << (2 * index))
        }));
        let best = u16::from(self.best_move.row()) * u16::from(size.get())
            + u16::from(self.best_move.column());
        bytes.extend(best.to_le_bytes());
        bytes.extend((self.score as i16).to_le_bytes());
        let flags = u8::from(self.side_to_move == Color::White)
            | u8::from(self.on_path) << 1
            | (self.result as u8) << 2;
        bytes.push(flags);
        bytes.extend(self.game.to_le_bytes());
    }

    /// Reads a record of [`record_len`] bytes.
    ///
    /// # Errors
    /// If the bytes are not a record.
    pub fn read(size: Size, bytes: &[u8]) -> Result<PositionRecord, RecordError> {
        let (cell_part, rest) = bytes.split_at(cell_bytes(size));
        let cells = (0..size.area())
            .map(
                |index| match cell_part[index / 4] >> (2 * (index % 4)) & 3 {
                    0 => Ok(None),
                    1 => Ok(Some(Color::Black)),
                    2 => Ok(Some(Color::White)),
                    _ => Err(RecordError::Cell(index)),
                },
            )
            .collect::<Result<Vec<_>, _>>()?;
        let best = usize::from(u16::from_le_bytes([rest[0], rest[1]]));
        if cells.get(best) != Some(&None) {
            return Err(RecordError::BestMove);
        }
        let side = usize::from(size.get());
        let flags = rest[4];
        let result = match flags >> 2 {
            0 => GameResult::Loss,
            1 => GameResult::Draw,
            2 => GameResult::Win,
            _ => return Err(RecordError::Flags(flags)),
        };
        Ok(PositionRecord {
            cells,
            side_to_move: if flags & 1 == 0 {
                Color::Black
            } else {
                Color::White
            },
            best_move: Point::new((best % side) as u8, (best / side) as u8),
            score: Score::from(i16::from_le_bytes([rest[2], rest[3]])),
            on_path: flags & 2 != 0,
            result,
            game: game_number(bytes),
        })
    }

    /// The position on a board, its stones in row order and with passes where a side has fewer.
    pub fn board(&self, size: Size, rule: Rule) -> Board {
        let mut board = Board::new(size, rule);
        let stones = |color| {
            points(size)
                .zip(&self.cells)
                .filter(move |(_, cell)| **cell == Some(color))
                .map(|(point, _)| point)
        };
        let (mut black, mut white) = (stones(Color::Black), stones(Color::White));
        loop {
            let stone = match board.side_to_move() {
                Color::Black => black.next(),
                Color::White => white.next(),
            };
            match stone {
                Some(point) => board.push(point),
                None => board.pass(),
            }
            let placed = board.stone_count();
            let total = self.cells.iter().flatten().count();
            if placed == total && board.side_to_move() == self.side_to_move {
                return board;
            }
        }
    }
}

/// The number of the game, which ends a record.
pub fn game_number(record: &[u8]) -> u32 {
    let mut bytes = [0; 4];
    bytes.copy_from_slice(&record[record.len() - 4..]);
    u32::from_le_bytes(bytes)
}

fn points(size: Size) -> impl Iterator<Item = Point> {
    let side = size.get();
    (0..side).flat_map(move |row| (0..side).map(move |column| Point::new(column, row)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn records_are_read_as_written_and_give_the_same_position() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        for number in 0..300 {
            let size = Size::new(rng.random_range(5..=22)).unwrap();
            let mut board = Board::new(size, Rule::Standard);
            for _ in 0..rng.random_range(0..size.area() / 2) {
                let empty = board.empty();
                let index = rng.random_range(0..empty.len());
                board.push(empty.iter().nth(index).unwrap());
                if rng.random_range(0..20) == 0 {
                    board.pass();
                }
            }
            let best = board.empty().iter().next().unwrap();
            let result = GameResult::for_side(rng.random_range(-1..=1), board.side_to_move());
            let score = rng.random_range(-30_000..=30_000);
            let record = PositionRecord::new(&board, best, score, number % 2 == 0, result, number);
            let mut bytes = Vec::new();
            record.write(size, &mut bytes);
            assert_eq!(bytes.len(), record_len(size));
            assert_eq!(game_number(&bytes), number);
            assert_eq!(PositionRecord::read(size, &bytes), Ok(record.clone()));
            let again = record.board(size, Rule::Standard);
            assert_eq!(again.key(), board.key());
            assert_eq!(again.side_to_move(), board.side_to_move());
        }
    }

    #[test]
    fn damaged_records_are_refused() {
        let size = Size::FIFTEEN;
        let mut board = Board::new(size, Rule::Freestyle);
        board.push(Point::new(0, 0));
        let best = Point::new(7, 7);
        let record = PositionRecord::new(&board, best, 5, true, GameResult::Draw, 3);
        let mut bytes = Vec::new();
        record.write(size, &mut bytes);
        assert_eq!(bytes.len(), 66);
        let damaged = |index: usize, value: u8| {
            let mut bytes = bytes.clone();
            bytes[index] = value;
            PositionRecord::read(size, &bytes)
        };
        assert_eq!(damaged(1, 0b11), Err(RecordError::Cell(4)));
        // Outside the board, and on the stone.
        assert_eq!(damaged(58, 1), Err(RecordError::BestMove));
        assert_eq!(damaged(57, 0), Err(RecordError::BestMove));
        assert_eq!(damaged(61, 0b1101), Err(RecordError::Flags(0b1101)));
    }
}
