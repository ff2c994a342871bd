//! A network at work: many questions, one answer each.
//!
//! A layer is done with all boards of a batch before the next one begins, so its weights are fetched once for all of them.
//! The same question gets the same answer to the last bit, whatever stands beside it in the batch.

use std::sync::Arc;

use gomoku::Size;

use super::convolution::{Finish, Grid, Instructions, Lanes, Packed};
use super::plain::{dense, relu};
use super::{Question, Residual};

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
    max_batch: usize,
    instructions: Instructions,
    grid: Grid,
    layers: Arc<Layers>,
    room: Room,
}

/// The convolutions, ready for use.
#[derive(Debug)]
struct Layers {
    stem: Packed,
    tower: Vec<[Packed; 2]>,
    policy: Packed,
    logit: Packed,
    value: Packed,
}

/// The numbers between the layers, board after board.
#[derive(Clone, Debug)]
struct Room {
    planes: Vec<Lanes>,
    tower: Vec<Lanes>,
    inner: Vec<Lanes>,
    head: Vec<Lanes>,
    logits: Vec<Lanes>,
}

impl Forward {
    /// Gets ready for boards of this size. Up to `max_batch` questions go through a layer together.
    ///
    /// # Panics
    /// When `max_batch` is zero.
    pub fn new(network: &Arc<Residual>, size: Size, max_batch: usize) -> Forward {
        Forward::with(Instructions::best(), network, size, max_batch)
    }

    /// [`Forward::new`] with chosen instructions.
    ///
    /// # Panics
    /// When `max_batch` is zero.
    pub fn with(
        instructions: Instructions,
        network: &Arc<Residual>,
        size: Size,
        max_batch: usize,
    ) -> Forward {
        assert!(max_batch > 0, "a batch has room for a question");
        let grid = Grid {
            side: usize::from(size.get()),
        };
        let layers = Layers {
            stem: Packed::new(&network.stem),
            tower: network
                .tower
                .iter()
                .map(|block| block.each_ref().map(Packed::new))
                .collect(),
            policy: Packed::new(&network.policy),
            logit: Packed::new(&network.logit),
            value: Packed::new(&network.value),
        };
        let room = |blocks: usize| vec![Lanes::ZERO; max_batch * blocks * grid.points()];
        let heads = layers.policy.out_blocks().max(layers.value.out_blocks());
        let room = Room {
            planes: room(1),
            tower: room(layers.stem.out_blocks()),
            inner: room(layers.stem.out_blocks()),
            head: room(heads),
            logits: room(1),
        };
        Forward {
            network: Arc::clone(network),
            size,
            max_batch,
            instructions,
            grid,
            layers: Arc::new(layers),
            room,
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
        answers.resize_with(questions.len(), Answer::default);
        for (questions, answers) in questions
            .chunks(self.max_batch)
            .zip(answers.chunks_mut(self.max_batch))
        {
            self.read(questions);
            self.climb(questions.len());
            self.say_policies(answers);
            self.say_values(answers);
        }
    }

    /// Puts the planes of the questions into their room.
    fn read(&mut self, questions: &[Question]) {
        let points = self.grid.points();
        for (question, board) in questions.iter().zip(self.room.planes.chunks_mut(points)) {
            assert_eq!(question.size(), self.size, "the board has another size");
            board.fill(Lanes::ZERO);
            question.each_one(|plane, number| board[self.grid.place(number)].0[plane] = 1.0);
        }
    }

    /// From the planes to the top of the tower.
    fn climb(&mut self, boards: usize) {
        let Forward { layers, grid, .. } = self;
        let instructions = self.instructions;
        let points = grid.points();
        let planes = &self.room.planes[..boards * points];
        let length = boards * layers.stem.out_blocks() * points;
        let (tower, inner) = (
            &mut self.room.tower[..length],
            &mut self.room.inner[..length],
        );
        instructions.convolve(&layers.stem, *grid, planes, tower, Finish::Relu);
        for [first, second] in &layers.tower {
            instructions.convolve(first, *grid, tower, inner, Finish::Relu);
            instructions.convolve(second, *grid, inner, tower, Finish::AddRelu);
        }
    }

    /// From the tower to a logit for each point.
    fn say_policies(&mut self, answers: &mut [Answer]) {
        let grid = self.grid;
        let Layers { policy, logit, .. } = &*self.layers;
        let tower = &self.room.tower[..answers.len() * policy.in_blocks() * grid.points()];
        let head = &mut self.room.head[..answers.len() * policy.out_blocks() * grid.points()];
        let logits = &mut self.room.logits[..answers.len() * grid.points()];
        self.instructions
            .convolve(policy, grid, tower, head, Finish::Relu);
        self.instructions
            .convolve(logit, grid, head, logits, Finish::Sum);
        for (answer, logits) in answers.iter_mut().zip(logits.chunks(grid.points())) {
            answer.policy.clear();
            let numbers = 0..self.size.area();
            answer
                .policy
                .extend(numbers.map(|number| logits[grid.place(number)].0[0]));
        }
    }

    /// From the tower to the value of each board.
    fn say_values(&mut self, answers: &mut [Answer]) {
        let grid = self.grid;
        let value = &self.layers.value;
        let tower = &self.room.tower[..answers.len() * value.in_blocks() * grid.points()];
        let head = &mut self.room.head[..answers.len() * value.out_blocks() * grid.points()];
        self.instructions
            .convolve(value, grid, tower, head, Finish::Relu);
        let channels = self.network.shape().value_channels;
        for (answer, head) in answers
            .iter_mut()
            .zip(head.chunks(value.out_blocks() * grid.points()))
        {
            let (mut means, mut maxima) = (Vec::new(), Vec::new());
            for block in head.chunks(grid.points()) {
                let (mut sum, mut most) = (Lanes::ZERO, Lanes::ZERO);
                for number in 0..self.size.area() {
                    let there = &block[grid.place(number)].0;
                    for (lane, &x) in there.iter().enumerate() {
                        sum.0[lane] += x;
                        most.0[lane] = most.0[lane].max(x);
                    }
                }
                means.extend(sum.0.map(|sum| sum / self.size.area() as f32));
                maxima.extend(most.0);
            }
            means.truncate(channels);
            maxima.truncate(channels);
            means.append(&mut maxima);
            let hidden = relu(dense(&self.network.hidden, &means));
            answer.value = dense(&self.network.outcome, &hidden)[0].tanh();
        }
    }
}
