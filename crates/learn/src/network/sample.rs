//! A labeled position as the inputs and targets of the network.

use engine::score;
use gomoku::{Color, Direction, Patterns, Point, Rule, Size};
use nets::line_net::file::side_count;
use nets::line_net::shape::{EMPTY_LINE, ShapeTables};
use nets::pattern_net::pattern_code;
use nets::pattern_net::threat_mask;

use crate::data::record::PositionRecord;

/// An empty point with stones on its lines.
#[derive(Clone, Copy, Debug)]
pub struct PointInput {
    /// Line shapes in the view of the side to move, and in the opponent's.
    pub shapes: [[u16; 4]; 2],
    /// Pattern codes of the side to move and of the opponent.
    pub codes: [u16; 2],
}

/// The inputs and targets of one position.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// Which parameters belong to the views of the side to move and of the opponent.
    pub sides: [usize; 2],
    /// The points that count.
    pub points: Vec<PointInput>,
    /// The threat mask.
    pub threat_mask: usize,
    /// The win rate to predict.
    pub target: f32,
    /// The index of the best move among the points, if it is one of them.
    pub best: Option<usize>,
}

impl Sample {
    /// Reads a position. `result_share` is the weight of the result where the position is one of the game itself.
    pub fn read(&mut self, record: &PositionRecord, size: Size, rule: Rule, result_share: f32) {
        let board = record.board(size, rule);
        let patterns = Patterns::new(&board);
        let side = board.side_to_move();
        let own_view = side.index() % side_count(rule);
        self.sides = [own_view, side_count(rule) - 1 - own_view];
        self.threat_mask = threat_mask(&patterns, side);
        self.points.clear();
        self.best = None;
        for point in &board.empty() {
            let Some(input) = point_input(&patterns, side, point) else {
                continue;
            };
            if point == record.best_move {
                self.best = Some(self.points.len());
            }
            self.points.push(input);
        }
        let search = score::win_rate(record.score) as f32;
        let share = if record.on_path { result_share } else { 0.0 };
        self.target = search + share * (record.result.value() - search);
    }
}

/// The inputs of an empty point; `None` if there is no stone on its lines.
fn point_input(patterns: &Patterns, side: Color, point: Point) -> Option<PointInput> {
    let tables = ShapeTables::get();
    let black = Direction::ALL.map(|direction| {
        let (key, bit) = patterns.line_key(point, direction);
        tables.shape(key, bit)
    });
    if black == [EMPTY_LINE; 4] {
        return None;
    }
    let white = black.map(|shape| tables.swapped(shape));
    let code = |color| pattern_code::encode(patterns.packed_lines(color, point)) as u16;
    Some(PointInput {
        shapes: match side {
            Color::Black => [black, white],
            Color::White => [white, black],
        },
        codes: [code(side), code(!side)],
    })
}
