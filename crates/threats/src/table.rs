//! Proof and disproof numbers, and the table that keeps them.

/// How many positions are still to be decided, at the least, to prove a win and to disprove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

/// Stands for "never".
const NEVER: u32 = u32::MAX;
/// Sums stay below this.
const MOST: u32 = NEVER / 4;

impl Numbers {
    pub(crate) const PROVEN: Numbers = Numbers {
        proof: 0,
        disproof: NEVER,
    };
    pub(crate) const DISPROVEN: Numbers = Numbers {
        proof: NEVER,
        disproof: 0,
    };
    /// A position of which nothing is known.
    pub(crate) const FRESH: Numbers = Numbers::fresh(1);
    /// A threshold that is never reached.
    pub(crate) const ENDLESS: Numbers = Numbers {
        proof: MOST,
        disproof: MOST,
    };

    /// A position of which nothing is known but that a proof needs about this much.
    pub(crate) const fn fresh(proof: u32) -> Numbers {
        Numbers { proof, disproof: 1 }
    }

    pub(crate) fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(crate) fn is_disproven(self) -> bool {
        self.disproof == 0
    }

    pub(crate) fn is_decided(self) -> bool {
        self.is_proven() || self.is_disproven()
    }

    pub(crate) fn reaches(self, threshold: Numbers) -> bool {
        self.proof >= threshold.proof || self.disproof >= threshold.disproof
    }

    /// The numbers of a position from those of its moves: the attacker needs one move, the defender must refute all
    /// (`attack` false turns the two around). Also which move to follow, and the rival's number.
    pub(crate) fn join(children: &[Numbers], attack: bool) -> (Numbers, usize, u32) {
        let single = |child: &Numbers| if attack { child.proof } else { child.disproof };
        let summed = |child: &Numbers| if attack { child.disproof } else { child.proof };
        let (mut best, mut least, mut second, mut sum) = (0, NEVER, NEVER, 0u32);
        for (index, child) in children.iter().enumerate() {
            let number = single(child);
            if number < least {
                second = least;
                least = number;
                best = index;
            } else if number < second {
                second = number;
            }
            sum = match summed(child) {
                NEVER => NEVER,
                _ if sum == NEVER => NEVER,
                number => (sum + number).min(MOST - 1),
            };
        }
        let numbers = match (least, attack) {
            // One move decides it, whatever the others are.
            (0, true) => Numbers::PROVEN,
            (0, false) => Numbers::DISPROVEN,
            (_, true) => Numbers {
                proof: least,
                disproof: sum,
            },
            (_, false) => Numbers {
                proof: sum,
                disproof: least,
            },
        };
        (numbers, best, second)
    }

    /// How far to search the chosen move before the others are looked at again.
    pub(crate) fn threshold_for(
        self,
        child: Numbers,
        second: u32,
        threshold: Numbers,
        attack: bool,
    ) -> Numbers {
        // A quarter more than the rival: changing over too often costs more than it gains.
        let rival = second.saturating_add(second / 4).saturating_add(1);
        let rest = |whole: u32, sum: u32, part: u32| whole.saturating_sub(sum).saturating_add(part);
        if attack {
            Numbers {
                proof: threshold.proof.min(rival),
                disproof: rest(threshold.disproof, self.disproof, child.disproof),
            }
        } else {
            Numbers {
                proof: rest(threshold.proof, self.proof, child.proof),
                disproof: threshold.disproof.min(rival),
            }
        }
    }
}

/// A key and packed numbers. Plain numbers that are zero for a fresh position, so that a large table costs nothing until
/// it is used.
type Entry = [u64; 2];

impl Numbers {
    fn pack(self) -> u64 {
        u64::from(self.proof ^ Numbers::FRESH.proof) << 32
            | u64::from(self.disproof ^ Numbers::FRESH.disproof)
    }

    fn unpack(packed: u64) -> Numbers {
        Numbers {
            proof: (packed >> 32) as u32 ^ Numbers::FRESH.proof,
            disproof: packed as u32 ^ Numbers::FRESH.disproof,
        }
    }
}

/// Numbers by position, in a fixed number of places.
#[derive(Debug)]
pub(crate) struct Table {
    entries: Vec<Entry>,
}

/// Places that a position may take.
const WAYS: usize = 4;

impl Table {
    pub(crate) const ENTRY_BYTES: u64 = size_of::<Entry>() as u64;

    pub(crate) fn new(bits: u32) -> Table {
        Table {
            entries: vec![[0; 2]; 1 << bits.max(2)],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.fill([0; 2]);
    }

    fn places(&self, key: u64) -> std::ops::Range<usize> {
        let first = key as usize & (self.entries.len() - 1) & !(WAYS - 1);
        first..first + WAYS
    }

    /// The numbers of a position, if they are known.
    pub(crate) fn get(&self, key: u64) -> Option<Numbers> {
        self.entries[self.places(key)]
            .iter()
            .find(|entry| entry[0] == key)
            .map(|entry| Numbers::unpack(entry[1]))
    }

    /// Keeps the numbers, in place of the least valuable ones if need be, and returns them.
    pub(crate) fn put(&mut self, key: u64, numbers: Numbers) -> Numbers {
        let places = self.places(key);
        let places = &mut self.entries[places];
        let place = match places.iter().position(|entry| entry[0] == key) {
            Some(place) => place,
            None => (0..WAYS)
                .min_by_key(|&place| worth(places[place]))
                .unwrap_or(0),
        };
        places[place] = [key, numbers.pack()];
        numbers
    }
}

/// What would be lost with an entry: small sums were cheap to come by, a proof was not.
fn worth([key, packed]: Entry) -> u64 {
    let numbers = Numbers::unpack(packed);
    if key == 0 {
        0
    } else if numbers.is_proven() {
        u64::MAX
    } else {
        1 + u64::from(numbers.proof.min(MOST)) + u64::from(numbers.disproof.min(MOST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof }
    }

    #[test]
    fn one_attack_is_enough_and_every_answer_must_lose() {
        let children = [numbers(3, 5), numbers(2, 7), Numbers::DISPROVEN];
        assert_eq!(Numbers::join(&children, true), (numbers(2, 12), 1, 3));
        let children = [numbers(3, 5), numbers(2, 7), Numbers::PROVEN];
        assert_eq!(Numbers::join(&children, false), (numbers(5, 5), 0, 7));
        assert!(Numbers::join(&children, true).0.is_proven());
        let lost = [Numbers::DISPROVEN, Numbers::DISPROVEN];
        assert!(Numbers::join(&lost, true).0.is_disproven());
        assert!(Numbers::join(&[Numbers::PROVEN; 3], false).0.is_proven());
    }

    #[test]
    fn proofs_outlive_other_entries() {
        let mut table = Table::new(2);
        table.put(4, Numbers::PROVEN);
        for key in (8..400).step_by(4) {
            table.put(key, numbers(key as u32, 1));
        }
        assert!(table.get(4).unwrap().is_proven());
        assert_eq!(table.get(396), Some(numbers(396, 1)));
    }
}
