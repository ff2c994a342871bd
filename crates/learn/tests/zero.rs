//! AlphaZero runs with a fake learner: a run that is killed at any moment and resumed gives the same result.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use gomoku::{Size, StopFlag};
use learn::zero::game::SelfPlayGame;
use learn::zero::learner::LoadError;
use learn::zero::rating::RatingConfig;
use learn::zero::{Learner, Loss, Sample, TrainConfig, ZeroRun};
use nets::Residual;
use nets::residual::Shape;

/// Hashes its samples; the hash seeds its network.
struct FakeLearner {
    shape: Shape,
    steps: u64,
    state: u64,
}

impl FakeLearner {
    fn new(shape: Shape) -> FakeLearner {
        FakeLearner {
            shape,
            steps: 0,
            state: 1,
        }
    }
}

impl Learner for FakeLearner {
    fn step(&mut self, batch: &[Sample]) -> Loss {
        for sample in batch {
            let parts = [
                sample.input.stone_count() as u64,
                u64::from(sample.policy[0].0),
                u64::from(sample.value.to_bits()),
            ];
            for part in parts {
                self.state = (self.state ^ part)
                    .wrapping_mul(0x0100_0000_01b3)
                    .rotate_left(9);
            }
        }
        self.steps += 1;
        Loss::default()
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn network(&self) -> Residual {
        Residual::random(self.shape, self.state)
    }

    fn save(&self) -> Vec<u8> {
        [self.steps.to_le_bytes(), self.state.to_le_bytes()].concat()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), LoadError> {
        let damaged = || LoadError::Damaged("expected 16 bytes".to_owned());
        let (steps, state) = bytes.split_at_checked(8).ok_or_else(damaged)?;
        self.steps = u64::from_le_bytes(steps.try_into().map_err(|_| damaged())?);
        self.state = u64::from_le_bytes(state.try_into().map_err(|_| damaged())?);
        Ok(())
    }
}

const GAMES: u64 = 60;

fn zero_run(out: &Path, threads: usize) -> ZeroRun {
    let mut config = TrainConfig::new(Size::new(6).expect("a size"), 3);
    config.shape = Shape::new(1, 4).expect("a shape");
    config.games_per_iteration = 12;
    config.visits = 8;
    config.fast_visits = 4;
    config.considered_moves = 4;
    config.window = (100, 400);
    config.batch_size = 16;
    config.replay_ratio = 1.5;
    ZeroRun {
        config,
        out: out.to_owned(),
        threads,
        games: GAMES,
        hours: 1.0,
        rating: RatingConfig {
            every: 24,
            opponents: vec!["random".to_owned()],
            games: 2,
            gate_games: 2,
            visits: 4,
            threads: 1,
        },
    }
}

fn run(out: &Path, threads: usize) -> u64 {
    let zero_run = zero_run(out, threads);
    let mut learner = FakeLearner::new(zero_run.config.shape);
    zero_run
        .run(&mut learner, &StopFlag::new(), |_| {})
        .expect("the run succeeds")
}

/// Everything that must not depend on interruptions: games by number, learner, networks, matches.
fn artifacts(out: &Path) -> (Vec<String>, Vec<u8>, Vec<Vec<u8>>, String) {
    let text = fs::read_to_string(out.join("games.log")).expect("games");
    let mut games: Vec<String> = text.lines().map(str::to_owned).collect();
    let number = |line: &String| {
        line.split(' ')
            .next()
            .and_then(|word| word.parse::<u64>().ok())
    };
    games.sort_by_key(number);
    let state = fs::read(out.join("checkpoint.bin")).expect("a learner");
    // The third line is the elapsed time.
    let learner = state
        .splitn(4, |&byte| byte == b'\n')
        .nth(3)
        .expect("a learner");
    let mut names: Vec<_> = fs::read_dir(out.join("networks"))
        .expect("networks")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "net"))
        .collect();
    names.sort();
    let networks = names.iter().map(|path| fs::read(path).expect("a network"));
    let matches = fs::read_to_string(out.join("matches.log")).expect("matches");
    (games, learner.to_vec(), networks.collect(), matches)
}

#[test]
fn threads_make_no_difference_and_steps_keep_the_replay_ratio() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    assert_eq!(run(&one, 1), GAMES);
    run(&two, 3);
    assert_eq!(artifacts(&one), artifacts(&two));
    // A finished run does not change.
    run(&one, 2);
    assert_eq!(artifacts(&one), artifacts(&two));
    let iterations = fs::read_to_string(one.join("iterations.csv")).unwrap();
    let mut positions = 0;
    for line in iterations.lines().skip(1) {
        let numbers: Vec<f64> = line
            .split(',')
            .map(|field| field.parse().unwrap())
            .collect();
        // An iteration trains on the iterations before it.
        assert_eq!(numbers[2], (f64::from(positions) * 1.5 / 16.0).floor());
        positions = numbers[1] as u32;
    }
    assert!(positions > 200);
}

#[test]
fn another_configuration_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), 1);
    let mut other = zero_run(folder.path(), 1);
    other.config.visits += 1;
    let mut learner = FakeLearner::new(other.config.shape);
    let rejected = other.run(&mut learner, &StopFlag::new(), |_| {});
    assert!(rejected.unwrap_err().to_string().contains("visits = 8"));
}

/// The process to kill: this test program, started again with the folder in its environment.
#[test]
fn child() {
    if let Some(out) = std::env::var_os("TENGEN_ZERO_TEST_FOLDER") {
        run(Path::new(&out), 2);
    }
}

#[test]
fn a_killed_run_resumes_to_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let start = Instant::now();
    run(&whole, 2);
    let elapsed = start.elapsed();
    let mut kills = 0;
    let mut seen = BTreeSet::new();
    for attempt in 1_u32.. {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child"])
            .env("TENGEN_ZERO_TEST_FOLDER", &killed)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Different moments: long enough to make progress, short enough to interrupt it.
        let timeout = elapsed.mul_f64(0.05 + 0.037 * f64::from(attempt % 11));
        let begin = Instant::now();
        let finished = loop {
            if let Some(status) = child.try_wait().unwrap() {
                assert!(status.success());
                break true;
            }
            if begin.elapsed() > timeout {
                child.kill().unwrap();
                child.wait().unwrap();
                break false;
            }
            sleep(Duration::from_millis(1));
        };
        if finished {
            break;
        }
        kills += 1;
        // No finished game is ever lost.
        let text = fs::read_to_string(killed.join("games.log")).unwrap_or_default();
        let now: BTreeSet<String> = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'))
            .map(str::to_owned)
            .collect();
        assert!(now.is_superset(&seen));
        seen = now;
        assert!(attempt < 500, "the run never finishes");
    }
    assert!(kills > 1, "{kills}");
    assert_eq!(artifacts(&whole), artifacts(&killed));
    let numbers: Vec<u64> = artifacts(&killed)
        .0
        .iter()
        .map(|line| {
            SelfPlayGame::read(line.rsplit_once(' ').unwrap().0)
                .unwrap()
                .number
        })
        .collect();
    assert_eq!(numbers, (0..GAMES).collect::<Vec<_>>());
}
