//! `tengen solve`: searches for a forced win by threats.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use arena::atomic_file;
use gomoku::{Board, Limits, SearchControl};
use records::{Record, write_sgf};
use threats::{Solution, Verdict, solve, verify};
use wire::{SolveResult, VerdictName};

use crate::args::SolveArgs;
use crate::interrupt;

/// How often a long search reports that it is running.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let board = args.position.board_to_move()?;
    let solution = search(args, &board, &args.limits());
    if let Verdict::Win(proof) = &solution.verdict {
        // A false win is worse than none: no proof leaves this program unverified.
        verify(&board, proof).context("the solver's proof is wrong; please report this bug")?;
        if let Some(file) = &args.proof {
            atomic_file::write(file, write_sgf(&[Record::from_proof(proof, &board)]))
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
    }
    let result = SolveResult::new(&solution, board.size());
    let mut out = stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&result)?)?;
        return Ok(());
    }
    let side = board.side_to_move();
    match result.verdict {
        VerdictName::Win => writeln!(out, "{side} wins: {}", result.line.join(" "))?,
        VerdictName::None => writeln!(out, "{side} has no win of this kind")?,
        VerdictName::Unknown => {
            writeln!(out, "unknown: the search was stopped before it finished")?
        }
    }
    writeln!(out, "{} nodes, {:.1} ms", result.nodes, result.time_ms)?;
    if let (VerdictName::Win, Some(file)) = (result.verdict, &args.proof) {
        writeln!(
            out,
            "{} attacking moves in {}",
            result.attacks,
            file.display()
        )?;
    }
    Ok(())
}

/// Searches on another thread, so that this one can print progress.
fn search(args: &SolveArgs, board: &Board, limits: &Limits) -> Solution {
    let stop = interrupt::prompt_stop_flag();
    let start = Instant::now();
    let (finished, wait) = mpsc::channel();
    thread::scope(|scope| {
        let search = scope.spawn(move || {
            let solution = solve(args.kind, board, limits, &SearchControl::new(stop, start));
            // The receiver outlives this thread.
            let _ = finished.send(());
            solution
        });
        while wait.recv_timeout(PROGRESS_INTERVAL) == Err(mpsc::RecvTimeoutError::Timeout) {
            if stderr().is_terminal() {
                eprintln!(
                    "searching for {} s; Ctrl-C stops",
                    start.elapsed().as_secs()
                );
            }
        }
        search.join().expect("the solver does not panic")
    })
}
