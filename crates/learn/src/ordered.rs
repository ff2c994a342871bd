//! Numbered units of work on several threads, delivered in the order of their numbers.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use gomoku::StopFlag;

/// Makes the units of these numbers and passes each to `deliver`, in order, until all are made or the flag is raised. Every
/// thread has a worker of its own, and a unit depends on nothing but its number. Returns the next number.
///
/// # Errors
/// If `deliver` fails.
pub fn produce<T: Send, W: FnMut(u64) -> T>(
    numbers: Range<u64>,
    threads: usize,
    stop: &StopFlag,
    worker: impl Fn() -> W + Sync,
    mut deliver: impl FnMut(u64, T) -> io::Result<()>,
) -> io::Result<u64> {
    let next = AtomicU64::new(numbers.start);
    let (sender, receiver) = mpsc::sync_channel(64);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            let (next, worker) = (&next, &worker);
            scope.spawn(move || {
                let mut make = worker();
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= numbers.end || stop.is_raised() {
                        break;
                    }
                    if sender.send((number, make(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut done = numbers.start;
        let mut waiting = BTreeMap::new();
        for (number, unit) in receiver {
            waiting.insert(number, unit);
            while let Some(unit) = waiting.remove(&done) {
                deliver(done, unit)?;
                done += 1;
            }
        }
        Ok(done)
    })
}
