//! A spec string survives formatting and parsing: same player, same parameters.
#![no_main]

use libfuzzer_sys::fuzz_target;
use players::Spec;

fuzz_target!(|text: &str| {
    if let Ok(spec) = text.parse::<Spec>() {
        let written = spec.to_string();
        let again: Spec = written.parse().expect("what was written can be read");
        assert_eq!(again.to_string(), written);
    }
});
