//! What the searches of a player reached: depth, nodes and time.

use std::time::Duration;

use gomoku::ByColor;
use serde::Serialize;
use serde_json::{Value, json};

use super::results::percent;
use crate::game::Ply;
use crate::game_record::{GameRecord, SearchTotals, side_to_move};
use crate::match_config::PlayerConfig;

/// The searches of one player. Moves without a search, such as those of a book, have no depth and count for nodes and
/// time only.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reached {
    totals: SearchTotals,
    /// The depth that the spec string or the limits name.
    full_depth: Option<u32>,
    /// Moves that were searched for.
    searches: u64,
    depths: u64,
    max_depth: u32,
    /// Searches that reached the full depth, or proved the result before.
    complete: u64,
}

/// By player of the match, and by its color.
pub(super) type ReachedByPlayer = Vec<ByColor<Reached>>;

/// Counters for the players of a match.
pub(super) fn new_counters(players: &[PlayerConfig]) -> ReachedByPlayer {
    let counter = |player| ByColor {
        black: Reached::new(player),
        white: Reached::new(player),
    };
    players.iter().map(counter).collect()
}

/// Counts the searches of a game.
pub(super) fn count_game(counters: &mut ReachedByPlayer, game: &GameRecord) {
    for (stones, ply) in (game.opening_plies..).zip(&game.result.plies) {
        let color = side_to_move(stones);
        counters[game.players[color]][color].count(ply);
    }
}

impl Reached {
    pub(super) fn new(player: &PlayerConfig) -> Reached {
        // A depth of zero stands for the player's own choice.
        let named = player.spec.number("depth").filter(|&depth| depth > 0);
        let named = named.and_then(|depth| u32::try_from(depth).ok());
        let limit = player.limits.depth;
        Reached {
            full_depth: named.map_or(limit, |own| Some(limit.map_or(own, |limit| limit.min(own)))),
            ..Reached::default()
        }
    }

    pub(super) fn count(&mut self, ply: &Ply) {
        let result = &ply.result;
        self.totals.add(SearchTotals {
            moves: 1,
            // As exact as the store keeps it, so that a resumed run reports the same.
            time: Duration::from_micros(u64::try_from(ply.time.as_micros()).unwrap_or(u64::MAX)),
            nodes: result.nodes,
        });
        // Nodes without a depth are a search that a limit ended before its first ply, if the player has a depth at all.
        let is_search = result.depth > 0 || (self.full_depth.is_some() && result.nodes > 0);
        if is_search {
            self.searches += 1;
            self.depths += u64::from(result.depth);
            self.max_depth = self.max_depth.max(result.depth);
            let is_full = self.full_depth.is_some_and(|full| result.depth >= full);
            self.complete += u64::from(is_full || result.mate.is_some());
        }
    }

    /// Both colors together.
    pub(super) fn of_both(by_color: &ByColor<Reached>) -> Reached {
        let mut both = by_color.black;
        both.add(&by_color.white);
        both
    }

    pub(super) fn add(&mut self, other: &Reached) {
        self.totals.add(other.totals);
        self.full_depth = self.full_depth.or(other.full_depth);
        self.searches += other.searches;
        self.depths += other.depths;
        self.max_depth = self.max_depth.max(other.max_depth);
        self.complete += other.complete;
    }

    fn mean_depth(&self) -> Option<f64> {
        (self.searches > 0).then(|| self.depths as f64 / self.searches as f64)
    }

    /// The share of searches that reached the full depth or proved the result before.
    fn full_share(&self) -> Option<f64> {
        let has_depth = self.full_depth.is_some() && self.searches > 0;
        has_depth.then(|| self.complete as f64 / self.searches as f64)
    }

    pub(super) fn nodes_text(&self) -> String {
        let nodes = self.totals.nodes_per_move();
        format!("{nodes:.*}", usize::from(nodes > 0.0 && nodes < 100.0))
    }

    pub(super) fn ms_text(&self) -> String {
        format!("{:.3}", self.totals.milliseconds_per_move())
    }

    /// Mean and maximum depth, such as `7.4, max 8`; empty if no search reports a depth.
    pub(super) fn depth_text(&self) -> String {
        let text = |mean| format!("{mean:.1}, max {}", self.max_depth);
        self.mean_depth().map_or_else(String::new, text)
    }

    /// The share of complete searches and the depth, such as `91.2 % to 8`; empty if no depth is named.
    pub(super) fn full_text(&self) -> String {
        match (self.full_share(), self.full_depth) {
            (Some(share), Some(depth)) => format!("{} to {depth}", percent(Some(share))),
            _ => String::new(),
        }
    }

    pub(super) fn moves(&self) -> u64 {
        self.totals.moves
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "moves": self.totals.moves,
            "mean_depth": self.mean_depth(),
            "max_depth": self.max_depth,
            "full_depth": self.full_depth,
            "full_depth_share": self.full_share(),
            "nodes_per_move": self.totals.nodes_per_move(),
            "ms_per_move": self.totals.milliseconds_per_move(),
        })
    }
}

impl Serialize for Reached {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

/// Column titles for [`pair_cells`].
pub(super) const PAIR_HEADER: [&str; 4] = ["depth", "full depth", "nodes a move", "ms a move"];

/// What two opponents reached, as `first / second`.
pub(super) fn pair_cells(first: &Reached, second: &Reached) -> [String; 4] {
    let both = |text: fn(&Reached) -> String| match (text(first), text(second)) {
        (first, second) if first.is_empty() && second.is_empty() => String::new(),
        (first, second) => {
            let shown = |text: String| {
                if text.is_empty() {
                    "–".to_owned()
                } else {
                    text
                }
            };
            format!("{} / {}", shown(first), shown(second))
        }
    };
    [
        both(Reached::depth_text),
        both(Reached::full_text),
        both(Reached::nodes_text),
        both(Reached::ms_text),
    ]
}

#[cfg(test)]
mod tests {
    use gomoku::{MateIn, Point, SearchResult};
    use players::{Access, Spec};

    use super::*;
    use crate::limits::PlayerLimits;

    fn player(spec: &str, depth: Option<u32>) -> PlayerConfig {
        PlayerConfig {
            name: spec.to_owned(),
            spec: Spec::read(spec, &Access::shipped()).unwrap(),
            limits: PlayerLimits {
                depth,
                ..PlayerLimits::default()
            },
        }
    }

    fn ply(depth: u32, mate: Option<MateIn>) -> Ply {
        let center = Point::new(7, 7);
        Ply {
            time: Duration::from_millis(2),
            time_left: None,
            result: SearchResult {
                depth,
                mate,
                nodes: if depth == 0 { 0 } else { 1000 },
                ..SearchResult::new(center)
            },
        }
    }

    #[test]
    fn a_proven_result_is_complete_and_a_book_move_is_no_search() {
        let mut reached = Reached::new(&player("new-heuristic", None));
        for ply in [
            ply(8, None),
            ply(5, Some(MateIn::Win(5))),
            ply(6, None),
            ply(0, None),
        ] {
            reached.count(&ply);
        }
        assert_eq!(reached.depth_text(), "6.3, max 8");
        assert_eq!(reached.full_text(), "66.7 % to 8");
        assert_eq!((reached.moves(), reached.ms_text()), (4, "2.000".into()));
    }

    #[test]
    fn the_full_depth_is_the_smaller_of_spec_and_limit() {
        for (spec, limit, full) in [
            ("new-heuristic:depth=4", None, Some(4)),
            ("new-heuristic", Some(6), Some(6)),
            ("new-heuristic:depth=4", Some(6), Some(4)),
            ("random", None, None),
            ("random", Some(2), Some(2)),
        ] {
            assert_eq!(
                Reached::new(&player(spec, limit)).full_depth,
                full,
                "{spec}"
            );
        }
    }
}
