//! Matches between programs: what the runner costs, swap2 over the pipe, and a program of somebody else.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::PathBuf;
use std::time::Duration;

use arena::finished::ReasonKind;
use arena::openings::Book;
use arena::{Contest, Contestant, Finished, Session, Terms};
use gomoku::{Procedure, StopFlag, TimeControl};

fn contest(first: &str, second: &str, turn: Duration) -> Contest {
    let one = |name: &str, spec: &str| Contestant {
        name: name.to_owned(),
        spec: spec.parse().unwrap(),
        terms: Terms {
            time: TimeControl {
                turn_time: Some(turn),
                ..TimeControl::default()
            },
            ..Terms::default()
        },
    };
    let mut contest = Contest::of_two(one("a", first), one("b", second));
    contest.book = Book::Random(3);
    contest
}

/// Our own program as an engine in a process of its own, with a player that answers at once.
fn ourselves() -> String {
    format!(
        "pbrain:cmd='{}' pbrain --player vcx",
        env!("CARGO_BIN_EXE_tengen")
    )
}

fn play(contest: &Contest) -> Vec<Finished> {
    let session = Session {
        concurrency: 1,
        ..Session::default()
    };
    let mut games = Vec::new();
    session
        .run(
            contest,
            &StopFlag::new(),
            |_| {},
            |game| {
                games.push(game.clone());
                Ok(())
            },
        )
        .unwrap();
    games
}

#[test]
fn the_runner_takes_less_than_half_a_millisecond_a_move() {
    let mut contest = contest(&ourselves(), &ourselves(), Duration::from_secs(5));
    contest.games = 20;
    let games = play(&contest);
    // The time of a game less that of its answers, for each move. Other work on the machine only adds to it, so the
    // best game says what the runner costs; the first also starts the programs.
    let overhead = games.iter().skip(1).map(|game| {
        let answers: Duration = game.played.plies.iter().map(|ply| ply.time).sum();
        game.took.saturating_sub(answers) / u32::try_from(game.played.plies.len().max(1)).unwrap()
    });
    let least = overhead.min().unwrap();
    println!("{least:?} a move");
    assert!(least < Duration::from_micros(500), "{least:?}");
}

#[test]
fn swap2_is_spoken_over_the_pipe() {
    let mut contest = contest(&ourselves(), &ourselves(), Duration::from_secs(5));
    contest.procedure = Procedure::Swap2;
    contest.games = 4;
    for game in play(&contest) {
        assert!([3, 4, 5, 6].contains(&game.opening_plies), "{game:?}");
        assert!(game.summary().forfeiter().is_none(), "{game:?}");
    }
}

#[test]
fn a_program_of_somebody_else_plays_to_the_end() {
    let home = std::env::var_os("HOME")
        .map(PathBuf::from)
        .unwrap_or_default();
    let program = home.join(".cargo/bin/pbrain-figrid");
    if !program.exists() {
        println!("skipped: pbrain-figrid is not installed (cargo install figrid-board)");
        return;
    }
    let spec = format!("pbrain:cmd={}", program.display());
    let mut contest = contest(&spec, "random", Duration::from_secs(2));
    contest.games = 2;
    let games = play(&contest);
    assert_eq!(games.len(), 2);
    for game in games {
        assert_eq!(
            game.summary().kind,
            ReasonKind::Five,
            "{}",
            game.played.detail
        );
        assert_eq!(
            game.summary().winner.map(|color| game.players[color]),
            Some(0)
        );
    }
}
