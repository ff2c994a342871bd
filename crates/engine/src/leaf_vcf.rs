//! A quick look for a win by continuous fours, at the leaves of the search.
//!
//! [`threats::Vcf`] is complete and proves what it finds; this look is bounded and keeps no proof, so that it can be
//! taken in every leaf. What it finds is a win all the same: every four has a single answer, and that answer is played.
//! After the second four the next one must lie near the last, which is where real sequences go.

use gomoku::{Color, Point, PointSet, Position, Threat};

/// How many fours in a row are looked at.
const MAX_FOURS: u32 = 24;
/// From this four on, the next must be near the last.
const FREE_FOURS: u32 = 2;
/// How near that is.
const NEAR: u8 = 4;

/// A look for fours with what it may spend.
#[derive(Debug)]
pub(crate) struct LeafVcf<'a> {
    position: &'a mut Position,
    /// Positions that may still be visited.
    node_budget: u32,
    /// Positions visited.
    pub(crate) nodes: u32,
}

impl<'a> LeafVcf<'a> {
    pub(crate) fn new(position: &'a mut Position, node_budget: u32) -> LeafVcf<'a> {
        LeafVcf {
            position,
            node_budget,
            nodes: 0,
        }
    }

    /// After how many plies the side to move, which cannot make five at once, wins by fours.
    pub(crate) fn search(&mut self) -> Option<usize> {
        // Under caro a four has several answers: left to the search proper.
        if self.position.board().rule().is_caro() {
            return None;
        }
        self.attack(None, 0)
    }

    fn attack(&mut self, last: Option<Point>, fours: u32) -> Option<usize> {
        let side = self.position.board().side_to_move();
        let patterns = self.position.patterns();
        let enemy_fives = patterns.count(!side, Threat::Five);
        if enemy_fives == 0 && patterns.count(side, Threat::OpenFour) > 0 {
            return Some(3);
        }
        if enemy_fives > 1 || fours == MAX_FOURS {
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
            if enemy_fives == 1 {
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
            if fours >= FREE_FOURS && last.is_some_and(|last| last.distance(point) > NEAR) {
                continue;
            }
            if self.node_budget == 0 {
                return None;
            }
            self.node_budget -= 1;
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
        let answer = self.position.five(!defender)?;
        if defender == Color::Black && self.position.forbidden_reason(answer).is_some() {
            return Some(3);
        }
        self.position.push(answer);
        let found = if self.position.five(!defender).is_some() {
            Some(1)
        } else {
            self.attack(Some(four), fours + 1)
        };
        self.position.pop();
        found.map(|plies| plies + 2)
    }
}
