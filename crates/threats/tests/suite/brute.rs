//! Brute force on a plain board: slow, and written without a look at the solvers.

use std::collections::{HashMap, HashSet};

use gomoku::{Board, Color, Neighborhood, Point, Rule};

/// Every empty point where this side makes five: a neighbor of a stone.
fn fives(board: &Board, color: Color) -> Vec<Point> {
    Neighborhood::Square1
        .candidates(board)
        .iter()
        .filter(|&point| board.wins(point, color))
        .collect()
}

/// The empty points within two steps of a stone. A four or an open three has at most one gap, so nothing else makes one;
/// and under caro the end of a five is no further away.
fn near(board: &Board) -> Vec<Point> {
    Neighborhood::Square2.candidates(board).iter().collect()
}

fn play<T>(board: &mut Board, point: Point, then: impl FnOnce(&mut Board) -> T) -> T {
    board.push(point);
    let result = then(board);
    board.pop();
    result
}

/// Under caro a stone at the end of a row can spoil a five as well as one in it.
fn ends_matter(board: &Board) -> bool {
    matches!(board.rule(), Rule::Caro | Rule::CaroExact)
}

/// Victory by continuous fours: does the side to move win? Complete.
pub(crate) struct BruteFours {
    lost: HashSet<u64>,
    /// Positions left before it gives up.
    pub(crate) budget: u64,
}

impl BruteFours {
    pub(crate) fn new(budget: u64) -> BruteFours {
        BruteFours {
            lost: HashSet::new(),
            budget,
        }
    }

    pub(crate) fn wins(&mut self, board: &mut Board) -> bool {
        let attacker = board.side_to_move();
        if !fives(board, attacker).is_empty() {
            return true;
        }
        if self.budget == 0 || self.lost.contains(&board.key()) {
            return false;
        }
        self.budget -= 1;
        let must = fives(board, !attacker);
        let moves = if must.is_empty() { near(board) } else { must };
        for point in moves {
            if board.forbidden_reason(point).is_none()
                && play(board, point, |board| self.loses(board))
            {
                return true;
            }
        }
        self.lost.insert(board.key());
        false
    }

    /// A four has been made (or not): does every answer lose?
    fn loses(&mut self, board: &mut Board) -> bool {
        let defender = board.side_to_move();
        let goals = fives(board, !defender);
        if goals.is_empty() || !fives(board, defender).is_empty() {
            return false;
        }
        let answers = if ends_matter(board) {
            near(board)
        } else {
            goals
        };
        answers.into_iter().all(|answer| {
            board.forbidden_reason(answer).is_some()
                || play(board, answer, |board| self.wins(board))
        })
    }
}

/// Victory by continuous threats with at most this many attacks: the attacker plays fours, and threes, after which an
/// open four is threatened; the defender plays anything.
#[allow(
    dead_code,
    reason = "the generator of the suite uses it, the tests read what it found"
)]
pub(crate) struct BruteThreats {
    /// The most attacks that were tried in vain, and the number that won.
    lost: HashMap<u64, u32>,
    won: HashMap<u64, u32>,
    /// Positions left before it gives up.
    pub(crate) budget: u64,
}

#[allow(
    dead_code,
    reason = "the generator of the suite uses it, the tests read what it found"
)]
impl BruteThreats {
    pub(crate) fn new(budget: u64) -> BruteThreats {
        BruteThreats {
            lost: HashMap::new(),
            won: HashMap::new(),
            budget,
        }
    }

    pub(crate) fn wins(&mut self, board: &mut Board, attacks: u32) -> bool {
        let attacker = board.side_to_move();
        if !fives(board, attacker).is_empty() {
            return true;
        }
        let key = board.key();
        if self.won.get(&key).is_some_and(|&known| known <= attacks) {
            return true;
        }
        if attacks == 0 || self.lost.get(&key).is_some_and(|&known| known >= attacks) {
            return false;
        }
        let must = fives(board, !attacker);
        let moves = if must.is_empty() { near(board) } else { must };
        // An open four is the end of most lines, so it is looked for first.
        let (mut fours, mut rest) = (Vec::new(), Vec::new());
        for point in moves {
            if board.forbidden_reason(point).is_none() {
                match play(board, point, |board| fives(board, attacker).len()) {
                    0 => rest.push(point),
                    1 => fours.push(point),
                    _ => fours.insert(0, point),
                }
            }
        }
        let mut won = fours
            .into_iter()
            .any(|point| play(board, point, |board| self.loses(board, attacks - 1)));
        // A three needs two more moves.
        if !won && attacks >= 2 && self.budget > 0 {
            self.budget -= 1;
            rest.retain(|&point| play(board, point, |board| threatens_open_four(board, point)));
            won = rest
                .into_iter()
                .any(|point| play(board, point, |board| self.loses(board, attacks - 1)));
        }
        let known = if won { &mut self.won } else { &mut self.lost };
        known.insert(key, attacks);
        won
    }

    fn loses(&mut self, board: &mut Board, attacks: u32) -> bool {
        let defender = board.side_to_move();
        if !fives(board, defender).is_empty() {
            return false;
        }
        let goals = fives(board, !defender);
        let answers = if goals.is_empty() || ends_matter(board) {
            // The likely answers first: one that holds is enough.
            let close = near(board);
            let far = board.empty().iter().filter(|point| !close.contains(point));
            close.iter().copied().chain(far).collect()
        } else {
            goals
        };
        answers.into_iter().all(|answer| {
            board.forbidden_reason(answer).is_some()
                || play(board, answer, |board| self.wins(board, attacks))
        })
    }
}

/// Would the attacker, if the defender passed, have a move with two ways to five together with this stone?
fn threatens_open_four(board: &mut Board, stone: Point) -> bool {
    let attacker = !board.side_to_move();
    board.pass();
    let threatens = near(board).into_iter().any(|point| {
        point.distance(stone) <= 4
            && board.forbidden_reason(point).is_none()
            && play(board, point, |board| fives(board, attacker).len() >= 2)
    });
    board.pop();
    threatens
}
