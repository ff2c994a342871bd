//! The swap2 opening, for any player.
//!
//! The first player puts three stones, black, white, black. The second takes black, or stays white and puts a fourth
//! stone, or puts two more and leaves the choice to the first. Whoever chooses simply takes the better side, and so
//! never needs the third way: leaving the choice to somebody who judges alike gains nothing.

use gomoku::{Board, Limits, Player, PlayerError, Point, Rule, SearchControl, Size};

use crate::balance;

/// What the chooser says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Take black; the other side moves next.
    Swap,
    /// Stay white and play here.
    Stay(Point),
}

/// Three stones as columns and rows from the upper left corner of the part of the board where they lie: black, white,
/// black. A first stone at the edge takes away much of black's advantage, and a stone in the open gives some back.
const OPENINGS: [[(u8, u8); 3]; 8] = [
    [(2, 0), (5, 2), (6, 4)],
    [(1, 1), (6, 2), (4, 5)],
    [(3, 0), (0, 4), (5, 5)],
    [(4, 1), (7, 1), (2, 4)],
    [(0, 3), (3, 6), (5, 1)],
    [(6, 0), (4, 4), (7, 5)],
    [(2, 2), (6, 6), (7, 0)],
    [(5, 0), (1, 6), (4, 3)],
];
/// The openings need this many columns and rows.
const OPENING_SPAN: u8 = 8;

/// The three stones of an opening on a board of this size.
fn stones(opening: [(u8, u8); 3], size: Size) -> [Point; 3] {
    opening.map(|(column, row)| {
        // Small boards have no room: the opening shrinks with them, and its stones stay apart.
        let fit = |number: u8| {
            if size.get() >= OPENING_SPAN {
                number
            } else {
                number * (size.get() - 1) / (OPENING_SPAN - 1)
            }
        };
        Point::new(fit(column), fit(row))
    })
}

/// Every opening that this module knows, on a board of this size.
pub fn openings(size: Size) -> impl Iterator<Item = [Point; 3]> {
    OPENINGS
        .into_iter()
        .map(move |opening| stones(opening, size))
}

/// Chooses the three stones: of the known openings the one that the player finds most even.
///
/// # Errors
/// When the player is an outside program that failed.
pub fn open(
    player: &mut dyn Player,
    size: Size,
    rule: Rule,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<[Point; 3], PlayerError> {
    let limits = balance::share(limits, OPENINGS.len());
    let mut best = (f64::INFINITY, stones(OPENINGS[0], size));
    for three in openings(size) {
        if control.is_stopped() {
            break;
        }
        let mut board = Board::new(size, rule);
        for point in three {
            board.push(point);
        }
        let result = balance::ask(player, &board, &limits, control)?;
        let distance = (balance::win_rate(&result).unwrap_or(0.5) - 0.5).abs();
        if distance < best.0 {
            best = (distance, three);
        }
    }
    Ok(best.1)
}

/// Chooses a side, with white to move. The board has three stones or five, and no winner.
///
/// # Errors
/// When the player is an outside program that failed.
pub fn choose(
    player: &mut dyn Player,
    board: &Board,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<Choice, PlayerError> {
    let result = player.think(board, limits, control)?;
    // A player without an opinion stays: its move is as good as any.
    let win_rate = balance::win_rate(&result).unwrap_or(0.5);
    Ok(if win_rate < 0.5 {
        Choice::Swap
    } else {
        Choice::Stay(result.best_move)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::SearchResult;

    struct Opinion(f64);

    impl Player for Opinion {
        fn think(
            &mut self,
            board: &Board,
            _: &Limits,
            _: &SearchControl<'_>,
        ) -> Result<SearchResult, PlayerError> {
            Ok(SearchResult {
                win_rate: Some(self.0),
                ..SearchResult::new(board.legal_moves().first().unwrap())
            })
        }
    }

    #[test]
    fn openings_are_three_different_points_on_every_board() {
        for size in (Size::MIN..=Size::MAX).map(|size| Size::new(size).unwrap()) {
            for three in openings(size) {
                assert!(three.iter().all(|&point| size.contains(point)));
                assert!(Board::with_moves(size, Rule::Standard, &three).is_ok());
            }
        }
    }

    #[test]
    fn the_better_side_is_taken() {
        let three: Vec<Point> = openings(Size::FIFTEEN).next().unwrap().to_vec();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Standard, &three).unwrap();
        let ask = |opinion| {
            choose(
                &mut Opinion(opinion),
                &board,
                &Limits::default(),
                &SearchControl::detached(),
            )
            .unwrap()
        };
        assert_eq!(ask(0.2), Choice::Swap);
        assert!(matches!(ask(0.8), Choice::Stay(point) if board.is_empty(point)));
    }
}
