//! The fuzz targets on the stable toolchain: every seed, and thousands of damaged copies of the seeds, the same at every
//! run. A fuzzer that sees which code an input reaches finds more; `scripts/soak` runs it.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

#[path = "../../../fuzz/src/lib.rs"]
#[allow(unreachable_pub, reason = "a library in its own workspace")]
mod fuzz;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Inputs for each target, unless `TENGEN_FUZZ_RUNS` says otherwise.
const RUNS: usize = 3000;
/// Large seeds get fewer runs, so that a target reads about this many bytes.
const BYTES: usize = 60_000_000;
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Files of the program itself that are good seeds: folder, extension.
fn shipped(target: &str) -> Option<(&'static str, &'static str)> {
    match target {
        "critic" => Some(("weights", "critic")),
        "residual" => Some(("weights", "net")),
        "engine_weights" => Some(("weights", "weights")),
        "experiment" => Some(("experiments", "toml")),
        _ => None,
    }
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let root = Path::new(ROOT);
    let files = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.map(|entry| entry.unwrap().path())
    };
    let mut paths: Vec<_> = files(&root.join("fuzz/seeds").join(target)).collect();
    if let Some((folder, extension)) = shipped(target) {
        let is_seed = |path: &Path| path.extension().is_some_and(|found| found == extension);
        paths.extend(files(&root.join(folder)).filter(|path| is_seed(path)));
    }
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn no_damaged_seed_breaks_a_parser() {
    let runs = std::env::var("TENGEN_FUZZ_RUNS").map_or(RUNS, |text| text.parse().unwrap());
    std::thread::scope(|scope| {
        for targets in fuzz::TARGETS.chunks(fuzz::TARGETS.len().div_ceil(2)) {
            scope.spawn(move || {
                for &(name, property) in targets {
                    run(name, property, runs);
                }
            });
        }
    });
}

fn run(name: &str, property: fuzz::Property, runs: usize) {
    let seeds = seeds(name);
    assert!(!seeds.is_empty(), "no seeds for {name}");
    let mean = seeds.iter().map(Vec::len).sum::<usize>() / seeds.len();
    let runs = runs.min((BYTES * runs / RUNS) / mean.max(1));
    let check = |input: &[u8]| {
        if catch_unwind(AssertUnwindSafe(|| property(input))).is_err() {
            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
            fs::write(&path, input).unwrap();
            panic!("target {name} failed; the input is {}", path.display());
        }
    };
    for seed in &seeds {
        check(seed);
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    for _ in 0..runs {
        let mut input = seeds[rng.random_range(0..seeds.len())].clone();
        for _ in 0..rng.random_range(1..6) {
            damage(&mut input, &seeds, &mut rng);
        }
        check(&input);
    }
    println!("{name}: {} seeds, {runs} damaged copies", seeds.len());
}

/// Changes an input in one of the ways in which files and lines go wrong.
fn damage(input: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Xoshiro256PlusPlus) {
    const NUMBERS: [&str; 8] = [
        "0",
        "-1",
        "255",
        "256",
        "65536",
        "4294967296",
        "18446744073709551616",
        "1e400",
    ];
    let at = rng.random_range(0..=input.len());
    let length = rng.random_range(0..=(input.len() - at).min(1 + input.len() / 4));
    match rng.random_range(0..8) {
        0 if at < input.len() => input[at] ^= 1 << rng.random_range(0..8),
        1 if at < input.len() => input[at] = rng.random(),
        2 => input.truncate(at),
        3 => drop(input.drain(at..at + length)),
        4 => {
            let copy = input[at..at + length].to_vec();
            let times = rng.random_range(1..4);
            for _ in 0..times {
                input.splice(at..at, copy.iter().copied());
            }
        }
        5 => {
            let other = &seeds[rng.random_range(0..seeds.len())];
            let from = rng.random_range(0..=other.len());
            input.splice(at..at + length, other[from..].iter().copied());
        }
        6 => {
            let digits = input[at..].iter().take_while(|byte| byte.is_ascii_digit());
            let end = at + digits.count();
            let number = NUMBERS[rng.random_range(0..NUMBERS.len())];
            input.splice(at..end, number.bytes());
        }
        _ => {
            let bytes: [u8; 4] = rng.random();
            input.splice(at..at, bytes);
        }
    }
}
