//! Which screen of the client is this? Signs (a template, a colour) are looked for in a frame of the
//! client's window. What a screen means and what is done there is the profile's business.

mod strip;

use image::{GrayImage, RgbImage};

use crate::{
    area::Area,
    frame::{Frame, rows_of},
};
use strip::Strip;

/// One thing that tells a screen from others. Areas are in pixels of the frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Sign {
    /// A picture that is seen somewhere in an area.
    Template {
        /// The picture.
        picture: RgbImage,
        /// Where to look; the whole frame if left out.
        area: Option<Area>,
        /// Zero-mean NCC that counts as seen, 0 to 1.
        at_least: f32,
    },
    /// An area that is mostly of one colour.
    Color {
        /// Red, green, blue.
        color: [u8; 3],
        /// Where to look.
        area: Area,
        /// Greatest difference a channel.
        tolerance: u8,
        /// Share of the area's pixels, 0 to 1.
        share: f32,
    },
    /// A line of text in an area, found glyph by glyph from left to right.
    Text {
        /// What must be read there; blanks do not count.
        text: String,
        /// What each letter looks like.
        glyphs: Vec<(char, RgbImage)>,
        /// Where to look.
        area: Area,
        /// Zero-mean NCC that counts as a glyph, 0 to 1.
        at_least: f32,
    },
}

impl Sign {
    /// The only part of the frame that it depends on; `None` for all of it.
    pub fn area(&self) -> Option<Area> {
        match self {
            Sign::Template { area, .. } => *area,
            Sign::Color { area, .. } | Sign::Text { area, .. } => Some(*area),
        }
    }
}

/// A sign that was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighting {
    /// Its middle, in pixels of the frame.
    pub at: (i32, i32),
    /// How well it fits, 0 to 1.
    pub score: f32,
}

/// Looks for a sign; `None` if it is not there, or if its area is not wholly in the frame.
pub fn see(sign: &Sign, frame: &Frame) -> Option<Sighting> {
    Seeker::new(sign.clone()).see(frame)
}

/// A sign made ready to be looked for in many frames.
#[derive(Clone, Debug)]
pub struct Seeker {
    sign: Sign,
    /// The template, or the text's letters in their order; `None` for a picture of one single brightness.
    needles: Vec<Option<Needle>>,
}

impl Seeker {
    /// One that looks for that sign.
    pub fn new(sign: Sign) -> Seeker {
        let needles = match &sign {
            Sign::Template { picture, .. } => vec![Needle::of(picture)],
            Sign::Color { .. } => Vec::new(),
            Sign::Text { text, glyphs, .. } => {
                let needle_of = |letter: char| {
                    let mut glyphs = glyphs.iter();
                    let (_, picture) = glyphs.find(|(known, _)| *known == letter)?;
                    Some(Needle::of(picture))
                };
                let letters = text.chars().filter(|letter| !letter.is_whitespace());
                // A letter whose look is not known cannot be found.
                let needles: Option<Vec<Option<Needle>>> = letters.map(needle_of).collect();
                needles.unwrap_or_default()
            }
        };
        Seeker { sign, needles }
    }

    /// What is looked for.
    pub fn sign(&self) -> &Sign {
        &self.sign
    }

    /// Looks for it; `None` if it is not there, or if its area is not wholly in the frame.
    pub fn see(&self, frame: &Frame) -> Option<Sighting> {
        match &self.sign {
            Sign::Template { area, at_least, .. } => {
                let area = area.unwrap_or(frame.area());
                let needle = self.needles.first()?.as_ref()?;
                needle.find(frame, area, *at_least)
            }
            Sign::Color {
                color,
                area,
                tolerance,
                share,
            } => see_color(frame, *area, *color, *tolerance, *share),
            Sign::Text { area, at_least, .. } => {
                let letters: Option<Vec<&Needle>> = self.needles.iter().map(Option::as_ref).collect();
                see_text(frame, *area, &letters?, *at_least)
            }
        }
    }
}

impl Seeker {
    /// How far off the middle of its area a template is found anywhere in a frame; `None` for other signs, for those that may be
    /// anywhere, and if it is not found.
    pub fn offset_elsewhere(&self, frame: &Frame) -> Option<(i32, i32)> {
        let Sign::Template {
            area: Some(area),
            at_least,
            ..
        } = &self.sign
        else {
            return None;
        };
        let found = self
            .needles
            .first()?
            .as_ref()?
            .find(frame, frame.area(), *at_least)?;
        let middle = |from: i32, length: u32| from + (length / 2) as i32;
        let (x, y) = (middle(area.x, area.width), middle(area.y, area.height));
        Some((found.at.0 - x, found.at.1 - y))
    }
}

/// Places where the first letter looks right, before the text is given up.
const STARTS_MAX: usize = 12;

/// Follows the text from each place where its first letter is seen; the next letter must begin within two letters'
/// widths. The score is that of the worst glyph.
fn see_text(frame: &Frame, area: Area, letters: &[&Needle], at_least: f32) -> Option<Sighting> {
    let (initial, others) = letters.split_first()?;
    // The rest of the area from a column on, at most so many columns of it.
    let from = |x: i32, width: i64| {
        let right = (i64::from(x) + width).min(area.right());
        u32::try_from(right - i64::from(x))
            .ok()
            .map(|width| Area::new(x, area.y, width, area.height))
    };
    let seen = |letter: &Needle, within: Area| letter.find(frame, within, at_least);
    let left_of = |sighting: &Sighting, letter: &Needle| sighting.at.0 - (letter.width / 2) as i32;
    let mut right_edge = i64::from(area.width);
    for _ in 0..STARTS_MAX {
        let first = seen(initial, from(area.x, right_edge)?)?;
        let start = left_of(&first, initial);
        let mut end = start + initial.width as i32;
        let mut score = first.score;
        let complete = others.iter().all(|letter| {
            let reach = i64::from(letter.width) * 3;
            let next = from(end - 2, reach).and_then(|within| seen(letter, within));
            next.is_some_and(|next| {
                end = left_of(&next, letter) + letter.width as i32;
                score = score.min(next.score);
                true
            })
        });
        if complete {
            let at = ((start + end) / 2, first.at.1);
            return Some(Sighting { at, score });
        }
        // Another start further left; equal ones further right are found when the area is cut there.
        right_edge = i64::from(start - area.x) + i64::from(initial.width) - 1;
    }
    None
}

/// Where in `area` the picture fits best, whatever its score. `None` if it does not fit in, or is of one
/// single brightness, which zero-mean NCC cannot tell from anything.
pub fn find(picture: &RgbImage, frame: &Frame, area: Area) -> Option<Sighting> {
    Needle::of(picture)?.find(frame, area, 0.0)
}

/// The brightness of an area of a picture, as `imageops::grayscale` has it.
fn brightness(image: &RgbImage, area: Area) -> GrayImage {
    let mut levels = Vec::with_capacity(area.width as usize * area.height as usize);
    for row in rows_of(image, area) {
        levels.extend(row.iter().map(|&[red, green, blue]| {
            let [red, green, blue] = [red, green, blue].map(u32::from);
            ((2_126 * red + 7_152 * green + 722 * blue) / 10_000) as u8
        }));
    }
    GrayImage::from_raw(area.width, area.height, levels).expect("a level for each pixel of the area")
}

fn see_color(frame: &Frame, area: Area, color: [u8; 3], tolerance: u8, share: f32) -> Option<Sighting> {
    if area.intersection(&frame.area()) != Some(area) {
        return None;
    }
    let near = |pixel: &&[u8; 3]| pixel.iter().zip(color).all(|(&a, b)| a.abs_diff(b) <= tolerance);
    let seen: usize = rows_of(&frame.image, area)
        .map(|row| row.iter().filter(near).count())
        .sum();
    let score = seen as f32 / (area.width as f32 * area.height as f32);
    let at = (area.x + area.width as i32 / 2, area.y + area.height as i32 / 2);
    (score >= share).then_some(Sighting { at, score })
}

/// A template made ready for zero-mean NCC: a sparse sample to sift places, then every pixel.
#[derive(Clone, Debug)]
struct Needle {
    width: u32,
    height: u32,
    /// Zero-mean values, row by row.
    values: Vec<f32>,
    norm: f32,
    strip: Option<Strip>,
    /// A few of the pixels that differ most from the mean: (column, row, raw brightness).
    scouts: Vec<(u32, u32, u8)>,
}

/// Pixels that sift places.
const SCOUTS: usize = 24;
/// Best places that are looked at in full.
const FINALISTS: usize = 40;
/// A picture whose levels stray less than this from their mean, as the root of their squares' sum, is plain: there is nothing to
/// be looked for in it, nor to be found. One level in one pixel.
const PLAIN: f32 = 1.0;

impl Needle {
    fn of(picture: &RgbImage) -> Option<Needle> {
        let whole = Area::new(0, 0, picture.width(), picture.height());
        Needle::new(&brightness(picture, whole))
    }

    /// Where in `area` of the frame it fits best; `None` if it does not fit in, or nowhere so well as `at_least`.
    fn find(&self, frame: &Frame, area: Area, at_least: f32) -> Option<Sighting> {
        if area.intersection(&frame.area()) != Some(area)
            || self.width > area.width
            || self.height > area.height
        {
            return None;
        }
        let (score, x, y) = self.best(&brightness(&frame.image, area), at_least);
        let middle = |left: i32, at: u32, length: u32| left + (at + length / 2) as i32;
        let sighting = Sighting {
            at: (middle(area.x, x, self.width), middle(area.y, y, self.height)),
            score: score.clamp(0.0, 1.0),
        };
        (sighting.score >= at_least).then_some(sighting)
    }

    fn new(picture: &GrayImage) -> Option<Needle> {
        let raw: Vec<f32> = picture.as_raw().iter().map(|&value| f32::from(value)).collect();
        let mean = raw.iter().sum::<f32>() / raw.len().max(1) as f32;
        let values: Vec<f32> = raw.iter().map(|value| value - mean).collect();
        let norm = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        if norm < PLAIN {
            return None;
        }
        let width = picture.width();
        // Spread over the picture: the strongest pixel of every n-th run of pixels.
        let run = values.len().div_ceil(SCOUTS);
        let scouts = values.chunks(run).enumerate().filter_map(|(chunk, part)| {
            let (at, _) = part
                .iter()
                .enumerate()
                .max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
            let index = chunk * run + at;
            Some((
                index as u32 % width,
                index as u32 / width,
                picture.as_raw()[index],
            ))
        });
        Some(Needle {
            width,
            height: picture.height(),
            scouts: scouts.collect(),
            strip: Strip::of(&values, width as usize, norm),
            values,
            norm,
        })
    }

    /// Score and place of the best fit; of any other one, or none, if that scores less than `at_least`.
    fn best(&self, field: &GrayImage, at_least: f32) -> (f32, u32, u32) {
        let stride = field.width() as usize;
        let scouts = self.scouts.iter();
        let scouts: Vec<(usize, u8)> = scouts
            .map(|&(x, y, level)| (y as usize * stride + x as usize, level))
            .collect();
        let mut finalists: Vec<(u32, u32, u32)> = Vec::with_capacity(FINALISTS + 1);
        for y in 0..=field.height() - self.height {
            for x in 0..=field.width() - self.width {
                let worst = if finalists.len() < FINALISTS {
                    u32::MAX
                } else {
                    finalists[FINALISTS - 1].0
                };
                let cost = scout(
                    &field.as_raw()[y as usize * stride + x as usize..],
                    &scouts,
                    worst,
                );
                if cost < worst {
                    let at = finalists.partition_point(|known| known.0 <= cost);
                    finalists.insert(at, (cost, x, y));
                    finalists.truncate(FINALISTS);
                }
            }
        }
        let hopeless = |x: u32, y: u32| {
            let strip = self.strip.as_ref();
            strip.is_some_and(|strip| strip.rules_out(field, x, y, at_least))
        };
        let hopeful = finalists.iter().filter(|&&(_, x, y)| !hopeless(x, y));
        let scored = hopeful.map(|&(_, x, y)| (self.zncc(field, x, y), x, y));
        scored.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 0, 0))
    }

    fn zncc(&self, field: &GrayImage, x: u32, y: u32) -> f32 {
        let (width, stride) = (self.width as usize, field.width() as usize);
        let begin = y as usize * stride + x as usize;
        let (sum, squares, product) = sums(&field.as_raw()[begin..], stride, width, &self.values);
        // Two large numbers that differ little.
        let (sum, squares) = (f64::from(sum), squares as f64);
        let variance = (squares - sum * sum / self.values.len() as f64) as f32;
        if variance < PLAIN * PLAIN {
            0.0
        } else {
            product / (variance.sqrt() * self.norm)
        }
    }
}

/// Sum of absolute differences over the scouts, given up once it is no less than `worst`.
fn scout(field: &[u8], scouts: &[(usize, u8)], worst: u32) -> u32 {
    let mut cost = 0;
    for &(at, level) in scouts {
        cost += u32::from(field[at].abs_diff(level));
        if cost >= worst {
            break;
        }
    }
    cost
}

/// Sum of what is seen, sum of its squares, sum of its products with what is wanted.
#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
fn sums(field: &[u8], stride: usize, width: usize, values: &[f32]) -> (u32, u64, f32) {
    let (mut sum, mut squares, mut product) = (0u32, 0u64, 0.0f32);
    for (seen, wanted) in field.chunks(stride).zip(values.chunks_exact(width)) {
        let seen = &seen[..width];
        // Each in a loop of its own: the compiler makes vectors of all three.
        sum += seen.iter().map(|&value| u32::from(value)).sum::<u32>();
        let row: u32 = seen
            .iter()
            .map(|&value| u32::from(value) * u32::from(value))
            .sum();
        squares += u64::from(row);
        product += dot(seen, wanted);
    }
    (sum, squares, product)
}

/// Sum of the products, in eight lanes.
#[inline(always)]
fn dot(seen: &[u8], wanted: &[f32]) -> f32 {
    const LANES: usize = 8;
    let mut lanes = [0.0f32; LANES];
    let (eights, rest) = seen.as_chunks::<LANES>();
    let (wanted_eights, wanted_rest) = wanted.as_chunks::<LANES>();
    for (a, b) in eights.iter().zip(wanted_eights) {
        for lane in 0..LANES {
            lanes[lane] += f32::from(a[lane]) * b[lane];
        }
    }
    let tail = rest.iter().zip(wanted_rest).map(|(&a, &b)| f32::from(a) * b);
    lanes.iter().sum::<f32>() + tail.sum::<f32>()
}

#[cfg(test)]
mod tests {
    use image::{Rgb, imageops};

    use super::*;

    fn busy_frame() -> Frame {
        Frame::from_image(RgbImage::from_fn(200, 150, |x, y| {
            let value = ((x * 37 + y * 91 + x * y * 13) % 251) as u8;
            Rgb([value, value.wrapping_mul(3), 255 - value])
        }))
    }

    fn cut(frame: &Frame, x: u32, y: u32, width: u32, height: u32) -> RgbImage {
        imageops::crop_imm(&*frame.image, x, y, width, height).to_image()
    }

    #[test]
    fn a_piece_of_the_frame_is_found_where_it_was_cut() {
        let frame = busy_frame();
        let picture = cut(&frame, 61, 42, 30, 12);
        let sign = Sign::Template {
            picture,
            area: None,
            at_least: 0.95,
        };
        let sighting = see(&sign, &frame).expect("it is there");
        assert_eq!(sighting.at, (61 + 15, 42 + 6));
    }

    /// Whatever is not compared with the whole template would have scored too little: places that look like nothing, places
    /// that look like it under noise, and flat ones.
    #[test]
    fn a_strip_rules_out_what_scores_less() {
        let frame = busy_frame();
        let picture = cut(&frame, 61, 42, 30, 12);
        let mut image = RgbImage::clone(&frame.image);
        for (number, pixel) in image.pixels_mut().enumerate() {
            let noise = (number * number % 97) as u8;
            let (x, flat) = (number % 200, Rgb([77, 77, 77]));
            *pixel = if x < 30 {
                flat
            } else {
                Rgb(pixel.0.map(|level| level / 2 + noise))
            };
        }
        let needle = Needle::of(&picture).unwrap();
        let strip = needle.strip.as_ref().unwrap();
        let field = brightness(&image, Area::new(0, 0, 200, 150));
        let mut ruled_out = 0;
        for (x, y) in (0..170).flat_map(|x| (0..138).map(move |y| (x, y))) {
            for least in [0.2, 0.5, 0.9] {
                if strip.rules_out(&field, x, y, least) {
                    ruled_out += 1;
                    assert!(needle.zncc(&field, x, y) < least, "{x},{y} at {least}");
                }
            }
        }
        assert!(ruled_out > 10_000, "{ruled_out} only");
    }

    #[test]
    fn brightness_is_that_of_the_library() {
        let frame = busy_frame();
        let area = Area::new(7, 11, 90, 31);
        let wanted = imageops::grayscale(&cut(&frame, 7, 11, 90, 31));
        assert_eq!(brightness(&frame.image, area), wanted);
    }

    #[test]
    fn brightness_and_contrast_do_not_matter_much() {
        let frame = busy_frame();
        let mut picture = cut(&frame, 100, 20, 24, 24);
        for pixel in picture.pixels_mut() {
            pixel.0 = pixel.0.map(|value| (f32::from(value) * 0.9 + 8.0) as u8);
        }
        let found = find(&picture, &frame, frame.area()).unwrap();
        assert_eq!(found.at, (112, 32));
        assert!(found.score > 0.98, "{found:?}");
    }

    #[test]
    fn a_stranger_is_not_seen() {
        let picture = RgbImage::from_fn(30, 12, |x, _| if x < 15 { Rgb([0; 3]) } else { Rgb([255; 3]) });
        let sign = Sign::Template {
            picture,
            area: None,
            at_least: 0.9,
        };
        assert_eq!(see(&sign, &busy_frame()), None);
    }

    #[test]
    fn areas_outside_the_frame_are_not_seen() {
        let frame = busy_frame();
        let area = Area::new(190, 140, 20, 20);
        assert_eq!(find(&cut(&frame, 0, 0, 5, 5), &frame, area), None);
        let sign = Sign::Color {
            color: [0; 3],
            area,
            tolerance: 255,
            share: 0.0,
        };
        assert_eq!(see(&sign, &frame), None);
    }

    #[test]
    fn colours_count_by_their_share() {
        let image = RgbImage::from_fn(
            10,
            10,
            |x, _| if x < 7 { Rgb([200, 10, 10]) } else { Rgb([0; 3]) },
        );
        let frame = Frame::from_image(image);
        let sign = |share| Sign::Color {
            color: [190, 0, 0],
            area: Area::new(0, 0, 10, 10),
            tolerance: 12,
            share,
        };
        assert!(see(&sign(0.7), &frame).is_some());
        assert!(see(&sign(0.71), &frame).is_none());
    }
}
