//! Every readable library can be written and reads back as the same tree, also by way of SGF.
#![no_main]

use records::{read_renlib, read_sgf, write_renlib, write_sgf};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(record) = read_renlib(bytes) {
        let written = write_renlib(&record).expect("what was read fits the format");
        assert_eq!(read_renlib(&written), Ok(record.clone()));
        let sgf = write_sgf([&record]);
        assert_eq!(read_sgf(sgf.as_bytes()), Ok(vec![record]));
    }
});
