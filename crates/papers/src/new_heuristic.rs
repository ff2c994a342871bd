//! Liao's New Heuristic (2019, chapter 3): alpha-beta over few candidates, the most probable first.
//!
//! - Candidates are the empty points within `range` of a stone, each with a probability (see [`candidates`]); with
//!   `optimized` they are sorted by it and cut at `cap`, about fifteen by the report's count of work at depth 8 (15^8).
//! - The search is alpha-beta to depth 8 with the value of the shapes; a five is made, or stopped, at once.
//! - The best path is kept. If the other side plays as predicted, the predicted answer is searched first; the report
//!   likens the store to a hash table by position, so there is a table whose best move is tried first as well.
//! - A book of 57 openings answers the first moves (see [`opening_book`]).
//!
//! The report says that `optimized` saves work without changing a move. That is exact for the sorting, and a test holds
//! it to that; the cut can change moves.
//!
//! The order within the fifteen moves is free, as it does not change values: the table's move and moves that have cut
//! off elsewhere go first, and windows without width are tried before full ones. The report speaks of none of these.

pub mod candidates;
mod search;
mod table;

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Budget, Candidate, Limits, Player, PlayerError, Point, SearchControl, SearchResult,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::iterative_deepening::{depth_limit, iterative_deepening};
use crate::opening_book;
use candidates::CandidateRule;
use search::Search;
use table::Table;

params! {
    /// What the New Heuristic player can be told.
    pub struct NewHeuristicParams {
        /// Plies to look ahead.
        depth: int = 8, 1..=20, step 1;
        /// Sort the candidates by probability and cut them at the cap.
        optimized: flag = true;
        /// How far from a stone a candidate may lie.
        range: int = 2, 1..=2, step 1;
        /// Candidates per position; 0 for all.
        cap: int = 15, 0..=400, step 1;
        /// Keep the best path and the table from move to move.
        best_path: flag = true;
        /// Answer the first moves from the book of 57 openings.
        book: flag = true;
        /// Megabytes for the table of positions.
        table: int = 16, 1..=4096, step 16;
    }
}

/// Alpha-beta over probable moves.
#[derive(Debug)]
pub struct NewHeuristic {
    params: NewHeuristicParams,
    rng: Xoshiro256PlusPlus,
    table: Table,
    /// The game as it was at the last answer, and the path that was expected from there.
    expected: Option<(Board, Vec<Point>)>,
    evaluations: u64,
}

impl NewHeuristic {
    /// The seed decides between the book's moves; the search draws nothing by lot.
    pub fn new(params: NewHeuristicParams, seed: u64) -> NewHeuristic {
        NewHeuristic {
            table: Table::new((params.table as usize) << 20),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            params,
            expected: None,
            evaluations: 0,
        }
    }

    /// Static evaluations made for the last move: the report's count of computations.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// What is left of the best path, if the game went along it.
    fn rest_of_path(&mut self, board: &Board) -> Vec<Point> {
        let Some((mut old, path)) = self.expected.take() else {
            return Vec::new();
        };
        for (played, &point) in path.iter().enumerate() {
            if old == *board {
                return path[played..].to_vec();
            }
            if !old.is_empty(point) {
                break;
            }
            old.push(point);
        }
        Vec::new()
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
        let rule = CandidateRule {
            range: self.params.range as u8,
            cap: match self.params.cap {
                0 => usize::MAX,
                cap => cap as usize,
            },
            optimized: self.params.optimized,
        };
        let allowed = candidate_moves(board, limits, rule.neighborhood());
        if self.params.book
            && let Some(point) = opening_book::reply(board, &allowed, &mut self.rng)
        {
            return Ok(SearchResult {
                time: control.elapsed(),
                ..SearchResult::new(point)
            });
        }
        let path = self.rest_of_path(board);
        if !self.params.best_path {
            self.table.clear();
        }
        let mut search = Search::new(board, rule, &mut self.table);
        let probable = search.root_moves(&allowed, path.first().copied());
        let moves: Vec<Point> = probable.iter().map(|&(point, _)| point).collect();
        let depth = depth_limit(limits, self.params.depth);
        let budget = Budget::for_move(limits, control);
        let mut result = if let [only] = moves[..] {
            SearchResult::new(only)
        } else {
            iterative_deepening(moves[0], depth, budget, |depth, budget| {
                search.root(&moves, depth, budget)
            })
        };
        self.evaluations = search.evaluations();
        for &(point, probability) in &probable {
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
        if self.params.best_path {
            self.expected = Some((board.clone(), result.pv.clone()));
        }
        Ok(result)
    }

    fn new_game(&mut self) {
        self.expected = None;
        self.table.clear();
    }
}
