//! What the engine can be told: strength and memory, and every number of the search that games have tuned.
//!
//! The numbers of the search are those of `tengen tune search --nodes 8000 --seed 3` after 6,416 pairs, which began from numbers tuned
//! with fewer nodes and set by hand: +67 ± 38 Elo at 15,000 nodes a move and +94 ± 44 at 50,000; docs/strength.md has the other
//! rules. They were tuned beside nine techniques that have been taken out since. `leaf_vcf_nodes` is that of the tuning before, because
//! nodes do not judge it; `history_bonus` was not tuned.

use gomoku::Neighborhood;
use gomoku::params;
use gomoku::params::{Param, ParamError, Params};

use crate::technique::Techniques;

params! {
    /// What the engine can be told. Depths are in sixteenths of a ply, margins in points of score (200 is a win rate of 73 %).
    pub struct EngineParams {
        /// Strength from 1 to 10; 10 is all there is.
        level: int = 10, 1..=10, step 1;
        /// Megabytes of memory for the table when nothing else limits it.
        hash: int = 64, 1..=65536, step 16;
        /// Seconds per move when nothing else ends the search.
        seconds: real = 2.0, 0.01..=3600.0, step 0.5;
        /// Techniques to switch off, joined by a plus sign, such as razoring+reverse-futility; for experiments.
        without: text = "";
        /// How far from the stones moves are looked at.
        near: choice = "square2-line3", ["square2", "square2-line3", "square3", "square3-line4", "square4", "full"];
        /// A file with the numbers of the evaluation; the shipped ones when empty.
        weights: text = "";
        /// Half the first window around the last iteration's score.
        aspiration: int = 44, 2..=400, step 4;
        /// Positions that the look for fours at a leaf may visit.
        leaf_vcf_nodes: int = 36, 0..=2000, step 16;
        /// Below this depth a bad score is answered by the look for fours alone.
        razoring_depth: int = 69, 0..=160, step 8;
        /// How far below the window a score must be for that, at depth zero.
        razoring_base: int = 144, 0..=600, step 10;
        /// How much further for each ply.
        razoring_slope: int = 156, 0..=600, step 10;
        /// Up to this depth a score far above the window ends the search of a position.
        reverse_futility_depth: int = 275, 0..=400, step 16;
        /// How far above it must be for each ply.
        reverse_futility_slope: int = 85, 5..=400, step 5;
        /// Moves looked at before the rest is left out, in tenths.
        lmp_base: int = 29, 5..=400, step 5;
        /// How many more for the depth in plies to the power of 1.3, in tenths.
        lmp_slope: int = 21, 0..=100, step 1;
        /// What part of them is looked at where the position does not improve, in hundredths.
        lmp_not_improving: int = 35, 10..=100, step 5;
        /// How many times as many where the enemy threatens to win, in hundredths; 0 for all.
        lmp_threatened: int = 110, 0..=400, step 10;
        /// Reduction of late moves, in hundredths of ln depth × ln number.
        lmr_factor: int = 59, 0..=200, step 5;
        /// How much history counts against the reduction: its divisor.
        lmr_history: int = 296, 100..=10000, step 50;
        /// How much less moves that threaten are reduced.
        lmr_threat: int = 24, 0..=64, step 2;
        /// How much more moves are reduced where a cut is expected.
        lmr_cut_node: int = 3, 0..=64, step 2;
        /// How much less moves are reduced in the principal line.
        lmr_pv: int = 10, 0..=64, step 2;
        /// How much more moves are reduced where the position does not improve.
        lmr_not_improving: int = 2, 0..=48, step 2;
        /// Extension of the answer to a four.
        forced_extension: int = 20, 0..=24, step 1;
        /// From this depth the table's move is checked for being the only one.
        singular_depth: int = 66, 48..=400, step 8;
        /// How far below the table's score all others must be, for each ply.
        singular_margin: int = 6, 0..=20, step 1;
        /// What a good move gains in the history, in hundredths.
        history_bonus: int = 100, 10..=1000, step 10;
        /// Divisor of history in the ordering of moves.
        history_divisor: int = 92, 8..=1000, step 8;
        /// Bonus of the move that answered the same move before.
        countermove_bonus: int = 32, 0..=400, step 5;
    }
}

impl EngineParams {
    /// Do the texts among the values mean anything?
    ///
    /// # Errors
    /// When a technique is unknown.
    pub fn check(&self) -> Result<(), ParamError> {
        self.techniques().map(|_| ())
    }

    /// The techniques in use.
    ///
    /// # Errors
    /// When one that is to be switched off is unknown.
    pub fn techniques(&self) -> Result<Techniques, ParamError> {
        Techniques::without(&self.without).map_err(|name| ParamError::Value {
            name: without().name,
            value: name,
            expected: format!(
                "one of {}",
                Techniques::names().collect::<Vec<_>>().join(", ")
            ),
        })
    }

    /// How far from the stones moves are looked at.
    pub fn neighborhood(&self) -> Neighborhood {
        match self.near {
            "square2" => Neighborhood::Square2,
            "square3" => Neighborhood::Square3,
            "square3-line4" => Neighborhood::Square3Line4,
            "square4" => Neighborhood::Square4,
            "full" => Neighborhood::Full,
            _ => Neighborhood::Square2Line3,
        }
    }
}

fn without() -> &'static Param {
    EngineParams::TABLE
        .iter()
        .find(|param| param.name == "without")
        .expect("the table has it")
}
