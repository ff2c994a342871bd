//! The board: stones, side to move, history, hash and rule. It is complete alone and knows nobody.
//!
//! Whoever has to keep in step with it (line patterns, feature counts, a network's accumulator) is an [`Observer`]
//! that is told of each stone placed or removed; the unit observer `()` costs nothing.
//!
//! The history alternates between black and white. A position that does not (set-up stones, a board sent by a
//! manager in any order) is written with passes, so there is one history and no special case.

use crate::color::Color;
use crate::forbidden::{self, ForbiddenReason};
use crate::point::{Direction, Point};
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::size::Size;
use crate::symmetry::Symmetry;
use crate::zobrist;

/// What a cell of the grid holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing yet.
    Empty,
    /// A stone.
    Stone(Color),
    /// Nobody can play here: beyond the edge, or a cell that the game has taken out.
    Wall,
}

/// Somebody who must be told when a stone comes or goes. Both calls come after the board has changed.
pub trait Observer {
    /// A stone has been placed.
    fn on_place(&mut self, board: &Board, point: Point, color: Color);
    /// The stone has been removed again. Removals come in the reverse order of placements.
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
    /// The empty cells and the stones again, as sets: whoever looks for moves asks for them in every position.
    empty: PointSet,
    occupied: PointSet,
    history: Vec<Option<Point>>,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The point is not on the board.
    #[error("the point is not on the board")]
    OffBoard,
    /// There is a stone already.
    #[error("the point is occupied")]
    Occupied,
    /// Somebody has won already.
    #[error("the game is over")]
    GameOver,
    /// Black may not play here under renju's rules.
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

    /// The board after these moves, checked one by one.
    ///
    /// # Errors
    /// The first move that is illegal, with its place in the list.
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

    /// Points on a side.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rule of this game.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Who moves next.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// What a cell holds.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// Can a stone be put here?
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == Cell::Empty
    }

    /// Every move so far; `None` is a pass. Black made the first.
    #[inline]
    pub fn history(&self) -> &[Option<Point>] {
        &self.history
    }

    /// The moves so far without passes.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Point> + '_ {
        self.history.iter().copied().flatten()
    }

    /// The stone placed last.
    pub fn last_move(&self) -> Option<Point> {
        self.moves().next_back()
    }

    /// Plies so far, passes included.
    #[inline]
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// Stones on the board.
    #[inline]
    pub fn stone_count(&self) -> usize {
        self.stones
    }

    /// Is there no empty point left?
    #[inline]
    pub fn is_full(&self) -> bool {
        self.free == 0
    }

    /// The hash of the stones, the side to move, the rule and the size.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key that the position will have after the side to move has played here.
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

    /// Plays a move that comes from outside.
    ///
    /// # Errors
    /// When the rules do not allow the move; the board is then unchanged.
    pub fn play(&mut self, point: Point) -> Result<(), IllegalMove> {
        self.check(point)?;
        self.push(point);
        Ok(())
    }

    /// May the side to move play here?
    ///
    /// # Errors
    /// The reason why not.
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

    /// Why this empty point is forbidden to the side to move, if it is.
    pub fn forbidden_reason(&self, point: Point) -> Option<ForbiddenReason> {
        if self.rule.forbids(self.side) {
            forbidden::forbidden_reason(self, point)
        } else {
            None
        }
    }

    /// The points that the side to move may play, forbidden ones left out.
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

    /// Puts a stone of the side to move. The point must be empty.
    #[inline]
    pub fn push(&mut self, point: Point) {
        self.push_observed(point, &mut ());
    }

    /// Takes back the last move or pass.
    ///
    /// # Panics
    /// When there is none.
    #[inline]
    pub fn pop(&mut self) {
        self.pop_observed(&mut ());
    }

    /// [`Board::push`], telling an observer.
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

    /// [`Board::pop`], telling an observer.
    ///
    /// # Panics
    /// When there is no move to take back.
    #[inline]
    pub fn pop_observed(&mut self, observer: &mut impl Observer) {
        let last = self.history.pop().expect("a move to take back");
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

    /// Lets the side to move make no move.
    pub fn pass(&mut self) {
        self.key ^= zobrist::WHITE_TO_MOVE;
        self.side = !self.side;
        self.history.push(None);
    }

    /// Takes an empty cell out of the game: it belongs to nobody and stops every line.
    pub fn block(&mut self, point: Point) {
        debug_assert!(self.is_empty(point));
        self.cells[point.index()] = Cell::Wall;
        self.free -= 1;
        self.empty.remove(point);
        self.key ^= zobrist::content(Cell::Wall, point);
    }

    /// Who has five, looking only at the stone placed last.
    pub fn winner(&self) -> Option<Color> {
        let point = self.last_move()?;
        match self.cell(point) {
            Cell::Stone(color) if self.wins(point, color) => Some(color),
            _ => None,
        }
    }

    /// Who has five anywhere; for positions that were not reached move by move.
    pub fn any_winner(&self) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&color| self.stones(color).any(|point| self.wins(point, color)))
    }

    /// Would a stone of this color on the point stand in a winning row?
    #[inline]
    pub fn wins(&self, point: Point, color: Color) -> bool {
        Direction::ALL
            .into_iter()
            .any(|direction| self.wins_along(point, color, direction))
    }

    fn wins_along(&self, point: Point, color: Color, direction: Direction) -> bool {
        let (back, front) = self.run(point, color, direction);
        let enemy = Cell::Stone(!color);
        let enclosed = self.cell(point.step(direction, -back - 1)) == enemy
            && self.cell(point.step(direction, front + 1)) == enemy;
        self.rule.wins(color, (back + front + 1) as u32, enclosed)
    }

    /// How many stones of this color join the point on either side, the point itself not counted.
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

    /// The winning row through the stone placed last.
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

    /// The same position seen under a symmetry, history included.
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

    /// The smallest key among the eight symmetric positions, and the symmetry that leads to it.
    /// Symmetric positions have the same canonical key.
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
    /// The same stones, side, rule and size; the order of the moves does not matter.
    fn eq(&self, other: &Board) -> bool {
        self.rule == other.rule
            && self.size == other.size
            && self.side == other.side
            && self.cells == other.cells
    }
}

impl Eq for Board {}
