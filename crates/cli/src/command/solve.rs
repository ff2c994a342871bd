//! `tengen solve`: does the side to move win by threats?

use std::fs;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use gomoku::{Board, Limits, Point, SearchControl, StopFlag};
use records::{Record, write_sgf};
use serde_json::json;
use threats::{Solution, Verdict, solve, verify};

use crate::args::SolveArgs;
use crate::{game_over, interrupt};

/// How often a long search shows that it is alive.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);

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
    let name = |point: Point| point.name(board.size()).to_string();
    let line: Vec<String> = solution.line().into_iter().map(name).collect();
    let verdict = match &solution.verdict {
        Verdict::Win(proof) => {
            // A false win is worse than none, so no win leaves this program unchecked.
            verify(&board, proof)
                .context("the solver's proof is wrong; please report this position")?;
            if let Some(file) = &args.proof {
                fs::write(file, write_sgf(&[Record::from_proof(proof, &board)]))
                    .with_context(|| format!("cannot write {}", file.display()))?;
            }
            "win"
        }
        Verdict::None => "none",
        Verdict::Unknown => "unknown",
    };
    let mut out = stdout().lock();
    let time_ms = solution.time.as_secs_f64() * 1e3;
    if args.json {
        let document = json!({
            "verdict": verdict,
            "line": line,
            "nodes": solution.nodes,
            "time_ms": time_ms,
        });
        writeln!(out, "{document}")?;
        return Ok(());
    }
    match verdict {
        "win" => writeln!(out, "{} wins: {}", board.side_to_move(), line.join(" "))?,
        "none" => writeln!(out, "{} has no win of this kind", board.side_to_move())?,
        _ => writeln!(out, "unknown: the search was stopped before it knew")?,
    }
    writeln!(out, "{} nodes, {time_ms:.1} ms", solution.nodes)?;
    if let (Verdict::Win(proof), Some(file)) = (&solution.verdict, &args.proof) {
        writeln!(out, "{} attacks in {}", proof.len(), file.display())?;
    }
    Ok(())
}

/// Searches on a thread of its own, so that this one can show that it is still going on.
fn search(args: &SolveArgs, board: &Board, limits: &Limits) -> Solution {
    let stop = StopFlag::new();
    interrupt::raise_on_ctrl_c(&stop);
    let asked = Instant::now();
    let (finished, wait) = mpsc::channel();
    thread::scope(|scope| {
        let search = scope.spawn(move || {
            let solution = solve(args.kind, board, limits, &SearchControl::new(stop, asked));
            // The receiver is gone only when this program is.
            let _ = finished.send(());
            solution
        });
        while wait.recv_timeout(SIGN_OF_LIFE) == Err(mpsc::RecvTimeoutError::Timeout) {
            if stderr().is_terminal() {
                eprintln!(
                    "searching for {} s; Ctrl-C stops",
                    asked.elapsed().as_secs()
                );
            }
        }
        search.join().expect("the solver does not panic")
    })
}
