//! The engine returns a legal move and variation in any position of any size under any rule.

use engine::{Engine, EngineParams};
use gomoku::{Board, Limits, Player as _, Rule, SearchControl, Size};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn moves_are_legal_in_random_positions_of_every_size_and_rule() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut engines = ["classic", "network"].map(|eval| {
        let params = EngineParams {
            hash: 1,
            eval,
            ..EngineParams::default()
        };
        Engine::new(params, 0)
    });
    let mut searches = 0;
    while searches < 10_000 {
        let rule = Rule::ALL[rng.random_range(0..Rule::ALL.len())];
        let size = Size::new(rng.random_range(Size::MIN..=Size::MAX)).unwrap();
        let mut board = Board::new(size, rule);
        let engine = &mut engines[searches % 2];
        engine.new_game();
        // From nearly empty to nearly full, with some blocked cells and passes.
        let stones = rng.random_range(0..size.area());
        for _ in 0..stones {
            let legal = board.legal_moves();
            if legal.is_empty() || board.winner().is_some() {
                break;
            }
            let index = rng.random_range(0..legal.len());
            let point = legal.iter().nth(index).unwrap();
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
        searches += 1;
        let limits = Limits {
            nodes: Some(rng.random_range(1..120)),
            multi_pv: rng.random_range(0..3),
            threads: 1 + usize::from(searches % 50 == 0),
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
                "illegal variation: {rule:?} {size:?}"
            );
            if after.winner().is_some() {
                break;
            }
        }
    }
}
