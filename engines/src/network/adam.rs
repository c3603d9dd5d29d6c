//! Adam (Kingma and Ba, 2014): steps of a length that each number's own gradients give.

use super::float::Float;

const MEAN_KEPT: f64 = 0.9;
const SQUARE_KEPT: f64 = 0.999;
const LEAST: f64 = 1e-8;

/// Means of what the gradients were, and of their squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam<T> {
    /// Steps taken.
    pub steps: u64,
    /// By number.
    pub means: Vec<T>,
    /// By number.
    pub squares: Vec<T>,
}

impl<T: Float> Adam<T> {
    /// Before the first step, for so many numbers.
    pub fn new(length: usize) -> Adam<T> {
        Adam {
            steps: 0,
            means: vec![T::ZERO; length],
            squares: vec![T::ZERO; length],
        }
    }

    /// One step down the gradient.
    pub fn step(&mut self, numbers: &mut [T], gradient: &[T], rate: f64) {
        self.steps += 1;
        let kept = |share: f64| 1.0 - share.powi(i32::try_from(self.steps).unwrap_or(i32::MAX));
        let scale = T::of(rate * kept(SQUARE_KEPT).sqrt() / kept(MEAN_KEPT));
        let least = T::of(LEAST * kept(SQUARE_KEPT).sqrt());
        let [old_mean, new_mean] = [MEAN_KEPT, 1.0 - MEAN_KEPT].map(T::of);
        let [old_square, new_square] = [SQUARE_KEPT, 1.0 - SQUARE_KEPT].map(T::of);
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((number, &slope), (mean, square)) in numbers.iter_mut().zip(gradient).zip(moments) {
            *mean = *mean * old_mean + slope * new_mean;
            *square = *square * old_square + slope * slope * new_square;
            *number = *number - scale * *mean / (square.sqrt() + least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        let mut adam = Adam::new(2);
        let mut numbers = [3.0_f64, -2.0];
        for _ in 0..2_000 {
            let gradient = [2.0 * (numbers[0] - 1.0), 20.0 * (numbers[1] + 5.0)];
            adam.step(&mut numbers, &gradient, 0.01);
        }
        assert!(
            (numbers[0] - 1.0).abs() < 1e-3 && (numbers[1] + 5.0).abs() < 1e-3,
            "{numbers:?}"
        );
    }
}
