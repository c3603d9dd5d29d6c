//! Which screen of the client is this? Signs (a template, a colour) are looked for in a frame of the
//! client's window. What a screen means and what is done there is the profile's business.

use image::{GrayImage, RgbImage, imageops};

use crate::{area::Area, frame::Frame};

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
    match sign {
        Sign::Template {
            picture,
            area,
            at_least,
        } => {
            let area = area.unwrap_or(frame.area());
            find(picture, frame, area).filter(|sighting| sighting.score >= *at_least)
        }
        Sign::Color {
            color,
            area,
            tolerance,
            share,
        } => see_color(frame, *area, *color, *tolerance, *share),
        Sign::Text {
            text,
            glyphs,
            area,
            at_least,
        } => see_text(frame, *area, text, glyphs, *at_least),
    }
}

/// Places where the first letter looks right, before the text is given up.
const STARTS_MAX: usize = 12;

/// Follows the text from each place where its first letter is seen; the next letter must begin within two letters'
/// widths. The score is that of the worst glyph.
fn see_text(
    frame: &Frame,
    area: Area,
    text: &str,
    glyphs: &[(char, RgbImage)],
    at_least: f32,
) -> Option<Sighting> {
    let picture_of = |letter: char| {
        glyphs
            .iter()
            .find(|(known, _)| *known == letter)
            .map(|(_, image)| image)
    };
    let wanted: Option<Vec<&RgbImage>> = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(picture_of)
        .collect();
    let wanted = wanted.filter(|wanted| !wanted.is_empty())?;
    // The rest of the area from a column on, at most so many columns of it.
    let from = |x: i32, width: i64| {
        let right = (i64::from(x) + width).min(area.right());
        u32::try_from(right - i64::from(x))
            .ok()
            .map(|width| Area::new(x, area.y, width, area.height))
    };
    let seen = |picture: &RgbImage, within: Area| {
        find(picture, frame, within).filter(|sighting| sighting.score >= at_least)
    };
    let left_of = |sighting: &Sighting, picture: &RgbImage| sighting.at.0 - (picture.width() / 2) as i32;
    let mut right_edge = i64::from(area.width);
    for _ in 0..STARTS_MAX {
        let first = seen(wanted[0], from(area.x, right_edge)?)?;
        let start = left_of(&first, wanted[0]);
        let mut end = start + wanted[0].width() as i32;
        let mut score = first.score;
        let complete = wanted[1..].iter().all(|picture| {
            let reach = i64::from(picture.width()) * 3;
            let next = from(end - 2, reach).and_then(|within| seen(picture, within));
            next.is_some_and(|next| {
                end = left_of(&next, picture) + picture.width() as i32;
                score = score.min(next.score);
                true
            })
        });
        if complete {
            let at = ((start + end) / 2, first.at.1);
            return Some(Sighting { at, score });
        }
        // Another start further left; equal ones further right are found when the area is cut there.
        right_edge = i64::from(start - area.x) + i64::from(wanted[0].width()) - 1;
    }
    None
}

/// Where in `area` the picture fits best, whatever its score. `None` if it does not fit in, or is of one
/// single brightness, which zero-mean NCC cannot tell from anything.
pub fn find(picture: &RgbImage, frame: &Frame, area: Area) -> Option<Sighting> {
    let whole = frame.area();
    if area.intersection(&whole) != Some(area)
        || picture.width() > area.width
        || picture.height() > area.height
    {
        return None;
    }
    let view = imageops::crop_imm(
        &frame.image,
        area.x as u32,
        area.y as u32,
        area.width,
        area.height,
    );
    let field = imageops::grayscale(&view.to_image());
    let needle = Needle::new(&imageops::grayscale(picture))?;
    let (score, x, y) = needle.best(&field);
    let middle = |left: i32, at: u32, length: u32| left + (at + length / 2) as i32;
    let at = (
        middle(area.x, x, picture.width()),
        middle(area.y, y, picture.height()),
    );
    Some(Sighting {
        at,
        score: score.clamp(0.0, 1.0),
    })
}

fn see_color(frame: &Frame, area: Area, color: [u8; 3], tolerance: u8, share: f32) -> Option<Sighting> {
    if area.intersection(&frame.area()) != Some(area) {
        return None;
    }
    let view = imageops::crop_imm(
        &frame.image,
        area.x as u32,
        area.y as u32,
        area.width,
        area.height,
    );
    let near = |pixel: image::Rgb<u8>| {
        pixel
            .0
            .iter()
            .zip(color)
            .all(|(&a, b)| a.abs_diff(b) <= tolerance)
    };
    let image = view.to_image();
    let seen = image.pixels().filter(|&&pixel| near(pixel)).count();
    let score = seen as f32 / (area.width as f32 * area.height as f32);
    let at = (area.x + area.width as i32 / 2, area.y + area.height as i32 / 2);
    (score >= share).then_some(Sighting { at, score })
}

/// A template made ready for zero-mean NCC: a sparse sample to sift places, then every pixel.
struct Needle {
    width: u32,
    height: u32,
    /// Zero-mean values, row by row.
    values: Vec<f32>,
    norm: f32,
    /// A few of the pixels that differ most from the mean: (column, row, raw brightness).
    scouts: Vec<(u32, u32, f32)>,
}

/// Pixels that sift places.
const SCOUTS: usize = 24;
/// Best places that are looked at in full.
const FINALISTS: usize = 40;

impl Needle {
    fn new(picture: &GrayImage) -> Option<Needle> {
        let raw: Vec<f32> = picture.as_raw().iter().map(|&value| f32::from(value)).collect();
        let mean = raw.iter().sum::<f32>() / raw.len().max(1) as f32;
        let values: Vec<f32> = raw.iter().map(|value| value - mean).collect();
        let norm = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        if norm < 1.0 {
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
            Some((index as u32 % width, index as u32 / width, raw[index]))
        });
        Some(Needle {
            width,
            height: picture.height(),
            scouts: scouts.collect(),
            values,
            norm,
        })
    }

    /// Score and place of the best fit.
    fn best(&self, field: &GrayImage) -> (f32, u32, u32) {
        let mut finalists: Vec<(f32, u32, u32)> = Vec::with_capacity(FINALISTS + 1);
        for y in 0..=field.height() - self.height {
            for x in 0..=field.width() - self.width {
                let worst = if finalists.len() < FINALISTS {
                    f32::MAX
                } else {
                    finalists[FINALISTS - 1].0
                };
                let cost = self.scout(field, x, y, worst);
                if cost < worst {
                    let at = finalists.partition_point(|known| known.0 <= cost);
                    finalists.insert(at, (cost, x, y));
                    finalists.truncate(FINALISTS);
                }
            }
        }
        let scored = finalists.iter().map(|&(_, x, y)| (self.zncc(field, x, y), x, y));
        scored.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 0, 0))
    }

    /// Sum of absolute differences over the scouts, given up once it is worse than `worst`.
    fn scout(&self, field: &GrayImage, x: u32, y: u32, worst: f32) -> f32 {
        let (stride, raw) = (field.width() as usize, field.as_raw());
        let mut cost = 0.0;
        for &(dx, dy, value) in &self.scouts {
            let seen = raw[(y + dy) as usize * stride + (x + dx) as usize];
            cost += (f32::from(seen) - value).abs();
            if cost >= worst {
                break;
            }
        }
        cost
    }

    fn zncc(&self, field: &GrayImage, x: u32, y: u32) -> f32 {
        let (width, stride) = (self.width as usize, field.width() as usize);
        let (mut sum, mut squares, mut product) = (0u32, 0u64, 0.0f32);
        let rows = field.as_raw()[y as usize * stride + x as usize..].chunks(stride);
        for (seen, wanted) in rows.zip(self.values.chunks_exact(width)) {
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
        // Two large numbers that differ little.
        let (sum, squares) = (f64::from(sum), squares as f64);
        let variance = (squares - sum * sum / self.values.len() as f64) as f32;
        if variance < 1.0 {
            0.0
        } else {
            product / (variance.sqrt() * self.norm)
        }
    }
}

/// Sum of the products, in eight lanes.
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
    use image::Rgb;

    use super::*;

    fn busy_frame() -> Frame {
        Frame::from_image(RgbImage::from_fn(200, 150, |x, y| {
            let value = ((x * 37 + y * 91 + x * y * 13) % 251) as u8;
            Rgb([value, value.wrapping_mul(3), 255 - value])
        }))
    }

    fn cut(frame: &Frame, x: u32, y: u32, width: u32, height: u32) -> RgbImage {
        imageops::crop_imm(&frame.image, x, y, width, height).to_image()
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
