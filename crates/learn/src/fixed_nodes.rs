//! Searches and games of the engine at a fixed number of nodes, which are the same on every machine.

use engine::score::{Score, is_mate};
use engine::{Engine, EngineParams};
use gomoku::{Board, Color, Limits, Player, Point, SearchControl};

/// Longer games are draws.
pub(crate) const MAX_STONES: usize = 160;

/// Searches a position. Returns the best move and its score for the side to move.
pub(crate) fn search(engine: &mut Engine, board: &Board, nodes: u64) -> (Point, Score) {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let result = engine
        .think(board, &limits, &SearchControl::detached())
        .expect("the engine runs in this process");
    let score = result.score.map_or(0, |score| score as Score);
    (result.best_move, score)
}

/// 1 for black, -1 for white: turns a result for a side into one for black.
pub(crate) fn sign(color: Color) -> i32 {
    if color == Color::Black { 1 } else { -1 }
}

/// Two engines that play against each other.
#[derive(Debug)]
pub struct EnginePair {
    nodes: u64,
    engines: [Engine; 2],
}

impl EnginePair {
    /// Engines with these parameters and this many nodes per move.
    pub fn new(nodes: u64, params: [EngineParams; 2]) -> EnginePair {
        EnginePair {
            nodes,
            engines: params.map(|params| Engine::new(params, 0)),
        }
    }

    /// Plays a game from this position; `seats` are the engines of black and white. Returns the result for black: 1, 0 or
    /// -1.
    pub fn play(&mut self, mut board: Board, seats: [usize; 2]) -> i32 {
        for engine in &mut self.engines {
            engine.new_game();
        }
        while board.stone_count() < MAX_STONES && !board.legal_moves().is_empty() {
            let side = board.side_to_move();
            let engine = &mut self.engines[seats[side.index()]];
            let (best, score) = search(engine, &board, self.nodes);
            // A proven win ends the game. A proven loss does not: the opponent may miss the win.
            if is_mate(score) && score > 0 {
                return sign(side);
            }
            board.push(best);
        }
        0
    }
}
