//! The critic of the ADP papers: one hidden layer, sigmoids, and the probability that player one wins.
//!
//! ```text
//! h_i = sum_j w1_ji x_j + b1_i      g_i = 1 / (1 + exp(-h_i))      V = 1 / (1 + exp(-(sum_i w2_i g_i + b2)))
//! ```
//!
//! Zhao's formulas have no biases; there they are zero and stay so.

mod file;

use crate::inputs::Inputs;
use crate::kernel::{self, Change, HIDDEN, Output, Row};

pub use file::{SHIPPED, shipped};

/// A network.
#[derive(Clone, Debug)]
pub struct Critic {
    /// What it sees.
    pub inputs: &'static Inputs,
    /// Hidden units in use, at most [`HIDDEN`].
    pub hidden: usize,
    /// Has it biases?
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
    /// A critic that knows nothing: every weight is zero, every value a half.
    ///
    /// # Panics
    /// When there are more hidden units than a row has room for, or none.
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

    /// Every weight that is in use, in the order of the file: first layer, output, biases where there are any.
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

    /// The same, to be changed.
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

    /// How many weights are in use.
    pub fn weight_count(&self) -> usize {
        let biases = if self.has_biases { self.hidden + 1 } else { 0 };
        (self.first_layer.len() + 1) * self.hidden + biases
    }

    /// The sums of the hidden units for these inputs.
    pub fn sums(&self, inputs: &[Change]) -> Row {
        let mut sums = self.hidden_biases;
        kernel::accumulate(&mut sums, inputs, &self.first_layer);
        sums
    }

    /// The value of a position of which the hidden sums are known, but for some changes.
    #[inline]
    pub fn value(&self, sums: &Row, changes: &[Change]) -> f32 {
        kernel::value(sums, changes, &self.first_layer, self.output())
    }

    /// The last layer.
    #[inline]
    pub fn output(&self) -> Output<'_> {
        Output {
            weights: &self.output_weights,
            bias: self.output_bias,
        }
    }
}
