//! Quiescence search: the value of a leaf is a win by continuous fours, or the static evaluation.

use crate::leaf_vcf::LeafVcf;
use crate::score::{Score, mate_in};
use crate::search::TtHit;
use crate::technique::Technique;
use crate::transposition::{TtBound, TtEntry};
use crate::window::Window;
use crate::worker::Worker;

impl Worker<'_> {
    /// The score of a leaf, in which the opponent has no four.
    pub(crate) fn qsearch(&mut self, window: Window, ply: usize) -> Score {
        // 1. Transposition table.
        let key = self.state.board().key();
        if let Some(TtHit { entry, score }) = self.probe_tt(key, ply)
            && entry.bound.decides(score, window.beta)
        {
            return score;
        }

        // 2. Stand pat.
        let eval = self.evaluate();
        if eval >= window.beta {
            return eval;
        }

        // 3. Leaf VCF. `leaf-vcf`: +24 ± 54 by the clock.
        let (score, bound) = match self.leaf_vcf() {
            Some(plies) => (mate_in(ply + plies), TtBound::Lower),
            None => (eval, TtBound::Upper),
        };

        // 4. Store the result.
        let entry = TtEntry {
            score,
            eval,
            best: None,
            depth: 0,
            bound,
            tt_pv: false,
        };
        self.store_tt(key, ply, entry);
        score
    }

    /// The length in plies of a win by continuous fours, if a small search finds one.
    fn leaf_vcf(&mut self) -> Option<usize> {
        if !self.techniques.has(Technique::LeafVcf) {
            return None;
        }
        let max_nodes = self.search_params.params.leaf_vcf_nodes;
        let mut vcf = LeafVcf::new(self.state.position_mut(), max_nodes);
        let win = vcf.search();
        self.nodes += u64::from(vcf.nodes());
        win
    }
}
