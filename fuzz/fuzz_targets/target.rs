//! Every target is this program under its own name; `src/lib.rs` has the properties.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (_, property) = tengen_fuzz::TARGETS
        .iter()
        .find(|(name, _)| *name == env!("CARGO_BIN_NAME"))
        .expect("every program is a target");
    property(bytes);
});
