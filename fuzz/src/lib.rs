//! What must hold for any input, one function for each parser. A fuzzer calls them with inputs that it makes
//! (`fuzz_targets/`), and `crates/cli/tests/fuzz.rs` includes this file and calls them with damaged seeds.

use arena::TournamentFile;
use arena::experiment::Definition;
use gomoku::notation::{RowOrigin, parse_moves, write_moves};
use gomoku::{Rule, Size, diagram};
use learn::data::file::Settings;
use learn::data::record::{PositionRecord, record_len};
use learn::zero::game::SelfPlayGame;
use nets::{Critic, Residual, line_net, pattern_net};
use players::{Access, Spec, gomocup};
use records::{
    FileFormat, read_binary_pos, read_move_lists, read_openings, read_psq, read_renlib, read_sgf,
    write_binary_pos, write_openings, write_psq, write_renlib, write_sgf,
};

/// A property of a parser: panics if the input breaks it.
pub type Property = fn(&[u8]);

/// Every target with its property.
pub const TARGETS: [(&str, Property); 18] = [
    ("binary_pos", binary_pos),
    ("critic", critic),
    ("diagram", diagram),
    ("engine_weights", engine_weights),
    ("experiment", experiment),
    ("file_format", file_format),
    ("move_lists", move_lists),
    ("moves", moves),
    ("openings", openings),
    ("positions", positions),
    ("proof", proof),
    ("protocol", protocol),
    ("psq", psq),
    ("renlib", renlib),
    ("residual", residual),
    ("self_play", self_play),
    ("sgf", sgf),
    ("spec", spec),
];

/// The first byte as a board size, and the rest.
fn with_size(bytes: &[u8]) -> Option<(Size, &[u8])> {
    let (&first, rest) = bytes.split_first()?;
    let size = Size::new(Size::MIN + first % (Size::MAX - Size::MIN + 1)).expect("a size");
    Some((size, rest))
}

/// A readable binary position can be written, and reads back as the same game.
fn binary_pos(bytes: &[u8]) {
    if let Ok(record) = read_binary_pos(bytes) {
        let written = write_binary_pos(&record).expect("what was read fits the format");
        assert_eq!(read_binary_pos(&written), Ok(record));
    }
}

/// A readable critic survives writing and reading. (Its header may have been in another order.)
fn critic(bytes: &[u8]) {
    if let Ok((critic, notes)) = Critic::with_notes(bytes) {
        let written = critic.to_bytes(&notes);
        let (again, notes) = Critic::with_notes(&written).expect("a written critic is readable");
        assert!(again.weights().eq(critic.weights()));
        assert_eq!(again.to_bytes(&notes), written);
    }
}

/// A parsed and printed diagram parses back to the same stones, walls and last move.
fn diagram(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Ok(board) = diagram::parse(text, Rule::Freestyle, None) {
        let printed = diagram::print(&board);
        let again = diagram::parse(&printed, Rule::Freestyle, Some(board.side_to_move()))
            .expect("a printed board is a diagram");
        assert_eq!(again, board);
        assert_eq!(diagram::print(&again), printed);
    }
}

/// Readable weights are written back as they were read, whichever network they are of.
fn engine_weights(bytes: &[u8]) {
    for rule in Rule::ALL {
        if let Ok(sides) = pattern_net::file::from_bytes(rule, bytes) {
            assert_eq!(pattern_net::file::to_bytes(rule, &sides), bytes);
        }
        if let Ok(sides) = line_net::from_bytes(rule, bytes) {
            assert_eq!(line_net::to_bytes(rule, &sides), bytes);
        }
    }
}

/// Experiment and tournament files never panic; the definition of an experiment is checked in full and quick form.
fn experiment(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = Definition::read(text, false);
        let _ = Definition::read(text, true);
        let _ = TournamentFile::read(text);
    }
}

/// The format that a file seems to have can be read or is refused.
fn file_format(bytes: &[u8]) {
    if let Some(format) = FileFormat::sniff(bytes) {
        let _ = records::read(bytes, format, records::ReadDefaults::default());
    }
}

/// Lists of moves never panic, and neither does replaying them.
fn move_lists(bytes: &[u8]) {
    let Some((size, bytes)) = with_size(bytes) else {
        return;
    };
    if let Ok(records) = read_move_lists(bytes, size, RowOrigin::Bottom) {
        for record in &records {
            let _ = record.to_board(Rule::Renju);
        }
    }
}

/// Moves survive formatting and parsing, on every board size and with both row origins.
fn moves(bytes: &[u8]) {
    let Some((size, [rows, text @ ..])) = with_size(bytes) else {
        return;
    };
    let rows = if rows % 2 == 1 {
        RowOrigin::Top
    } else {
        RowOrigin::Bottom
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    if let Ok(moves) = parse_moves(text, size, rows) {
        let written = write_moves(moves.iter().copied(), size, rows);
        assert_eq!(parse_moves(&written, size, rows), Ok(moves));
    }
}

/// Openings survive writing and reading, on every board size.
fn openings(bytes: &[u8]) {
    let Some((size, bytes)) = with_size(bytes) else {
        return;
    };
    if let Ok(openings) = read_openings(bytes, size) {
        let sized: Vec<_> = openings
            .iter()
            .map(|opening| (size, opening.clone()))
            .collect();
        let written = write_openings(&sized);
        assert_eq!(read_openings(written.as_bytes(), size), Ok(openings));
    }
}

/// The header and the records of a file of training data are read or refused; a record is written back as it was read.
fn positions(bytes: &[u8]) {
    let _ = Settings::from_header(bytes);
    let Some((size, bytes)) = with_size(bytes) else {
        return;
    };
    if let Some(bytes) = bytes.get(..record_len(size))
        && let Ok(record) = PositionRecord::read(size, bytes)
    {
        let mut written = Vec::new();
        record.write(size, &mut written);
        let again = PositionRecord::read(size, &written);
        assert_eq!(again, Ok(record));
    }
}

/// A proof in a file is verified or refused, whatever it claims.
fn proof(bytes: &[u8]) {
    for record in read_sgf(bytes).into_iter().flatten() {
        if let Ok((proof, start)) = record.to_proof()
            && let Ok(board) = record.board_at(start, Rule::Freestyle)
        {
            let _ = threats::verify(&board, &proof);
        }
    }
}

/// For any input of a manager, the session ends and prints only valid protocol lines.
fn protocol(bytes: &[u8]) {
    const WORDS: [&str; 9] = [
        "OK", "ERROR", "UNKNOWN", "MESSAGE", "DEBUG", "SWAP", "FORBID", "INFO", "name=",
    ];
    let spec = Spec::read("random", &Access::shipped()).expect("a player of the registry");
    let output = gomocup::converse(&spec, bytes);
    let output = String::from_utf8(output).expect("the session prints text");
    for line in output.lines() {
        let is_answer = WORDS.iter().any(|word| line.starts_with(word));
        let is_move = line
            .split([' ', ','])
            .all(|number| number.parse::<u8>().is_ok_and(|number| number < 22));
        assert!(is_answer || is_move, "{line:?}");
    }
}

/// A readable PSQ file can be written and reads back as the same game.
fn psq(bytes: &[u8]) {
    if let Ok(record) = read_psq(bytes) {
        let written = write_psq(&record).expect("what was read fits the format");
        assert_eq!(read_psq(written.as_bytes()), Ok(record));
    }
}

/// A readable library can be written and reads back as the same tree, also by way of SGF.
fn renlib(bytes: &[u8]) {
    if let Ok(record) = read_renlib(bytes) {
        let written = write_renlib(&record).expect("what was read fits the format");
        assert_eq!(read_renlib(&written), Ok(record.clone()));
        let sgf = write_sgf([&record]);
        assert_eq!(read_sgf(sgf.as_bytes()), Ok(vec![record]));
    }
}

/// A readable residual network survives writing and reading. (Its header may have been in another order.)
fn residual(bytes: &[u8]) {
    if let Ok((network, notes)) = Residual::with_notes(bytes) {
        let written = network.to_bytes(&notes);
        let (again, notes) = Residual::with_notes(&written).expect("a written network is readable");
        assert_eq!(again.to_bytes(&notes), written);
    }
}

/// A readable game of self-play survives writing and reading.
fn self_play(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for line in text.lines() {
        if let Ok(game) = SelfPlayGame::read(line) {
            assert_eq!(SelfPlayGame::read(&game.write()), Ok(game));
        }
    }
}

/// Games survive writing and reading SGF, and replaying them never panics.
fn sgf(bytes: &[u8]) {
    if let Ok(records) = read_sgf(bytes) {
        for record in &records {
            let _ = record.to_board(record.rule.unwrap_or(Rule::Freestyle));
        }
        let written = write_sgf(&records);
        assert_eq!(read_sgf(written.as_bytes()), Ok(records));
    }
}

/// A spec string survives formatting and parsing: same player, same parameters.
fn spec(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Ok(spec) = Spec::read(text, &Access::local()) {
        let written = spec.to_string();
        let again = Spec::read(&written, &Access::local()).expect("what was written can be read");
        assert_eq!(again.to_string(), written);
    }
}
