//! What a solver of threats settles at the root of a tree player.
//!
//! Before the search: a win that it proves is played, to its end. After the search: the moves are gone through in the order
//! of the search until one is found after which the solver sees no win of the enemy. If there is none, the first stands.
//!
//! Cao and Lin tried forcing moves first inside the tree (`prefer`); a proof needs no tree.

use gomoku::{Board, Budget, Limits, Position, SearchControl, SearchResult};
use threats::vct::Threats;
use threats::{Kind, Vct};

use crate::attack::Attack;

const MEMORY: u64 = 16 << 20;
/// The share of the time that the search of a win may take, and again the share that is left for the enemy's.
const SHARE: u32 = 8;
/// Moves that are gone through at most.
const MOST_CHECKED: usize = 8;

#[derive(Debug)]
pub(super) struct RootProofs {
    attack: Attack,
    defense: Vct,
    most_nodes: u64,
}

/// The limits of the search between the two.
pub(super) fn shortened(limits: &Limits) -> Limits {
    let mut shorter = limits.clone();
    if let Some(time) = limits.move_time() {
        // What is kept back for the way of the answer is more than the solver takes of a short clock.
        shorter.turn_time = Some(time - time / SHARE);
        shorter.time_left = None;
    }
    shorter
}

impl RootProofs {
    pub(super) fn new(most_nodes: u64) -> Option<RootProofs> {
        (most_nodes > 0).then(|| RootProofs {
            attack: Attack::new(Kind::Vct, most_nodes, MEMORY),
            defense: Vct::new(MEMORY),
            most_nodes,
        })
    }

    pub(super) fn new_game(&mut self) {
        self.attack.forget();
    }

    /// A proven win of the side to move.
    pub(super) fn win(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Option<SearchResult> {
        let mut limits = limits.clone();
        limits.turn_time = limits.move_time().map(|time| time / SHARE);
        limits.time_left = None;
        let allowed = board.legal_moves() - limits.excluded;
        let (win, nodes) = self.attack.think(board, &limits, &allowed, control);
        win.map(|win| SearchResult {
            win_rate: Some(1.0),
            nodes,
            ..win
        })
    }

    /// The thought with the first of its moves after which the enemy has no win that is seen in time.
    pub(super) fn safest(
        &mut self,
        board: &Board,
        mut result: SearchResult,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> SearchResult {
        if result.mate.is_some() {
            return result;
        }
        let limits = Limits {
            nodes: Some(self.most_nodes),
            turn_time: limits.move_time(),
            ..Limits::default()
        };
        let mut position = Position::new(board.clone());
        let mut loses = |point| {
            let mut budget = Budget::for_solver(&limits, control);
            position.push(point);
            let answer = self.defense.search(&mut position, &mut budget);
            position.pop();
            matches!(answer, Threats::Win(_))
        };
        let mut order = result.candidates.iter().take(MOST_CHECKED);
        let safe = order.position(|candidate| !loses(candidate.point));
        if let Some(place @ 1..) = safe {
            result.candidates[..=place].rotate_right(1);
            let best = &result.candidates[0];
            result.best_move = best.point;
            result.win_rate = best.value;
            result.pv = vec![best.point];
        }
        result
    }
}
