//! Opening procedures for any player: what it puts, offers, takes and decides.
//!
//! Everything follows from what the player expects of positions ([`balance`]). Where the other side chooses a color
//! next, the stone is the most even one; where a color is chosen, it is the better one. Fifth moves are weighed by how
//! they are taken: black offers its best ones and white takes the worst of them, so of `n` fifth moves black gets its
//! `n`-th best.

use gomoku::opening::{Action, Choice, Request};
use gomoku::{
    Board, Color, Limits, Neighborhood, Opening, Player, PlayerError, Point, PointSet, Procedure,
    SearchControl, Seat, Size, Symmetry,
};

use crate::{balance, swap2};

/// What the player answers to the present request; several answers where it decides on them together, none when the
/// procedure is over.
///
/// # Errors
/// When the player is an outside program that failed.
pub fn answer(
    player: &mut dyn Player,
    opening: &Opening,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<Vec<Action>, PlayerError> {
    let board = opening.board();
    let mut seat = Asked {
        player,
        board,
        limits,
        control,
    };
    Ok(match opening.request() {
        Request::Done { .. } => Vec::new(),
        Request::Place { region, .. } => seat.stones(opening, region)?,
        Request::Offer { count, offered, .. } => {
            seat.offers(opening, usize::from(count) - offered.len())?
        }
        Request::Pick { offered, .. } => {
            let points = offered.into_iter().collect();
            let worst = balance::one_of(seat.player, board, points, 0.0, limits, control)?;
            vec![Action::Place(worst.point)]
        }
        Request::Choose {
            seat: chooser,
            options,
        } => {
            let choice = seat.choice(opening, options, chooser)?;
            vec![Action::Choose(choice)]
        }
    })
}

struct Asked<'a> {
    player: &'a mut dyn Player,
    board: &'a Board,
    limits: &'a Limits,
    control: &'a SearchControl<'a>,
}

impl Asked<'_> {
    fn stones(&mut self, opening: &Opening, region: PointSet) -> Result<Vec<Action>, PlayerError> {
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
            region.first().expect("there is one")
        } else if is_chosen_next(opening, region) {
            balance::one_of(self.player, board, region, 0.5, limits, control)?.point
        } else {
            let mut limits = limits.clone();
            limits.excluded = PointSet::board(board.size()) - region;
            self.player.think(board, &limits, control)?.best_move
        };
        Ok(vec![Action::Place(point)])
    }

    /// Of the 26 openings the one that the player finds most even.
    fn renju_opening(&mut self) -> Result<[Point; 3], PlayerError> {
        let (size, rule) = (self.board.size(), self.board.rule());
        let openings = renju_openings(size);
        let limits = balance::share(self.limits, openings.len());
        let mut best = (f64::INFINITY, openings[0]);
        for three in openings {
            if self.control.is_stopped() {
                break;
            }
            let mut board = Board::new(size, rule);
            for point in three {
                board.push(point);
            }
            let result = balance::ask(self.player, &board, &limits, self.control)?;
            let distance = (balance::win_rate(&result).unwrap_or(0.5) - 0.5).abs();
            if distance < best.0 {
                best = (distance, three);
            }
        }
        Ok(best.1)
    }

    fn choice(
        &mut self,
        opening: &Opening,
        options: &[Choice],
        chooser: Seat,
    ) -> Result<Choice, PlayerError> {
        let numbers: Vec<u8> = options.iter().filter_map(number).collect();
        let offers = opening.fifth_moves();
        if let [ten] = numbers[..] {
            // After a fifth move of one's own the other may swap, so that is worth a half at best.
            let worth = self.fifth_moves()?;
            return Ok(if of(&worth, ten) > 0.5 {
                Choice::FifthMoves(ten)
            } else {
                Choice::Black
            });
        }
        if !numbers.is_empty() {
            // What black gets falls with the number; the most even one leaves the other nothing to choose.
            let worth = self.fifth_moves()?;
            let distance = |count: u8| (of(&worth, count) - 0.5).abs();
            let best = numbers
                .into_iter()
                .min_by(|&a, &b| distance(a).total_cmp(&distance(b)));
            return Ok(Choice::FifthMoves(best.unwrap_or(1)));
        }
        let black = if offers > 1 {
            of(&self.fifth_moves()?, offers)
        } else {
            let result = self.player.think(self.board, self.limits, self.control)?;
            let side = balance::win_rate(&result).unwrap_or(0.5);
            if self.board.side_to_move() == Color::Black {
                side
            } else {
                1.0 - side
            }
        };
        // Whoever has no opinion keeps what it has.
        let keeps_black = black == 0.5 && chooser == opening.black();
        Ok(if black > 0.5 || keeps_black {
            Choice::Black
        } else {
            Choice::White
        })
    }

    /// What black expects of its fifth moves, the best first; white's fourth is the player's own where it is still to
    /// come.
    fn fifth_moves(&mut self) -> Result<Vec<f64>, PlayerError> {
        let mut board = self.board.clone();
        let limits = balance::share(self.limits, 2);
        if board.side_to_move() == Color::White {
            let fourth = balance::ask(self.player, &board, &limits, self.control)?.best_move;
            board.push(fourth);
        }
        let moves = balance::ranked(self.player, &board, 1.0, &limits, self.control)?;
        Ok(moves.into_iter().map(|one| one.win_rate).collect())
    }

    /// The best moves that are different from each other and from those offered before.
    fn offers(&mut self, opening: &Opening, missing: usize) -> Result<Vec<Action>, PlayerError> {
        let ranked = balance::ranked(self.player, self.board, 1.0, self.limits, self.control)?;
        let near = Neighborhood::Square2.candidates(self.board);
        let rest = near.iter().chain(self.board.empty().iter());
        let mut tried = opening.clone();
        let mut answers = Vec::new();
        for point in ranked.into_iter().map(|one| one.point).chain(rest) {
            if answers.len() == missing {
                break;
            }
            let answer = Action::Place(point);
            let is_offer = matches!(tried.request(), Request::Offer { .. });
            if is_offer && tried.apply(answer).is_ok() {
                answers.push(answer);
            }
        }
        Ok(answers)
    }
}

fn number(choice: &Choice) -> Option<u8> {
    match choice {
        Choice::FifthMoves(count) => Some(*count),
        _ => None,
    }
}

/// What black gets of so many fifth moves.
fn of(worth: &[f64], count: u8) -> f64 {
    let index = usize::from(count.max(1)) - 1;
    worth
        .get(index.min(worth.len().saturating_sub(1)))
        .copied()
        .unwrap_or(0.5)
}

/// Does somebody choose a color or a number when the stone has been put?
fn is_chosen_next(opening: &Opening, region: PointSet) -> bool {
    let mut next = opening.clone();
    let Some(point) = region.first() else {
        return false;
    };
    next.apply(Action::Place(point)).is_ok() && matches!(next.request(), Request::Choose { .. })
}

/// The 26 openings of renju: black at the center, white beside it, black within the central 5 × 5, each once.
pub fn renju_openings(size: Size) -> Vec<[Point; 3]> {
    let center = size.center();
    let around = |reach: u8| {
        size.points()
            .filter(move |&point| point != center && point.distance(center) <= reach)
    };
    let mut openings: Vec<[Point; 3]> = Vec::new();
    // Turned about the center, which on boards of even size is not the middle.
    let turned = |symmetry: Symmetry, point: Point| {
        let block = Size::new(5).expect("a board of five");
        let (left, top) = (center.column() - 2, center.row() - 2);
        let inner = Point::new(point.column() - left, point.row() - top);
        let inner = symmetry.apply(inner, block);
        Point::new(inner.column() + left, inner.row() + top)
    };
    for white in around(1) {
        for black in around(2).filter(|&black| black != white) {
            let is_known = openings.iter().any(|&[_, known_white, known_black]| {
                Symmetry::ALL.into_iter().any(|symmetry| {
                    turned(symmetry, white) == known_white && turned(symmetry, black) == known_black
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

    /// Always expects the same for the side to move.
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
                ..SearchResult::new(board.legal_moves().first().expect("room"))
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
        .expect("players of ours")
    }

    fn begin(procedure: Procedure, answers: &[Action]) -> Opening {
        let mut opening =
            Opening::new(procedure, Size::FIFTEEN, Rule::Renju).expect("there is room");
        for &answer in answers {
            opening.apply(answer).expect("it fits");
        }
        opening
    }

    /// Black, white, black in the middle.
    fn three() -> [Action; 3] {
        [(7, 7), (7, 6), (8, 8)].map(|(column, row)| Action::Place(Point::new(column, row)))
    }

    #[test]
    fn there_are_26_openings_on_every_board() {
        for size in 9..=22 {
            assert_eq!(renju_openings(Size::new(size).unwrap()).len(), 26, "{size}");
        }
    }

    #[test]
    fn any_two_players_get_through_every_procedure() {
        for procedure in Procedure::NAMED {
            for size in [9, 15, 20] {
                let size = Size::new(size).unwrap();
                let mut seats: [Box<dyn Player>; 2] = [
                    "greedy".parse::<crate::Spec>().unwrap().build(),
                    Box::new(Opinion(0.3)),
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
                    let player = &mut seats[usize::from(seat == Seat::Second)];
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
    fn the_better_color_is_taken_and_an_equal_one_kept() {
        // White is to move after three stones: what is good for it is bad for black.
        let opening = begin(Procedure::Swap, &three());
        for (opinion, choice) in [
            (0.2, Choice::Black),
            (0.5, Choice::White),
            (0.8, Choice::White),
        ] {
            let answers = ask(&mut Opinion(opinion), &opening);
            assert_eq!(answers, [Action::Choose(choice)], "{opinion}");
        }
        // Black's seat, before a single fifth move.
        let fourth = Action::Place(Point::new(0, 0));
        let mut opening = begin(Procedure::Soosorv8, &three());
        for answer in [
            Action::Choose(Choice::White),
            fourth,
            Action::Choose(Choice::FifthMoves(1)),
        ] {
            opening.apply(answer).unwrap();
        }
        for (opinion, choice) in [
            (0.2, Choice::White),
            (0.5, Choice::Black),
            (0.8, Choice::Black),
        ] {
            let answers = ask(&mut Opinion(opinion), &opening);
            assert_eq!(answers, [Action::Choose(choice)], "{opinion}");
        }
    }

    #[test]
    fn black_offers_its_best_and_white_takes_the_worst_of_them() {
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
        // The farthest left of all that it looks at: the corner that it would play, and the edge of the neighborhood.
        assert_eq!(columns, [0, 4]);
        opening.apply(Action::Place(Point::new(2, 2))).unwrap();
        opening.apply(Action::Place(Point::new(12, 2))).unwrap();
        let pick = ask(&mut Leftist, &opening);
        assert_eq!(pick, [Action::Place(Point::new(12, 2))]);
    }

    #[test]
    fn a_number_makes_the_fifth_moves_even() {
        let worth = [0.9, 0.8, 0.55, 0.2];
        assert_eq!(of(&worth, 1), 0.9);
        assert_eq!(of(&worth, 3), 0.55);
        assert_eq!(of(&worth, 12), 0.2);
        let mut opening = begin(Procedure::Soosorv8, &three());
        opening.apply(Action::Choose(Choice::White)).unwrap();
        opening.apply(Action::Place(Point::new(6, 8))).unwrap();
        // Sixteen of the neighborhood are tried, from column 4 to 10; with eight of them even the last is left of the
        // middle or nearest to it.
        let answers = ask(&mut Leftist, &opening);
        assert!(
            matches!(answers[..], [Action::Choose(Choice::FifthMoves(count))] if count > 1),
            "{answers:?}"
        );
        // Nobody offers ten moves that are all bad.
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
        for (opinion, choice) in [(0.9, Choice::Black), (0.1, Choice::FifthMoves(10))] {
            let answers = ask(&mut Opinion(opinion), &opening);
            assert_eq!(answers, [Action::Choose(choice)], "{opinion}");
        }
    }
}
