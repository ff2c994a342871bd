//! The engine's evaluation network: a small NNUE on pattern codes, one set of weights per rule.
//!
//! ```text
//! accumulator(color) = Σ over empty points of embedding(color, pattern code)     8 integers
//! score = head(own accumulator, opponent's accumulator) + threats[threat mask]
//! ```
//!
//! A [pattern code](pattern_code) says what a stone on a point would make in all four directions. A move changes the
//! codes of at most forty points, so the engine updates the accumulators incrementally; [`head`] holds the dense layers,
//! and a [threat mask](mod@threat_mask) says which threats exist on the board. Two more tables by pattern code score moves
//! for ordering. [`file`](mod@file) is the file format.

pub mod file;
pub mod head;
pub mod pattern_code;
pub mod threat_mask;

use std::sync::{Arc, LazyLock};

use gomoku::{Color, Rule};

pub use file::{SideWeights, from_bytes, to_bytes};
pub use head::{ACCUMULATOR_SIZE, Accumulator, Head, update};
use pattern_code::PACKED_LINES;
pub use threat_mask::threat_mask;

/// The weights of one rule, laid out for inference: black's tables, then white's.
#[derive(Debug)]
pub struct Weights {
    embeddings: [Box<[Accumulator; PACKED_LINES]>; 2],
    heads: [Head; 2],
    threats: [Vec<i16>; 2],
    attack: [Box<[i16; PACKED_LINES]>; 2],
    defense: [Box<[i16; PACKED_LINES]>; 2],
    checksum: u32,
}

impl Weights {
    /// The shipped weights of a rule.
    pub fn of(rule: Rule) -> Arc<Weights> {
        static SHIPPED: [LazyLock<Arc<Weights>>; 5] = [
            LazyLock::new(|| shipped(Rule::Freestyle)),
            LazyLock::new(|| shipped(Rule::Standard)),
            LazyLock::new(|| shipped(Rule::Renju)),
            LazyLock::new(|| shipped(Rule::Caro)),
            LazyLock::new(|| shipped(Rule::CaroExact)),
        ];
        let index = Rule::ALL.iter().position(|&one| one == rule);
        SHIPPED[index.expect("every rule is in the list")].clone()
    }

    /// Lays out the weights of black and white.
    pub fn new(sides: &[SideWeights; 2]) -> Weights {
        let [black, white] = sides;
        let expand = |values: fn(&SideWeights) -> &[i16]| {
            [black, white].map(|side| pattern_code::expand(values(side)))
        };
        Weights {
            embeddings: [black, white].map(|side| pattern_code::expand(&side.embeddings)),
            heads: [black, white].map(|side| side.head.clone()),
            threats: [black, white].map(|side| side.threats.clone()),
            attack: expand(|side| &side.attack),
            defense: expand(|side| &side.defense),
            checksum: file::checksum_of(sides),
        }
    }

    /// The checksum that their file ends with: it tells one set of weights from another.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The embeddings for black and white of an empty point with these [lines](gomoku::Patterns::both_lines).
    #[inline]
    pub fn embeddings(&self, lines: u32) -> [&Accumulator; 2] {
        let [black, white] = &self.embeddings;
        [
            &black[(lines & 0xffff) as usize],
            &white[(lines >> 16) as usize],
        ]
    }

    /// The static evaluation for the side to move.
    #[inline]
    pub fn score(&self, side: Color, accumulators: &[Accumulator; 2], threat_mask: usize) -> i32 {
        let (own, opponent) = (&accumulators[side.index()], &accumulators[(!side).index()]);
        let threats = i32::from(self.threats[side.index()][threat_mask]);
        self.heads[side.index()].score(own, opponent) + threats
    }

    /// Move-ordering score of a move of this side on a point with these lines.
    #[inline]
    pub fn move_score(&self, side: Color, lines: u32) -> i32 {
        let (black, white) = ((lines & 0xffff) as usize, (lines >> 16) as usize);
        let (own, opponent) = match side {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        i32::from(self.attack[side.index()][own]) + i32::from(self.defense[side.index()][opponent])
    }
}

/// Reads the shipped weights of a rule. The two caro rules share theirs.
fn shipped(rule: Rule) -> Arc<Weights> {
    let (rule, bytes): (Rule, &[u8]) = match rule {
        Rule::Freestyle => (
            rule,
            include_bytes!("../../../weights/engine-freestyle.weights"),
        ),
        Rule::Standard => (
            rule,
            include_bytes!("../../../weights/engine-standard.weights"),
        ),
        Rule::Renju => (
            rule,
            include_bytes!("../../../weights/engine-renju.weights"),
        ),
        Rule::Caro | Rule::CaroExact => (
            Rule::Caro,
            include_bytes!("../../../weights/engine-caro.weights"),
        ),
    };
    let sides = from_bytes(rule, bytes).expect("a test reads every shipped file");
    Arc::new(Weights::new(&sides))
}
