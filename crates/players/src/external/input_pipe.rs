//! A program's standard input, written without ever waiting: what the pipe does not take is kept and tried again.

use std::io::{self, ErrorKind, Write};
use std::process::ChildStdin;

/// Unread bytes after which the program has stopped reading. A whole position takes 5 kB, and a pipe holds 64 kB.
const MAX_UNREAD: usize = 256 << 10;

#[derive(Debug)]
pub(super) struct InputPipe {
    stdin: ChildStdin,
    unwritten: Vec<u8>,
}

impl InputPipe {
    /// Takes over the pipe. Where pipes cannot be told not to block, a write may wait for the program.
    pub(super) fn new(stdin: ChildStdin) -> io::Result<InputPipe> {
        #[cfg(unix)]
        rustix::io::ioctl_fionbio(&stdin, true)?;
        Ok(InputPipe {
            stdin,
            unwritten: Vec::new(),
        })
    }

    /// Writes as much as the pipe takes, and keeps the rest.
    pub(super) fn send(&mut self, text: &str) -> io::Result<()> {
        self.unwritten.extend_from_slice(text.as_bytes());
        self.flush()?;
        if self.unwritten.len() > MAX_UNREAD {
            return Err(io::Error::other("it does not read its input"));
        }
        Ok(())
    }

    /// Tries the rest again.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        while !self.unwritten.is_empty() {
            match self.stdin.write(&self.unwritten) {
                Ok(count) => drop(self.unwritten.drain(..count)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                    return Err(io::Error::other("it closed its input"));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
