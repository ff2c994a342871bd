//! A run of AlphaZero with a learner that only pretends: killed at any moment and gone on with, it comes to the same end.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use gomoku::{Size, StopFlag};
use learn::zero::learner::LoadError;
use learn::zero::rating::Measure;
use learn::zero::record::GameRecord;
use learn::zero::{Learner, Lesson, Loss, Plan, Training};
use nets::Residual;
use nets::residual::Shape;

/// Mixes what it is shown into a number, which is the seed of its network.
struct Pretender {
    shape: Shape,
    steps: u64,
    state: u64,
}

impl Pretender {
    fn new(shape: Shape) -> Pretender {
        Pretender {
            shape,
            steps: 0,
            state: 1,
        }
    }
}

impl Learner for Pretender {
    fn step(&mut self, batch: &[Lesson]) -> Loss {
        for lesson in batch {
            let parts = [
                lesson.question.stone_count() as u64,
                u64::from(lesson.policy[0].0),
                u64::from(lesson.value.to_bits()),
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
        let damaged = || LoadError::Damaged("sixteen bytes are wanted".to_owned());
        let (steps, state) = bytes.split_at_checked(8).ok_or_else(damaged)?;
        self.steps = u64::from_le_bytes(steps.try_into().map_err(|_| damaged())?);
        self.state = u64::from_le_bytes(state.try_into().map_err(|_| damaged())?);
        Ok(())
    }
}

const GAMES: u64 = 60;

fn training(out: &Path, threads: usize) -> Training {
    let mut plan = Plan::new(Size::new(6).expect("a size"), 3);
    plan.shape = Shape::new(1, 4).expect("a shape");
    plan.round = 12;
    plan.visits = 8;
    plan.fast_visits = 4;
    plan.considered = 4;
    plan.window = (100, 400);
    plan.batch = 16;
    plan.reuse = 1.5;
    Training {
        plan,
        out: out.to_owned(),
        threads,
        games: GAMES,
        hours: 1.0,
        measure: Measure {
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
    let training = training(out, threads);
    let mut learner = Pretender::new(training.plan.shape);
    training
        .run(&mut learner, &StopFlag::new(), |_| {})
        .expect("the run goes through")
}

/// Everything that must not depend on interruptions: the games in their order, the learner, the networks, the matches.
fn remains(out: &Path) -> (Vec<String>, Vec<u8>, Vec<Vec<u8>>, String) {
    let text = fs::read_to_string(out.join("games.log")).expect("games");
    let mut games: Vec<String> = text.lines().map(str::to_owned).collect();
    let number = |line: &String| {
        line.split(' ')
            .next()
            .and_then(|word| word.parse::<u64>().ok())
    };
    games.sort_by_key(number);
    let state = fs::read(out.join("learner.state")).expect("a learner");
    // The third line is the time that it took.
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
fn threads_make_no_difference_and_steps_keep_to_their_ratio() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    assert_eq!(run(&one, 1), GAMES);
    run(&two, 3);
    assert_eq!(remains(&one), remains(&two));
    // A run that is over stays as it is.
    run(&one, 2);
    assert_eq!(remains(&one), remains(&two));
    let rounds = fs::read_to_string(one.join("rounds.csv")).unwrap();
    let mut positions = 0;
    for line in rounds.lines().skip(1) {
        let numbers: Vec<f64> = line
            .split(',')
            .map(|field| field.parse().unwrap())
            .collect();
        // The steps of a round learn from the rounds before it.
        assert_eq!(numbers[2], (f64::from(positions) * 1.5 / 16.0).floor());
        positions = numbers[1] as u32;
    }
    assert!(positions > 200);
}

#[test]
fn another_plan_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), 1);
    let mut other = training(folder.path(), 1);
    other.plan.visits += 1;
    let mut learner = Pretender::new(other.plan.shape);
    let refused = other.run(&mut learner, &StopFlag::new(), |_| {});
    assert!(refused.unwrap_err().to_string().contains("visits = 8"));
}

/// What the killed process does: this test program started again with the folder in its environment.
#[test]
fn child() {
    if let Some(out) = std::env::var_os("TENGEN_ZERO_TEST_FOLDER") {
        run(Path::new(&out), 2);
    }
}

#[test]
fn killed_at_any_moment_it_comes_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let start = Instant::now();
    run(&whole, 2);
    let took = start.elapsed();
    let mut kills = 0;
    let mut seen = BTreeSet::new();
    for attempt in 1_u32.. {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child"])
            .env("TENGEN_ZERO_TEST_FOLDER", &broken)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Different moments: long enough to get on, short enough to be in the middle of something.
        let patience = took.mul_f64(0.05 + 0.037 * f64::from(attempt % 11));
        let begin = Instant::now();
        let ended = loop {
            if let Some(status) = child.try_wait().unwrap() {
                assert!(status.success());
                break true;
            }
            if begin.elapsed() > patience {
                child.kill().unwrap();
                child.wait().unwrap();
                break false;
            }
            sleep(Duration::from_millis(1));
        };
        if ended {
            break;
        }
        kills += 1;
        // No finished game is ever lost.
        let text = fs::read_to_string(broken.join("games.log")).unwrap_or_default();
        let now: BTreeSet<String> = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'))
            .map(str::to_owned)
            .collect();
        assert!(now.is_superset(&seen));
        seen = now;
        assert!(attempt < 500, "it never ends");
    }
    assert!(kills > 1, "{kills}");
    assert_eq!(remains(&whole), remains(&broken));
    let numbers: Vec<u64> = remains(&broken)
        .0
        .iter()
        .map(|line| {
            GameRecord::read(line.rsplit_once(' ').unwrap().0)
                .unwrap()
                .number
        })
        .collect();
    assert_eq!(numbers, (0..GAMES).collect::<Vec<_>>());
}
