//! The board before the first stone: frame, watermark, lines or cells, handicap points, coordinates.

use referee::point::Point;

use crate::{
    calibration::{Calibration, Kind},
    ink::Ink,
    orientation::{Corner, Orientation, ScreenDirection},
    paint::{
        canvas::Canvas,
        lettering::{self, Align, Pen},
        shape::Spot,
    },
    theme::{Border, Coordinates, Grid, LineStyle, Rounding, Theme, Writing},
};

/// The board without stones.
pub(super) struct Bare<'a> {
    pub(super) theme: &'a Theme,
    pub(super) calibration: &'a Calibration,
    pub(super) pitch: f64,
}

impl Bare<'_> {
    /// Draws it on a canvas that is covered with the board's ground.
    pub(super) fn draw(&self, canvas: &mut Canvas) {
        if let Some(frame) = self.theme.frame {
            self.frame(canvas, frame);
        }
        if let Some(ink) = self.theme.watermark {
            self.watermark(canvas, ink);
        }
        match &self.theme.grid {
            Grid::Lines {
                line,
                edge,
                overshoot,
            } => self.lines(canvas, *line, *edge, *overshoot),
            Grid::Checkered { light, dark } => {
                self.cells(
                    canvas,
                    0.0,
                    0.0,
                    |x, y| if (x + y) % 2 == 0 { *light } else { *dark },
                )
            }
            Grid::Tiles { face, gap, corner } => self.cells(canvas, *gap, *corner, |_, _| *face),
            Grid::Dots(dot) => {
                self.on_points(|at| canvas.disc(at, (dot.radius * self.pitch).max(1.0), dot.ink))
            }
            Grid::Pluses { line, arm } => self.on_points(|at| self.plus(canvas, at, *line, *arm)),
        }
        if let Some(border) = self.theme.border {
            self.border(canvas, border);
        }
        if let Some(dot) = self.theme.star_points {
            for point in star_points(self.calibration.columns, self.calibration.rows) {
                let centre = self.calibration.centre_of(point);
                canvas.disc(
                    (self.rounded(centre.0), self.rounded(centre.1)),
                    (dot.radius * self.pitch).max(1.5),
                    dot.ink,
                );
            }
        }
        if let Some(coordinates) = self.theme.coordinates {
            self.coordinates(canvas, coordinates);
        }
    }

    fn frame(&self, canvas: &mut Canvas, frame: LineStyle) {
        let width = (frame.width * self.pitch).max(1.0);
        let (right, bottom) = (f64::from(canvas.width()) - 0.5, f64::from(canvas.height()) - 0.5);
        canvas.frame(
            (width / 2.0 - 0.5, width / 2.0 - 0.5),
            (right - width / 2.0, bottom - width / 2.0),
            width,
            frame.ink,
        );
    }

    /// Calls with the middle of each point, as it is drawn.
    fn on_points(&self, mut draw: impl FnMut(Spot)) {
        for y in 0..self.calibration.rows {
            for x in 0..self.calibration.columns {
                let (x, y) = self.calibration.centre_of(Point::new(x, y));
                draw((self.rounded(x), self.rounded(y)));
            }
        }
    }

    fn plus(&self, canvas: &mut Canvas, (x, y): Spot, line: LineStyle, arm: f64) {
        let half = self.width_of(line) / 2.0;
        let arm = (arm * self.pitch).max(2.0);
        canvas.rectangle((x - arm, y - half), (x + arm, y + half), line.ink);
        canvas.rectangle((x - half, y - arm), (x + half, y + arm), line.ink);
    }

    /// Around the grid, whatever it is drawn of.
    fn border(&self, canvas: &mut Canvas, border: Border) {
        let half = match self.theme.kind {
            Kind::Points => 0.0,
            Kind::Cells => 0.5,
        };
        let out = (half + border.distance) * self.pitch;
        let width = self.width_of(border.line);
        let place = |at: f64| self.settle_line(at, width).0;
        let (left, top) = self.calibration.origin;
        let far = |from: f64, count: u8| from + f64::from(count - 1) * self.pitch + out;
        let right = far(left, self.calibration.columns);
        let bottom = far(top, self.calibration.rows);
        let from = (place(left - out), place(top - out));
        canvas.frame(from, (place(right), place(bottom)), width, border.line.ink);
    }

    fn rounded(&self, value: f64) -> f64 {
        match self.theme.rounding {
            Rounding::Smooth => value,
            Rounding::Snapped => value.round(),
        }
    }

    /// Lines run through the points, or half a pitch beside them.
    fn lines(&self, canvas: &mut Canvas, line: LineStyle, edge: LineStyle, overshoot: f64) {
        let (half, extra) = match self.theme.kind {
            Kind::Points => (0.0, 0),
            Kind::Cells => (0.5, 1),
        };
        let (columns, rows) = (self.calibration.columns + extra, self.calibration.rows + extra);
        let at = |origin: f64, index: u8| origin + (f64::from(index) - half) * self.pitch;
        let origin = self.calibration.origin;
        let reach = overshoot * self.pitch;
        let span = |origin: f64, count: u8, width: f64| {
            let pad = reach.max(width / 2.0);
            (
                self.rounded(at(origin, 0) - pad + 0.5) - 0.5,
                self.rounded(at(origin, count - 1) + pad + 0.5) - 0.5,
            )
        };
        let edge_width = self.width_of(edge);
        let order = |count: u8| {
            (1..count - 1)
                .map(|index| (index, line))
                .chain([(0, edge), (count - 1, edge)])
        };
        let (left, right) = span(origin.0, columns, edge_width);
        let (top, bottom) = span(origin.1, rows, edge_width);
        for (index, line) in order(columns) {
            let (x, width) = self.settle_line(at(origin.0, index), self.width_of(line));
            canvas.rectangle((x - width / 2.0, top), (x + width / 2.0, bottom), line.ink);
        }
        for (index, line) in order(rows) {
            let (y, width) = self.settle_line(at(origin.1, index), self.width_of(line));
            canvas.rectangle((left, y - width / 2.0), (right, y + width / 2.0), line.ink);
        }
    }

    fn width_of(&self, line: LineStyle) -> f64 {
        let width = (line.width * self.pitch).max(1.0);
        if self.theme.rounding == Rounding::Snapped {
            width.round()
        } else {
            width
        }
    }

    /// A snapped line covers whole pixels: one of even width lies on a pixel edge.
    fn settle_line(&self, at: f64, width: f64) -> (f64, f64) {
        let shift = if width % 2.0 == 0.0 { 0.5 } else { 0.0 };
        (self.rounded(at + shift) - shift, width)
    }

    fn cells(&self, canvas: &mut Canvas, gap: f64, corner: f64, face: impl Fn(u8, u8) -> Ink) {
        let origin = self.calibration.origin;
        let edge = |origin: f64, index: u8| {
            let at = origin + (f64::from(index) - 0.5) * self.pitch;
            if self.theme.rounding == Rounding::Snapped {
                (at + 0.5).round() - 0.5
            } else {
                at
            }
        };
        let pad = if gap > 0.0 {
            (gap * self.pitch / 2.0).max(0.5)
        } else {
            0.0
        };
        for y in 0..self.calibration.rows {
            for x in 0..self.calibration.columns {
                let from = (edge(origin.0, x) + pad, edge(origin.1, y) + pad);
                let to = (edge(origin.0, x + 1) - pad, edge(origin.1, y + 1) - pad);
                canvas.tile(from, to, corner * self.pitch, face(x, y));
            }
        }
    }

    /// The project's name, as large as the board allows.
    fn watermark(&self, canvas: &mut Canvas, ink: Ink) {
        let middle = |origin: f64, count: u8| origin + f64::from(count - 1) * self.pitch / 2.0;
        let centre: Spot = (
            middle(self.calibration.origin.0, self.calibration.columns),
            middle(self.calibration.origin.1, self.calibration.rows),
        );
        let height = f64::from(self.calibration.columns.min(self.calibration.rows)) * self.pitch * 0.42;
        let pen = Pen {
            height,
            width: height * 0.1,
            ink,
        };
        lettering::write(canvas, "天元", centre, Align::Centre, pen);
    }

    /// Along the top and at the left, whichever of letters and numbers they are.
    fn coordinates(&self, canvas: &mut Canvas, coordinates: Coordinates) {
        let (size, reach) = match coordinates.place {
            Writing::Outside | Writing::Around => (0.34, 0.5 + self.theme.margin.min(0.25) + 0.35),
            Writing::Inside => (0.2, 0.3),
        };
        let least = if coordinates.place == Writing::Inside {
            4.0
        } else {
            6.0
        };
        let pen = Pen::new((size * self.pitch).max(least), coordinates.ink);
        let Orientation { origin, columns } = coordinates.from;
        let letters_along = columns == ScreenDirection::Across;
        let label = |index: u8, is_letter: bool| {
            if is_letter {
                char::from(b'A' + index % 26).to_string()
            } else {
                (index + 1).to_string()
            }
        };
        let (left, top) = self.calibration.origin;
        // Inside, the marks for columns stand above and to the right of their points, those for rows below and to the left.
        let aside = match coordinates.place {
            Writing::Outside | Writing::Around => 0.0,
            Writing::Inside => 0.28 * self.pitch,
        };
        let far = |near: f64, count: u8| {
            let across = f64::from(count - 1) + reach;
            (coordinates.place == Writing::Around).then_some(near + across * self.pitch)
        };
        for x in 0..self.calibration.columns {
            let is_right = matches!(origin, Corner::TopRight | Corner::BottomRight);
            let index = if is_right {
                self.calibration.columns - 1 - x
            } else {
                x
            };
            let at = (left + f64::from(x) * self.pitch + aside, top - reach * self.pitch);
            lettering::write(canvas, &label(index, letters_along), at, Align::Centre, pen);
            if let Some(far) = far(top, self.calibration.rows) {
                let below = (at.0, far);
                lettering::write(canvas, &label(index, letters_along), below, Align::Centre, pen);
            }
        }
        for y in 0..self.calibration.rows {
            let is_bottom = matches!(origin, Corner::BottomLeft | Corner::BottomRight);
            let index = if is_bottom {
                self.calibration.rows - 1 - y
            } else {
                y
            };
            let at = (left - reach * self.pitch, top + f64::from(y) * self.pitch + aside);
            lettering::write(canvas, &label(index, !letters_along), at, Align::Centre, pen);
            if let Some(far) = far(left, self.calibration.columns) {
                let beside = (far, at.1);
                lettering::write(canvas, &label(index, !letters_along), beside, Align::Centre, pen);
            }
        }
    }
}

/// The handicap points of a board: the third or fourth line's corners, sides on large boards, and the centre on odd ones.
fn star_points(columns: u8, rows: u8) -> Vec<Point> {
    let along = |count: u8| {
        let inset = if count >= 13 { 3 } else { 2 };
        let middle = (count % 2 == 1).then_some(count / 2);
        (vec![inset, count - 1 - inset], middle)
    };
    if columns < 7 || rows < 7 {
        return Vec::new();
    }
    let ((across, middle_x), (down, middle_y)) = (along(columns), along(rows));
    let mut points: Vec<Point> = down
        .iter()
        .flat_map(|y| across.iter().map(move |x| Point::new(*x, *y)))
        .collect();
    if let (Some(x), Some(y)) = (middle_x, middle_y) {
        points.push(Point::new(x, y));
        if columns.min(rows) >= 19 {
            points.extend(across.iter().map(|side| Point::new(*side, y)));
            points.extend(down.iter().map(|side| Point::new(x, *side)));
        }
    }
    points
}
