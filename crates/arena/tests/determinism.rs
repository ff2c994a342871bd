//! The same seed gives the same games, on any number of threads.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

use arena::openings::Book;
use arena::statistics::Sprt;
use arena::{Contest, Contestant, Finished, Format, Terms, Test, runner};
use gomoku::{Color, Point, Procedure, StopFlag};

fn contest(specs: &[&str]) -> Contest {
    let one = |spec: &&str| Contestant {
        name: (*spec).to_owned(),
        spec: spec.parse().unwrap(),
        terms: Terms::default(),
    };
    let mut contest = Contest::of_two(one(&specs[0]), one(&specs[1]));
    contest.contestants = specs.iter().map(one).collect();
    contest.book = Book::Random(3);
    contest.games = 20;
    contest.seed = 9;
    contest
}

type Games = BTreeMap<u64, (Vec<Point>, Option<Color>, usize)>;

fn play(contest: &Contest, concurrency: usize, done: &HashSet<u64>) -> Games {
    let mut games = Games::new();
    let take = |game: Finished| {
        let played = game.played;
        let value = (played.moves, played.outcome.winner, game.players.black);
        assert!(games.insert(game.number, value).is_none(), "played twice");
        ControlFlow::Continue(())
    };
    runner::run(contest, done, concurrency, &StopFlag::new(), take).unwrap();
    games
}

#[test]
fn concurrency_does_not_change_a_game() {
    for procedure in [Procedure::Free, Procedure::Swap2] {
        let mut contest = contest(&["random", "greedy", "random:near=no"]);
        contest.procedure = procedure;
        let alone = play(&contest, 1, &HashSet::new());
        assert_eq!(alone.len() as u64, contest.game_count());
        for concurrency in [2, 5] {
            assert_eq!(alone, play(&contest, concurrency, &HashSet::new()));
        }
        // A run that goes on where another one stopped plays the rest of the same games.
        let done: HashSet<u64> = alone.keys().copied().filter(|n| n % 3 == 0).collect();
        let rest = play(&contest, 2, &done);
        assert_eq!(rest.len() + done.len(), alone.len());
        assert!(rest.iter().all(|(number, game)| alone[number] == *game));
        contest.seed += 1;
        assert_ne!(alone, play(&contest, 2, &HashSet::new()));
    }
}

#[test]
fn a_gauntlet_and_selves_are_complete() {
    for (format, games) in [(Format::Gauntlet, 40), (Format::Selves, 60)] {
        let mut contest = contest(&["random", "random:near=no", "random:seed=5"]);
        contest.format = format;
        assert_eq!(play(&contest, 2, &HashSet::new()).len(), games);
    }
}

#[test]
fn a_test_decides_the_same_on_any_number_of_threads() {
    let mut contest = contest(&["greedy", "random"]);
    contest.games = 4000;
    let decide = |concurrency| {
        let mut test = Test::new(Sprt::new(0.0, 100.0), &contest);
        let take = |game: Finished| match test.add(&game.summary()) {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        };
        runner::run(
            &contest,
            &HashSet::new(),
            concurrency,
            &StopFlag::new(),
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
    assert_eq!(score.pairs, other_score.pairs);
    assert_eq!(score.tally, other_score.tally);
    assert!(score.tally.games() < 4000);
}

#[test]
fn a_raised_flag_ends_the_run_and_keeps_what_has_ended() {
    let mut contest = contest(&["random", "random:near=no"]);
    contest.games = 1_000_000;
    let stop = StopFlag::new();
    let mut games = 0;
    let take = |_: Finished| {
        games += 1;
        if games == 100 {
            stop.raise();
        }
        ControlFlow::Continue(())
    };
    runner::run(&contest, &HashSet::new(), 2, &stop, take).unwrap();
    assert!((100..10_000).contains(&games), "{games}");
}
