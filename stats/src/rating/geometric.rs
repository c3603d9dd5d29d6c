//! Ratios summed up: their geometric mean, and how sure it is.

/// Geometric mean of positive ratios and the ends of its 95 % interval, which are 0 and infinity for a single one, as that says
/// nothing about the spread; `None` without any.
pub fn mean(ratios: &[f64]) -> Option<[f64; 3]> {
    let count = ratios.len() as f64;
    let logarithms = || ratios.iter().map(|ratio| ratio.ln());
    let mean = logarithms().sum::<f64>() / count;
    let error = match ratios.len() {
        0 => return None,
        1 => f64::INFINITY,
        _ => {
            let variance = logarithms().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0);
            1.96 * (variance / count).sqrt()
        }
    };
    Some([mean, mean - error, mean + error].map(f64::exp))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_told_with_what_is_known_of_it() {
        assert_eq!(mean(&[]), None);
        assert_eq!(mean(&[1.0]), Some([1.0, 0.0, f64::INFINITY]));
        let [middle, low, high] = mean(&[1.0, 4.0, 2.0, 2.0]).unwrap();
        assert!((middle - 2.0).abs() < 1e-9, "{middle}");
        assert!(
            (low * high - 4.0).abs() < 1e-9 && high > 3.0 && high < 4.0,
            "{low} {high}"
        );
    }
}
