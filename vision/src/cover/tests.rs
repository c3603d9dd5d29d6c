//! What covers a board and what does not, in every look.

use std::sync::Arc;

use dice::Dice;
use image::Rgb;

use super::*;
use crate::{
    area::Area,
    paint::{Painter, Scene},
    theme,
};

fn picture(painter: &Painter, scene: &Scene) -> Frame {
    Frame::from_image(painter.paint(scene).image)
}

/// The same picture with a flat box over a part of it.
fn with_box(frame: &Frame, over: Area, shade: u8) -> Frame {
    let mut image = RgbImage::clone(&frame.image);
    for y in over.y.max(0)..(over.bottom() as i32).min(image.height() as i32) {
        for x in over.x.max(0)..(over.right() as i32).min(image.width() as i32) {
            image.put_pixel(x as u32, y as u32, Rgb([shade, shade, shade.wrapping_add(9)]));
        }
    }
    Frame {
        image: Arc::new(image),
        origin: frame.origin,
    }
}

/// Two stones more, the mark on the last of them, the line through five: nothing lies over the board.
#[test]
fn stones_marks_and_lines_cover_nothing() {
    for (number, look) in theme::all().iter().enumerate() {
        for (size, pitch) in [(9, 20.0), (12, 27.5), (15, 40.0)] {
            let painter = Painter::new(look, size, size, pitch, 4);
            let seed = number as u64 * 100 + u64::from(size);
            let mut scene = Scene::strewn(size, size, 16, seed);
            let before = picture(&painter, &scene);
            let mut dice = Dice::new(seed);
            let mut points = scene_points(size);
            points.retain(|point| scene.content(*point).is_none());
            for color in referee::color::Color::BOTH {
                let point = points.swap_remove(dice.below(points.len()));
                scene.put(point, Some(color));
                scene.last_move = Some(point);
            }
            let corner = Point::new(1, 1);
            for end in [Point::new(5, 5), Point::new(5, 1)] {
                scene.win_line = Some((corner, end));
                let now = picture(&painter, &scene);
                let found = covered(&before, &now, &painter.calibration()).points;
                assert_eq!(found, [], "{} {size} x {size}, seed {seed}", look.name);
            }
        }
    }
}

fn scene_points(size: u8) -> Vec<Point> {
    let points = (0..size).flat_map(|y| (0..size).map(move |x| Point::new(x, y)));
    points.collect()
}

/// A box of any place and size that takes in two by two cells at least: every point under it is covered, none that is a pitch off.
#[test]
fn whatever_lies_under_a_box_is_covered() {
    for (number, look) in theme::all().iter().enumerate() {
        let (size, pitch) = (11, 22.0);
        let painter = Painter::new(look, size, size, pitch, 9);
        let board = painter.calibration();
        let mut dice = Dice::new(31 + number as u64);
        for shade in [20, 250] {
            let mut scene = Scene::strewn(size, size, 20, number as u64);
            let before = picture(&painter, &scene);
            let (width, height) = (dice.within(70, 180), dice.within(70, 180));
            let at = |dice: &mut Dice, origin: f64| (origin as i32) + dice.within(-22, 176);
            let over = Area::new(
                at(&mut dice, board.origin.0),
                at(&mut dice, board.origin.1),
                width as u32,
                height as u32,
            );
            scene.put(Point::new(5, 5), None);
            let now = with_box(&picture(&painter, &scene), over, shade);
            let found = covered(&before, &now, &board).points;
            for point in scene_points(size) {
                let (x, y) = board.centre_of(point);
                let deep = |a: f64, low: i32, high: i64| (a - f64::from(low)).min(high as f64 - a) / pitch;
                let inside = deep(x, over.x, over.right()).min(deep(y, over.y, over.bottom()));
                let says = found.contains(&point);
                let words = format!("{} at {point}, {inside:.2} pitches inside {over:?}", look.name);
                assert!(says || inside < 0.6, "not covered: {words}");
                assert!(!says || inside > -1.1, "covered: {words}");
            }
        }
    }
}

/// A shade over the whole window covers nothing, what lies on the shade does.
#[test]
fn a_shade_is_seen_through() {
    let painter = Painter::new(theme::by_name("kaya").unwrap(), 9, 9, 24.0, 1);
    let board = painter.calibration();
    let scene = Scene::strewn(9, 9, 10, 3);
    let before = picture(&painter, &scene);
    let mut image = RgbImage::clone(&before.image);
    for pixel in image.pixels_mut() {
        pixel.0 = pixel.0.map(|channel| (f32::from(channel) * 0.72) as u8);
    }
    let now = Frame::from_image(image);
    let nothing = Cover {
        points: Vec::new(),
        shaded: true,
    };
    assert_eq!(covered(&before, &now, &board), nothing);
    assert_eq!(covered(&before, &before, &board), Cover::default());
    let over = Area::new(board.origin.0 as i32 - 12, board.origin.1 as i32 - 12, 120, 72);
    let found = covered(&before, &with_box(&now, over, 245), &board);
    assert!(
        found.shaded && (15..=24).contains(&found.points.len()),
        "{found:?}"
    );
}

/// What is laid over each pixel: its colour there and how much of the picture shows through.
type Veil = fn(x: f64, y: f64) -> (f64, f64);

/// A page that is dimmed, one that is dimmed much, panes of glass, the shadow beside a dialog that ends in the middle of a
/// board 200 pixels wide. Parts of the board are given as shares of its width.
const VEILS: [(&str, Veil); 5] = [
    ("dim", |_, _| (0.0, 0.55)),
    ("dark", |_, _| (10.0, 0.25)),
    ("glass", |_, _| (250.0, 0.4)),
    ("thick glass", |_, _| (250.0, 0.14)),
    ("shadow", |x, _| (0.0, 1.0 - 0.5 * (1.0 - x).max(0.0).powi(2))),
];

fn veiled(frame: &Frame, veil: Veil) -> Frame {
    let mut image = RgbImage::clone(&frame.image);
    let (wide, high) = image.dimensions();
    for (x, y, pixel) in image.enumerate_pixels_mut() {
        let (over, clear) = veil(f64::from(x) / f64::from(wide), f64::from(y) / f64::from(high));
        pixel.0 = pixel
            .0
            .map(|channel| (f64::from(channel) * clear + over * (1.0 - clear)).round() as u8);
    }
    Frame::from_image(image)
}

fn same(before: &Frame, now: &Frame, board: &Calibration) -> Vec<Point> {
    let pictures = Comparison::of(before, now, board).expect("pictures of one size");
    let points = scene_points(board.columns).into_iter();
    points.filter(|point| pictures.is_same(*point)).collect()
}

/// A stone more, whole or pale still, under every veil: it is never overlooked, and nearly every other cell is known again.
#[test]
fn what_is_the_same_under_a_veil_is_told_from_what_came() {
    let (mut known, mut cells) = (0, 0);
    for (number, look) in theme::all().iter().enumerate() {
        for (pitch, strength) in [(21.0, 1.0), (34.0, 0.5), (43.5, 0.2)] {
            let painter = Painter::new(look, 11, 11, pitch, 7);
            let mut scene = Scene::strewn(11, 11, 20, number as u64);
            let stones = scene_points(11)
                .into_iter()
                .filter(|point| scene.content(*point).is_some());
            let placed: Vec<Point> = stones.collect();
            let (before, board) = (picture(&painter, &scene), painter.calibration());
            let came = scene_points(11)
                .into_iter()
                .find(|point| scene.content(*point).is_none())
                .unwrap();
            scene.put(came, Some(referee::color::Color::White));
            scene.fading = Some((came, strength));
            let after = picture(&painter, &scene);
            for (name, veil) in VEILS {
                let now = veiled(&after, veil);
                let same = same(&before, &now, &board);
                let words = format!("{} under {name}, pitch {pitch}, strength {strength}", look.name);
                assert!(!same.contains(&came), "{words}: a stone at {came} is overlooked");
                let near = |point: &Point| point.x.abs_diff(came.x).max(point.y.abs_diff(came.y)) <= 1;
                let others = scene_points(11)
                    .into_iter()
                    .filter(|point| !near(point) && !placed.contains(point));
                let others: Vec<Point> = others.collect();
                cells += others.len();
                let found = others.iter().filter(|point| same.contains(point)).count();
                known += found;
            }
        }
    }
    assert!(
        known * 100 >= cells * 90,
        "{known} of {cells} cells are known again"
    );
}

/// Under a dialog nothing is known, whatever its colour and whatever is written on it.
#[test]
fn nothing_is_known_of_what_lies_under_a_box() {
    for (number, look) in theme::all().iter().enumerate() {
        let (size, pitch) = (11, 26.0);
        let painter = Painter::new(look, size, size, pitch, 9);
        let board = painter.calibration();
        let before = picture(&painter, &Scene::strewn(size, size, 20, number as u64));
        for shade in [0, 60, 128, 200, 250] {
            let over = Area::new(board.origin.0 as i32 + 13, board.origin.1 as i32 + 13, 182, 156);
            let same = same(&before, &with_box(&before, over, shade), &board);
            let under = |point: &&Point| (1..=7).contains(&point.x) && (1..=6).contains(&point.y);
            let told: Vec<&Point> = same.iter().filter(under).collect();
            assert!(told.is_empty(), "{} under {shade}: {told:?}", look.name);
        }
    }
}

/// A small disc, however it is coloured, is news in its cell; a whole stone, a pale one and what lies between the points are none.
#[test]
fn what_is_small_and_in_the_middle_of_its_cell_is_news() {
    for look in theme::all() {
        let painter = Painter::new(look, 9, 9, 30.0, 5);
        let board = painter.calibration();
        let mut scene = Scene::empty(9, 9);
        let before = picture(&painter, &scene);
        let at = Point::new(4, 3);
        let disc = |at: (f64, f64), radius: f64| {
            let mut image = RgbImage::clone(&before.image);
            for (x, y, pixel) in image.enumerate_pixels_mut() {
                if (f64::from(x) - at.0).hypot(f64::from(y) - at.1) <= radius * 30.0 {
                    pixel.0 = pixel.0.map(|level| level.wrapping_add(100));
                }
            }
            Frame::from_image(image)
        };
        let news = |now: &Frame| {
            let pictures = Comparison::of(&before, now, &board).expect("pictures of one size");
            let news = scene_points(9)
                .into_iter()
                .filter(|point| pictures.is_marked_anew(*point));
            news.collect::<Vec<Point>>()
        };
        let (x, y) = board.centre_of(at);
        for radius in [0.12, 0.2, 0.28] {
            assert_eq!(news(&disc((x, y), radius)), [at], "{} {radius}", look.name);
        }
        assert_eq!(
            news(&disc((x, y), 0.45)),
            [],
            "{}: as large as a stone",
            look.name
        );
        assert_eq!(
            news(&disc((x + 15.0, y + 15.0), 0.2)),
            [],
            "{}: between the points",
            look.name
        );
        scene.put(at, Some(referee::color::Color::Black));
        if look.radius >= 0.4 {
            assert_eq!(news(&picture(&painter, &scene)), [], "{}: a stone", look.name);
        }
    }
}
