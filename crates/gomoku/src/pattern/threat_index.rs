//! Counts and point sets by threat.
//!
//! Both are updated without branches, because threat changes are unpredictable.

use crate::pattern::threat::Threat;
use crate::point::Point;
use crate::point_set::PointSet;

/// The number of points of each threat, for one side.
///
/// The threats below [`Threat::FIRST_LISTED`] change often. They share one word with twelve bits each, so that a change is
/// one addition. The others have nine bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ThreatCounts {
    pub(crate) unlisted: u64,
    pub(crate) listed: u128,
}

impl ThreatCounts {
    const UNLISTED_BITS: usize = 12;
    const LISTED_BITS: usize = 9;

    /// One point of each unlisted threat, indexed by [`Threat::byte`]; 0 for listed threats.
    pub(crate) const UNLISTED_UNIT: [u64; 256] = {
        let mut one = [0; 256];
        let mut threat = 0;
        while threat < Threat::FIRST_LISTED {
            one[Threat::ALL[threat].byte() as usize] = 1 << (ThreatCounts::UNLISTED_BITS * threat);
            threat += 1;
        }
        one
    };

    /// One point of each set.
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

    /// Adds a point.
    #[inline]
    pub(crate) fn add(&mut self, threat: u8) {
        self.unlisted += ThreatCounts::UNLISTED_UNIT[threat as usize];
        self.listed += ThreatCounts::LISTED_UNIT[ThreatSets::index(threat)];
    }

    /// Removes a point.
    #[inline]
    pub(crate) fn subtract(&mut self, threat: u8) {
        self.unlisted -= ThreatCounts::UNLISTED_UNIT[threat as usize];
        self.listed -= ThreatCounts::LISTED_UNIT[ThreatSets::index(threat)];
    }
}

/// The empty points of each listed threat, for one side. Index 0 holds all other points, so that a point always moves from
/// one set to another without a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ThreatSets(pub(crate) [PointSet; ThreatSets::LEN]);

impl ThreatSets {
    /// Ten are in use; sixteen let the compiler drop bounds checks.
    pub(crate) const LEN: usize = 16;

    /// The set index of a [`Threat::byte`].
    #[inline]
    pub(crate) const fn index(threat: u8) -> usize {
        (threat >> 4) as usize
    }

    /// Adds or removes a point.
    #[inline]
    pub(crate) fn toggle(&mut self, index: u16, threat: u8) {
        self.0[ThreatSets::index(threat)].toggle(Point::from_index(index as usize));
    }
}
