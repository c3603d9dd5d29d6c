//! A name read from its plate, glyph by glyph, where pictures of all its letters are known.

use image::RgbImage;

use super::Cover;

/// Likeness counts for so much more than ink: an `a` is nearly an `o`, with more ink.
const LIKENESS: i32 = 8;
/// Ground columns between two letters, as a share of the ink's height, from which on they are two words.
const BLANK: f32 = 0.42;

/// Of the ink around a letter, the share that may be otherwise than the glyphs have it.
const ASTRAY: f32 = 0.35;

/// A letter and its picture.
pub type Glyph = (char, RgbImage);

/// A place where a glyph is seen.
struct Sighting {
    letter: char,
    left: i32,
    right: i32,
    /// The glyph's place among the glyphs, and its picture's in the plate.
    glyph: usize,
    at: (i32, i32),
    /// Grows with the likeness and with the ink that it explains: an `l` is a part of every `h`.
    weight: f32,
}

/// What the plate says; `None` if any ink on it is of no known glyph, as half a name is another one.
pub fn read(picture: &RgbImage, glyphs: &[Glyph], at_least: f32) -> Option<String> {
    let cover = Cover::of(picture)?;
    let mut seen: Vec<Sighting> = Vec::new();
    let covers: Vec<Option<Cover>> = glyphs.iter().map(|(_, glyph)| Cover::of(glyph)).collect();
    for (index, glyph) in covers.iter().enumerate() {
        if let Some(glyph) = glyph {
            sightings(&cover, (index, glyphs[index].0), glyph, at_least, &mut seen);
        }
    }
    seen.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let mut taken: Vec<Sighting> = Vec::new();
    for sighting in seen {
        let apart = |other: &Sighting| sighting.right < other.left || other.right < sighting.left;
        if taken.iter().all(apart) {
            taken.push(sighting);
        }
    }
    taken.sort_by_key(|sighting| sighting.left);
    let explained = |x: i32| {
        taken
            .iter()
            .any(|one| (one.left - 1..=one.right + 1).contains(&x))
    };
    let inked = |x: i32| (0..cover.height as i32).any(|y| cover.is_ink(x, y));
    let all_explained = (0..cover.width as i32).all(|x| !inked(x) || explained(x));
    if !all_explained || !taken.iter().all(|one| is_as_told(&cover, &taken, &covers, one)) {
        return None;
    }
    let row = |y: &i32| (0..cover.width as i32).any(|x| cover.is_ink(x, *y));
    let height = (0..cover.height as i32).filter(row).count();
    let blank = (BLANK * height as f32) as i32;
    let mut text = String::new();
    let mut end = None;
    for one in &taken {
        if end.is_some_and(|end| one.left - end > blank) {
            text.push(' ');
        }
        text.push(one.letter);
        end = Some(one.right);
    }
    (!text.is_empty()).then_some(text)
}

/// Whether the plate looks around a letter as the glyphs taken together do: two thin strokes are no ring.
fn is_as_told(cover: &Cover, taken: &[Sighting], covers: &[Option<Cover>], one: &Sighting) -> bool {
    let told = |x: i32, y: i32| {
        let inks = taken.iter().filter_map(|other| {
            let glyph = covers[other.glyph].as_ref()?;
            Some(glyph.at(x - other.at.0, y - other.at.1))
        });
        inks.fold(0.0, f32::max)
    };
    let (mut ink, mut astray) = (0.0, 0.0);
    for x in one.left - 1..=one.right + 1 {
        for y in 0..cover.height as i32 {
            ink += cover.at(x, y);
            astray += (cover.at(x, y) - told(x, y)).abs();
        }
    }
    astray <= ASTRAY * ink
}

/// Where this glyph's ink is seen; its left and right are those of the ink.
fn sightings(
    cover: &Cover,
    (index, letter): (usize, char),
    glyph: &Cover,
    at_least: f32,
    seen: &mut Vec<Sighting>,
) {
    let (width, height) = (glyph.width as i32, glyph.height as i32);
    let inked = |x: i32| (0..height).any(|y| glyph.is_ink(x, y));
    let (Some(first), Some(last)) = ((0..width).find(|x| inked(*x)), (0..width).rfind(|x| inked(*x))) else {
        return;
    };
    let count = (width * height) as f32;
    let mean = glyph.values.iter().sum::<f32>() / count;
    let norm = glyph
        .values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum::<f32>();
    for top in 0..=cover.height as i32 - height {
        for left in 0..=cover.width as i32 - width {
            let (mut sum, mut squares, mut product) = (0.0, 0.0, 0.0);
            for (index, value) in glyph.values.iter().enumerate() {
                let (x, y) = (index as i32 % width, index as i32 / width);
                let here = cover.at(left + x, top + y);
                sum += here;
                squares += here * here;
                product += here * (value - mean);
            }
            let variance = squares - sum * sum / count;
            let score = product / (variance * norm).sqrt().max(1e-3);
            if score >= at_least {
                seen.push(Sighting {
                    letter,
                    glyph: index,
                    at: (left, top),
                    left: left + first,
                    right: left + last,
                    weight: score.powi(LIKENESS) * norm,
                });
            }
        }
    }
}
