//! The brain's side of the Gomocup protocol: runs any player under a tournament manager.
//!
//! Three threads: one reads and parses commands, one runs the player, and the session between them answers. `END` and a
//! stop therefore act immediately, `INFO` is stored while the player searches, and everything else waits in order. The
//! session never prints an illegal or a late move: it checks the player's move, and if the player panics, fails or
//! does not return in time, it plays the best move reported so far, or else a simple legal one.
//!
//! Besides Gomocup's own commands it supports the part of Yixin's extension that graphical boards and match runners
//! use. `END` normally aborts a search silently. When a script sends everything at once, or the input ends, the
//! commands already read are still answered, within 250 ms for all of them.

pub mod command;
mod detail;
pub mod line_reader;
mod mailbox;
mod player_thread;
pub mod position;
mod session;
pub mod settings;

use std::io::{Cursor, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use gomoku::Player;

use self::command::CommandParser;
use self::line_reader::{LineReader, MAX_LINE_BYTES};
use self::mailbox::Mailbox;
use self::player_thread::MakePlayer;
use self::session::Session;
use crate::registry::DEFAULT_PLAYER;
use crate::spec::Spec;

/// Runs a player as a brain until `END`, the end of the input, or a closed output.
pub fn serve(spec: &Spec, input: impl Read + Send + 'static, output: impl Write) {
    let name = if spec.name() == DEFAULT_PLAYER {
        "Tengen".to_owned()
    } else {
        format!("Tengen-{}", spec.name())
    };
    let memory = spec.min_memory();
    let spec = spec.clone();
    run(&name, Arc::new(move || spec.build()), memory, input, output);
}

/// [`serve`] for a player outside the registry. `make` is called again when the player panics or hangs.
pub fn serve_player(
    name: &str,
    make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static,
    input: impl Read + Send + 'static,
    output: impl Write,
) {
    run(name, Arc::new(make), 0, input, output);
}

/// Runs a session with a player that needs this much memory at least.
fn run(
    name: &str,
    make: MakePlayer,
    memory: u64,
    input: impl Read + Send + 'static,
    output: impl Write,
) {
    let mailbox = Arc::new(Mailbox::default());
    let inbox = Arc::clone(&mailbox);
    // The reader is not joined: it may block in a read forever.
    thread::spawn(move || read(input, &inbox));
    Session::new(name, make, memory, Arc::clone(&mailbox), output).run();
    mailbox.close();
}

/// Runs a session on the given input and returns everything it prints.
///
/// ```
/// use players::{Access, Spec};
///
/// let spec = Spec::read("random", &Access::shipped())?;
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
    let mut lines = LineReader::new(input, MAX_LINE_BYTES);
    let mut parser = CommandParser::default();
    while let Some(line) = lines.next_line() {
        // The manager's clock runs from here.
        let now = Instant::now();
        for command in parser.parse_line(&line.text) {
            if !mailbox.push_command(command, now) {
                return;
            }
        }
    }
    mailbox.push_eof();
}
