//! The SVG text of boards and sheets. All coordinates are whole pixels, so no number depends on a formatter.

use std::fmt::Write as _;

use gomoku::{Color, Point};

use super::{BoardPicture, BoardSheet, Frame, Mark, Rgb, Stone, Symbol, Window};

/// Distance of two lines.
const CELL: i32 = 32;
/// From the outermost line to the edge of the board.
const MARGIN: i32 = 36;
const STONE: i32 = 14;
const LINE_HEIGHT: i32 = 18;
const TITLE_HEIGHT: i32 = 30;
/// Space between the boards of a sheet and around it.
const GAP: i32 = 20;

/// A part of a document with its size.
pub(super) struct Body {
    pub(super) text: String,
    pub(super) width: i32,
    pub(super) height: i32,
}

/// Wraps a body into a document with a light background.
pub(super) fn document(title: &str, width: i32, height: i32, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>\n",
        escape(title)
    )
}

/// The rectangle of points that a picture shows, and where they are.
#[derive(Clone, Copy)]
struct Grid {
    window: Window,
    last: u8,
    top: i32,
}

impl Grid {
    fn of(picture: &BoardPicture) -> Grid {
        let last = picture.size.get() - 1;
        let whole = Window {
            first: Point::new(0, 0),
            last: Point::new(last, last),
        };
        Grid {
            window: picture.window.unwrap_or(whole),
            last,
            top: if picture.title.is_empty() {
                0
            } else {
                TITLE_HEIGHT
            },
        }
    }

    fn x(self, column: u8) -> i32 {
        MARGIN + CELL * (i32::from(column) - i32::from(self.window.first.column()))
    }

    fn y(self, row: u8) -> i32 {
        self.top + MARGIN + CELL * (i32::from(row) - i32::from(self.window.first.row()))
    }

    fn at(self, point: Point) -> (i32, i32) {
        (self.x(point.column()), self.y(point.row()))
    }

    fn shows(self, point: Point) -> bool {
        let Window { first, last } = self.window;
        (first.column()..=last.column()).contains(&point.column())
            && (first.row()..=last.row()).contains(&point.row())
    }

    fn width(self) -> i32 {
        self.x(self.window.last.column()) + MARGIN
    }

    fn bottom(self) -> i32 {
        self.y(self.window.last.row()) + MARGIN
    }
}

/// A board with title, caption and legend.
pub(super) fn board(picture: &BoardPicture) -> Body {
    let grid = Grid::of(picture);
    let mut text = title(&picture.title);
    text += &wood(grid);
    text += &lines(grid);
    text += &coordinates(grid, picture.size.get());
    for frame in &picture.frames {
        text += &draw_frame(frame, grid);
    }
    for stone in picture
        .stones
        .iter()
        .filter(|stone| grid.shows(stone.point))
    {
        text += &draw_stone(*stone, grid);
    }
    for mark in picture.marks.iter().filter(|mark| grid.shows(mark.point)) {
        text += &draw_mark(mark, grid.at(mark.point));
    }
    let mut y = grid.bottom();
    for (symbol, meaning) in &picture.legend {
        y += LINE_HEIGHT + 8;
        text += &draw_symbol(*symbol, (MARGIN, y - 5));
        text += &line_of_text(meaning, MARGIN + 22, y);
    }
    if !picture.caption.is_empty() {
        y += 4;
    }
    for line in &picture.caption {
        y += LINE_HEIGHT;
        text += &line_of_text(line, MARGIN - STONE, y);
    }
    Body {
        text,
        width: grid.width(),
        height: if y > grid.bottom() { y + 12 } else { y },
    }
}

/// Boards in rows, each column as wide and each row as high as its largest board.
pub(super) fn sheet(sheet: &BoardSheet) -> Body {
    let columns = sheet.columns.max(1);
    let boards: Vec<Body> = sheet.pictures.iter().map(board).collect();
    let mut text = title(&sheet.title);
    let cell_width = boards.iter().map(|body| body.width).max().unwrap_or(0);
    let mut y = TITLE_HEIGHT;
    for row in boards.chunks(columns) {
        for (column, body) in row.iter().enumerate() {
            let x = GAP + column as i32 * (cell_width + GAP);
            let _ = write!(
                text,
                "<g transform=\"translate({x} {y})\">\n{}</g>\n",
                body.text
            );
        }
        y += row.iter().map(|body| body.height).max().unwrap_or(0) + GAP / 2;
    }
    for line in &sheet.caption {
        y += LINE_HEIGHT;
        text += &line_of_text(line, GAP, y);
    }
    let columns = columns.min(boards.len().max(1)) as i32;
    Body {
        text,
        width: 2 * GAP + columns * cell_width + (columns - 1) * GAP,
        height: y + 12,
    }
}

fn title(title: &str) -> String {
    if title.is_empty() {
        return String::new();
    }
    format!(
        "<text x=\"{}\" y=\"20\" font-size=\"15\" font-weight=\"600\" fill=\"#222\">{}</text>\n",
        MARGIN - STONE,
        escape(title)
    )
}

fn line_of_text(line: &str, x: i32, y: i32) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" fill=\"#333\">{}</text>\n",
        escape(line)
    )
}

fn wood(grid: Grid) -> String {
    format!(
        "<rect x=\"4\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"#f3ddb0\"/>\n",
        grid.top + 4,
        grid.width() - 8,
        grid.bottom() - grid.top - 8
    )
}

/// The lines; where the window cuts the board, they run on for a quarter of a cell.
fn lines(grid: Grid) -> String {
    let Window { first, last } = grid.window;
    let beyond = |is_cut: bool| if is_cut { CELL / 4 } else { 0 };
    let left = grid.x(first.column()) - beyond(first.column() > 0);
    let right = grid.x(last.column()) + beyond(last.column() < grid.last);
    let top = grid.y(first.row()) - beyond(first.row() > 0);
    let bottom = grid.y(last.row()) + beyond(last.row() < grid.last);
    let mut path = String::new();
    for row in first.row()..=last.row() {
        let _ = write!(path, "M{left} {}H{right}", grid.y(row));
    }
    for column in first.column()..=last.column() {
        let _ = write!(path, "M{} {top}V{bottom}", grid.x(column));
    }
    format!("<path d=\"{path}\" fill=\"none\" stroke=\"#8a6a3c\"/>\n")
}

fn coordinates(grid: Grid, size: u8) -> String {
    let Window { first, last } = grid.window;
    let mut text = String::from("<g font-size=\"11\" fill=\"#5f4a28\" text-anchor=\"middle\">\n");
    for column in first.column()..=last.column() {
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\">{}</text>",
            grid.x(column),
            grid.bottom() - 10,
            char::from(b'a' + column)
        );
    }
    for row in first.row()..=last.row() {
        let _ = writeln!(
            text,
            "<text x=\"14\" y=\"{}\">{}</text>",
            grid.y(row) + 4,
            size - row
        );
    }
    text + "</g>\n"
}

fn draw_frame(frame: &Frame, grid: Grid) -> String {
    let Window { first, last } = frame.window;
    let (left, top) = (grid.x(first.column()) - 15, grid.y(first.row()) - 15);
    let (right, bottom) = (grid.x(last.column()) + 15, grid.y(last.row()) + 15);
    let mut text = format!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n",
        right - left,
        bottom - top,
        frame.color
    );
    if !frame.label.is_empty() {
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" font-weight=\"700\" fill=\"{}\">{}</text>",
            left + 5,
            top + 14,
            frame.color,
            escape(&frame.label)
        );
    }
    text
}

fn draw_stone(stone: Stone, grid: Grid) -> String {
    let (x, y) = grid.at(stone.point);
    let (fill, ink) = match stone.color {
        Color::Black => ("#1c1c1c", "#fff"),
        Color::White => ("#fdfdfd", "#111"),
    };
    let mut text = format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\" fill=\"{fill}\" stroke=\"#1c1c1c\"/>\n"
    );
    if let Some(number) = stone.number {
        let _ = writeln!(
            text,
            "<text x=\"{x}\" y=\"{}\" font-size=\"12\" text-anchor=\"middle\" fill=\"{ink}\" class=\"number\">{number}</text>",
            y + 4
        );
    }
    text
}

fn draw_mark(mark: &Mark, (x, y): (i32, i32)) -> String {
    let mut text = draw_symbol(mark.symbol, (x, y));
    if let Some(label) = &mark.label {
        let ink = match mark.symbol {
            Symbol::Circle(color) if !color.is_light() => "#fff",
            _ => "#111",
        };
        let _ = writeln!(
            text,
            "<text x=\"{x}\" y=\"{}\" font-size=\"10\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
            y + 4,
            escape(label)
        );
    }
    text
}

fn draw_symbol(symbol: Symbol, (x, y): (i32, i32)) -> String {
    let open = |path: String, color: Rgb| {
        format!("<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"3\"/>\n")
    };
    match symbol {
        Symbol::Dot(color) => format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"{color}\" stroke=\"#333\" stroke-width=\"0.5\"/>\n"
        ),
        Symbol::Circle(color) => format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{color}\" stroke=\"#333\" stroke-width=\"0.5\"/>\n"
        ),
        Symbol::Square(color) => open(format!("M{} {}h24v24h-24Z", x - 12, y - 12), color),
        Symbol::Diamond(color) => open(format!("M{x} {}l15 15l-15 15l-15 -15Z", y - 15), color),
        Symbol::Cross(color) => open(format!("M{} {}l16 16m0 -16l-16 16", x - 8, y - 8), color),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
