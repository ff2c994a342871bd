//! Cao and Lin's forced-move pruning: moves that lose at once are taken off the list, a move that wins stays alone.
//!
//! For the side to move:
//! 1. a move that makes five is the only one; then of each move, imagined on the board:
//! 2. it is dropped if the enemy has a four;
//! 3. it is the only one if it gives an open four, two fours, or a four and a live three, or if fours and live threes
//!    are two while the enemy has neither a live nor a sleeping three;
//! 4. it stays if it makes a four; otherwise it is dropped if the enemy keeps a live three, and stays if not.
//!
//! It was on in the authors' programs of June 2019 and is off in their last ones. When nothing is left the list stays as it
//! was: the program plays the critic's best move then, but in the tree every node needs a move.

use gomoku::{Board, ByColor, Color, Observer, Point};
use nets::PatternSet;
use nets::counts::Counts;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::leaf::Leaf;
use super::pattern_gain::PatternGain;

/// Places in Cao and Lin's list of patterns.
const OPEN_FOURS: [usize; 2] = [0, 5];
const FOURS: [usize; 8] = [15, 4, 6, 17, 18, 21, 19, 20];
const LIVE_THREES: [usize; 3] = [3, 2, 16];
const SLEEPING_THREES: [usize; 9] = [1, 9, 10, 11, 12, 13, 22, 23, 24];

/// A side's threats.
pub(crate) struct Tally {
    open_fours: i16,
    /// Without the open ones.
    fours: i16,
    live_threes: i16,
    sleeping_threes: i16,
}

impl Tally {
    pub(crate) fn new(counts: &Counts, color: Color) -> Tally {
        let first = color.index() * PatternSet::MOST;
        let sum = |patterns: &[usize]| patterns.iter().map(|one| counts[first + one]).sum();
        Tally {
            open_fours: sum(&OPEN_FOURS),
            fours: sum(&FOURS),
            live_threes: sum(&LIVE_THREES),
            sleeping_threes: sum(&SLEEPING_THREES),
        }
    }

    /// Would this side make a five or an open four with its next move?
    pub(crate) fn threatens(&self) -> bool {
        self.open_fours + self.fours + self.live_threes > 0
    }
}

/// The moves that are worth a look; all of them where none is.
pub(crate) fn forced_moves(board: &Board, gain: &mut PatternGain, moves: &[Point]) -> Vec<Point> {
    let (side, other) = (board.side_to_move(), !board.side_to_move());
    if let Some(&five) = moves.iter().find(|&&point| board.wins(point, side)) {
        return vec![five];
    }
    let mut kept = Vec::new();
    for &point in moves {
        let counts = gain.counts_after(point, side);
        let (own, enemy) = (Tally::new(&counts, side), Tally::new(&counts, other));
        if enemy.fours + enemy.open_fours > 0 {
            continue;
        }
        let is_calm = enemy.live_threes + enemy.sleeping_threes == 0;
        let wins = own.open_fours > 0
            || own.fours >= 2
            || (own.fours >= 1 && own.live_threes >= 1)
            || (is_calm && own.fours + own.live_threes >= 2);
        if wins {
            return vec![point];
        }
        if own.fours > 0 || enemy.live_threes == 0 {
            kept.push(point);
        }
    }
    if kept.is_empty() {
        kept.extend(moves);
    }
    kept
}

/// The pruning asks for counts, not for values, so any decay factor will do.
const DECAY: f64 = 0.9;

/// Any leaf value, with or without the pruning.
#[derive(Clone, Debug)]
pub struct Pruned<L> {
    leaf: L,
    is_on: bool,
    gain: Option<PatternGain>,
}

impl<L> Pruned<L> {
    /// Puts the pruning before a leaf value, if it is on.
    pub fn new(leaf: L, is_on: bool) -> Pruned<L> {
        Pruned {
            leaf,
            is_on,
            gain: None,
        }
    }
}

impl<L: Leaf> Observer for Pruned<L> {
    #[inline]
    fn on_place(&mut self, board: &Board, point: Point, color: Color) {
        self.leaf.on_place(board, point, color);
        if let Some(gain) = &mut self.gain {
            gain.on_place(board, point, color);
        }
    }

    #[inline]
    fn on_remove(&mut self, board: &Board, point: Point, color: Color) {
        self.leaf.on_remove(board, point, color);
        if let Some(gain) = &mut self.gain {
            gain.on_remove(board, point, color);
        }
    }
}

impl<L: Leaf> Leaf for Pruned<L> {
    fn begin(&mut self, board: &Board) {
        self.leaf.begin(board);
        self.gain = self.is_on.then(|| PatternGain::new(board, DECAY));
    }

    fn value(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> ByColor<f64> {
        self.leaf.value(board, rng)
    }

    fn bias(&mut self, board: &Board, point: Point) -> f32 {
        self.leaf.bias(board, point)
    }

    fn prune(&mut self, board: &mut Board, moves: &mut Vec<Point>) {
        self.leaf.prune(board, moves);
        if let Some(gain) = &mut self.gain {
            *moves = forced_moves(board, gain, moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Neighborhood, Rule, Size};

    fn forced(stones: &[(u8, u8)]) -> Vec<Point> {
        let stones: Vec<_> = stones.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let board =
            Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &stones).expect("no stone twice");
        let moves: Vec<_> = Neighborhood::Star2.candidates(&board).iter().collect();
        forced_moves(&board, &mut PatternGain::new(&board, DECAY), &moves)
    }

    #[test]
    fn fives_and_answers_to_fours_stand_alone() {
        let black_four = [(3, 3), (2, 3), (4, 3), (4, 9), (5, 3), (9, 9), (6, 3)];
        assert_eq!(forced(&black_four), [Point::new(7, 3)]);
        let black_to_move = [&black_four[..], &[(9, 4)]].concat();
        assert_eq!(forced(&black_to_move), [Point::new(7, 3)]);
    }

    #[test]
    fn an_own_three_becomes_an_open_four_and_an_enemy_three_must_be_answered() {
        let three = [(3, 7), (3, 12), (4, 7), (9, 12), (5, 7)];
        let answers = forced(&three);
        let on_the_line = |&point: &Point| point.row() == 7;
        assert!(
            !answers.is_empty() && answers.iter().all(on_the_line),
            "{answers:?}"
        );
        let own = forced(&[&three[..], &[(12, 1)]].concat());
        assert_eq!(own.len(), 1);
        assert!([2, 6].contains(&own[0].column()) && own[0].row() == 7);
    }

    #[test]
    fn crossing_threes_stand_alone_and_quiet_positions_lose_nothing() {
        let crossing = [
            (7, 5),
            (8, 5),
            (7, 6),
            (5, 6),
            (5, 7),
            (6, 8),
            (6, 7),
            (8, 8),
        ];
        assert_eq!(forced(&crossing), [Point::new(7, 7)]);
        let quiet = [(7, 7), (8, 8)];
        let stones: Vec<_> = quiet.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &stones).unwrap();
        assert_eq!(
            forced(&quiet).len(),
            Neighborhood::Star2.candidates(&board).len()
        );
    }
}
