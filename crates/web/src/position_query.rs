//! The search for a position in games, whichever way the board is turned and whatever the order of the moves.

use std::collections::BTreeMap;

use gomoku::{Board, Color, Point, Rule, Size, Symmetry};

use crate::library::IndexedGame;

/// A position in all eight orientations.
pub(crate) struct PositionQuery {
    size: Size,
    rule: Rule,
    stones: usize,
    /// For each symmetry, the color on each point.
    views: Vec<(Symmetry, BTreeMap<Point, Color>)>,
}

impl PositionQuery {
    pub(crate) fn new(board: &Board) -> PositionQuery {
        let size = board.size();
        let view = |symmetry: Symmetry| {
            let stones = Color::BOTH
                .into_iter()
                .flat_map(|color| board.stones(color).map(move |point| (point, color)));
            let stones = stones.map(|(point, color)| (symmetry.apply(point, size), color));
            (symmetry, stones.collect())
        };
        PositionQuery {
            size,
            rule: board.rule(),
            stones: board.stone_count(),
            views: Symmetry::ALL.into_iter().map(view).collect(),
        }
    }

    /// Does the game reach the position?
    pub(crate) fn matches(&self, game: &IndexedGame) -> bool {
        self.find(game).is_some()
    }

    /// The move that the game plays in the position, as seen from the query's orientation. Moves that a symmetry of the
    /// position maps to each other count as one: on the empty board all corners are the same move.
    pub(crate) fn next_move(&self, game: &IndexedGame) -> Option<Point> {
        let symmetry = self.find(game)?;
        let &next = game.moves.get(self.stones)?;
        let mut points = self.size.points();
        let point = points
            .find(|&point| symmetry.apply(point, self.size) == next)
            .unwrap_or(next);
        Some(self.representative(point))
    }

    /// The first of the points that the position's own symmetries make of this one.
    fn representative(&self, point: Point) -> Point {
        let (_, stones) = &self.views[0];
        let own = self.views.iter().filter(|(_, view)| view == stones);
        own.map(|(symmetry, _)| symmetry.apply(point, self.size))
            .min()
            .unwrap_or(point)
    }

    /// The symmetry that maps the position to the game, if the game reaches it.
    fn find(&self, game: &IndexedGame) -> Option<Symmetry> {
        if game.size != self.size || game.rule != self.rule || game.moves.len() < self.stones {
            return None;
        }
        let start = &game.moves[..self.stones];
        let colors = || [Color::Black, Color::White].into_iter().cycle();
        let is_reached = |stones: &BTreeMap<Point, Color>| {
            start
                .iter()
                .zip(colors())
                .all(|(point, color)| stones.get(point) == Some(&color))
        };
        self.views
            .iter()
            .find(|(_, stones)| is_reached(stones))
            .map(|&(symmetry, _)| symmetry)
    }
}
