//! AlphaZero's search against a reference PUCT, its proofs against brute force, its symmetry and visit counts.

use std::collections::HashMap;

use gomoku::{Board, Color, Limits, MateIn, Player, Point, Rule, SearchControl, Size, Symmetry};
use nets::residual::PolicyValue;
use papers::mcts::Fpu;
use papers::zhong_2021::zero::gumbel::QTransform;
use papers::zhong_2021::zero::{
    BatchEvaluator, RootPolicy, Zero, ZeroConfig, ZeroParams, ZeroSearch,
};

use crate::agreement::set;
use crate::positions::random_boards;

/// Uniform policy, value 0.
struct UniformEvaluator;

impl BatchEvaluator for UniformEvaluator {
    fn evaluate(&mut self, boards: &[&Board]) -> Vec<PolicyValue> {
        let output = |board: &&Board| PolicyValue {
            policy: vec![0.0; board.size().area()],
            value: 0.0,
        };
        boards.iter().map(output).collect()
    }
}

/// Pseudo-random policy and value from the position's hash, optionally invariant under symmetries.
struct HashEvaluator {
    symmetric: bool,
}

impl HashEvaluator {
    fn output(&self, board: &Board) -> PolicyValue {
        let size = board.size();
        let key = if self.symmetric {
            board.canonical_key().0
        } else {
            board.key()
        };
        let hash =
            |key: u64| (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f32 / (1 << 24) as f32;
        let mut logits = vec![0.0; size.area()];
        for point in &board.legal_moves() {
            let mut after = board.clone();
            after.push(point);
            let after = if self.symmetric {
                after.canonical_key().0
            } else {
                after.key()
            };
            let index =
                usize::from(point.row()) * usize::from(size.get()) + usize::from(point.column());
            logits[index] = 3.0 * hash(after);
        }
        PolicyValue {
            policy: logits,
            value: 1.6 * hash(key) - 0.8,
        }
    }
}

impl BatchEvaluator for HashEvaluator {
    fn evaluate(&mut self, boards: &[&Board]) -> Vec<PolicyValue> {
        boards.iter().map(|board| self.output(board)).collect()
    }
}

fn config(root: RootPolicy) -> ZeroConfig {
    ZeroConfig {
        root,
        cpuct: 1.5,
        fpu: Fpu::Absolute(0.0),
        vcf_nodes: 0,
        reuse_tree: true,
        memory: 64 << 20,
    }
}

const PUCT: RootPolicy = RootPolicy::Puct {
    dirichlet_fraction: 0.0,
    dirichlet_alpha: 0.03,
};

fn gumbel(max_considered_moves: usize, gumbel_scale: f64) -> RootPolicy {
    RootPolicy::Gumbel {
        max_considered_moves,
        q_transform: QTransform {
            maxvisit_init: 50.0,
            value_scale: 1.0,
        },
        gumbel_scale,
    }
}

fn run(
    search: &mut ZeroSearch,
    evaluator: &mut dyn BatchEvaluator,
    board: &Board,
    simulations: usize,
    batch: usize,
) {
    search.begin(board, simulations, &Limits::default());
    while !search.is_done() {
        search.select_leaves(batch);
        let boards: Vec<_> = search.pending_boards().collect();
        let outputs = evaluator.evaluate(&boards);
        search.expand_and_backup(&outputs);
    }
}

/// Reference PUCT: a hash map of nodes, no code shared with the search.
struct ReferenceNode {
    moves: Vec<ReferenceMove>,
}

struct ReferenceMove {
    point: Point,
    prior: f32,
    visits: u32,
    sum: f64,
}

#[derive(Default)]
struct ReferencePuct {
    nodes: HashMap<Vec<Point>, ReferenceNode>,
}

impl ReferencePuct {
    /// One visit; returns the value for the side to move at this board, from -1 to 1.
    fn visit(&mut self, board: &mut Board, line: &mut Vec<Point>) -> f64 {
        if board.winner().is_some() {
            return -1.0;
        }
        if board.is_full() {
            return 0.0;
        }
        let Some(node) = self.nodes.get(line) else {
            let output = HashEvaluator { symmetric: false }.output(board);
            let size = usize::from(board.size().get());
            let mut moves: Vec<_> = board
                .legal_moves()
                .iter()
                .map(|point| {
                    let index = usize::from(point.row()) * size + usize::from(point.column());
                    ReferenceMove {
                        point,
                        prior: output.policy[index].exp(),
                        visits: 0,
                        sum: 0.0,
                    }
                })
                .collect();
            let sum: f32 = moves.iter().map(|one| one.prior).sum();
            moves.iter_mut().for_each(|one| one.prior /= sum);
            self.nodes.insert(line.clone(), ReferenceNode { moves });
            return f64::from(output.value);
        };
        let total = 1 + node.moves.iter().map(|one| one.visits).sum::<u32>();
        let score = |one: &ReferenceMove| {
            let mean = if one.visits == 0 {
                0.0
            } else {
                one.sum / f64::from(one.visits)
            };
            mean + 1.5 * f64::from(one.prior) * f64::from(total).sqrt() / f64::from(1 + one.visits)
        };
        let best = (0..node.moves.len())
            .max_by(|&a, &b| score(&node.moves[a]).total_cmp(&score(&node.moves[b])))
            .unwrap();
        let point = node.moves[best].point;
        board.push(point);
        line.push(point);
        let value = -self.visit(board, line);
        line.pop();
        board.pop();
        let one = &mut self.nodes.get_mut(line).unwrap().moves[best];
        one.visits += 1;
        one.sum += value;
        value
    }
}

#[test]
fn with_a_batch_of_one_visits_equal_reference_puct() {
    // Early positions, where no result is proven.
    for board in random_boards(5, &[7, 9], &[Rule::Freestyle, Rule::Standard]).take(30) {
        if board.stone_count() > 10 || board.winner().is_some() {
            continue;
        }
        let visits = 60;
        let mut reference = ReferencePuct::default();
        for _ in 0..=visits {
            reference.visit(&mut board.clone(), &mut Vec::new());
        }
        let mut search = ZeroSearch::new(config(PUCT), 1);
        run(
            &mut search,
            &mut HashEvaluator { symmetric: false },
            &board,
            visits,
            1,
        );
        if search.root_moves().iter().any(|one| one.proven) {
            continue;
        }
        let expected = &reference.nodes[&Vec::new()].moves;
        for one in search.root_moves() {
            let other = expected
                .iter()
                .find(|other| other.point == one.point)
                .unwrap();
            assert_eq!(one.visits, other.visits);
            if let Some(value) = one.value {
                let mean = other.sum / f64::from(other.visits);
                assert!((2.0 * value - 1.0 - mean).abs() < 1e-6);
            }
        }
    }
}

#[test]
fn visits_sum_to_the_simulations_for_every_batch_size() {
    let roots = [
        PUCT,
        RootPolicy::Puct {
            dirichlet_fraction: 0.25,
            dirichlet_alpha: 0.03,
        },
        gumbel(16, 1.0),
        gumbel(4, 0.0),
    ];
    for (number, board) in random_boards(8, &[7, 9], &[Rule::Freestyle])
        .take(12)
        .enumerate()
    {
        for root in roots {
            for (visits, batch) in [(1, 1), (32, 1), (64, 8), (100, 64)] {
                let mut search = ZeroSearch::new(config(root), number as u64);
                run(
                    &mut search,
                    &mut HashEvaluator { symmetric: false },
                    &board,
                    visits,
                    batch,
                );
                let moves = search.root_moves();
                let sum: u32 = moves.iter().map(|one| one.visits).sum();
                let output = search.policy_output(0.0);
                assert!(sum as usize == visits || output.proven && sum as usize <= visits + 1);
                let shares: f64 = output.policy.iter().map(|one| one.1).sum();
                assert!((shares - 1.0).abs() < 1e-6);
                let priors: f32 = moves.iter().map(|one| one.prior).sum();
                assert!((priors - 1.0).abs() < 1e-3);
                assert_eq!(board.check(output.best_move), Ok(()));
            }
        }
    }
}

#[test]
fn sequential_halving_does_not_depend_on_the_batch_size() {
    for board in random_boards(21, &[9], &[Rule::Freestyle]).take(10) {
        let results: Vec<_> = [1, 16]
            .map(|batch| {
                let mut search = ZeroSearch::new(config(gumbel(16, 1.0)), 7);
                run(
                    &mut search,
                    &mut HashEvaluator { symmetric: false },
                    &board,
                    32,
                    batch,
                );
                let mut moves = search.root_moves();
                moves.sort_by_key(|one| one.point.index());
                moves
            })
            .into();
        // Each considered move gets one visit at a time, so pending visits never collide.
        assert_eq!(results[0], results[1]);
    }
}

#[test]
fn the_same_seed_gives_the_same_search() {
    for board in random_boards(3, &[9], &[Rule::Freestyle, Rule::Renju]).take(6) {
        let think = |seed: u64| {
            let params: ZeroParams = set(&[
                ("considered_moves", "8"),
                ("noise", "1"),
                ("iterations", "50"),
            ]);
            let mut player = Zero::new(params, HashEvaluator { symmetric: false }, seed);
            let result = player
                .think(&board, &Limits::default(), &SearchControl::detached())
                .unwrap();
            (result.best_move, result.candidates)
        };
        assert_eq!(think(5), think(5));
    }
}

/// The game-theoretic value for the side to move: 1, 0 or -1.
fn brute_force(board: &mut Board) -> i32 {
    if board.winner().is_some() {
        return -1;
    }
    let mut best = None;
    for point in &board.legal_moves() {
        board.push(point);
        let value = -brute_force(board);
        board.pop();
        best = best.max(Some(value));
        if value == 1 {
            break;
        }
    }
    best.unwrap_or(0)
}

#[test]
fn proven_roots_agree_with_brute_force() {
    let size = Size::new(5).unwrap();
    let mut results = [0; 3];
    for board in random_boards(17, &[5], &[Rule::Freestyle]).filter(|board| board.size() == size) {
        if results.iter().sum::<i32>() >= 60 {
            break;
        }
        let empty = board.empty().len();
        if !(2..=8).contains(&empty) || board.winner().is_some() {
            continue;
        }
        let expected = brute_force(&mut board.clone());
        results[(expected + 1) as usize] += 1;
        for (root, vcf_nodes) in [(PUCT, 0), (PUCT, 200), (gumbel(30, 0.0), 0)] {
            let config = ZeroConfig {
                vcf_nodes,
                ..config(root)
            };
            let mut search = ZeroSearch::new(config, 2);
            run(
                &mut search,
                &mut HashEvaluator { symmetric: false },
                &board,
                200_000,
                4,
            );
            let output = search.policy_output(0.0);
            // A draw is proven only when every move is.
            if expected == 0 && !output.proven {
                continue;
            }
            assert!(output.proven);
            assert_eq!(output.value, f64::from(expected), "{board:?}");
            let mut after = board.clone();
            after.push(output.best_move);
            assert_eq!(-brute_force(&mut after), expected);
        }
    }
    assert!(results[1] > 10 && results[2] > 5, "{results:?}");
}

#[test]
fn proven_root_moves_agree_with_brute_force() {
    // Few visits, so that most roots are not proven.
    let mut proven = 0;
    for board in random_boards(40, &[5, 6], &[Rule::Freestyle]).take(4000) {
        if !(2..=8).contains(&board.empty().len()) || board.winner().is_some() {
            continue;
        }
        let mut search = ZeroSearch::new(config(PUCT), 2);
        run(
            &mut search,
            &mut HashEvaluator { symmetric: false },
            &board,
            25,
            3,
        );
        for one in search.root_moves().iter().filter(|one| one.proven) {
            let mut after = board.clone();
            after.push(one.point);
            let value = f64::from(1 - brute_force(&mut after)) / 2.0;
            assert_eq!(one.value, Some(value));
            proven += 1;
        }
    }
    assert!(proven > 100, "{proven}");
}

#[test]
fn symmetric_evaluations_give_symmetric_values() {
    for board in random_boards(13, &[7, 9], &[Rule::Freestyle]).take(8) {
        for root in [PUCT, gumbel(400, 0.0)] {
            let values = Symmetry::ALL.map(|symmetry| {
                let mut search = ZeroSearch::new(config(root), 1);
                let mut evaluator = HashEvaluator { symmetric: true };
                run(
                    &mut search,
                    &mut evaluator,
                    &board.transformed(symmetry),
                    150,
                    1,
                );
                search.policy_output(0.0).value
            });
            for value in values {
                assert!((value - values[0]).abs() < 1e-3, "{values:?}");
            }
        }
    }
}

#[test]
fn a_uniform_network_still_completes_and_blocks_fives() {
    let size = Size::new(9).unwrap();
    let mut four = Board::new(size, Rule::Freestyle);
    for (column, row) in [
        (2, 4),
        (0, 0),
        (3, 4),
        (0, 2),
        (4, 4),
        (0, 4),
        (5, 4),
        (8, 8),
    ] {
        four.push(Point::new(column, row));
    }
    let taken = Point::new(6, 4);
    let mut blocked = Board::new(size, Rule::Freestyle);
    for (column, row) in [(2, 4), (6, 4), (3, 4), (0, 2), (4, 4), (0, 7), (5, 4)] {
        blocked.push(Point::new(column, row));
    }
    assert!(!blocked.is_empty(taken));
    // With a uniform evaluation, only an absolute FPU explores every move.
    for options in [
        &[("considered_moves", "0")][..],
        &[("considered_moves", "100")],
        &[("considered_moves", "100"), ("vcf_nodes", "100")],
    ] {
        let mut params: ZeroParams = set(options);
        params.iterations = 20_000;
        params.fpu = "absolute";
        let mut player = Zero::new(params, UniformEvaluator, 0);
        let result = player
            .think(&four, &Limits::default(), &SearchControl::detached())
            .unwrap();
        assert_eq!(result.mate, Some(MateIn::Win(1)), "{options:?}");
        assert!(four.wins(result.best_move, Color::Black));
        player.new_game();
        let result = player
            .think(&blocked, &Limits::default(), &SearchControl::detached())
            .unwrap();
        assert_eq!(result.best_move, Point::new(1, 4), "{options:?}");
    }
}

#[test]
fn excluded_moves_are_not_played_and_the_time_limit_ends_the_search() {
    let board = Board::new(Size::new(9).unwrap(), Rule::Freestyle);
    let mut player = Zero::new(
        ZeroParams {
            iterations: 20,
            ..ZeroParams::default()
        },
        UniformEvaluator,
        0,
    );
    let mut limits = Limits::default();
    for _ in 0..5 {
        let result = player
            .think(&board, &limits, &SearchControl::detached())
            .unwrap();
        assert!(!limits.excluded.contains(result.best_move));
        limits.excluded.insert(result.best_move);
    }
    let params = ZeroParams {
        iterations: 0,
        considered_moves: 16,
        memory: 1,
        ..ZeroParams::default()
    };
    let mut player = Zero::new(params, UniformEvaluator, 0);
    let limits = Limits::with_turn_time(std::time::Duration::from_secs(1));
    let result = player
        .think(&board, &limits, &SearchControl::detached())
        .unwrap();
    assert!(result.nodes > 0);
}
