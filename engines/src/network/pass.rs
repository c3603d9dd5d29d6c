//! One way of a few boards through a network, and back with what each number had to do with the loss. Holds what lies on the
//! way, so that a pass that is used again allocates nothing.

use super::{
    float::Float,
    matrix::{Matrix, add_product},
    plan::{Plan, Step, StepKind, Weights},
    shape::{PLANES, VALUE_HIDDEN},
    window::Layout,
};

/// What passing leaves behind.
#[derive(Clone, Debug)]
pub struct Pass<T> {
    boards: usize,
    size: usize,
    /// Planes by their number: plane by plane, in each the boards.
    planes: Vec<Vec<T>>,
    /// What the windows of a step see.
    windows: Vec<Vec<T>>,
    /// For every plane of a pooling step and board, where its maximum is.
    peaks: Vec<Vec<usize>>,
    /// Board by board, the inputs of the full layers.
    move_inputs: Vec<T>,
    value_inputs: Vec<T>,
    /// Board by board: logarithms of the shares of the moves.
    pub(super) shares: Vec<T>,
    hidden: Vec<T>,
    /// Board by board: the value for the side to move.
    pub(super) values: Vec<T>,
}

/// What the loss has to do with the outputs, board by board.
#[derive(Clone, Debug)]
pub(super) struct OutputGradient<T> {
    /// By the logits of the moves.
    pub(super) moves: Vec<T>,
    /// By the value before the hyperbolic tangent.
    pub(super) value: Vec<T>,
}

impl<T: Float> Pass<T> {
    /// For so many boards.
    pub(super) fn new(plan: &Plan, size: u8, boards: usize) -> Pass<T> {
        let zeros = |count: usize| vec![T::ZERO; count];
        let plane = boards * plan.cells;
        let windows = |step: &Step| match step.kind {
            StepKind::Window => zeros(plan.window(step) * plane),
            StepKind::Point => Vec::new(),
            StepKind::Pooling => zeros(plan.window(step) * boards),
        };
        let peaks = |step: &Step| match step.kind {
            StepKind::Pooling => vec![0; plan.widths[step.from] * boards],
            StepKind::Window | StepKind::Point => Vec::new(),
        };
        let of_planes = |number: usize| zeros(plan.widths[number] * plane);
        Pass {
            boards,
            size: usize::from(size),
            planes: plan.widths.iter().map(|width| zeros(width * plane)).collect(),
            windows: plan.steps.iter().map(windows).collect(),
            peaks: plan.steps.iter().map(peaks).collect(),
            move_inputs: of_planes(plan.move_planes()),
            value_inputs: of_planes(plan.value_planes()),
            shares: zeros(plane),
            hidden: zeros(boards * VALUE_HIDDEN),
            values: zeros(boards),
        }
    }

    /// Boards that go through it together.
    pub fn boards(&self) -> usize {
        self.boards
    }

    /// Board by board, the logarithms of the shares that the network gave the points.
    pub fn shares(&self) -> &[T] {
        &self.shares
    }

    /// Board by board, the value for the side to move.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The planes of one board, to be filled: own stones, the opponent's, its last move, whether the first player moves.
    pub(crate) fn input(&mut self, board: usize) -> impl Iterator<Item = &mut [T]> {
        let plane = self.layout().plane;
        let cells = plane / self.boards;
        let planes = self.planes[0].chunks_exact_mut(plane).take(PLANES);
        planes.map(move |plane| &mut plane[board * cells..(board + 1) * cells])
    }

    fn layout(&self) -> Layout {
        Layout {
            size: self.size,
            plane: self.boards * self.size * self.size,
        }
    }

    /// From the planes of the boards to shares and values.
    pub(super) fn forward(&mut self, plan: &Plan, numbers: &[T]) {
        for (index, step) in plan.steps.iter().enumerate() {
            self.step(plan, numbers, index, step);
        }
        let cells = plan.cells;
        by_board(
            &self.planes[plan.move_planes()],
            &mut self.move_inputs,
            cells,
            self.boards,
        );
        full(
            numbers,
            &plan.moves,
            &self.move_inputs,
            &mut self.shares,
            self.boards,
        );
        self.shares.chunks_exact_mut(cells).for_each(log_softmax);
        by_board(
            &self.planes[plan.value_planes()],
            &mut self.value_inputs,
            cells,
            self.boards,
        );
        full(
            numbers,
            &plan.hidden,
            &self.value_inputs,
            &mut self.hidden,
            self.boards,
        );
        self.hidden.iter_mut().for_each(relu);
        full(numbers, &plan.value, &self.hidden, &mut self.values, self.boards);
        self.values.iter_mut().for_each(|value| *value = value.tanh());
    }

    fn step(&mut self, plan: &Plan, numbers: &[T], index: usize, step: &Step) {
        let layout = self.layout();
        let (before, after) = self.planes.split_at_mut(index + 1);
        let (from, to) = (&before[step.from], &mut after[0]);
        if step.kind == StepKind::Pooling {
            let (pooled, peaks) = (&mut self.windows[index], &mut self.peaks[index]);
            pool(from, pooled, peaks, self.boards, plan.cells);
            let mut added = vec![T::ZERO; self.boards * step.weights.outputs];
            full(numbers, &step.weights, pooled, &mut added, self.boards);
            for (at, numbers) in to.chunks_exact_mut(plan.cells).enumerate() {
                let (plane, board) = (at / self.boards, at % self.boards);
                numbers.fill(added[board * step.weights.outputs + plane]);
            }
        } else {
            let bias = &numbers[step.weights.bias.clone()];
            for (plane, &bias) in to.chunks_exact_mut(layout.plane).zip(bias) {
                plane.fill(bias);
            }
            let seen = match step.kind {
                StepKind::Window => {
                    layout.spread(from, &mut self.windows[index]);
                    &self.windows[index]
                }
                StepKind::Point | StepKind::Pooling => from,
            };
            let weight = Matrix::of_rows(&numbers[step.weights.weight.clone()], step.weights.outputs);
            add_product(to, weight, Matrix::of_rows(seen, plan.window(step)));
        }
        if let Some(skip) = step.skip {
            add(to, &before[skip]);
        }
        to.iter_mut().for_each(relu);
    }

    /// Back from the outputs of the last [`forward`](Pass::forward): adds to `gradient` what the loss has to do with each
    /// number.
    pub(super) fn backward(
        &mut self,
        plan: &Plan,
        numbers: &[T],
        output: &OutputGradient<T>,
        gradient: &mut [T],
    ) {
        let mut planes: Vec<Vec<T>> = self
            .planes
            .iter()
            .map(|planes| vec![T::ZERO; planes.len()])
            .collect();
        let back = Back {
            numbers,
            boards: self.boards,
        };
        let inputs = back.full(&plan.moves, &self.move_inputs, &output.moves, gradient);
        by_plane(&inputs, &mut planes[plan.move_planes()], plan.cells, self.boards);
        let mut hidden = back.full(&plan.value, &self.hidden, &output.value, gradient);
        through_relu(&mut hidden, &self.hidden);
        let inputs = back.full(&plan.hidden, &self.value_inputs, &hidden, gradient);
        by_plane(&inputs, &mut planes[plan.value_planes()], plan.cells, self.boards);
        for (index, step) in plan.steps.iter().enumerate().rev() {
            let (before, after) = planes.split_at_mut(index + 1);
            let to = &mut after[0];
            through_relu(to, &self.planes[index + 1]);
            if let Some(skip) = step.skip {
                add(&mut before[skip], to);
            }
            match step.kind {
                StepKind::Pooling => {
                    self.back_pooled(plan, &back, index, to, &mut before[step.from], gradient)
                }
                StepKind::Window | StepKind::Point => {
                    self.back_convolved(plan, &back, index, to, &mut before[step.from], gradient);
                }
            }
        }
    }

    fn back_convolved(
        &mut self,
        plan: &Plan,
        back: &Back<'_, T>,
        index: usize,
        to: &[T],
        from: &mut [T],
        gradient: &mut [T],
    ) {
        let (layout, step) = (self.layout(), &plan.steps[index]);
        let (weights, window) = (&step.weights, plan.window(step));
        let bias = &mut gradient[weights.bias.clone()];
        for (sum, plane) in bias.iter_mut().zip(to.chunks_exact(layout.plane)) {
            plane.iter().for_each(|&more| *sum += more);
        }
        let seen = match step.kind {
            StepKind::Window => &self.windows[index],
            StepKind::Point | StepKind::Pooling => &self.planes[step.from],
        };
        let to = Matrix::of_rows(to, weights.outputs);
        let seen = Matrix::of_rows(seen, window).transposed();
        add_product(&mut gradient[weights.weight.clone()], to, seen);
        // Nobody asks what the loss has to do with the position.
        if step.from == 0 {
            return;
        }
        let weight = Matrix::of_rows(&back.numbers[weights.weight.clone()], weights.outputs).transposed();
        match step.kind {
            StepKind::Window => {
                let windows = &mut self.windows[index];
                windows.fill(T::ZERO);
                add_product(windows, weight, to);
                layout.gather(windows, from);
            }
            StepKind::Point | StepKind::Pooling => add_product(from, weight, to),
        }
    }

    fn back_pooled(
        &self,
        plan: &Plan,
        back: &Back<'_, T>,
        index: usize,
        to: &[T],
        from: &mut [T],
        gradient: &mut [T],
    ) {
        let step = &plan.steps[index];
        let outputs = step.weights.outputs;
        let mut added = vec![T::ZERO; self.boards * outputs];
        for (at, numbers) in to.chunks_exact(plan.cells).enumerate() {
            let sum = &mut added[at % self.boards * outputs + at / self.boards];
            numbers.iter().for_each(|&more| *sum += more);
        }
        let pooled = back.full(&step.weights, &self.windows[index], &added, gradient);
        let width = plan.widths[step.from];
        let share = T::ONE / T::of(plan.cells as f64);
        for (at, numbers) in from.chunks_exact_mut(plan.cells).enumerate() {
            let of_board = &pooled[at % self.boards * 2 * width..][..2 * width];
            let (plane, peak) = (at / self.boards, self.peaks[index][at]);
            numbers
                .iter_mut()
                .for_each(|number| *number += of_board[plane] * share);
            numbers[peak] += of_board[width + plane];
        }
    }
}

struct Back<'a, T> {
    numbers: &'a [T],
    boards: usize,
}

impl<T: Float> Back<'_, T> {
    /// Back through a full layer: adds to the gradient, and answers with that of the inputs.
    fn full(&self, weights: &Weights, inputs: &[T], outputs: &[T], gradient: &mut [T]) -> Vec<T> {
        let bias = &mut gradient[weights.bias.clone()];
        for board in outputs.chunks_exact(weights.outputs) {
            add(bias, board);
        }
        let outputs = Matrix::of_rows(outputs, self.boards);
        let of_weights = &mut gradient[weights.weight.clone()];
        add_product(
            of_weights,
            outputs.transposed(),
            Matrix::of_rows(inputs, self.boards),
        );
        let weight = Matrix::of_rows(&self.numbers[weights.weight.clone()], weights.outputs);
        let mut back = vec![T::ZERO; inputs.len()];
        add_product(&mut back, outputs, weight);
        back
    }
}

/// A full layer: inputs and outputs board by board.
fn full<T: Float>(numbers: &[T], weights: &Weights, inputs: &[T], outputs: &mut [T], boards: usize) {
    for board in outputs.chunks_exact_mut(weights.outputs) {
        board.copy_from_slice(&numbers[weights.bias.clone()]);
    }
    let weight = Matrix::of_rows(&numbers[weights.weight.clone()], weights.outputs);
    add_product(outputs, Matrix::of_rows(inputs, boards), weight.transposed());
}

/// Mean and maximum of every plane of every board, board by board: all means, then all maxima.
fn pool<T: Float>(planes: &[T], pooled: &mut [T], peaks: &mut [usize], boards: usize, cells: usize) {
    let width = pooled.len() / boards / 2;
    let share = T::ONE / T::of(cells as f64);
    for (at, numbers) in planes.chunks_exact(cells).enumerate() {
        let of_board = &mut pooled[at % boards * 2 * width..][..2 * width];
        let (mut sum, mut peak) = (T::ZERO, 0);
        for (cell, &number) in numbers.iter().enumerate() {
            sum += number;
            if number > numbers[peak] {
                peak = cell;
            }
        }
        of_board[at / boards] = sum * share;
        of_board[width + at / boards] = numbers[peak];
        peaks[at] = peak;
    }
}

/// From plane by plane to board by board.
fn by_board<T: Float>(planes: &[T], inputs: &mut [T], cells: usize, boards: usize) {
    let width = planes.len() / boards;
    for (at, numbers) in planes.chunks_exact(cells).enumerate() {
        inputs[at % boards * width + at / boards * cells..][..cells].copy_from_slice(numbers);
    }
}

/// The reverse of [`by_board`].
fn by_plane<T: Float>(inputs: &[T], planes: &mut [T], cells: usize, boards: usize) {
    let width = planes.len() / boards;
    for (at, numbers) in planes.chunks_exact_mut(cells).enumerate() {
        numbers.copy_from_slice(&inputs[at % boards * width + at / boards * cells..][..cells]);
    }
}

fn add<T: Float>(sums: &mut [T], more: &[T]) {
    for (sum, &more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

fn relu<T: Float>(number: &mut T) {
    *number = T::ZERO.or_more(*number);
}

/// The gradient before ReLU, from the one after it.
fn through_relu<T: Float>(gradient: &mut [T], after: &[T]) {
    for (gradient, &after) in gradient.iter_mut().zip(after) {
        *gradient = if after > T::ZERO { *gradient } else { T::ZERO };
    }
}

fn log_softmax<T: Float>(logits: &mut [T]) {
    let most = logits.iter().copied().reduce(T::or_more).unwrap_or(T::ZERO);
    let mut sum = T::ZERO;
    logits.iter().for_each(|&logit| sum += (logit - most).exp());
    let log = most + sum.ln();
    logits.iter_mut().for_each(|logit| *logit = *logit - log);
}
