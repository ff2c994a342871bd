//! How many points of each threat a side has, and where they are.
//!
//! Both are kept without branches, because whether a stone changes a point's threat cannot be predicted.

use crate::pattern::threat::Threat;
use crate::point::Point;
use crate::point_set::PointSet;

/// How many points of each threat one side has.
///
/// The threats below [`Threat::FIRST_LISTED`] change often, so they have a word of their own: twelve bits each, and a change is an
/// addition without a branch. The others have nine bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ThreatCounts {
    pub(crate) unlisted: u64,
    pub(crate) listed: u128,
}

impl ThreatCounts {
    const UNLISTED_BITS: usize = 12;
    const LISTED_BITS: usize = 9;

    /// A single point of each threat, by its byte in the tables; nothing for a listed one.
    pub(crate) const UNLISTED_UNIT: [u64; 256] = {
        let mut one = [0; 256];
        let mut threat = 0;
        while threat < Threat::FIRST_LISTED {
            one[Threat::ALL[threat].byte() as usize] = 1 << (ThreatCounts::UNLISTED_BITS * threat);
            threat += 1;
        }
        one
    };

    /// A single point of each list.
    pub(crate) const LISTED_UNIT: [u128; ThreatSets::LEN] = {
        let mut one = [0; ThreatSets::LEN];
        let mut index = 0;
        while index <= Threat::COUNT - Threat::FIRST_LISTED {
            one[index] = 1 << (ThreatCounts::LISTED_BITS * index);
            index += 1;
        }
        one
    };

    #[inline]
    pub(crate) fn get(&self, threat: Threat) -> usize {
        if threat as usize >= Threat::FIRST_LISTED {
            let index = ThreatSets::index(threat.byte());
            (self.listed >> (ThreatCounts::LISTED_BITS * index)) as usize
                & ((1 << ThreatCounts::LISTED_BITS) - 1)
        } else {
            (self.unlisted >> (ThreatCounts::UNLISTED_BITS * threat as usize)) as usize
                & ((1 << ThreatCounts::UNLISTED_BITS) - 1)
        }
    }

    /// ThreatCounts a point in, or out again, that was not on the board before.
    #[inline]
    pub(crate) fn add(&mut self, threat: u8) {
        self.unlisted += ThreatCounts::UNLISTED_UNIT[threat as usize];
        self.listed += ThreatCounts::LISTED_UNIT[ThreatSets::index(threat)];
    }

    #[inline]
    pub(crate) fn subtract(&mut self, threat: u8) {
        self.unlisted -= ThreatCounts::UNLISTED_UNIT[threat as usize];
        self.listed -= ThreatCounts::LISTED_UNIT[ThreatSets::index(threat)];
    }
}

/// The empty points of each listed threat, for one side, and of all other threats together in index 0: then a point
/// moves from one list to another without a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ThreatSets(pub(crate) [PointSet; ThreatSets::LEN]);

impl ThreatSets {
    /// Ten are in use; the number lets the compiler drop bounds checks.
    pub(crate) const LEN: usize = 16;

    /// The list of a threat, given as its byte in the tables.
    #[inline]
    pub(crate) const fn index(threat: u8) -> usize {
        (threat >> 4) as usize
    }

    /// Enters a point or strikes it off.
    #[inline]
    pub(crate) fn toggle(&mut self, index: u16, threat: u8) {
        self.0[ThreatSets::index(threat)].toggle(Point::from_index(index as usize));
    }
}
