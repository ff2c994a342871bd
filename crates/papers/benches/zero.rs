//! The network's share of AlphaZero's search time: `cargo bench -p papers --bench zero`, with `4x48` for another network.

use std::sync::Arc;

use gomoku::{Board, Limits, Player, Rule, SearchControl, Size};
use nets::Residual;
use nets::residual::Shape;
use papers::zhong_2021::zero::{NetworkEvaluator, Zero, ZeroParams};

fn main() {
    let given = std::env::args().skip(1).find_map(|arg| arg.parse().ok());
    let shape: Shape = given.unwrap_or_default();
    let weights = Arc::new(Residual::random(shape, 1));
    println!("{shape}, 400 visits a move; one thread");
    for size in [9, 15] {
        for (name, considered_moves, vcf_nodes, batch) in [
            ("PUCT", 0, 0, 1),
            ("PUCT", 0, 0, 8),
            ("PUCT", 0, 100, 8),
            ("Gumbel", 16, 0, 8),
        ] {
            let params = ZeroParams {
                iterations: 400,
                considered_moves,
                vcf_nodes,
                batch,
                ..ZeroParams::default()
            };
            let network = NetworkEvaluator::new(weights.clone(), batch as usize);
            let mut player = Zero::new(params, network, 1);
            let size = Size::new(size).expect("a size");
            let mut board = Board::new(size, Rule::Freestyle);
            while board.stone_count() < 20 && board.winner().is_none() {
                let result = player.think(&board, &Limits::default(), &SearchControl::detached());
                board.push(result.expect("it runs in this process").best_move);
            }
            let stats = player.stats();
            let total = stats.total_time.as_secs_f64();
            println!(
                "{size}x{size} {name:<6} vcf {vcf_nodes:<3} batch {batch}: {:>6.0} positions a second, {:>4.1} together, {:.1} % of the time in the network",
                stats.positions as f64 / total,
                stats.positions as f64 / stats.batches as f64,
                100.0 * stats.network_time.as_secs_f64() / total
            );
        }
    }
}
