//! The preferred list (Cao and Lin 2019, section IV.C): attacks by fours and threes come first in the selection.
//!
//! ```text
//! a five is there              play it
//! the opponent has a four      stop his five
//! he has a live three          make a four, or a move after which he cannot make an open four
//! otherwise                    prefer moves with H of the order of 10^3 or more: fours (VCF) and live threes (VCT)
//! ```
//!
//! "First, the agent should detect whether there is a victory situation for enemy or whether it is possible to carry out a
//! counterattack": if his next move can make four in a row with both ends open (pattern 1 of figure 3), "we have to choose
//! sleep four attack or try to hinder the enemy's continuous four attack". So the first three cases leave no other move
//! (`prune`). Otherwise the paper appends effective attacks to a preferred list (`put_first`). It does not say that other
//! moves are dropped, so they follow the list.

use std::cmp::{Ordering, Reverse};

use gomoku::{Board, Point};

use super::forced_move_pruning::FourThreeCounts;
use super::pattern_heuristic::PatternHeuristic;

/// The smallest `H` "of the order of 10^3": below the weakest four, `1000 f^3`, and above four open twos.
const MIN_ATTACK: f64 = 600.0;

/// A heuristic value as a sort key.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct OrderedValue(pub(crate) f64);

impl Eq for OrderedValue {}

impl PartialOrd for OrderedValue {
    fn partial_cmp(&self, other: &OrderedValue) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OrderedValue {
    fn cmp(&self, other: &OrderedValue) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// Keeps our fives, or else what the opponent's threats leave. Keeps all moves if there is no threat, or no answer to it.
pub(crate) fn prune(board: &Board, heuristic: &mut PatternHeuristic<'_>, moves: &mut Vec<Point>) {
    let side = board.side_to_move();
    let enemy = FourThreeCounts::new(heuristic.counts(), !side);
    let kept: Vec<Point> = if moves.iter().any(|&point| board.wins(point, side)) {
        let wins = |point: &&Point| board.wins(**point, side);
        moves.iter().filter(wins).copied().collect()
    } else if enemy.has_four() {
        let stops = |point: &&Point| board.wins(**point, !side);
        moves.iter().filter(stops).copied().collect()
    } else if enemy.threatens() {
        let mut answers = |point: &&Point| {
            let counts = heuristic.counts_after(**point, side);
            let makes_four = FourThreeCounts::new(&counts, side).has_four();
            makes_four || !FourThreeCounts::new(&counts, !side).threatens()
        };
        moves
            .iter()
            .filter(|point| answers(point))
            .copied()
            .collect()
    } else {
        return;
    };
    if !kept.is_empty() {
        *moves = kept;
    }
}

/// Moves effective attacks to the front, the largest `H` first. The others follow in the order of `H`, or keep theirs.
pub(crate) fn put_first(
    board: &Board,
    heuristic: &mut PatternHeuristic<'_>,
    orders_others: bool,
    moves: &mut [Point],
) {
    let side = board.side_to_move();
    // None sorts last in reverse; equal keys keep their order.
    moves.sort_by_cached_key(|&point| {
        let is_effective = heuristic.made(point, side) >= MIN_ATTACK;
        let value = (is_effective || orders_others)
            .then(|| OrderedValue(heuristic.value(board, point, side)));
        Reverse((is_effective, value))
    });
}

#[cfg(test)]
mod tests {
    use super::super::pattern_heuristic::{HeuristicFormula, PatternValues};
    use super::*;
    use gomoku::{Color, Neighborhood, Rule, diagram};
    use nets::{PatternCounts, pattern_set};

    /// The candidates of black that are kept, in the order of expansion.
    fn ordered(rows: &[&str]) -> Vec<Point> {
        let mut text = vec![".".repeat(15); 15];
        for (row, line) in rows.iter().enumerate() {
            text[row + 4] = format!("....{line:.<11}");
        }
        let board = diagram::parse(&text.join("\n"), Rule::Freestyle, Some(Color::Black)).unwrap();
        let values = PatternValues::new(HeuristicFormula::Printed, 0.9);
        let mut counts = PatternCounts::new(&pattern_set::CAO, &board);
        let mut heuristic = values.of(&mut counts);
        let mut moves: Vec<_> = Neighborhood::Star2.candidates(&board).iter().collect();
        prune(&board, &mut heuristic, &mut moves);
        put_first(&board, &mut heuristic, false, &mut moves);
        moves
    }

    fn at(column: u8, row: u8) -> Point {
        Point::new(column + 4, row + 4)
    }

    #[test]
    fn a_five_is_the_only_choice() {
        let moves = ordered(&["xxxx", "", "oooo"]);
        // Both ends of our four, and not those of his.
        assert_eq!(moves.len(), 2);
        assert!(moves.iter().all(|point| point.row() == 4));
    }

    #[test]
    fn the_opponents_four_must_be_stopped() {
        assert_eq!(ordered(&["xoooo", "", ".xxx"]), [at(5, 0)]);
    }

    #[test]
    fn against_a_live_three_only_fours_and_blocks_are_left() {
        // Black's two could become a live three, but white would make an open four first.
        let moves = ordered(&["..ooo", "", "", "xxxo", ".xx"]);
        assert!(moves.contains(&at(1, 0)) && moves.contains(&at(5, 0)));
        assert!(!moves.contains(&at(3, 4)), "a live three");
        // With a black three that is closed on one side, its four is an answer.
        assert!(ordered(&["..ooo", "", "", "oxxx", ""]).contains(&at(4, 3)));
    }

    #[test]
    fn attacks_come_first_and_nothing_is_dropped() {
        let rows = ["oxxx", "", "", "", "......xx", "", "......o"];
        let moves = ordered(&rows);
        assert!(moves.len() > 40, "{}", moves.len());
        // The four of the closed three (1000), the live threes of the open two (1000 and 900).
        for attack in [at(4, 0), at(8, 4), at(9, 4), at(5, 4)] {
            assert!(moves[..8].contains(&attack), "{attack:?}");
        }
    }
}
