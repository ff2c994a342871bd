//! Zhong 2021, slides on four systems by other authors.
//!
//! | system | file |
//! |---|---|
//! | ADP (Zhao, Zhang and Dai 2012) | [`crate::cao_lin_2019::adp`] with `net=zhao` |
//! | HMCTS and UCT (Tang, Zhao, Shao and Lv 2016, Algorithms 1 and 2) | [`hmcts`] and [`uct`] with [`heuristic_rollout`] |
//! | ADP-HMCTS and ADP-UCT (Tang, Algorithm 3) | [`weighted_sum`] |
//! | AND/OR tree with decaying values (Zhao Zhikun 2021) | [`andor`] |
//! | AlphaZero | [`zero`] |

pub mod andor;
pub mod heuristic_rollout;
pub mod hmcts;
#[cfg(test)]
mod printed_formulas;
pub mod uct;
pub mod weighted_sum;
pub mod zero;
