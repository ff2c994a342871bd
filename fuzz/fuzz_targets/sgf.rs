//! Games survive writing and reading SGF, and replaying them never panics.
#![no_main]

use gomoku::Rule;
use records::{read_sgf, write_sgf};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(records) = read_sgf(bytes) {
        for record in &records {
            let _ = record.to_board(record.rule.unwrap_or(Rule::Freestyle));
        }
        let written = write_sgf(&records);
        assert_eq!(read_sgf(written.as_bytes()), Ok(records));
    }
});
