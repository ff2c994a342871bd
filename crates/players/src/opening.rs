//! Opening procedures for any player: which stones it places and offers, and what it chooses.
//!
//! Every decision follows from the player's evaluation ([`balance`]). If the opponent chooses a color next, the player
//! places the most even stone; if it chooses itself, it takes the better color. Black offers its best fifth moves and
//! white picks the worst of them, so with `n` fifth moves black gets its `n`-th best.

use gomoku::opening::{Action, Choice, Request};
use gomoku::{
    Board, Color, Limits, Neighborhood, Opening, Player, PlayerError, Point, PointSet, Procedure,
    SearchControl, Seat, Size, Symmetry,
};

use crate::{balance, swap2};

/// Answers the current request of the procedure. Returns several actions if they belong together, and none if the
/// procedure is over.
///
/// # Errors
/// When the player is an external program that failed.
pub fn answer(
    player: &mut dyn Player,
    opening: &Opening,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<Vec<Action>, PlayerError> {
    let board = opening.board();
    let mut decider = Decider {
        player,
        board,
        limits,
        control,
    };
    Ok(match opening.request() {
        Request::Done { .. } => Vec::new(),
        Request::Place { region, .. } => decider.place(opening, region)?,
        Request::Offer { count, offered, .. } => {
            decider.offer(opening, usize::from(count) - offered.len())?
        }
        Request::Pick { offered, .. } => {
            let points = offered.into_iter().collect();
            let worst =
                balance::balance_among(decider.player, board, points, 0.0, limits, control)?;
            vec![Action::Place(worst.point)]
        }
        Request::Choose {
            seat: chooser,
            options,
        } => {
            let choice = decider.choose(opening, options, chooser)?;
            vec![Action::Choose(choice)]
        }
    })
}

/// A player with the position and the limits of a request.
struct Decider<'a> {
    player: &'a mut dyn Player,
    board: &'a Board,
    limits: &'a Limits,
    control: &'a SearchControl<'a>,
}

impl Decider<'_> {
    fn place(&mut self, opening: &Opening, region: PointSet) -> Result<Vec<Action>, PlayerError> {
        let (board, limits, control) = (self.board, self.limits, self.control);
        if board.ply() == 0 {
            match opening.procedure() {
                Procedure::Swap | Procedure::Swap2 => {
                    let three =
                        swap2::open(self.player, board.size(), board.rule(), limits, control)?;
                    return Ok(three.map(Action::Place).to_vec());
                }
                Procedure::Rif | Procedure::Yamaguchi | Procedure::Soosorv8 => {
                    return Ok(self.renju_opening()?.map(Action::Place).to_vec());
                }
                _ => {}
            }
        }
        let point = if region.len() == 1 {
            region.first().expect("the region has one point")
        } else if choice_follows(opening, region) {
            balance::balance_among(self.player, board, region, 0.5, limits, control)?.point
        } else {
            let mut limits = limits.clone();
            limits.excluded = PointSet::board(board.size()) - region;
            self.player.think(board, &limits, control)?.best_move
        };
        Ok(vec![Action::Place(point)])
    }

    /// The one of the 26 openings that the player evaluates as most even.
    fn renju_opening(&mut self) -> Result<[Point; 3], PlayerError> {
        let (size, rule) = (self.board.size(), self.board.rule());
        let openings = renju_openings(size);
        let limits = balance::split_limits(self.limits, openings.len());
        let mut best = (f64::INFINITY, openings[0]);
        for three in openings {
            if self.control.is_stopped() {
                break;
            }
            let mut board = Board::new(size, rule);
            for point in three {
                board.push(point);
            }
            let result = balance::search(self.player, &board, &limits, self.control)?;
            let distance = (balance::win_rate(&result).unwrap_or(0.5) - 0.5).abs();
            if distance < best.0 {
                best = (distance, three);
            }
        }
        Ok(best.1)
    }

    fn choose(
        &mut self,
        opening: &Opening,
        options: &[Choice],
        chooser: Seat,
    ) -> Result<Choice, PlayerError> {
        let counts: Vec<u8> = options.iter().filter_map(fifth_move_count).collect();
        let offers = opening.fifth_moves();
        if let [ten] = counts[..] {
            // The alternative is a single fifth move, after which the opponent may swap: worth at most one half.
            let win_rates = self.fifth_move_win_rates()?;
            return Ok(if black_win_rate(&win_rates, ten) > 0.5 {
                Choice::FifthMoves(ten)
            } else {
                Choice::Black
            });
        }
        if !counts.is_empty() {
            // Black's win rate falls with the count. The most even count leaves the opponent no better color.
            let win_rates = self.fifth_move_win_rates()?;
            let distance = |count: u8| (black_win_rate(&win_rates, count) - 0.5).abs();
            let best = counts
                .into_iter()
                .min_by(|&a, &b| distance(a).total_cmp(&distance(b)));
            return Ok(Choice::FifthMoves(best.unwrap_or(1)));
        }
        let black = if offers > 1 {
            black_win_rate(&self.fifth_move_win_rates()?, offers)
        } else {
            let result = self.player.think(self.board, self.limits, self.control)?;
            let side = balance::win_rate(&result).unwrap_or(0.5);
            if self.board.side_to_move() == Color::Black {
                side
            } else {
                1.0 - side
            }
        };
        // On equality the chooser keeps its color.
        let keeps_black = black == 0.5 && chooser == opening.black();
        Ok(if black > 0.5 || keeps_black {
            Choice::Black
        } else {
            Choice::White
        })
    }

    /// Black's win rates of its fifth moves, best first. If white's fourth move is still to come, the player's own is
    /// assumed.
    fn fifth_move_win_rates(&mut self) -> Result<Vec<f64>, PlayerError> {
        let mut board = self.board.clone();
        let limits = balance::split_limits(self.limits, 2);
        if board.side_to_move() == Color::White {
            let fourth = balance::search(self.player, &board, &limits, self.control)?.best_move;
            board.push(fourth);
        }
        let moves = balance::rank_moves(self.player, &board, 1.0, &limits, self.control)?;
        Ok(moves.into_iter().map(|one| one.win_rate).collect())
    }

    /// The best moves that differ from each other and from those offered before.
    fn offer(&mut self, opening: &Opening, missing: usize) -> Result<Vec<Action>, PlayerError> {
        let ranked = balance::rank_moves(self.player, self.board, 1.0, self.limits, self.control)?;
        let near = Neighborhood::Square2.candidates(self.board);
        let rest = near.iter().chain(self.board.empty().iter());
        let mut next = opening.clone();
        let mut offers = Vec::new();
        for point in ranked.into_iter().map(|one| one.point).chain(rest) {
            if offers.len() == missing {
                break;
            }
            let offer = Action::Place(point);
            let is_open = matches!(next.request(), Request::Offer { .. });
            if is_open && next.apply(offer).is_ok() {
                offers.push(offer);
            }
        }
        Ok(offers)
    }
}

fn fifth_move_count(choice: &Choice) -> Option<u8> {
    match choice {
        Choice::FifthMoves(count) => Some(*count),
        _ => None,
    }
}

/// Black's win rate with so many fifth moves. `win_rates` is sorted, best first.
fn black_win_rate(win_rates: &[f64], count: u8) -> f64 {
    let index = usize::from(count.max(1)) - 1;
    win_rates
        .get(index.min(win_rates.len().saturating_sub(1)))
        .copied()
        .unwrap_or(0.5)
}

/// Does a choice of color or count follow the next stone?
fn choice_follows(opening: &Opening, region: PointSet) -> bool {
    let mut next = opening.clone();
    let Some(point) = region.first() else {
        return false;
    };
    next.apply(Action::Place(point)).is_ok() && matches!(next.request(), Request::Choose { .. })
}

/// The 26 openings of renju, without symmetric copies: black at the center, white adjacent, black within the central
/// 5 × 5.
pub fn renju_openings(size: Size) -> Vec<[Point; 3]> {
    let center = size.center();
    let around = |reach: u8| {
        size.points()
            .filter(move |&point| point != center && point.distance(center) <= reach)
    };
    let mut openings: Vec<[Point; 3]> = Vec::new();
    // Symmetries about the center point, which is off the middle on boards of even size.
    let transform = |symmetry: Symmetry, point: Point| {
        let block = Size::new(5).expect("5 is a valid size");
        let (left, top) = (center.column() - 2, center.row() - 2);
        let inner = Point::new(point.column() - left, point.row() - top);
        let inner = symmetry.apply(inner, block);
        Point::new(inner.column() + left, inner.row() + top)
    };
    for white in around(1) {
        for black in around(2).filter(|&black| black != white) {
            let is_known = openings.iter().any(|&[_, known_white, known_black]| {
                Symmetry::ALL.into_iter().any(|symmetry| {
                    transform(symmetry, white) == known_white
                        && transform(symmetry, black) == known_black
                })
            });
            if !is_known {
                openings.push([center, white, black]);
            }
        }
    }
    openings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::tests::Leftist;
    use gomoku::{Rule, SearchResult};

    /// Reports a constant win rate for the side to move.
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
                ..SearchResult::new(board.legal_moves().first().expect("a legal move"))
            })
        }
    }

    fn ask(player: &mut dyn Player, opening: &Opening) -> Vec<Action> {
        answer(
            player,
            opening,
            &Limits::default(),
            &SearchControl::detached(),
        )
        .expect("a built-in player")
    }

    fn begin(procedure: Procedure, answers: &[Action]) -> Opening {
        let mut opening =
            Opening::new(procedure, Size::FIFTEEN, Rule::Renju).expect("a large enough board");
        for &answer in answers {
            opening.apply(answer).expect("a valid action");
        }
        opening
    }

    /// Black, white, black near the center.
    fn three() -> [Action; 3] {
        [(7, 7), (7, 6), (8, 8)].map(|(column, row)| Action::Place(Point::new(column, row)))
    }

    #[test]
    fn there_are_26_renju_openings_on_every_board() {
        for size in 9..=22 {
            assert_eq!(renju_openings(Size::new(size).unwrap()).len(), 26, "{size}");
        }
    }

    #[test]
    fn any_two_players_complete_every_procedure() {
        for procedure in Procedure::NAMED {
            for size in [9, 15, 20] {
                let size = Size::new(size).unwrap();
                let mut players: [Box<dyn Player>; 2] = [
                    crate::Spec::read("greedy", &crate::Access::shipped())
                        .unwrap()
                        .build(),
                    Box::new(Constant(0.3)),
                ];
                let mut opening = Opening::new(procedure.clone(), size, Rule::Renju).unwrap();
                for turn in 0.. {
                    assert!(turn < 30, "{procedure} does not end");
                    let seat = match opening.request() {
                        Request::Done { .. } => break,
                        Request::Place { seat, .. }
                        | Request::Offer { seat, .. }
                        | Request::Pick { seat, .. }
                        | Request::Choose { seat, .. } => seat,
                    };
                    let player = &mut players[usize::from(seat == Seat::Second)];
                    let answers = ask(&mut **player, &opening);
                    assert!(!answers.is_empty());
                    for answer in answers {
                        opening.apply(answer).unwrap();
                    }
                }
            }
        }
    }

    #[test]
    fn the_better_color_is_chosen_and_an_equal_one_kept() {
        // White is to move after three stones.
        let opening = begin(Procedure::Swap, &three());
        for (win_rate, choice) in [
            (0.2, Choice::Black),
            (0.5, Choice::White),
            (0.8, Choice::White),
        ] {
            let answers = ask(&mut Constant(win_rate), &opening);
            assert_eq!(answers, [Action::Choose(choice)], "{win_rate}");
        }
        // The player that is black chooses before a single fifth move.
        let fourth = Action::Place(Point::new(0, 0));
        let mut opening = begin(Procedure::Soosorv8, &three());
        for answer in [
            Action::Choose(Choice::White),
            fourth,
            Action::Choose(Choice::FifthMoves(1)),
        ] {
            opening.apply(answer).unwrap();
        }
        for (win_rate, choice) in [
            (0.2, Choice::White),
            (0.5, Choice::Black),
            (0.8, Choice::Black),
        ] {
            let answers = ask(&mut Constant(win_rate), &opening);
            assert_eq!(answers, [Action::Choose(choice)], "{win_rate}");
        }
    }

    #[test]
    fn black_offers_its_best_moves_and_white_picks_the_worst() {
        let mut opening = begin(Procedure::Rif, &three());
        for answer in [
            Action::Choose(Choice::White),
            Action::Place(Point::new(6, 8)),
        ] {
            opening.apply(answer).unwrap();
        }
        let offers = ask(&mut Leftist, &opening);
        let columns: Vec<u8> = offers
            .iter()
            .map(|offer| match offer {
                Action::Place(point) => point.column(),
                Action::Choose(_) => panic!("{offer:?}"),
            })
            .collect();
        // The two leftmost candidates: the corner, which is its best move, and the edge of the neighborhood.
        assert_eq!(columns, [0, 4]);
        opening.apply(Action::Place(Point::new(2, 2))).unwrap();
        opening.apply(Action::Place(Point::new(12, 2))).unwrap();
        let pick = ask(&mut Leftist, &opening);
        assert_eq!(pick, [Action::Place(Point::new(12, 2))]);
    }

    #[test]
    fn the_fifth_move_count_evens_the_position() {
        let win_rates = [0.9, 0.8, 0.55, 0.2];
        assert_eq!(black_win_rate(&win_rates, 1), 0.9);
        assert_eq!(black_win_rate(&win_rates, 3), 0.55);
        assert_eq!(black_win_rate(&win_rates, 12), 0.2);
        let mut opening = begin(Procedure::Soosorv8, &three());
        opening.apply(Action::Choose(Choice::White)).unwrap();
        opening.apply(Action::Place(Point::new(6, 8))).unwrap();
        // Sixteen moves of the neighborhood are rated, from column 4 to 10; the eighth is still left of the center or
        // closest to it.
        let answers = ask(&mut Leftist, &opening);
        assert!(
            matches!(answers[..], [Action::Choose(Choice::FifthMoves(count))] if count > 1),
            "{answers:?}"
        );
        // Ten fifth moves are offered only if all of them are good.
        let mut opening = begin(Procedure::Taraguchi10, &three()[..1]);
        for answer in [
            Action::Choose(Choice::White),
            three()[1],
            Action::Choose(Choice::Black),
            three()[2],
            Action::Choose(Choice::White),
            Action::Place(Point::new(6, 8)),
        ] {
            opening.apply(answer).unwrap();
        }
        for (win_rate, choice) in [(0.9, Choice::Black), (0.1, Choice::FifthMoves(10))] {
            let answers = ask(&mut Constant(win_rate), &opening);
            assert_eq!(answers, [Action::Choose(choice)], "{win_rate}");
        }
    }
}
