//! Shares thrown by lot, as self-play mixes them into what it would look at (Dirichlet's distribution).

use dice::Dice;

/// So many shares, all of them together 1; the smaller `concentration`, the fewer of them have most.
pub(crate) fn dirichlet(count: usize, concentration: f64, dice: &mut Dice) -> Vec<f64> {
    let thrown: Vec<f64> = (0..count).map(|_| gamma(concentration, dice)).collect();
    let sum: f64 = thrown.iter().sum();
    match sum > 0.0 {
        true => thrown.iter().map(|share| share / sum).collect(),
        // All of them were too small to be told from nothing.
        false => vec![1.0 / count as f64; count],
    }
}

/// A number of the gamma distribution with this shape and scale 1 (Marsaglia and Tsang, 2000).
fn gamma(shape: f64, dice: &mut Dice) -> f64 {
    if shape < 1.0 {
        let below = (1.0 - dice.unit()).powf(1.0 / shape);
        return gamma(shape + 1.0, dice) * below;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let normal = dice.normal();
        let cube = (1.0 + c * normal).powi(3);
        if cube <= 0.0 {
            continue;
        }
        // `unit` may be 0, of which there is no logarithm.
        if (1.0 - dice.unit()).ln() < 0.5 * normal * normal + d - d * cube + d * cube.ln() {
            return d * cube;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_the_mean_and_variance_of_the_distribution() {
        let mut dice = Dice::new(11);
        let (count, concentration, throws) = (8, 0.3, 20_000);
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..throws {
            let shares = dirichlet(count, concentration, &mut dice);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            sum += shares[0];
            squares += shares[0] * shares[0];
        }
        let mean = sum / f64::from(throws);
        let variance = squares / f64::from(throws) - mean * mean;
        let share = 1.0 / count as f64;
        let expected = share * (1.0 - share) / (count as f64 * concentration + 1.0);
        assert!((mean - share).abs() < 0.006, "mean {mean}");
        assert!(
            (variance / expected - 1.0).abs() < 0.06,
            "variance {variance}, expected {expected}"
        );
    }
}
