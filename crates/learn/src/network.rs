//! Training of the engine's [line network](nets::line_net) on [labeled positions](crate::data).
//!
//! | module | what |
//! |---|---|
//! | [`params`] | the parameters, in chunks of sixteen numbers |
//! | [`sample`] | a labeled position as the inputs and targets of the network |
//! | [`gradient`] | forward and backward pass |
//! | [`adamw`] | the optimizer, which touches only what a batch has touched |
//! | [`quantize`] | from parameters to the integers of the network file |
//! | [`checkpoint`] | the state of a run as a file |
//! | [`trainer`] | batches, epochs, learning rate, losses |
//! | [`training_run`] | a run in a folder: resumed, plotted, recorded |
//!
//! The value learns the win rate that the search found, mixed with the result for positions of the game itself; the policy
//! learns the move that the search chose. The features of a hundred points are added up, and with them their rounding errors,
//! so the forward pass uses rounded tables from the start and the gradient ignores the rounding.

pub mod adamw;
pub mod checkpoint;
pub mod gradient;
pub mod params;
pub mod quantize;
pub mod sample;
pub mod trainer;
pub mod training_run;
