//! The field's picture, kept up to date: around what changed it is drawn anew, from the bare field on. The picture is always
//! the same as one drawn at once.

use image::RgbImage;
use referee::soccer::{Node, Pitch, Position};
use vision::{
    area::Area,
    calibration::Calibration,
    paint::canvas::Canvas,
    pitch::{
        paint::{Painter, Placing, Scene, Stroke},
        theme::{Hint, LastTurn, Theme},
    },
};

use super::{Easel, GRAIN, Part, board::blit};
use crate::layout::natural_scale;

/// A field is painted at least so wide, in pixels at the panel's natural size: dialogs lie over it.
const WIDTH_LEAST: f64 = 340.0;

/// How far from its place anything that is drawn reaches, in squares: the largest ball is 0.3, what shines around
/// one 0.42, the widest line 0.26.
const REACH: f64 = 0.5;

/// Pixels beyond that, for soft edges.
const EDGE: f64 = 2.0;

/// A field and what it shows.
pub struct FieldFace {
    theme: &'static Theme,
    painter: Painter,
    shown: Scene,
    image: RgbImage,
    /// Where parts are drawn; the bare field between two drawings.
    easel: Canvas,
}

impl Easel<Position> for FieldFace {
    fn new(theme: &'static Theme, pitch: Pitch, square: f64) -> FieldFace {
        let room = WIDTH_LEAST * natural_scale(square) / square - f64::from(pitch.width());
        let roomy = Theme {
            margin: theme.margin.max(room / 2.0),
            ..theme.clone()
        };
        let painter = Painter::new(&roomy, pitch, Placing::usual(square), GRAIN);
        let shown = Scene::empty(pitch);
        let image = painter.paint(&shown).image;
        let mut easel = painter.canvas(&shown);
        painter.wipe(&mut easel, Area::new(0, 0, image.width(), image.height()));
        FieldFace {
            theme,
            painter,
            shown,
            image,
            easel,
        }
    }

    fn calibration(&self) -> Calibration {
        self.painter.calibration().grid
    }

    fn image(&self) -> &RgbImage {
        &self.image
    }

    fn show(&mut self, scene: &Scene) -> Vec<Part> {
        let changed = self.changed(scene);
        self.shown = scene.clone();
        let Some(part) = self.around(&changed) else {
            return Vec::new();
        };
        self.painter.draw_near(&mut self.easel, scene, Some(part));
        let (left, top) = (part.x as u32, part.y as u32);
        blit(&mut self.image, &self.easel.cut(part), left, top);
        let (width, height) = self.image.dimensions();
        // What was drawn may reach beyond the part.
        self.painter.wipe(&mut self.easel, Area::new(0, 0, width, height));
        vec![(left, top, part.width, part.height)]
    }

    fn paint(&self, scene: &Scene) -> RgbImage {
        self.painter.paint(scene).image
    }
}

impl FieldFace {
    /// The ends of everything that looks different from before, in columns and rows.
    fn changed(&self, scene: &Scene) -> Vec<(f64, f64)> {
        let old = &self.shown;
        let both = old.lines.iter().zip(&scene.lines);
        let alike = both.take_while(|(one, other)| one == other).count();
        let is_last = |scene: &Scene, index: usize| index + scene.last_turn >= scene.lines.len();
        let marks = self.theme.last_turn != LastTurn::Same;
        let mut changed = Vec::new();
        for index in 0..alike {
            // The last line that stays may bend into the next one.
            let differs = marks && is_last(old, index) != is_last(scene, index);
            if differs || index + 1 == alike {
                changed.extend(ends(scene, &scene.lines[index]));
            }
        }
        for scene in [old, scene] {
            for stroke in &scene.lines[alike..] {
                changed.extend(ends(scene, stroke));
            }
        }
        if (old.ball, old.growing, old.turn) != (scene.ball, scene.growing, scene.turn) {
            changed.extend(ball(old));
            changed.extend(ball(scene));
            // Ways to the nodes begin at the ball.
            if matches!(self.theme.hint, Hint::Way(_)) {
                let all = [old, scene].into_iter().flat_map(|scene| &scene.hints);
                changed.extend(all.map(|node| place(scene.pitch, *node)));
            }
        }
        for (one, other) in [(old, scene), (scene, old)] {
            let new = one.hints.iter().filter(|node| !other.hints.contains(node));
            changed.extend(new.map(|node| place(scene.pitch, *node)));
        }
        if *old == *scene { Vec::new() } else { changed }
    }

    /// The part of the picture around these places.
    fn around(&self, places: &[(f64, f64)]) -> Option<Area> {
        let field = self.painter.calibration();
        let reach = REACH * field.square() + EDGE;
        let spots: Vec<(f64, f64)> = places.iter().map(|place| field.place(place.0, place.1)).collect();
        let (width, height) = self.image.dimensions();
        let span = |of: fn(&(f64, f64)) -> f64, length: u32| {
            let least = spots.iter().map(of).fold(f64::INFINITY, f64::min) - reach;
            let most = spots.iter().map(of).fold(f64::NEG_INFINITY, f64::max) + reach;
            let from = least.floor().max(0.0) as u32;
            let to = (most.ceil().max(0.0) as u32).min(length);
            (from as i32, to.saturating_sub(from))
        };
        let ((left, width), (top, height)) = (span(|spot| spot.0, width), span(|spot| spot.1, height));
        (!spots.is_empty() && width > 0 && height > 0).then(|| Area::new(left, top, width, height))
    }
}

/// Column and row of a node.
fn place(pitch: Pitch, node: Node) -> (f64, f64) {
    let point = pitch.point(node);
    (f64::from(point.x), f64::from(point.y))
}

/// Both ends of a line.
fn ends(scene: &Scene, stroke: &Stroke) -> [(f64, f64); 2] {
    let from = scene.pitch.point(stroke.from);
    let (dx, dy) = stroke.direction.step();
    let from = (f64::from(from.x), f64::from(from.y));
    [from, (from.0 + f64::from(dx), from.1 + f64::from(dy))]
}

/// Where the ball lies, and where it is on its way to.
fn ball(scene: &Scene) -> Vec<(f64, f64)> {
    let at = scene.pitch.point(scene.ball);
    let at = (f64::from(at.x), f64::from(at.y));
    let growing = scene.growing.map(|growing| {
        let (dx, dy) = growing.direction.step();
        (at.0 + f64::from(dx), at.1 + f64::from(dy))
    });
    [at].into_iter().chain(growing).collect()
}
