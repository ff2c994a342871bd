//! The pictures of Cao and Lin 2019: the critic's predictions in situations 1 and 2. The paper's boards are too small to
//! read, so the positions are ours, those of the experiments for figures 7 and 9.

use anyhow::Context as _;
use gomoku::notation::{RowOrigin, parse_point};
use gomoku::{Board, Limits, Player, Point, Rule, SearchControl, Size};
use papers::{Adp, AdpParams};
use records::board_svg::{BoardPicture, Mark, Rgb, Symbol};

use super::Picture;

const RED: Rgb = Rgb(0xc6, 0x28, 0x28);
const BLUE: Rgb = Rgb(0x1b, 0x6f, 0xb5);
const GREEN: Rgb = Rgb(0x2e, 0x7d, 0x32);

pub(super) const PICTURES: &[Picture] = &[
    Picture {
        name: "cao-lin-2019-figure-6",
        title: "Cao and Lin 2019, figure 6: the critic in situation 1",
        draw: figure_6,
    },
    Picture {
        name: "cao-lin-2019-figure-8",
        title: "Cao and Lin 2019, figure 8: the critic in situation 2",
        draw: figure_8,
    },
];

/// A position of the paper.
struct Situation {
    /// Stones in turn, black first.
    stones: &'static [&'static str],
    best: &'static str,
    /// White's answer to the tempting move.
    counter: Option<&'static str>,
}

fn figure_6() -> anyhow::Result<String> {
    let situation = Situation {
        stones: &["h10", "i10", "h9", "f9", "f8", "g7", "g8", "i7"],
        best: "h8",
        counter: None,
    };
    let mut picture = situation.draw()?;
    picture.title = "Situation 1, black's turn (Cao and Lin 2019, figure 6)".to_owned();
    picture.caption = vec!["h8 makes two live threes and is the only move that wins.".to_owned()];
    Ok(picture.to_svg())
}

fn figure_8() -> anyhow::Result<String> {
    let situation = Situation {
        stones: &[
            "h10", "j11", "h9", "g9", "e8", "d8", "f8", "i7", "g8", "e6", "g7", "i6", "k7", "i5",
            "l6", "m5", "d5", "c4",
        ],
        best: "i9",
        counter: Some("i8"),
    };
    let mut picture = situation.draw()?;
    picture.title = "Situation 2, black's turn (Cao and Lin 2019, figure 8)".to_owned();
    picture.caption = vec![
        "h8 makes a four and a live three, and i8 answers both with a live four.".to_owned(),
        "i9 is the only move that wins.".to_owned(),
    ];
    Ok(picture.to_svg())
}

impl Situation {
    /// The board with the critic's value of each candidate, its best move and the true best.
    fn draw(&self) -> anyhow::Result<BoardPicture> {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        for name in self.stones {
            board.play(point(name)?)?;
        }
        let critic = nets::critic::shipped("cao").context("the critic cao is missing")?;
        let mut player = Adp::new(AdpParams::default(), critic, 0);
        let control = SearchControl::detached();
        let result = player.think(&board, &Limits::default(), &control)?;
        let mut picture = BoardPicture::of_board(&board);
        for candidate in &result.candidates {
            let value = candidate.value.unwrap_or(0.5);
            let label = format!("{:.0}", 100.0 * value);
            let circle = Mark::new(candidate.point, Symbol::Circle(redder(value)));
            picture.marks.push(circle.with_label(label));
        }
        let critics_best = Mark::new(result.best_move, Symbol::Square(RED));
        let true_best = Mark::new(point(self.best)?, Symbol::Diamond(BLUE));
        picture.marks.extend([critics_best, true_best]);
        picture.legend = vec![
            (Symbol::Circle(redder(0.2)), "black wins in 20 %".to_owned()),
            (Symbol::Circle(redder(0.8)), "in 80 %".to_owned()),
            (Symbol::Square(RED), "the critic's best move".to_owned()),
            (Symbol::Diamond(BLUE), "the true best move".to_owned()),
        ];
        if let Some(counter) = self.counter {
            let mark = Mark::new(point(counter)?, Symbol::Cross(GREEN));
            picture.marks.push(mark);
            let text = "white's counterattack".to_owned();
            picture.legend.push((Symbol::Cross(GREEN), text));
        }
        Ok(picture)
    }
}

/// "Redder color indicates higher win rate for the black side."
fn redder(value: f64) -> Rgb {
    let mix = |low: f64, high: f64| (low + value.clamp(0.0, 1.0) * (high - low)).round() as u8;
    Rgb(mix(255.0, 200.0), mix(250.0, 20.0), mix(220.0, 20.0))
}

fn point(name: &str) -> anyhow::Result<Point> {
    Ok(parse_point(name, Size::FIFTEEN, RowOrigin::Bottom)?)
}
