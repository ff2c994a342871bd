//! Recorded sessions: lines `> command` and `< answer`, where `#` matches a number and `*` anything. Other lines are
//! comments. The answers must come in this order with nothing in between, and the session must end at `END` or at the
//! end of the file.

use std::fs;
use std::path::Path;

use crate::connection::Connection;

#[test]
fn every_transcript_is_reproduced() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        replay(&fs::read_to_string(&path).unwrap());
        count += 1;
    }
    assert!(count >= 8, "only {count} transcripts");
}

fn replay(text: &str) {
    let mut connection = Connection::to("random:seed=1");
    for (number, line) in text.lines().enumerate() {
        if let Some(command) = line.strip_prefix("> ") {
            println!("{}: {command}", number + 1);
            connection.send(command);
        } else if let Some(pattern) = line.strip_prefix("< ") {
            connection.expect(pattern);
        }
    }
    let rest = connection.finish();
    assert!(rest.is_empty(), "unexpected lines: {rest:?}");
}
