//! Incremental evaluation of a board by a critic.
//!
//! The hidden sums are stored for one position, the *anchor*, with either side to move. The value of another position
//! needs only the inputs in which the two differ, about a dozen per stone. So a search anchors at its root and evaluates
//! at its leaves, and a player without search evaluates every candidate without placing it.

use std::sync::Arc;

use gomoku::tactics::freestyle_static_mate;
use gomoku::{Board, ByColor, Color, MateIn, Observer, Patterns, Point, Rule};

use crate::automaton::COUNTERS;
use crate::counts::{Counts, PatternCounts};
use crate::critic::Critic;
use crate::inputs::{Layout, StaticKnowledge};
use crate::kernel::{Row, SparseInput};
use crate::pattern_set::{CAO_FOURS, PatternSet};
use crate::threat_counts::{COUNTED_THREATS, ThreatCounts, threat_counts};

const NO_THREATS: ThreatCounts = [0; 2 * COUNTED_THREATS.len()];

/// Discount per move of a static mate, so that the shortest one is preferred.
const MATE_DISCOUNT: f32 = 1e-4;
/// Scales the network's distance from 0.5 so that every static mate is worth more than any network value.
const NETWORK_SCALE: f32 = 0.998;

/// Incremental evaluation of a board. Moves are undone in reverse order, down to the position it began with.
#[derive(Clone, Debug)]
pub struct Evaluator {
    critic: Arc<Critic>,
    view: View,
    /// The inputs with the players swapped.
    swapped: Layout,
    /// The other side as player one, if the value is the mean of both views.
    other_view: Option<View>,
    counts: Option<PatternCounts>,
    /// For critics with threat counts.
    patterns: Option<Patterns>,
    anchor: Counts,
    anchor_threats: ThreatCounts,
    knowledge: StaticKnowledge,
    changes: Vec<SparseInput>,
}

/// The anchor with one of the two colors as player one.
#[derive(Clone, Debug)]
struct View {
    /// The color whose win the critic predicts.
    player_one: Color,
    layout: Layout,
    /// The hidden sums of the anchor, by side to move.
    sums: ByColor<Row>,
}

impl View {
    fn new(critic: &Critic, player_one: Color) -> View {
        View {
            player_one,
            layout: critic.inputs.layout(player_one),
            sums: ByColor::from_fn(|_| Row::ZERO),
        }
    }

    fn anchor(&mut self, critic: &Critic, counts: &Counts, threat_counts: &ThreatCounts) {
        for side in Color::BOTH {
            let mut inputs = critic.inputs.constant(side, self.player_one);
            self.layout
                .all_changes(&[0; COUNTERS], counts, side, &mut inputs);
            self.layout
                .threat_changes(&NO_THREATS, threat_counts, side, &mut inputs);
            self.sums[side] = critic.hidden_sums(&inputs);
        }
    }
}

impl Evaluator {
    /// An evaluator for play, with black as player one.
    pub fn new(critic: Arc<Critic>, board: &Board) -> Evaluator {
        let mut evaluator = Evaluator::for_training(critic, board);
        if evaluator.critic.inputs.both_views {
            evaluator.other_view = Some(View::new(&evaluator.critic, Color::White));
            evaluator.anchor();
        }
        evaluator
    }

    /// An evaluator with one view only, which is what training needs.
    pub fn for_training(critic: Arc<Critic>, board: &Board) -> Evaluator {
        let mut evaluator = Evaluator {
            view: View::new(&critic, Color::Black),
            swapped: critic.inputs.layout(Color::White),
            other_view: None,
            counts: critic.inputs.set.map(|set| PatternCounts::new(set, board)),
            patterns: None,
            anchor: [0; COUNTERS],
            anchor_threats: NO_THREATS,
            knowledge: StaticKnowledge::None,
            changes: Vec::with_capacity(128),
            critic,
        };
        evaluator.begin(board);
        evaluator
    }

    /// Starts over from another board.
    pub fn begin(&mut self, board: &Board) {
        if let Some(counts) = &mut self.counts {
            counts.begin(board);
        }
        self.patterns = self
            .critic
            .inputs
            .threat_counts
            .then(|| Patterns::new(board));
        // A four need not be extendable to exactly five where overlines do not win.
        self.knowledge = match board.rule() {
            Rule::Freestyle => self.critic.inputs.knowledge,
            _ => StaticKnowledge::None,
        };
        self.anchor();
    }

    /// Sets which color is player one.
    pub fn set_player_one(&mut self, color: Color) {
        self.view = View::new(&self.critic, color);
        self.swapped = self.critic.inputs.layout(!color);
        if let Some(other) = &mut self.other_view {
            *other = View::new(&self.critic, !color);
        }
        self.anchor();
    }

    /// The color whose win the critic predicts.
    pub fn player_one(&self) -> Color {
        self.view.player_one
    }

    /// Makes the current position the anchor.
    pub fn anchor(&mut self) {
        if let Some(counts) = &self.counts {
            self.anchor = *counts.counts();
        }
        if let Some(patterns) = &self.patterns {
            self.anchor_threats = threat_counts(patterns);
        }
        for view in std::iter::once(&mut self.view).chain(&mut self.other_view) {
            view.anchor(&self.critic, &self.anchor, &self.anchor_threats);
        }
    }

    /// The critic.
    pub fn critic(&self) -> &Critic {
        &self.critic
    }

    /// The critic, mutably. Call [`Evaluator::anchor`] after changing it.
    pub fn critic_mut(&mut self) -> &mut Critic {
        Arc::make_mut(&mut self.critic)
    }

    /// The pattern counts, if the critic has patterns.
    pub fn counts(&mut self) -> Option<&mut PatternCounts> {
        self.counts.as_mut()
    }

    /// The nonzero inputs of the position.
    pub fn inputs(&self, board: &Board) -> Vec<SparseInput> {
        self.inputs_in(&self.view.layout, board)
    }

    /// [`Evaluator::inputs`] with the players swapped.
    pub fn swapped_inputs(&self, board: &Board) -> Vec<SparseInput> {
        self.inputs_in(&self.swapped, board)
    }

    fn inputs_in(&self, layout: &Layout, board: &Board) -> Vec<SparseInput> {
        let (side, player_one) = (board.side_to_move(), layout.player_one());
        let mut inputs = self.critic.inputs.constant(side, player_one);
        match &self.counts {
            Some(counts) => {
                layout.all_changes(&[0; COUNTERS], counts.counts(), side, &mut inputs);
            }
            None => self.critic.inputs.stones(board, player_one, &mut inputs),
        }
        if let Some(patterns) = &self.patterns {
            let now = threat_counts(patterns);
            layout.threat_changes(&NO_THREATS, &now, side, &mut inputs);
        }
        inputs
    }

    /// The value if it is known without the network: see [`StaticKnowledge`].
    pub fn static_value(&self, board: &Board) -> Option<f32> {
        let counts = self.counts.as_ref()?;
        let mate = self.static_mate(board);
        self.static_value_from(counts.counts(), mate, board.side_to_move())
    }

    #[inline]
    fn static_mate(&self, board: &Board) -> Option<MateIn> {
        match (self.knowledge, &self.patterns) {
            (StaticKnowledge::Mates, Some(patterns)) => {
                freestyle_static_mate(patterns, board.side_to_move(), |point| {
                    board.is_empty(point)
                })
            }
            _ => None,
        }
    }

    #[inline]
    fn static_value_from(&self, counts: &Counts, mate: Option<MateIn>, side: Color) -> Option<f32> {
        let (winner, value) = match self.knowledge {
            StaticKnowledge::None => return None,
            StaticKnowledge::Fours => {
                let first = side.index() * PatternSet::MAX_PATTERNS + CAO_FOURS;
                let has_four = counts[first..first + 3].iter().any(|&count| count > 0);
                (has_four.then_some(side)?, 1.0)
            }
            StaticKnowledge::Mates => {
                let (winner, plies) = match mate? {
                    MateIn::Win(plies) => (side, plies),
                    MateIn::Loss(plies) => (!side, plies),
                };
                (winner, 1.0 - MATE_DISCOUNT * plies.div_ceil(2) as f32)
            }
        };
        Some(if winner == self.view.player_one {
            value
        } else {
            1.0 - value
        })
    }

    /// The network's value of a position, given its differences from the anchor.
    #[inline]
    fn network(&mut self, side: Color, differences: impl Fn(&View, &mut Vec<SparseInput>)) -> f32 {
        let changes = &mut self.changes;
        let mut value_in = |view: &View| {
            changes.clear();
            differences(view, changes);
            self.critic.value(&view.sums[side], changes)
        };
        let value = value_in(&self.view);
        let value = match &self.other_view {
            Some(other) => (value + 1.0 - value_in(other)) / 2.0,
            None => value,
        };
        match self.knowledge {
            StaticKnowledge::Mates => 0.5 + (value - 0.5) * NETWORK_SCALE,
            _ => value,
        }
    }

    /// The probability that player one wins from the current position, in which the game is not over.
    #[inline]
    pub fn value(&mut self, board: &Board) -> f32 {
        let side = board.side_to_move();
        let Some(counts) = &self.counts else {
            let inputs = self.critic.inputs;
            return self.network(side, |view, changes| {
                inputs.stones(board, view.player_one, changes);
            });
        };
        let counts = *counts.counts();
        if let Some(value) = self.static_value_from(&counts, self.static_mate(board), side) {
            return value;
        }
        let now = self.patterns.as_ref().map(threat_counts);
        let (anchor, anchor_threats) = (self.anchor, self.anchor_threats);
        self.network(side, |view, changes| {
            view.layout.all_changes(&anchor, &counts, side, changes);
            if let Some(now) = &now {
                view.layout
                    .threat_changes(&anchor_threats, now, side, changes);
            }
        })
    }

    /// The value after a move of the side to move, which must not end the game. The current position must be the anchor.
    #[inline]
    pub fn value_after(&mut self, board: &Board, point: Point) -> f32 {
        self.evaluate_after(board, point).0
    }

    /// [`Evaluator::value_after`], and whether it is known without the network.
    #[inline]
    pub fn evaluate_after(&mut self, board: &Board, point: Point) -> (f32, bool) {
        let mover = board.side_to_move();
        let side = !mover;
        let Some(pattern_counts) = &mut self.counts else {
            let mut after = board.clone();
            after.push(point);
            let inputs = self.critic.inputs;
            let value = self.network(side, |view, changes| {
                inputs.stones(&after, view.player_one, changes);
            });
            return (value, false);
        };
        let mut counts = *pattern_counts.counts();
        let mut touched = 0_u64;
        pattern_counts.for_each_change(point, mover, |counter, difference| {
            counts[counter] += difference;
            touched |= 1 << counter;
        });
        let mut mate = None;
        let needs_mate = self.knowledge == StaticKnowledge::Mates;
        let now = self.patterns.as_mut().map(|patterns| {
            patterns.on_place(board, point, mover);
            if needs_mate {
                let is_empty = |other| other != point && board.is_empty(other);
                mate = freestyle_static_mate(patterns, side, is_empty);
            }
            let now = threat_counts(patterns);
            patterns.on_remove(board, point, mover);
            now
        });
        if let Some(value) = self.static_value_from(&counts, mate, side) {
            return (value, true);
        }
        let (anchor, anchor_threats) = (self.anchor, self.anchor_threats);
        let value = self.network(side, |view, changes| {
            let mut touched = touched;
            while touched != 0 {
                let counter = touched.trailing_zeros() as usize % COUNTERS;
                touched &= touched - 1;
                let both = (anchor[counter], counts[counter]);
                view.layout.changes(counter, both, side, changes);
            }
            if let Some(now) = &now {
                view.layout
                    .threat_changes(&anchor_threats, now, side, changes);
            }
        });
        (value, false)
    }
}

impl Observer for Evaluator {
    #[inline]
    fn on_place(&mut self, board: &Board, point: Point, color: Color) {
        if let Some(counts) = &mut self.counts {
            counts.on_place(board, point, color);
        }
        if let Some(patterns) = &mut self.patterns {
            patterns.on_place(board, point, color);
        }
    }

    #[inline]
    fn on_remove(&mut self, board: &Board, point: Point, color: Color) {
        if let Some(counts) = &mut self.counts {
            counts.on_remove(board, point, color);
        }
        if let Some(patterns) = &mut self.patterns {
            patterns.on_remove(board, point, color);
        }
    }
}
