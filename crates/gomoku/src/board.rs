//! The board: stones, side to move, history, hash and rule. It depends on no other state.
//!
//! State that is updated incrementally with the board (line patterns, feature counts, a network's accumulator) implements
//! [`Observer`] and is notified of each stone placed or removed. The no-op observer `()` costs nothing.
//!
//! Black and white alternate in the history. Positions that were not reached move by move, such as set-up stones, are
//! stored with passes, so no code needs a special case for them.

use crate::color::Color;
use crate::forbidden::{self, ForbiddenReason};
use crate::point::{Direction, Point};
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::size::Size;
use crate::symmetry::Symmetry;
use crate::zobrist;

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// No stone.
    Empty,
    /// A stone.
    Stone(Color),
    /// Not playable: beyond the edge, or a [blocked](Board::block) cell.
    Wall,
}

/// State that follows the board. Both methods are called after the board has changed.
pub trait Observer {
    /// A stone was placed.
    fn on_place(&mut self, board: &Board, point: Point, color: Color);
    /// A stone was removed. Removals come in the reverse order of placements.
    fn on_remove(&mut self, board: &Board, point: Point, color: Color);
}

impl Observer for () {
    #[inline]
    fn on_place(&mut self, _: &Board, _: Point, _: Color) {}
    #[inline]
    fn on_remove(&mut self, _: &Board, _: Point, _: Color) {}
}

/// A position with its history.
#[derive(Clone, Debug)]
pub struct Board {
    cells: [Cell; Point::CELLS],
    rule: Rule,
    size: Size,
    side: Color,
    stones: usize,
    free: usize,
    key: u64,
    /// The empty cells and the stones as sets, for move generation.
    empty: PointSet,
    occupied: PointSet,
    history: Vec<Option<Point>>,
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The point is not on the board.
    #[error("the point is not on the board")]
    OffBoard,
    /// The point has a stone.
    #[error("the point is occupied")]
    Occupied,
    /// A side has won.
    #[error("the game is over")]
    GameOver,
    /// The point is forbidden to black under renju rules.
    #[error("the point is forbidden for black: {0}")]
    Forbidden(ForbiddenReason),
}

impl Board {
    /// An empty board, black to move.
    pub fn new(size: Size, rule: Rule) -> Board {
        let mut cells = [Cell::Wall; Point::CELLS];
        for point in size.points() {
            cells[point.index()] = Cell::Empty;
        }
        Board {
            cells,
            rule,
            size,
            side: Color::Black,
            stones: 0,
            free: size.area(),
            key: zobrist::empty_board(rule, size),
            empty: PointSet::board(size),
            occupied: PointSet::EMPTY,
            history: Vec::with_capacity(size.area()),
        }
    }

    /// The board after these moves.
    ///
    /// # Errors
    /// The first illegal move, with its index.
    pub fn with_moves(
        size: Size,
        rule: Rule,
        moves: &[Point],
    ) -> Result<Board, (usize, IllegalMove)> {
        let mut board = Board::new(size, rule);
        for (index, &point) in moves.iter().enumerate() {
            board.play(point).map_err(|error| (index, error))?;
        }
        Ok(board)
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rule.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The content of a cell.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// Is the cell empty and playable?
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == Cell::Empty
    }

    /// All moves from the first, which was black's; `None` is a pass.
    #[inline]
    pub fn history(&self) -> &[Option<Point>] {
        &self.history
    }

    /// All moves without the passes.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Point> + '_ {
        self.history.iter().copied().flatten()
    }

    /// The stone placed last.
    pub fn last_move(&self) -> Option<Point> {
        self.moves().next_back()
    }

    /// The number of plies, passes included.
    #[inline]
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// The number of stones.
    #[inline]
    pub fn stone_count(&self) -> usize {
        self.stones
    }

    /// Is there no empty point left?
    #[inline]
    pub fn is_full(&self) -> bool {
        self.free == 0
    }

    /// The Zobrist key of the stones, the side to move, the rule and the size.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key after a move of the side to move.
    #[inline]
    pub fn key_after(&self, point: Point) -> u64 {
        self.key ^ zobrist::stone(self.side, point) ^ zobrist::WHITE_TO_MOVE
    }

    /// The stones of one side, row by row.
    pub fn stones(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.size
            .points()
            .filter(move |&point| self.cell(point) == Cell::Stone(color))
    }

    /// All stones as a set.
    #[inline]
    pub fn occupied(&self) -> PointSet {
        self.occupied
    }

    /// All empty points as a set.
    #[inline]
    pub fn empty(&self) -> PointSet {
        self.empty
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// When the move is illegal. The board does not change.
    pub fn play(&mut self, point: Point) -> Result<(), IllegalMove> {
        self.check(point)?;
        self.push(point);
        Ok(())
    }

    /// Is the move legal for the side to move?
    ///
    /// # Errors
    /// Why it is illegal.
    pub fn check(&self, point: Point) -> Result<(), IllegalMove> {
        if !self.size.contains(point) {
            Err(IllegalMove::OffBoard)
        } else if !self.is_empty(point) {
            Err(IllegalMove::Occupied)
        } else if self.winner().is_some() {
            Err(IllegalMove::GameOver)
        } else if let Some(reason) = self.forbidden_reason(point) {
            Err(IllegalMove::Forbidden(reason))
        } else {
            Ok(())
        }
    }

    /// Why this empty point is forbidden to the side to move; `None` if it is not.
    pub fn forbidden_reason(&self, point: Point) -> Option<ForbiddenReason> {
        if self.rule.forbids(self.side) {
            forbidden::forbidden_reason(self, point)
        } else {
            None
        }
    }

    /// The legal moves of the side to move, whether or not the game is over.
    pub fn legal_moves(&self) -> PointSet {
        let mut legal = self.empty();
        if self.rule.forbids(self.side) {
            for point in &legal.clone() {
                if forbidden::forbidden_reason(self, point).is_some() {
                    legal.remove(point);
                }
            }
        }
        legal
    }

    /// Plays a move without checking it. The point must be empty.
    #[inline]
    pub fn push(&mut self, point: Point) {
        self.push_observed(point, &mut ());
    }

    /// Undoes the last move or pass.
    ///
    /// # Panics
    /// When there is none.
    #[inline]
    pub fn pop(&mut self) {
        self.pop_observed(&mut ());
    }

    /// [`Board::push`] with an observer.
    #[inline]
    pub fn push_observed(&mut self, point: Point, observer: &mut impl Observer) {
        debug_assert!(self.is_empty(point), "{point:?} is not empty");
        let color = self.side;
        self.cells[point.index()] = Cell::Stone(color);
        self.key ^= zobrist::stone(color, point) ^ zobrist::WHITE_TO_MOVE;
        self.side = !color;
        self.stones += 1;
        self.free -= 1;
        self.empty.remove(point);
        self.occupied.insert(point);
        self.history.push(Some(point));
        observer.on_place(self, point, color);
    }

    /// [`Board::pop`] with an observer.
    ///
    /// # Panics
    /// When there is no move to undo.
    #[inline]
    pub fn pop_observed(&mut self, observer: &mut impl Observer) {
        let last = self.history.pop().expect("a move to undo");
        let color = !self.side;
        self.side = color;
        self.key ^= zobrist::WHITE_TO_MOVE;
        if let Some(point) = last {
            self.cells[point.index()] = Cell::Empty;
            self.key ^= zobrist::stone(color, point);
            self.stones -= 1;
            self.free += 1;
            self.empty.insert(point);
            self.occupied.remove(point);
            observer.on_remove(self, point, color);
        }
    }

    /// Passes.
    pub fn pass(&mut self) {
        self.key ^= zobrist::WHITE_TO_MOVE;
        self.side = !self.side;
        self.history.push(None);
    }

    /// Makes an empty cell unplayable. It ends every line like the edge of the board.
    pub fn block(&mut self, point: Point) {
        debug_assert!(self.is_empty(point));
        self.cells[point.index()] = Cell::Wall;
        self.free -= 1;
        self.empty.remove(point);
        self.key ^= zobrist::content(Cell::Wall, point);
    }

    /// The side that won with the last stone. For positions that were reached move by move.
    pub fn winner(&self) -> Option<Color> {
        let point = self.last_move()?;
        match self.cell(point) {
            Cell::Stone(color) if self.wins(point, color) => Some(color),
            _ => None,
        }
    }

    /// The side with a winning row anywhere. For any position.
    pub fn any_winner(&self) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&color| self.stones(color).any(|point| self.wins(point, color)))
    }

    /// Does a stone of this color on the point complete a winning row?
    #[inline]
    pub fn wins(&self, point: Point, color: Color) -> bool {
        Direction::ALL
            .into_iter()
            .any(|direction| self.wins_along(point, color, direction))
    }

    fn wins_along(&self, point: Point, color: Color, direction: Direction) -> bool {
        let (back, front) = self.run(point, color, direction);
        let opponent = Cell::Stone(!color);
        let enclosed = self.cell(point.step(direction, -back - 1)) == opponent
            && self.cell(point.step(direction, front + 1)) == opponent;
        self.rule.wins(color, (back + front + 1) as u32, enclosed)
    }

    /// The number of adjacent stones of this color before and after the point.
    #[inline]
    fn run(&self, point: Point, color: Color, direction: Direction) -> (i16, i16) {
        let count = |sign: i16| {
            let mut steps = 1;
            while self.cell(point.step(direction, sign * steps)) == Cell::Stone(color) {
                steps += 1;
            }
            steps - 1
        };
        (count(-1), count(1))
    }

    /// The winning row of the last stone.
    pub fn winning_row(&self) -> Option<Vec<Point>> {
        let point = self.last_move()?;
        let Cell::Stone(color) = self.cell(point) else {
            return None;
        };
        let direction = Direction::ALL
            .into_iter()
            .find(|&direction| self.wins_along(point, color, direction))?;
        let (back, front) = self.run(point, color, direction);
        Some(
            (-back..=front)
                .map(|steps| point.step(direction, steps))
                .collect(),
        )
    }

    /// The position under a symmetry, with its history.
    pub fn transformed(&self, symmetry: Symmetry) -> Board {
        let mut board = Board::new(self.size, self.rule);
        for point in self.size.points() {
            if self.cell(point) == Cell::Wall {
                board.block(symmetry.apply(point, self.size));
            }
        }
        for &ply in &self.history {
            match ply {
                Some(point) => board.push(symmetry.apply(point, self.size)),
                None => board.pass(),
            }
        }
        board
    }

    /// The smallest key of the eight symmetric positions, which they share, and the symmetry that yields it.
    pub fn canonical_key(&self) -> (u64, Symmetry) {
        let base = zobrist::empty_board(self.rule, self.size)
            ^ if self.side == Color::White {
                zobrist::WHITE_TO_MOVE
            } else {
                0
            };
        Symmetry::ALL
            .into_iter()
            .map(|symmetry| {
                let key = self.size.points().fold(base, |key, point| {
                    key ^ zobrist::content(self.cell(point), symmetry.apply(point, self.size))
                });
                (key, symmetry)
            })
            .min_by_key(|&(key, _)| key)
            .expect("there are eight symmetries")
    }
}

impl PartialEq for Board {
    /// Compares cells, side to move, rule and size, but not the history.
    fn eq(&self, other: &Board) -> bool {
        self.rule == other.rule
            && self.size == other.size
            && self.side == other.side
            && self.cells == other.cells
    }
}

impl Eq for Board {}
