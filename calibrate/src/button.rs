//! Where the button lies that somebody points at: a face of one colour with something around it, or a line of words that
//! stands alone. Reads nothing.

use image::RgbImage;
use vision::area::Area;

use crate::words::{around, ground, lines, pixels, unlike};

/// Pixels on each side of the point within which a button must lie.
const REACH: (i32, i32) = (260, 90);
/// Half the side of the square whose commonest colour is the face's.
const TOUCH: i32 = 8;
/// Levels by which a face may change across itself.
const FACE: u8 = 26;
/// Smallest face.
const SMALLEST: (u32, u32) = (14, 9);
/// Pixels around words without a face.
const MARGIN: i32 = 4;

/// The button at `at` in the picture. `None` only for a point outside it.
pub(crate) fn button_at(image: &RgbImage, at: (i32, i32)) -> Option<Area> {
    let whole = Area::new(0, 0, image.width(), image.height());
    if !whole.contains(at.0, at.1) {
        return None;
    }
    let around = |reach: (i32, i32)| {
        let (x, y) = (at.0 - reach.0, at.1 - reach.1);
        let size = (2 * reach.0 as u32 + 1, 2 * reach.1 as u32 + 1);
        Area::new(x, y, size.0, size.1).intersection(&whole)
    };
    let bounds = around(REACH)?;
    let face = face(image, at, around((TOUCH, TOUCH))?, bounds);
    face.or_else(|| words_at(image, at, bounds))
        .or_else(|| around((30, 14)))
}

/// The region nearest to the point that has the colour commonest in `touch`, if it ends before `bounds` does.
fn face(image: &RgbImage, at: (i32, i32), touch: Area, bounds: Area) -> Option<Area> {
    let color = ground(image, touch);
    let is_face = |x: i32, y: i32| unlike(image.get_pixel(x as u32, y as u32).0, color) <= FACE;
    let apart = |&(x, y): &(i32, i32)| (x - at.0).pow(2) + (y - at.1).pow(2);
    let mut starts: Vec<(i32, i32)> = pixels(touch)
        .map(|(x, y)| (x as i32, y as i32))
        .filter(|&(x, y)| is_face(x, y))
        .collect();
    starts.sort_by_key(apart);
    let width = bounds.width as usize;
    let mut seen = vec![false; width * bounds.height as usize];
    for start in starts {
        // Beside an outlined button the ground has its colour, too, and so have the holes in its letters.
        let mut todo = vec![start];
        let mut area = Area::new(start.0, start.1, 0, 0);
        while let Some((x, y)) = todo.pop() {
            if !bounds.contains(x, y) || !is_face(x, y) {
                continue;
            }
            let index = (y - bounds.y) as usize * width + (x - bounds.x) as usize;
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            area = around(&[area, Area::new(x, y, 1, 1)]).unwrap_or(area);
            todo.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
        }
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            continue;
        }
        let ends = area.x > bounds.x
            && area.y > bounds.y
            && area.right() < bounds.right()
            && area.bottom() < bounds.bottom();
        // A face without anything on it is a gap between other things.
        let has_words = pixels(area).any(|(x, y)| unlike(image.get_pixel(x, y).0, color) > FACE);
        return (ends && has_words).then_some(area);
    }
    None
}

/// The words nearest to the point, if they are near.
fn words_at(image: &RgbImage, at: (i32, i32), bounds: Area) -> Option<Area> {
    let apart = |area: &Area| {
        let (x, y) = (i64::from(at.0), i64::from(at.1));
        let across = (i64::from(area.x) - x).max(x - area.right()).max(0);
        let down = (i64::from(area.y) - y).max(y - area.bottom()).max(0);
        across + down
    };
    let lines = lines(image, bounds);
    let nearest = lines.iter().min_by_key(|line| apart(&line.area))?;
    let grown = Area::new(
        nearest.area.x - MARGIN,
        nearest.area.y - MARGIN,
        nearest.area.width + 2 * MARGIN as u32,
        nearest.area.height + 2 * MARGIN as u32,
    );
    (apart(&nearest.area) <= 24).then(|| grown.intersection(&bounds))?
}

#[cfg(test)]
mod tests {
    use vision::paint::{
        canvas::Canvas,
        lettering::{self, Align, Pen},
    };

    use super::*;

    fn dialog() -> RgbImage {
        let mut canvas = Canvas::new(420, 200, [245, 245, 240]);
        canvas.rectangle((60.0, 120.0), (190.0, 156.0), [40, 90, 200].into());
        let white = Pen::new(12.0, [255, 255, 255]);
        lettering::write(&mut canvas, "Play again", (125.0, 138.0), Align::Centre, white);
        canvas.frame((230.0, 120.0), (360.0, 156.0), 2.0, [40, 90, 200].into());
        let blue = Pen::new(12.0, [40, 90, 200]);
        lettering::write(&mut canvas, "Leave", (295.0, 138.0), Align::Centre, blue);
        lettering::write(&mut canvas, "Rematch", (210.0, 60.0), Align::Centre, blue);
        canvas.to_image()
    }

    /// Whatever is pointed at on the button, it is found, to so many pixels.
    fn check(at: (i32, i32), expected: Area) {
        let found = button_at(&dialog(), at).unwrap();
        let near = |a: i64, b: i64| (a - b).abs() <= 6;
        assert!(
            near(found.x.into(), expected.x.into())
                && near(found.y.into(), expected.y.into())
                && near(found.right(), expected.right())
                && near(found.bottom(), expected.bottom()),
            "{at:?}: {found:?} is not {expected:?}"
        );
    }

    #[test]
    fn a_button_is_found_from_any_point_on_it() {
        let filled = Area::new(60, 120, 130, 36);
        for at in [(125, 138), (64, 124), (180, 150), (90, 138)] {
            check(at, filled);
        }
        check((295, 138), Area::new(232, 122, 126, 32));
        check((236, 126), Area::new(232, 122, 126, 32));
    }

    #[test]
    fn words_alone_are_a_button() {
        let found = button_at(&dialog(), (210, 60)).unwrap();
        assert!(
            found.contains(210, 60) && found.width < 160 && found.height < 40,
            "{found:?}"
        );
        assert_eq!(button_at(&dialog(), (500, 60)), None);
    }
}
