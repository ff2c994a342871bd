//! Self-play speed: `cargo bench -p learn --bench self_play -- 4x32 9 32`.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc;
use std::time::Instant;

use gomoku::{Size, StopFlag};
use learn::zero::TrainConfig;
use learn::zero::self_play::SelfPlayBatch;
use nets::Residual;

fn main() {
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"))
        .collect();
    let word = |index: usize, default: &'static str| {
        args.get(index).map_or(default, String::as_str).to_owned()
    };
    let shape = word(0, "4x32").parse().expect("shape, such as 4x32");
    let size: Size = word(1, "9").parse().expect("board size");
    let mut config = TrainConfig::new(size, 1);
    config.shape = shape;
    config.full_search_fraction = 1.0;
    config.visits = word(2, "32").parse().expect("visits");
    config.vcf_nodes = word(3, "0").parse().expect("VCF nodes per leaf");
    config.considered_moves = word(4, "12").parse().expect("considered moves");
    let network = Arc::new(Residual::random(config.shape, 1));
    let batch = SelfPlayBatch {
        config: &config,
        iteration: 0,
        network: &network,
        game_numbers: (0..48).collect(),
    };
    let (sender, receiver) = mpsc::channel();
    let start = Instant::now();
    batch.play(&AtomicUsize::new(0), &sender, &StopFlag::new());
    drop(sender);
    let seconds = start.elapsed().as_secs_f64();
    let games: Vec<_> = receiver.into_iter().collect();
    let moves: usize = games
        .iter()
        .map(|game| game.moves.len() - game.opening)
        .sum();
    println!(
        "{shape} on {size}: {:.1} games/s and {:.0} moves/s on one thread, {:.1} moves per game",
        games.len() as f64 / seconds,
        moves as f64 / seconds,
        moves as f64 / games.len() as f64
    );
}
