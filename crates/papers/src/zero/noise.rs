//! The random numbers of self-play: Gumbel's and Dirichlet's distributions.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// From just above 0 to 1, so that its logarithm is a number.
fn positive(rng: &mut Xoshiro256PlusPlus) -> f64 {
    1.0 - rng.random::<f64>()
}

/// A draw from the standard Gumbel distribution: adding it to logits and taking the largest draws from their softmax.
pub fn gumbel(rng: &mut Xoshiro256PlusPlus) -> f64 {
    -(-positive(rng).ln().min(-f64::MIN_POSITIVE)).ln()
}

/// A draw from the normal distribution (Box and Muller).
fn normal(rng: &mut Xoshiro256PlusPlus) -> f64 {
    let radius = (-2.0 * positive(rng).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.random::<f64>()).cos()
}

/// The logarithm of a draw from the gamma distribution of this shape (Marsaglia and Tsang 2000). Shapes such as 0.03 give
/// numbers too small for anything but their logarithms.
fn ln_gamma(shape: f64, rng: &mut Xoshiro256PlusPlus) -> f64 {
    if shape < 1.0 {
        return ln_gamma(shape + 1.0, rng) + positive(rng).ln() / shape;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && positive(rng).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d.ln() + v.ln();
        }
    }
}

/// Shares that add up to one, drawn from the symmetric Dirichlet distribution.
pub fn dirichlet(count: usize, alpha: f64, rng: &mut Xoshiro256PlusPlus) -> Vec<f64> {
    let logarithms: Vec<_> = (0..count).map(|_| ln_gamma(alpha, rng)).collect();
    let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut shares: Vec<_> = logarithms.iter().map(|one| (one - most).exp()).collect();
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn shares_add_up_and_have_the_variance_of_the_distribution() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for (alpha, count) in [(0.03, 81), (0.3, 10), (2.0, 5)] {
            let (mut squares, draws) = (0.0, 4000);
            let mean = 1.0 / count as f64;
            for _ in 0..draws {
                let shares = dirichlet(count, alpha, &mut rng);
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
                squares += shares
                    .iter()
                    .map(|share| (share - mean).powi(2))
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
    fn the_largest_of_gumbels_and_logits_is_a_draw_from_the_softmax() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let shares: [f64; 3] = [0.6, 0.3, 0.1];
        let mut counts = [0.0; 3];
        for _ in 0..20_000 {
            let scores = shares.map(|share| share.ln() + gumbel(&mut rng));
            let best = (0..3).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
            counts[best.unwrap()] += 1.0 / 20_000.0;
        }
        for (count, share) in counts.iter().zip(shares) {
            assert!((count - share).abs() < 0.02);
        }
    }
}
