//! Players that must agree because one is the other made faster.

use gomoku::params::Params;
use gomoku::{Board, Limits, Player, Rule, Thought, Watch};
use papers::{AlphaBeta, AlphaBetaParams, Minimax, MinimaxParams};

use crate::positions::random_boards;

pub(crate) fn set<P: Params>(values: &[(&str, &str)]) -> P {
    let mut params = P::default();
    for (name, value) in values {
        params.set(name, value).unwrap();
    }
    params
}

pub(crate) fn think(player: &mut dyn Player, board: &Board, limits: &Limits) -> Thought {
    let thought = player.think(board, limits, &Watch::silent()).unwrap();
    assert_eq!(board.check(thought.best), Ok(()));
    thought
}

#[test]
fn alphabeta_is_minimax() {
    let rules = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro];
    for (depth, count) in [("1", 80), ("2", 60), ("3", 25)] {
        for board in random_boards(3, &[6, 7, 9], &rules).take(count) {
            let minimax: MinimaxParams = set(&[("depth", depth)]);
            let alphabeta: AlphaBetaParams = set(&[("depth", depth)]);
            let limits = Limits::default();
            let full = think(&mut Minimax::new(minimax, 0), &board, &limits);
            let pruned = think(&mut AlphaBeta::new(alphabeta), &board, &limits);
            assert_eq!(
                (full.best, full.score, full.forced),
                (pruned.best, pruned.score, pruned.forced)
            );
            assert!(pruned.nodes <= full.nodes);
        }
    }
}
