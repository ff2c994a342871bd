//! What an iteration asks of its [state memory](super::state_memory), and tells it.

use gomoku::{Board, ByColor, Color};

use super::LeafEvaluator;
use super::search::MctsSearch;

impl<E: LeafEvaluator> MctsSearch<E> {
    /// Stores the leaf, updates the stored states on the path, and backs `V_M` up. Call it before the rewards are backed
    /// up, which computes the selection terms from both.
    pub(super) fn backup_memory(&mut self, board: &Board, is_known: bool, rewards: &ByColor<f64>) {
        let Some(memory) = &mut self.state_memory else {
            return;
        };
        let ids = self.tree.path_nodes(&self.path);
        let Some((&leaf, above)) = ids.split_last() else {
            return;
        };
        for &id in above {
            memory.update(self.tree.state_number(id), rewards[Color::Black]);
        }
        // What is known is worth what it is, whatever it resembles.
        let mut values = *rewards;
        if !is_known && let Some(features) = self.config.evaluator.features() {
            let side = board.side_to_move();
            if let Some(value) = memory.query(side, &features) {
                values = ByColor::from_fn(|color| match color {
                    Color::Black => value,
                    Color::White => 1.0 - value,
                });
            }
            let number = memory.add(side, &features, rewards[Color::Black]);
            self.tree.set_state_number(leaf, number);
        }
        let mut mover = self.root_mover();
        for id in ids {
            self.tree.add_memory_value(id, values[mover]);
            mover = !mover;
        }
    }

    /// The side that moved into the root.
    fn root_mover(&self) -> Color {
        let to_move = self.root_board.as_ref().map(Board::side_to_move);
        !to_move.unwrap_or(Color::Black)
    }
}
