//! A spec string survives formatting and parsing: same player, same parameters.
#![no_main]

use libfuzzer_sys::fuzz_target;
use players::{Access, Spec};

fuzz_target!(|text: &str| {
    // Programs are not started by parsing; files would be read, so there are none.
    let access = Access::shipped().with_programs(true);
    if let Ok(spec) = Spec::read(text, &access) {
        let written = spec.to_string();
        let again = Spec::read(&written, &access).expect("what was written can be read");
        assert_eq!(again.to_string(), written);
    }
});
