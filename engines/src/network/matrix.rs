//! Products of matrices, by crate `gemm`, which takes the widest instructions that the machine has. Everything that costs
//! time in a network is one of them.

use super::float::Float;

/// Numbers read as a matrix: row by row, or column by column.
#[derive(Clone, Copy)]
pub(super) struct Matrix<'a, T> {
    numbers: &'a [T],
    rows: usize,
    columns: usize,
    row_step: usize,
    column_step: usize,
}

impl<'a, T: Float> Matrix<'a, T> {
    /// So many rows, one after the other.
    ///
    /// # Panics
    /// The numbers are not rows of one length.
    pub(super) fn of_rows(numbers: &'a [T], rows: usize) -> Matrix<'a, T> {
        assert_eq!(
            numbers.len() % rows,
            0,
            "{} numbers are not {rows} rows",
            numbers.len()
        );
        let columns = numbers.len() / rows;
        Matrix {
            numbers,
            rows,
            columns,
            row_step: columns,
            column_step: 1,
        }
    }

    /// Rows as columns.
    pub(super) fn transposed(self) -> Matrix<'a, T> {
        Matrix {
            rows: self.columns,
            columns: self.rows,
            row_step: self.column_step,
            column_step: self.row_step,
            ..self
        }
    }
}

/// Adds the product of two matrices to `sum`, which lies row by row.
///
/// # Panics
/// They do not fit.
#[expect(unsafe_code, reason = "the crate takes pointers, as it has to know no slices")]
pub(super) fn add_product<T: Float>(sum: &mut [T], left: Matrix<'_, T>, right: Matrix<'_, T>) {
    assert_eq!(left.columns, right.rows, "the matrices do not fit each other");
    assert_eq!(
        sum.len(),
        left.rows * right.columns,
        "the product does not fit its place"
    );
    let step = |step: usize| isize::try_from(step).expect("slices are shorter than that");
    // SAFETY: rows times columns of either matrix is the length of its slice, and of the sum as asserted above, and the
    // steps of a matrix lay it out row by row or column by column, so that no element lies outside; the sum is borrowed
    // mutably and so shares nothing with them. `Float` is f32 or f64, both of which the crate knows.
    unsafe {
        gemm::gemm(
            left.rows,
            right.columns,
            left.columns,
            sum.as_mut_ptr(),
            1,
            step(right.columns),
            true,
            left.numbers.as_ptr(),
            step(left.column_step),
            step(left.row_step),
            right.numbers.as_ptr(),
            step(right.column_step),
            step(right.row_step),
            T::ONE,
            T::ONE,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_the_definition() {
        let mut dice = dice::Dice::new(3);
        for _ in 0..50 {
            let [rows, inner, columns] = [0; 3].map(|_| 1 + dice.below(20_usize));
            let mut fill = |count: usize| -> Vec<f64> { (0..count).map(|_| dice.normal()).collect() };
            let (left, right, before) = (fill(rows * inner), fill(inner * columns), fill(rows * columns));
            let mut sum = before.clone();
            add_product(
                &mut sum,
                Matrix::of_rows(&left, rows),
                Matrix::of_rows(&right, inner),
            );
            let flipped: Vec<f64> = (0..rows * inner)
                .map(|at| left[at % rows * inner + at / rows])
                .collect();
            let mut again = before.clone();
            let turned = Matrix::of_rows(&flipped, inner).transposed();
            add_product(&mut again, turned, Matrix::of_rows(&right, inner));
            for row in 0..rows {
                for column in 0..columns {
                    let terms = (0..inner).map(|at| left[row * inner + at] * right[at * columns + column]);
                    let expected = before[row * columns + column] + terms.sum::<f64>();
                    for found in [&sum, &again] {
                        assert!((found[row * columns + column] - expected).abs() < 1e-9);
                    }
                }
            }
        }
    }
}
