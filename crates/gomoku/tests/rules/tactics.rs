//! Static tactics against brute force.

use gomoku::tactics::{freestyle_static_mate, static_mate};
use gomoku::{Board, MateIn, Neighborhood, Patterns, Point, Position, Rule, Size};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions in which both sides build rows: of a few points drawn at random the one that makes or takes most is played.
fn tactical_positions(rule: Rule, size: u8, seed: u64, mut visit: impl FnMut(&mut Position)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..60 {
        let mut position = Position::new(Board::new(Size::new(size).expect("a size"), rule));
        for _ in 0..rng.random_range(8..36) {
            let board = position.board();
            let near: Vec<Point> = Neighborhood::Square2.candidates(board).iter().collect();
            let side = board.side_to_move();
            let strength = |point: Point| {
                let patterns = position.patterns();
                let own = patterns.threat(side, point) as i32;
                own.max(patterns.threat(!side, point) as i32)
            };
            let Some(best) = (0..5)
                .map(|_| near[rng.random_range(0..near.len())])
                .max_by_key(|&point| strength(point))
            else {
                break;
            };
            if board.check(best).is_err() || position.wins(side, best) {
                break;
            }
            position.push(best);
            visit(&mut position);
        }
    }
}

/// The result of a position within so many plies, by trying every move.
fn brute_force(board: &mut Board, plies: u32) -> Option<MateIn> {
    if plies == 0 {
        return None;
    }
    let side = board.side_to_move();
    let moves: Vec<Point> = board.legal_moves().iter().collect();
    if moves.iter().any(|&point| board.wins(point, side)) {
        return Some(MateIn::Win(1));
    }
    // A move far from everything changes nothing that a near one would not.
    let near = Neighborhood::Square4.candidates(board);
    let mut longest_defense = Some(0);
    for point in moves.into_iter().filter(|&point| near.contains(point)) {
        board.push(point);
        let result = brute_force(board, plies - 1);
        board.pop();
        match result {
            Some(MateIn::Loss(plies)) => return Some(MateIn::Win(plies + 1)),
            Some(MateIn::Win(plies)) => {
                longest_defense = longest_defense.map(|longest: u32| longest.max(plies));
            }
            None => longest_defense = None,
        }
    }
    longest_defense.map(|plies| MateIn::Loss(plies + 1))
}

#[test]
fn static_mates_agree_with_brute_force() {
    let mut seen = [0; 3];
    for (rule, seed) in [
        (Rule::Freestyle, 11),
        (Rule::Standard, 12),
        (Rule::Renju, 13),
    ] {
        tactical_positions(rule, 7, seed, |position| {
            let Some(mate) = static_mate(position) else {
                return;
            };
            let (MateIn::Win(plies) | MateIn::Loss(plies)) = mate;
            // Brute force takes too long for mates in five, which have a test of their own.
            if plies <= 3 {
                seen[plies as usize / 2] += 1;
                let found = brute_force(&mut position.board().clone(), plies);
                assert_eq!(found, Some(mate), "{rule:?} {:?}", position.board());
            }
        });
    }
    assert!(seen.iter().take(2).all(|&count| count > 20), "{seen:?}");
}

#[test]
fn a_mate_in_five_leaves_no_reply() {
    let mut seen = 0;
    for (rule, seed) in [
        (Rule::Freestyle, 21),
        (Rule::Freestyle, 22),
        (Rule::Standard, 23),
        (Rule::Standard, 24),
        (Rule::Renju, 25),
        (Rule::Renju, 26),
    ] {
        tactical_positions(rule, 15, seed, |position| {
            if static_mate(position) != Some(MateIn::Win(5)) {
                return;
            }
            seen += 1;
            let attacks: Vec<Point> = position.board().legal_moves().iter().collect();
            let wins = attacks.into_iter().any(|attack| {
                position.push(attack);
                let replies: Vec<Point> = position.board().legal_moves().iter().collect();
                let lost = replies.into_iter().all(|reply| {
                    position.push(reply);
                    let mate = static_mate(position);
                    position.pop();
                    matches!(mate, Some(MateIn::Win(..=3)))
                });
                position.pop();
                lost
            });
            assert!(wins, "{rule:?}: no mate in five\n{:?}", position.board());
        });
    }
    assert!(seen > 30, "only {seen} mates in five");
}

/// Does the side to move make five with its next stone, or the one after it against every answer?
fn wins_by_two_stones(board: &mut Board) -> bool {
    let side = board.side_to_move();
    let empty = board.empty();
    if empty.iter().any(|point| board.wins(point, side)) {
        return true;
    }
    empty.iter().any(|point| {
        board.push(point);
        let answers = board.empty();
        let enemy_has_five = answers.iter().any(|answer| board.wins(answer, !side));
        let fives = answers
            .iter()
            .filter(|&five| board.wins(five, side))
            .count();
        board.pop();
        !enemy_has_five && fives >= 2
    })
}

/// Does the side to move make five with this many more stones, whatever is answered? By trying everything.
fn wins_by(board: &mut Board, stones: u32) -> bool {
    if stones <= 2 {
        return wins_by_two_stones(board);
    }
    let side = board.side_to_move();
    board.empty().iter().any(|point| {
        if board.wins(point, side) {
            return true;
        }
        board.push(point);
        let wins = loses_by(board, stones - 1);
        board.pop();
        wins
    })
}

/// Does the other side make five with this many more stones, whatever the side to move plays?
fn loses_by(board: &mut Board, stones: u32) -> bool {
    let side = board.side_to_move();
    board.empty().iter().all(|point| {
        if board.wins(point, side) {
            return false;
        }
        board.push(point);
        let lost = wins_by(board, stones);
        board.pop();
        lost
    })
}

/// Does every move of the side to move leave the other a five?
fn loses_at_once(board: &mut Board) -> bool {
    let side = board.side_to_move();
    let empty = board.empty();
    !empty.iter().any(|point| board.wins(point, side))
        && empty.iter().all(|point| {
            board.push(point);
            let answers = board.empty();
            let lost = answers.iter().any(|answer| board.wins(answer, !side));
            board.pop();
            lost
        })
}

fn freestyle_mate(board: &Board) -> Option<MateIn> {
    freestyle_static_mate(&Patterns::new(board), board.side_to_move(), |point| {
        board.is_empty(point)
    })
}

/// Stones near each other on a small board, where threats are frequent, until one side wins.
fn crowded_game(rng: &mut Xoshiro256PlusPlus, mut visit: impl FnMut(&mut Board)) {
    let mut board = Board::new(Size::new(9).expect("a size"), Rule::Freestyle);
    while board.ply() < 60 {
        let near = Neighborhood::Square1.candidates(&board);
        board.push(near.iter().choose(rng).expect("a point"));
        if board.winner().is_some() {
            break;
        }
        visit(&mut board);
    }
}

#[test]
fn freestyle_mates_within_two_stones_are_all_seen() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut won, mut lost) = (0, 0);
    while won < 60 || lost < 6 {
        crowded_game(&mut rng, |board| {
            let mate = freestyle_mate(board);
            if wins_by_two_stones(board) {
                assert!(
                    matches!(mate, Some(MateIn::Win(_))),
                    "{:?}",
                    board.history()
                );
                won += 1;
            } else if loses_at_once(board) {
                assert!(
                    matches!(mate, Some(MateIn::Loss(_))),
                    "{:?}",
                    board.history()
                );
                lost += 1;
            }
        });
    }
}

#[test]
fn freestyle_mates_are_true_and_the_winner_finds_the_move() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    // How often each line of the table has been seen: who wins, and by how many stones.
    let mut seen = [[0; 3]; 2];
    while seen[0].iter().any(|&count| count < 12) || seen[1][..2].iter().any(|&count| count < 12) {
        crowded_game(&mut rng, |board| {
            let Some(mate) = freestyle_mate(board) else {
                return;
            };
            let side = board.side_to_move();
            // Stones that the winner has still to place.
            let (is_loss, stones) = match mate {
                MateIn::Win(plies) => (false, plies.div_ceil(2)),
                MateIn::Loss(plies) => (true, plies / 2),
            };
            let count = &mut seen[usize::from(is_loss)][stones as usize - 1];
            *count += 1;
            if *count > 40 {
                return;
            }
            let history: Vec<_> = board.moves().collect();
            if is_loss {
                assert!(loses_by(board, stones), "{history:?}");
                return;
            }
            assert!(wins_by(board, stones), "{history:?}");
            let finds = board.empty().iter().any(|point| {
                if board.wins(point, side) {
                    return true;
                }
                board.push(point);
                let next = freestyle_mate(board);
                board.pop();
                matches!(next, Some(MateIn::Loss(plies)) if plies / 2 < stones)
            });
            assert!(finds, "{history:?}");
        });
    }
}
