//! Root noise of self-play: Gumbel and Dirichlet samples.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Uniform in (0, 1], so that the logarithm is finite.
fn uniform_positive(rng: &mut Xoshiro256PlusPlus) -> f64 {
    1.0 - rng.random::<f64>()
}

/// A sample of the standard Gumbel distribution. The argmax of logits plus Gumbel samples is a sample of their softmax.
pub fn gumbel(rng: &mut Xoshiro256PlusPlus) -> f64 {
    -(-uniform_positive(rng).ln().min(-f64::MIN_POSITIVE)).ln()
}

/// A sample of the standard normal distribution (Box and Muller).
fn normal(rng: &mut Xoshiro256PlusPlus) -> f64 {
    let radius = (-2.0 * uniform_positive(rng).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.random::<f64>()).cos()
}

/// The logarithm of a sample of the gamma distribution (Marsaglia and Tsang 2000). With shapes such as 0.03 the samples
/// themselves underflow.
fn ln_gamma(shape: f64, rng: &mut Xoshiro256PlusPlus) -> f64 {
    if shape < 1.0 {
        return ln_gamma(shape + 1.0, rng) + uniform_positive(rng).ln() / shape;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && uniform_positive(rng).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d.ln() + v.ln();
        }
    }
}

/// A sample of the symmetric Dirichlet distribution: weights that sum to one.
pub fn dirichlet(count: usize, alpha: f64, rng: &mut Xoshiro256PlusPlus) -> Vec<f64> {
    let logs: Vec<_> = (0..count).map(|_| ln_gamma(alpha, rng)).collect();
    let max_log = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut weights: Vec<_> = logs.iter().map(|log| (log - max_log).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn dirichlet_weights_sum_to_one_with_the_right_variance() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for (alpha, count) in [(0.03, 81), (0.3, 10), (2.0, 5)] {
            let (mut squares, draws) = (0.0, 4000);
            let mean = 1.0 / count as f64;
            for _ in 0..draws {
                let weights = dirichlet(count, alpha, &mut rng);
                assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(weights.iter().all(|weight| (0.0..=1.0).contains(weight)));
                squares += weights
                    .iter()
                    .map(|weight| (weight - mean).powi(2))
                    .sum::<f64>();
            }
            let variance = squares / f64::from(draws) / count as f64;
            let expected = mean * (1.0 - mean) / (alpha * count as f64 + 1.0);
            assert!(
                (variance / expected - 1.0).abs() < 0.1,
                "{alpha} {variance} {expected}"
            );
        }
    }

    #[test]
    fn gumbel_max_samples_the_softmax() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let weights: [f64; 3] = [0.6, 0.3, 0.1];
        let mut counts = [0.0; 3];
        for _ in 0..20_000 {
            let scores = weights.map(|weight| weight.ln() + gumbel(&mut rng));
            let best = (0..3).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
            counts[best.unwrap()] += 1.0 / 20_000.0;
        }
        for (count, weight) in counts.iter().zip(weights) {
            assert!((count - weight).abs() < 0.02);
        }
    }
}
