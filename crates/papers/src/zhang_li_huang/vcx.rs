//! The final player of Zhang, Li and Huang: alpha-beta over classified candidates, and a VCF and VCT search.
//!
//! - Every point has a score for each side from the [score dictionary](crate::zhang_li_huang::score_dictionary), updated incrementally.
//! - Candidates are ordered by the class of the larger score: five, four, three, two ([`candidates`]).
//! - Alpha-beta: depth 5 as black and 6 as white, two less with up to four stones on the board; ten moves per inner node.
//!   With up to four root candidates it searches two plies deeper at half the width, with eight or more two plies less and
//!   two moves wider. A leaf evaluates to the best own score of an available position minus the opponent's (section II.B);
//!   the authors' program takes the best stones instead (`leaf=stones`).
//! - VCX ([`kill`]): victory by continuous fours (VCF), then by fours and threes (VCT), with iterative deepening to 1, 3, 5,
//!   ... 15 plies. After the first win found in a game, VCX runs before alpha-beta.
//!
//! The report runs VCX first, its program after alpha-beta; `order` selects. The program's 9 seconds for alpha-beta of 11 in
//! all become shares of the available time. When time runs out, the program's node returns 0.5; here the last completed
//! depth decides.
//!
//! Minimax and VCX keep seen cases by Zobrist hashing (section III.B); `cache=false` for minimax without it. Left out: caches
//! of scores and candidate lists by position, which incremental updates make slower than recomputing, and what the program
//! has disabled: star spread, fuzzy comparison and four extensions.
//!
//! Section V wishes for faster code and for threat-space search in the search for wins. `threat_space=root` asks it between VCF
//! and VCT, `threat_space=leaves` also in every leaf of minimax; both are off in the report's player.
//!
//! [`threats::vcx`] follows the same recipe as a solver: pattern classes replace the authors' scores, and every win is
//! certified against all defenses. This player keeps the authors' scores and plays uncertified wins, as the paper does.

pub mod candidates;
mod field;
pub mod kill;
mod leaf_threats;
mod minimax;

use std::time::Duration;

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Budget, Color, Limits, Neighborhood, Player, PlayerError, Point, PointSet,
    SearchControl, SearchResult,
};

use crate::game_tree::iterative_deepening::iterative_deepening;
use crate::game_tree::transposition_table::TranspositionTable;
use crate::zhang_li_huang::score_dictionary::line_scorer::Scoring;
use candidates::{CandidateClasses, Candidates};
use field::Field;
use kill::{AttackKind, Kill, KillTable};
use minimax::{Leaf, Minimax};

params! {
    /// Parameters of the VCX player.
    pub struct VcxParams {
        /// Search depth in plies; 0 for 5 as black and 6 as white.
        depth: int = 0, 0..=12, step 1;
        /// Adapt depth and width to the number of root candidates.
        adapt: flag = true;
        /// Maximum number of candidates per position.
        count: int = 15, 1..=100, step 1;
        /// Of those, the number that an inner node searches.
        spread: int = 10, 1..=100, step 1;
        /// The best scores in a leaf: of empty points, as printed, or of stones, as in the authors' program.
        leaf: choice = "positions", ["positions", "stones"];
        /// Weight of the opponent's best score in a leaf.
        attack_rate: real = 1.0, 0.0..=4.0, step 0.1;
        /// Keep the values of seen cases by Zobrist hashing (section III.B).
        cache: flag = true;
        /// Search for a VCF.
        vcf: flag = true;
        /// Search for a VCT.
        vct: flag = true;
        /// Depth limit of VCX in plies.
        kill_depth: int = 15, 1..=31, step 2;
        /// Node limit of VCX, which makes results reproducible.
        kill_nodes: int = 200000, 100..=1000000000, step 10000;
        /// Threat-space search (the wish of section V): off, after VCF at the root, or in the leaves of minimax too.
        threat_space: choice = "off", ["off", "root", "leaves"];
        /// Nodes of threat-space search per leaf.
        leaf_nodes: int = 30, 1..=100000, step 10;
        /// Run VCX first, as the report says, or minimax first, as its program does.
        order: choice = "vcx", ["vcx", "minimax"];
        /// Seconds per move without another limit.
        seconds: real = 11.0, 0.01..=3600.0, step 1.0;
        /// The authors' score dictionary, or a fixed one that recognizes two fours in one line.
        dictionary: choice = "authors", ["authors", "fixed"];
    }
}

/// Bytes of the cache of seen cases. The paper does not say how large its cache is.
const CACHE_BYTES: u64 = 2 << 20;
/// VCX gets two of eleven seconds.
const KILL_SHARE: (u32, u32) = (2, 11);

/// The VCX player.
#[derive(Debug)]
pub struct VcxPlayer {
    params: VcxParams,
    table: KillTable,
    /// Seen cases of minimax.
    cache: TranspositionTable,
    /// VCX has found a win in this game.
    killing: bool,
}

impl VcxPlayer {
    /// A player for a new game. It is deterministic and takes no seed.
    pub fn new(params: VcxParams) -> VcxPlayer {
        VcxPlayer {
            params,
            table: KillTable::new(),
            cache: TranspositionTable::default(),
            killing: false,
        }
    }

    /// The first move of a VCF, a win by threat-space search, or a VCT.
    fn kill(
        &mut self,
        field: &mut Field,
        allowed: &PointSet,
        budget: &mut Budget<'_>,
    ) -> Option<Kill> {
        let deepest = self.params.kill_depth as u32;
        let table = &mut self.table;
        let mut kill = None;
        if self.params.vcf {
            kill = kill::find(field, allowed, AttackKind::Fours, deepest, table, budget);
        }
        if kill.is_none() && self.params.threat_space != "off" {
            kill = kill::find_by_threat_space(field.board(), allowed, budget);
        }
        if kill.is_none() && self.params.vct {
            kill = kill::find(field, allowed, AttackKind::Threes, deepest, table, budget);
        }
        kill
    }

    /// Depth and width of alpha-beta for this number of root candidates.
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
        &mut self,
        field: &mut Field,
        root: &[Point],
        limits: &Limits,
        budget: Budget<'_>,
    ) -> SearchResult {
        let (depth, width) = self.depth_and_width(field.board(), limits, root.len());
        let leaf = match self.params.leaf {
            "stones" => Leaf::Stones,
            _ => Leaf::Positions,
        };
        // Values count plies from the root, so they are of no use to the next search.
        self.cache.clear();
        self.cache.resize(CACHE_BYTES);
        let mut minimax = Minimax::new(
            field,
            Candidates {
                count: self.params.count as usize,
                classes: CandidateClasses::All,
            },
            width,
            (leaf, self.params.attack_rate),
            self.params.cache.then_some(&mut self.cache),
        );
        if self.params.threat_space == "leaves" {
            minimax = minimax.with_threats_in_leaves(self.params.leaf_nodes as u64);
        }
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
            classes: CandidateClasses::All,
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
