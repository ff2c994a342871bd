//! Boards as text diagrams, printed and parsed.
//!
//! ```text
//!    a b c d e
//!  5 . . . . . 5
//!  4 . x . # . 4
//!  3 . . O . . 3
//!  2 . . . . . 2
//!  1 . . . . . 1
//!    a b c d e
//! ```
//!
//! `x` is black, `o` is white, `.` is empty, `#` is a blocked cell. The last stone is a capital letter.
//!
//! The parser skips blanks, `|`, row numbers at either end, lines of column letters, frame lines of `+`, `-` and `=`, and
//! empty lines, so a bare grid of characters is enough. The grid must be square. If there are several capitals, none of
//! them is the last move.
//!
//! A diagram does not contain the move order, the side to move or the rule. The caller passes the rule and optionally the
//! side to move; by default black moves unless black has more stones.

use std::fmt::Write;

use crate::board::{Board, Cell};
use crate::color::{ByColor, Color};
use crate::notation::excerpt;
use crate::point::Point;
use crate::rule::Rule;
use crate::setup;
use crate::size::Size;

/// Prints a board with coordinates and the last move as a capital letter.
pub fn print(board: &Board) -> String {
    let size = board.size();
    let mut letters = "  ".to_owned();
    for column in 0..size.get() {
        letters.push(' ');
        letters.push((b'a' + column) as char);
    }
    let mut text = letters.clone();
    for row in 0..size.get() {
        let number = size.get() - row;
        let _ = write!(text, "\n{number:2}");
        for column in 0..size.get() {
            let point = Point::new(column, row);
            text.push(' ');
            text.push(symbol(board.cell(point), board.last_move() == Some(point)));
        }
        let _ = write!(text, " {number}");
    }
    text.push('\n');
    text.push_str(&letters);
    text.push('\n');
    text
}

fn symbol(cell: Cell, last: bool) -> char {
    match (cell, last) {
        (Cell::Empty, _) => '.',
        (Cell::Wall, _) => '#',
        (Cell::Stone(Color::Black), false) => 'x',
        (Cell::Stone(Color::Black), true) => 'X',
        (Cell::Stone(Color::White), false) => 'o',
        (Cell::Stone(Color::White), true) => 'O',
    }
}

/// Errors of [`parse`]. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDiagramError {
    /// A character is not a cell.
    #[error("line {line}: {symbol:?} is not a cell in {text:?}: expected x, o, . or #")]
    Symbol {
        /// The line.
        line: usize,
        /// The character.
        symbol: char,
        /// The line's text.
        text: String,
    },
    /// The number of rows is not a board size.
    #[error("{0} rows: a board has 5 to 22")]
    Rows(usize),
    /// A row has the wrong number of cells.
    #[error("line {line}: {found} cells in {text:?}, but there are {expected} rows")]
    Width {
        /// The line.
        line: usize,
        /// The number of cells.
        found: usize,
        /// The number of rows.
        expected: usize,
        /// The line's text.
        text: String,
    },
}

/// Parses a diagram. The number of rows is the size of the board.
///
/// ```
/// use gomoku::{Color, Rule, diagram};
///
/// let board = diagram::parse(
///     "
///     . . . . .
///     . x x . .
///     . o . . .
///     . . . . .
///     . . . . .
///     ",
///     Rule::Freestyle,
///     None,
/// )?;
/// assert_eq!(board.stone_count(), 3);
/// assert_eq!(board.side_to_move(), Color::White);
/// # Ok::<(), diagram::ParseDiagramError>(())
/// ```
///
/// # Errors
/// When the text is not a square of 5 to 22 rows of cells.
pub fn parse(text: &str, rule: Rule, side: Option<Color>) -> Result<Board, ParseDiagramError> {
    let rows: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !is_decoration(line))
        .collect();
    let size = u8::try_from(rows.len())
        .ok()
        .and_then(Size::new)
        .ok_or(ParseDiagramError::Rows(rows.len()))?;

    let mut board = Board::new(size, rule);
    let mut stones = ByColor::<Vec<Point>>::default();
    let mut capitals = Vec::new();
    for (row, &(line, text)) in rows.iter().enumerate() {
        for (column, symbol) in cells(line, text, size)?.into_iter().enumerate() {
            let point = Point::new(column as u8, row as u8);
            match symbol {
                '#' => board.block(point),
                'x' | 'X' => stones.black.push(point),
                'o' | 'O' => stones.white.push(point),
                _ => {}
            }
            if symbol.is_ascii_uppercase() {
                capitals.push(point);
            }
        }
    }

    let side = side.unwrap_or_else(|| setup::side_by_count(stones.black.len(), stones.white.len()));
    match capitals[..] {
        [last] => place_last(&mut board, stones, last, side),
        _ => setup::place_stones(&mut board, &stones, side),
    }
    Ok(board)
}

/// Places all stones, `last` after the others.
fn place_last(board: &mut Board, mut stones: ByColor<Vec<Point>>, last: Point, side: Color) {
    let color = if stones.black.contains(&last) {
        Color::Black
    } else {
        Color::White
    };
    stones[color].retain(|&point| point != last);
    setup::place_stones(board, &stones, color);
    board.push(last);
    if board.side_to_move() != side {
        board.pass();
    }
}

/// Is this line a frame, empty or a line of column letters? Rows never begin with `a`.
fn is_decoration(line: &str) -> bool {
    let mut marks = line.chars().filter(|symbol| !symbol.is_whitespace());
    let frame = marks.clone().all(|symbol| "+-=".contains(symbol));
    frame
        || marks.clone().count() <= usize::from(Size::MAX)
            && ('a'..='z')
                .zip(marks.by_ref())
                .all(|(letter, mark)| letter == mark.to_ascii_lowercase())
}

/// The cells of a row without its decoration.
fn cells(line: usize, text: &str, size: Size) -> Result<Vec<char>, ParseDiagramError> {
    let decoration =
        |symbol: char| symbol.is_ascii_digit() || symbol == '|' || symbol.is_whitespace();
    let row = text.trim_matches(decoration);
    let mut cells = Vec::with_capacity(size.get().into());
    let mut found = 0;
    for symbol in row
        .chars()
        .filter(|&symbol| symbol != '|' && !symbol.is_whitespace())
    {
        if !"xXoO.#".contains(symbol) {
            return Err(ParseDiagramError::Symbol {
                line,
                symbol,
                text: excerpt(text),
            });
        }
        found += 1;
        if cells.len() < size.get().into() {
            cells.push(symbol);
        }
    }
    if found == usize::from(size.get()) {
        Ok(cells)
    } else {
        Err(ParseDiagramError::Width {
            line,
            found,
            expected: size.get().into(),
            text: excerpt(text),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PRINTED: &str = "   a b c d e
 5 . . . . . 5
 4 . x . # . 4
 3 . . O . . 3
 2 . . . . . 2
 1 . . . . . 1
   a b c d e
";

    #[test]
    fn printing_marks_the_last_move() {
        let mut board = Board::new(Size::new(5).unwrap(), Rule::Freestyle);
        board.block(Point::new(3, 1));
        board.push(Point::new(1, 1));
        board.push(Point::new(2, 2));
        assert_eq!(print(&board), PRINTED);
        let read = parse(PRINTED, Rule::Freestyle, None).unwrap();
        assert_eq!(read, board);
        assert_eq!(read.last_move(), board.last_move());
    }

    #[test]
    fn frames_numbers_and_blanks_are_skipped() {
        let framed = "
            +-----+
            |.....|
            |.x.#.|
            |..O..|

            |.....|
            |.....|
            +-----+";
        let bare = ".....\n.x.#.\n..O..\n.....\n.....";
        let expected = parse(PRINTED, Rule::Standard, None).unwrap();
        assert_eq!(parse(framed, Rule::Standard, None).unwrap(), expected);
        assert_eq!(parse(bare, Rule::Standard, None).unwrap(), expected);
    }

    #[test]
    fn the_capital_is_the_last_move_for_either_side_to_move() {
        for mark in ["Xx..o", "oo..X", "O...x", "xxxX."] {
            for side in Color::BOTH {
                let text = format!("{mark}\n.....\n.....\n.....\n.....");
                let board = parse(&text, Rule::Freestyle, Some(side)).unwrap();
                let last = mark.find(['X', 'O']).unwrap() as u8;
                assert_eq!(board.last_move(), Some(Point::new(last, 0)), "{mark}");
                assert_eq!(board.side_to_move(), side, "{mark}");
            }
        }
    }

    #[test]
    fn errors_name_line_and_text() {
        let message = |text: &str| parse(text, Rule::Freestyle, None).unwrap_err().to_string();
        assert_eq!(
            message("\n.....\n..q..\n.....\n.....\n....."),
            "line 3: 'q' is not a cell in \"..q..\": expected x, o, . or #"
        );
        assert_eq!(
            message(".....\n......\n.....\n.....\n....."),
            "line 2: 6 cells in \"......\", but there are 5 rows"
        );
        assert_eq!(message(".x.\n...\n..."), "3 rows: a board has 5 to 22");
        assert_eq!(message(""), "0 rows: a board has 5 to 22");
        assert_eq!(
            message(&".\n".repeat(1000)),
            "1000 rows: a board has 5 to 22"
        );
    }

    proptest! {
        #[test]
        fn parsing_any_text_does_not_panic(text in "[xXoO.#|+a-e0-9 \n\u{e9}-]{0,200}") {
            let _ = parse(&text, Rule::Freestyle, None);
        }

        #[test]
        fn printed_boards_parse_back(
            size in 5..=22u8,
            cells in proptest::collection::vec(0..8u8, 22 * 22),
            white_to_move in any::<bool>(),
        ) {
            let size = Size::new(size).unwrap();
            let mut board = Board::new(size, Rule::Standard);
            for (point, cell) in size.points().zip(cells) {
                match cell {
                    0 => board.block(point),
                    1..4 => board.push(point),
                    4 => board.pass(),
                    _ => {}
                }
            }
            let side = if white_to_move { Color::White } else { Color::Black };
            let read = parse(&print(&board), Rule::Standard, Some(side)).unwrap();
            prop_assert_eq!(print(&read), print(&board));
            prop_assert_eq!(read.side_to_move(), side);
        }
    }
}
