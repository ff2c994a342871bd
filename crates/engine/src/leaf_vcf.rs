//! Leaf VCF: a small search for a win by continuous fours at the leaves.
//!
//! [`threats::Vcf`] is complete and returns a proof. This search has a node limit and keeps nothing, so that every leaf can
//! afford it. Its wins are sound all the same: a four has a single block, and the search plays it. From the third four
//! on, the next must lie near the last, as in nearly all real sequences.

use gomoku::{Color, Point, PointSet, Position, Threat};

/// The longest sequence of fours.
const MAX_FOURS: u32 = 24;
/// After this many fours the next must lie near the last.
const FREE_FOURS: u32 = 2;
const MAX_DISTANCE: u8 = 4;

/// A VCF search with its node limit.
#[derive(Debug)]
pub(crate) struct LeafVcf<'a> {
    position: &'a mut Position,
    max_nodes: u32,
    nodes: u32,
}

impl<'a> LeafVcf<'a> {
    pub(crate) fn new(position: &'a mut Position, max_nodes: u32) -> LeafVcf<'a> {
        LeafVcf {
            position,
            max_nodes,
            nodes: 0,
        }
    }

    /// Nodes searched so far.
    pub(crate) fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The length in plies of a win by fours. The side to move cannot make five at once.
    pub(crate) fn search(&mut self) -> Option<usize> {
        // Under caro a four can be blocked in several ways: left to the main search.
        if self.position.board().rule().is_caro() {
            return None;
        }
        self.attack(None, 0)
    }

    fn attack(&mut self, last: Option<Point>, fours: u32) -> Option<usize> {
        let side = self.position.board().side_to_move();
        let patterns = self.position.patterns();
        let opponent_fives = patterns.count(!side, Threat::Five);
        if opponent_fives == 0 && patterns.count(side, Threat::OpenFour) > 0 {
            return Some(3);
        }
        if opponent_fives > 1 || fours == MAX_FOURS {
            return None;
        }
        for threat in [
            Threat::OpenFour,
            Threat::FourThree,
            Threat::FourPlus,
            Threat::Four,
        ] {
            if self.position.patterns().count(side, threat) == 0 {
                continue;
            }
            let mut points = *self.position.patterns().points(side, threat);
            if opponent_fives == 1 {
                points &= *self.position.patterns().points(!side, Threat::Five);
            }
            if let Some(plies) = self.try_all(&points, last, fours) {
                return Some(plies);
            }
        }
        None
    }

    fn try_all(&mut self, points: &PointSet, last: Option<Point>, fours: u32) -> Option<usize> {
        for point in points {
            if fours >= FREE_FOURS && last.is_some_and(|last| last.distance(point) > MAX_DISTANCE) {
                continue;
            }
            if self.nodes == self.max_nodes {
                return None;
            }
            self.nodes += 1;
            self.position.push(point);
            let found = self.defend(point, fours);
            self.position.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn defend(&mut self, four: Point, fours: u32) -> Option<usize> {
        let defender = self.position.board().side_to_move();
        let patterns = self.position.patterns();
        if patterns.count(defender, Threat::Five) > 0 {
            return None;
        }
        if patterns.count(!defender, Threat::Five) > 1 {
            return Some(3);
        }
        let block = self.position.five(!defender)?;
        if defender == Color::Black && self.position.forbidden_reason(block).is_some() {
            return Some(3);
        }
        self.position.push(block);
        let found = if self.position.five(!defender).is_some() {
            Some(1)
        } else {
            self.attack(Some(four), fours + 1)
        };
        self.position.pop();
        found.map(|plies| plies + 2)
    }
}
