//! A field on which nobody has drawn: turf, squares, wall, goals, writing. Nothing of a game is known here.

use referee::{
    seat::Seat,
    soccer::{Node, Pitch},
};

use super::pen::Pens;
use crate::{
    ink::Ink,
    orientation::ScreenDirection,
    paint::{
        canvas::{Bend, Canvas},
        lettering::{self, Align, Pen},
    },
    pitch::theme::{Between, Corners, Goals, GridReach, Theme, Turf},
    theme::LineStyle,
};

/// So much of the way from dash to dash is drawn, around its middle.
const DASH: (f64, f64) = (0.2, 0.8);

/// What is needed to draw one.
pub(super) struct Bare<'a> {
    pub(super) theme: &'a Theme,
    pub(super) pens: Pens,
}

impl Bare<'_> {
    pub(super) fn draw(&self, canvas: &mut Canvas) {
        self.turf(canvas);
        self.between(canvas);
        self.markings(canvas);
        if self.theme.corners == Corners::Crossed {
            self.crosses(canvas);
        }
        self.goals(canvas);
        self.wall(canvas);
        self.writing(canvas);
    }

    fn pitch(&self) -> Pitch {
        self.pens.calibration.pitch
    }

    /// Columns and rows as numbers to reckon with.
    fn size(&self) -> (f64, f64) {
        (f64::from(self.pitch().width()), f64::from(self.pitch().length()))
    }

    /// A square of the field, or several.
    fn fill(&self, canvas: &mut Canvas, from: (f64, f64), to: (f64, f64), ink: Ink) {
        let (a, b) = (self.pens.at(from), self.pens.at(to));
        canvas.rectangle((a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1)), ink);
    }

    fn turf(&self, canvas: &mut Canvas) {
        let (width, length) = self.size();
        match self.theme.turf {
            Turf::Bare => {}
            Turf::Even(ink) => self.fill(canvas, (0.0, 1.0), (width, length + 1.0), ink),
            Turf::Striped(ink) => {
                for row in (1..=self.pitch().length()).step_by(2) {
                    let top = f64::from(row);
                    self.fill(canvas, (0.0, top), (width, top + 1.0), ink);
                }
            }
            Turf::Checkered(ink) => {
                for row in 1..=self.pitch().length() {
                    for column in (row % 2..self.pitch().width()).step_by(2) {
                        let from = (f64::from(column), f64::from(row));
                        self.fill(canvas, from, (from.0 + 1.0, from.1 + 1.0), ink);
                    }
                }
            }
        }
    }

    fn between(&self, canvas: &mut Canvas) {
        match self.theme.between {
            Between::Nothing => {}
            Between::Squares { line, parts, reach } => self.squares(canvas, line, parts, reach),
            Between::Dashes { line, count } => self.dashes(canvas, line, count),
            Between::Dots(dot) => {
                for node in self.pitch().nodes() {
                    let at = self.pens.calibration.centre_of(node);
                    canvas.disc(
                        at,
                        self.pens.length(dot.radius).max(0.7 * self.pens.thinnest),
                        dot.ink,
                    );
                }
            }
            Between::Pluses { line, arm } => {
                let (arm, width) = (self.pens.length(arm), self.pens.width(line));
                for node in self.pitch().nodes() {
                    let (x, y) = self.pens.calibration.centre_of(node);
                    canvas.line((x - arm, y), (x + arm, y), width, line.ink);
                    canvas.line((x, y - arm), (x, y + arm), width, line.ink);
                }
            }
        }
    }

    /// The lines of squared paper: they are printed, and no hand strays.
    fn squares(&self, canvas: &mut Canvas, line: LineStyle, parts: u8, reach: GridReach) {
        let (width, length) = self.size();
        let (step, pen) = (1.0 / f64::from(parts), self.pens.width(line));
        let beyond = if reach == GridReach::Page { 6.0 } else { 0.0 };
        let (left, right) = (-beyond, width + beyond);
        let (top, bottom) = (1.0 - beyond, length + 1.0 + beyond);
        let places = |from: f64, to: f64| {
            let count = ((to - from) / step).round() as usize;
            (0..=count).map(move |index| from + index as f64 * step)
        };
        for x in places(left, right) {
            canvas.line(self.pens.at((x, top)), self.pens.at((x, bottom)), pen, line.ink);
        }
        for y in places(top, bottom) {
            canvas.line(self.pens.at((left, y)), self.pens.at((right, y)), pen, line.ink);
        }
    }

    fn dashes(&self, canvas: &mut Canvas, line: LineStyle, count: u8) {
        let (width, length) = self.size();
        let (step, pen) = (1.0 / f64::from(count), self.pens.width(line));
        let places = |to: f64| (0..(to / step).round() as usize).map(move |index| index as f64 * step);
        for column in 0..=self.pitch().width() {
            let x = f64::from(column);
            for y in places(length) {
                let (from, to) = ((x, 1.0 + y + DASH.0 * step), (x, 1.0 + y + DASH.1 * step));
                canvas.line(self.pens.at(from), self.pens.at(to), pen, line.ink);
            }
        }
        for row in 1..=self.pitch().length() + 1 {
            let y = f64::from(row);
            for x in places(width) {
                let (from, to) = ((x + DASH.0 * step, y), (x + DASH.1 * step, y));
                canvas.line(self.pens.at(from), self.pens.at(to), pen, line.ink);
            }
        }
    }

    fn markings(&self, canvas: &mut Canvas) {
        let Some(line) = self.theme.markings else { return };
        let (width, length) = self.size();
        let (middle, pen) = (length / 2.0 + 1.0, self.pens.width(line));
        canvas.line(
            self.pens.at((0.0, middle)),
            self.pens.at((width, middle)),
            pen,
            line.ink,
        );
        canvas.ring(
            self.pens.at((width / 2.0, middle)),
            self.pens.length(1.5),
            pen,
            line.ink,
        );
    }

    /// Everything beside the goals crossed out.
    fn crosses(&self, canvas: &mut Canvas) {
        let (width, length) = self.size();
        for top in [0.0, length + 1.0] {
            for column in 0..self.pitch().width() {
                let left = f64::from(column);
                if (left + 0.5 - width / 2.0).abs() < 1.0 {
                    continue;
                }
                let (right, bottom) = (left + 1.0, top + 1.0);
                let box_of = [
                    (left, top),
                    (right, top),
                    (right, bottom),
                    (left, bottom),
                    (left, top),
                ];
                self.pens.draw(canvas, &box_of, self.theme.wall);
                self.pens
                    .draw(canvas, &[(left, top), (right, bottom)], self.theme.wall);
                self.pens
                    .draw(canvas, &[(right, top), (left, bottom)], self.theme.wall);
            }
        }
    }

    fn goals(&self, canvas: &mut Canvas) {
        for seat in [Seat::First, Seat::Second] {
            let (left, right) = (self.size().0 / 2.0 - 1.0, self.size().0 / 2.0 + 1.0);
            let far = f64::from(self.pitch().goal_row(seat));
            let near = if far == 0.0 { 1.0 } else { far - 1.0 };
            let mut line = self.theme.wall;
            match self.theme.goals {
                Goals::Boxed => {}
                Goals::Netted(net) => self.net(canvas, (left, near), (right, far), net),
                Goals::Meshed(net) => self.mesh(canvas, (left, near), (right, far), net),
                Goals::Solid(colors) => {
                    self.fill(canvas, (left, near), (right, far), colors[seat.index()].into());
                }
                Goals::Filled(inks) => self.fill(canvas, (left, near), (right, far), inks[seat.index()]),
                Goals::Lined(lines) => line = lines[seat.index()],
            }
            if let Some(mouth) = self.theme.mouth {
                self.pens.draw(canvas, &[(left, near), (right, near)], mouth);
            }
            if !matches!(self.theme.goals, Goals::Solid(_)) {
                let around = [(left, near), (left, far), (right, far), (right, near)];
                self.pens.draw(canvas, &around, line);
            }
        }
    }

    /// Threads from corner to corner, several to a square.
    fn net(&self, canvas: &mut Canvas, from: (f64, f64), to: (f64, f64), line: LineStyle) {
        let down = to.1 - from.1;
        let pen = self.pens.width(line);
        for step in -3..8 {
            let at = from.0 + f64::from(step) * 0.25 + 0.125;
            for (start, end) in [(at, at + 1.0), (at + 1.0, at)] {
                let cut = |part: f64| (start + part * (end - start), from.1 + part * down);
                let inside: Vec<(f64, f64)> = (0..=16)
                    .map(|part| cut(f64::from(part) / 16.0))
                    .filter(|place| place.0 >= from.0 && place.0 <= to.0)
                    .collect();
                if let (Some(first), Some(last)) = (inside.first(), inside.last()) {
                    canvas.line(self.pens.at(*first), self.pens.at(*last), pen, line.ink);
                }
            }
        }
    }

    /// Threads along the squares, several to a square.
    fn mesh(&self, canvas: &mut Canvas, from: (f64, f64), to: (f64, f64), line: LineStyle) {
        let pen = self.pens.width(line);
        let part = |index: i32, of: i32| f64::from(index) / f64::from(of);
        for index in 1..8 {
            let x = from.0 + (to.0 - from.0) * part(index, 8);
            canvas.line(self.pens.at((x, from.1)), self.pens.at((x, to.1)), pen, line.ink);
        }
        for index in 1..4 {
            let y = from.1 + (to.1 - from.1) * part(index, 4);
            canvas.line(self.pens.at((from.0, y)), self.pens.at((to.0, y)), pen, line.ink);
        }
    }

    fn wall(&self, canvas: &mut Canvas) {
        let (width, length) = self.size();
        let (left, right) = (width / 2.0 - 1.0, width / 2.0 + 1.0);
        let (top, bottom) = (1.0, length + 1.0);
        let halves = [
            [(left, top), (0.0, top), (0.0, bottom), (left, bottom)],
            [(right, top), (width, top), (width, bottom), (right, bottom)],
        ];
        let pens = [self.theme.kerb, Some(self.theme.wall)];
        for line in pens.into_iter().flatten() {
            for half in halves {
                // A wall is drawn square by square where a hand draws it.
                match self.theme.rounding {
                    0.0 => self.pens.draw(canvas, &half, line),
                    rounding => self.rounded(canvas, &half, rounding, line),
                }
            }
        }
    }

    /// A way whose corners are bent.
    fn rounded(&self, canvas: &mut Canvas, places: &[(f64, f64)], rounding: f64, line: LineStyle) {
        let towards = |from: (f64, f64), to: (f64, f64)| {
            let far = (to.0 - from.0).hypot(to.1 - from.1);
            let part = rounding / far;
            (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1))
        };
        let mut start = places[0];
        for corner in places.windows(3) {
            let (enter, leave) = (towards(corner[1], corner[0]), towards(corner[1], corner[2]));
            self.pens.draw(canvas, &[start, enter], line);
            let bend = [enter, corner[1], leave].map(|place| self.pens.at(place));
            canvas.pen(&bend, Bend::Smooth, self.pens.width(line), line.ink);
            start = leave;
        }
        self.pens.draw(canvas, &[start, places[places.len() - 1]], line);
    }

    fn writing(&self, canvas: &mut Canvas) {
        let Some(color) = self.theme.writing else { return };
        let pen = Pen::new(self.pens.length(0.34).max(8.0), color);
        let (width, length) = self.size();
        let is_upright = self.pens.calibration.orientation.columns == ScreenDirection::Across;
        let names = [("Ann", -0.75), ("Ben", length + 2.75)];
        for (name, row) in names {
            let column = if is_upright { 1.0 } else { width / 2.0 };
            lettering::write(canvas, name, self.pens.at((column, row)), Align::Centre, pen);
        }
        for row in 1..=self.pitch().length() + 1 {
            let at = self.pens.at((-0.6, f64::from(row)));
            lettering::write(canvas, &row.to_string(), at, Align::Centre, pen);
        }
    }
}

/// Every node, for marks that stand on each.
pub(super) fn point(pitch: Pitch, node: Node) -> (f64, f64) {
    let point = pitch.point(node);
    (f64::from(point.x), f64::from(point.y))
}
