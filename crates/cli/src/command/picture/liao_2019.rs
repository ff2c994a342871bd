//! The pictures of Liao 2019. The report prints them as images only, so the positions are ours: each has every property
//! that the text states.

use gomoku::notation::{RowOrigin, parse_point};
use gomoku::{Board, Color, Point, Rule, Size};
use papers::game_tree::bounding_box::BoundingBox;
use papers::liao_2019::new_heuristic::candidates::{CandidateSelection, evaluation_range};
use papers::liao_2019::opening_book::{self, Offset};
use records::board_svg::{BoardPicture, BoardSheet, Frame, Mark, Rgb, Stone, Symbol, Window};

use super::Picture;

const RED: Rgb = Rgb(0xc6, 0x28, 0x28);
const BLUE: Rgb = Rgb(0x1b, 0x6f, 0xb5);

pub(super) const PICTURES: &[Picture] = &[
    Picture {
        name: "liao-2019-figure-3-1",
        title: "Liao 2019, figure 3.1: evaluation range",
        draw: figure_3_1,
    },
    Picture {
        name: "liao-2019-figure-3-2",
        title: "Liao 2019, figure 3.2: new evaluation range",
        draw: figure_3_2,
    },
    Picture {
        name: "liao-2019-figure-4-3",
        title: "Liao 2019, figure 4.3: Minimax example",
        draw: figure_4_3,
    },
    Picture {
        name: "liao-2019-figure-4-4",
        title: "Liao 2019, figure 4.4: New Heuristic example",
        draw: figure_4_4,
    },
    Picture {
        name: "liao-2019-openings",
        title: "Liao 2019, section 2.2.2: the 57 openings",
        draw: openings,
    },
];

/// A position whose stones span columns 5 to 10 and rows 4 to 9, as in figure 3.1: enlarged by two, 3 to 12 and 2 to 11.
const RANGE_EXAMPLE: [(u8, u8); 9] = [
    (7, 7),
    (8, 7),
    (6, 8),
    (5, 9),
    (8, 6),
    (9, 5),
    (7, 6),
    (10, 4),
    (7, 8),
];

fn range_example() -> anyhow::Result<Board> {
    let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
    for (column, row) in RANGE_EXAMPLE {
        board.play(Point::new(column, row))?;
    }
    Ok(board)
}

/// The rectangle around all stones with two points on each side.
fn figure_3_1() -> anyhow::Result<String> {
    let board = range_example()?;
    let mut picture = BoardPicture::of_game(&board);
    let points: Vec<Point> = BoundingBox::of_stones(&board)
        .map(|stones| stones.empty_points(&board, 2).collect())
        .unwrap_or_default();
    let marks = points
        .iter()
        .map(|&point| Mark::new(point, Symbol::Dot(BLUE)));
    picture.marks = marks.collect();
    picture.frames = vec![
        frame((3, 2), (12, 11), RED, ""),
        frame((3, 2), (6, 5), BLUE, "A"),
        frame((9, 8), (12, 11), BLUE, "B"),
    ];
    picture.title = "Evaluation range (Liao 2019, figure 3.1)".to_owned();
    picture.caption = vec![
        format!(
            "The rectangle 3 ≤ x ≤ 12, 2 ≤ y ≤ 11 around the stones has {} empty points.",
            points.len()
        ),
        "Most of those in the areas A and B are of no use.".to_owned(),
    ];
    Ok(picture.to_svg())
}

/// The points within two of a stone, with their probabilities.
fn figure_3_2() -> anyhow::Result<String> {
    let board = range_example()?;
    let selection = CandidateSelection {
        max_candidates: usize::MAX,
        ..CandidateSelection::default()
    };
    let range = evaluation_range(&board, selection);
    let kept = CandidateSelection::default().max_candidates;
    let mut picture = BoardPicture::of_game(&board);
    for (rank, candidate) in range.iter().enumerate() {
        let percent = candidate.percent();
        let color = Rgb::on_scale(candidate.probability());
        picture.marks.push(if rank < kept {
            Mark::new(candidate.point(), Symbol::Circle(color)).with_label(percent.to_string())
        } else {
            Mark::new(candidate.point(), Symbol::Dot(color))
        });
    }
    let mut percents: Vec<_> = range.iter().map(|candidate| candidate.percent()).collect();
    percents.dedup();
    for percent in percents {
        let color = Rgb::on_scale(f64::from(percent) / 100.0);
        picture
            .legend
            .push((Symbol::Dot(color), format!("{percent} %")));
    }
    picture.title = "New evaluation range (Liao 2019, figure 3.2)".to_owned();
    picture.caption = vec![
        format!(
            "{} empty points within two of a stone, by probability.",
            range.len()
        ),
        format!("The {kept} with a number are searched; white is to move."),
    ];
    Ok(picture.to_svg())
}

/// The position of section 4.3 before move 39, as in the experiment `liao-2019-move-39`.
fn before_move_39() -> anyhow::Result<BoardPicture> {
    let mut picture = BoardPicture::new(Size::FIFTEEN);
    for (color, names) in [
        (Color::Black, ["f7", "g6", "h6", "i3", "i2", "j2"]),
        (Color::White, ["f10", "k9", "e8", "e6", "j4", "g2"]),
    ] {
        for name in names {
            picture.stones.push(stone(name, color, None)?);
        }
    }
    Ok(picture)
}

fn figure_4_3() -> anyhow::Result<String> {
    let mut picture = before_move_39()?;
    picture.stones.push(stone("g5", Color::Black, Some(39))?);
    picture
        .marks
        .push(Mark::new(point("g5")?, Symbol::Square(RED)));
    picture
        .marks
        .push(Mark::new(point("h5")?, Symbol::Diamond(BLUE)));
    picture.legend = vec![
        (
            Symbol::Square(RED),
            "Minimax: (10,6), a live three".to_owned(),
        ),
        (
            Symbol::Diamond(BLUE),
            "the move that wins: (10,7)".to_owned(),
        ),
    ];
    picture.title = "Minimax example (Liao 2019, figure 4.3)".to_owned();
    picture.caption = vec!["White has an answer to the live three.".to_owned()];
    Ok(picture.to_svg())
}

fn figure_4_4() -> anyhow::Result<String> {
    let mut picture = before_move_39()?;
    for (number, name, color) in [
        (39, "h5", Color::Black),
        (40, "i4", Color::White),
        (41, "h4", Color::Black),
    ] {
        picture.stones.push(stone(name, color, Some(number))?);
    }
    picture
        .marks
        .push(Mark::new(point("h5")?, Symbol::Diamond(BLUE)));
    picture.legend = vec![(Symbol::Diamond(BLUE), "New Heuristic: (10,7)".to_owned())];
    picture.title = "New Heuristic example (Liao 2019, figure 4.4)".to_owned();
    picture.caption = vec![
        "39 threatens (11,8), a dead four with a live three.".to_owned(),
        "White must take it (40); 41 makes two live threes.".to_owned(),
    ];
    Ok(picture.to_svg())
}

/// The center of the board for each opening of the book.
fn openings() -> anyhow::Result<String> {
    let mut pictures = Vec::new();
    for (second, _) in opening_book::SECOND {
        pictures.push(opening(&[second], None, pictures.len() + 1)?);
        for (third, name) in opening_book::third_stones(second) {
            pictures.push(opening(&[second, third], name, pictures.len() + 1)?);
        }
    }
    let sheet = BoardSheet {
        title: "The opening book: 57 openings up to symmetry (Liao 2019, section 2.2.2)".to_owned(),
        caption: vec![
            "Names are those of the 26 openings of renju. The report shows 12 of its 57 openings; these are ours."
                .to_owned(),
        ],
        columns: 8,
        pictures,
    };
    Ok(sheet.to_svg())
}

fn opening(offsets: &[Offset], name: Option<&str>, number: usize) -> anyhow::Result<BoardPicture> {
    let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
    let center = board.size().center();
    board.play(center)?;
    for &(row, column) in offsets {
        board.play(Point::new(
            center.column().wrapping_add_signed(column),
            center.row().wrapping_add_signed(row),
        ))?;
    }
    let mut picture = BoardPicture::of_game(&board);
    picture.window = Some(window((4, 4), (10, 10)));
    picture.title = match name {
        Some(name) => format!("{number} {name}"),
        None => number.to_string(),
    };
    Ok(picture)
}

fn point(name: &str) -> anyhow::Result<Point> {
    Ok(parse_point(name, Size::FIFTEEN, RowOrigin::Bottom)?)
}

fn stone(name: &str, color: Color, number: Option<usize>) -> anyhow::Result<Stone> {
    let point = point(name)?;
    Ok(Stone {
        point,
        color,
        number,
    })
}

fn window(first: (u8, u8), last: (u8, u8)) -> Window {
    Window {
        first: Point::new(first.0, first.1),
        last: Point::new(last.0, last.1),
    }
}

fn frame(first: (u8, u8), last: (u8, u8), color: Rgb, label: &str) -> Frame {
    Frame {
        window: window(first, last),
        color,
        label: label.to_owned(),
    }
}
