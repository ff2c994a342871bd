//! New Heuristic (Liao 2019, chapter 3): alpha-beta over few candidates, the most probable first, and the best path.
//!
//! ```text
//! alpha-beta to depth 8, static evaluation by Algorithm 3, candidates sorted by probability, about 15 per node
//! ```
//!
//! - Candidate selection (section 3.1): the empty points within `range` of a stone, each with a probability
//!   ([`candidates`]). The number of candidates follows from chapter 5: "close to 2.5 billion possibilities" at depth 8 is
//!   15^8. A five is made or blocked at once.
//! - Best path (section 3.2): the principal variation is kept, and "next time when we recall the algorithm, it can refer to
//!   the best path to exclude potential candidates". While the game follows the path, the position has been searched
//!   before, two plies less deep: every candidate but the path's move was found no better there. Those are excluded. The one
//!   that is left is searched to the full depth, which continues the path. `best_path=order` excludes nothing and searches
//!   the path's move first. Section 1.2.4 likens the store to a hash table, so there is a transposition table too.
//! - Database (sections 1.2.4 and 5): evaluations that outlive the player ([`evaluation_store`]); the report only plans it.
//! - Opening book (section 2.2.2): 57 openings ([`opening_book`]).
//!
//! The report says that optimized candidates change the amount of computation and not the moves (section 4.2). That holds
//! for sorting, as a test checks; truncating the list can change the move.
//!
//! Not in the report: killer moves, the TT move first, and null-window searches. They do not change scores.

pub mod candidates;
pub mod evaluation_store;
mod search;

use std::sync::Arc;

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Budget, Candidate, Limits, Player, PlayerError, Point, SearchControl, SearchResult,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game_tree::iterative_deepening::{depth_limit, iterative_deepening};
use crate::game_tree::score::mate_from_score;
use crate::game_tree::transposition_table::TranspositionTable;
use crate::liao_2019::opening_book;
use candidates::CandidateSelection;
use evaluation_store::{EvaluationStore, StoreView};
use search::CandidateSearch;

params! {
    /// Parameters of New Heuristic.
    pub struct NewHeuristicParams {
        /// Search depth in plies.
        depth: int = 8, 1..=20, step 1;
        /// Sort the candidates by probability and keep the best of them.
        optimized: flag = true;
        /// Largest distance of a candidate from a stone.
        range: int = 2, 1..=2, step 1;
        /// Candidates per node if optimized; 0 for all.
        max_candidates: int = 15, 0..=400, step 1;
        /// What the best path of the last search does: exclude other candidates, go first, or nothing.
        best_path: choice = "exclude", ["exclude", "order", "off"];
        /// Play the first moves from the book of 57 openings.
        book: flag = true;
        /// File of evaluations that is read and extended; empty for none. Not over the network.
        database: text = "";
        /// Megabytes for the transposition table.
        memory: int = 16, 1..=4096, step 16;
    }
}

/// What the search takes beside its table.
const OTHER_MEMORY: u64 = 2 << 20;

/// Alpha-beta over the most probable candidates.
#[derive(Debug)]
pub struct NewHeuristic {
    params: NewHeuristicParams,
    rng: Xoshiro256PlusPlus,
    tt: TranspositionTable,
    /// The board of the last search and the best path from there.
    best_path: Option<(Board, Vec<Point>)>,
    store: Option<Arc<dyn EvaluationStore>>,
    evaluations: u64,
}

impl NewHeuristic {
    /// The seed chooses among book moves; the search is deterministic.
    pub fn new(params: NewHeuristicParams, seed: u64) -> NewHeuristic {
        NewHeuristic {
            tt: TranspositionTable::default(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            params,
            best_path: None,
            store: None,
            evaluations: 0,
        }
    }

    /// The player with a database of evaluations.
    #[must_use]
    pub fn with_store(mut self, store: Arc<dyn EvaluationStore>) -> NewHeuristic {
        self.store = Some(store);
        self
    }

    /// Static evaluations of the last search: the report's computation number.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The next move of the best path, if the game has followed it.
    fn predicted_move(&mut self, board: &Board) -> Option<Point> {
        let (mut expected, path) = self.best_path.take()?;
        for point in path {
            if expected == *board {
                return Some(point);
            }
            if !expected.is_empty(point) {
                return None;
            }
            expected.push(point);
        }
        None
    }

    fn selection(&self) -> CandidateSelection {
        CandidateSelection {
            range: self.params.range as u8,
            max_candidates: match self.params.max_candidates {
                0 => usize::MAX,
                count => count as usize,
            },
            optimized: self.params.optimized,
        }
    }
}

impl Player for NewHeuristic {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        self.evaluations = 0;
        let selection = self.selection();
        let allowed = candidate_moves(board, limits, selection.neighborhood());
        if self.params.book
            && let Some(point) = opening_book::book_move(board, &allowed, &mut self.rng)
        {
            return Ok(SearchResult {
                time: control.elapsed(),
                ..SearchResult::new(point)
            });
        }
        let depth = depth_limit(limits, self.params.depth);
        let stored = self.store.clone();
        let store = stored
            .as_deref()
            .map(|store| StoreView::new(store, selection));
        let predicted = self.predicted_move(board);
        let answer = store.and_then(|store| store.answer(board.key(), depth));
        if let Some(answer) = answer.filter(|&(point, _)| allowed.contains(point)) {
            return Ok(stored_result(answer, depth, control));
        }
        let keeps_path = self.params.best_path != "off";
        if !keeps_path {
            self.tt.clear();
        }
        let memory = limits.memory.unwrap_or(u64::MAX);
        let memory = memory.saturating_sub(OTHER_MEMORY);
        self.tt
            .resize(memory.min((self.params.memory as u64) << 20));
        let mut search = CandidateSearch::new(board, selection, &mut self.tt, store);
        let root_moves = search.root_moves(&allowed, predicted);
        let mut moves: Vec<Point> = root_moves.iter().map(|&(point, _)| point).collect();
        let is_forced = moves.len() == 1;
        if self.params.best_path == "exclude" && Some(moves[0]) == predicted {
            moves.truncate(1);
        }
        let budget = Budget::for_move(limits, control);
        let mut result = if is_forced {
            SearchResult::new(moves[0])
        } else {
            iterative_deepening(moves[0], depth, budget, |depth, budget| {
                search.search_root(&moves, depth, budget)
            })
        };
        self.evaluations = search.evaluations();
        if let Some(store) = store {
            let is_complete = result.depth == depth || result.mate.is_some();
            if is_complete && limits.excluded.is_empty() {
                let score = result.score.unwrap_or_default() as i32;
                store.put_answer(board.key(), depth, (result.best_move, score));
            }
            store.flush();
        }
        add_probabilities(&mut result, &root_moves);
        if keeps_path {
            self.best_path = Some((board.clone(), result.pv.clone()));
        }
        Ok(result)
    }

    fn new_game(&mut self) {
        self.best_path = None;
        self.tt.clear();
    }
}

/// The result of an earlier search, from the database.
fn stored_result(
    (point, score): (Point, i32),
    depth: u32,
    control: &SearchControl<'_>,
) -> SearchResult {
    SearchResult {
        score: Some(f64::from(score)),
        mate: mate_from_score(score),
        depth,
        time: control.elapsed(),
        ..SearchResult::new(point)
    }
}

/// Reports the probabilities of the root moves as priors.
fn add_probabilities(result: &mut SearchResult, root_moves: &[(Point, f64)]) {
    for &(point, probability) in root_moves {
        match result
            .candidates
            .iter_mut()
            .find(|candidate| candidate.point == point)
        {
            Some(candidate) => candidate.prior = Some(probability),
            None => result.candidates.push(Candidate {
                prior: Some(probability),
                ..Candidate::new(point)
            }),
        }
    }
}
