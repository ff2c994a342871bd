//! Games are read as they were written, and a stopped match can be resumed.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use arena::openings::OpeningBook;
use arena::runner::OnGame;
use arena::{Callbacks, GameRecord, MatchConfig, MatchRunner, PlayerConfig, PlayerLimits, Store};
use gomoku::StopFlag;

fn config(games: u64) -> MatchConfig {
    let player = |name: &str, spec: &str| PlayerConfig {
        name: name.to_owned(),
        spec: players::Spec::read(spec, &players::Access::local()).unwrap(),
        limits: PlayerLimits::default(),
    };
    let mut config = MatchConfig::new(player("a", "greedy"), player("b", "random"));
    config.book = OpeningBook::Random(4);
    config.games = games;
    config.seed = 3;
    config
}

fn runner(store: &mut Store) -> MatchRunner<'_> {
    MatchRunner {
        store: Some(store),
        concurrency: 2,
        sprt: None,
    }
}

fn on_each_game(on_game: OnGame<'_>) -> Callbacks<'_> {
    Callbacks {
        on_game: Some(on_game),
        ..Callbacks::default()
    }
}

/// Plays to the end, or until `stop_after` games are done.
fn run(store: &mut Store, config: &MatchConfig, stop_after: usize) -> arena::MatchReport {
    let stop = StopFlag::new();
    let mut numbers = Vec::new();
    let mut on_game = |game: &GameRecord| {
        numbers.push(game.number);
        if numbers.len() == stop_after {
            stop.raise();
        }
        Ok(())
    };
    let report = runner(store)
        .run(config, &stop, on_each_game(&mut on_game))
        .unwrap();
    // `on_game` gets every game once, including those of an earlier run.
    let counted: Vec<u64> = report.games.iter().map(|game| game.number).collect();
    assert_eq!(numbers, counted);
    report
}

/// Fails after `games` games. Exactly so many are stored, however fast the players are.
fn fail_after(store: &mut Store, config: &MatchConfig, games: usize) {
    let mut written = 0;
    let mut on_game = |_: &GameRecord| {
        if written == games {
            return Err(std::io::Error::other("the disk is full"));
        }
        written += 1;
        Ok(())
    };
    let error = runner(store)
        .run(config, &StopFlag::new(), on_each_game(&mut on_game))
        .unwrap_err();
    assert!(error.to_string().contains("the disk is full"));
}

#[test]
fn a_resumed_match_has_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let config = config(40);
    fail_after(&mut Store::open(&path).unwrap(), &config, 9);
    let stopped = run(&mut Store::open(&path).unwrap(), &config, 15);
    assert_eq!(stopped.restored, 9);
    assert!(stopped.games.len() >= 15);
    let mut store = Store::open(&path).unwrap();
    let resumed = run(&mut store, &config, usize::MAX);
    assert_eq!(resumed.restored, stopped.games.len() as u64);
    assert_eq!(resumed.games.len(), 40);
    let whole = run(&mut Store::in_memory().unwrap(), &config, usize::MAX);
    assert_eq!(
        resumed.scoreboard.first().tally,
        whole.scoreboard.first().tally
    );
    assert_eq!(
        resumed.scoreboard.first().pentanomial,
        whole.scoreboard.first().pentanomial
    );
    assert_eq!(
        resumed.scoreboard.distinct_games(),
        whole.scoreboard.distinct_games()
    );
    // A complete match has nothing left to play; a longer one continues from there.
    assert_eq!(run(&mut store, &config, usize::MAX).restored, 40);
    let longer = self::config(50);
    let more = run(&mut store, &longer, usize::MAX);
    assert_eq!((more.restored, more.games.len()), (40, 50));
    assert_eq!(store.matches(|bad| panic!("{bad}")).unwrap().len(), 1);
}

#[test]
fn games_round_trip() {
    let mut store = Store::in_memory().unwrap();
    let config = config(6);
    let mut games = Vec::new();
    let mut on_game = |game: &GameRecord| {
        games.push(game.clone());
        Ok(())
    };
    let runner = MatchRunner {
        store: Some(&mut store),
        concurrency: 1,
        sprt: None,
    };
    runner
        .run(&config, &StopFlag::new(), on_each_game(&mut on_game))
        .unwrap();
    let id = store.match_id(&config).unwrap();
    let stored_match = store.stored_match(id).unwrap().unwrap();
    let mut stored = Vec::new();
    store
        .for_each_game(&stored_match, |game| {
            stored.push(game.unwrap());
            Ok::<(), arena::store::StoreError>(())
        })
        .unwrap();
    assert_eq!(games.len(), stored.len());
    for (game, stored) in games.iter().zip(&stored) {
        assert_eq!(game.result.moves, stored.result.moves);
        assert_eq!(game.result.outcome, stored.result.outcome);
        assert_eq!(game.players, stored.players);
        for (ply, read) in game.result.plies.iter().zip(&stored.result.plies) {
            assert_eq!(ply.result.best_move, read.result.best_move);
            assert_eq!(ply.result.candidates, read.result.candidates);
            assert_eq!(ply.result.nodes, read.result.nodes);
            assert_eq!(ply.time.as_micros(), read.time.as_micros());
        }
        assert_eq!(game.summary().moves_hash, stored.summary().moves_hash);
    }
}
