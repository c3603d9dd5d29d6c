//! Laws of painting.
#![allow(
    clippy::disallowed_methods,
    reason = "a contact sheet of every look can be written for people to see"
)]

use image::GenericImage;
use proptest::prelude::*;

use super::*;
use crate::theme;

fn patch(image: &RgbImage, centre: (f64, f64), radius: i32) -> Vec<[u8; 3]> {
    let mut pixels = Vec::new();
    for dy in -radius..=radius {
        for dx in -radius..=radius {
            let (x, y) = (centre.0.round() as i32 + dx, centre.1.round() as i32 + dy);
            pixels.push(image.get_pixel(x as u32, y as u32).0);
        }
    }
    pixels
}

#[test]
fn names_are_unique_and_found() {
    let all: Vec<&Theme> = theme::all().iter().chain(theme::unusual()).collect();
    for (index, look) in all.iter().enumerate() {
        assert_eq!(theme::by_name(look.name), Some(*look));
        let twice = all[..index].iter().any(|other| other.name == look.name);
        assert!(!twice, "{} twice", look.name);
    }
    assert!(theme::all().len() >= 16);
}

/// Set `PAINT_SHEET=FILE.png` to see every look side by side.
#[test]
fn every_look_shows_its_stones() {
    let mut sheet = RgbImage::new(4 * 440, theme::all().len().div_ceil(4) as u32 * 440);
    for (index, look) in theme::all().iter().enumerate() {
        let mut scene = Scene::strewn(11, 11, 40, 7);
        scene.hover = (0..11)
            .map(|x| Point::new(x, 5))
            .find(|point| scene.content(*point).is_none());
        scene.numbers = (0..11)
            .map(|x| (Point::new(x, 3), u16::from(x) * 11 + 1))
            .collect();
        scene.win_line = Some((Point::new(2, 8), Point::new(6, 8)));
        let painted = paint(&scene, look, 31.3, 5);
        let part = image::imageops::crop_imm(
            &painted.image,
            0,
            0,
            436.min(painted.image.width()),
            436.min(painted.image.height()),
        );
        sheet
            .copy_from(&part.to_image(), index as u32 % 4 * 440, index as u32 / 4 * 440)
            .unwrap();
        let bare = paint(&Scene::empty(11, 11), look, 31.3, 5);
        for y in 0..11 {
            for x in 0..11 {
                let point = Point::new(x, y);
                let centre = painted.calibration.centre_of(point);
                let changed = patch(&painted.image, centre, 14) != patch(&bare.image, centre, 14);
                let touched = scene.content(point).is_some() || scene.hover == Some(point);
                assert!(changed || !touched, "{}: nothing to see on {point}", look.name);
            }
        }
    }
    if let Ok(path) = std::env::var("PAINT_SHEET") {
        sheet.save(path).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn equal_seeds_paint_equal_pictures(seed in any::<u64>(), look in 0..theme::all().len(), pitch in 14.0..40.0f64) {
        let scene = Scene::strewn(9, 8, 20, seed);
        let theme = &theme::all()[look];
        prop_assert_eq!(paint(&scene, theme, pitch, seed), paint(&scene, theme, pitch, seed));
    }

    /// The whole board, half a pitch around its outermost points included, lies in the picture.
    #[test]
    fn the_board_is_in_the_picture(look in 0..theme::all().len(), columns in 5..23u8, rows in 5..23u8, pitch in 14.0..30.0f64) {
        let painted = paint(&Scene::empty(columns, rows), &theme::all()[look], pitch, 1);
        let (x, y) = painted.calibration.centre_of(Point::new(columns - 1, rows - 1));
        let (left, top) = painted.calibration.origin;
        let half = pitch / 2.0 - 0.5;
        prop_assert!(left >= half && top >= half);
        prop_assert!(x + half <= f64::from(painted.image.width()) && y + half <= f64::from(painted.image.height()));
    }

    /// A disc drawn at a fractional place has its centre of mass there: the pixel convention holds.
    #[test]
    fn ink_falls_where_it_is_meant(x in 12.0..20.0f64, y in 12.0..20.0f64) {
        let mut canvas = Canvas::new(33, 33, [0, 0, 0]);
        canvas.disc((x, y), 6.3, [255, 255, 255].into());
        let image = canvas.to_image();
        let mass: f64 = image.pixels().map(|pixel| f64::from(pixel.0[0])).sum();
        let mean = |part: fn((u32, u32)) -> u32| {
            image.enumerate_pixels().map(|(x, y, pixel)| f64::from(part((x, y))) * f64::from(pixel.0[0])).sum::<f64>() / mass
        };
        prop_assert!((mean(|at| at.0) - x).abs() < 0.06);
        prop_assert!((mean(|at| at.1) - y).abs() < 0.06);
    }
}

#[test]
fn wear_keeps_the_size_and_changes_the_pixels() {
    let painted = paint(
        &Scene::strewn(9, 9, 12, 3),
        theme::by_name("kaya").unwrap(),
        20.0,
        3,
    )
    .image;
    for worn in [
        wear::jpeg(&painted, 60),
        wear::noise(&painted, 5.0, 1),
        wear::blur(&painted, 0.8),
        wear::gamma(&painted, 1.2),
    ] {
        assert_eq!(worn.dimensions(), painted.dimensions());
        assert_ne!(worn, painted);
    }
}
