//! Games per second of `random` against `random`: the overhead of the arena.
//!
//! `cargo bench -p arena` plays for a second on one thread, and for a second on all cores.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use arena::{MatchConfig, PlayerConfig, PlayerLimits, Scoreboard, workers};
use gomoku::StopFlag;

fn main() {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    for concurrency in [1, cores] {
        let (games, moves, time) = play(concurrency, Duration::from_secs(1));
        println!(
            "random - random, {concurrency} threads: {:.0} games/s, {:.0} moves/s, {:.1} stones per game",
            games as f64 / time.as_secs_f64(),
            moves as f64 / time.as_secs_f64(),
            moves as f64 / games as f64
        );
    }
}

fn play(concurrency: usize, time: Duration) -> (u64, u64, Duration) {
    let random = |name: &str| PlayerConfig {
        name: name.to_owned(),
        spec: players::Spec::read("random", &players::Access::shipped()).expect("a valid spec"),
        limits: PlayerLimits::default(),
    };
    let mut config = MatchConfig::new(random("a"), random("b"));
    config.games = 10_000_000;
    let begin = Instant::now();
    let mut scoreboard = Scoreboard::new(&config);
    let mut moves = 0;
    workers::play_games(
        &config,
        &HashSet::new(),
        concurrency,
        &StopFlag::new(),
        None,
        |game| {
            let summary = game.summary();
            moves += summary.stones as u64;
            scoreboard.add(&summary);
            if begin.elapsed() < time {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    )
    .expect("two players");
    (scoreboard.games(), moves, begin.elapsed())
}
