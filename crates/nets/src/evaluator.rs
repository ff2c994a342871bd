//! A critic at a board: counts and first layer kept in step.
//!
//! The sums of the hidden units are known for one position, the *anchor*, with either side to move. The value of another
//! position needs only the inputs in which the two differ, a dozen for each stone between them; so a search anchors at
//! its root and asks at its leaves, and a player without search asks for every candidate without even placing it.

use std::sync::Arc;

use gomoku::tactics::freestyle_static_mate;
use gomoku::{Board, ByColor, Color, MateIn, Observer, Patterns, Point, Rule};

use crate::automaton::COUNTERS;
use crate::counts::{Counts, PatternCounts};
use crate::critic::Critic;
use crate::crossings::{CLASSES, Crossings, crossings};
use crate::inputs::{Knowledge, Layout};
use crate::kernel::{Change, Row};
use crate::pattern_set::{CAO_FOURS, PatternSet};

const NO_CROSSINGS: Crossings = [0; 2 * CLASSES.len()];

/// What each stone that a win at sight still needs takes off its value, so that the nearest win is taken.
const PER_STONE: f32 = 1e-4;
/// The network's distance from a half where wins are seen: less than any of them.
const OPINION: f32 = 0.998;

/// Values positions by a critic. Stones are taken back in the reverse order, and none that was there at the beginning.
#[derive(Clone, Debug)]
pub struct Evaluator {
    critic: Arc<Critic>,
    view: View,
    /// The inputs with the players exchanged.
    exchanged: Layout,
    /// The other side as player one, where the mean of both is the value.
    other_view: Option<View>,
    counts: Option<PatternCounts>,
    /// Where the critic sees crossings.
    patterns: Option<Patterns>,
    anchor: Counts,
    anchor_crossings: Crossings,
    knowledge: Knowledge,
    changes: Vec<Change>,
}

/// A position as one of the two players sees it.
#[derive(Clone, Debug)]
struct View {
    /// The color whose winning the critic foretells.
    player_one: Color,
    layout: Layout,
    /// The hidden sums of the anchor with either side to move.
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

    fn anchor(&mut self, critic: &Critic, counts: &Counts, crossings: &Crossings) {
        for side in Color::BOTH {
            let mut inputs = critic.inputs.constant(side, self.player_one);
            self.layout
                .all_changes(&[0; COUNTERS], counts, side, &mut inputs);
            self.layout
                .crossing_changes(&NO_CROSSINGS, crossings, side, &mut inputs);
            self.sums[side] = critic.sums(&inputs);
        }
    }
}

impl Evaluator {
    /// A critic at a board, black being player one.
    pub fn new(critic: Arc<Critic>, board: &Board) -> Evaluator {
        let mut evaluator = Evaluator::in_training(critic, board);
        if evaluator.critic.inputs.both_views {
            evaluator.other_view = Some(View::new(&evaluator.critic, Color::White));
            evaluator.anchor();
        }
        evaluator
    }

    /// The same with one view only: what the critic itself says, and what it learns from.
    pub fn in_training(critic: Arc<Critic>, board: &Board) -> Evaluator {
        let mut evaluator = Evaluator {
            view: View::new(&critic, Color::Black),
            exchanged: critic.inputs.layout(Color::White),
            other_view: None,
            counts: critic.inputs.set.map(|set| PatternCounts::new(set, board)),
            patterns: None,
            anchor: [0; COUNTERS],
            anchor_crossings: NO_CROSSINGS,
            knowledge: Knowledge::Nothing,
            changes: Vec::with_capacity(128),
            critic,
        };
        evaluator.begin(board);
        evaluator
    }

    /// Goes to another board.
    pub fn begin(&mut self, board: &Board) {
        if let Some(counts) = &mut self.counts {
            counts.begin(board);
        }
        self.patterns = self.critic.inputs.crossings.then(|| Patterns::new(board));
        // Four in a row need not become five where six do not count.
        self.knowledge = match board.rule() {
            Rule::Freestyle => self.critic.inputs.knowledge,
            _ => Knowledge::Nothing,
        };
        self.anchor();
    }

    /// Says which color is player one.
    pub fn set_player_one(&mut self, color: Color) {
        self.view = View::new(&self.critic, color);
        self.exchanged = self.critic.inputs.layout(!color);
        if let Some(other) = &mut self.other_view {
            *other = View::new(&self.critic, !color);
        }
        self.anchor();
    }

    /// The color whose winning the critic foretells.
    pub fn player_one(&self) -> Color {
        self.view.player_one
    }

    /// Makes the present position the anchor.
    pub fn anchor(&mut self) {
        if let Some(counts) = &self.counts {
            self.anchor = *counts.counts();
        }
        if let Some(patterns) = &self.patterns {
            self.anchor_crossings = crossings(patterns);
        }
        for view in std::iter::once(&mut self.view).chain(&mut self.other_view) {
            view.anchor(&self.critic, &self.anchor, &self.anchor_crossings);
        }
    }

    /// The critic.
    pub fn critic(&self) -> &Critic {
        &self.critic
    }

    /// The critic, to be changed. The caller anchors again before the next value.
    pub fn critic_mut(&mut self) -> &mut Critic {
        Arc::make_mut(&mut self.critic)
    }

    /// The counts, where the critic has patterns.
    pub fn counts(&mut self) -> Option<&mut PatternCounts> {
        self.counts.as_mut()
    }

    /// All inputs of the position with their values.
    pub fn inputs(&self, board: &Board) -> Vec<Change> {
        self.inputs_in(&self.view.layout, board)
    }

    /// The same with the players exchanged.
    pub fn exchanged_inputs(&self, board: &Board) -> Vec<Change> {
        self.inputs_in(&self.exchanged, board)
    }

    fn inputs_in(&self, layout: &Layout, board: &Board) -> Vec<Change> {
        let (side, player_one) = (board.side_to_move(), layout.player_one());
        let mut inputs = self.critic.inputs.constant(side, player_one);
        match &self.counts {
            Some(counts) => {
                layout.all_changes(&[0; COUNTERS], counts.counts(), side, &mut inputs);
            }
            None => self.critic.inputs.stones(board, player_one, &mut inputs),
        }
        if let Some(patterns) = &self.patterns {
            let now = crossings(patterns);
            layout.crossing_changes(&NO_CROSSINGS, &now, side, &mut inputs);
        }
        inputs
    }

    /// What is known without the network: a side that has a four and the move wins, in Cao and Lin's critic.
    pub fn known(&self, board: &Board) -> Option<f32> {
        let counts = self.counts.as_ref()?;
        let decided = self.decided(board);
        self.known_from(counts.counts(), decided, board.side_to_move())
    }

    /// What is decided at sight, where the critic looks for that.
    #[inline]
    fn decided(&self, board: &Board) -> Option<MateIn> {
        match (self.knowledge, &self.patterns) {
            (Knowledge::Sight, Some(patterns)) => {
                freestyle_static_mate(patterns, board.side_to_move(), |point| {
                    board.is_empty(point)
                })
            }
            _ => None,
        }
    }

    #[inline]
    fn known_from(&self, counts: &Counts, decided: Option<MateIn>, side: Color) -> Option<f32> {
        let (winner, certainty) = match self.knowledge {
            Knowledge::Nothing => return None,
            Knowledge::Fours => {
                let first = side.index() * PatternSet::MOST + CAO_FOURS;
                let has_four = counts[first..first + 3].iter().any(|&count| count > 0);
                (has_four.then_some(side)?, 1.0)
            }
            Knowledge::Sight => {
                let (winner, plies) = match decided? {
                    MateIn::Win(plies) => (side, plies),
                    MateIn::Loss(plies) => (!side, plies),
                };
                (winner, 1.0 - PER_STONE * plies.div_ceil(2) as f32)
            }
        };
        Some(if winner == self.view.player_one {
            certainty
        } else {
            1.0 - certainty
        })
    }

    /// The network's value of a position with this side to move that differs from the anchor as told.
    #[inline]
    fn network(&mut self, side: Color, differences: impl Fn(&View, &mut Vec<Change>)) -> f32 {
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
            Knowledge::Sight => 0.5 + (value - 0.5) * OPINION,
            _ => value,
        }
    }

    /// The probability that player one wins from the present position, in which nobody has won yet.
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
        if let Some(known) = self.known_from(&counts, self.decided(board), side) {
            return known;
        }
        let now = self.patterns.as_ref().map(crossings);
        let (anchor, anchor_crossings) = (self.anchor, self.anchor_crossings);
        self.network(side, |view, changes| {
            view.layout.all_changes(&anchor, &counts, side, changes);
            if let Some(now) = &now {
                view.layout
                    .crossing_changes(&anchor_crossings, now, side, changes);
            }
        })
    }

    /// The same after a stone of the side to move on this point, which must not win. The present position must be the
    /// anchor.
    #[inline]
    pub fn value_after(&mut self, board: &Board, point: Point) -> f32 {
        self.assess_after(board, point).0
    }

    /// The same, and whether it was known without the network.
    #[inline]
    pub fn assess_after(&mut self, board: &Board, point: Point) -> (f32, bool) {
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
        let mut certain = None;
        let looks = self.knowledge == Knowledge::Sight;
        let now = self.patterns.as_mut().map(|patterns| {
            patterns.on_place(board, point, mover);
            if looks {
                let is_empty = |other| other != point && board.is_empty(other);
                certain = freestyle_static_mate(patterns, side, is_empty);
            }
            let now = crossings(patterns);
            patterns.on_remove(board, point, mover);
            now
        });
        if let Some(known) = self.known_from(&counts, certain, side) {
            return (known, true);
        }
        let (anchor, anchor_crossings) = (self.anchor, self.anchor_crossings);
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
                    .crossing_changes(&anchor_crossings, now, side, changes);
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
