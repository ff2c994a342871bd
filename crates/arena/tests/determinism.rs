//! The same seed gives the same games on any number of threads.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

use arena::openings::OpeningBook;
use arena::statistics::Sprt;
use arena::{
    GameRecord, MatchConfig, PlayerConfig, PlayerLimits, SprtState, TournamentFormat, workers,
};
use gomoku::{Color, Point, Procedure, StopFlag};

fn config(specs: &[&str]) -> MatchConfig {
    let player = |spec: &&str| PlayerConfig {
        name: (*spec).to_owned(),
        spec: players::Spec::read(spec, &players::Access::local()).unwrap(),
        limits: PlayerLimits::default(),
    };
    let mut config = MatchConfig::new(player(&specs[0]), player(&specs[1]));
    config.players = specs.iter().map(player).collect();
    config.book = OpeningBook::Random(3);
    config.games = 20;
    config.seed = 9;
    config
}

type Games = BTreeMap<u64, (Vec<Point>, Option<Color>, usize)>;

fn play(config: &MatchConfig, concurrency: usize, done: &HashSet<u64>) -> Games {
    let mut games = Games::new();
    let on_game = |game: GameRecord| {
        let result = game.result;
        let value = (result.moves, result.outcome.winner, game.players.black);
        assert!(games.insert(game.number, value).is_none(), "played twice");
        ControlFlow::Continue(())
    };
    workers::play_games(config, done, concurrency, &StopFlag::new(), None, on_game).unwrap();
    games
}

#[test]
fn concurrency_does_not_change_a_game() {
    for procedure in [Procedure::Free, Procedure::Swap2] {
        let mut config = config(&["random", "greedy", "random:near=no"]);
        config.procedure = procedure;
        let alone = play(&config, 1, &HashSet::new());
        assert_eq!(alone.len() as u64, config.game_count());
        for concurrency in [2, 5] {
            assert_eq!(alone, play(&config, concurrency, &HashSet::new()));
        }
        // A resumed run plays the rest of the same games.
        let done: HashSet<u64> = alone.keys().copied().filter(|n| n % 3 == 0).collect();
        let rest = play(&config, 2, &done);
        assert_eq!(rest.len() + done.len(), alone.len());
        assert!(rest.iter().all(|(number, game)| alone[number] == *game));
        config.seed += 1;
        assert_ne!(alone, play(&config, 2, &HashSet::new()));
    }
}

#[test]
fn gauntlet_and_self_play_are_complete() {
    for (format, games) in [
        (TournamentFormat::Gauntlet, 40),
        (TournamentFormat::SelfPlay, 60),
    ] {
        let mut config = config(&["random", "random:near=no", "random:seed=5"]);
        config.format = format;
        assert_eq!(play(&config, 2, &HashSet::new()).len(), games);
    }
}

#[test]
fn sprt_decides_the_same_on_any_number_of_threads() {
    let mut config = config(&["greedy", "random"]);
    config.games = 4000;
    let decide = |concurrency| {
        let mut sprt = SprtState::new(Sprt::new(0.0, 100.0), &config);
        let on_game = |game: GameRecord| match sprt.add(&game.summary()) {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        };
        workers::play_games(
            &config,
            &HashSet::new(),
            concurrency,
            &StopFlag::new(),
            None,
            on_game,
        )
        .unwrap();
        (
            sprt.decision().unwrap(),
            sprt.llr(),
            sprt.scoreboard().first().clone(),
        )
    };
    let (hypothesis, llr, score) = decide(1);
    let (other_hypothesis, other_llr, other_score) = decide(4);
    assert_eq!(hypothesis, other_hypothesis);
    assert!((llr - other_llr).abs() < 1e-12);
    assert_eq!(score.pentanomial, other_score.pentanomial);
    assert_eq!(score.tally, other_score.tally);
    assert!(score.tally.games() < 4000);
}

#[test]
fn a_stopped_run_keeps_finished_games() {
    let mut config = config(&["random", "random:near=no"]);
    config.games = 1_000_000;
    let stop = StopFlag::new();
    let mut games = 0;
    let on_game = |_: GameRecord| {
        games += 1;
        if games == 100 {
            stop.raise();
        }
        ControlFlow::Continue(())
    };
    workers::play_games(&config, &HashSet::new(), 2, &stop, None, on_game).unwrap();
    assert!((100..10_000).contains(&games), "{games}");
}
