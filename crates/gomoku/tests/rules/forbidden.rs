//! Forbidden points against a referee that follows the rule book on a plain grid.

use gomoku::{
    Board, Cell, Color, ForbiddenReason, Neighborhood, Point, Position, Rule, Size, Symmetry,
    forbidden,
};
use rand::seq::IteratorRandom;

use crate::tactical::random;

/// A grid of characters with a border; `x` black, `o` white, `.` empty, `#` beyond the edge.
#[derive(Clone, Copy)]
pub(crate) struct Referee {
    grid: [[u8; 24]; 24],
}

type At = (usize, usize);
const LINES: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

fn walk(at: At, line: (isize, isize), steps: isize) -> Option<At> {
    let row = at.0.checked_add_signed(line.0 * steps)?;
    let column = at.1.checked_add_signed(line.1 * steps)?;
    Some((row, column))
}

impl Referee {
    pub(crate) fn new(board: &Board) -> Referee {
        let mut grid = [[b'#'; 24]; 24];
        for point in board.size().points() {
            grid[point.row() as usize + 1][point.column() as usize + 1] = match board.cell(point) {
                Cell::Empty => b'.',
                Cell::Stone(Color::Black) => b'x',
                Cell::Stone(Color::White) => b'o',
                Cell::Wall => b'#',
            };
        }
        Referee { grid }
    }

    fn get(&self, at: Option<At>) -> u8 {
        at.and_then(|(row, column)| self.grid.get(row)?.get(column).copied())
            .unwrap_or(b'#')
    }

    /// The black row through a stone, as the steps of its first and last stone.
    fn row(&self, at: At, line: (isize, isize)) -> (isize, isize) {
        let mut first = 0;
        while self.get(walk(at, line, first - 1)) == b'x' {
            first -= 1;
        }
        let mut last = 0;
        while self.get(walk(at, line, last + 1)) == b'x' {
            last += 1;
        }
        (first, last)
    }

    fn row_length(&self, at: At, line: (isize, isize)) -> isize {
        let (first, last) = self.row(at, line);
        last - first + 1
    }

    fn with(&self, at: At) -> Referee {
        let mut more = *self;
        more.grid[at.0][at.1] = b'x';
        more
    }

    /// Steps along the line to the empty cells within four of a stone.
    fn empty_near<'a>(&'a self, at: At, line: (isize, isize)) -> impl Iterator<Item = isize> + 'a {
        (-4..=4).filter(move |&steps| self.get(walk(at, line, steps)) == b'.')
    }

    /// Where black makes exactly five together with the stone at `at`.
    fn fives(&self, at: At, line: (isize, isize)) -> Vec<isize> {
        self.empty_near(at, line)
            .filter(|&steps| {
                let more = self.with(walk(at, line, steps).unwrap());
                let (first, last) = more.row(at, line);
                last - first + 1 == 5 && (first..=last).contains(&steps)
            })
            .collect()
    }

    /// Why black may not play on an empty point.
    pub(crate) fn reason(&self, point: Point) -> Option<ForbiddenReason> {
        let at = (point.row() as usize + 1, point.column() as usize + 1);
        self.forbidden_reason(at, &mut 0)
    }

    /// Why black may not play on an empty cell. `turns` counts how often the answer depended on another cell.
    fn forbidden_reason(&self, at: At, turns: &mut usize) -> Option<ForbiddenReason> {
        let after = self.with(at);
        if LINES.iter().any(|&line| after.row_length(at, line) == 5) {
            return None;
        }
        if LINES.iter().any(|&line| after.row_length(at, line) > 5) {
            return Some(ForbiddenReason::Overline);
        }
        let fours = |line| match after.fives(at, line)[..] {
            [] => 0,
            [one, two] if two - one != 5 => 2,
            _ => 1,
        };
        if LINES.iter().map(|&line| fours(line)).sum::<i32>() >= 2 {
            return Some(ForbiddenReason::DoubleFour);
        }
        let mut is_three = |line: (isize, isize)| {
            fours(line) == 0
                && after.empty_near(at, line).any(|steps| {
                    let next = walk(at, line, steps).unwrap();
                    let four = after.with(next);
                    let (first, last) = four.row(at, line);
                    let straight = last - first == 3 && (first..=last).contains(&steps);
                    if !(straight && four.fives(at, line) == [first - 1, last + 1]) {
                        return false;
                    }
                    let reason = after.forbidden_reason(next, turns);
                    *turns += usize::from(reason.is_some());
                    reason.is_none()
                })
        };
        let threes = LINES.iter().filter(|&&line| is_three(line)).count();
        (threes >= 2).then_some(ForbiddenReason::DoubleThree)
    }

    fn forbidden_points(&self, size: Size) -> (Vec<(Point, ForbiddenReason)>, usize) {
        let mut turns = 0;
        let forbidden = size
            .points()
            .filter_map(|point| {
                let at = (point.row() as usize + 1, point.column() as usize + 1);
                (self.grid[at.0][at.1] == b'.').then_some(())?;
                Some((point, self.forbidden_reason(at, &mut turns)?))
            })
            .collect();
        (forbidden, turns)
    }
}

/// A renju position with many black stones close together; white only gets in the way now and then.
fn lively_position(random: &mut rand_xoshiro::Xoshiro256PlusPlus) -> Board {
    use rand::RngExt;
    let mut board = Board::new(Size::FIFTEEN, Rule::Renju);
    let plies = random.random_range(16..60);
    while board.ply() < plies {
        let near = Neighborhood::Star2.candidates(&board);
        let Some(point) = near.iter().choose(random) else {
            break;
        };
        if board.side_to_move() == Color::White && random.random_bool(0.5) {
            board.pass();
            continue;
        }
        board.push(point);
        if board.winner().is_some() {
            board.pop();
            board.pass();
        }
    }
    board
}

#[test]
fn forbidden_points_agree_with_the_referee_on_lively_positions() {
    let mut random = random(15);
    let (mut forbidden, mut turns, mut positions) = ([0; 3], 0, 0);
    while positions < 12_000 {
        let board = lively_position(&mut random);
        if board.any_winner() == Some(Color::Black) {
            continue;
        }
        let (expected, dependent) = Referee::new(&board).forbidden_points(board.size());
        assert_eq!(forbidden::forbidden_points(&board), expected, "{board:?}");
        let position = Position::new(board);
        for &(point, reason) in &expected {
            assert_eq!(position.forbidden_reason(point), Some(reason));
            forbidden[reason as usize] += 1;
        }
        turns += dependent;
        positions += 1;
    }
    // The positions must be worth the test: every reason, and answers that hang on other points.
    assert!(
        forbidden.iter().all(|&count| count > 2_000),
        "{forbidden:?}"
    );
    assert!(turns > 1_000, "{turns}");
}

#[test]
fn the_quick_look_never_misses_a_foul() {
    let mut random = random(16);
    for _ in 0..500 {
        let board = lively_position(&mut random);
        let position = Position::new(board.clone());
        for point in board.size().points().filter(|&point| board.is_empty(point)) {
            assert_eq!(
                position.forbidden_reason(point),
                forbidden::forbidden_reason(&board, point)
            );
        }
    }
}

#[test]
fn forbidden_points_are_the_same_under_all_symmetries() {
    let mut random = random(17);
    for _ in 0..200 {
        let board = lively_position(&mut random);
        for symmetry in Symmetry::ALL {
            let turned = board.transformed(symmetry);
            for point in board.size().points().filter(|&point| board.is_empty(point)) {
                let image = symmetry.apply(point, board.size());
                assert_eq!(
                    forbidden::forbidden_reason(&board, point),
                    forbidden::forbidden_reason(&turned, image)
                );
            }
        }
    }
}

/// A composed position.
struct Case {
    title: String,
    board: Board,
    forbidden: Vec<(Point, ForbiddenReason)>,
    /// A point that is legal although its lines look forbidden.
    trap: Option<Point>,
}

/// The cases of a data file: a title, then fifteen rows.
fn composed_cases() -> Vec<Case> {
    let text = include_str!("../data/forbidden.txt");
    let mut lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut cases = Vec::new();
    while let Some(title) = lines.next() {
        let mut board = Board::new(Size::FIFTEEN, Rule::Renju);
        let (mut forbidden, mut trap) = (Vec::new(), None);
        for row in 0..15 {
            let symbols = lines.next().unwrap().split_whitespace();
            for (column, symbol) in symbols.enumerate() {
                let point = Point::new(column as u8, row);
                match symbol {
                    "x" | "o" => {
                        if (symbol == "x") != (board.side_to_move() == Color::Black) {
                            board.pass();
                        }
                        board.push(point);
                    }
                    "3" => forbidden.push((point, ForbiddenReason::DoubleThree)),
                    "4" => forbidden.push((point, ForbiddenReason::DoubleFour)),
                    "6" => forbidden.push((point, ForbiddenReason::Overline)),
                    "+" => trap = Some(point),
                    _ => assert_eq!(symbol, "."),
                }
            }
        }
        cases.push(Case {
            title: title.to_owned(),
            board,
            forbidden,
            trap,
        });
    }
    cases
}

#[test]
fn nested_and_mutually_dependent_threes_are_judged_right() {
    let cases = composed_cases();
    assert!(cases.len() >= 24);
    for Case {
        title,
        board,
        forbidden,
        trap,
    } in cases
    {
        assert_eq!(
            Referee::new(&board).forbidden_points(board.size()).0,
            forbidden,
            "referee: {title}"
        );
        if let Some(point) = trap {
            let patterns = gomoku::Patterns::new(&board);
            assert_eq!(
                patterns.threat(Color::Black, point),
                gomoku::Threat::Forbidden,
                "{title}"
            );
            assert_eq!(forbidden::forbidden_reason(&board, point), None, "{title}");
        }
        for symmetry in Symmetry::ALL {
            let turned = board.transformed(symmetry);
            let mut expected: Vec<_> = forbidden
                .iter()
                .map(|&(point, reason)| (symmetry.apply(point, board.size()), reason))
                .collect();
            expected.sort_by_key(|&(point, _)| point);
            assert_eq!(
                forbidden::forbidden_points(&turned),
                expected,
                "{title} {symmetry:?}"
            );
        }
    }
}
