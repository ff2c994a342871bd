//! What a stone on a point would be worth: the exponential heuristic and the one it improves on.
//!
//! ```text
//! Kang and Kim:                 H = sum over lines of  Lopen^2 + (Lhclose / 2)^2
//! exponential (Cao and Lin):    H = sum over lines of  10^Lopen f^j + 10^(Lhclose - 1) f^k         f = 0.90
//! ```
//!
//! `Lopen` is the length of a run with both ends free, `Lhclose` of one with exactly one end blocked; `j` and `k` count
//! the flaws of a broken shape. Kang and Kim's ignores broken shapes and ranks a live three (9) above a closed four (4).
//!
//! The exponential heuristic of a move follows the authors' program: with `n` own stones joined to the point, an open run
//! counts `10^(n+1)`, a half-closed one `10^n` and a five 100,000; fourteen broken shapes add what the run does not show;
//! every own stone a knight's move away adds 10. Unlike a run, a broken shape must lie wholly on the board.
//!
//! A move is worth something to the enemy too: `confront = b h(own) + (1 - b) h(enemy) / 10`, `b = 1/6`.

use gomoku::{Board, Cell, Color, Direction, Point};

/// Which heuristic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointHeuristic {
    /// Squares of run lengths.
    Kang,
    /// Powers of ten with this decay factor.
    Exponential(f64),
}

/// What a five is worth.
const FIVE: f64 = 100_000.0;
/// The share of the own side in [`PointHeuristic::confront`].
const OWN_SHARE: f64 = 1.0 / 6.0;

/// Broken shapes around the point `*`, and their values as `a f^j - b`.
const BROKEN: [(&str, f64, i32, f64); 14] = [
    (".X*.X.", 1000.0, 1, 100.0),
    (".*.XX.", 1000.0, 1, 0.0),
    (".*X.X.", 1000.0, 1, 100.0),
    ("OX*.X.", 100.0, 2, 10.0),
    ("O*X.X.", 100.0, 2, 10.0),
    (".*.XXO", 100.0, 2, 0.0),
    ("O*.XX.", 100.0, 2, 0.0),
    (".*X.XO", 100.0, 2, 0.0),
    ("OX.*X.", 100.0, 2, 0.0),
    ("OXXX.*", 1000.0, 2, 100.0),
    ("OXX.X*", 1000.0, 2, 100.0),
    ("OXX.*X", 1000.0, 2, 100.0),
    (".X.*.X.", 100.0, 3, 0.0),
    (".*.X.", 10.0, 2, 0.0),
];

/// A broken shape as bits: five cells before the point, the point, five after it, the first lowest.
#[derive(Clone, Copy)]
struct Mask {
    own: u16,
    enemy: u16,
    empty: u16,
}

static MASKS: [Mask; 14] = masks();

const fn masks() -> [Mask; 14] {
    let mut masks = [Mask {
        own: 0,
        enemy: 0,
        empty: 0,
    }; 14];
    let mut index = 0;
    while index < 14 {
        let shape = BROKEN[index].0.as_bytes();
        let mut center = 0;
        while shape[center] != b'*' {
            center += 1;
        }
        let mut cell = 0;
        while cell < shape.len() {
            let bit = 1 << (MIDDLE + cell - center);
            match shape[cell] {
                b'X' => masks[index].own |= bit,
                b'O' => masks[index].enemy |= bit,
                b'.' => masks[index].empty |= bit,
                _ => {}
            }
            cell += 1;
        }
        index += 1;
    }
    masks
}

/// The point's place among the eleven cells.
const MIDDLE: usize = 5;

/// The eleven cells around a point in one direction, as sets.
#[derive(Clone, Copy, Default)]
struct Cells {
    own: u16,
    enemy: u16,
    empty: u16,
}

impl Cells {
    fn around(board: &Board, color: Color, point: Point, direction: Direction) -> Cells {
        let mut cells = Cells::default();
        for index in 0..11_i16 {
            match board.cell(point.step(direction, index - MIDDLE as i16)) {
                Cell::Empty => cells.empty |= 1 << index,
                Cell::Stone(stone) if stone == color => cells.own |= 1 << index,
                Cell::Stone(_) => cells.enemy |= 1 << index,
                Cell::Wall => {}
            }
        }
        cells
    }

    fn reversed(self) -> Cells {
        let reverse = |set: u16| set.reverse_bits() >> 5;
        Cells {
            own: reverse(self.own),
            enemy: reverse(self.enemy),
            empty: reverse(self.empty),
        }
    }

    fn fits(self, mask: Mask) -> bool {
        mask.own & !self.own == 0 && mask.enemy & !self.enemy == 0 && mask.empty & !self.empty == 0
    }

    /// Own stones joined to the point, and how many ends of that run are not free.
    fn run(self) -> (i32, usize) {
        let after = (self.own >> (MIDDLE + 1)).trailing_ones() as usize;
        let before = (self.own << (16 - MIDDLE)).leading_ones() as usize;
        let free = |place: Option<usize>| place.is_some_and(|place| self.empty >> place & 1 == 1);
        let ends = [(MIDDLE - before).checked_sub(1), Some(MIDDLE + after + 1)];
        let blocked = ends.into_iter().filter(|&end| !free(end)).count();
        ((before + after) as i32, blocked)
    }
}

impl PointHeuristic {
    /// What a stone of this color on this empty point is worth.
    pub fn value(self, board: &Board, color: Color, point: Point) -> f64 {
        let lines = Direction::ALL.map(|direction| Cells::around(board, color, point, direction));
        match self {
            PointHeuristic::Kang => lines.into_iter().map(kang).sum(),
            PointHeuristic::Exponential(decay) => {
                let lines: f64 = lines
                    .into_iter()
                    .map(|cells| run_value(cells) + broken_value(cells, decay))
                    .sum();
                lines + 10.0 * knights(board, color, point) as f64
            }
        }
    }

    /// What a move is worth to a side when the enemy's use of the point counts too.
    pub fn confront(self, board: &Board, color: Color, point: Point) -> f64 {
        let own = self.value(board, color, point);
        let enemy = self.value(board, !color, point);
        OWN_SHARE * own + (1.0 - OWN_SHARE) * enemy / 10.0
    }
}

fn kang(cells: Cells) -> f64 {
    let (joined, blocked) = cells.run();
    let length = f64::from(joined + 1);
    match (joined, blocked) {
        (4.., _) => FIVE,
        (_, 0) => length * length,
        (_, 1) => length * length / 4.0,
        _ => 0.0,
    }
}

fn run_value(cells: Cells) -> f64 {
    match cells.run() {
        (4.., _) => FIVE,
        (0, _) => 0.0,
        (joined, 0) => 10_f64.powi(joined + 1),
        (joined, 1) => 10_f64.powi(joined),
        _ => 0.0,
    }
}

fn broken_value(cells: Cells, decay: f64) -> f64 {
    // Every broken shape has an own stone besides the point.
    if cells.own == 0 {
        return 0.0;
    }
    let mut value = 0.0;
    for cells in [cells, cells.reversed()] {
        for (mask, &(_, base, flaws, less)) in MASKS.iter().zip(&BROKEN) {
            if cells.fits(*mask) {
                value += base * decay.powi(flaws) - less;
            }
        }
    }
    value
}

/// Own stones a knight's move away.
fn knights(board: &Board, color: Color, point: Point) -> usize {
    const STRIDE: isize = Point::STRIDE as isize;
    [STRIDE + 2, STRIDE - 2, 2 * STRIDE + 1, 2 * STRIDE - 1]
        .into_iter()
        .flat_map(|offset| [offset, -offset])
        .filter(|&offset| {
            let at = Point::from_index(point.index().wrapping_add_signed(offset));
            board.cell(at) == Cell::Stone(color)
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size, diagram};

    /// The value for black of the point where a row of the board has `*`.
    fn value(heuristic: PointHeuristic, row: &str) -> f64 {
        let column = row.find('*').unwrap() as u8;
        let mut text = vec![".".repeat(row.len()); row.len()];
        text[7] = row.replace('*', ".").replace('X', "x").replace('O', "o");
        let board = diagram::parse(&text.join("\n"), Rule::Freestyle, Some(Color::Black)).unwrap();
        heuristic.value(&board, Color::Black, Point::new(column, 7))
    }

    const EXPONENTIAL: PointHeuristic = PointHeuristic::Exponential(0.9);

    #[test]
    fn runs_are_worth_powers_of_ten() {
        for (row, expected) in [
            ("....XXXX*......", 100_000.0),
            ("....XXX*.......", 10_000.0),
            ("...OXXX*.......", 1_000.0),
            ("...OXXX*O......", 0.0),
            ("....XX*........", 1_000.0),
            ("XX*............", 100.0),
            ("....X*.........", 100.0),
            (".....*.........", 0.0),
        ] {
            assert!((value(EXPONENTIAL, row) - expected).abs() < 1e-9, "{row}");
        }
    }

    #[test]
    fn broken_shapes_add_what_the_run_hides() {
        for (row, expected) in [
            // The run of two counts 100, the shape 900 - 100.
            ("....X*.X.......", 100.0 + 800.0),
            (".....*.XX......", 900.0),
            // Read from the right the shape is the same one mirrored, so it counts once.
            ("....XX.*.......", 900.0),
            ("..OXXX.*.......", 1000.0 * 0.81 - 100.0),
            // A symmetric shape fires in both readings, and so does each half of it.
            ("....X.*.X......", 2.0 * (100.0 * 0.729 + 10.0 * 0.81)),
            (".....*.X.......", 10.0 * 0.81),
        ] {
            assert!(
                (value(EXPONENTIAL, row) - expected).abs() < 1e-9,
                "{row}: {}",
                value(EXPONENTIAL, row)
            );
        }
    }

    #[test]
    fn kang_ranks_a_live_three_above_a_closed_four() {
        let empty_lines = 3.0;
        let kang = |row| value(PointHeuristic::Kang, row) - empty_lines;
        assert_eq!(kang("....XX*........"), 9.0);
        assert_eq!(kang("...OXXX*......."), 4.0);
    }

    #[test]
    fn knights_and_the_enemy_count() {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        board.push(Point::new(7, 7));
        let knight = Point::new(9, 8);
        assert_eq!(EXPONENTIAL.value(&board, Color::Black, knight), 10.0);
        assert_eq!(EXPONENTIAL.value(&board, Color::White, knight), 0.0);
        let confront = EXPONENTIAL.confront(&board, Color::White, knight);
        assert!((confront - 5.0 / 6.0).abs() < 1e-9);
    }
}
