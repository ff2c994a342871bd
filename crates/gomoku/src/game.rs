//! A game: a board with clocks and an outcome. It acts as the referee for every move, late or illegal ones included.

use std::fmt;
use std::time::Duration;

use crate::board::{Board, IllegalMove};
use crate::color::{ByColor, Color};
use crate::forbidden::ForbiddenReason;
use crate::limits::Limits;
use crate::point::Point;
use crate::rule::Rule;
use crate::size::Size;

/// The time control of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for each move.
    pub turn_time: Option<Duration>,
    /// Time for the whole game.
    pub game_time: Option<Duration>,
    /// Time added to the game time after each move.
    pub increment: Duration,
}

/// One side's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    time_left: Option<Duration>,
}

impl Clock {
    /// A clock with all its time left.
    pub fn new(control: TimeControl) -> Clock {
        Clock {
            control,
            time_left: control.game_time,
        }
    }

    /// Time left for the rest of the game.
    pub fn time_left(&self) -> Option<Duration> {
        self.time_left
    }

    /// The time limits of the next move.
    pub fn limits(&self) -> Limits {
        Limits {
            turn_time: self.control.turn_time,
            time_left: self.time_left,
            increment: self.control.increment,
            ..Limits::default()
        }
    }

    /// Deducts the time of a move. Returns false if it exceeds a limit.
    fn spend(&mut self, elapsed: Duration) -> bool {
        let in_turn = self.control.turn_time.is_none_or(|turn| elapsed <= turn);
        let in_game = self.time_left.is_none_or(|left| elapsed <= left);
        self.time_left = self
            .time_left
            .map(|left| left.saturating_sub(elapsed) + self.control.increment);
        in_turn && in_game
    }
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// A winning row.
    Five,
    /// Black played a forbidden point.
    Forbidden(ForbiddenReason),
    /// A side exceeded its time.
    Time,
    /// A side exceeded its memory.
    Memory,
    /// A side made an illegal move.
    Illegal(String),
    /// A side's program failed.
    Crash(String),
    /// A side resigned.
    Resignation,
    /// The board is full.
    FullBoard,
    /// The game reached its move limit.
    MoveLimit,
    /// The side to move has only forbidden points left.
    NoLegalMove,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndReason::Five => f.write_str("five"),
            EndReason::Forbidden(reason) => write!(f, "forbidden move: {reason}"),
            EndReason::Time => f.write_str("time"),
            EndReason::Memory => f.write_str("memory"),
            EndReason::Illegal(what) => write!(f, "illegal move: {what}"),
            EndReason::Crash(what) => write!(f, "crash: {what}"),
            EndReason::Resignation => f.write_str("resignation"),
            EndReason::FullBoard => f.write_str("full board"),
            EndReason::MoveLimit => f.write_str("move limit"),
            EndReason::NoLegalMove => f.write_str("no legal move"),
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: EndReason,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    clocks: ByColor<Clock>,
    times: Vec<Duration>,
    move_limit: usize,
    outcome: Option<Outcome>,
}

impl Game {
    /// A game from the empty board, without clocks.
    pub fn new(size: Size, rule: Rule) -> Game {
        Game::from_board(Board::new(size, rule), ByColor::default())
    }

    /// A game that continues from a position.
    pub fn from_board(board: Board, time: ByColor<TimeControl>) -> Game {
        let mut game = Game {
            times: vec![Duration::ZERO; board.ply()],
            move_limit: board.size().area(),
            clocks: ByColor::from_fn(|color| Clock::new(time[color])),
            outcome: None,
            board,
        };
        game.outcome = game.evaluate_end(game.board.any_winner());
        game
    }

    /// Declares a draw after this many stones.
    #[must_use]
    pub fn with_move_limit(mut self, stones: usize) -> Game {
        self.move_limit = stones;
        self.outcome = self.evaluate_end(self.board.any_winner());
        self
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// A side's clock.
    pub fn clock(&self, color: Color) -> &Clock {
        &self.clocks[color]
    }

    /// The time of each ply; zero for the plies of the starting position.
    pub fn times(&self) -> &[Duration] {
        &self.times
    }

    /// The outcome of a finished game.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Plays a move of the side to move, which took `elapsed`. A late, illegal or forbidden move loses.
    ///
    /// # Errors
    /// When the game is over.
    pub fn play(
        &mut self,
        point: Point,
        elapsed: Duration,
    ) -> Result<Option<&Outcome>, IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::GameOver);
        }
        let side = self.board.side_to_move();
        let in_time = self.clocks[side].spend(elapsed);
        let legal = self.board.check(point);
        self.outcome = if !in_time {
            Some(loss(side, EndReason::Time))
        } else {
            match legal {
                Ok(()) => {
                    self.board.push(point);
                    self.times.push(elapsed);
                    // Only the new stone can complete a row.
                    self.evaluate_end(self.board.winner())
                }
                Err(IllegalMove::Forbidden(reason)) => {
                    Some(loss(side, EndReason::Forbidden(reason)))
                }
                Err(error) => Some(loss(side, EndReason::Illegal(error.to_string()))),
            }
        };
        Ok(self.outcome())
    }

    /// The side to move loses for a reason outside the board.
    pub fn forfeit(&mut self, reason: EndReason) {
        if self.outcome.is_none() {
            self.outcome = Some(loss(self.board.side_to_move(), reason));
        }
    }

    fn evaluate_end(&self, winner: Option<Color>) -> Option<Outcome> {
        let draw = |reason| {
            Some(Outcome {
                winner: None,
                reason,
            })
        };
        if let Some(winner) = winner {
            Some(Outcome {
                winner: Some(winner),
                reason: EndReason::Five,
            })
        } else if self.board.is_full() {
            draw(EndReason::FullBoard)
        } else if self.board.stone_count() >= self.move_limit {
            draw(EndReason::MoveLimit)
        } else if self.has_no_legal_move() {
            draw(EndReason::NoLegalMove)
        } else {
            None
        }
    }

    fn has_no_legal_move(&self) -> bool {
        // Forbidden points need empty space around them: all of them are forbidden only on a nearly full board.
        let free = self.board.size().area() - self.board.stone_count();
        self.board.rule().forbids(self.board.side_to_move())
            && free <= 2 * usize::from(self.board.size().get())
            && self.board.legal_moves().is_empty()
    }
}

fn loss(loser: Color, reason: EndReason) -> Outcome {
    Outcome {
        winner: Some(!loser),
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(moves: &[(u8, u8)]) -> impl Iterator<Item = Point> + '_ {
        moves.iter().map(|&(column, row)| Point::new(column, row))
    }

    #[test]
    fn five_ends_the_game() {
        let mut game = Game::new(Size::FIFTEEN, Rule::Freestyle);
        let moves: Vec<_> = (0..5).flat_map(|i| [(i, 0), (i, 5)]).collect();
        for point in points(&moves[..8]) {
            assert_eq!(game.play(point, Duration::ZERO), Ok(None));
        }
        let outcome = game.play(Point::new(4, 0), Duration::ZERO).unwrap();
        assert_eq!(outcome.unwrap().winner, Some(Color::Black));
        assert_eq!(
            game.play(Point::new(9, 9), Duration::ZERO),
            Err(IllegalMove::GameOver)
        );
    }

    #[test]
    fn late_illegal_and_forbidden_moves_lose() {
        let second = Duration::from_secs(1);
        let control = TimeControl {
            turn_time: Some(second),
            game_time: Some(second * 2),
            increment: Duration::ZERO,
        };
        let timed = || {
            Game::from_board(
                Board::new(Size::FIFTEEN, Rule::Renju),
                ByColor {
                    black: control,
                    white: control,
                },
            )
        };
        let mut game = timed();
        game.play(Point::new(7, 7), second * 2).unwrap();
        assert_eq!(game.outcome(), Some(&loss(Color::Black, EndReason::Time)));

        let mut game = timed();
        for (number, point) in points(&[(7, 7), (0, 0), (7, 8), (0, 1), (7, 10)]).enumerate() {
            let outcome = game.play(point, second * 9 / 10).unwrap();
            // Two moves fit the game's time, a third does not.
            assert_eq!(outcome.is_some(), number == 4);
        }
        assert_eq!(game.outcome(), Some(&loss(Color::Black, EndReason::Time)));

        let mut game = timed();
        game.play(Point::new(7, 7), second).unwrap();
        game.play(Point::new(7, 7), second).unwrap();
        assert!(matches!(
            game.outcome(),
            Some(Outcome {
                winner: Some(Color::Black),
                reason: EndReason::Illegal(_)
            })
        ));

        let mut game = Game::new(Size::FIFTEEN, Rule::Renju);
        for point in points(&[
            (5, 9),
            (0, 0),
            (6, 9),
            (0, 2),
            (7, 7),
            (0, 4),
            (7, 8),
            (0, 6),
            (7, 9),
        ]) {
            game.play(point, Duration::ZERO).unwrap();
        }
        assert_eq!(
            game.outcome(),
            Some(&loss(
                Color::Black,
                EndReason::Forbidden(ForbiddenReason::DoubleThree)
            ))
        );
    }

    #[test]
    fn a_full_board_and_the_move_limit_are_draws() {
        let mut game = Game::new(Size::new(5).unwrap(), Rule::Freestyle).with_move_limit(3);
        for point in points(&[(0, 0), (1, 0), (2, 0)]) {
            game.play(point, Duration::ZERO).unwrap();
        }
        assert_eq!(game.outcome().unwrap().reason, EndReason::MoveLimit);

        // Columns of alternating pairs: no five in any direction.
        let size = Size::new(5).unwrap();
        let black = |point: &Point| (point.column() / 2 + point.row()).is_multiple_of(2);
        let (blacks, whites): (Vec<_>, Vec<_>) = size.points().partition(black);
        let mut board = Board::new(size, Rule::Freestyle);
        for index in 0..blacks.len().max(whites.len()) {
            for stones in [&blacks, &whites] {
                match stones.get(index) {
                    Some(&point) => board.push(point),
                    None => board.pass(),
                }
            }
        }
        let game = Game::from_board(board, ByColor::default());
        assert_eq!(
            game.outcome().unwrap(),
            &Outcome {
                winner: None,
                reason: EndReason::FullBoard
            }
        );
    }
}
