//! For any input of a manager, the session ends and prints only valid protocol lines.
#![no_main]

use libfuzzer_sys::fuzz_target;
use players::{Access, Spec, gomocup};

const WORDS: [&str; 9] = [
    "OK", "ERROR", "UNKNOWN", "MESSAGE", "DEBUG", "SWAP", "FORBID", "INFO", "name=",
];

fuzz_target!(|input: &[u8]| {
    let spec = Spec::read("random", &Access::shipped()).expect("a player of the registry");
    let output = gomocup::converse(&spec, input);
    let output = String::from_utf8(output).expect("the session prints text");
    for line in output.lines() {
        let is_answer = WORDS.iter().any(|word| line.starts_with(word));
        let is_move = line.split([' ', ',']).all(|number| {
            number.parse::<u8>().is_ok_and(|number| number < 22)
        });
        assert!(is_answer || is_move, "{line:?}");
    }
});
