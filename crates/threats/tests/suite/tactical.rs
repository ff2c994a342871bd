//! Random tactical positions.

use gomoku::{Board, Neighborhood, Position, Rule, Size, Threat};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A position of a game between players who see fives and open fours and otherwise play near the stones: neither side can
/// make five at once.
pub(crate) fn position(rule: Rule, random: &mut Xoshiro256PlusPlus) -> Board {
    loop {
        let mut position = Position::new(Board::new(Size::FIFTEEN, rule));
        let plies = random.random_range(8..40);
        while position.board().ply() < plies {
            let side = position.board().side_to_move();
            let near = if random.random_bool(0.6) {
                Neighborhood::Square1
            } else {
                Neighborhood::Square2
            };
            let seen = [
                (side, Threat::Five),
                (!side, Threat::Five),
                (!side, Threat::OpenFour),
            ]
            .into_iter()
            .find_map(|(color, threat)| position.patterns().find(color, threat));
            let choice = seen.or_else(|| near.candidates(position.board()).iter().choose(random));
            match choice {
                Some(point) if position.board().forbidden_reason(point).is_none() => {
                    position.push(point)
                }
                _ => break,
            }
            if position.board().winner().is_some() {
                break;
            }
        }
        let board = position.board();
        let side = board.side_to_move();
        if board.ply() == plies && board.winner().is_none() && position.five(side).is_none() {
            return board.clone();
        }
    }
}

pub(crate) fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}
