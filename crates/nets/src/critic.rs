//! The critic of the ADP papers: one hidden layer of sigmoids that predicts the probability that player one wins.
//!
//! ```text
//! h_i = sum_j w1_ji x_j + b1_i      g_i = 1 / (1 + exp(-h_i))      V = 1 / (1 + exp(-(sum_i w2_i g_i + b2)))
//! ```
//!
//! Zhao's formulas have no biases; there they stay zero.

mod file;

use crate::inputs::Inputs;
use crate::kernel::{self, HIDDEN, OutputLayer, Row, SparseInput};

pub use file::{SHIPPED, shipped};

/// A critic network.
#[derive(Clone, Debug)]
pub struct Critic {
    /// Its input encoding.
    pub inputs: &'static Inputs,
    /// Hidden units in use, at most [`HIDDEN`].
    pub hidden: usize,
    /// Whether it has biases.
    pub has_biases: bool,
    /// Weights from each input to the hidden units.
    pub first_layer: Vec<Row>,
    /// Biases of the hidden units.
    pub hidden_biases: Row,
    /// Weights from the hidden units to the output.
    pub output_weights: Row,
    /// Bias of the output.
    pub output_bias: f32,
}

impl Critic {
    /// All weights zero: every value is 0.5.
    ///
    /// # Panics
    /// When `hidden` is 0 or more than [`HIDDEN`].
    pub fn new(inputs: &'static Inputs, hidden: usize, has_biases: bool) -> Critic {
        assert!((1..=HIDDEN).contains(&hidden), "{hidden} hidden units");
        Critic {
            inputs,
            hidden,
            has_biases,
            first_layer: vec![Row::ZERO; inputs.count()],
            hidden_biases: Row::ZERO,
            output_weights: Row::ZERO,
            output_bias: 0.0,
        }
    }

    /// The weights in use, in file order: first layer, output layer, biases if any.
    pub fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        let hidden = self.hidden;
        let used = move |row: &'_ Row| row.0.into_iter().take(hidden);
        let biases = self
            .has_biases
            .then(|| used(&self.hidden_biases).chain(std::iter::once(self.output_bias)));
        self.first_layer
            .iter()
            .flat_map(used)
            .chain(used(&self.output_weights))
            .chain(biases.into_iter().flatten())
    }

    /// Mutable [`Critic::weights`].
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> + '_ {
        let hidden = self.hidden;
        let biases = self.has_biases.then(|| {
            self.hidden_biases
                .0
                .iter_mut()
                .take(hidden)
                .chain(std::iter::once(&mut self.output_bias))
        });
        self.first_layer
            .iter_mut()
            .flat_map(move |row| row.0.iter_mut().take(hidden))
            .chain(self.output_weights.0.iter_mut().take(hidden))
            .chain(biases.into_iter().flatten())
    }

    /// The number of weights in use.
    pub fn weight_count(&self) -> usize {
        let biases = if self.has_biases { self.hidden + 1 } else { 0 };
        (self.first_layer.len() + 1) * self.hidden + biases
    }

    /// The hidden sums for these inputs.
    pub fn hidden_sums(&self, inputs: &[SparseInput]) -> Row {
        let mut sums = self.hidden_biases;
        kernel::accumulate(&mut sums, inputs, &self.first_layer);
        sums
    }

    /// The value of the position with these hidden sums after these changes of inputs.
    #[inline]
    pub fn value(&self, sums: &Row, changes: &[SparseInput]) -> f32 {
        kernel::value(sums, changes, &self.first_layer, self.output())
    }

    /// The output layer.
    #[inline]
    pub fn output(&self) -> OutputLayer<'_> {
        OutputLayer {
            weights: &self.output_weights,
            bias: self.output_bias,
        }
    }
}
