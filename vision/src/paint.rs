//! The inverse of reading: a position drawn as a client would show it. For tests, the practice client
//! and pictures in documents. It knows no rules: any content can be drawn, legal or not.

pub mod canvas;
pub(crate) mod lattice;
pub mod lettering;
pub mod shape;
mod sprite;
pub mod sprites;
mod bare;
mod mark;
pub mod strange;
pub(crate) mod texture;
pub mod wear;

use dice::Dice;
use image::RgbImage;
use referee::{color::Color, point::Point};

use crate::{
    area::Area,
    calibration::Calibration,
    orientation::Orientation,
    paint::{
        bare::Bare,
        canvas::{Bend, Canvas},
        lattice::lattice,
        mark::Placed,
        sprites::Sprites,
    },
    theme::{Theme, Writing},
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
        let writing = match theme.coordinates {
            Some(coordinates) if coordinates.place != Writing::Inside => 0.75,
            _ => 0.0,
        };
        let border = (theme.margin + 0.5 + writing + theme.frame.map_or(0.0, |frame| frame.width)) * pitch;
        let origin = (border + dice.unit(), border + dice.unit());
        let calibration = Calibration {
            columns,
            rows,
            kind: theme.kind,
            origin,
            pitch: (pitch, pitch),
            confidence: 1.0,
            orientation: Orientation::default(),
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
        let mut canvas = self.board.clone();
        self.draw_on(&mut canvas, scene);
        canvas
    }

    /// Brings the empty board back to a part of a canvas of this board.
    ///
    /// # Panics
    /// The part is not wholly on the board.
    pub fn wipe(&self, canvas: &mut Canvas, part: Area) {
        canvas.copy(&self.board, part);
    }

    /// Draws a scene on a canvas that shows the empty board.
    ///
    /// # Panics
    /// The scene has another size than the board.
    pub(crate) fn draw_on(&self, canvas: &mut Canvas, scene: &Scene) {
        self.draw(canvas, scene, None);
    }

    /// The same with sprites of this painter's stones: those that were drawn before are laid on the canvas as they were.
    ///
    /// # Panics
    /// The scene has another size than the board.
    pub fn draw_with(&self, canvas: &mut Canvas, scene: &Scene, sprites: &mut Sprites) {
        self.draw(canvas, scene, Some(sprites));
    }

    fn draw(&self, canvas: &mut Canvas, scene: &Scene, mut sprites: Option<&mut Sprites>) {
        let size = (self.calibration.columns, self.calibration.rows);
        assert_eq!(
            size,
            (scene.columns, scene.rows),
            "the scene does not fit the board"
        );
        let (theme, pitch) = (&self.theme, self.calibration.pitch.0);
        if let Some(point) = scene.hover {
            mark::hover(canvas, theme, pitch, self.calibration.centre_of(point));
        }
        let last = scene.last_move.and_then(|point| self.placed(scene, point));
        if let Some(placed) = last {
            mark::under_last(canvas, theme, pitch, placed);
        }
        let points = || (0..scene.rows).flat_map(|y| (0..scene.columns).map(move |x| Point::new(x, y)));
        let stones: Vec<(Point, Placed)> = points()
            .filter_map(|point| Some((point, self.placed(scene, point)?)))
            .collect();
        // Of a stone that is appearing there would be a sprite for each moment.
        let mut put = |canvas: &mut Canvas, point: Point, placed: Placed, is_body: bool| {
            let draw = if is_body { mark::body } else { mark::shadow };
            let shape = || draw(theme, pitch, placed);
            match sprites.as_deref_mut().filter(|_| placed.alpha == 1.0) {
                Some(sprites) => {
                    sprites.lay(canvas, (point.x, point.y, placed.color.index(), is_body), shape);
                }
                None => {
                    if let Some(shape) = shape() {
                        canvas.put(&shape);
                    }
                }
            }
        };
        for (point, placed) in &stones {
            put(canvas, *point, *placed, false);
        }
        for (point, placed) in &stones {
            put(canvas, *point, *placed, true);
            mark::lines(canvas, theme, pitch, *placed);
        }
        for (point, number) in &scene.numbers {
            if let Some(placed) = self.placed(scene, *point) {
                mark::number(canvas, theme, pitch, placed, *number);
            }
        }
        if let Some(placed) = last {
            mark::over_last(canvas, theme, pitch, placed);
        }
        if let Some((from, to)) = scene.win_line {
            let spots = [self.calibration.centre_of(from), self.calibration.centre_of(to)];
            canvas.pen(&spots, Bend::Straight, (0.1 * pitch).max(2.0), theme.win_line);
        }
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

#[cfg(test)]
mod tests;
