//! How fast a network plays against itself: `cargo bench -p learn --bench self_play -- 4x32 9 32`.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc;
use std::time::Instant;

use gomoku::{Size, StopFlag};
use learn::zero::Plan;
use learn::zero::self_play::Round;
use nets::Residual;

fn main() {
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"))
        .collect();
    let word = |index: usize, default: &'static str| {
        args.get(index).map_or(default, String::as_str).to_owned()
    };
    let shape = word(0, "4x32").parse().expect("a shape such as 4x32");
    let size: Size = word(1, "9").parse().expect("a size");
    let mut plan = Plan::new(size, 1);
    plan.shape = shape;
    plan.full_share = 1.0;
    plan.visits = word(2, "32").parse().expect("a number of visits");
    plan.solver = word(3, "0").parse().expect("positions for the solver");
    plan.considered = word(4, "12").parse().expect("moves to consider");
    let network = Arc::new(Residual::random(plan.shape, 1));
    let round = Round {
        plan: &plan,
        round: 0,
        network: &network,
        numbers: (0..48).collect(),
    };
    let (sender, receiver) = mpsc::channel();
    let start = Instant::now();
    round.play(&AtomicUsize::new(0), &sender, &StopFlag::new());
    drop(sender);
    let seconds = start.elapsed().as_secs_f64();
    let games: Vec<_> = receiver.into_iter().collect();
    let moves: usize = games
        .iter()
        .map(|game| game.moves.len() - game.opening)
        .sum();
    println!(
        "{shape} on {size}: {:.1} games and {:.0} moves a second on one thread, {:.1} moves a game",
        games.len() as f64 / seconds,
        moves as f64 / seconds,
        moves as f64 / games.len() as f64
    );
}
