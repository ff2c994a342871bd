//! The techniques of the search, each of which can be switched off, so that games can tell what it is worth.
//!
//! The figures are Elo against the engine without it at 10,000 nodes a move; docs/strength.md has the games and commands, and what was
//! taken out because it showed nothing.

/// A technique that can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Technique {
    /// Results of earlier searches: +257 ± 98.
    Tt,
    /// A narrow window around the last score: +140 ± 67.
    Aspiration,
    /// Only the moves that the threats leave: +93 ± 55.
    Replies,
    /// A look for fours at the leaves: +24 ± 54 by the clock; nodes are not fair to it.
    LeafVcf,
    /// Hopeless positions near the leaves are only looked at for fours: +5 ± 20.
    Razoring,
    /// Positions far above the window are good enough: +148 ± 69.
    ReverseFutility,
    /// Late moves are left out: +257 ± 101.
    Lmp,
    /// Late moves are searched less deep: +14 ± 25.
    Lmr,
    /// Answers to fours cost no depth: +59 ± 41.
    ForcedExtension,
    /// A move that is the only good one is searched deeper: +17 ± 23.
    Singular,
    /// Moves that were good before come first and are reduced less: +49 ± 36.
    History,
    /// The same for moves that stand in the same relation to the last ones: +17 ± 26.
    ContinuationHistory,
    /// The move that answered the last one before comes early: +7 ± 20.
    Countermove,
    /// The complete search for fours at the root: +12 ± 24.
    RootVcf,
    /// The search for threats of the side to move at the root: +7 ± 32.
    RootVct,
    /// Moves of the root that lose to the enemy's fours or threats are left out: +15 ± 38.
    RootLosing,
}

use Technique::*;

const NAMES: [(Technique, &str); 16] = [
    (Tt, "tt"),
    (Aspiration, "aspiration"),
    (Replies, "replies"),
    (LeafVcf, "leaf-vcf"),
    (Razoring, "razoring"),
    (ReverseFutility, "reverse-futility"),
    (Lmp, "lmp"),
    (Lmr, "lmr"),
    (ForcedExtension, "forced-extension"),
    (Singular, "singular"),
    (History, "history"),
    (ContinuationHistory, "continuation-history"),
    (Countermove, "countermove"),
    (RootVcf, "root-vcf"),
    (RootVct, "root-vct"),
    (RootLosing, "root-losing"),
];

/// A set of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u32);

impl Techniques {
    /// All of them.
    pub const ALL: Techniques = Techniques(u32::MAX);

    /// All but those named, joined by plus signs.
    ///
    /// # Errors
    /// The first name that is none.
    pub fn without(names: &str) -> Result<Techniques, String> {
        names
            .split('+')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .try_fold(Techniques::ALL, |techniques, name| {
                let (technique, _) = NAMES
                    .iter()
                    .find(|(_, known)| known.eq_ignore_ascii_case(name))
                    .ok_or_else(|| name.to_owned())?;
                Ok(Techniques(techniques.0 & !(1 << *technique as u32)))
            })
    }

    /// Is it in use?
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u32 & 1 == 1
    }

    /// The names of all techniques.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|&(_, name)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn techniques_are_switched_off_by_name() {
        let some = Techniques::without("razoring+ LEAF-VCF").unwrap();
        assert!(!some.has(Razoring) && !some.has(LeafVcf) && some.has(ReverseFutility));
        assert_eq!(Techniques::without(""), Ok(Techniques::ALL));
        assert_eq!(
            Techniques::without("leaf-vcf+magic"),
            Err("magic".to_owned())
        );
        for (place, (technique, _)) in NAMES.iter().enumerate() {
            assert_eq!(*technique as usize, place);
        }
    }
}
