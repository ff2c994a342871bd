//! A network at work: many questions, one answer each.

use std::sync::Arc;

use gomoku::Size;

use super::{Question, Residual, plain};

/// What a network says of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// A logit for every point, row by row; also for points that are occupied, where it means nothing.
    pub policy: Vec<f32>,
    /// What the side to move can expect: 1 is a win, -1 a loss.
    pub value: f32,
}

/// A network that answers questions about boards of one size, with the room that it needs for that. Each thread has its own.
#[derive(Clone, Debug)]
pub struct Forward {
    network: Arc<Residual>,
    size: Size,
}

impl Forward {
    /// Gets ready for boards of this size. Up to `max_batch` questions go through a layer together.
    pub fn new(network: &Arc<Residual>, size: Size, _max_batch: usize) -> Forward {
        Forward {
            network: Arc::clone(network),
            size,
        }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Residual> {
        &self.network
    }

    /// The boards that it knows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Answers all questions; what was in `answers` before is lost, its room is used again.
    ///
    /// # Panics
    /// When a question is about a board of another size.
    pub fn answer(&mut self, questions: &[Question], answers: &mut Vec<Answer>) {
        for question in questions {
            assert_eq!(question.size(), self.size, "the board has another size");
        }
        answers.clear();
        answers.extend(
            questions
                .iter()
                .map(|one| plain::answer(&self.network, one)),
        );
    }
}
