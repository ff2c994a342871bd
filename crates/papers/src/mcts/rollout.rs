//! Random rollouts among the points near the stones: the leaf evaluation of plain Monte Carlo.
//!
//! The points that may be drawn are kept in a list. A drawn point is swapped out and its new empty neighbors are appended,
//! so a ply costs the same on every board.

use gomoku::{Board, ByColor, Color, Neighborhood, Observer, Point, Size};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::evaluator::{LeafEvaluator, equal_rewards, win_for};

/// The empty points near the stones, for random draws.
#[derive(Clone, Debug)]
pub(crate) struct NearbyPoints {
    offsets: Vec<isize>,
    points: Vec<Point>,
    /// The last game in which each point was added.
    added_in: Vec<u32>,
    game: u32,
}

impl NearbyPoints {
    pub(crate) fn new(neighborhood: Neighborhood) -> NearbyPoints {
        NearbyPoints {
            offsets: offsets(neighborhood),
            points: Vec::new(),
            added_in: vec![0; Point::CELLS],
            game: 0,
        }
    }

    /// Starts a game: adds the points near all stones of a board.
    pub(crate) fn begin(&mut self, board: &Board) {
        self.game = self.game.wrapping_add(1);
        self.points.clear();
        for stone in board.moves() {
            self.add_around(board, stone);
        }
    }

    /// Adds the points near a new stone.
    #[inline]
    pub(crate) fn add_around(&mut self, board: &Board, stone: Point) {
        for &offset in &self.offsets {
            let point = Point::from_index(stone.index().wrapping_add_signed(offset));
            if board.is_empty(point) && self.added_in[point.index()] != self.game {
                self.added_in[point.index()] = self.game;
                self.points.push(point);
            }
        }
    }

    /// Draws a random legal point. Points forbidden to black stay in the list for white; points that were occupied
    /// without being drawn are dropped.
    #[inline]
    pub(crate) fn draw(&mut self, board: &Board, rng: &mut Xoshiro256PlusPlus) -> Option<Point> {
        let forbids = board.rule().forbids(board.side_to_move());
        let mut allowed = self.points.len();
        while allowed > 0 {
            let index = rng.random_range(0..allowed);
            let point = self.points[index];
            if forbids && board.is_empty(point) && board.forbidden_reason(point).is_some() {
                allowed -= 1;
                self.points.swap(index, allowed);
                continue;
            }
            // The point swapped in from the end may be forbidden too; it is set aside again when drawn.
            self.points.swap_remove(index);
            if board.is_empty(point) {
                return Some(point);
            }
            allowed = allowed.min(self.points.len());
        }
        None
    }
}

/// Evaluates a leaf by one random game.
#[derive(Clone, Debug)]
pub struct RandomRollout {
    /// Games are cut off after this many plies.
    pub max_plies: usize,
    /// Reward of both sides for a game that was cut off or drawn.
    pub draw_reward: f64,
    /// Per ply of the game, the factor of the result's distance from 1/2; 1 for no decay.
    pub decay: f64,
    points: NearbyPoints,
}

impl RandomRollout {
    /// Games among the points near the stones.
    pub fn new(neighborhood: Neighborhood, max_plies: usize, draw_reward: f64) -> RandomRollout {
        RandomRollout {
            max_plies,
            draw_reward,
            decay: 1.0,
            points: NearbyPoints::new(neighborhood),
        }
    }

    /// Plays one game from the position; returns the winner and the plies played.
    fn play(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> (Option<Color>, usize) {
        self.points.begin(board);
        let mut winner = None;
        let mut plies = 0;
        while plies < self.max_plies && winner.is_none() {
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

/// Index offsets from a stone to the points of its neighborhood.
pub(crate) fn offsets(neighborhood: Neighborhood) -> Vec<isize> {
    let size = Size::new(Size::MAX).expect("the largest size is a size");
    let mut board = Board::new(size, gomoku::Rule::Freestyle);
    let center = size.center();
    board.push(center);
    neighborhood
        .candidates(&board)
        .iter()
        .map(|point| point.index() as isize - center.index() as isize)
        .collect()
}

impl Observer for RandomRollout {
    #[inline]
    fn on_place(&mut self, _: &Board, _: Point, _: Color) {}
    #[inline]
    fn on_remove(&mut self, _: &Board, _: Point, _: Color) {}
}

impl LeafEvaluator for RandomRollout {
    fn begin(&mut self, _: &Board) {}

    fn evaluate(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> ByColor<f64> {
        let (winner, plies) = self.play(board, rng);
        let mut rewards = winner.map_or(equal_rewards(self.draw_reward), win_for);
        if self.decay < 1.0 {
            let factor = self.decay.powi(plies as i32);
            for color in Color::BOTH {
                rewards[color] = 0.5 + (rewards[color] - 0.5) * factor;
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
    fn games_have_winners_and_restore_the_board() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for rule in Rule::ALL {
            let mut board = Board::new(Size::FIFTEEN, rule);
            board.push(Size::FIFTEEN.center());
            let before = board.clone();
            let mut games = RandomRollout::new(Neighborhood::Star2, usize::MAX, 0.5);
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
    fn a_cut_off_game_is_a_draw_and_decay_pulls_towards_a_half() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        board.push(Size::FIFTEEN.center());
        let mut games = RandomRollout::new(Neighborhood::Square1, 3, 0.0);
        assert_eq!(games.evaluate(&mut board, &mut rng), equal_rewards(0.0));
        games.max_plies = usize::MAX;
        games.decay = 0.9;
        let value = games.evaluate(&mut board, &mut rng);
        assert!((value.black + value.white - 1.0).abs() < 1e-12);
        assert!((value.black - 0.5).abs() < 0.5 * 0.9_f64.powi(8));
    }

    #[test]
    fn neighborhoods_have_8_16_and_24_points() {
        assert_eq!(offsets(Neighborhood::Square1).len(), 8);
        assert_eq!(offsets(Neighborhood::Star2).len(), 16);
        assert_eq!(offsets(Neighborhood::Square2).len(), 24);
    }
}
