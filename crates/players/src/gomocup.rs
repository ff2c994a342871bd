//! The Gomocup protocol, engine side: any player as a program that a tournament manager can run.
//!
//! Three threads: one reads and parses, one thinks, and the session between them answers. So `END` and a stop act at
//! once, `INFO` is stored while the player thinks, and everything else waits its turn. Whatever arrives, the session
//! prints no illegal move and no late one: it checks the player's move, and if the player panics, fails or does not
//! come back it plays the best move that was reported, or else any sensible legal one.
//!
//! Besides Gomocup's own commands it knows the part of Yixin's extension that graphical boards and match runners
//! send. `END` interrupts a search without a word; but when a script sends everything at once, or the input ends, the
//! commands already read are still answered, in a quarter of a second for all of them.

pub mod command;
mod detail;
pub mod lines;
mod mailbox;
pub mod position;
mod session;
pub mod settings;
mod thinking;

use std::io::{Cursor, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use gomoku::Player;

use self::command::Parser;
use self::lines::{LONGEST_LINE, Lines};
use self::mailbox::Mailbox;
use self::session::Session;
use crate::registry::DEFAULT_PLAYER;
use crate::spec::Spec;

/// Plays as an engine until `END`, the end of the input, or until nobody reads the output any more.
pub fn serve(spec: &Spec, input: impl Read + Send + 'static, output: impl Write) {
    let name = if spec.name() == DEFAULT_PLAYER {
        "Tengen".to_owned()
    } else {
        format!("Tengen-{}", spec.name())
    };
    let spec = spec.clone();
    serve_player(&name, move || spec.build(), input, output);
}

/// [`serve`] for a player that is in no registry. `make` is called again when a player panics or is lost.
pub fn serve_player(
    name: &str,
    make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static,
    input: impl Read + Send + 'static,
    output: impl Write,
) {
    let mailbox = Arc::new(Mailbox::default());
    let inbox = Arc::clone(&mailbox);
    // The reader is not waited for: it may sit in a read that never ends.
    thread::spawn(move || read(input, &inbox));
    Session::new(name, Arc::new(make), Arc::clone(&mailbox), output).run();
    mailbox.close();
}

/// A whole conversation at once: everything that the session prints when it is sent these bytes.
///
/// ```
/// let spec = "random".parse()?;
/// let output = players::gomocup::converse(&spec, b"START 3\nSTART 15\n");
/// assert!(output.starts_with(b"ERROR ") && output.ends_with(b"OK\n"));
/// # Ok::<(), players::SpecError>(())
/// ```
pub fn converse(spec: &Spec, input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    serve(spec, Cursor::new(input.to_vec()), &mut output);
    output
}

fn read(input: impl Read, mailbox: &Mailbox) {
    let mut lines = Lines::new(input, LONGEST_LINE);
    let mut parser = Parser::default();
    while let Some(line) = lines.next_line() {
        // The clock of a question runs from here.
        let now = Instant::now();
        for command in parser.line(&line.text) {
            if !mailbox.command(command, now) {
                return;
            }
        }
    }
    mailbox.end_of_input();
}
