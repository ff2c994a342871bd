//! ADP training: it is reproducible, resumable between any two games, and makes the critic stronger.

use gomoku::{Size, StopFlag};
use learn::adp::config::Extensions;
use learn::adp::{AdpConfig, Trainer, TrainingError, TrainingRun};
use nets::{Critic, Inputs};

fn weights(critic: &Critic) -> Vec<f32> {
    critic.weights().collect()
}

fn trained(config: &AdpConfig, games: u64) -> Critic {
    let mut trainer = Trainer::new(config.clone(), Size::FIFTEEN, 7);
    for _ in 0..games {
        let report = trainer.play();
        assert!(report.length >= 5);
    }
    trainer.critic().clone()
}

#[test]
fn a_resumed_training_equals_an_uninterrupted_one() {
    for name in AdpConfig::NAMES {
        let config = AdpConfig::named(name).unwrap();
        let whole = trained(&config, 12);
        let half = trained(&config, 6);
        let mut rest = Trainer::resume(config, Size::FIFTEEN, 7, half, 6);
        while rest.games() < 12 {
            rest.play();
        }
        assert_eq!(weights(rest.critic()), weights(&whole), "{name}");
        assert!(whole.weights().all(f32::is_finite));
    }
}

#[test]
fn every_extension_changes_the_weights() {
    let plain = AdpConfig::named("cao").unwrap();
    let start = weights(&trained(&plain, 0));
    let none = Extensions::default();
    let options = [
        none,
        Extensions {
            lambda: 0.7,
            ..none
        },
        Extensions {
            replay_capacity: 100,
            replays_per_game: 20,
            ..none
        },
        Extensions {
            swap_players: true,
            ..none
        },
        Extensions {
            vcf_nodes: 50,
            ..none
        },
        Extensions {
            batch_games: 2,
            ..none
        },
        Extensions {
            cut_traces: true,
            ..none
        },
        Extensions {
            max_opening_stones: 4,
            ..none
        },
    ];
    let mut seen = vec![start];
    for extensions in options {
        let config = AdpConfig {
            extensions,
            ..plain.clone()
        };
        let learned = weights(&trained(&config, 10));
        assert!(learned.iter().all(|weight| weight.is_finite()));
        assert!(!seen.contains(&learned), "{extensions:?}");
        seen.push(learned);
    }
}

#[test]
fn the_other_inputs_of_zhaos_table_can_be_trained() {
    for (name, hidden) in [
        ("zhao-counts", 60),
        ("zhao-turn", 60),
        ("zhao-no-turn", 60),
        ("zhao-board", 100),
    ] {
        let config = AdpConfig::named("zhao").unwrap();
        let config = config.with_inputs(Inputs::named(name).unwrap(), hidden);
        let before = weights(&trained(&config, 0));
        assert_ne!(weights(&trained(&config, 3)), before, "{name}");
    }
}

#[test]
fn a_run_writes_its_files_resumes_and_rejects_those_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let training_run = |games, seed, resume| TrainingRun {
        config: AdpConfig::named("cao").unwrap(),
        size: Size::FIFTEEN,
        games,
        seed,
        out: folder.path().join("a critic, \"quoted\".critic"),
        every: 5,
        opponents: vec!["random".to_owned()],
        rating_games: 2,
        resume,
        command: "tengen train adp".to_owned(),
    };
    let stop = StopFlag::new();
    let mut curve = Vec::new();
    let summary = training_run(8, 1, false)
        .run(&stop, |metrics| curve.push(metrics.clone()))
        .unwrap();
    assert_eq!((summary.games, summary.played, curve.len()), (8, 8, 2));
    assert!(matches!(
        training_run(8, 1, false).run(&stop, |_| {}),
        Err(TrainingError::Exists(_))
    ));
    let summary = training_run(15, 1, true).run(&stop, |_| {}).unwrap();
    assert_eq!((summary.games, summary.played), (15, 7));
    let read = |ending: &str| {
        let path = format!("{}.{ending}", training_run(0, 0, false).out.display());
        std::fs::read_to_string(path).unwrap()
    };
    // The header and the checkpoints at 5, 8, 10 and 15 games.
    assert_eq!(read("csv").lines().count(), 5);
    assert!(read("svg").contains("against random"));
    assert!(read("txt").contains("games     15"));
    let other = training_run(20, 2, true).run(&stop, |_| {}).unwrap_err();
    assert!(other.to_string().contains("seed=2"), "{other}");
    std::fs::write(training_run(0, 0, false).out, b"nonsense").unwrap();
    let damaged = training_run(20, 1, true).run(&stop, |_| {}).unwrap_err();
    assert!(damaged.to_string().contains("not a critic"), "{damaged}");
}

/// The score of a checkpoint is that of the weights that it saves, not of those that the run began with.
#[test]
fn ratings_are_those_of_the_saved_critic() {
    use learn::rating_match::{self, RatingMatch};
    let folder = tempfile::tempdir().unwrap();
    let run = TrainingRun {
        config: AdpConfig::named("cao").unwrap(),
        size: Size::FIFTEEN,
        games: 1_500,
        seed: 1,
        out: folder.path().join("a.critic"),
        every: 500,
        opponents: vec!["greedy".to_owned()],
        rating_games: 20,
        resume: false,
        command: "tengen train adp".to_owned(),
    };
    let (stop, mut scores) = (StopFlag::new(), Vec::new());
    run.run(&stop, |metrics| scores.push(metrics.scores[0]))
        .unwrap();
    let settings = RatingMatch {
        size: run.size,
        rule: gomoku::Rule::Freestyle,
        games: run.rating_games,
        seed: run.seed,
    };
    let spec = format!("adp:net={}", rating_match::quoted(&run.out));
    let config = rating_match::config(&spec, "greedy", settings).unwrap();
    let tally = rating_match::play(&config, 1, &stop).unwrap();
    assert_eq!(tally.score(), scores.last().copied());
    assert!(scores[2] > scores[0], "{scores:?}");
}

/// A thousand games are enough to beat an untrained critic.
#[test]
fn training_makes_it_stronger() {
    use gomoku::{Board, Color, Limits, Player, Rule, SearchControl};
    let config = AdpConfig::named("cao").unwrap();
    let critic = std::sync::Arc::new(trained(&config, 1500));
    let init = std::sync::Arc::new(trained(&config, 0));
    let mut wins = 0;
    for seed in 0..20 {
        let seat = |critic: &std::sync::Arc<Critic>| {
            papers::Adp::new(papers::AdpParams::default(), critic.clone(), seed)
        };
        let mut players = [seat(&critic), seat(&init)];
        let ours = if seed % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        while board.winner().is_none() && !board.is_full() {
            let player = usize::from(board.side_to_move() != ours);
            let result =
                players[player].think(&board, &Limits::default(), &SearchControl::detached());
            board.push(result.unwrap().best_move);
        }
        wins += usize::from(board.winner() == Some(ours));
    }
    assert!(wins >= 16, "{wins} of 20");
}
