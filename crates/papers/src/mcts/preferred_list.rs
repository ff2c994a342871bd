//! The preferred list (Cao and Lin 2019, section IV.C): attacks by fours and threes come first in the selection.
//!
//! ```text
//! a five is there              prefer it
//! the opponent has a four      prefer the moves that stop his five
//! he has a live three          prefer our fours, and the moves after which he cannot make an open four
//! otherwise                    prefer moves with H of the order of 10^3 or more: fours (VCF) and live threes (VCT)
//! ```
//!
//! "First, the agent should detect whether there is a victory situation for enemy or whether it is possible to carry out a
//! counterattack": if his next move can make four in a row with both ends open (pattern 1 of figure 3), a live three of ours
//! is no effective attack. The paper appends effective attacks to a preferred list. It does not say that other moves are
//! dropped, so they follow the list.

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

/// Moves the preferred moves to the front, the largest `H` first. The others keep their order.
pub(crate) fn put_first(board: &Board, heuristic: &mut PatternHeuristic, moves: &mut [Point]) {
    let side = board.side_to_move();
    let has_five = moves.iter().any(|&point| board.wins(point, side));
    // Not preferred sorts last; equal keys keep their order.
    moves.sort_by_cached_key(|&point| {
        let is_preferred = if has_five {
            board.wins(point, side)
        } else {
            is_effective(board, heuristic, point)
        };
        Reverse(is_preferred.then(|| OrderedValue(heuristic.value(board, point, side))))
    });
}

/// Is a move that does not win at once an effective attack, or a defense that is needed first?
fn is_effective(board: &Board, heuristic: &mut PatternHeuristic, point: Point) -> bool {
    let side = board.side_to_move();
    let enemy = FourThreeCounts::new(heuristic.counts(), !side);
    if enemy.has_four() {
        return board.wins(point, !side);
    }
    if enemy.threatens() {
        let counts = heuristic.counts_after(point, side);
        let makes_four = FourThreeCounts::new(&counts, side).has_four();
        return makes_four || !FourThreeCounts::new(&counts, !side).threatens();
    }
    heuristic.made(point, side) >= MIN_ATTACK
}

#[cfg(test)]
mod tests {
    use super::super::pattern_heuristic::HeuristicFormula;
    use super::*;
    use gomoku::{Color, Neighborhood, Rule, diagram};

    /// The candidates in the order of expansion, and how many of them are preferred.
    fn ordered(rows: &[&str]) -> (Vec<Point>, usize) {
        let mut text = vec![".".repeat(15); 15];
        for (row, line) in rows.iter().enumerate() {
            text[row + 4] = format!("....{line:.<11}");
        }
        let board = diagram::parse(&text.join("\n"), Rule::Freestyle, Some(Color::Black)).unwrap();
        let mut heuristic = PatternHeuristic::new(&board, HeuristicFormula::Printed, 0.9);
        let mut moves: Vec<_> = Neighborhood::Star2.candidates(&board).iter().collect();
        let count = moves.len();
        put_first(&board, &mut heuristic, &mut moves);
        assert_eq!(moves.len(), count, "no move is dropped");
        let preferred = moves
            .iter()
            .take_while(|&&point| is_effective(&board, &mut heuristic, point))
            .count();
        (moves, preferred)
    }

    fn at(column: u8, row: u8) -> Point {
        Point::new(column + 4, row + 4)
    }

    #[test]
    fn a_five_is_preferred_to_everything() {
        let (moves, _) = ordered(&["xxxx", "", "oooo"]);
        // Both ends of our four; the ends of his come later, although stopping a five is worth as much.
        assert!(moves[..2].iter().all(|point| point.row() == 4));
    }

    #[test]
    fn the_opponents_four_must_be_stopped() {
        let (moves, preferred) = ordered(&["xoooo", "", ".xxx"]);
        assert_eq!((preferred, moves[0]), (1, at(5, 0)));
    }

    #[test]
    fn against_a_live_three_only_fours_and_blocks_are_effective() {
        // Black's two could become a live three, but white would make an open four first.
        let (moves, preferred) = ordered(&["..ooo", "", "", "xxxo", ".xx"]);
        let preferred = &moves[..preferred];
        assert!(preferred.contains(&at(1, 0)) && preferred.contains(&at(5, 0)));
        assert!(!preferred.contains(&at(3, 4)), "a live three");
        // With a black three that is closed on one side, its four is an answer.
        let (moves, preferred) = ordered(&["..ooo", "", "", "oxxx", ""]);
        assert!(moves[..preferred].contains(&at(4, 3)));
    }

    #[test]
    fn attacks_come_first_by_their_value() {
        let (moves, preferred) = ordered(&["oxxx", "", "", "", "......xx", "", "......o"]);
        let preferred = &moves[..preferred];
        // The four of the closed three (1000), the live threes of the open two (1000 and 900).
        assert!(preferred.contains(&at(4, 0)) && preferred.contains(&at(8, 4)));
        assert!(preferred.contains(&at(9, 4)) && preferred.contains(&at(5, 4)));
        assert!(preferred.len() < moves.len() / 2);
    }

    #[test]
    fn a_quiet_position_has_no_preferred_moves() {
        assert_eq!(ordered(&["x", ".o"]).1, 0);
    }
}
