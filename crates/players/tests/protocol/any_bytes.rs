//! Random input: the session never panics, always ends with its input, and never plays an illegal move.

use std::io::Cursor;

use gomoku::{Board, Cell, Limits, Player, PlayerError, SearchControl, SearchResult};
use players::gomocup;
use proptest::prelude::*;

/// Answers at once, with legal moves, illegal moves and errors in turn.
struct Erratic(usize);

impl Player for Erratic {
    fn think(
        &mut self,
        board: &Board,
        _: &Limits,
        _: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        assert!(board.any_winner().is_none());
        assert!(!board.legal_moves().is_empty());
        self.0 += 1;
        match self.0 % 4 {
            0 => Err(PlayerError::Crash("on purpose".into())),
            1 => Ok(SearchResult::new(
                board.last_move().unwrap_or_else(|| board.size().center()),
            )),
            _ => Ok(SearchResult::new(
                board.legal_moves().first().expect("checked"),
            )),
        }
    }
}

fn run(input: Vec<u8>) -> Vec<String> {
    let mut output = Vec::new();
    gomocup::serve_player(
        "Test",
        || Box::new(Erratic(0)),
        Cursor::new(input),
        &mut output,
    );
    let text = String::from_utf8(output).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Asserts that every line is one of the protocol.
fn check(lines: &[String]) {
    const KINDS: [&str; 9] = [
        "OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "DEBUG ", "FORBID ", "INFO ", "SWAP", "name=",
    ];
    for line in lines {
        let is_move = line.split(' ').all(|part| {
            part.split_once(',').is_some_and(|(first, second)| {
                [first, second]
                    .iter()
                    .all(|number| number.parse::<u8>().is_ok_and(|number| number < 22))
            })
        });
        let is_known = KINDS.iter().any(|kind| line.starts_with(kind));
        assert!(is_move || is_known, "{line:?}");
        assert!(!line.contains("panicked"), "{line}");
    }
}

/// A command with mostly valid arguments.
fn command() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        6 => (0i64..15).prop_map(|number| number.to_string()),
        1 => any::<i64>().prop_map(|number| number.to_string()),
        1 => Just("x".to_owned()),
    ];
    let cell = (number.clone(), number.clone()).prop_map(|(x, y)| format!("{x},{y}"));
    let stone = (cell.clone(), 0..5i64).prop_map(|(cell, whose)| format!("{cell},{whose}"));
    let body = |token: BoxedStrategy<String>| {
        (prop::collection::vec(token, 0..6), any::<bool>()).prop_map(|(tokens, done)| {
            format!("{}{}", tokens.join("\n"), if done { " DONE" } else { "" })
        })
    };
    let keys = prop::sample::select(vec![
        "rule",
        "timeout_turn",
        "timeout_match",
        "time_left",
        "max_node",
        "show_detail",
        "max_memory",
        "thread_num",
        "nonsense",
    ]);
    prop_oneof![
        Just("START 15".to_owned()),
        number.clone().prop_map(|size| format!("START {size}")),
        cell.clone().prop_map(|cell| format!("TURN {cell}")),
        cell.clone().prop_map(|cell| format!("TAKEBACK {cell}")),
        cell.clone().prop_map(|cell| format!("PLAY {cell}")),
        body(stone.clone().boxed()).prop_map(|body| format!("BOARD {body}")),
        body(stone.boxed()).prop_map(|body| format!("YXBOARD {body}")),
        body(cell.clone().boxed()).prop_map(|body| format!("SWAP2BOARD {body}")),
        body(cell.boxed()).prop_map(|body| format!("YXBLOCK {body}")),
        (keys, number.clone()).prop_map(|(key, value)| format!("INFO {key} {value}")),
        number.prop_map(|number| format!("YXBALANCETWO {number}")),
        prop::sample::select(vec![
            "BEGIN",
            "RESTART",
            "ABOUT",
            "YXSTOP",
            "YXSHOWFORBID",
            "YXSHOWINFO",
            "YXNBEST 3",
            "YXSWAP2STEP1",
            "YXSWAP2STEP2",
            "YXSEARCHDEFEND",
            "yxblockreset",
            "yxhashclear",
        ])
        .prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_answered_by_protocol_lines(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&run(bytes));
    }

    #[test]
    fn random_commands_are_answered_by_protocol_lines(commands in prop::collection::vec(command(), 0..40)) {
        check(&run(commands.join("\n").into_bytes()));
    }

    /// In a regular game every answer is a legal move.
    #[test]
    fn moves_are_legal(
        rule in prop::sample::select(gomoku::Rule::ALL.to_vec()),
        cells in prop::collection::vec((0u8..15, 0u8..15), 1..60),
    ) {
        let mut input = format!("START 15\nINFO rule {}\n", rule.gomocup_code());
        for (column, row) in &cells {
            input += &format!("TURN {column},{row}\n");
        }
        let mut answers = run(input.into_bytes()).into_iter().skip(1);
        let mut board = Board::new(gomoku::Size::FIFTEEN, rule);
        for (column, row) in cells {
            let answer = answers.by_ref().find(|line| !line.starts_with("MESSAGE ")).unwrap();
            let asked = gomoku::Point::new(column, row);
            let is_refused = answer.starts_with("ERROR ");
            if board.winner().is_some() || board.cell(asked) != Cell::Empty {
                prop_assert!(is_refused, "{}", answer);
                continue;
            }
            board.push(asked);
            if board.winner().is_some() {
                prop_assert!(is_refused, "{}", answer);
                continue;
            }
            let (column, row) = answer.split_once(',').unwrap();
            let point = gomoku::Point::new(column.parse().unwrap(), row.parse().unwrap());
            prop_assert!(board.play(point).is_ok(), "{}", answer);
        }
    }
}
