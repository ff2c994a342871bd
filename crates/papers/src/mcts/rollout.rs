//! Games played to the end by lot, near the stones: the leaf value of plain Monte Carlo.
//!
//! The points that may be drawn are kept in a list. A drawn point is swapped out of it and its empty neighbors that are
//! not yet in it are appended, so a ply costs the same on every board.

use gomoku::{Board, ByColor, Color, Neighborhood, Observer, Point, Size};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::leaf::{Leaf, both, win};

/// The empty points near the stones, ready to be drawn from.
#[derive(Clone, Debug)]
pub(crate) struct NearPoints {
    offsets: Vec<isize>,
    list: Vec<Point>,
    /// The number of the last game in which a point was listed.
    listed: Vec<u32>,
    game: u32,
}

impl NearPoints {
    pub(crate) fn new(near: Neighborhood) -> NearPoints {
        NearPoints {
            offsets: offsets(near),
            list: Vec::new(),
            listed: vec![0; Point::CELLS],
            game: 0,
        }
    }

    /// Lists the points near all stones of a board.
    pub(crate) fn begin(&mut self, board: &Board) {
        self.game = self.game.wrapping_add(1);
        self.list.clear();
        for stone in board.moves() {
            self.add_around(board, stone);
        }
    }

    /// Lists the points near a new stone.
    #[inline]
    pub(crate) fn add_around(&mut self, board: &Board, stone: Point) {
        for &offset in &self.offsets {
            let point = Point::from_index(stone.index().wrapping_add_signed(offset));
            if board.is_empty(point) && self.listed[point.index()] != self.game {
                self.listed[point.index()] = self.game;
                self.list.push(point);
            }
        }
    }

    /// Draws a point that the side to move may play. Points forbidden to black stay in the list for white; points that
    /// have been taken without being drawn leave it.
    #[inline]
    pub(crate) fn draw(&mut self, board: &Board, rng: &mut Xoshiro256PlusPlus) -> Option<Point> {
        let forbids = board.rule().forbids(board.side_to_move());
        let mut allowed = self.list.len();
        while allowed > 0 {
            let index = rng.random_range(0..allowed);
            let point = self.list[index];
            if forbids && board.is_empty(point) && board.forbidden_reason(point).is_some() {
                allowed -= 1;
                self.list.swap(index, allowed);
                continue;
            }
            // What comes in from the end may be forbidden too; it is put off again when it is drawn.
            self.list.swap_remove(index);
            if board.is_empty(point) {
                return Some(point);
            }
            allowed = allowed.min(self.list.len());
        }
        None
    }
}

/// Plays random games.
#[derive(Clone, Debug)]
pub struct RandomGames {
    /// Games are cut off after this many plies.
    pub most_plies: usize,
    /// What a game that was cut off, or that nobody won, counts for each side.
    pub undecided: f64,
    /// Each ply of the game pulls the result this much towards a half: 1 leaves it as it is.
    pub decay: f64,
    points: NearPoints,
}

impl RandomGames {
    /// Games among the points of a neighborhood of all stones.
    pub fn new(near: Neighborhood, most_plies: usize, undecided: f64) -> RandomGames {
        RandomGames {
            most_plies,
            undecided,
            decay: 1.0,
            points: NearPoints::new(near),
        }
    }

    /// Plays one game from the position; whoever won, and after how many plies.
    fn play(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> (Option<Color>, usize) {
        self.points.begin(board);
        let mut winner = None;
        let mut plies = 0;
        while plies < self.most_plies && winner.is_none() {
            let Some(point) = self.points.draw(board, rng) else {
                break;
            };
            let mover = board.side_to_move();
            board.push(point);
            plies += 1;
            if board.wins(point, mover) {
                winner = Some(mover);
            } else {
                self.points.add_around(board, point);
            }
        }
        for _ in 0..plies {
            board.pop();
        }
        (winner, plies)
    }
}

/// What leads from a stone to the points of its neighborhood.
pub(super) fn offsets(near: Neighborhood) -> Vec<isize> {
    let size = Size::new(Size::MAX).expect("the largest size is a size");
    let mut board = Board::new(size, gomoku::Rule::Freestyle);
    let center = size.center();
    board.push(center);
    near.candidates(&board)
        .iter()
        .map(|point| point.index() as isize - center.index() as isize)
        .collect()
}

impl Observer for RandomGames {
    #[inline]
    fn on_place(&mut self, _: &Board, _: Point, _: Color) {}
    #[inline]
    fn on_remove(&mut self, _: &Board, _: Point, _: Color) {}
}

impl Leaf for RandomGames {
    fn begin(&mut self, _: &Board) {}

    fn value(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> ByColor<f64> {
        let (winner, plies) = self.play(board, rng);
        let mut rewards = winner.map_or(both(self.undecided), win);
        if self.decay < 1.0 {
            let kept = self.decay.powi(plies as i32);
            for color in Color::BOTH {
                rewards[color] = 0.5 + (rewards[color] - 0.5) * kept;
            }
        }
        rewards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::Rule;
    use rand::SeedableRng;

    #[test]
    fn games_end_with_a_winner_and_leave_the_board_alone() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for rule in Rule::ALL {
            let mut board = Board::new(Size::FIFTEEN, rule);
            board.push(Size::FIFTEEN.center());
            let before = board.clone();
            let mut games = RandomGames::new(Neighborhood::Star2, usize::MAX, 0.5);
            let mut wins = ByColor::<u32>::default();
            for _ in 0..200 {
                if let (Some(winner), _) = games.play(&mut board, &mut rng) {
                    wins[winner] += 1;
                }
                assert!(board == before && board.key() == before.key());
            }
            assert!(wins.black > 20 && wins.white > 20, "{rule} {wins:?}");
        }
    }

    #[test]
    fn a_cut_game_is_undecided_and_decay_pulls_to_a_half() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        board.push(Size::FIFTEEN.center());
        let mut games = RandomGames::new(Neighborhood::Square1, 3, 0.0);
        assert_eq!(games.value(&mut board, &mut rng), both(0.0));
        games.most_plies = usize::MAX;
        games.decay = 0.9;
        let value = games.value(&mut board, &mut rng);
        assert!((value.black + value.white - 1.0).abs() < 1e-12);
        assert!((value.black - 0.5).abs() < 0.5 * 0.9_f64.powi(8));
    }

    #[test]
    fn the_neighborhoods_have_the_sizes_that_the_papers_give() {
        assert_eq!(offsets(Neighborhood::Square1).len(), 8);
        assert_eq!(offsets(Neighborhood::Star2).len(), 16);
        assert_eq!(offsets(Neighborhood::Square2).len(), 24);
    }
}
