//! How much ink lies along a line of the field, beside the ground at its sides. It looks at strips only, and knows neither what
//! a drawn line looks like nor which lines there are.

use std::f64::consts::SQRT_2;

use image::RgbImage;
use referee::soccer::Pitch;

use crate::{
    color::{dot, minus, plus, times},
    pitch::{calibration::Calibration, place::Place},
};

/// Red, green, blue; differences may be negative.
pub(super) type Color = [f32; 3];

/// Places along a line where it is looked at, from its beginning: away from nodes, where other lines meet it and the ball lies;
/// diagonals also away from where they cross.
const ALONG: [f64; 8] = [0.3, 0.36, 0.42, 0.47, 0.53, 0.58, 0.64, 0.7];
const ALONG_DIAGONAL: [f64; 8] = [0.27, 0.31, 0.35, 0.39, 0.61, 0.65, 0.69, 0.73];

/// How far to each side of its way a line's ink is summed up, in squares: a hand strays. By trial.
const REACH: f64 = 0.15;

/// How far from a line its ground is looked at, in squares: the middle between an orthogonal line and two diagonals.
const BESIDE: f64 = 0.2;

/// Half the length and half the width of the patch that tells a quarter's ground, in squares. By trial.
const PATCH: (f64, f64) = (0.08, 0.03);

/// How much ink lies across a line, in levels times squares: by channel, where bright and dark cancel each other, and whichever
/// it is.
pub(super) type Amount = [f32; 4];

/// Ink along one line: the whole as the median of its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ink {
    pub(super) whole: Amount,
    pub(super) parts: [Amount; 8],
    /// How wide it is, in squares: where it differs from the ground by half as much as it does anywhere.
    pub(super) width: f32,
    /// How wide it is with what shines or lies around it, in squares: where it differs from the ground as much as what lies on a
    /// node must, the pixels left out that its edges run through.
    pub(super) width_around: f32,
}

/// What lies on a node differs from the ground by more, in levels. By trial.
pub(super) const DIFFERS: f32 = 28.0;

/// Grounds that differ by more, in levels, are two: a goal that is a box without a line ends where its colour does. By trial.
const EDGE: f32 = 40.0;

/// So far beside such an end each colour is its ground's, in squares, and in pixels. By trial.
const EDGE_NEAR: f64 = 0.1;
const EDGE_NEAR_PX: f64 = 1.5;

/// Pixels that the edges of a line run through, at both sides together.
const EDGES_PX: f32 = 1.4;

/// One frame, seen as a field.
pub(super) struct Probe<'a> {
    image: &'a RgbImage,
    pitch: Pitch,
    /// Pixels of place (0, 0), and from there one column and one row on.
    zero: (f64, f64),
    across: (f64, f64),
    down: (f64, f64),
    /// Pixels of a square's side.
    square: f64,
    /// What is seen in each square's four quarters: top, right, bottom, left. Squares around the field are looked at, too.
    quarters: Vec<[Option<Color>; 4]>,
    /// The same, without what is seen in one quarter of a square only.
    ground: Vec<[Option<Color>; 4]>,
}

/// Middles of a square's quarters.
const QUARTERS: [Place; 4] = [
    (0.5, BESIDE),
    (1.0 - BESIDE, 0.5),
    (0.5, 1.0 - BESIDE),
    (BESIDE, 0.5),
];

impl<'a> Probe<'a> {
    pub(super) fn new(image: &'a RgbImage, field: &Calibration) -> Probe<'a> {
        let zero = field.place(0.0, 0.0);
        let from_zero = |at: (f64, f64)| (at.0 - zero.0, at.1 - zero.1);
        let mut probe = Probe {
            image,
            pitch: field.pitch,
            zero,
            across: from_zero(field.place(1.0, 0.0)),
            down: from_zero(field.place(0.0, 1.0)),
            square: field.square(),
            quarters: Vec::new(),
            ground: Vec::new(),
        };
        for row in -1..=i32::from(field.pitch.length()) + 2 {
            for column in -1..=i32::from(field.pitch.width()) {
                let at = |quarter: Place| (f64::from(column) + quarter.0, f64::from(row) + quarter.1);
                // A patch lies along the side of its square.
                let quarters = std::array::from_fn(|quarter| {
                    let half = if quarter % 2 == 0 {
                        PATCH
                    } else {
                        (PATCH.1, PATCH.0)
                    };
                    probe.patch(at(QUARTERS[quarter]), half)
                });
                probe.quarters.push(quarters);
                probe.ground.push(agreed(quarters));
            }
        }
        probe
    }

    /// The field's measures.
    pub(super) fn pitch(&self) -> Pitch {
        self.pitch
    }

    /// Pixels of a square's side.
    pub(super) fn square(&self) -> f64 {
        self.square
    }

    /// The colour at a place, between pixels too; `None` off the picture.
    pub(super) fn color(&self, place: Place) -> Option<Color> {
        let x = self.zero.0 + place.0 * self.across.0 + place.1 * self.down.0;
        let y = self.zero.1 + place.0 * self.across.1 + place.1 * self.down.1;
        let (width, height) = (self.image.width() as usize, self.image.height() as usize);
        if !(x >= 0.0 && y >= 0.0 && x < (width - 1) as f64 && y < (height - 1) as f64) {
            return None;
        }
        let (left, top) = (x as usize, y as usize);
        let (right, low) = ((x - left as f64) as f32, (y - top as f64) as f32);
        let raw = self.image.as_raw();
        let at = (top * width + left) * 3;
        let (upper, lower) = (&raw[at..at + 6], &raw[at + width * 3..at + width * 3 + 6]);
        Some(std::array::from_fn(|channel| {
            let mix = |row: &[u8]| {
                let (a, b) = (f32::from(row[channel]), f32::from(row[channel + 3]));
                a + (b - a) * right
            };
            mix(upper) + (mix(lower) - mix(upper)) * low
        }))
    }

    /// The ground around a place: the middle of nine looks, so that a thin line through it does not count.
    fn patch(&self, place: Place, half: (f64, f64)) -> Option<Color> {
        let mut looks = [[0.0; 9]; 3];
        for index in 0..9u8 {
            let (dx, dy) = (f64::from(index % 3) - 1.0, f64::from(index / 3) - 1.0);
            let color = self.color((place.0 + dx * half.0, place.1 + dy * half.1))?;
            for (channel, level) in color.into_iter().enumerate() {
                looks[channel][usize::from(index)] = level;
            }
        }
        Some(looks.map(|mut levels| middle(&mut levels)))
    }

    /// Where the quarter of a place is kept: its square, and which quarter it is.
    fn quarter(&self, place: Place) -> Option<(usize, usize)> {
        let (column, row) = (place.0.floor(), place.1.floor());
        let (x, y) = (place.0 - column - 0.5, place.1 - row - 0.5);
        let quarter = match (x.abs() > y.abs(), x > 0.0, y > 0.0) {
            (true, true, _) => 1,
            (true, false, _) => 3,
            (false, _, true) => 2,
            (false, _, false) => 0,
        };
        let (columns, rows) = (
            i32::from(self.pitch.width()) + 2,
            i32::from(self.pitch.length()) + 4,
        );
        let (column, row) = (column as i32 + 1, row as i32 + 1);
        let inside = (0..columns).contains(&column) && (0..rows).contains(&row);
        inside.then_some(((row * columns + column) as usize, quarter))
    }

    /// The ground in the quarter of a place.
    pub(super) fn ground(&self, place: Place) -> Option<Color> {
        let (square, quarter) = self.quarter(place)?;
        self.ground[square][quarter]
    }

    /// Places at both sides of a line, where its ground is looked at, half by half.
    pub(super) fn sides(from: Place, to: Place) -> [[Place; 2]; 2] {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let long = dx.hypot(dy);
        let (nx, ny) = (-dy / long * BESIDE, dx / long * BESIDE);
        let is_diagonal = dx != 0.0 && dy != 0.0;
        [0.3, 0.7].map(|part| {
            let part = if is_diagonal { part } else { 0.5 };
            let (x, y) = (from.0 + part * dx, from.1 + part * dy);
            [(x + nx, y + ny), (x - nx, y - ny)]
        })
    }

    /// Whether one colour ends along a line and another begins: just there, and not somewhere between the grounds beside it.
    pub(super) fn is_edge(&self, from: Place, to: Place) -> bool {
        let [Some(left), Some(right)] = Probe::sides(from, to)[0].map(|side| self.ground(side)) else {
            return false;
        };
        let near = EDGE_NEAR.max(EDGE_NEAR_PX / self.square);
        let is_like = |aside: f64, own: Color, other: Color| {
            let seen = self.along(from, to, aside);
            seen.is_some_and(|seen| apart(seen, own) < apart(seen, other))
        };
        apart(left, right) > EDGE && is_like(near, left, right) && is_like(-near, right, left)
    }

    /// What is seen along a line so far to its left, in squares, on average; `None` off the picture.
    fn along(&self, from: Place, to: Place, aside: f64) -> Option<Color> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (nx, ny) = (-dy * aside, dx * aside);
        let mut sum = [0.0; 3];
        for part in ALONG {
            let color = self.color((from.0 + part * dx + nx, from.1 + part * dy + ny))?;
            (0..3).for_each(|channel| sum[channel] += color[channel] / ALONG.len() as f32);
        }
        Some(sum)
    }

    /// The ink along a line; `None` if it is not wholly in the picture.
    pub(super) fn ink(&self, from: Place, to: Place) -> Option<Ink> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let long = dx.hypot(dy);
        let (nx, ny) = (-dy / long, dx / long);
        let along = if dx != 0.0 && dy != 0.0 {
            ALONG_DIAGONAL
        } else {
            ALONG
        };
        let halves = Probe::sides(from, to).map(|sides| sides.map(|side| self.ground(side)));
        // A goal may be filled or hatched with a pen's colour: beside it nothing is taken for a mixture.
        let is_at_goal = dy == 0.0 && [1.0, f64::from(self.pitch.length()) + 1.0].contains(&from.1);
        let (mut parts, mut widths, mut around) = ([[0.0; 4]; 8], [0.0; 8], [0.0; 8]);
        for (index, part) in along.into_iter().enumerate() {
            let at = (from.0 + part * dx, from.1 + part * dy);
            let seen = self.ink_at(at, (nx, ny), halves[index / 4], !is_at_goal)?;
            (parts[index], [widths[index], around[index]]) = seen;
        }
        let whole = std::array::from_fn(|channel| middle(&mut parts.map(|part| part[channel])));
        let width = middle(&mut widths);
        let around = middle(&mut around) - EDGES_PX / self.square as f32;
        Some(Ink {
            whole,
            parts,
            width,
            width_around: around.max(0.0),
        })
    }

    /// The ink across a line's way at one place between two grounds, and how wide it is, without and with what is around it.
    /// Where the grounds meet, a colour between them `may_be_mixed` of both.
    fn ink_at(
        &self,
        at: Place,
        across: Place,
        grounds: [Option<Color>; 2],
        may_be_mixed: bool,
    ) -> Option<(Amount, [f32; 2])> {
        let steps = (REACH * self.square).ceil() as i32;
        let step = REACH / f64::from(steps);
        let [left, right] = grounds;
        let (left, right) = (left?, right?);
        let may_be_mixed = may_be_mixed && apart(left, right) > SAME_GROUND;
        let mut ink = [0.0; 4];
        let mut differs = Vec::with_capacity(2 * steps as usize + 1);
        for offset in -steps..=steps {
            let aside = f64::from(offset) * step;
            let color = self.color((at.0 + across.0 * aside, at.1 + across.1 * aside))?;
            let ground = if may_be_mixed && aside.abs() * self.square < MIXED_PX {
                between(left, right, color)
            } else if apart(color, left) < apart(color, right) {
                left
            } else {
                right
            };
            let apart = apart(color, ground);
            differs.push(apart);
            ink[3] += apart * step as f32;
            for channel in 0..3 {
                ink[channel] += (color[channel] - ground[channel]) * step as f32;
            }
        }
        let most = differs.iter().copied().fold(0.0, f32::max);
        let wide =
            |least: f32| differs.iter().filter(|differs| **differs > least).count() as f32 * step as f32;
        Some((ink, [wide(most / 2.0), wide(DIFFERS)]))
    }

    /// How far to its left the ink along a line lies, in squares, and how much there is; `None` if there is none or it is not
    /// wholly in the picture.
    pub(super) fn middle_of(&self, from: Place, to: Place) -> Option<f64> {
        let [left, right] = Probe::sides(from, to)[0].map(|side| self.ground(side));
        let (left, right) = (left?, right?);
        let reach = (FINDING * self.square).ceil() as i32;
        let step = FINDING / f64::from(reach);
        let mut profile = Vec::new();
        for offset in -reach..=reach {
            let aside = f64::from(offset) * step;
            let sum = self.along(from, to, aside)?;
            profile.push((aside, f64::from(apart(sum, left).min(apart(sum, right)))));
        }
        let floor = profile.iter().map(|place| place.1).fold(0.0, f64::max) * FLOOR;
        let heavy = |place: &(f64, f64)| (place.1 - floor).max(0.0);
        let mass: f64 = profile.iter().map(heavy).sum();
        let moment: f64 = profile.iter().map(|place| place.0 * heavy(place)).sum();
        (mass > 0.0).then_some(moment / mass)
    }

    /// How much the colour changes along a side of a square, well inside of it and away from the diagonals, in levels: a line
    /// that crosses there is none of a field, whose lines have that width at most, in squares.
    pub(super) fn crossed(&self, corner: Place, quarter: usize, width: f64) -> Option<f32> {
        // Thick diagonals come nearer to the middle of a side.
        let nearest = INSIDE[INSIDE.len() - 1] + SQRT_2 * (width / 2.0 + CROSSED_CLEAR_PX / self.square);
        let reach = (0.5 - nearest).clamp(CROSSED_LEAST, CROSSED);
        let steps = (2.0 * reach * self.square).ceil() as i32;
        let mut colors = Vec::new();
        for step in 0..=steps {
            let along = 0.5 - reach + 2.0 * reach * f64::from(step) / f64::from(steps);
            let mut sum = [0.0; 3];
            for inside in INSIDE {
                let (x, y) = [
                    (along, inside),
                    (1.0 - inside, along),
                    (along, 1.0 - inside),
                    (inside, along),
                ][quarter];
                let color = self.color((corner.0 + x, corner.1 + y))?;
                (0..3).for_each(|channel| sum[channel] += color[channel] / INSIDE.len() as f32);
            }
            colors.push(sum);
        }
        let channel =
            |channel: usize| middle(&mut colors.iter().map(|color| color[channel]).collect::<Vec<f32>>());
        let ground: Color = std::array::from_fn(channel);
        Some(
            colors
                .iter()
                .map(|color| distance(*color, ground))
                .fold(0.0, f32::max),
        )
    }

    /// Every quarter of the field and around it: where its middle is, and what is seen there.
    pub(super) fn quarters(&self) -> impl Iterator<Item = (Place, Option<Color>)> {
        let columns = i32::from(self.pitch.width()) + 2;
        let squares = (0..).zip(&self.quarters);
        squares.flat_map(move |(index, quarters)| {
            let corner = (f64::from(index % columns - 1), f64::from(index / columns - 1));
            let places = QUARTERS.map(|quarter| (corner.0 + quarter.0, corner.1 + quarter.1));
            places.into_iter().zip(*quarters)
        })
    }
}

/// Nearer to where two grounds meet, in pixels, a colour between them is a mixture.
const MIXED_PX: f64 = 1.01;

/// The colour between two that differ, nearest to a third.
fn between(a: Color, b: Color, color: Color) -> Color {
    let way = minus(b, a);
    let part = dot(way, minus(color, a)) / dot(way, way);
    plus(a, times(way, part.clamp(0.0, 1.0)))
}

/// Colours that are nearer, in levels, are of one ground. By trial.
pub(super) const SAME_GROUND: f32 = 14.0;

/// The quarters of a square with what most of them show in place of what is only seen in one: a marking may run through it.
fn agreed(quarters: [Option<Color>; 4]) -> [Option<Color>; 4] {
    quarters.map(|quarter| {
        let color = quarter?;
        let fellows = |color: Color| {
            let near = quarters
                .iter()
                .flatten()
                .filter(move |other| apart(**other, color) < SAME_GROUND);
            near.count()
        };
        let most = quarters
            .iter()
            .flatten()
            .copied()
            .max_by_key(|other| fellows(*other))?;
        Some(if fellows(color) == 1 && fellows(most) > 1 {
            most
        } else {
            color
        })
    })
}

/// How far to each side of its way a line is looked for, in squares: less than to where its ground is looked at.
const FINDING: f64 = 0.18;

/// So far to each side of the middle of a square's side, and so far inside, nothing of a field's lines is met, in squares.
const CROSSED: f64 = 0.22;
/// The same where lines are thick, and pixels that are kept clear of diagonals.
const CROSSED_LEAST: f64 = 0.1;
const CROSSED_CLEAR_PX: f64 = 0.7;
const INSIDE: [f64; 3] = [0.13, 0.155, 0.18];

/// What is fainter than this part of the darkest is no line. By trial.
const FLOOR: f64 = 0.4;

/// The largest difference of a channel, in levels.
#[inline]
pub(super) fn apart(a: Color, b: Color) -> f32 {
    let apart = |channel: usize| (a[channel] - b[channel]).abs();
    apart(0).max(apart(1)).max(apart(2))
}

/// The length of a difference.
pub(super) fn size<const N: usize>(ink: [f32; N]) -> f32 {
    ink.into_iter().map(|part| part * part).sum::<f32>().sqrt()
}

/// The length of the difference between two.
pub(super) fn distance<const N: usize>(a: [f32; N], b: [f32; N]) -> f32 {
    size::<N>(std::array::from_fn(|channel| a[channel] - b[channel]))
}

/// The middle of some values, 0 of none.
pub(super) fn middle(values: &mut [f32]) -> f32 {
    values.sort_by(f32::total_cmp);
    match values.len() {
        0 => 0.0,
        count if count % 2 == 1 => values[count / 2],
        count => (values[count / 2 - 1] + values[count / 2]) / 2.0,
    }
}

/// The middle of some inks, channel by channel.
pub(super) fn middle_ink(inks: &[Amount]) -> Amount {
    let channel = |channel: usize| middle(&mut inks.iter().map(|ink| ink[channel]).collect::<Vec<f32>>());
    std::array::from_fn(channel)
}
