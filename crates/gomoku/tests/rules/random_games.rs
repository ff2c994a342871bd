//! Whole random games under every rule, refereed move by move on a plain grid. `TENGEN_GAMES` sets how many for each rule.

use gomoku::{Color, IllegalMove, Position, Rule, Size};
use rand::seq::IteratorRandom;

use crate::board::slow_winner;
use crate::forbidden::Referee;
use crate::tactical::{SIZES, random, random_move};

#[test]
fn random_games_agree_with_the_referee() {
    let games = std::env::var("TENGEN_GAMES").map_or(150, |text| text.parse().unwrap());
    for rule in Rule::ALL {
        let mut random = random(21);
        let (mut moves, mut wins, mut refused) = (0_u64, 0_u64, 0_u64);
        for _ in 0..games {
            let size = Size::new(*SIZES.iter().choose(&mut random).unwrap()).unwrap();
            let mut board = gomoku::Board::new(size, rule);
            while board.winner().is_none() {
                let Some(point) = random_move(&board, &mut random) else {
                    break;
                };
                let is_black_renju = rule == Rule::Renju && board.side_to_move() == Color::Black;
                let reason = if is_black_renju {
                    Referee::new(&board).reason(point)
                } else {
                    None
                };
                let expected = reason.map_or(Ok(()), |reason| Err(IllegalMove::Forbidden(reason)));
                assert_eq!(board.play(point), expected, "{board:?}");
                if reason.is_some() {
                    refused += 1;
                    // Another move, unless all are forbidden.
                    match board.legal_moves().iter().choose(&mut random) {
                        Some(legal) => board.play(legal).unwrap(),
                        None => break,
                    }
                }
                moves += 1;
                assert_eq!(board.winner(), slow_winner(&board), "{board:?}");
            }
            wins += u64::from(board.winner().is_some());
            // The incremental position agrees with one that is built from the last board.
            let mut replayed = Position::new(gomoku::Board::new(size, rule));
            for point in board.moves() {
                replayed.push(point);
            }
            assert_eq!(replayed.board(), &board);
        }
        println!(
            "{rule}: {games} games, {moves} moves, {wins} won, {refused} forbidden moves refused"
        );
        assert!(wins > 0 && (rule != Rule::Renju || refused > 0));
    }
}
