//! What is stored comes back as it was, and a contest goes on where it stopped.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use arena::openings::Book;
use arena::{Contest, Contestant, Session, Store, Terms};
use gomoku::StopFlag;

fn contest(games: u64) -> Contest {
    let one = |name: &str, spec: &str| Contestant {
        name: name.to_owned(),
        spec: spec.parse().unwrap(),
        terms: Terms::default(),
    };
    let mut contest = Contest::of_two(one("a", "greedy"), one("b", "random"));
    contest.book = Book::Random(4);
    contest.games = games;
    contest.seed = 3;
    contest
}

fn session(store: &mut Store) -> Session<'_> {
    Session {
        store: Some(store),
        concurrency: 2,
        sprt: None,
    }
}

/// Plays to the end, or until so many games are there.
fn run(store: &mut Store, contest: &Contest, stop_after: usize) -> arena::Report {
    let stop = StopFlag::new();
    let mut heard = Vec::new();
    let report = session(store)
        .run(
            contest,
            &stop,
            |_| {},
            |game| {
                heard.push(game.number);
                if heard.len() == stop_after {
                    stop.raise();
                }
                Ok(())
            },
        )
        .unwrap();
    // Whoever writes the games down gets each once, also those of an earlier run.
    let counted: Vec<u64> = report.games.iter().map(|game| game.number).collect();
    assert_eq!(heard, counted);
    report
}

/// Breaks off at a game that cannot be written down. However fast the players are, exactly `games` are kept.
fn break_off(store: &mut Store, contest: &Contest, games: usize) {
    let mut written = 0;
    let each = |_: &arena::Finished| {
        if written == games {
            return Err(std::io::Error::other("the disk is full"));
        }
        written += 1;
        Ok(())
    };
    let error = session(store)
        .run(contest, &StopFlag::new(), |_| {}, each)
        .unwrap_err();
    assert!(error.to_string().contains("the disk is full"));
}

#[test]
fn a_stopped_contest_goes_on_and_gives_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let contest = contest(40);
    break_off(&mut Store::open(&path).unwrap(), &contest, 9);
    let stopped = run(&mut Store::open(&path).unwrap(), &contest, 15);
    assert_eq!(stopped.restored, 9);
    assert!(stopped.games.len() >= 15);
    let mut store = Store::open(&path).unwrap();
    let resumed = run(&mut store, &contest, usize::MAX);
    assert_eq!(resumed.restored, stopped.games.len() as u64);
    assert_eq!(resumed.games.len(), 40);
    let whole = run(&mut Store::in_memory().unwrap(), &contest, usize::MAX);
    assert_eq!(
        resumed.scoreboard.first().tally,
        whole.scoreboard.first().tally
    );
    assert_eq!(
        resumed.scoreboard.first().pairs,
        whole.scoreboard.first().pairs
    );
    assert_eq!(
        resumed.scoreboard.different_games(),
        whole.scoreboard.different_games()
    );
    // Nothing is left to do, and asking for more goes on from there.
    assert_eq!(run(&mut store, &contest, usize::MAX).restored, 40);
    let longer = self::contest(50);
    let more = run(&mut store, &longer, usize::MAX);
    assert_eq!((more.restored, more.games.len()), (40, 50));
    assert_eq!(store.contests().unwrap().len(), 1);
}

#[test]
fn games_come_back_as_they_were() {
    let mut store = Store::in_memory().unwrap();
    let contest = contest(6);
    let mut games = Vec::new();
    let session = Session {
        store: Some(&mut store),
        concurrency: 1,
        sprt: None,
    };
    session
        .run(
            &contest,
            &StopFlag::new(),
            |_| {},
            |game| {
                games.push(game.clone());
                Ok(())
            },
        )
        .unwrap();
    let id = store.contest(&contest).unwrap();
    let mut back = Vec::new();
    store
        .for_each_game(id, contest.size, |game| {
            back.push(game);
            Ok::<(), arena::store::StoreError>(())
        })
        .unwrap();
    assert_eq!(games.len(), back.len());
    for (game, back) in games.iter().zip(&back) {
        assert_eq!(game.played.moves, back.played.moves);
        assert_eq!(game.played.outcome, back.played.outcome);
        assert_eq!(game.players, back.players);
        for (ply, read) in game.played.plies.iter().zip(&back.played.plies) {
            assert_eq!(ply.result.best_move, read.result.best_move);
            assert_eq!(ply.result.candidates, read.result.candidates);
            assert_eq!(ply.result.nodes, read.result.nodes);
            assert_eq!(ply.time.as_micros(), read.time.as_micros());
        }
        assert_eq!(game.summary().key, back.summary().key);
    }
}
