//! The pictures of Zhang, Li and Huang.

use anyhow::Context as _;
use gomoku::notation::{RowOrigin, parse_point};
use gomoku::{Board, Color, Limits, Player, Point, Rule, SearchControl, Size};
use papers::MctsParams;
use records::board_svg::{BoardPicture, BoardSheet, Mark, Rgb, Symbol};

use super::Picture;

const RED: Rgb = Rgb(0xc6, 0x28, 0x28);
const BLUE: Rgb = Rgb(0x1b, 0x6f, 0xb5);

pub(super) const PICTURES: &[Picture] = &[Picture {
    name: "zhang-li-huang-figure-1",
    title: "Zhang, Li and Huang, figure 1: 'stupid' and not so 'stupid' MCTS",
    draw: figure_1,
}];

/// The report prints positions with a win rate above this.
const SHOWN_WIN_RATE: f64 = 0.4;

/// One half of the figure: white is to move and must stop a three.
struct Half {
    size: u8,
    black: &'static [&'static str],
    white: &'static [&'static str],
    correct: [&'static str; 2],
    /// The nodes of the report's tree.
    nodes: u64,
    /// What the report's tree played, and its win rate.
    played: (&'static str, &'static str),
}

const HALVES: [Half; 2] = [
    Half {
        size: 20,
        black: &["i12", "k12", "j11", "i10"],
        white: &["i11", "k10", "k9"],
        correct: ["l13", "h9"],
        nodes: 59,
        played: ("l10", "0.5625"),
    },
    Half {
        size: 10,
        black: &["e7", "e6", "e5", "f5"],
        white: &["d7", "g5", "f4"],
        correct: ["e8", "e4"],
        nodes: 137,
        played: ("e8", "0.49"),
    },
];

/// Both boards with the win rates above 40 % of one tree of the report's size.
fn figure_1() -> anyhow::Result<String> {
    let sheet = BoardSheet {
        title: "MCTS and an open three (Zhang, Li and Huang, figure 1)".to_owned(),
        caption: vec![
            "Circles: positions with a win rate above 40 % in one tree of ours, in percent. The report's trees are other random ones."
                .to_owned(),
            "Red square: the move of our tree. Blue diamonds: the moves that stop the three. Cross: the move of the report's tree."
                .to_owned(),
        ],
        columns: 2,
        pictures: HALVES.iter().map(Half::draw).collect::<Result<_, _>>()?,
    };
    Ok(sheet.to_svg())
}

impl Half {
    fn point(&self, name: &str) -> anyhow::Result<Point> {
        Ok(parse_point(name, self.size()?, RowOrigin::Bottom)?)
    }

    fn size(&self) -> anyhow::Result<Size> {
        Size::new(self.size).context("no board has this size")
    }

    fn board(&self) -> anyhow::Result<Board> {
        let mut board = Board::new(self.size()?, Rule::Freestyle);
        for index in 0..self.black.len() {
            for side in [self.black, self.white] {
                if let Some(name) = side.get(index) {
                    board.play(self.point(name)?)?;
                }
            }
        }
        Ok(board)
    }

    fn draw(&self) -> anyhow::Result<BoardPicture> {
        let board = self.board()?;
        debug_assert_eq!(board.side_to_move(), Color::White);
        let limits = Limits {
            iterations: Some(self.nodes),
            ..Limits::default()
        };
        let mut player = MctsParams::default().player(1);
        let result = player.think(&board, &limits, &SearchControl::detached())?;
        let mut picture = BoardPicture::of_board(&board);
        for candidate in &result.candidates {
            let rate = candidate.value.filter(|&rate| rate > SHOWN_WIN_RATE);
            if let Some(rate) = rate {
                let symbol = Symbol::Circle(Rgb::on_scale(rate));
                let label = format!("{:.0}", 100.0 * rate);
                picture
                    .marks
                    .push(Mark::new(candidate.point, symbol).with_label(label));
            }
        }
        for name in self.correct {
            let point = self.point(name)?;
            picture.marks.push(Mark::new(point, Symbol::Diamond(BLUE)));
        }
        let best = Mark::new(result.best_move, Symbol::Square(RED));
        picture.marks.push(best);
        let (name, rate) = self.played;
        let theirs = Mark::new(self.point(name)?, Symbol::Cross(RED));
        picture.marks.push(theirs);
        picture.title = format!("{0} × {0}, {1} nodes", self.size, self.nodes);
        picture.caption = vec![format!("The report's tree: {name}, win rate {rate}.")];
        Ok(picture)
    }
}
