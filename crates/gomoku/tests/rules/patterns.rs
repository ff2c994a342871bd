//! Line classes and threats against their definition, carried out on strings.

use std::collections::HashMap;

use gomoku::{
    Board, Cell, Color, Direction, LineClass, Patterns, Point, Position, Rule, Size, Symmetry,
    Threat,
};

use crate::tactical::{SIZES, random, random_game, random_move};

/// Classifies a line written as a string: `x` the side in question, `o` the other, `.` empty, `#` wall.
/// The class is that of the stone at `center`, and the recursion is the definition word by word.
struct SlowLines {
    rule: Rule,
    color: Color,
    known: HashMap<(Vec<u8>, usize), LineClass>,
}

impl SlowLines {
    fn new(rule: Rule, color: Color) -> SlowLines {
        SlowLines {
            rule,
            color,
            known: HashMap::new(),
        }
    }

    /// The row of `x` through the center: its length, and what stands before and after it.
    fn row(line: &[u8], center: usize) -> (usize, u8, u8) {
        let mut first = center;
        while line[first - 1] == b'x' {
            first -= 1;
        }
        let mut last = center;
        while line[last + 1] == b'x' {
            last += 1;
        }
        (last - first + 1, line[first - 1], line[last + 1])
    }

    fn is_win(&self, line: &[u8], center: usize) -> bool {
        let (length, before, after) = Self::row(line, center);
        let shut = before == b'o' && after == b'o';
        match (self.rule, self.color) {
            (Rule::Freestyle, _) | (Rule::Renju, Color::White) => length >= 5,
            (Rule::Standard, _) | (Rule::Renju, Color::Black) => length == 5,
            (Rule::Caro, _) => length >= 6 || length == 5 && !shut,
            (Rule::CaroExact, _) => length == 5 && !shut,
        }
    }

    fn class(&mut self, line: &[u8], center: usize) -> LineClass {
        assert_eq!(line[center], b'x');
        if let Some(&class) = self.known.get(&(line.to_vec(), center)) {
            return class;
        }
        let class = self.class_by_definition(line, center);
        self.known.insert((line.to_vec(), center), class);
        class
    }

    fn class_by_definition(&mut self, line: &[u8], center: usize) -> LineClass {
        if self.is_win(line, center) {
            return LineClass::Five;
        }
        if Self::row(line, center).0 >= 6 {
            return LineClass::Overline;
        }
        let stops = |&place: &usize| !matches!(line[place], b'o' | b'#');
        let first = (0..center).rev().take_while(stops).last().unwrap_or(center);
        let last = (center..line.len()).take_while(stops).last().unwrap();
        if last - first + 1 < 5 {
            return LineClass::Dead;
        }
        let mut next = Vec::new();
        let mut fives = Vec::new();
        for place in first..=last {
            if line[place] == b'.' {
                let mut more = line.to_vec();
                more[place] = b'x';
                let class = self.class(&more, center);
                if class == LineClass::Five {
                    fives.push(place);
                }
                next.push(class);
            }
        }
        let ways =
            |classes: &[LineClass]| next.iter().filter(|class| classes.contains(class)).count();
        if fives.len() >= 2 {
            let straight = fives[1] - fives[0] == 5;
            if self.rule == Rule::Renju && self.color == Color::Black && !straight {
                return LineClass::Overline;
            }
            return LineClass::OpenFour;
        }
        if fives.len() == 1 {
            return LineClass::Four;
        }
        match ways(&[LineClass::OpenFour]) {
            0 => {}
            1 => return LineClass::Three,
            _ => return LineClass::StrongThree,
        }
        if ways(&[LineClass::Four]) > 0 {
            return LineClass::BlockedThree;
        }
        match ways(&[LineClass::Three, LineClass::StrongThree]) {
            0 => {}
            1 | 2 => return LineClass::Two,
            3 => return LineClass::GoodTwo,
            _ => return LineClass::StrongTwo,
        }
        if ways(&[LineClass::BlockedThree]) > 0 {
            LineClass::BlockedTwo
        } else if ways(&[LineClass::Two, LineClass::GoodTwo, LineClass::StrongTwo]) > 0 {
            LineClass::One
        } else if ways(&[LineClass::BlockedTwo]) > 0 {
            LineClass::BlockedOne
        } else {
            LineClass::Dead
        }
    }

    /// The class of an empty point of a board; six cells to each side are more than can matter.
    fn at(&mut self, board: &Board, point: Point, direction: (i32, i32)) -> LineClass {
        let line: Vec<u8> = (-6..=6)
            .map(|steps| {
                let column = i64::from(point.column()) + steps * i64::from(direction.0);
                let row = i64::from(point.row()) + steps * i64::from(direction.1);
                match board.size().point(column, row).map(|at| board.cell(at)) {
                    _ if steps == 0 => b'x',
                    Some(Cell::Empty) => b'.',
                    Some(Cell::Stone(color)) if color == self.color => b'x',
                    Some(Cell::Stone(_)) => b'o',
                    Some(Cell::Wall) | None => b'#',
                }
            })
            .collect();
        // A wall beyond the ends lets the row be measured without bounds.
        let line = [&b"#"[..], &line, b"#"].concat();
        self.class(&line, 7)
    }
}

/// The threat of four classes, by counting.
fn slow_threat(classes: [LineClass; 4], forbids: bool) -> Threat {
    use LineClass::*;
    let n = |some: &[LineClass]| classes.iter().filter(|class| some.contains(class)).count();
    let (threes, fours, open) = (n(&[Three, StrongThree]), n(&[Four]), n(&[OpenFour]));
    let (blocked, twos) = (n(&[BlockedThree]), n(&[Two, GoodTwo, StrongTwo]));
    if n(&[Five]) > 0 {
        return Threat::Five;
    }
    if forbids && (n(&[Overline]) > 0 || fours + open > 1 || threes > 1) {
        return Threat::Forbidden;
    }
    match (open, fours, threes, blocked, twos) {
        (1.., ..) | (_, 2.., ..) => Threat::OpenFour,
        (_, 1, 1.., ..) => Threat::FourThree,
        (_, 1, _, 0, 0) => Threat::Four,
        (_, 1, ..) => Threat::FourPlus,
        (_, _, 2.., ..) => Threat::DoubleThree,
        (_, _, 1, 0, 0) => Threat::Three,
        (_, _, 1, ..) => Threat::ThreePlus,
        (_, _, _, 2.., _) | (_, _, _, 1, 1..) => Threat::BlockedThreePlus,
        (_, _, _, 1, 0) => Threat::BlockedThree,
        (_, _, _, 0, 0) => Threat::None,
        (_, _, _, 0, 1) => Threat::Two,
        (_, _, _, 0, _) => Threat::DoubleTwo,
    }
}

const STEPS: [(Direction, (i32, i32)); 4] = [
    (Direction::East, (1, 0)),
    (Direction::South, (0, 1)),
    (Direction::SouthEast, (1, 1)),
    (Direction::SouthWest, (-1, 1)),
];

/// Compares every empty point, both colors, all directions, and all counts and lists.
fn check_against_definition(position: &Position, slow: &mut [SlowLines; 2]) {
    let board = position.board();
    let patterns = position.patterns();
    for color in Color::BOTH {
        let mut points: HashMap<Threat, Vec<Point>> = HashMap::new();
        for point in board.size().points().filter(|&point| board.is_empty(point)) {
            let classes = STEPS.map(|(direction, step)| {
                let expected = slow[color.index()].at(board, point, step);
                let found = patterns.line_class(color, point, direction);
                assert_eq!(
                    found, expected,
                    "{color} {point:?} {direction:?} on {board:?}"
                );
                expected
            });
            let expected = slow_threat(classes, board.rule().forbids(color));
            assert_eq!(patterns.threat(color, point), expected);
            assert_eq!(position.wins(color, point), board.wins(point, color));
            points.entry(expected).or_default().push(point);
        }
        for threat in Threat::ALL {
            let expected = points.remove(&threat).unwrap_or_default();
            assert_eq!(
                patterns.count(color, threat),
                expected.len(),
                "{color} {threat:?}"
            );
            if threat >= Threat::Three {
                assert_eq!(
                    patterns.points(color, threat).iter().collect::<Vec<_>>(),
                    expected
                );
                assert_eq!(patterns.find(color, threat), expected.first().copied());
            }
        }
    }
}

#[test]
fn classes_follow_the_definition_in_random_games() {
    for rule in Rule::ALL {
        let mut slow = Color::BOTH.map(|color| SlowLines::new(rule, color));
        for size in SIZES {
            let mut random = random(7 + u64::from(size));
            for _ in 0..12 {
                let mut position = Position::new(Board::new(Size::new(size).unwrap(), rule));
                while position.board().winner().is_none() && position.board().ply() < 120 {
                    let Some(point) = random_move(position.board(), &mut random) else {
                        break;
                    };
                    position.push(point);
                    if position.board().ply().is_multiple_of(4) {
                        check_against_definition(&position, &mut slow);
                    }
                }
                check_against_definition(&position, &mut slow);
            }
        }
    }
}

#[test]
fn incremental_equals_recomputed_after_every_push_and_pop() {
    let mut games = 0;
    for rule in Rule::ALL {
        for size in SIZES {
            let mut random = random(1000 + u64::from(size));
            for _ in 0..100 {
                let board = Board::new(Size::new(size).unwrap(), rule);
                let mut position = Position::new(board);
                let mut keys = Vec::new();
                while position.board().winner().is_none() {
                    let Some(point) = random_move(position.board(), &mut random) else {
                        break;
                    };
                    keys.push((position.board().clone(), position.board().key()));
                    position.push(point);
                    let fresh = Patterns::new(position.board());
                    assert!(position.patterns().agrees_with(&fresh, position.board()));
                }
                while let Some((before, key)) = keys.pop() {
                    position.pop();
                    assert_eq!(position.board().key(), key);
                    assert!(
                        position.board() == &before
                            && position.board().history() == before.history()
                    );
                    let fresh = Patterns::new(position.board());
                    assert!(position.patterns().agrees_with(&fresh, position.board()));
                }
                games += 1;
            }
        }
    }
    assert_eq!(games, 2500);
}

#[test]
fn incremental_equals_recomputed_when_moves_are_taken_back_at_random() {
    use rand::RngExt;
    for rule in Rule::ALL {
        let mut random = random(5);
        let mut position = Position::new(Board::new(Size::FIFTEEN, rule));
        for _ in 0..4000 {
            let board = position.board();
            let back = board.winner().is_some() || random.random_bool(0.45);
            match random_move(board, &mut random) {
                Some(point) if !back => position.push(point),
                _ if board.ply() > 0 => position.pop(),
                _ => continue,
            }
            let fresh = Patterns::new(position.board());
            assert!(position.patterns().agrees_with(&fresh, position.board()));
        }
    }
}

#[test]
fn threats_are_the_same_under_all_symmetries() {
    for rule in Rule::ALL {
        for size in SIZES {
            let size = Size::new(size).unwrap();
            let board = random_game(rule, size, 40, &mut random(99));
            let patterns = Patterns::new(&board);
            for symmetry in Symmetry::ALL {
                let turned = Patterns::new(&board.transformed(symmetry));
                for point in size.points().filter(|&point| board.is_empty(point)) {
                    for color in Color::BOTH {
                        let image = symmetry.apply(point, size);
                        assert_eq!(patterns.threat(color, point), turned.threat(color, image));
                    }
                }
            }
        }
    }
}

/// What a stone at `*` makes, in a row of a large board whose other cells are empty.
fn class_of(line: &str, rule: Rule, color: Color) -> LineClass {
    let size = Size::new(22).unwrap();
    let mut board = Board::new(size, rule);
    let mut center = None;
    for (offset, symbol) in line.bytes().enumerate() {
        let point = Point::new(4 + offset as u8, 10);
        let stone = match symbol {
            b'x' => color,
            b'o' => !color,
            b'#' => {
                board.block(point);
                continue;
            }
            b'*' => {
                center = Some(point);
                continue;
            }
            _ => continue,
        };
        if board.side_to_move() != stone {
            board.pass();
        }
        board.push(point);
    }
    Patterns::new(&board).line_class(color, center.expect("a point marked *"), Direction::East)
}

#[test]
fn known_lines_have_their_classes() {
    use Color::{Black, White};
    use LineClass::*;
    use Rule::{Caro, CaroExact, Freestyle, Renju, Standard};
    for (line, rule, color, class) in [
        ("..xxx*...", Freestyle, Black, OpenFour),
        (".oxxx*...", Freestyle, Black, Four),
        (".oxxx*o..", Freestyle, Black, Dead),
        ("xx.xx*...", Freestyle, White, Four),
        ("x.xx*.x..", Freestyle, Black, OpenFour),
        ("x.xx*.x..", Standard, Black, OpenFour),
        ("x.xx*.x..", Renju, White, OpenFour),
        // Two fours in one line are forbidden to black.
        ("x.xx*.x..", Renju, Black, Overline),
        ("xxx.*.xxx", Renju, Black, Overline),
        ("xxxx*x...", Freestyle, Black, Five),
        ("xxxx*x...", Standard, Black, Overline),
        ("xxxx*x...", Renju, Black, Overline),
        ("xxxx*x...", Renju, White, Five),
        ("oxxxx*o..", Caro, Black, Dead),
        ("oxxxx*...", Caro, Black, Five),
        // An edge is not an opponent stone.
        ("#xxxx*o..", Caro, Black, Five),
        ("oxxxxx*o.", Caro, Black, Five),
        ("oxxxxx*o.", CaroExact, Black, Overline),
        ("...xx*...", Freestyle, Black, StrongThree),
        ("..o.xx*.o", Freestyle, Black, BlockedThree),
        ("..ox.*x..", Freestyle, Black, BlockedThree),
        ("...x.*x..", Freestyle, Black, Three),
        ("....*....", Freestyle, Black, One),
    ] {
        assert_eq!(class_of(line, rule, color), class, "{line} {rule} {color}");
        let mirrored: String = line.chars().rev().collect();
        assert_eq!(
            class_of(&mirrored, rule, color),
            class,
            "{mirrored} {rule} {color}"
        );
    }
}

#[test]
fn a_blocked_cell_stops_a_line() {
    let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
    board.block(Point::new(3, 7));
    for (column, row) in [(4, 7), (0, 0), (5, 7), (0, 2), (6, 7), (0, 4)] {
        board.push(Point::new(column, row));
    }
    let patterns = Patterns::new(&board);
    assert_eq!(
        patterns.threat(Color::Black, Point::new(7, 7)),
        Threat::Four
    );
    let mut slow = Color::BOTH.map(|color| SlowLines::new(Rule::Freestyle, color));
    check_against_definition(&Position::new(board), &mut slow);
}
