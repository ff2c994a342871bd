//! A VCT solver at the root of a tree player.
//!
//! Before the search it tries to prove a win, which is then played to its end. After the search it tries to refute the best
//! moves: the first one after which the opponent has no proven win is played, or the best move if all are refuted.
//!
//! Not in a paper: Cao and Lin use VCF and VCT to prefer forcing moves inside the tree (section IV.C).

use gomoku::{Board, Budget, Limits, Position, SearchControl, SearchResult};
use threats::{SolverKind, Vct, Verdict};

use crate::proven_attack::ProvenAttack;

const MEMORY: u64 = 16 << 20;
/// One part in so many of the player's memory is for the defense.
const MEMORY_SHARE: u64 = 8;
/// One eighth of the time for our win, and one eighth for the opponent's.
const TIME_SHARE: u32 = 8;
/// Moves checked for safety at most.
const MAX_CHECKED_MOVES: usize = 8;

/// Proves forced wins of both sides at the root.
#[derive(Debug)]
pub(crate) struct RootSolver {
    attack: ProvenAttack,
    /// Made by the first search, which knows the memory limit: the solver and its bytes.
    defense: Option<(Vct, u64)>,
    max_nodes: u64,
}

/// The limits of the tree search: the time without the solver's last share, and the memory without its tables.
pub(super) fn search_limits(limits: &Limits) -> Limits {
    let mut shorter = limits.clone();
    if let Some(time) = limits.move_time() {
        // On a short clock the move overhead is larger than the solver's share.
        shorter.turn_time = Some(time - time / TIME_SHARE);
        shorter.time_left = None;
    }
    shorter.memory = limits.memory.map(|bytes| bytes - bytes / MEMORY_SHARE * 2);
    shorter
}

impl RootSolver {
    /// A solver with this many nodes per proof attempt; `None` for 0.
    pub(crate) fn new(max_nodes: u64) -> Option<RootSolver> {
        (max_nodes > 0).then(|| RootSolver {
            attack: ProvenAttack::new(SolverKind::Vct, max_nodes, MEMORY),
            defense: None,
            max_nodes,
        })
    }

    pub(super) fn new_game(&mut self) {
        self.attack.new_game();
    }

    /// A proven win of the side to move.
    pub(super) fn find_win(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Option<SearchResult> {
        let mut limits = limits.clone();
        limits.turn_time = limits.move_time().map(|time| time / TIME_SHARE);
        limits.time_left = None;
        let allowed = board.legal_moves() - limits.excluded;
        let (win, nodes) = self.attack.think(board, &limits, &allowed, control);
        win.map(|win| SearchResult {
            win_rate: Some(1.0),
            nodes,
            ..win
        })
    }

    /// Moves the first candidate after which no win of the opponent is found to the front.
    pub(super) fn prefer_safe_move(
        &mut self,
        board: &Board,
        mut result: SearchResult,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> SearchResult {
        if result.mate.is_some() {
            return result;
        }
        let memory = MEMORY.min(limits.memory.unwrap_or(u64::MAX) / MEMORY_SHARE);
        let known = self.defense.take().filter(|&(_, bytes)| bytes == memory);
        let (defense, _) = self
            .defense
            .insert(known.unwrap_or_else(|| (Vct::new(memory), memory)));
        let limits = Limits {
            nodes: Some(self.max_nodes),
            turn_time: limits.move_time(),
            ..Limits::default()
        };
        let mut position = Position::new(board.clone());
        let mut loses = |point| {
            let mut budget = Budget::for_solver(&limits, control);
            position.push(point);
            let answer = defense.search(&mut position, &mut budget);
            position.pop();
            matches!(answer, Verdict::Win(_))
        };
        let mut checked = result.candidates.iter().take(MAX_CHECKED_MOVES);
        let safe = checked.position(|candidate| !loses(candidate.point));
        if let Some(index @ 1..) = safe {
            result.candidates[..=index].rotate_right(1);
            let best = &result.candidates[0];
            result.best_move = best.point;
            result.win_rate = best.value;
            result.pv = vec![best.point];
        }
        result
    }
}
