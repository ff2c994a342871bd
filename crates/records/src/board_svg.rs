//! Positions as pictures, for documents and print: a board with stones, marks and a caption as SVG.
//!
//! The text depends on the picture alone, so a file can be compared with what a program writes today. Every picture paints its
//! own light background, so that it reads the same in a light and in a dark viewer.
//!
//! ```
//! use gomoku::{Board, Point, Rule, Size};
//! use records::board_svg::{BoardPicture, Mark, Rgb, Symbol};
//!
//! let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
//! board.push(Point::new(7, 7));
//! let mut picture = BoardPicture::of_board(&board);
//! picture.marks.push(Mark::new(Point::new(8, 8), Symbol::Circle(Rgb::on_scale(0.8))).with_label("80"));
//! assert!(picture.to_svg().starts_with("<svg"));
//! ```

mod color;
mod drawing;

pub use color::Rgb;

use gomoku::{Board, Color, Point, Size};

/// One board with everything that is drawn on it.
#[derive(Clone, Debug)]
pub struct BoardPicture {
    /// Size of the board.
    pub size: Size,
    /// The part that is shown; all of the board if `None`.
    pub window: Option<Window>,
    /// Title above the board; may be empty.
    pub title: String,
    /// Lines below the board.
    pub caption: Vec<String>,
    /// The stones.
    pub stones: Vec<Stone>,
    /// What is drawn over stones and empty points, in this order.
    pub marks: Vec<Mark>,
    /// Frames around groups of points.
    pub frames: Vec<Frame>,
    /// What the symbols mean, below the board.
    pub legend: Vec<(Symbol, String)>,
}

/// A rectangle of points, both corners included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Upper left corner.
    pub first: Point,
    /// Lower right corner.
    pub last: Point,
}

/// A stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Where it is.
    pub point: Point,
    /// Whose it is.
    pub color: Color,
    /// The number of the move, if it is shown.
    pub number: Option<usize>,
}

/// A symbol at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where it is.
    pub point: Point,
    /// What it looks like.
    pub symbol: Symbol,
    /// A short text in its middle, such as a value.
    pub label: Option<String>,
}

impl Mark {
    /// A mark without a label.
    pub fn new(point: Point, symbol: Symbol) -> Mark {
        Mark {
            point,
            symbol,
            label: None,
        }
    }

    /// The mark with a text in its middle.
    #[must_use]
    pub fn with_label(self, label: impl Into<String>) -> Mark {
        Mark {
            label: Some(label.into()),
            ..self
        }
    }
}

/// What a mark looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Symbol {
    /// A small filled circle.
    Dot(Rgb),
    /// A filled circle with room for a label.
    Circle(Rgb),
    /// An open square.
    Square(Rgb),
    /// An open diamond.
    Diamond(Rgb),
    /// A cross.
    Cross(Rgb),
}

/// A frame around a rectangle of points, such as a search range.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The points inside.
    pub window: Window,
    /// The color of its line.
    pub color: Rgb,
    /// A name in its upper left corner; may be empty.
    pub label: String,
}

impl BoardPicture {
    /// An empty picture of a board.
    pub fn new(size: Size) -> BoardPicture {
        BoardPicture {
            size,
            window: None,
            title: String::new(),
            caption: Vec::new(),
            stones: Vec::new(),
            marks: Vec::new(),
            frames: Vec::new(),
            legend: Vec::new(),
        }
    }

    /// The stones of a board, without numbers.
    pub fn of_board(board: &Board) -> BoardPicture {
        let stones = [Color::Black, Color::White].into_iter().flat_map(|color| {
            board.stones(color).map(move |point| Stone {
                point,
                color,
                number: None,
            })
        });
        BoardPicture {
            stones: stones.collect(),
            ..BoardPicture::new(board.size())
        }
    }

    /// The stones of a game with the numbers of their moves.
    pub fn of_game(board: &Board) -> BoardPicture {
        let mut picture = BoardPicture::of_board(board);
        for stone in &mut picture.stones {
            let ply = board
                .history()
                .iter()
                .position(|&played| played == Some(stone.point));
            stone.number = ply.map(|ply| ply + 1);
        }
        picture
    }

    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        let body = drawing::board(self);
        drawing::document(&self.title, body.width, body.height, &body.text)
    }
}

/// Several boards in one picture.
#[derive(Clone, Debug)]
pub struct BoardSheet {
    /// Title above the boards.
    pub title: String,
    /// Lines below the boards.
    pub caption: Vec<String>,
    /// Boards in a row.
    pub columns: usize,
    /// The boards, row by row.
    pub pictures: Vec<BoardPicture>,
}

impl BoardSheet {
    /// The sheet as an SVG document.
    pub fn to_svg(&self) -> String {
        let body = drawing::sheet(self);
        drawing::document(&self.title, body.width, body.height, &body.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::Rule;

    fn game(moves: &[(u8, u8)]) -> Board {
        let moves: Vec<_> = moves.iter().map(|&(x, y)| Point::new(x, y)).collect();
        Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap()
    }

    fn every_symbol() -> BoardPicture {
        let mut picture = BoardPicture::of_game(&game(&[(7, 7), (8, 8), (7, 8)]));
        picture.title = "a < b & \"c\"".to_owned();
        picture.caption = vec!["<one>".to_owned(), "two".to_owned()];
        let red = Rgb(200, 0, 0);
        let symbols = [
            Symbol::Dot(red),
            Symbol::Circle(red),
            Symbol::Square(red),
            Symbol::Diamond(red),
            Symbol::Cross(red),
        ];
        for (column, symbol) in symbols.into_iter().enumerate() {
            let point = Point::new(column as u8, 0);
            picture.marks.push(Mark::new(point, symbol).with_label("<"));
            picture.legend.push((symbol, "what & why".to_owned()));
        }
        picture.frames.push(Frame {
            window: Window {
                first: Point::new(0, 0),
                last: Point::new(14, 3),
            },
            color: red,
            label: "A & B".to_owned(),
        });
        picture
    }

    #[test]
    fn pictures_are_well_formed_xml() {
        let picture = every_symbol();
        let svg = picture.to_svg();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "svg");
        let title = root.children().find(|node| node.has_tag_name("title"));
        assert_eq!(title.and_then(|title| title.text()), Some("a < b & \"c\""));
        let sheet = BoardSheet {
            title: "<sheet>".to_owned(),
            caption: vec!["1 < 2".to_owned()],
            columns: 2,
            pictures: vec![picture.clone(), picture.clone(), picture],
        };
        roxmltree::Document::parse(&sheet.to_svg()).unwrap();
    }

    #[test]
    fn stones_carry_the_numbers_of_their_moves() {
        let picture = BoardPicture::of_game(&game(&[(7, 7), (8, 8), (7, 8)]));
        let numbers: Vec<_> = picture.stones.iter().map(|stone| stone.number).collect();
        assert_eq!(numbers, [Some(1), Some(3), Some(2)]);
        let svg = picture.to_svg();
        for number in 1..=3 {
            assert!(svg.contains(&format!("class=\"number\">{number}</text>")));
        }
    }

    #[test]
    fn a_window_shows_its_stones_only() {
        let mut picture = BoardPicture::of_game(&game(&[(7, 7), (0, 0), (7, 8)]));
        picture.window = Some(Window {
            first: Point::new(4, 4),
            last: Point::new(10, 10),
        });
        let svg = picture.to_svg();
        assert!(svg.contains(">1</text>") && !svg.contains("class=\"number\">2</text>"));
        assert!(svg.contains(">e</text>") && !svg.contains(">a</text>"));
    }

    #[test]
    fn the_scale_runs_from_dark_to_light() {
        let ends = [Rgb::on_scale(0.0), Rgb::on_scale(1.0)];
        assert_eq!(ends, [Rgb(68, 1, 84), Rgb(253, 231, 37)]);
        assert_eq!(Rgb::on_scale(-3.0), ends[0]);
        assert_eq!(Rgb::on_scale(f64::NAN), ends[0]);
        assert_eq!(Rgb::on_scale(9.0), ends[1]);
        // Half way between two stops of the table.
        assert_eq!(Rgb::on_scale(0.125), Rgb(64, 42, 112));
        assert!(Rgb::on_scale(1.0).is_light() && !Rgb::on_scale(0.0).is_light());
    }
}
