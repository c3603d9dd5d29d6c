//! Odd desktops: scaled pictures, frames of several window managers, monitors beside and above each other, labels inside
//! and outside, boards that lie otherwise than usual or do not fit their window. All of a case is said in its name.

use dice::Dice;
use image::{RgbImage, imageops};
use referee::point::Point;

use crate::{
    area::Area,
    calibration::Calibration,
    desktop::{block, furniture},
    ink::Rgb,
    orientation::Orientation,
    paint::{Painter, Scene, canvas::Canvas, paint},
    theme::{Coordinates, Theme, Writing},
};

#[cfg(test)]
mod tests;

/// Two monitors, the second to the left of the first and higher up: most of the screen has negative coordinates.
const MONITORS: [Area; 2] = [Area::new(-1440, -150, 1440, 1200), Area::new(0, 0, 1600, 1200)];

/// Both, as one picture.
const SCREEN: Area = Area::new(-1440, -150, 3040, 1350);

/// Pixels around a frame that its shadow may take.
const SHADOW: u32 = 8;

/// Stones that are learned from.
const FIRST: usize = 4;

/// Points a side.
const SIDE: u8 = 15;

/// How a larger scale comes about.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Means {
    /// The client draws everything larger.
    Drawn,
    /// The picture's pixels are repeated.
    Nearest,
    /// The picture is stretched smoothly.
    Bilinear,
}

/// What is around the content.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Border {
    /// Nothing.
    Bare,
    /// A title bar above and a line around.
    Titled,
    /// Wide bevelled edges.
    Thick,
    /// A dark bar with a shadow around.
    Shadowed,
    /// A bar at the left.
    Sideways,
    /// A bright line, as tiling ones have.
    Tiled,
}

/// Where on the two monitors.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// On the first.
    First,
    /// On the second, at negative coordinates.
    Second,
    /// On both.
    Astride,
}

/// What of the board's picture is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
enum View {
    Whole,
    /// Cut off this side of the outermost points, in pitches: left, top, right, bottom; less than -1 is nothing.
    Cut([f64; 4]),
}

/// One desktop to paint.
#[derive(Clone, Copy, Debug)]
struct Case {
    seed: u64,
    theme: &'static Theme,
    scale: f64,
    means: Means,
    writing: Option<Writing>,
    orientation: Orientation,
    border: Border,
    place: Place,
    view: View,
    /// Whether scroll bars and a panel stand beside the board.
    furnished: bool,
}

/// A painted desktop and the truth about it.
struct Odd {
    /// All of [`SCREEN`].
    image: RgbImage,
    /// The window's content on it.
    content: Area,
    /// Where the board's points are in the content, seen or not.
    board: Calibration,
    /// What stands on the client's points.
    scene: Scene,
    /// The content before the first stone, and with the first few.
    before: [RgbImage; 2],
}

impl Case {
    fn paint(&self) -> Odd {
        let mut dice = Dice::new(self.seed);
        let (stones, scatter) = (dice.within(FIRST as i32, 70) as usize, dice.bits());
        let shown = Scene::strewn(SIDE, SIDE, stones, scatter);
        let mut theme = self.theme.clone();
        let dark = brightness(ground(&theme, self.seed)) < 90;
        theme.coordinates = self.writing.map(|place| Coordinates {
            ink: if dark { [170, 174, 180] } else { [70, 60, 50] },
            place,
            from: self.orientation,
        });
        let (drawn, stretched) = match self.means {
            Means::Drawn => (self.scale, 1.0),
            Means::Nearest | Means::Bilinear => (1.0, self.scale),
        };
        let painter = Painter::new(&theme, SIDE, SIDE, dice.between(19.0, 22.5) * drawn, self.seed);
        let mut board = painter.calibration();
        let picture = painter.paint(&shown).image;
        let view = self.visible(&picture, &board);
        let before = [0, FIRST].map(|stones| {
            let earlier = painter.paint(&Scene::strewn(SIDE, SIDE, stones, scatter)).image;
            let (content, _) = self.content(&earlier, view, drawn, &mut dice.clone());
            self.stretch(&content, stretched)
        });
        let (content, at) = self.content(&picture, view, drawn, &mut dice);
        board = board.shifted(f64::from(view.x - at.0), f64::from(view.y - at.1));
        let content = self.stretch(&content, stretched);
        let (x, y) = board.origin;
        board.origin = ((x + 0.5) * stretched - 0.5, (y + 0.5) * stretched - 0.5);
        board.pitch = (board.pitch.0 * stretched, board.pitch.1 * stretched);
        board.orientation = self.orientation;
        let (image, area) = self.desktop(&content, &mut dice);
        Odd {
            image,
            content: area,
            board,
            scene: counted(&shown, &board),
            before,
        }
    }

    /// The part of the board's picture that is seen.
    fn visible(&self, picture: &RgbImage, board: &Calibration) -> Area {
        let whole = Area::new(0, 0, picture.width(), picture.height());
        let View::Cut(cuts) = self.view else {
            return whole;
        };
        let far = |origin: f64| origin + board.pitch.0 * f64::from(SIDE - 1);
        let inside = |cut: f64, edge: f64, usual: f64| if cut < -1.0 { usual } else { edge };
        let left = inside(cuts[0], board.origin.0 + cuts[0] * board.pitch.0, 0.0).round();
        let top = inside(cuts[1], board.origin.1 + cuts[1] * board.pitch.1, 0.0).round();
        let right = inside(
            cuts[2],
            far(board.origin.0) - cuts[2] * board.pitch.0,
            whole.right() as f64 - 1.0,
        );
        let bottom = inside(
            cuts[3],
            far(board.origin.1) - cuts[3] * board.pitch.1,
            whole.bottom() as f64 - 1.0,
        );
        let (width, height) = (right.round() - left + 1.0, bottom.round() - top + 1.0);
        let part = Area::new(left as i32, top as i32, width as u32, height as u32);
        part.intersection(&whole).expect("something is left to see")
    }

    /// The window's content, and where in it the seen part of the board is.
    fn content(&self, picture: &RgbImage, view: Area, drawn: f64, dice: &mut Dice) -> (RgbImage, (i32, i32)) {
        let part =
            imageops::crop_imm(picture, view.x as u32, view.y as u32, view.width, view.height).to_image();
        let px = |natural: f64| (natural * drawn).round() as u32;
        // Sizes that every scale leaves whole.
        let whole = |length: u32| length.next_multiple_of(4);
        if !self.furnished {
            let mut canvas = Canvas::new(whole(view.width), whole(view.height), [128, 128, 128]);
            // What is left over shows more of the same edge.
            let wide = imageops::resize(
                &part,
                whole(view.width),
                whole(view.height),
                imageops::FilterType::Nearest,
            );
            if matches!(self.view, View::Whole) {
                canvas.paste(&wide, 0, 0);
            }
            canvas.paste(&part, 0, 0);
            return (canvas.to_image(), (0, 0));
        }
        let dark = brightness(picture.get_pixel(1, 1).0) < 90;
        let back: Rgb = if dark { [44, 46, 50] } else { [238, 238, 236] };
        let (left, top, bar, panel) = (px(9.0), px(31.0), px(14.0), px(120.0));
        let size = (
            whole(left + view.width + bar + panel),
            whole(top + view.height + bar + px(9.0)),
        );
        let mut canvas = Canvas::new(size.0, size.1, back);
        canvas.paste(&part, left as i32, top as i32);
        if !matches!(self.view, View::Whole) {
            let (x, y) = ((left + view.width) as i32, (top + view.height) as i32);
            let (track, thumb): (Rgb, Rgb) = ([200, 200, 200], [140, 140, 146]);
            block(&mut canvas, Area::new(x, top as i32, bar, view.height), track);
            block(
                &mut canvas,
                Area::new(x + 2, top as i32 + 8, bar - 4, view.height / 2),
                thumb,
            );
            block(&mut canvas, Area::new(left as i32, y, view.width, bar), track);
            block(
                &mut canvas,
                Area::new(left as i32 + 8, y + 2, view.width / 2, bar - 4),
                thumb,
            );
        }
        let captions = Area::new(
            (left + view.width + bar + 8) as i32,
            top as i32,
            panel - 12,
            view.height / 2,
        );
        furniture::captions(&mut canvas, dice, captions);
        (canvas.to_image(), (left as i32, top as i32))
    }

    fn stretch(&self, content: &RgbImage, factor: f64) -> RgbImage {
        let filter = match self.means {
            Means::Drawn => return content.clone(),
            Means::Nearest => imageops::FilterType::Nearest,
            Means::Bilinear => imageops::FilterType::Triangle,
        };
        let long = |length: u32| (f64::from(length) * factor).round() as u32;
        imageops::resize(content, long(content.width()), long(content.height()), filter)
    }

    /// Both monitors, and where on them the content is.
    fn desktop(&self, content: &RgbImage, dice: &mut Dice) -> (RgbImage, Area) {
        let (width, height) = content.dimensions();
        let (left, top, around) = match self.border {
            Border::Bare => (0, 0, 0),
            Border::Titled => (1, 25, 1),
            Border::Thick => (7, 30, 7),
            Border::Shadowed => (0, 38, 0),
            Border::Sideways => (24, 2, 2),
            Border::Tiled => (2, 2, 2),
        };
        let monitor = match self.place {
            Place::First => MONITORS[1],
            Place::Second => MONITORS[0],
            Place::Astride => Area::new(-(width as i32) / 2, 0, width + 40, 1200),
        };
        let room = |space: u32, length: u32, before: i32| space as i32 - length as i32 - before - around;
        let (across, down) = (
            room(monitor.width, width, left),
            room(monitor.height, height, top),
        );
        assert!(
            across >= 0 && down >= 0,
            "{width} x {height} does not fit: {self:?}"
        );
        let at = (
            monitor.x + left + dice.within(0, across),
            monitor.y + top + dice.within(0, down),
        );
        let mut screen = if self.is_on_a_wallpaper() {
            furniture::wallpaper(dice, SCREEN.width, SCREEN.height).to_image()
        } else {
            RgbImage::from_pixel(SCREEN.width, SCREEN.height, image::Rgb([54, 96, 110]))
        };
        let framed = (
            width + (left + around) as u32 + 2 * SHADOW,
            height + (top + around) as u32 + 2 * SHADOW,
        );
        let corner = (left + SHADOW as i32, top + SHADOW as i32);
        let under = (at.0 - SCREEN.x - corner.0, at.1 - SCREEN.y - corner.1);
        let mut window = Canvas::new(framed.0, framed.1, [54, 96, 110]);
        let inner = Area::new(corner.0, corner.1, width, height);
        self.frame(&mut window, inner, (left, top, around));
        window.paste(content, corner.0, corner.1);
        imageops::replace(&mut screen, &window.to_image(), under.0.into(), under.1.into());
        (screen, Area::new(at.0, at.1, width, height))
    }

    /// Every tenth case is searched on the whole screen, too.
    fn is_on_a_wallpaper(&self) -> bool {
        self.seed.is_multiple_of(10)
    }

    fn frame(&self, canvas: &mut Canvas, inner: Area, (left, top, around): (i32, i32, i32)) {
        let grown = |by: i32| {
            Area::new(
                inner.x - left - by,
                inner.y - top - by,
                inner.width + (left + around + 2 * by) as u32,
                inner.height + (top + around + 2 * by) as u32,
            )
        };
        match self.border {
            Border::Bare => {}
            Border::Titled => block(canvas, grown(0), [96, 128, 178]),
            Border::Thick => {
                block(canvas, grown(0), [222, 216, 206]);
                block(canvas, grown(-2), [122, 116, 108]);
                block(canvas, grown(-4), [178, 172, 164]);
            }
            Border::Shadowed => {
                for ring in (0..8).rev() {
                    let shade = 20 + 9 * ring as u8;
                    block(canvas, grown(ring), [shade; 3]);
                }
                block(canvas, grown(0), [48, 48, 52]);
            }
            Border::Sideways => block(canvas, grown(0), [60, 90, 80]),
            Border::Tiled => block(canvas, grown(0), [40, 170, 230]),
        }
    }
}

/// The stones on the client's own points.
fn counted(shown: &Scene, board: &Calibration) -> Scene {
    let mut scene = Scene::empty(SIDE, SIDE);
    let points = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| Point::new(x, y)));
    for point in points {
        scene.put(point, shown.content(board.shown().apply(point, SIDE)));
    }
    scene
}

/// A pixel of the bare ground.
fn ground(theme: &Theme, seed: u64) -> Rgb {
    let bare = paint(&Scene::empty(5, 5), theme, 12.0, seed);
    let (x, y) = bare.calibration.centre_of(Point::new(2, 2));
    bare.image.get_pixel(x as u32 + 4, y as u32 + 4).0
}

fn brightness(color: Rgb) -> u32 {
    color.iter().map(|part| u32::from(*part)).sum::<u32>() / 3
}
