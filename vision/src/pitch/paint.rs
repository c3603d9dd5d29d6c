//! The inverse of reading: a field drawn as a client would show it. For tests, the practice client and pictures in documents.
//! It knows no rules: any lines can be drawn, legal or not.

mod ball;
mod bare;
mod pen;
mod scene;

use dice::Dice;
use image::RgbImage;
use referee::soccer::Pitch;

pub use scene::{Growing, Scene, Stroke, some_game};

use crate::{
    area::Area,
    orientation::{Corner, Orientation, ScreenDirection},
    paint::canvas::Canvas,
    paint::texture,
    pitch::{
        calibration::{Calibration, shown_size},
        paint::{bare::Bare, pen::Pens},
        theme::Theme,
    },
};

/// A picture of a field, and where its nodes lie in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Painted {
    /// The field with its margin, nothing else.
    pub image: RgbImage,
    /// The truth about `image`; its confidence is 1.
    pub calibration: Calibration,
}

/// Where and how large a field is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placing {
    /// How it lies.
    pub orientation: Orientation,
    /// Pixels of a square's side; may be fractional, at least 8.
    pub square: f64,
    /// Pixels of the screen for one of the client's: no line is thinner.
    pub scale: f64,
}

impl Placing {
    /// Upright, on a screen whose pixels are the client's.
    pub fn usual(square: f64) -> Placing {
        Placing {
            orientation: Orientation::default(),
            square,
            scale: 1.0,
        }
    }

    /// Any of the four ways to turn a field, and any scale from 1 to 2.
    pub fn strewn(square: f64, dice: &mut Dice) -> Placing {
        let ways = [
            (Corner::TopLeft, ScreenDirection::Across),
            (Corner::BottomRight, ScreenDirection::Across),
            (Corner::TopRight, ScreenDirection::Down),
            (Corner::BottomLeft, ScreenDirection::Down),
        ];
        let (origin, columns) = if dice.chance(0.5) {
            ways[0]
        } else {
            *dice.pick(&ways)
        };
        Placing {
            orientation: Orientation { origin, columns },
            square,
            scale: *dice.pick(&[1.0, 1.0, 1.25, 1.5, 2.0]),
        }
    }
}

/// Draws one scene: see [`Painter`].
pub fn paint(scene: &Scene, theme: &Theme, placing: Placing, seed: u64) -> Painted {
    Painter::new(theme, scene.pitch, placing, seed).paint(scene)
}

/// Draws many scenes on one field; the bare field is drawn once.
#[derive(Clone)]
pub struct Painter {
    theme: Theme,
    calibration: Calibration,
    scale: f64,
    field: Canvas,
    seed: u64,
}

impl Painter {
    /// A bare field. The seed decides the grain, the hand that draws, and where between pixels the field begins.
    ///
    /// # Panics
    /// A square has less than 8 pixels.
    pub fn new(theme: &Theme, pitch: Pitch, placing: Placing, seed: u64) -> Painter {
        let Placing { square, scale, .. } = placing;
        assert!(square >= 8.0, "squares of {square} pixels cannot be drawn");
        let mut dice = Dice::new(seed);
        let border = (theme.margin + if theme.writing.is_some() { 0.9 } else { 0.0 }) * square;
        let origin = (border + dice.unit(), border + dice.unit());
        let calibration = Calibration::new(pitch, placing.orientation, origin, (square, square));
        let (columns, rows) = shown_size(pitch, placing.orientation.columns);
        let side = |count: u8| (f64::from(count - 1) * square + 2.0 * border + 1.0).ceil() as u32;
        let mut field = texture::lay(&theme.ground, side(columns), side(rows), seed);
        let pens = Pens::new(&calibration, scale, theme.stray, seed);
        Bare { theme, pens }.draw(&mut field);
        Painter {
            theme: theme.clone(),
            calibration,
            scale,
            field,
            seed,
        }
    }

    /// Where the nodes lie in every picture of this painter.
    pub fn calibration(&self) -> Calibration {
        self.calibration
    }

    /// The field with everything that the scene shows.
    ///
    /// # Panics
    /// The scene is of another field.
    pub fn paint(&self, scene: &Scene) -> Painted {
        Painted {
            image: self.canvas(scene).to_image(),
            calibration: self.calibration,
        }
    }

    /// The same as a canvas, for drawing more on it.
    ///
    /// # Panics
    /// The scene is of another field.
    pub fn canvas(&self, scene: &Scene) -> Canvas {
        let mut canvas = self.field.clone();
        self.draw_near(&mut canvas, scene, None);
        canvas
    }

    /// Brings the bare field back to a part of a canvas of this field.
    ///
    /// # Panics
    /// The part is not wholly in the picture.
    pub fn wipe(&self, canvas: &mut Canvas, part: Area) {
        canvas.copy(&self.field, part);
    }

    /// Draws a scene on a canvas that shows the bare field: all of it, or at least what can be seen in a part of the picture.
    ///
    /// # Panics
    /// The scene is of another field.
    pub fn draw_near(&self, canvas: &mut Canvas, scene: &Scene, part: Option<Area>) {
        assert_eq!(
            self.calibration.pitch, scene.pitch,
            "the scene is of another field"
        );
        let pens = Pens::new(&self.calibration, self.scale, self.theme.stray, self.seed).within(part);
        pens.lines(canvas, &self.theme, scene);
        ball::hints(canvas, &self.theme, &pens, scene);
        ball::ball(canvas, &self.theme, &pens, scene);
    }
}
