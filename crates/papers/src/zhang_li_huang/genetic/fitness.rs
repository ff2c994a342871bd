//! The fitness of an individual (section II.C.2 and 3).
//!
//! ```text
//! gene                        +-(rating for the mover + rating for the other side)      + for the agent's moves
//! gene after a winning four   +-(twice the rating of a five), the maximum of a gene      + if the agent made the four
//! duplicate gene              the individual is assigned -1
//! ```

use gomoku::{Board, Color, Point};

use super::rating_table::RatingTable;

/// The fitness of an individual with a duplicate gene (section II.C.3).
pub const DUPLICATE: i64 = -1;

/// The fitness function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fitness {
    /// The ratings of single genes.
    pub table: RatingTable,
    /// The rating of a move from which the later genes are redundant.
    pub decisive: i64,
    /// The fitness of an individual with a duplicate gene.
    pub duplicate: i64,
}

impl Fitness {
    /// The fitness as printed: a winning four decides.
    pub fn printed(table: RatingTable) -> Fitness {
        Fitness {
            table,
            decisive: table.winning,
            duplicate: DUPLICATE,
        }
    }

    /// The fitness of moves of both sides in turn, the agent's first.
    pub fn of(&self, board: &mut Board, genes: &[Point]) -> i64 {
        let has_duplicate = |index: usize| genes[..index].contains(&genes[index]);
        if (1..genes.len()).any(has_duplicate) {
            return self.duplicate;
        }
        let (agent, root_ply) = (board.side_to_move(), board.ply());
        let sign = |color: Color| if color == agent { 1 } else { -1 };
        let mut sum = 0;
        let mut winner = None;
        for &point in genes {
            if let Some(winner) = winner {
                sum += sign(winner) * 2 * self.table.five;
                continue;
            }
            let mover = board.side_to_move();
            let attack = self.table.best_score(board, mover, point);
            let defense = self.table.best_score(board, !mover, point);
            sum += sign(mover) * (attack + defense);
            winner = (attack >= self.decisive).then_some(mover);
            board.push(point);
        }
        while board.ply() > root_ply {
            board.pop();
        }
        sum
    }
}
