//! The optimizer AdamW: Adam (Kingma and Ba 2015) with decoupled weight decay.

const BETA1: f64 = 0.9;
const BETA2: f64 = 0.999;
const EPSILON: f64 = 1e-8;

/// The moments of a list of parameters.
#[derive(Clone, Debug)]
pub struct Adam {
    means: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
}

impl Adam {
    /// Moments of this many parameters.
    pub fn new(count: usize) -> Adam {
        Adam {
            means: vec![0.0; count],
            squares: vec![0.0; count],
            steps: 0,
        }
    }

    /// One step down the gradient.
    pub fn step(&mut self, params: &mut [f64], gradient: &[f64], rate: f64, decay: f64) {
        self.steps += 1;
        let mean_correction = 1.0 - BETA1.powi(self.steps);
        let square_correction = 1.0 - BETA2.powi(self.steps);
        for (((param, &slope), mean), square) in params
            .iter_mut()
            .zip(gradient)
            .zip(&mut self.means)
            .zip(&mut self.squares)
        {
            *mean += (1.0 - BETA1) * (slope - *mean);
            *square += (1.0 - BETA2) * (slope * slope - *square);
            let step = (*mean / mean_correction) / ((*square / square_correction).sqrt() + EPSILON);
            *param -= rate * (step + decay * *param);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_minimum_of_a_quadratic() {
        let mut params = [5.0, -3.0];
        let mut adam = Adam::new(2);
        for _ in 0..2000 {
            let gradient = [2.0 * (params[0] - 1.0), 20.0 * (params[1] - 2.0)];
            adam.step(&mut params, &gradient, 0.01, 0.0);
        }
        assert!((params[0] - 1.0).abs() < 1e-2 && (params[1] - 2.0).abs() < 1e-2);
    }
}
