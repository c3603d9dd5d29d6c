//! Where words stand in a part of a picture, told by the look of ink on one ground: nothing is read. Buttons, frames and
//! pictures are no words, and neither is what stands on a button.

use image::RgbImage;
use vision::area::Area;

/// Words side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine {
    /// Around all its words.
    pub area: Area,
    /// From left to right, each with the ink alone in it.
    pub words: Vec<Area>,
}

/// Levels by which ink differs from its ground in one channel.
const INK: u8 = 48;
/// Rows of pixels that a letter may have.
const LETTER: (u32, u32) = (4, 110);
/// Columns of pixels that a run of touching letters may have.
const RUN_MAX: u32 = 360;
/// Spots in a part that is more noise than text.
const SPOTS_MAX: usize = 4_000;
/// Gap between words, as a share of their line's height.
const GAP: f64 = 0.3;

/// The lines of words in `part`, from the top down. `part` must lie in the picture.
pub fn lines(image: &RgbImage, part: Area) -> Vec<TextLine> {
    let Some(part) = part.intersection(&Area::new(0, 0, image.width(), image.height())) else {
        return Vec::new();
    };
    let spots = spots(image, part, ground(image, part));
    if spots.len() > SPOTS_MAX {
        return Vec::new();
    }
    let letters = letters(&spots, part);
    let mut lines: Vec<TextLine> = rows(&letters).into_iter().filter_map(line).collect();
    lines.sort_by_key(|line| (line.area.y, line.area.x));
    lines
}

/// The colour that most of the part has.
pub(super) fn ground(image: &RgbImage, part: Area) -> [u8; 3] {
    let mut bins = std::collections::HashMap::<[u8; 3], (u32, [u32; 3])>::new();
    for (x, y) in pixels(part) {
        let color = image.get_pixel(x, y).0;
        let (count, sums) = bins.entry(color.map(|level| level / 12)).or_default();
        *count += 1;
        for (sum, level) in sums.iter_mut().zip(color) {
            *sum += u32::from(level);
        }
    }
    // Of equals the same one every time.
    let most = bins.into_iter().max_by_key(|(bin, (count, _))| (*count, *bin));
    most.map_or([0; 3], |(_, (count, sums))| sums.map(|sum| (sum / count) as u8))
}

pub(super) fn pixels(part: Area) -> impl Iterator<Item = (u32, u32)> {
    let columns = part.x as u32..part.right() as u32;
    (part.y as u32..part.bottom() as u32).flat_map(move |y| columns.clone().map(move |x| (x, y)))
}

pub(super) fn unlike(a: [u8; 3], b: [u8; 3]) -> u8 {
    a.into_iter()
        .zip(b)
        .map(|(a, b)| a.abs_diff(b))
        .max()
        .unwrap_or(0)
}

/// Ink that hangs together.
#[derive(Clone, Copy, Debug)]
struct Spot {
    area: Area,
    /// Pixels of ink.
    ink: u32,
}

fn spots(image: &RgbImage, part: Area, ground: [u8; 3]) -> Vec<Spot> {
    let width = part.width as usize;
    let mut ink: Vec<bool> = pixels(part)
        .map(|(x, y)| unlike(image.get_pixel(x, y).0, ground) > INK)
        .collect();
    let mut spots = Vec::new();
    let mut todo = Vec::new();
    for start in 0..ink.len() {
        if !std::mem::take(&mut ink[start]) {
            continue;
        }
        todo.push(start);
        let (mut left, mut right) = (width, 0);
        let (mut top, mut bottom) = (usize::MAX, 0);
        let mut count = 0;
        while let Some(index) = todo.pop() {
            let (x, y) = (index % width, index / width);
            count += 1;
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
            for ny in y.saturating_sub(1)..=(y + 1).min(part.height as usize - 1) {
                for nx in x.saturating_sub(1)..=(x + 1).min(width - 1) {
                    if std::mem::take(&mut ink[ny * width + nx]) {
                        todo.push(ny * width + nx);
                    }
                }
            }
        }
        let area = Area::new(
            part.x + left as i32,
            part.y + top as i32,
            (right - left + 1) as u32,
            (bottom - top + 1) as u32,
        );
        spots.push(Spot { area, ink: count });
    }
    spots
}

/// The spots that may be letters: no buttons, no frames, nothing inside a frame that is not that of the whole part.
fn letters(spots: &[Spot], part: Area) -> Vec<Area> {
    let is_box = |spot: &&Spot| spot.area.width >= 40 && spot.area.height >= 14;
    let boxes: Vec<Area> = spots
        .iter()
        .filter(is_box)
        .filter(|spot| {
            let filled = f64::from(spot.ink) / f64::from(spot.area.width * spot.area.height);
            // Ink of letters that touch is in between.
            !(0.2..=0.55).contains(&filled)
        })
        .map(|spot| spot.area)
        .collect();
    let is_own_frame = |area: &Area| area.width * 10 > part.width * 7 && area.height * 10 > part.height * 6;
    let on_a_box = |area: &Area| {
        boxes
            .iter()
            .any(|frame| !is_own_frame(frame) && frame.intersection(area) == Some(*area))
    };
    let fits = |area: &Area| area.height <= LETTER.1 && area.width <= RUN_MAX;
    let letters = spots.iter().filter(|spot| spot.ink >= 2).map(|spot| spot.area);
    letters
        .filter(|area| fits(area) && !on_a_box(area) && !touches_edge(area, part))
        .collect()
}

/// What reaches out of the part is a remnant of what it covers.
fn touches_edge(area: &Area, part: Area) -> bool {
    area.x == part.x || area.y == part.y || area.right() == part.right() || area.bottom() == part.bottom()
}

/// Letters that stand side by side.
fn rows(letters: &[Area]) -> Vec<Vec<Area>> {
    let mut left: Vec<Area> = letters.to_vec();
    // Tall ones first: dots and commas join them, and not each other.
    left.sort_by_key(|area| (std::cmp::Reverse(area.height), area.y, area.x));
    let mut rows: Vec<Vec<Area>> = Vec::new();
    while !left.is_empty() {
        let mut row = vec![left.remove(0)];
        loop {
            let (joins, others): (Vec<Area>, Vec<Area>) = left
                .iter()
                .partition(|area| row.iter().any(|known| are_neighbours(known, area)));
            left = others;
            if joins.is_empty() {
                break;
            }
            row.extend(joins);
        }
        rows.push(row);
    }
    rows
}

fn are_neighbours(a: &Area, b: &Area) -> bool {
    let tall = i64::from(a.height.max(b.height));
    let gap = i64::from(a.x.max(b.x)) - a.right().min(b.right());
    let shared = a.bottom().min(b.bottom()) - i64::from(a.y.max(b.y));
    let small = i64::from(a.height.min(b.height));
    // A dot above its letter or a comma below the line.
    let over = gap < 0 && -shared <= tall * 2 / 5;
    (gap <= tall && shared * 10 >= small * 4) || over
}

/// A line of these letters; `None` if they are too small to be any.
fn line(mut letters: Vec<Area>) -> Option<TextLine> {
    letters.sort_by_key(|area| area.x);
    let area = around(&letters)?;
    if area.height < LETTER.0 || letters.iter().all(|area| area.height < LETTER.0) {
        return None;
    }
    let gap = (f64::from(area.height) * GAP).max(3.0) as i64;
    let mut words: Vec<Vec<Area>> = Vec::new();
    let mut end = 0;
    for letter in letters {
        if words.is_empty() || i64::from(letter.x) - end > gap {
            words.push(Vec::new());
        }
        end = end.max(letter.right());
        words.last_mut()?.push(letter);
    }
    let words = words.iter().filter_map(|word| around(word)).collect();
    Some(TextLine { area, words })
}

/// The bounds of them all.
pub(super) fn around(areas: &[Area]) -> Option<Area> {
    let left = areas.iter().map(|area| area.x).min()?;
    let top = areas.iter().map(|area| area.y).min()?;
    let right = areas.iter().map(Area::right).max()?;
    let bottom = areas.iter().map(Area::bottom).max()?;
    Some(Area::new(
        left,
        top,
        (right - i64::from(left)) as u32,
        (bottom - i64::from(top)) as u32,
    ))
}

#[cfg(test)]
mod tests {
    use vision::paint::{
        canvas::Canvas,
        lettering::{self, Align, Pen},
    };

    use super::*;

    /// A dialog with these lines of that height, a button, a frame and an outlined button.
    fn dialog(texts: &[&str], height: f64) -> RgbImage {
        let mut canvas = Canvas::new(420, 240, [245, 245, 240]);
        canvas.frame((1.0, 1.0), (419.0, 239.0), 2.0, [20, 20, 20].into());
        for (index, text) in texts.iter().enumerate() {
            let spot = (210.0, 40.0 + index as f64 * (height * 2.2));
            lettering::write(
                &mut canvas,
                text,
                spot,
                Align::Centre,
                Pen::new(height, [10, 10, 10]),
            );
        }
        canvas.rectangle((60.0, 180.0), (190.0, 216.0), [40, 90, 200].into());
        let pen = Pen::new(12.0, [255, 255, 255]);
        lettering::write(&mut canvas, "Play again", (125.0, 198.0), Align::Centre, pen);
        canvas.frame((230.0, 180.0), (360.0, 216.0), 2.0, [40, 90, 200].into());
        let pen = Pen::new(12.0, [40, 90, 200]);
        lettering::write(&mut canvas, "Leave now", (295.0, 198.0), Align::Centre, pen);
        canvas.to_image()
    }

    fn check(texts: &[&str], height: f64) {
        let image = dialog(texts, height);
        let found = lines(&image, Area::new(0, 0, 420, 240));
        let counts: Vec<usize> = found.iter().map(|line| line.words.len()).collect();
        let expected: Vec<usize> = texts.iter().map(|text| text.split(' ').count()).collect();
        assert_eq!(counts, expected, "{texts:?} at {height}: {found:?}");
    }

    #[test]
    fn words_are_told_apart_and_buttons_left_out() {
        check(&["You won!"], 24.0);
        check(&["You won!", "Black made five in 23 moves"], 14.0);
        check(&["Game over", "White wins"], 18.0);
        check(&["I win"], 12.0);
        check(&[], 12.0);
    }

    #[test]
    fn a_plain_part_has_no_words() {
        assert!(lines(&RgbImage::new(50, 50), Area::new(0, 0, 50, 50)).is_empty());
        assert!(lines(&RgbImage::new(50, 50), Area::new(90, 0, 50, 50)).is_empty());
    }
}
