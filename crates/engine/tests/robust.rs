//! Any position of any size under any rule gets a legal answer.

use engine::{Engine, EngineParams};
use gomoku::{Board, Limits, Player as _, Rule, SearchControl, Size};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn random_positions_of_every_size_and_rule() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut engine = Engine::new(
        EngineParams {
            hash: 1,
            ..EngineParams::default()
        },
        0,
    );
    let mut thoughts = 0;
    while thoughts < 10_000 {
        let rule = Rule::ALL[rng.random_range(0..Rule::ALL.len())];
        let size = Size::new(rng.random_range(Size::MIN..=Size::MAX)).unwrap();
        let mut board = Board::new(size, rule);
        engine.new_game();
        // From nearly empty to nearly full, dense or scattered, some cells taken out.
        let stones = rng.random_range(0..size.area());
        for _ in 0..stones {
            let legal = board.legal_moves();
            if legal.is_empty() || board.winner().is_some() {
                break;
            }
            let place = rng.random_range(0..legal.len());
            let point = legal.iter().nth(place).unwrap();
            match rng.random_range(0..200) {
                0 => board.block(point),
                1 => board.pass(),
                _ if board.wins(point, board.side_to_move()) => {}
                _ => board.push(point),
            }
        }
        if board.legal_moves().is_empty() || board.winner().is_some() {
            continue;
        }
        thoughts += 1;
        let limits = Limits {
            nodes: Some(rng.random_range(1..120)),
            multi_pv: rng.random_range(0..3),
            threads: 1 + usize::from(thoughts % 50 == 0),
            ..Limits::default()
        };
        let result = engine
            .think(&board, &limits, &SearchControl::detached())
            .unwrap();
        assert_eq!(board.check(result.best_move), Ok(()), "{rule:?} {size:?}");
        let mut after = board.clone();
        for point in result.pv {
            assert_eq!(
                after.play(point),
                Ok(()),
                "the line is legal: {rule:?} {size:?}"
            );
            if after.winner().is_some() {
                break;
            }
        }
    }
}
