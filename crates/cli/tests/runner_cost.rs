//! What a match between external programs costs the manager: processor time, which does not depend on other load. It is
//! that of the whole process, so there is no other test in this file. The limit is far above the usual cost, most of
//! which is the search for the engine's processes among all of the machine's.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::time::Duration;

use arena::openings::OpeningBook;
use arena::{Callbacks, MatchConfig, MatchRunner, PlayerConfig, PlayerLimits};
use gomoku::StopFlag;
use rustix::time::{ClockId, clock_gettime};

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(
        time.tv_sec.try_into().unwrap(),
        time.tv_nsec.try_into().unwrap(),
    )
}

#[test]
fn a_move_costs_less_than_five_milliseconds_of_processor_time() {
    let program = env!("CARGO_BIN_EXE_tengen");
    let spec = format!("pbrain:cmd='{program}' pbrain --player greedy");
    let player = |name: &str| PlayerConfig {
        name: name.to_owned(),
        spec: players::Spec::read(&spec, &players::Access::local()).unwrap(),
        limits: PlayerLimits::default(),
    };
    let mut config = MatchConfig::new(player("a"), player("b"));
    config.book = OpeningBook::Random(3);
    config.games = 20;
    let runner = MatchRunner {
        concurrency: 1,
        ..MatchRunner::default()
    };
    let before = processor_time();
    let mut moves = 0;
    let mut on_game = |game: &arena::GameRecord| {
        moves += u32::try_from(game.result.plies.len()).unwrap();
        Ok(())
    };
    let callbacks = Callbacks {
        on_game: Some(&mut on_game),
        ..Callbacks::default()
    };
    runner.run(&config, &StopFlag::new(), callbacks).unwrap();
    let cost = (processor_time() - before) / moves.max(1);
    println!("{cost:?} a move, {moves} moves");
    assert!(cost < Duration::from_millis(5), "{cost:?}");
}
