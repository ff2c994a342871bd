//! A position as a residual network sees it, from the side to move: small enough to keep hundreds of thousands.
//!
//! The slides' planes come in pairs: own stones and enemy stones without their last `i` stones, here for `i` = 0 and 1.
//! A network needs no colors. What the rules forbid, and cells that the game has taken out, it does not see.

use gomoku::{Board, Cell, Point, Size, Symmetry};

const WORDS: usize = (Size::MAX as usize * Size::MAX as usize).div_ceil(64);

/// The stones of a position with the last one of each side, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    size: Size,
    own: Stones,
    enemy: Stones,
}

/// The stones of one side, row by row; the last one by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stones {
    words: [u64; WORDS],
    last: u16,
}

/// There is no last stone.
const NOWHERE: u16 = u16::MAX;

impl Stones {
    const NONE: Stones = Stones {
        words: [0; WORDS],
        last: NOWHERE,
    };

    fn insert(&mut self, number: u16) {
        self.words[usize::from(number) / 64] |= 1 << (number % 64);
    }

    fn contains(&self, number: u16) -> bool {
        self.words[usize::from(number) / 64] >> (number % 64) & 1 == 1
    }

    fn numbers(&self) -> impl Iterator<Item = u16> {
        let words = self.words.into_iter().zip((0..).step_by(64));
        words.flat_map(|(word, base)| {
            let some = |word: u64| Some(word).filter(|&word| word != 0);
            std::iter::successors(some(word), move |word| some(word & (word - 1)))
                .map(move |word| base + word.trailing_zeros() as u16)
        })
    }

    fn renumbered(&self, to: impl Fn(u16) -> u16) -> Stones {
        let mut stones = Stones::NONE;
        for number in self.numbers() {
            stones.insert(to(number));
        }
        if self.last != NOWHERE {
            stones.last = to(self.last);
        }
        stones
    }
}

impl Question {
    /// What a network reads: two planes a side, and the board.
    pub const PLANES: usize = 5;

    /// What the side to move would ask.
    pub fn new(board: &Board) -> Question {
        let size = board.size();
        let side = board.side_to_move();
        let mut question = Question {
            size,
            own: Stones::NONE,
            enemy: Stones::NONE,
        };
        for point in &board.occupied() {
            match board.cell(point) {
                Cell::Stone(color) if color == side => question.own.insert(number(point, size)),
                _ => question.enemy.insert(number(point, size)),
            }
        }
        // The history alternates, so every other ply is the same side's.
        let mut plies = board.history().iter().rev().step_by(2).copied();
        if let Some(last) = plies.find_map(|ply| ply) {
            question.enemy.last = number(last, size);
        }
        let mut plies = board.history().iter().rev().skip(1).step_by(2).copied();
        if let Some(last) = plies.find_map(|ply| ply) {
            question.own.last = number(last, size);
        }
        question
    }

    /// Points on a side.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many stones there are.
    pub fn stone_count(&self) -> usize {
        self.own.numbers().count() + self.enemy.numbers().count()
    }

    /// Is there a stone on the point with this number, counted row by row?
    pub fn is_occupied(&self, number: u16) -> bool {
        usize::from(number) < self.size.area()
            && (self.own.contains(number) || self.enemy.contains(number))
    }

    /// The same position under a symmetry.
    pub fn transformed(&self, symmetry: Symmetry) -> Question {
        let to = |number| transformed(number, symmetry, self.size);
        Question {
            size: self.size,
            own: self.own.renumbered(to),
            enemy: self.enemy.renumbered(to),
        }
    }

    /// Calls `set` with the number of every plane and point that is one. Planes: own stones, enemy stones, own stones
    /// without the last, enemy stones without the last, the board.
    pub fn each_one(&self, mut set: impl FnMut(usize, usize)) {
        for (side, stones) in [self.own, self.enemy].into_iter().enumerate() {
            for number in stones.numbers() {
                set(side, usize::from(number));
                if number != stones.last {
                    set(side + 2, usize::from(number));
                }
            }
        }
        for number in 0..self.size.area() {
            set(4, number);
        }
    }

    /// The planes one after another, each row by row.
    pub fn planes(&self) -> Vec<f32> {
        let area = self.size.area();
        let mut planes = vec![0.0; Question::PLANES * area];
        self.each_one(|plane, number| planes[plane * area + number] = 1.0);
        planes
    }

    /// Writes the question behind other bytes: size, last stones, then a bit a point for either side.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.size.get());
        for stones in [&self.own, &self.enemy] {
            bytes.extend(stones.last.to_le_bytes());
            let row = stones.words.iter().flat_map(|word| word.to_le_bytes());
            bytes.extend(row.take(self.size.area().div_ceil(8)));
        }
    }

    /// Reads a question that [`Question::write`] wrote and takes it from the front of the bytes.
    ///
    /// # Errors
    /// When they begin with none.
    pub fn read(bytes: &mut &[u8]) -> Result<Question, ReadQuestionError> {
        let mut rest = *bytes;
        let (&size, tail) = rest.split_first().ok_or(ReadQuestionError::Short)?;
        let size = Size::new(size).ok_or(ReadQuestionError::Size(size))?;
        rest = tail;
        let mut sides = [Stones::NONE; 2];
        for stones in &mut sides {
            let (&last, tail) = rest.split_first_chunk().ok_or(ReadQuestionError::Short)?;
            let length = size.area().div_ceil(8);
            let (row, tail) = tail
                .split_at_checked(length)
                .ok_or(ReadQuestionError::Short)?;
            rest = tail;
            for (index, &byte) in row.iter().enumerate() {
                stones.words[index / 8] |= u64::from(byte) << (index % 8 * 8);
            }
            stones.last = u16::from_le_bytes(last);
            let beyond = stones.numbers().find(|&n| usize::from(n) >= size.area());
            if let Some(number) = beyond {
                return Err(ReadQuestionError::Stone(number));
            }
            let is_whole = stones.last == NOWHERE
                || usize::from(stones.last) < size.area() && stones.contains(stones.last);
            if !is_whole {
                return Err(ReadQuestionError::Stone(stones.last));
            }
        }
        let [own, enemy] = sides;
        if let Some(number) = own.numbers().find(|&number| enemy.contains(number)) {
            return Err(ReadQuestionError::Stone(number));
        }
        *bytes = rest;
        Ok(Question { size, own, enemy })
    }
}

/// Why bytes are no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadQuestionError {
    /// They end too early.
    #[error("the position ends too early")]
    Short,
    /// There is no such board.
    #[error("no board has {0} points on a side")]
    Size(u8),
    /// A stone beyond the board, two on one point, or a last stone that is not there.
    #[error("the stone on point {0} cannot be there")]
    Stone(u16),
}

/// The number of a point, counted row by row: where it stands in a policy.
pub fn number(point: Point, size: Size) -> u16 {
    u16::from(point.row()) * u16::from(size.get()) + u16::from(point.column())
}

/// The point with this number.
pub fn point(number: u16, size: Size) -> Point {
    let side = u16::from(size.get());
    Point::new((number % side) as u8, (number / side) as u8)
}

/// The number that a point has under a symmetry.
pub fn transformed(this: u16, symmetry: Symmetry, size: Size) -> u16 {
    number(symmetry.apply(point(this, size), size), size)
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
    fn planes_are_the_slides_planes() {
        let board = board(5, &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
        let planes = Question::new(&board).planes();
        let row = |plane: usize| planes[plane * 25..plane * 25 + 5].to_vec();
        // White is to move: black's stones are the enemy's.
        assert_eq!(row(0), [0.0, 1.0, 0.0, 1.0, 0.0]);
        assert_eq!(row(1), [1.0, 0.0, 1.0, 0.0, 1.0]);
        assert_eq!(row(2), [0.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(row(3), [1.0, 0.0, 1.0, 0.0, 0.0]);
        assert!(planes[100..].iter().all(|&one| one == 1.0) && planes.len() == 125);
        assert_eq!(planes.iter().sum::<f32>(), 2.0 + 3.0 + 1.0 + 2.0 + 25.0);
    }

    #[test]
    fn passes_leave_the_last_stones() {
        let mut board = board(9, &[(4, 4), (5, 4)]);
        let before = Question::new(&board);
        board.pass();
        board.pass();
        assert_eq!(Question::new(&board), before);
        let empty = Question::new(&Board::new(board.size(), Rule::Freestyle));
        assert_eq!(empty.stone_count(), 0);
        assert_eq!(empty.planes().iter().sum::<f32>(), 81.0);
    }

    #[test]
    fn symmetries_are_those_of_the_board() {
        for size in [5, 9, 22] {
            let board = board(size, &[(0, 0), (1, 2), (4, 3), (3, 0), (2, 4)]);
            for symmetry in Symmetry::ALL {
                let question = Question::new(&board).transformed(symmetry);
                assert_eq!(question, Question::new(&board.transformed(symmetry)));
                let back = question.transformed(symmetry.inverse());
                assert_eq!(back, Question::new(&board));
            }
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let questions = [
            Question::new(&board(5, &[])),
            Question::new(&board(9, &[(8, 8), (0, 0), (4, 4)])),
            Question::new(&board(22, &[(21, 21), (0, 0), (20, 21)])),
        ];
        let mut bytes = Vec::new();
        for question in &questions {
            question.write(&mut bytes);
        }
        let mut rest = &bytes[..];
        for question in questions {
            assert_eq!(Question::read(&mut rest), Ok(question));
        }
        assert_eq!(Question::read(&mut rest), Err(ReadQuestionError::Short));
        for cut in 0..13 {
            let before = &bytes[..cut];
            let mut rest = before;
            assert_eq!(Question::read(&mut rest), Err(ReadQuestionError::Short));
            assert_eq!(rest, before);
        }
    }

    #[test]
    fn impossible_stones_are_refused() {
        let mut bytes = Vec::new();
        Question::new(&board(5, &[(0, 0), (1, 0)])).write(&mut bytes);
        let refused = |at: usize, byte: u8| {
            let mut copy = bytes.clone();
            copy[at] = byte;
            Question::read(&mut &copy[..]).expect_err("damaged")
        };
        assert_eq!(refused(0, 4), ReadQuestionError::Size(4));
        assert_eq!(refused(1, 7), ReadQuestionError::Stone(7));
        assert_eq!(refused(2, 9), ReadQuestionError::Stone(9 << 8));
        assert_eq!(refused(6, 0x80), ReadQuestionError::Stone(31));
        assert_eq!(refused(9, 3), ReadQuestionError::Stone(0));
    }
}
