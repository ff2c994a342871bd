//! A parsed and printed diagram parses back to the same stones, walls and last move.
#![no_main]

use gomoku::{Rule, diagram};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(board) = diagram::parse(text, Rule::Freestyle, None) {
        let printed = diagram::print(&board);
        let again = diagram::parse(&printed, Rule::Freestyle, Some(board.side_to_move()))
            .expect("a printed board is a diagram");
        assert_eq!(again, board);
        assert_eq!(diagram::print(&again), printed);
    }
});
