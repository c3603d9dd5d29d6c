//! Planes laid out so that a convolution is one product of matrices (im2col), and back. Planes lie one after the other, in
//! each of them the boards, in each board its rows.

use std::ops::Range;

use super::float::Float;

/// The nine points that a window of 3 x 3 sees, columns to the right and rows down.
const WINDOW: [(isize, isize); 9] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (0, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// How planes lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Lines a side of a board.
    pub(super) size: usize,
    /// Numbers of one plane of all boards.
    pub(super) plane: usize,
}

impl Layout {
    /// Writes for every plane and point of the window what stands there, seen from every point of every board; zero off the
    /// board.
    pub(super) fn spread<T: Float>(self, planes: &[T], windows: &mut [T]) {
        let each = windows.chunks_exact_mut(WINDOW.len() * self.plane);
        for (plane, nine) in planes.chunks_exact(self.plane).zip(each) {
            for (seen, offset) in nine.chunks_exact_mut(self.plane).zip(WINDOW) {
                let (here, there) = self.overlap(offset);
                seen[..here.start].fill(T::ZERO);
                seen[here.end..].fill(T::ZERO);
                seen[here].copy_from_slice(&plane[there]);
                self.clear_edges(seen, offset);
            }
        }
    }

    /// Adds to every plane what the windows say of its points. What they say of points off the board is lost.
    pub(super) fn gather<T: Float>(self, windows: &mut [T], planes: &mut [T]) {
        let each = windows.chunks_exact_mut(WINDOW.len() * self.plane);
        for (plane, nine) in planes.chunks_exact_mut(self.plane).zip(each) {
            for (seen, offset) in nine.chunks_exact_mut(self.plane).zip(WINDOW) {
                self.clear_edges(seen, offset);
                let (here, there) = self.overlap(offset);
                for (sum, &more) in plane[there].iter_mut().zip(&seen[here]) {
                    *sum += more;
                }
            }
        }
    }

    /// Where a plane and the same plane moved by an offset lie over each other: in the moved one, and in the plane.
    fn overlap(self, (dx, dy): (isize, isize)) -> (Range<usize>, Range<usize>) {
        let shift = dx + dy * self.size as isize;
        let (back, on) = (shift.min(0).unsigned_abs(), shift.max(0).unsigned_abs());
        (back..self.plane - on, on..self.plane - back)
    }

    /// Zero where the offset leads from one row or board into another.
    fn clear_edges<T: Float>(self, seen: &mut [T], (dx, dy): (isize, isize)) {
        let size = self.size;
        let column = match dx {
            -1 => Some(0),
            1 => Some(size - 1),
            _ => None,
        };
        if let Some(column) = column {
            seen.iter_mut()
                .skip(column)
                .step_by(size)
                .for_each(|number| *number = T::ZERO);
        }
        let row = match dy {
            -1 => 0..size,
            1 => size * (size - 1)..size * size,
            _ => 0..0,
        };
        if !row.is_empty() {
            for board in seen.chunks_exact_mut(size * size) {
                board[row.clone()].fill(T::ZERO);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_see_their_neighbours_and_no_other_board() {
        let (size, boards, planes) = (5, 3, 2);
        let layout = Layout {
            size,
            plane: boards * size * size,
        };
        let numbers: Vec<f64> = (1..=planes * layout.plane).map(|number| number as f64).collect();
        let mut windows = vec![f64::NAN; 9 * numbers.len()];
        layout.spread(&numbers, &mut windows);
        let mut back = vec![0.0; numbers.len()];
        layout.gather(&mut windows.clone(), &mut back);
        for (at, &number) in numbers.iter().enumerate() {
            let (x, y) = ((at % size) as isize, (at / size % size) as isize);
            let side = size as isize;
            let mut seen_by = 0;
            for (index, (dx, dy)) in WINDOW.into_iter().enumerate() {
                let is_on = (0..side).contains(&(x + dx)) && (0..side).contains(&(y + dy));
                seen_by += u32::from(is_on);
                let neighbour = at as isize + dx + dy * side;
                let expected = if is_on { numbers[neighbour as usize] } else { 0.0 };
                let place = (at / layout.plane * 9 + index) * layout.plane + at % layout.plane;
                assert_eq!(windows[place], expected, "{at} {dx} {dy}");
            }
            assert_eq!(back[at], number * f64::from(seen_by));
        }
    }
}
