//! The final player of Zhang, Li and Huang: minimax over classed candidates, and a search for forced kills.
//!
//! - Every square has a score for both sides from the [score dictionary](crate::score_dictionary), kept in step.
//! - Candidates are classed by the larger score, five before four before three before two ([`candidates`]).
//! - Minimax with pruning: depth 5 as black and 6 as white, two less while four stones or fewer are on the board; ten
//!   moves per inner node. With four candidates or fewer at the root it goes two plies deeper at half the width, with
//!   eight or more two plies less deep and two moves wider. A leaf is worth the best own stone less the best enemy stone.
//! - VCX ([`kill`]): victory by continuous fours (VCF), then by continuous threes as well (VCT), with iterative deepening
//!   1, 3, 5, ... 15. Once a kill has been found, every later move of the game tries it first.
//!
//! The report tries VCX before anything else, its program after minimax; `order` chooses. The program's times, nine
//! seconds for minimax and eleven in all, are kept as shares of whatever time there is. A node of minimax that runs out of
//! time returns 0.5 there; here the depth before it answers.
//!
//! Left out: caches of scores and lists by position (with keys in step they would be slower than computing), and what the
//! program has switched off: star spread, fuzzy comparison and the extension of fours.

pub mod candidates;
mod field;
pub mod kill;
mod minimax;

use std::time::Duration;

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Budget, Color, Limits, Neighborhood, Player, PlayerError, Point, PointSet,
    SearchControl, SearchResult,
};

use crate::iterative_deepening::iterative_deepening;
use crate::score_dictionary::line_scorer::Scoring;
use candidates::{Candidates, Kind};
use field::Field;
use kill::{Kill, KillTable};
use minimax::Minimax;

params! {
    /// What the VCX player can be told.
    pub struct VcxParams {
        /// Plies of minimax; 0 for 5 as black and 6 as white.
        depth: int = 0, 0..=12, step 1;
        /// Fit depth and width to the number of candidates at the root.
        adapt: flag = true;
        /// Candidates per position.
        count: int = 15, 1..=100, step 1;
        /// Of those, how many an inner node looks at.
        spread: int = 10, 1..=100, step 1;
        /// How much the enemy's best stone counts in a leaf.
        attack_rate: real = 1.0, 0.0..=4.0, step 0.1;
        /// Search for kills by fours.
        vcf: flag = true;
        /// Search for kills by threes too.
        vct: flag = true;
        /// Plies of the longest kill.
        kill_depth: int = 15, 1..=31, step 2;
        /// Positions that the search for a kill may visit; our limit, so that it ends alike on every machine.
        kill_nodes: int = 200000, 100..=1000000000, step 10000;
        /// What comes first: the search for a kill, as the report says, or minimax, as its program does.
        order: choice = "vcx", ["vcx", "minimax"];
        /// Seconds per move when nothing else ends the search.
        seconds: real = 11.0, 0.01..=3600.0, step 1.0;
        /// The authors' score dictionary, or the one that sees two fours in a line.
        dictionary: choice = "authors", ["authors", "fixed"];
    }
}

/// Of eleven seconds minimax gets nine and VCX two.
const KILL_SHARE: (u32, u32) = (2, 11);

/// Minimax with VCF and VCT.
#[derive(Debug)]
pub struct VcxPlayer {
    params: VcxParams,
    table: KillTable,
    /// A kill has been found in this game.
    killing: bool,
}

impl VcxPlayer {
    /// A player without a game. Nothing in it is drawn by lot, so it takes no seed.
    pub fn new(params: VcxParams) -> VcxPlayer {
        VcxPlayer {
            params,
            table: KillTable::new(),
            killing: false,
        }
    }

    /// A move that begins a kill.
    fn kill(
        &mut self,
        field: &mut Field,
        allowed: &PointSet,
        budget: &mut Budget<'_>,
    ) -> Option<Kill> {
        let kinds = [
            (self.params.vcf, kill::Kind::Fours),
            (self.params.vct, kill::Kind::Threes),
        ];
        kinds
            .into_iter()
            .filter(|&(is_on, _)| is_on)
            .find_map(|(_, kind)| {
                let deepest = self.params.kill_depth as u32;
                kill::find(field, allowed, kind, deepest, &mut self.table, budget)
            })
    }

    /// Depth and width of minimax for a position with this many candidates.
    fn depth_and_width(&self, board: &Board, limits: &Limits, candidates: usize) -> (u32, usize) {
        let mut depth = match self.params.depth {
            0 if board.side_to_move() == Color::Black => 5,
            0 => 6,
            depth => depth as u32,
        };
        let mut width = self.params.spread as usize;
        if self.params.depth == 0 && board.stone_count() <= 4 {
            depth -= 2;
        }
        if self.params.adapt && candidates <= 4 {
            depth += 2;
            width = width.div_ceil(2);
        } else if self.params.adapt && candidates >= 8 {
            depth = depth.saturating_sub(2);
            width += 2;
        }
        (
            limits.depth.map_or(depth, |limit| limit.min(depth)).max(1),
            width,
        )
    }

    fn minimax(
        &self,
        field: &mut Field,
        root: &[Point],
        limits: &Limits,
        budget: Budget<'_>,
    ) -> SearchResult {
        let (depth, width) = self.depth_and_width(field.board(), limits, root.len());
        let mut minimax = Minimax::new(
            field,
            Candidates {
                count: self.params.count as usize,
                kind: Kind::All,
            },
            width,
            self.params.attack_rate,
        );
        iterative_deepening(root[0], depth, budget, |depth, budget| {
            minimax.root(root, depth, budget)
        })
    }
}

impl Player for VcxPlayer {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let scoring = match self.params.dictionary {
            "fixed" => Scoring::Fixed,
            _ => Scoring::Authors,
        };
        let mut field = Field::new(board, scoring);
        let allowed = candidate_moves(board, limits, Neighborhood::Square2);
        let rule = Candidates {
            count: self.params.count as usize,
            kind: Kind::All,
        };
        let root = rule.at_root(&field, &allowed);
        if let [only] = root[..] {
            return Ok(SearchResult {
                time: control.elapsed(),
                ..SearchResult::new(only)
            });
        }
        let time = match limits.move_time() {
            None if limits.nodes.is_none() => Some(Duration::from_secs_f64(self.params.seconds)),
            time => time,
        };
        let (part, whole) = KILL_SHARE;
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let kill_nodes =
            (nodes / u64::from(whole) * u64::from(part)).min(self.params.kill_nodes as u64);
        let kill_first = self.params.order == "vcx" || self.killing;
        let kill_time = time.map(|time| {
            if kill_first {
                time * part / whole
            } else {
                time
            }
        });
        let minimax_time = time.map(|time| {
            if kill_first {
                time
            } else {
                time * (whole - part) / whole
            }
        });

        let mut result = None;
        if !kill_first {
            let budget = Budget::for_phase(minimax_time, nodes - kill_nodes, control);
            result = Some(self.minimax(&mut field, &root, limits, budget));
        }
        let mut budget = Budget::for_phase(kill_time, kill_nodes, control);
        if let Some(kill) = self.kill(&mut field, &allowed, &mut budget) {
            self.killing = true;
            return Ok(SearchResult {
                depth: kill.depth,
                selective_depth: kill.depth,
                nodes: budget.nodes() + result.map_or(0, |result| result.nodes),
                time: control.elapsed(),
                ..SearchResult::new(kill.point)
            });
        }
        let mut result = result.unwrap_or_else(|| {
            let budget = Budget::for_phase(minimax_time, nodes - kill_nodes, control);
            self.minimax(&mut field, &root, limits, budget)
        });
        result.nodes += budget.nodes();
        result.time = control.elapsed();
        Ok(result)
    }

    fn new_game(&mut self) {
        self.killing = false;
        self.table.clear();
    }
}
