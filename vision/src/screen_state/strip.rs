//! A few rows of a template that tell most of it: where a picture does not look like them, it need not be compared with
//! all the others. It only rules places out, and scores none.

use image::GrayImage;

use super::sums;

/// The rows that are compared first.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    /// The first of them.
    top: usize,
    width: usize,
    /// Their brightness against its own mean.
    values: Vec<f32>,
    norm: f32,
    /// Their part of the whole template's squares, 0 to 1.
    part: f32,
}

/// Rows that have so much of the template's squares tell enough.
const PART: f32 = 0.3;
/// What is lost by rounding.
const MARGIN: f32 = 2e-3;

impl Strip {
    /// Of a template's zero-mean values, row by row, whose norm that is: the fewest rows that tell enough.
    pub(super) fn of(values: &[f32], width: usize, norm: f32) -> Option<Strip> {
        let rows: Vec<(f32, f32)> = values.chunks_exact(width).map(sum_and_squares).collect();
        let enough = |rows: &[(f32, f32)]| {
            let (sum, squares) = rows.iter().fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
            squares - sum * sum / (rows.len() * width) as f32 >= PART * norm * norm
        };
        let from = |top: usize| {
            let mut ends = top + 1..=rows.len();
            ends.find(|&end| enough(&rows[top..end])).map(|end| (top, end))
        };
        let (top, end) = (0..rows.len())
            .filter_map(from)
            .min_by_key(|(top, end)| end - top)?;
        let own = &values[top * width..end * width];
        let mean = own.iter().sum::<f32>() / own.len() as f32;
        let values: Vec<f32> = own.iter().map(|value| value - mean).collect();
        let squares = values.iter().map(|value| value * value).sum::<f32>();
        Some(Strip {
            top,
            width,
            norm: squares.sqrt(),
            part: (squares / (norm * norm)).min(1.0),
            values,
        })
    }

    /// Whether the template with its top left corner at that pixel scores less than `least` for certain.
    ///
    /// A score is the cosine between what is wanted and what is seen. With the strip's cosine c and its part p of what is
    /// wanted, the whole's square is at most p c² + (1 - p), however the rest looks (Cauchy and Schwarz).
    pub(super) fn rules_out(&self, field: &GrayImage, x: u32, y: u32, least: f32) -> bool {
        let stride = field.width() as usize;
        let begin = (y as usize + self.top) * stride + x as usize;
        let (sum, squares, product) = sums(&field.as_raw()[begin..], stride, self.width, &self.values);
        let count = self.values.len() as u64;
        // So many times the sum of squares about the mean; the same for all levels if it is 0.
        let spread = count * squares - u64::from(sum) * u64::from(sum);
        let cosine = match spread {
            0 => 0.0,
            // Rounding weighs too much.
            _ if spread < count * count => return false,
            _ => product / ((spread as f32 / count as f32).sqrt() * self.norm),
        };
        let most = self.part * cosine.clamp(0.0, 1.0).powi(2) + (1.0 - self.part);
        most.sqrt() + MARGIN < least
    }
}

fn sum_and_squares(row: &[f32]) -> (f32, f32) {
    let squares = row.iter().map(|value| value * value);
    (row.iter().sum(), squares.sum())
}
