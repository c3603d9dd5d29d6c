//! The inverse of reading: a position drawn as a client would show it. For tests, the practice client
//! and pictures in documents. It knows no rules: any content can be drawn, legal or not.

pub mod canvas;
pub mod dice;
pub mod lettering;
mod mark;
pub(crate) mod texture;
pub mod wear;

use image::RgbImage;
use referee::{color::Color, point::Point};

use crate::{
    calibration::{Calibration, Kind},
    paint::{
        canvas::{Bend, Canvas, Ink, Spot},
        dice::{Dice, lattice},
        lettering::{Align, Pen},
        mark::Placed,
    },
    theme::{Grid, Line, Rounding, Theme},
};

/// What is to be seen on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Points in a row.
    pub columns: u8,
    /// Points in a column.
    pub rows: u8,
    /// Row by row from the top left, `columns * rows` of them.
    pub contents: Vec<Option<Color>>,
    /// The stone that carries the last-move mark.
    pub last_move: Option<Point>,
    /// Move numbers written on stones.
    pub numbers: Vec<(Point, u16)>,
    /// The point under the pointer.
    pub hover: Option<Point>,
    /// First and last stone of a winning line.
    pub win_line: Option<(Point, Point)>,
    /// A stone that is still appearing, and how much of it is there, 0 to 1.
    pub fading: Option<(Point, f32)>,
}

impl Scene {
    /// A board with nothing on it.
    pub fn empty(columns: u8, rows: u8) -> Scene {
        let contents = vec![None; usize::from(columns) * usize::from(rows)];
        Scene {
            columns,
            rows,
            contents,
            last_move: None,
            numbers: Vec::new(),
            hover: None,
            win_line: None,
            fading: None,
        }
    }

    /// `stones` stones (fewer if the board is full) strewn at random, black and white by turns, the last one marked.
    pub fn strewn(columns: u8, rows: u8, stones: usize, seed: u64) -> Scene {
        let mut scene = Scene::empty(columns, rows);
        let mut dice = Dice::new(seed);
        let mut free: Vec<Point> = (0..rows)
            .flat_map(|y| (0..columns).map(move |x| Point::new(x, y)))
            .collect();
        for ply in 0..stones.min(free.len()) {
            let point = free.swap_remove(dice.below(free.len()));
            scene.put(point, Some(Color::BOTH[ply % 2]));
            scene.last_move = Some(point);
        }
        scene
    }

    /// What stands on `point`.
    ///
    /// # Panics
    /// `point` is off the board.
    pub fn content(&self, point: Point) -> Option<Color> {
        self.contents[self.index(point)]
    }

    /// Puts a stone on `point`, or takes it away.
    ///
    /// # Panics
    /// `point` is off the board.
    pub fn put(&mut self, point: Point, content: Option<Color>) {
        let index = self.index(point);
        self.contents[index] = content;
    }

    fn index(&self, point: Point) -> usize {
        assert!(
            point.x < self.columns && point.y < self.rows,
            "point {point} is off the board"
        );
        usize::from(point.y) * usize::from(self.columns) + usize::from(point.x)
    }
}

/// A picture of a board, and where its points lie in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Painted {
    /// The board with its margin and frame, nothing else.
    pub image: RgbImage,
    /// The truth about `image`; its confidence is 1.
    pub calibration: Calibration,
}

/// Draws one scene: see [`Painter`].
pub fn paint(scene: &Scene, theme: &Theme, pitch: f64, seed: u64) -> Painted {
    Painter::new(theme, scene.columns, scene.rows, pitch, seed).paint(scene)
}

/// Draws many scenes on one board; the board itself is drawn once.
#[derive(Clone)]
pub struct Painter {
    theme: Theme,
    calibration: Calibration,
    board: Canvas,
    seed: u64,
}

impl Painter {
    /// A board of `columns` x `rows` points, `pitch` pixels apart (may be fractional, at least 6).
    /// The seed decides the grain, the hand that draws each sign, and where between pixels the grid begins.
    ///
    /// # Panics
    /// The pitch is below 6 or the board has no points.
    pub fn new(theme: &Theme, columns: u8, rows: u8, pitch: f64, seed: u64) -> Painter {
        assert!(
            pitch >= 6.0 && columns > 0 && rows > 0,
            "{columns} x {rows} points of {pitch} pixels cannot be drawn"
        );
        let mut dice = Dice::new(seed);
        let writing = if theme.coordinates.is_some() { 0.75 } else { 0.0 };
        let border = (theme.margin + 0.5 + writing + theme.frame.map_or(0.0, |frame| frame.width)) * pitch;
        let origin = (border + dice.unit(), border + dice.unit());
        let calibration = Calibration {
            columns,
            rows,
            kind: theme.kind,
            origin,
            pitch: (pitch, pitch),
            confidence: 1.0,
        };
        let side = |count: u8| (f64::from(count - 1) * pitch + 2.0 * border + 1.0).ceil() as u32;
        let mut board = texture::lay(&theme.ground, side(columns), side(rows), seed);
        Bare {
            theme,
            calibration: &calibration,
            pitch,
        }
        .draw(&mut board);
        Painter {
            theme: theme.clone(),
            calibration,
            board,
            seed,
        }
    }

    /// Where the points lie in every picture of this painter.
    pub fn calibration(&self) -> Calibration {
        self.calibration
    }

    /// The board with everything that the scene shows.
    ///
    /// # Panics
    /// The scene has another size than the board.
    pub fn paint(&self, scene: &Scene) -> Painted {
        Painted {
            image: self.canvas(scene).to_image(),
            calibration: self.calibration,
        }
    }

    /// The same as a canvas, for drawing more on it.
    ///
    /// # Panics
    /// The scene has another size than the board.
    pub fn canvas(&self, scene: &Scene) -> Canvas {
        let size = (self.calibration.columns, self.calibration.rows);
        assert_eq!(
            size,
            (scene.columns, scene.rows),
            "the scene does not fit the board"
        );
        let (theme, pitch) = (&self.theme, self.calibration.pitch.0);
        let mut canvas = self.board.clone();
        if let Some(point) = scene.hover {
            mark::hover(&mut canvas, theme, pitch, self.calibration.centre_of(point));
        }
        let last = scene.last_move.and_then(|point| self.placed(scene, point));
        if let Some(placed) = last {
            mark::under_last(&mut canvas, theme, pitch, placed);
        }
        let points = || (0..scene.rows).flat_map(|y| (0..scene.columns).map(move |x| Point::new(x, y)));
        let stones: Vec<Placed> = points().filter_map(|point| self.placed(scene, point)).collect();
        stones
            .iter()
            .for_each(|placed| mark::shadow(&mut canvas, theme, pitch, *placed));
        stones
            .iter()
            .for_each(|placed| mark::stone(&mut canvas, theme, pitch, *placed));
        for (point, number) in &scene.numbers {
            if let Some(placed) = self.placed(scene, *point) {
                mark::number(&mut canvas, theme, pitch, placed, *number);
            }
        }
        if let Some(placed) = last {
            mark::over_last(&mut canvas, theme, pitch, placed);
        }
        if let Some((from, to)) = scene.win_line {
            let spots = [self.calibration.centre_of(from), self.calibration.centre_of(to)];
            canvas.pen(&spots, Bend::Straight, (0.1 * pitch).max(2.0), theme.win_line);
        }
        canvas
    }

    fn placed(&self, scene: &Scene, point: Point) -> Option<Placed> {
        let color = scene.content(point)?;
        let alpha = scene
            .fading
            .filter(|(fading, _)| *fading == point)
            .map_or(1.0, |(_, alpha)| alpha);
        let hand = (lattice(i64::from(point.x), i64::from(point.y), self.seed) * 65_536.0) as u64;
        Some(Placed {
            at: self.calibration.centre_of(point),
            color,
            hand,
            alpha,
        })
    }
}

/// The board without stones.
struct Bare<'a> {
    theme: &'a Theme,
    calibration: &'a Calibration,
    pitch: f64,
}

impl Bare<'_> {
    fn draw(&self, canvas: &mut Canvas) {
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
        if let Some(color) = self.theme.coordinates {
            self.coordinates(canvas, color.into());
        }
    }

    fn frame(&self, canvas: &mut Canvas, frame: Line) {
        let width = (frame.width * self.pitch).max(1.0);
        let (right, bottom) = (f64::from(canvas.width()) - 0.5, f64::from(canvas.height()) - 0.5);
        canvas.frame(
            (width / 2.0 - 0.5, width / 2.0 - 0.5),
            (right - width / 2.0, bottom - width / 2.0),
            width,
            frame.ink,
        );
    }

    fn rounded(&self, value: f64) -> f64 {
        match self.theme.rounding {
            Rounding::Smooth => value,
            Rounding::Snapped => value.round(),
        }
    }

    /// Lines run through the points, or half a pitch beside them.
    fn lines(&self, canvas: &mut Canvas, line: Line, edge: Line, overshoot: f64) {
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

    fn width_of(&self, line: Line) -> f64 {
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

    /// Letters above, numbers at the left counting from the bottom, as Gomoku and Go boards are labelled.
    fn coordinates(&self, canvas: &mut Canvas, ink: Ink) {
        let pen = Pen::new((0.34 * self.pitch).max(6.0), ink);
        let (left, top) = self.calibration.origin;
        let reach = (0.5 + self.theme.margin.min(0.25) + 0.35) * self.pitch;
        for x in 0..self.calibration.columns {
            let letter = char::from(b'A' + x % 26).to_string();
            let at = left + f64::from(x) * self.pitch;
            lettering::write(canvas, &letter, (at, top - reach), Align::Centre, pen);
        }
        for y in 0..self.calibration.rows {
            let number = (self.calibration.rows - y).to_string();
            let at = top + f64::from(y) * self.pitch;
            lettering::write(canvas, &number, (left - reach, at), Align::Centre, pen);
        }
    }
}

/// The handicap points of a board: the third or fourth line's corners, sides on large boards, and the centre on odd ones.
pub fn star_points(columns: u8, rows: u8) -> Vec<Point> {
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

#[cfg(test)]
mod tests;
