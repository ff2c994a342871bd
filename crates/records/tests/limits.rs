//! Hostile files: every cap refuses with its own error, and the time of a reader is linear in the file.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use gomoku::Rule;
use records::{FileFormat, LimitError, ReadDefaults, ReadError, ReadLimits, SgfError, read};

const SMALL: ReadLimits = ReadLimits {
    nodes: 1000,
    depth: 100,
};

fn error(bytes: &[u8], format: FileFormat, limits: ReadLimits) -> String {
    let defaults = ReadDefaults {
        limits,
        ..ReadDefaults::default()
    };
    read(bytes, format, defaults).unwrap_err().to_string()
}

/// A line of passes in a library, of which the last is a leaf.
fn library(nodes: usize) -> Vec<u8> {
    let mut bytes = vec![0x78, 0x00];
    bytes.extend([0x00, 0x00].repeat(nodes - 2));
    bytes.extend([0x79, 0x40]);
    bytes
}

#[test]
fn every_format_refuses_too_many_nodes_and_too_long_lines() {
    let moves = |count: usize| "8,8\n".repeat(count);
    let psq = format!("Piskvorky 15x15, 11:11, 0\n{}", moves(100));
    let wide = format!("(;GM[4]{})", "(;B[hh])".repeat(1000));
    let deep = format!("(;GM[4]{})", ";B[hh]".repeat(100));
    let nested = format!("(;GM[4]{}{}", "(;B[hh]".repeat(100), ")".repeat(101));
    let games = "(;)".repeat(1001);
    let (lists, list) = ("h8\n\n".repeat(501), "h8".repeat(100));
    let openings = "0,0\n".repeat(501);
    let cases: [(&[u8], FileFormat, &str); 9] = [
        (
            psq.as_bytes(),
            FileFormat::Psq,
            "PSQ: line 101: a line of more than 100 nodes",
        ),
        (
            wide.as_bytes(),
            FileFormat::Sgf,
            "SGF: line 1: more than 1000 nodes in the file",
        ),
        (
            deep.as_bytes(),
            FileFormat::Sgf,
            "SGF: line 1: a line of more than 100 nodes",
        ),
        (
            nested.as_bytes(),
            FileFormat::Sgf,
            "SGF: line 1: a line of more than 100 nodes",
        ),
        (
            games.as_bytes(),
            FileFormat::Sgf,
            "SGF: line 1: more than 1000 nodes in the file",
        ),
        (
            &library(101),
            FileFormat::Renlib,
            "RenLib: byte 200: a line of more than 100 nodes",
        ),
        (
            lists.as_bytes(),
            FileFormat::Moves,
            "move list: in the game from line 1001 on, more than 1000 nodes in the file",
        ),
        (
            list.as_bytes(),
            FileFormat::Moves,
            "move list: in the game from line 1 on, a line of more than 100 nodes",
        ),
        (
            openings.as_bytes(),
            FileFormat::Openings,
            "openings: line 501: more than 1000 nodes in the file",
        ),
    ];
    for (bytes, format, expected) in cases {
        assert_eq!(error(bytes, format, SMALL), expected);
    }
}

#[test]
fn what_fits_is_read() {
    let defaults = ReadDefaults {
        limits: SMALL,
        ..ReadDefaults::default()
    };
    let deep = format!("(;GM[4]{})", ";B[hh]".repeat(99)).into_bytes();
    let fits = [
        (deep, FileFormat::Sgf),
        (library(100), FileFormat::Renlib),
        ("h8\n\n".repeat(500).into_bytes(), FileFormat::Moves),
        ("0,0\n".repeat(500).into_bytes(), FileFormat::Openings),
    ];
    for (bytes, format) in fits {
        assert!(read(&bytes, format, defaults).is_ok(), "{format}");
    }
}

#[test]
fn set_up_stones_values_and_texts_are_capped() {
    let one_node = format!("(;GM[4]AB{})", "[aa:oo]".repeat(1_000_000));
    let limit = |bytes: &[u8]| match read(bytes, FileFormat::Sgf, ReadDefaults::default()) {
        Err(ReadError::Sgf(SgfError::Limit { error, .. })) => error,
        other => panic!("{:?}", other.map(|games| games.len())),
    };
    assert_eq!(limit(one_node.as_bytes()), LimitError::Values(8192));
    let many_properties = format!("(;GM[4]{})", "AB[aa:oo]".repeat(1_000_000));
    assert_eq!(limit(many_properties.as_bytes()), LimitError::Values(8192));
    let many_nodes = format!("(;GM[4]{})", ";AB[aa:oo]".repeat(1_000_000));
    assert_eq!(
        limit(many_nodes.as_bytes()),
        LimitError::SetupPoints(4_000_000)
    );
    // A single stone costs a new board as well.
    let single_stones = format!("(;GM[4]{})", ";AE[aa]".repeat(1_000_000));
    assert_eq!(
        limit(single_stones.as_bytes()),
        LimitError::SetupPoints(4_000_000)
    );
    let many_games = "(;AB[aa:oo])".repeat(1_000_000);
    assert_eq!(
        limit(many_games.as_bytes()),
        LimitError::SetupPoints(4_000_000)
    );
    let labels = format!("(;GM[4]{})", "LB[aa:1]".repeat(100_000));
    assert_eq!(limit(labels.as_bytes()), LimitError::Values(8192));
    let comment = format!("(;GM[4]C[{}])", "a".repeat((1 << 20) + 1));
    assert_eq!(limit(comment.as_bytes()), LimitError::Text(1 << 20));

    let mut commented = vec![0x78, 0x48];
    commented.extend(vec![b'a'; (1 << 20) + 2]);
    commented.extend([0, 0]);
    let text = error(&commented, FileFormat::Renlib, ReadLimits::default());
    assert!(text.contains("bytes of text"), "{text}");
    let name = "a".repeat((1 << 20) + 1);
    let psq = format!("Piskvorky 15x15, 11:11, 0\n8,8\n{name}\nb\n");
    let text = error(psq.as_bytes(), FileFormat::Psq, ReadLimits::default());
    assert!(text.contains("line 3: more than 1048576 bytes"), "{text}");
}

#[test]
fn the_largest_set_up_that_fits_is_replayed() {
    let text = format!("(;GM[4]AB[aa:oo]{})", "AW[aa:oo]".repeat(8190));
    let games = read(text.as_bytes(), FileFormat::Sgf, ReadDefaults::default()).unwrap();
    let board = games[0].to_board(Rule::Freestyle).unwrap();
    assert_eq!(board.stone_count(), 225);
}

/// A file that is sixteen times as long may cost a hundred times as much: a quadratic reader would take 256 times. The
/// thread's processor time does not depend on what else the machine does.
#[cfg(target_os = "linux")]
#[test]
fn the_time_of_every_reader_is_linear() {
    use rustix::time::{ClockId, clock_gettime};
    use std::time::Duration;

    const FACTOR: usize = 16;
    type Make = fn(usize) -> Vec<u8>;
    let time = |bytes: &[u8], format: FileFormat| {
        let now = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap();
        let start = now();
        let read = read(bytes, format, ReadDefaults::default());
        let _ = FileFormat::detect(None, bytes);
        match read {
            Ok(games) => games
                .iter()
                .for_each(|one| drop(one.to_board(Rule::Freestyle))),
            Err(error) => assert_eq!(format, FileFormat::Sgf, "{error}"),
        }
        (now() - start).max(Duration::from_micros(200))
    };
    let sgf: [fn(usize) -> String; 12] = [
        |count| format!("(;GM[4]{})", ";B[hh]".repeat(count)),
        |count| format!("(;GM[4]{})", "(;B[hh])".repeat(count)),
        |count| format!("(;GM[4]{}", "(;".repeat(count)),
        |count| format!("(;GM[4]{})", ";AE[aa]".repeat(count / 4)),
        |count| format!("(;GM[4]{})", ";C[]".repeat(count)),
        |count| format!("(;GM[4]C[{}])", "\\]".repeat(count)),
        |count| format!("(;GM[4]C{})", "[a]".repeat(count / 8)),
        |count| format!("(;GM[4]{})", "A[]".repeat(count / 8)),
        |count| "(".repeat(count),
        |count| "( ".repeat(count),
        |count| "(;)".repeat(count),
        |count| format!("(;{}", "CA[".repeat(count)),
    ];
    for (index, make) in sgf.into_iter().enumerate() {
        let [small, large] =
            [2000, 2000 * FACTOR].map(|count| time(make(count).as_bytes(), FileFormat::Sgf));
        assert!(large < 100 * small, "SGF {index}: {small:?}, {large:?}");
    }
    let others: [(Make, FileFormat); 4] = [
        (
            |count| format!("Piskvorky 15x15, 11:11, 0\n{}", "8,8\n".repeat(count)).into_bytes(),
            FileFormat::Psq,
        ),
        (library, FileFormat::Renlib),
        (
            |count| "h8\n\n".repeat(count).into_bytes(),
            FileFormat::Moves,
        ),
        (
            |count| "0,0\n".repeat(count).into_bytes(),
            FileFormat::Openings,
        ),
    ];
    for (make, format) in others {
        let [small, large] = [2000, 2000 * FACTOR].map(|count| time(&make(count), format));
        assert!(large < 100 * small, "{format}: {small:?}, {large:?}");
    }
}
