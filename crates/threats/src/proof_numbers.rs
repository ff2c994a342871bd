//! Proof and disproof numbers, and the table that stores them.

use gomoku::hash_table::zeroed_table;

/// Lower bounds on the number of leaves still to be proven and disproven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProofNumbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

/// The number of a node that cannot be proven, or disproven.
const INFINITY: u32 = u32::MAX;
/// Finite sums stay below this.
const MAX_SUM: u32 = INFINITY / 4;

impl ProofNumbers {
    pub(crate) const PROVEN: ProofNumbers = ProofNumbers {
        proof: 0,
        disproof: INFINITY,
    };
    pub(crate) const DISPROVEN: ProofNumbers = ProofNumbers {
        proof: INFINITY,
        disproof: 0,
    };
    /// A node that has not been searched.
    pub(crate) const UNKNOWN: ProofNumbers = ProofNumbers::initial(1);
    /// A threshold that is never reached.
    pub(crate) const INFINITE: ProofNumbers = ProofNumbers {
        proof: MAX_SUM,
        disproof: MAX_SUM,
    };

    /// A node that has not been searched, with a guess of its proof number.
    pub(crate) const fn initial(proof: u32) -> ProofNumbers {
        ProofNumbers { proof, disproof: 1 }
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

    pub(crate) fn reaches(self, threshold: ProofNumbers) -> bool {
        self.proof >= threshold.proof || self.disproof >= threshold.disproof
    }

    /// The numbers of a node from those of its children. At an OR node (`attack`) the proof number is the minimum and the
    /// disproof number the sum; at an AND node the reverse. Also returns the most-proving child and the second-best number.
    pub(crate) fn combine(children: &[ProofNumbers], attack: bool) -> (ProofNumbers, usize, u32) {
        let single = |child: &ProofNumbers| if attack { child.proof } else { child.disproof };
        let summed = |child: &ProofNumbers| if attack { child.disproof } else { child.proof };
        let (mut best, mut least, mut second, mut sum) = (0, INFINITY, INFINITY, 0u32);
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
                INFINITY => INFINITY,
                _ if sum == INFINITY => INFINITY,
                number => (sum + number).min(MAX_SUM - 1),
            };
        }
        let numbers = match (least, attack) {
            // One child decides the node.
            (0, true) => ProofNumbers::PROVEN,
            (0, false) => ProofNumbers::DISPROVEN,
            (_, true) => ProofNumbers {
                proof: least,
                disproof: sum,
            },
            (_, false) => ProofNumbers {
                proof: sum,
                disproof: least,
            },
        };
        (numbers, best, second)
    }

    /// The thresholds for searching the most-proving child.
    pub(crate) fn threshold_for(
        self,
        child: ProofNumbers,
        second: u32,
        threshold: ProofNumbers,
        attack: bool,
    ) -> ProofNumbers {
        // The 1 + epsilon trick with a quarter: switching children too often costs more than it gains.
        let rival = second.saturating_add(second / 4).saturating_add(1);
        let rest = |whole: u32, sum: u32, part: u32| whole.saturating_sub(sum).saturating_add(part);
        if attack {
            ProofNumbers {
                proof: threshold.proof.min(rival),
                disproof: rest(threshold.disproof, self.disproof, child.disproof),
            }
        } else {
            ProofNumbers {
                proof: rest(threshold.proof, self.proof, child.proof),
                disproof: threshold.disproof.min(rival),
            }
        }
    }
}

/// A key and packed numbers. Zeroed integers, so that the operating system commits memory only for the part of the table
/// that is used.
type Entry = [u64; 2];

impl ProofNumbers {
    fn pack(self) -> u64 {
        u64::from(self.proof ^ ProofNumbers::UNKNOWN.proof) << 32
            | u64::from(self.disproof ^ ProofNumbers::UNKNOWN.disproof)
    }

    fn unpack(packed: u64) -> ProofNumbers {
        ProofNumbers {
            proof: (packed >> 32) as u32 ^ ProofNumbers::UNKNOWN.proof,
            disproof: packed as u32 ^ ProofNumbers::UNKNOWN.disproof,
        }
    }
}

/// A set-associative table of proof numbers by position.
#[derive(Debug)]
pub(crate) struct ProofNumberTable {
    entries: Box<[Entry]>,
}

/// Entries in a bucket.
const WAYS: usize = 4;

impl ProofNumberTable {
    pub(crate) const ENTRY_BYTES: u64 = size_of::<Entry>() as u64;

    pub(crate) fn new(bits: u32) -> ProofNumberTable {
        ProofNumberTable {
            entries: zeroed_table(1 << bits.max(2)),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.fill([0; 2]);
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let first = key as usize & (self.entries.len() - 1) & !(WAYS - 1);
        first..first + WAYS
    }

    /// The numbers of a position, if they are stored.
    pub(crate) fn get(&self, key: u64) -> Option<ProofNumbers> {
        self.entries[self.bucket(key)]
            .iter()
            .find(|entry| entry[0] == key)
            .map(|entry| ProofNumbers::unpack(entry[1]))
    }

    /// Stores the numbers, replacing the least valuable entry of a full bucket, and returns them.
    pub(crate) fn put(&mut self, key: u64, numbers: ProofNumbers) -> ProofNumbers {
        let range = self.bucket(key);
        let bucket = &mut self.entries[range];
        let way = match bucket.iter().position(|entry| entry[0] == key) {
            Some(way) => way,
            None => (0..WAYS)
                .min_by_key(|&way| replacement_value(bucket[way]))
                .unwrap_or(0),
        };
        bucket[way] = [key, numbers.pack()];
        numbers
    }
}

/// What replacing an entry would lose: small numbers took little search, a proof took much.
fn replacement_value([key, packed]: Entry) -> u64 {
    let numbers = ProofNumbers::unpack(packed);
    if key == 0 {
        0
    } else if numbers.is_proven() {
        u64::MAX
    } else {
        1 + u64::from(numbers.proof.min(MAX_SUM)) + u64::from(numbers.disproof.min(MAX_SUM))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers { proof, disproof }
    }

    #[test]
    fn an_or_node_needs_one_proven_child_and_an_and_node_all() {
        let children = [numbers(3, 5), numbers(2, 7), ProofNumbers::DISPROVEN];
        assert_eq!(
            ProofNumbers::combine(&children, true),
            (numbers(2, 12), 1, 3)
        );
        let children = [numbers(3, 5), numbers(2, 7), ProofNumbers::PROVEN];
        assert_eq!(
            ProofNumbers::combine(&children, false),
            (numbers(5, 5), 0, 7)
        );
        assert!(ProofNumbers::combine(&children, true).0.is_proven());
        let lost = [ProofNumbers::DISPROVEN, ProofNumbers::DISPROVEN];
        assert!(ProofNumbers::combine(&lost, true).0.is_disproven());
        assert!(
            ProofNumbers::combine(&[ProofNumbers::PROVEN; 3], false)
                .0
                .is_proven()
        );
    }

    #[test]
    fn proven_entries_are_replaced_last() {
        let mut table = ProofNumberTable::new(2);
        table.put(4, ProofNumbers::PROVEN);
        for key in (8..400).step_by(4) {
            table.put(key, numbers(key as u32, 1));
        }
        assert!(table.get(4).unwrap().is_proven());
        assert_eq!(table.get(396), Some(numbers(396, 1)));
    }
}
