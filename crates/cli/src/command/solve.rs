//! `tengen solve`: does the side to move win by threats?

use std::fs;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use gomoku::{Board, Limits, SearchControl, StopFlag};
use records::{Record, write_sgf};
use threats::{Solution, Verdict, solve, verify};
use wire::{SolveResult, VerdictName};

use crate::args::SolveArgs;
use crate::{game_over, interrupt};

/// How often a long search reports that it is running.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let board = args.position.board()?;
    game_over::refuse(&board)?;
    let limits = Limits {
        turn_time: args.time,
        nodes: args.nodes,
        memory: Some(args.memory << 20),
        ..Limits::default()
    };
    let solution = search(args, &board, &limits);
    if let Verdict::Win(proof) = &solution.verdict {
        // A false win is worse than none: no proof leaves this program unverified.
        verify(&board, proof)
            .context("the solver's proof is wrong; please report this position")?;
        if let Some(file) = &args.proof {
            fs::write(file, write_sgf(&[Record::from_proof(proof, &board)]))
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
        VerdictName::Unknown => writeln!(out, "unknown: the search was stopped before it knew")?,
    }
    writeln!(out, "{} nodes, {:.1} ms", result.nodes, result.time_ms)?;
    if let (VerdictName::Win, Some(file)) = (result.verdict, &args.proof) {
        writeln!(out, "{} attacks in {}", result.attacks, file.display())?;
    }
    Ok(())
}

/// Searches on a thread of its own, so that this one can report progress.
fn search(args: &SolveArgs, board: &Board, limits: &Limits) -> Solution {
    let stop = StopFlag::new();
    interrupt::raise_on_ctrl_c(&stop);
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
