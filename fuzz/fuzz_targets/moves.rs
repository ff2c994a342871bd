//! Moves survive formatting and parsing, on every board size and with both row origins.
#![no_main]

use gomoku::Size;
use gomoku::notation::{RowOrigin, parse_moves, write_moves};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, bool, &str)| {
    let (size, top, text) = input;
    let size = Size::new(Size::MIN + size % (Size::MAX - Size::MIN + 1)).expect("a size");
    let dialect = if top { RowOrigin::Top } else { RowOrigin::Bottom };
    if let Ok(moves) = parse_moves(text, size, dialect) {
        let written = write_moves(moves.iter().copied(), size, dialect);
        assert_eq!(parse_moves(&written, size, dialect), Ok(moves));
    }
});
