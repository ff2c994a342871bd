//! Openings survive writing and reading, on every board size.
#![no_main]

use gomoku::Size;
use records::{read_openings, write_openings};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (size, bytes) = input;
    let size = Size::new(Size::MIN + size % (Size::MAX - Size::MIN + 1)).expect("a size");
    if let Ok(openings) = read_openings(bytes, size) {
        let sized: Vec<_> = openings
            .iter()
            .map(|opening| (size, opening.clone()))
            .collect();
        assert_eq!(
            read_openings(write_openings(&sized).as_bytes(), size),
            Ok(openings)
        );
    }
});
