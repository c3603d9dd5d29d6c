//! Boards as strangers draw them: nothing but dots, letters for stones, a frame beside the first line, crosses and numbers
//! on points, ghosts, pointers, pages at odd scales. Everything of a picture is chosen by its seed.

mod extra;
mod look;

use dice::Dice;
use image::{RgbImage, imageops};
use referee::{color::Color, point::Point};

use self::look::Look;
use crate::{
    calibration::Calibration,
    ink::Rgb,
    paint::{Painter, Scene, canvas::Canvas, mark, wear},
    theme::Rounding,
};

/// What is unusual about a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strange {
    /// A dot on each point, no lines, and small letters for stones.
    LettersOnDots,
    /// The same with small discs, or dots of another colour.
    DiscsOnDots,
    /// Small letters or signs on the crossings of lines.
    SignsOnLines,
    /// Discs much smaller than a pitch on the crossings of lines.
    SmallStones,
    /// A second border, thin or thick, a few pixels outside the first line; wood with vertical grain.
    DoubledBorder,
    /// Small crosses on empty points.
    Crosses,
    /// Small numbers on empty points.
    NumberedPoints,
    /// Move numbers on stones.
    NumberedStones,
    /// A stone that fades in.
    Fading,
    /// A translucent stone under the pointer, on an empty point or over a stone.
    Ghost,
    /// The pointer's arrow over the board.
    Pointer,
    /// A page at another scale than it was made for.
    Scaled,
    /// The pointer's whole row and column lit up, under the stones or over them.
    CrossHair,
    /// Hatched discs for black stones, bare ones for white.
    Hatched,
    /// Square stones that nearly fill their cells.
    Squares,
    /// Black and grey stones on nearly black boards.
    Darkness,
    /// A line through the five stones that won.
    WonLine,
    /// Soft shadows that reach into the next cell.
    LongShadows,
    /// The name of each cell in its corner.
    Labelled,
}

/// All of them.
pub const ALL: [Strange; 19] = [
    Strange::LettersOnDots,
    Strange::DiscsOnDots,
    Strange::SignsOnLines,
    Strange::SmallStones,
    Strange::DoubledBorder,
    Strange::Crosses,
    Strange::NumberedPoints,
    Strange::NumberedStones,
    Strange::Fading,
    Strange::Ghost,
    Strange::Pointer,
    Strange::Scaled,
    Strange::CrossHair,
    Strange::Hatched,
    Strange::Squares,
    Strange::Darkness,
    Strange::WonLine,
    Strange::LongShadows,
    Strange::Labelled,
];

/// A picture and all that is true of it.
#[derive(Clone, Debug)]
pub struct StrangeSight {
    /// The board with its margin.
    pub image: RgbImage,
    /// Where its points lie.
    pub calibration: Calibration,
    /// What stands there; a ghost does not.
    pub scene: Scene,
    /// How it came about, in words.
    pub told: String,
}

/// One stranger's client: paints any position in its own look.
pub struct Stranger {
    strange: Strange,
    painter: Painter,
    /// Written for black and white stones in place of the theme's.
    letters: Option<[char; 2]>,
    /// Drawn for stones in place of the theme's.
    shape: Option<extra::Shape>,
    /// Whether a stone hides the dot on its point.
    hides: Option<Rgb>,
    stretch: f64,
    told: String,
}

/// The picture that belongs to a seed.
pub fn sight(strange: Strange, seed: u64) -> StrangeSight {
    let mut dice = Dice::new(seed ^ 0x5717_a63e);
    let stranger = Stranger::new(strange, seed);
    let size = stranger.painter.calibration().columns;
    let most = (usize::from(size) * usize::from(size) * 6 / 10).min(120);
    let plies = if dice.chance(0.3) {
        dice.below(9)
    } else {
        dice.below(most)
    };
    // A ghost alone is a stone, to anybody who was not there.
    let plies = match strange {
        Strange::Fading => plies.max(1),
        Strange::Ghost => plies.max(3),
        Strange::WonLine => plies.max(9),
        _ => plies,
    };
    let order = game(&mut dice, size, plies);
    let order = if strange == Strange::WonLine {
        won(&mut dice, size, &order)
    } else {
        order
    };
    stranger.show(&order, &mut dice)
}

/// Points in the order in which stones are put near each other.
pub fn game(dice: &mut Dice, size: u8, plies: usize) -> Vec<Point> {
    let middle = size / 2;
    let mut order = Vec::new();
    while order.len() < plies {
        let near = if order.is_empty() {
            Point::new(middle, middle)
        } else {
            *dice.pick(&order)
        };
        let mut beside = |at: u8| i32::from(at) + dice.within(-2, 2);
        let (x, y) = (beside(near.x), beside(near.y));
        let on_board = (0..i32::from(size)).contains(&x) && (0..i32::from(size)).contains(&y);
        let point = Point::new(x.max(0) as u8, y.max(0) as u8);
        if on_board && !order.contains(&point) {
            order.push(point);
        }
    }
    order
}

/// The same game with five in a row among the first player's stones, which are its first five.
fn won(dice: &mut Dice, size: u8, order: &[Point]) -> Vec<Point> {
    let (dx, dy) = *dice.pick(&[(1, 0), (0, 1), (1, 1)]);
    // Places along a side at which five points may begin that go on so.
    let from = |step: u8| usize::from(size - 4 * step);
    let (x, y) = (dice.below(from(dx)) as u8, dice.below(from(dy)) as u8);
    let five: Vec<Point> = (0..5)
        .map(|step| Point::new(x + step * dx, y + step * dy))
        .collect();
    let mut others = order.iter().copied().filter(|point| !five.contains(point));
    let mut won = Vec::new();
    for point in &five {
        won.push(*point);
        won.extend(others.next());
    }
    won.extend(others);
    won
}

impl Stranger {
    /// The client that belongs to a seed.
    pub fn new(strange: Strange, seed: u64) -> Stranger {
        let mut dice = Dice::new(seed ^ 0x0dd);
        let size = *dice.pick(&[9, 13, 15, 15, 15, 19]);
        let pitch = dice.between(18.0, 46.0_f64.min(900.0 / f64::from(size)));
        let pitch = if dice.chance(0.5) { pitch.round() } else { pitch };
        let mut look = Look::of(strange, &mut dice);
        let stretch = if strange == Strange::Scaled {
            *dice.pick(&[1.0, 1.25, 1.5, 2.0])
        } else {
            1.0
        };
        // A page is drawn at its scale, or drawn at one and stretched.
        let drawn = stretch == 1.0 || dice.chance(0.5);
        let (pitch, stretch) = if drawn {
            ((pitch.round() * stretch), 1.0)
        } else {
            (pitch.round(), stretch)
        };
        if strange == Strange::Scaled {
            look.theme.rounding = *dice.pick(&[Rounding::Smooth, Rounding::Snapped]);
        }
        let painter = look.painter(size, pitch, seed);
        Stranger {
            strange,
            told: format!(
                "{strange:?} seed {seed}: {} {size} x {size}, pitch {pitch:.2} x {stretch}",
                look.theme.name
            ),
            letters: look.letters,
            shape: look.shape,
            hides: look.hides,
            painter,
            stretch,
        }
    }

    /// Points a side.
    pub fn size(&self) -> u8 {
        self.painter.calibration().columns
    }

    /// The position after these plies, with whatever is strange about it.
    pub fn show(&self, order: &[Point], dice: &mut Dice) -> StrangeSight {
        let size = self.size();
        let mut scene = Scene::empty(size, size);
        for (ply, point) in order.iter().enumerate() {
            scene.put(*point, Some(Color::BOTH[ply % 2]));
        }
        let small = self.painter.theme.radius < 0.3 || self.letters.is_some();
        scene.last_move = order.last().copied().filter(|_| !small && dice.chance(0.7));
        let mut told = format!("{}, {} stones", self.told, order.len());
        if self.strange == Strange::WonLine {
            scene.win_line = Some((order[0], order[8]));
            scene.last_move = None;
        }
        let mut canvas = self.canvas(&mut scene, order, dice, &mut told);
        self.add(&mut canvas, &mut scene, dice, &mut told);
        let mut image = canvas.to_image();
        let mut calibration = self.painter.calibration();
        if self.stretch != 1.0 {
            (image, calibration) = stretched(&image, calibration, self.stretch, dice);
        }
        if dice.chance(0.2) {
            image = wear::noise(&image, dice.between(0.5, 3.0), dice.bits());
            told += ", noise";
        }
        if dice.chance(0.15) {
            image = wear::jpeg(&image, dice.within(75, 95) as u8);
            told += ", jpeg";
        }
        // A found board is never placed quite exactly.
        calibration.origin.0 += dice.between(-0.3, 0.3);
        calibration.origin.1 += dice.between(-0.3, 0.3);
        StrangeSight {
            image,
            calibration,
            scene,
            told,
        }
    }

    /// The board with its stones, or letters in their place.
    fn canvas(&self, scene: &mut Scene, order: &[Point], dice: &mut Dice, told: &mut String) -> Canvas {
        if let (Strange::Fading, Some(last)) = (self.strange, order.last()) {
            let part = dice.between(0.05, 0.98) as f32;
            *told += &format!(", {last} at {part:.2}");
            scene.fading = Some((*last, part));
            scene.last_move = None;
        }
        if self.strange == Strange::NumberedStones {
            let first = if dice.chance(0.3) {
                order.len().saturating_sub(3)
            } else {
                0
            };
            scene.numbers = (1..)
                .zip(order)
                .map(|(number, point)| (*point, number))
                .skip(first)
                .collect();
        }
        let painter = &self.under(scene, dice, told);
        if self.letters.is_none() && self.shape.is_none() && self.hides.is_none() {
            return painter.canvas(scene);
        }
        let (theme, board) = (&painter.theme, painter.calibration());
        let pitch = board.pitch.0;
        let mut canvas = painter.canvas(&Scene::empty(scene.columns, scene.rows));
        for point in order {
            let (at, color) = (
                board.centre_of(*point),
                scene.content(*point).unwrap_or(Color::Black),
            );
            if let Some(ground) = self.hides {
                canvas.disc(at, (0.13 * pitch).max(2.0), ground.into());
            }
            if let Some(shape) = self.shape {
                shape.draw(&mut canvas, theme, pitch, at, color);
                continue;
            }
            match self.letters {
                Some(letters) => extra::letter(&mut canvas, theme, pitch, at, color, letters[color.index()]),
                None => mark::stone(
                    &mut canvas,
                    theme,
                    pitch,
                    mark::Placed {
                        at,
                        color,
                        hand: 0,
                        alpha: 1.0,
                    },
                ),
            }
        }
        canvas
    }

    /// The painter, with what lies under the stones drawn on its board.
    fn under(&self, scene: &Scene, dice: &mut Dice, told: &mut String) -> Painter {
        let mut painter = self.painter.clone();
        let board = painter.calibration();
        let points = (0..scene.rows).flat_map(|y| (0..scene.columns).map(move |x| Point::new(x, y)));
        match self.strange {
            Strange::LongShadows => {
                let shadow = extra::Shadow::any(dice);
                for point in points.filter(|point| scene.content(*point).is_some()) {
                    shadow.draw(&mut painter.board, board.pitch.0, board.centre_of(point));
                }
            }
            Strange::CrossHair if dice.chance(0.5) => {
                *told += ", under the stones";
                extra::cross_hair(&mut painter.board, &board, dice, told);
            }
            Strange::Labelled => {
                let color = *dice.pick(&[[120, 120, 120], [60, 60, 60], [180, 180, 180]]);
                let height = dice.between(0.16, 0.24) * board.pitch.0;
                for point in points {
                    extra::label(&mut painter.board, &board, point, height, color);
                }
            }
            _ => {}
        }
        painter
    }

    /// What lies on the board besides stones.
    fn add(&self, canvas: &mut Canvas, scene: &mut Scene, dice: &mut Dice, told: &mut String) {
        let (theme, board) = (&self.painter.theme, self.painter.calibration());
        let pitch = board.pitch.0;
        let size = self.size();
        let points = (0..size).flat_map(|y| (0..size).map(move |x| Point::new(x, y)));
        let (free, taken): (Vec<Point>, Vec<Point>) =
            points.partition(|point| scene.content(*point).is_none());
        match self.strange {
            Strange::Crosses | Strange::NumberedPoints if !taken.is_empty() => {
                let style = extra::Style::any(self.strange == Strange::Crosses, theme, dice);
                for number in 0..1 + dice.below(8) {
                    let point = *dice.pick(&free);
                    *told += &format!(" {point}");
                    style.draw(canvas, pitch, board.centre_of(point), number as u16 + 1, dice);
                }
            }
            Strange::CrossHair if !told.contains("under") => {
                extra::cross_hair(canvas, &board, dice, told);
            }
            Strange::Ghost => {
                let point = if dice.chance(0.3) && !taken.is_empty() {
                    *dice.pick(&taken)
                } else {
                    *dice.pick(&free)
                };
                let (color, alpha) = (*dice.pick(&Color::BOTH), dice.between(0.2, 0.62) as f32);
                *told += &format!(", {color:?} ghost at {point} {alpha:.2}");
                let at = board.centre_of(point);
                mark::stone(
                    canvas,
                    theme,
                    pitch,
                    mark::Placed {
                        at,
                        color,
                        hand: 3,
                        alpha,
                    },
                );
            }
            Strange::Pointer => {
                let (columns, rows) = (
                    dice.between(0.0, f64::from(size)),
                    dice.between(0.0, f64::from(size)),
                );
                let tip = (
                    board.origin.0 + (columns - 0.5) * pitch,
                    board.origin.1 + (rows - 0.5) * pitch,
                );
                *told += &format!(", pointer at {:.1}, {:.1}", tip.0, tip.1);
                extra::pointer(canvas, tip, *dice.pick(&[1.0, 1.0, 1.5, 2.0]), dice.chance(0.8));
            }
            _ => {}
        }
    }
}

/// The picture enlarged as a browser does with one that it has drawn already.
fn stretched(image: &RgbImage, board: Calibration, scale: f64, dice: &mut Dice) -> (RgbImage, Calibration) {
    let side = |pixels: u32| (f64::from(pixels) * scale).round() as u32;
    let filter = *dice.pick(&[imageops::FilterType::Triangle, imageops::FilterType::CatmullRom]);
    let (width, height) = (side(image.width()), side(image.height()));
    let ratio = (
        f64::from(width) / f64::from(image.width()),
        f64::from(height) / f64::from(image.height()),
    );
    let place = |at: f64, ratio: f64| (at + 0.5) * ratio - 0.5;
    let calibration = Calibration {
        origin: (place(board.origin.0, ratio.0), place(board.origin.1, ratio.1)),
        pitch: (board.pitch.0 * ratio.0, board.pitch.1 * ratio.1),
        ..board
    };
    (imageops::resize(image, width, height, filter), calibration)
}

impl StrangeSight {
    /// Whether a verdict on a point is true: `None` is an empty point. A stone half there may be told either way.
    pub fn allows(&self, point: Point, told: Option<Color>) -> bool {
        let stands = self.scene.content(point);
        let half = self
            .scene
            .fading
            .is_some_and(|(fading, part)| fading == point && part < 0.9);
        told == stands || (half && told.is_none())
    }
}
