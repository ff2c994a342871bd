//! Heuristic functions of a point (Cao and Lin 2019, section IV.A; Chen and Zhang, Heuristic 1 and 2).
//!
//! ```text
//! Kang and Kim, formula (2):    H = sum over lines of  Lopen^2 + (Lhclose / 2)^2
//! exponential, formula (3):     H = sum over lines of  10^Lopen f^j + 10^(Lhclose - 1) f^k
//! ```
//!
//! `Lopen` is the length of a run with both ends free, `Lhclose` of one with exactly one end blocked. `f` is the decay
//! factor of broken patterns: 0.90 in Cao and Lin, 0.85 in Chen and Zhang. Kang and Kim's heuristic ignores broken patterns
//! and values a live three at 9 and a half-closed four at 4.
//!
//! The papers leave the details to the authors' program, which we follow: with `n` own stones connected to the point, an
//! open run counts `10^(n+1)`, a half-closed one `10^n`, and a five 100,000. Fourteen broken patterns add to that; unlike a
//! run, a broken pattern must lie on the board completely. Every own stone a knight's move away adds 10.
//!
//! `confront = b H(own) + (1 - b) H(opponent) / 10` with `b = 1/6` adds the defensive value of a move.

use gomoku::{Board, Cell, Color, Direction, Point};

/// The heuristic function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointHeuristic {
    /// Squares of run lengths.
    Kang,
    /// Powers of ten with this decay factor.
    Exponential(f64),
}

/// The value of a five.
const FIVE: f64 = 100_000.0;
/// The weight of our own value in [`PointHeuristic::confront`].
const OWN_WEIGHT: f64 = 1.0 / 6.0;

/// Broken patterns around the point `*`, with `a`, `j` and `b` of their values `a f^j - b`.
const BROKEN_PATTERNS: [(&str, f64, i32, f64); 14] = [
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

/// A broken pattern as bits: five cells before the point, the point, five cells after it; bit 0 is the first.
#[derive(Clone, Copy)]
struct PatternMask {
    own: u16,
    opponent: u16,
    empty: u16,
}

static MASKS: [PatternMask; 14] = masks();

const fn masks() -> [PatternMask; 14] {
    let mut masks = [PatternMask {
        own: 0,
        opponent: 0,
        empty: 0,
    }; 14];
    let mut index = 0;
    while index < 14 {
        let pattern = BROKEN_PATTERNS[index].0.as_bytes();
        let mut center = 0;
        while pattern[center] != b'*' {
            center += 1;
        }
        let mut cell = 0;
        while cell < pattern.len() {
            let bit = 1 << (CENTER + cell - center);
            match pattern[cell] {
                b'X' => masks[index].own |= bit,
                b'O' => masks[index].opponent |= bit,
                b'.' => masks[index].empty |= bit,
                _ => {}
            }
            cell += 1;
        }
        index += 1;
    }
    masks
}

/// Index of the point among the eleven cells.
const CENTER: usize = 5;

/// The eleven cells around a point in one direction, as bits.
#[derive(Clone, Copy, Default)]
struct LineCells {
    own: u16,
    opponent: u16,
    empty: u16,
}

impl LineCells {
    fn around(board: &Board, color: Color, point: Point, direction: Direction) -> LineCells {
        let mut cells = LineCells::default();
        for index in 0..11_i16 {
            match board.cell(point.step(direction, index - CENTER as i16)) {
                Cell::Empty => cells.empty |= 1 << index,
                Cell::Stone(stone) if stone == color => cells.own |= 1 << index,
                Cell::Stone(_) => cells.opponent |= 1 << index,
                Cell::Wall => {}
            }
        }
        cells
    }

    fn reversed(self) -> LineCells {
        let reverse = |set: u16| set.reverse_bits() >> 5;
        LineCells {
            own: reverse(self.own),
            opponent: reverse(self.opponent),
            empty: reverse(self.empty),
        }
    }

    fn matches(self, mask: PatternMask) -> bool {
        mask.own & !self.own == 0
            && mask.opponent & !self.opponent == 0
            && mask.empty & !self.empty == 0
    }

    /// The own stones connected to the point, and the number of blocked ends of that run.
    fn run(self) -> (i32, usize) {
        let after = (self.own >> (CENTER + 1)).trailing_ones() as usize;
        let before = (self.own << (16 - CENTER)).leading_ones() as usize;
        let free = |bit: Option<usize>| bit.is_some_and(|bit| self.empty >> bit & 1 == 1);
        let ends = [(CENTER - before).checked_sub(1), Some(CENTER + after + 1)];
        let blocked = ends.into_iter().filter(|&end| !free(end)).count();
        ((before + after) as i32, blocked)
    }
}

impl PointHeuristic {
    /// `H` of a stone of this color on an empty point.
    pub fn value(self, board: &Board, color: Color, point: Point) -> f64 {
        let lines =
            Direction::ALL.map(|direction| LineCells::around(board, color, point, direction));
        match self {
            PointHeuristic::Kang => lines.into_iter().map(kang).sum(),
            PointHeuristic::Exponential(decay) => {
                let lines: f64 = lines
                    .into_iter()
                    .map(|cells| run_value(cells) + broken_value(cells, decay))
                    .sum();
                lines + 10.0 * knight_stones(board, color, point) as f64
            }
        }
    }

    /// The value of a move for attack and defense: ours and the opponent's use of the point.
    pub fn confront(self, board: &Board, color: Color, point: Point) -> f64 {
        let own = self.value(board, color, point);
        let opponent = self.value(board, !color, point);
        OWN_WEIGHT * own + (1.0 - OWN_WEIGHT) * opponent / 10.0
    }
}

fn kang(cells: LineCells) -> f64 {
    let (connected, blocked) = cells.run();
    let length = f64::from(connected + 1);
    match (connected, blocked) {
        (4.., _) => FIVE,
        (_, 0) => length * length,
        (_, 1) => length * length / 4.0,
        _ => 0.0,
    }
}

fn run_value(cells: LineCells) -> f64 {
    match cells.run() {
        (4.., _) => FIVE,
        (0, _) => 0.0,
        (connected, 0) => 10_f64.powi(connected + 1),
        (connected, 1) => 10_f64.powi(connected),
        _ => 0.0,
    }
}

fn broken_value(cells: LineCells, decay: f64) -> f64 {
    // Every broken pattern has an own stone besides the point.
    if cells.own == 0 {
        return 0.0;
    }
    let mut value = 0.0;
    for cells in [cells, cells.reversed()] {
        for (mask, &(_, base, exponent, deduction)) in MASKS.iter().zip(&BROKEN_PATTERNS) {
            if cells.matches(*mask) {
                value += base * decay.powi(exponent) - deduction;
            }
        }
    }
    value
}

/// Own stones a knight's move away.
fn knight_stones(board: &Board, color: Color, point: Point) -> usize {
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

    /// Black's value of the point `*` in row 7 of an otherwise empty board.
    fn value(heuristic: PointHeuristic, row: &str) -> f64 {
        let column = row.find('*').unwrap() as u8;
        let mut text = vec![".".repeat(row.len()); row.len()];
        text[7] = row.replace('*', ".").replace('X', "x").replace('O', "o");
        let board = diagram::parse(&text.join("\n"), Rule::Freestyle, Some(Color::Black)).unwrap();
        heuristic.value(&board, Color::Black, Point::new(column, 7))
    }

    const EXPONENTIAL: PointHeuristic = PointHeuristic::Exponential(0.9);

    #[test]
    fn runs_score_powers_of_ten() {
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
    fn broken_patterns_add_to_the_run() {
        for (row, expected) in [
            // The run of two counts 100, the pattern 900 - 100.
            ("....X*.X.......", 100.0 + 800.0),
            (".....*.XX......", 900.0),
            // The mirrored pattern matches once.
            ("....XX.*.......", 900.0),
            ("..OXXX.*.......", 1000.0 * 0.81 - 100.0),
            // A symmetric pattern matches in both directions, and so does each half of it.
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
    fn kang_ranks_a_live_three_above_a_half_closed_four() {
        let empty_lines = 3.0;
        let kang = |row| value(PointHeuristic::Kang, row) - empty_lines;
        assert_eq!(kang("....XX*........"), 9.0);
        assert_eq!(kang("...OXXX*......."), 4.0);
    }

    #[test]
    fn knights_moves_and_the_opponent_count() {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        board.push(Point::new(7, 7));
        let knight = Point::new(9, 8);
        assert_eq!(EXPONENTIAL.value(&board, Color::Black, knight), 10.0);
        assert_eq!(EXPONENTIAL.value(&board, Color::White, knight), 0.0);
        let confront = EXPONENTIAL.confront(&board, Color::White, knight);
        assert!((confront - 5.0 / 6.0).abs() < 1e-9);
    }
}
