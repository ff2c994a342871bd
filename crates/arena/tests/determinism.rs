//! The same seed gives the same games, on any number of threads.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

use arena::openings::OpeningBook;
use arena::statistics::Sprt;
use arena::{
    GameRecord, MatchConfig, PlayerConfig, PlayerLimits, SprtState, TournamentFormat, workers,
};
use gomoku::{Color, Point, Procedure, StopFlag};

fn config(specs: &[&str]) -> MatchConfig {
    let one = |spec: &&str| PlayerConfig {
        name: (*spec).to_owned(),
        spec: spec.parse().unwrap(),
        limits: PlayerLimits::default(),
    };
    let mut config = MatchConfig::new(one(&specs[0]), one(&specs[1]));
    config.players = specs.iter().map(one).collect();
    config.book = OpeningBook::Random(3);
    config.games = 20;
    config.seed = 9;
    config
}

type Games = BTreeMap<u64, (Vec<Point>, Option<Color>, usize)>;

fn play(config: &MatchConfig, concurrency: usize, done: &HashSet<u64>) -> Games {
    let mut games = Games::new();
    let take = |game: GameRecord| {
        let played = game.result;
        let value = (played.moves, played.outcome.winner, game.players.black);
        assert!(games.insert(game.number, value).is_none(), "played twice");
        ControlFlow::Continue(())
    };
    workers::play_games(config, done, concurrency, &StopFlag::new(), None, take).unwrap();
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
        // A run that goes on where another one stopped plays the rest of the same games.
        let done: HashSet<u64> = alone.keys().copied().filter(|n| n % 3 == 0).collect();
        let rest = play(&config, 2, &done);
        assert_eq!(rest.len() + done.len(), alone.len());
        assert!(rest.iter().all(|(number, game)| alone[number] == *game));
        config.seed += 1;
        assert_ne!(alone, play(&config, 2, &HashSet::new()));
    }
}

#[test]
fn a_gauntlet_and_selves_are_complete() {
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
fn a_test_decides_the_same_on_any_number_of_threads() {
    let mut config = config(&["greedy", "random"]);
    config.games = 4000;
    let decide = |concurrency| {
        let mut test = SprtState::new(Sprt::new(0.0, 100.0), &config);
        let take = |game: GameRecord| match test.add(&game.summary()) {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        };
        workers::play_games(
            &config,
            &HashSet::new(),
            concurrency,
            &StopFlag::new(),
            None,
            take,
        )
        .unwrap();
        (
            test.decision().unwrap(),
            test.llr(),
            test.scoreboard().first().clone(),
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
fn a_raised_flag_ends_the_run_and_keeps_what_has_ended() {
    let mut config = config(&["random", "random:near=no"]);
    config.games = 1_000_000;
    let stop = StopFlag::new();
    let mut games = 0;
    let take = |_: GameRecord| {
        games += 1;
        if games == 100 {
            stop.raise();
        }
        ControlFlow::Continue(())
    };
    workers::play_games(&config, &HashSet::new(), 2, &stop, None, take).unwrap();
    assert!((100..10_000).contains(&games), "{games}");
}
