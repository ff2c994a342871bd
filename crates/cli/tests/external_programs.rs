//! Matches between external programs: swap2 over the pipe, and a third-party engine.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::path::PathBuf;
use std::time::Duration;

use arena::game_record::Termination;
use arena::openings::OpeningBook;
use arena::{Callbacks, GameRecord, MatchConfig, MatchRunner, PlayerConfig, PlayerLimits};
use gomoku::{Procedure, StopFlag, TimeControl};

fn config(first: &str, second: &str, turn: Duration) -> MatchConfig {
    let one = |name: &str, spec: &str| PlayerConfig {
        name: name.to_owned(),
        spec: players::Spec::read(spec, &players::Access::local()).unwrap(),
        limits: PlayerLimits {
            time: TimeControl {
                turn_time: Some(turn),
                ..TimeControl::default()
            },
            ..PlayerLimits::default()
        },
    };
    let mut config = MatchConfig::new(one("a", first), one("b", second));
    config.book = OpeningBook::Random(3);
    config
}

/// Our own program as an external brain, with a fast player.
fn own_brain() -> String {
    format!(
        "pbrain:cmd='{}' pbrain --player vcx",
        env!("CARGO_BIN_EXE_tengen")
    )
}

fn play(config: &MatchConfig) -> Vec<GameRecord> {
    let runner = MatchRunner {
        concurrency: 1,
        ..MatchRunner::default()
    };
    let mut games = Vec::new();
    let mut on_game = |game: &GameRecord| {
        games.push(game.clone());
        Ok(())
    };
    let callbacks = Callbacks {
        on_game: Some(&mut on_game),
        ..Callbacks::default()
    };
    runner.run(config, &StopFlag::new(), callbacks).unwrap();
    games
}

#[test]
fn swap2_works_over_the_pipe() {
    // Nodes end the searches, and the clock is only there to be set.
    let mut config = config(&own_brain(), &own_brain(), Duration::from_secs(600));
    for player in &mut config.players {
        player.limits.nodes = Some(20_000);
    }
    config.procedure = Procedure::Swap2;
    config.games = 4;
    for game in play(&config) {
        assert!([3, 4, 5, 6].contains(&game.opening_plies), "{game:?}");
        assert!(game.summary().forfeiter().is_none(), "{game:?}");
    }
}

#[test]
fn a_third_party_engine_plays_whole_games() {
    let home = std::env::var_os("HOME")
        .map(PathBuf::from)
        .unwrap_or_default();
    let program = home.join(".cargo/bin/pbrain-figrid");
    if !program.exists() {
        println!("skipped: pbrain-figrid is not installed (cargo install figrid-board)");
        return;
    }
    let spec = format!("pbrain:cmd={}", program.display());
    let mut config = config(&spec, "random", Duration::from_secs(2));
    config.games = 2;
    let games = play(&config);
    assert_eq!(games.len(), 2);
    for game in games {
        assert_eq!(
            game.summary().termination,
            Termination::Five,
            "{}",
            game.result.detail
        );
        assert_eq!(
            game.summary().winner.map(|color| game.players[color]),
            Some(0)
        );
    }
}
