//! How many points of each threat a side has, and where they are.
//!
//! Both are kept without branches, because whether a stone changes a point's threat cannot be predicted.

use crate::pattern::threat::Threat;
use crate::point::Point;
use crate::point_set::PointSet;

/// How many points of each threat one side has.
///
/// The threats below [`Threat::LISTED`] change often, so they have a word of their own: twelve bits each, and a change is an
/// addition without a branch. The others have nine bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) unlisted: u64,
    pub(crate) listed: u128,
}

impl Counts {
    const UNLISTED_BITS: usize = 12;
    const LISTED_BITS: usize = 9;

    /// A single point of each threat, by its byte in the tables; nothing for a listed one.
    pub(crate) const UNLISTED_ONE: [u64; 256] = {
        let mut one = [0; 256];
        let mut threat = 0;
        while threat < Threat::LISTED {
            one[Threat::ALL[threat].byte() as usize] = 1 << (Counts::UNLISTED_BITS * threat);
            threat += 1;
        }
        one
    };

    /// A single point of each list.
    pub(crate) const LISTED_ONE: [u128; Lists::PLACES] = {
        let mut one = [0; Lists::PLACES];
        let mut place = 0;
        while place <= Threat::COUNT - Threat::LISTED {
            one[place] = 1 << (Counts::LISTED_BITS * place);
            place += 1;
        }
        one
    };

    #[inline]
    pub(crate) fn get(&self, threat: Threat) -> usize {
        if threat as usize >= Threat::LISTED {
            let place = Lists::place(threat.byte());
            (self.listed >> (Counts::LISTED_BITS * place)) as usize
                & ((1 << Counts::LISTED_BITS) - 1)
        } else {
            (self.unlisted >> (Counts::UNLISTED_BITS * threat as usize)) as usize
                & ((1 << Counts::UNLISTED_BITS) - 1)
        }
    }

    /// Counts a point in, or out again, that was not on the board before.
    #[inline]
    pub(crate) fn add(&mut self, threat: u8) {
        self.unlisted += Counts::UNLISTED_ONE[threat as usize];
        self.listed += Counts::LISTED_ONE[Lists::place(threat)];
    }

    #[inline]
    pub(crate) fn subtract(&mut self, threat: u8) {
        self.unlisted -= Counts::UNLISTED_ONE[threat as usize];
        self.listed -= Counts::LISTED_ONE[Lists::place(threat)];
    }
}

/// The empty points of each listed threat, for one side, and of all other threats together in place 0: then a point
/// moves from one list to another without a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lists(pub(crate) [PointSet; Lists::PLACES]);

impl Lists {
    /// Ten are in use; the number lets the compiler drop bounds checks.
    pub(crate) const PLACES: usize = 16;

    /// The list of a threat, given as its byte in the tables.
    #[inline]
    pub(crate) const fn place(threat: u8) -> usize {
        (threat >> 4) as usize
    }

    /// Enters a point or strikes it off.
    #[inline]
    pub(crate) fn toggle(&mut self, index: u16, threat: u8) {
        self.0[Lists::place(threat)].toggle(Point::from_index(index as usize));
    }
}
