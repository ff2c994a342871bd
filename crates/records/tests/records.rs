//! Game files: what each format means, what it refuses, and that nothing is lost on the way out and in again.
#![allow(clippy::unwrap_used, reason = "a test fails where it stands")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gomoku::{Board, Color, IllegalMove, Point, Rule, Size};
use records::{
    FileFormat, NodeId, Play, ReadDefaults, Record, ReplayError, WriteError, read, read_openings,
    read_psq, read_renlib, read_sgf, write, write_psq, write_renlib, write_sgf,
};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

fn format_of(path: &Path, bytes: &[u8]) -> FileFormat {
    let extension = path.extension().and_then(|extension| extension.to_str());
    FileFormat::detect(extension, bytes).unwrap_or_else(|| panic!("{}: no format", path.display()))
}

/// Each file of `games/` beside the SGF that says what it means.
fn games() -> Vec<(PathBuf, Vec<u8>, String)> {
    let mut games = Vec::new();
    for entry in fs::read_dir(data("games")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let meaning = fs::read_to_string(data("meaning").join(format!("{name}.sgf")))
            .unwrap_or_else(|error| panic!("the meaning of {name}: {error}"));
        games.push((path.clone(), fs::read(&path).unwrap(), meaning));
    }
    assert!(games.len() > 10);
    games
}

#[test]
fn files_mean_what_their_descriptions_say() {
    for (path, bytes, meaning) in games() {
        let format = format_of(&path, &bytes);
        let records = read(&bytes, format, ReadDefaults::default()).unwrap();
        let root = format!("CA[UTF-8]AP[Tengen:{}]", env!("CARGO_PKG_VERSION"));
        let written = write_sgf(&records).replace(&root, "");
        assert_eq!(written, meaning, "{}", path.display());
    }
}

#[test]
fn games_survive_their_own_format_and_sgf() {
    for (path, bytes, _) in games() {
        let format = format_of(&path, &bytes);
        let records = read(&bytes, format, ReadDefaults::default()).unwrap();
        for format in [format, FileFormat::Sgf] {
            let written = write(&records, format).unwrap();
            let again = read(&written, format, ReadDefaults::default()).unwrap();
            assert_eq!(again, records, "{} through {format}", path.display());
        }
    }
}

#[test]
fn errors_name_place_and_text() {
    let text = fs::read_to_string(data("errors.txt")).unwrap();
    let mut cases = 0;
    for line in text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let mut fields = line.splitn(3, '|').map(str::trim);
        let (name, input) = (fields.next().unwrap(), fields.next().unwrap());
        let message = fields.next().unwrap();
        let (format, prefix) = match name {
            "psq" => (FileFormat::Psq, "PSQ: "),
            "sgf" => (FileFormat::Sgf, "SGF: "),
            "renlib" => (FileFormat::Renlib, "RenLib: "),
            "pos" => (FileFormat::BinaryPos, "binary pos: "),
            "moves" => (FileFormat::Moves, "move list: "),
            "openings" => (FileFormat::Openings, "openings: "),
            other => panic!("unknown format {other:?}"),
        };
        let error = read(&unescaped(input), format, ReadDefaults::default())
            .expect_err(line)
            .to_string();
        assert_eq!(error.strip_prefix(prefix), Some(message), "{line}");
        cases += 1;
    }
    assert!(cases > 40);
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let (byte, used) = match (first, tail) {
            (b'\\', [b'n', ..]) => (b'\n', 1),
            (b'\\', [b'r', ..]) => (b'\r', 1),
            (b'\\', [b'\\', ..]) => (b'\\', 1),
            (b'\\', [b'x', high, low, ..]) => {
                let digits = [*high, *low];
                let digits = std::str::from_utf8(&digits).unwrap();
                (u8::from_str_radix(digits, 16).unwrap(), 3)
            }
            _ => (*first, 0),
        };
        bytes.push(byte);
        rest = &rest[used..];
    }
    bytes
}

#[test]
fn content_and_extension_tell_the_format() {
    let sniff = |bytes: &[u8]| FileFormat::sniff(bytes);
    assert_eq!(sniff(b"\xef\xbb\xbf ( ;GM[4])"), Some(FileFormat::Sgf));
    assert_eq!(sniff(b"Piskvorky 15x15, 0:0, 0"), Some(FileFormat::Psq));
    assert_eq!(sniff(b"\xffRenLib\xff\x03\x04"), Some(FileFormat::Renlib));
    assert_eq!(sniff(b"0,0, 1,-1\n"), Some(FileFormat::Openings));
    assert_eq!(sniff(b"h8 i9\n"), Some(FileFormat::Moves));
    assert_eq!(sniff(&[2, 112, 98]), Some(FileFormat::BinaryPos));
    assert_eq!(sniff(&[2, 112, 112]), None);
    assert_eq!(sniff("é".as_bytes()), None);

    let detect = |extension, bytes: &[u8]| FileFormat::detect(Some(extension), bytes);
    assert_eq!(detect("POS", b"h8i9"), Some(FileFormat::Moves));
    assert_eq!(detect("pos", &[1, 112]), Some(FileFormat::BinaryPos));
    assert_eq!(detect("txt", b"0,0, 1,-1"), Some(FileFormat::Openings));
    assert_eq!(detect("txt", b"(;GM[4])"), Some(FileFormat::Sgf));
    assert_eq!(detect("txt", b""), Some(FileFormat::Moves));
    assert_eq!(detect("lib", &[0x78, 0x40]), Some(FileFormat::Renlib));
    assert_eq!(detect("doc", b"?"), None);
}

fn play(color: Color, column: u8, row: u8) -> Play {
    let point = Some(Point::new(column, row));
    Play { color, point }
}

#[test]
fn a_board_becomes_a_record_and_a_board_again() {
    let mut board = Board::new(Size::TWENTY, Rule::Standard);
    for column in 3..7 {
        board.push(Point::new(column, 3));
        board.push(Point::new(column, 9));
    }
    let open = Record::from_board(&board);
    assert_eq!(open.result, None);
    assert_eq!(open.to_board(Rule::Standard).unwrap(), board);
    assert_eq!(
        open.to_board(Rule::Standard).unwrap().history(),
        board.history()
    );

    board.push(Point::new(7, 3));
    let won = Record::from_board(&board);
    assert!(write_sgf([&won]).contains("RE[B+five]"));
    assert_eq!(won.plays().count(), 9);
}

#[test]
fn replaying_names_the_move_that_cannot_be_played() {
    let mut record = Record::new(Size::FIFTEEN);
    record.add_line(
        NodeId::ROOT,
        [
            play(Color::Black, 7, 7),
            play(Color::White, 8, 8),
            play(Color::Black, 7, 7),
        ],
    );
    let error = record.to_board(Rule::Freestyle).unwrap_err();
    assert_eq!(
        error,
        ReplayError {
            number: 3,
            color: Color::Black,
            point: "h8".to_owned(),
            error: IllegalMove::Occupied,
        }
    );
    assert_eq!(error.to_string(), "move 3, black h8: the point is occupied");
}

#[test]
fn a_side_that_moves_twice_lets_the_other_pass() {
    let mut record = Record::new(Size::FIFTEEN);
    let plays = [play(Color::White, 7, 7), play(Color::White, 8, 8)];
    record.add_line(NodeId::ROOT, plays);
    let board = record.to_board(Rule::Freestyle).unwrap();
    assert_eq!(board.stones(Color::White).count(), 2);
    assert_eq!(
        board.history(),
        [None, plays[0].point, None, plays[1].point]
    );
}

#[test]
fn records_differ_when_only_their_shapes_do() {
    let nodes = [
        play(Color::Black, 1, 1),
        play(Color::White, 2, 2),
        play(Color::White, 3, 3),
    ];
    let mut sisters = Record::new(Size::FIFTEEN);
    let first = sisters.add_play(NodeId::ROOT, nodes[0]);
    sisters.add_play(first, nodes[1]);
    let mut aunt = sisters.clone();
    sisters.add_play(first, nodes[2]);
    aunt.add_play(NodeId::ROOT, nodes[2]);
    assert_ne!(sisters, aunt);

    // The order in which nodes are added is no part of the game.
    let mut late = Record::new(Size::FIFTEEN);
    let first = late.add_play(NodeId::ROOT, nodes[0]);
    late.add_play(NodeId::ROOT, nodes[2]);
    late.add_play(first, nodes[1]);
    assert_eq!(late, aunt);
    let order: Vec<_> = late
        .preorder()
        .filter_map(|id| late.node(id).play)
        .collect();
    assert_eq!(order, nodes);
}

#[test]
fn what_a_file_does_not_say_is_assumed() {
    let defaults = ReadDefaults {
        size: Size::TWENTY,
        rule: Some(Rule::Renju),
        rows: gomoku::notation::RowOrigin::Top,
        ..ReadDefaults::default()
    };
    let moves = read(b"a20", FileFormat::Moves, defaults).unwrap().remove(0);
    assert_eq!(moves.size, Size::TWENTY);
    assert_eq!(moves.rule, Some(Rule::Renju));
    assert_eq!(moves.plays().next(), Some(play(Color::Black, 0, 19)));
    let told = read(b"(;SZ[9]RU[0])", FileFormat::Sgf, defaults)
        .unwrap()
        .remove(0);
    assert_eq!((told.size.get(), told.rule), (9, Some(Rule::Freestyle)));
}

#[test]
fn any_node_can_be_reached_and_set_up_stones_count() {
    let bytes = fs::read(data("games/tree.sgf")).unwrap();
    let record = read_sgf(&bytes).unwrap().remove(0);
    let last = record.preorder().last().unwrap();
    let board = record.board_at(last, Rule::Freestyle).unwrap();
    let stones = [Point::new(7, 7), Point::new(8, 6), Point::new(9, 9)];
    assert_eq!(board.moves().collect::<Vec<_>>(), stones);
    assert_eq!(board.side_to_move(), Color::Black, "white has passed");
    assert!(record.has_variations());
    let second = record.node(record.main_line().nth(2).unwrap());
    assert_eq!(
        second.clock(Color::Black),
        Some(Duration::from_millis(12_500))
    );
    assert_eq!(second.clock(Color::White), None);

    let bytes = fs::read(data("games/setup.sgf")).unwrap();
    let record = read_sgf(&bytes).unwrap().remove(0);
    let board = record.to_board(Rule::Freestyle).unwrap_err();
    assert_eq!(board.to_string(), "move 2, black t1: the point is occupied");
    let before_last = record.main_line().nth(2).unwrap();
    let board = record.board_at(before_last, Rule::Freestyle).unwrap();
    let at = |color| board.stones(color).collect::<Vec<_>>();
    assert_eq!(at(Color::Black), [Point::new(19, 19)]);
    assert_eq!(
        at(Color::White),
        [Point::new(0, 0), Point::new(3, 3), Point::new(2, 17)]
    );
    let clock = record
        .node(record.main_line().nth(1).unwrap())
        .clock(Color::White);
    assert_eq!(clock, Some(Duration::from_millis(59_250)));
}

#[test]
fn formats_refuse_what_they_cannot_hold() {
    let one = |record: &Record, format| write(std::slice::from_ref(record), format).unwrap_err();
    let twenty = Record::new(Size::TWENTY);
    for format in [FileFormat::Renlib, FileFormat::BinaryPos] {
        let size = Size::TWENTY;
        assert_eq!(one(&twenty, format), WriteError::Size { format, size });
    }
    let mut passed = Record::new(Size::FIFTEEN);
    let pass = Play {
        color: Color::Black,
        point: None,
    };
    passed.add_play(NodeId::ROOT, pass);
    for format in [FileFormat::Psq, FileFormat::BinaryPos, FileFormat::Openings] {
        assert_eq!(one(&passed, format), WriteError::Pass { format, number: 1 });
    }
    let mut twice = Record::new(Size::FIFTEEN);
    twice.add_line(
        NodeId::ROOT,
        [play(Color::Black, 1, 1), play(Color::Black, 2, 2)],
    );
    for format in [
        FileFormat::Psq,
        FileFormat::Renlib,
        FileFormat::BinaryPos,
        FileFormat::Moves,
    ] {
        let error = one(&twice, format);
        assert!(
            error
                .to_string()
                .ends_with("move 2: it is black's, out of turn"),
            "{error}"
        );
    }
    let mut numbered = Record::new(Size::FIFTEEN);
    numbered.names.black = "7,7".to_owned();
    assert_eq!(
        one(&numbered, FileFormat::Psq).to_string(),
        "PSQ files cannot hold the text \"7,7\""
    );
    let two = [twenty.clone(), twenty];
    assert_eq!(
        write(&two, FileFormat::Psq).unwrap_err().to_string(),
        "PSQ files hold one game, not 2"
    );
}

#[test]
fn deep_and_wide_files_do_not_exhaust_the_stack() {
    const DEPTH: usize = 100_000;
    let nested = format!(
        "(;GM[4]{}{}",
        "(;B[hh]".repeat(DEPTH),
        ")".repeat(DEPTH + 1)
    );
    let records = read_sgf(nested.as_bytes()).unwrap();
    assert_eq!(records[0].node_count(), DEPTH + 1);
    assert_eq!(read_sgf(write_sgf(&records).as_bytes()).unwrap(), records);

    let wide = format!("(;GM[4]{})", "(;B[hh])".repeat(DEPTH));
    let records = read_sgf(wide.as_bytes()).unwrap();
    assert_eq!(records[0].children(NodeId::ROOT).count(), DEPTH);
    assert_eq!(read_sgf(write_sgf(&records).as_bytes()).unwrap(), records);

    let unclosed = "(;".repeat(DEPTH);
    assert!(read_sgf(unclosed.as_bytes()).is_err());

    // Pairs of passes, so that turns alternate all the way down.
    let mut library = vec![0x78, 0x00];
    library.extend([0x00, 0x00].repeat(DEPTH));
    library.extend([0x79, 0x40]);
    let record = read_renlib(&library).unwrap();
    assert_eq!(record.node_count(), DEPTH + 3);
    assert_eq!(
        read_renlib(&write_renlib(&record).unwrap()).unwrap(),
        record
    );
    assert_eq!(record.to_board(Rule::Freestyle).unwrap().ply(), DEPTH + 2);
}

#[test]
fn the_center_of_an_even_board_is_its_lower_right() {
    let openings = |size| read_openings(b"0,0, -1,-1", Size::new(size).unwrap()).unwrap();
    assert_eq!(openings(15), [[Point::new(7, 7), Point::new(6, 6)]]);
    assert_eq!(openings(20), [[Point::new(10, 10), Point::new(9, 9)]]);
}

#[test]
fn a_psq_result_belongs_to_the_player_not_the_color() {
    let file = |opener, result| {
        format!("Piskvorky 15x15, 11:11, {opener}\n8,8,0\none\ntwo\n-1\n{result},cup\n")
    };
    for (opener, result, black, re) in [
        (0, 1, "one", "RE[B+]"),
        (0, 2, "one", "RE[W+]"),
        (1, 1, "two", "RE[W+]"),
        (1, 2, "two", "RE[B+]"),
        (1, 0, "two", "RE[Draw]"),
    ] {
        let text = file(opener, result);
        let record = read_psq(text.as_bytes()).unwrap();
        assert_eq!(record.names.black, black, "{text}");
        assert_eq!(record.event, "cup");
        assert!(write_sgf([&record]).contains(re), "{text}");
        assert_eq!(write_psq(&record).unwrap().replace("\r\n", "\n"), text);
    }
}
