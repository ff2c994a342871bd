//! The swap2 opening, for any player.
//!
//! The first player places three stones: black, white, black. The second takes black, or stays white and places a
//! fourth stone, or places two more and lets the first choose. Our players take the better color and never use the third
//! option: against an opponent with the same evaluation it gains nothing.

use gomoku::{Board, Limits, Player, PlayerError, Point, Rule, SearchControl, Size};

use crate::balance;

/// The answer to a position of a swap2 opening, as in the protocol's `SWAP2BOARD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Answer {
    /// Take the other color.
    Swap,
    /// Place these stones: three to begin, one to keep the color, two to let the opponent choose.
    Stones(Vec<Point>),
}

/// Openings as columns and rows from the upper left corner: black, white, black. A first stone near the edge takes away
/// much of black's advantage, and a stone in the open gives some back.
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
/// The columns and rows that the openings span.
const OPENING_SPAN: u8 = 8;

/// The three stones of an opening on a board of this size.
fn stones(opening: [(u8, u8); 3], size: Size) -> [Point; 3] {
    opening.map(|(column, row)| {
        // Scale down on small boards; the stones stay distinct.
        let fit = |coordinate: u8| {
            if size.get() >= OPENING_SPAN {
                coordinate
            } else {
                coordinate * (size.get() - 1) / (OPENING_SPAN - 1)
            }
        };
        Point::new(fit(column), fit(row))
    })
}

/// The known openings on a board of this size.
pub fn openings(size: Size) -> impl Iterator<Item = [Point; 3]> {
    OPENINGS
        .into_iter()
        .map(move |opening| stones(opening, size))
}

/// Places the first three stones: the known opening that the player evaluates as most even.
///
/// # Errors
/// When the player is an external program that failed.
pub fn open(
    player: &mut dyn Player,
    size: Size,
    rule: Rule,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<[Point; 3], PlayerError> {
    let limits = balance::split_limits(limits, OPENINGS.len());
    let mut best = (f64::INFINITY, stones(OPENINGS[0], size));
    for three in openings(size) {
        if control.is_stopped() {
            break;
        }
        let mut board = Board::new(size, rule);
        for point in three {
            board.push(point);
        }
        let result = balance::search(player, &board, &limits, control)?;
        let distance = (balance::win_rate(&result).unwrap_or(0.5) - 0.5).abs();
        if distance < best.0 {
            best = (distance, three);
        }
    }
    Ok(best.1)
}

/// Chooses a color with white to move. The board has three or five stones and no winner.
///
/// # Errors
/// When the player is an external program that failed.
pub fn choose(
    player: &mut dyn Player,
    board: &Board,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<Swap2Answer, PlayerError> {
    let result = player.think(board, limits, control)?;
    // A player without an evaluation keeps its color.
    let win_rate = balance::win_rate(&result).unwrap_or(0.5);
    Ok(if win_rate < 0.5 {
        Swap2Answer::Swap
    } else {
        Swap2Answer::Stones(vec![result.best_move])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::SearchResult;

    /// Reports a constant win rate.
    struct Constant(f64);

    impl Player for Constant {
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
    fn the_better_color_is_taken() {
        let three: Vec<Point> = openings(Size::FIFTEEN).next().unwrap().to_vec();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Standard, &three).unwrap();
        let choice = |win_rate| {
            choose(
                &mut Constant(win_rate),
                &board,
                &Limits::default(),
                &SearchControl::detached(),
            )
            .unwrap()
        };
        assert_eq!(choice(0.2), Swap2Answer::Swap);
        assert!(
            matches!(&choice(0.8), Swap2Answer::Stones(points) if points.len() == 1 && board.is_empty(points[0]))
        );
    }
}
