//! Every readable PSQ file can be written and reads back as the same game.
#![no_main]

use records::{read_psq, write_psq};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(record) = read_psq(bytes) {
        let written = write_psq(&record).expect("what was read fits the format");
        assert_eq!(read_psq(written.as_bytes()), Ok(record));
    }
});
