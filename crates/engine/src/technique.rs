//! The search techniques. Each can be switched off (`without=NAME`), so that games measure what it is worth.
//!
//! The figures are Elo against the engine without the technique at 10,000 nodes a move; docs/strength.md has the games, the commands,
//! and the techniques that were removed because they gained nothing.

/// A technique of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Technique {
    /// Transposition table: +257 ± 98.
    Tt,
    /// Aspiration windows: +140 ± 67.
    Aspiration,
    /// Only defenses where the opponent threatens to win: +93 ± 55.
    Replies,
    /// VCF search at the leaves: +24 ± 54 by the clock; node-limited games misprice it.
    LeafVcf,
    /// Razoring into quiescence search: +5 ± 20.
    Razoring,
    /// Reverse futility pruning (static null move): +148 ± 69.
    ReverseFutility,
    /// Late move pruning: +257 ± 101.
    Lmp,
    /// Late move reductions: +14 ± 25.
    Lmr,
    /// Extension of the block of a four: +59 ± 41.
    ForcedExtension,
    /// Singular extensions: +17 ± 23.
    Singular,
    /// History in move ordering and reductions: +49 ± 36.
    History,
    /// Continuation history: +17 ± 26.
    ContinuationHistory,
    /// Countermove bonus in move ordering: +7 ± 20.
    Countermove,
    /// VCF solver at the root: +12 ± 24.
    RootVcf,
    /// VCT solver at the root: +7 ± 32.
    RootVct,
    /// Removal of root moves that lose to the opponent's VCF or VCT: +15 ± 38.
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
    /// The first unknown name.
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
        for (index, (technique, _)) in NAMES.iter().enumerate() {
            assert_eq!(*technique as usize, index);
        }
    }
}
