//! The parameters of the engine: strength, memory, and every number of the search that was tuned by games.
//!
//! The search numbers come from `tengen tune search --nodes 8000 --seed 3` after 6,416 pairs: +67 ± 38 Elo over their start at
//! 15,000 nodes a move, +94 ± 44 at 50,000; docs/strength.md has the other rules. Nine techniques that were tuned beside them have
//! been removed since. `leaf_vcf_nodes` is older, because node-limited games misprice it; `history_bonus` was not tuned.

use gomoku::Neighborhood;
use gomoku::params;
use gomoku::params::{Param, ParamError, Params};

use crate::technique::Techniques;

params! {
    /// Parameters of the engine. Depths are in sixteenths of a ply, margins in points of score (200 is a win rate of 73 %).
    pub struct EngineParams {
        /// Strength from 1 to 10; 10 is full strength.
        level: i32 = 10, 1..=10, step 1;
        /// Transposition table in megabytes; a memory limit may reduce it.
        hash: u64 = 64, 1..=65536, step 16;
        /// Seconds per move when no other limit is given.
        seconds: real = 2.0, 0.01..=3600.0, step 0.5;
        /// Techniques to switch off, joined by a plus sign, such as razoring+reverse-futility; for experiments.
        without: text = "";
        /// Candidate moves: how far from the stones.
        neighborhood: choice = "square2-line3", ["square2", "square2-line3", "square3", "square3-line4", "square4", "full"];
        /// Evaluation: the classic pattern network, the line network where one is shipped for the rule, or the stronger of the two.
        eval: choice = "auto", ["auto", "classic", "network"];
        /// Weights file of the evaluation, of either kind; the shipped weights when empty.
        weights: text = "";
        /// Half width of the first aspiration window.
        aspiration: i32 = 44, 2..=400, step 4;
        /// Node limit of the VCF search at a leaf.
        leaf_vcf_nodes: u32 = 36, 0..=2000, step 16;
        /// Razoring: below this depth.
        razoring_depth: i32 = 69, 0..=160, step 8;
        /// Razoring: margin at depth zero.
        razoring_base: i32 = 144, 0..=600, step 10;
        /// Razoring: margin per ply.
        razoring_slope: i32 = 156, 0..=600, step 10;
        /// Reverse futility pruning: up to this depth.
        reverse_futility_depth: i32 = 275, 0..=400, step 16;
        /// Reverse futility pruning: margin per ply.
        reverse_futility_slope: i32 = 85, 5..=400, step 5;
        /// Late move pruning: moves at depth zero, in tenths.
        lmp_base: i32 = 29, 5..=400, step 5;
        /// Late move pruning: more moves per (depth in plies)^1.3, in tenths.
        lmp_slope: i32 = 21, 0..=100, step 1;
        /// Late move pruning: share of the moves where the position does not improve, in percent.
        lmp_not_improving: i32 = 35, 10..=100, step 5;
        /// Late move pruning: share of the moves where the opponent threatens to win, in percent; 0 for no pruning.
        lmp_threatened: usize = 110, 0..=400, step 10;
        /// Late move reduction: factor of ln(depth) × ln(move count), in percent.
        lmr_factor: i32 = 59, 0..=200, step 5;
        /// Late move reduction: divisor of the history score.
        lmr_history: i32 = 296, 100..=10000, step 50;
        /// Late move reduction: less for moves that make a three or more.
        lmr_threat: i32 = 24, 0..=64, step 2;
        /// Late move reduction: more in cut nodes.
        lmr_cut_node: i32 = 3, 0..=64, step 2;
        /// Late move reduction: less in nodes that are or were in the principal variation.
        lmr_pv: i32 = 10, 0..=64, step 2;
        /// Late move reduction: more where the position does not improve.
        lmr_not_improving: i32 = 2, 0..=48, step 2;
        /// Extension of the block of a four.
        forced_extension: i32 = 20, 0..=24, step 1;
        /// Singular extension: from this depth.
        singular_depth: i32 = 66, 48..=400, step 8;
        /// Singular extension: margin per ply below the TT score.
        singular_margin: i32 = 6, 0..=20, step 1;
        /// History: bonus of a move that fails high, in percent.
        history_bonus: i32 = 100, 10..=1000, step 10;
        /// Move ordering: divisor of the history score.
        history_divisor: i32 = 92, 8..=1000, step 8;
        /// Move ordering: bonus of the countermove.
        countermove_bonus: i32 = 32, 0..=400, step 5;
    }
}

impl EngineParams {
    /// Checks what the parameter table cannot: the names of techniques.
    ///
    /// # Errors
    /// When a technique is unknown.
    pub fn check(&self) -> Result<(), ParamError> {
        self.techniques().map(|_| ())
    }

    /// The techniques in use.
    ///
    /// # Errors
    /// When a technique to be switched off is unknown.
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

    /// Which points near the stones are candidate moves.
    pub fn neighborhood(&self) -> Neighborhood {
        match self.neighborhood {
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
        .expect("the parameter table lists it")
}
