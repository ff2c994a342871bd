//! Adam: gradient descent whose step for each parameter adapts to how steep it has been.

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
const FLOOR: f64 = 1e-8;

/// The descent of one list of parameters.
#[derive(Clone, Debug)]
pub struct Adam {
    means: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
}

impl Adam {
    /// For so many parameters.
    pub fn new(count: usize) -> Adam {
        Adam {
            means: vec![0.0; count],
            squares: vec![0.0; count],
            steps: 0,
        }
    }

    /// One step down the gradient. Parameters also shrink towards zero, whatever their slope.
    pub fn step(&mut self, params: &mut [f64], gradient: &[f64], rate: f64, decay: f64) {
        self.steps += 1;
        let mean_bias = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_bias = 1.0 - SQUARE_DECAY.powi(self.steps);
        for (((param, &slope), mean), square) in params
            .iter_mut()
            .zip(gradient)
            .zip(&mut self.means)
            .zip(&mut self.squares)
        {
            *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
            let down = (*mean / mean_bias) / ((*square / square_bias).sqrt() + FLOOR);
            *param -= rate * (down + decay * *param);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_bowl_is_found() {
        let mut params = [5.0, -3.0];
        let mut adam = Adam::new(2);
        for _ in 0..2000 {
            let gradient = [2.0 * (params[0] - 1.0), 20.0 * (params[1] - 2.0)];
            adam.step(&mut params, &gradient, 0.01, 0.0);
        }
        assert!((params[0] - 1.0).abs() < 1e-2 && (params[1] - 2.0).abs() < 1e-2);
    }
}
