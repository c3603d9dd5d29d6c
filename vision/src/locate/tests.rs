//! Locating on painted desktops.
#![allow(
    clippy::disallowed_methods,
    reason = "failing desktops are written to a temporary folder for people to see"
)]

use std::sync::atomic::{AtomicUsize, Ordering};

use referee::point::Point;

use super::*;
use crate::{
    desktop::{self, Desktop},
    many_pictures::many_pictures,
    paint::{Painter, Scene},
    theme,
};

/// How far a corner point may be off, in pixels. Where a client moves each line to a whole pixel, the lines that can be
/// seen are themselves up to half a pixel from their true place.
const MISS_MAX: f64 = 0.5;
const MISS_MAX_SNAPPED: f64 = 0.8;

/// What is wrong with an answer, `None` if it is the same grid in the same place.
fn fault(desktop: &Desktop) -> Option<String> {
    let frame = Frame::from_image(desktop.image.clone());
    let answer = locate(&frame, &LocateOptions::default());
    let (truth, found) = match (&desktop.board, answer) {
        (None, Err(_)) => return None,
        (None, Ok(found)) => return Some(format!("found {found:?}")),
        (Some(_), Err(none)) => return Some(none.to_string()),
        (Some(truth), Ok(found)) => (truth, found),
    };
    if (truth.kind, truth.columns, truth.rows) != (found.kind, found.columns, found.rows) {
        return Some(format!("found {found:?} for {truth:?}"));
    }
    let miss = worst(truth, &found);
    let snapped = desktop.story.contains("Snapped");
    let limit = if snapped { MISS_MAX_SNAPPED } else { MISS_MAX };
    (miss >= limit).then(|| format!("off by {miss:.2} pixels: {found:?} for {truth:?}"))
}

/// Largest distance between the two calibrations' corner points, in pixels.
fn worst(truth: &Calibration, found: &Calibration) -> f64 {
    let corners = [
        (0, 0),
        (truth.columns - 1, 0),
        (0, truth.rows - 1),
        (truth.columns - 1, truth.rows - 1),
    ];
    let miss = |(x, y): (u8, u8)| {
        let (a, b) = (
            truth.centre_of(Point::new(x, y)),
            found.centre_of(Point::new(x, y)),
        );
        (a.0 - b.0).abs().max((a.1 - b.1).abs())
    };
    corners.into_iter().map(miss).fold(0.0, f64::max)
}

/// Paints and locates `count` desktops on all cores; returns what went wrong. With `LOCATE_FAILURES=FOLDER`
/// the failing pictures are kept; `LOCATE_SEED=1,2` tries those only.
fn faults(make: fn(u64) -> Desktop, count: u64) -> Vec<String> {
    let only: Option<Vec<u64>> = std::env::var("LOCATE_SEED")
        .ok()
        .map(|seeds| seeds.split(',').filter_map(|seed| seed.parse().ok()).collect());
    let seeds = only.unwrap_or_else(|| (0..count).collect());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        loop {
            let Some(seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)).copied() else {
                return found;
            };
            let desktop = make(seed);
            if let Some(fault) = fault(&desktop) {
                if let Ok(folder) = std::env::var("LOCATE_FAILURES") {
                    desktop.image.save(format!("{folder}/{seed}.png")).unwrap();
                }
                found.push(format!("{}: {fault}", desktop.story));
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    })
}

#[test]
fn finds_the_board_on_painted_desktops() {
    let count = if many_pictures() { 500 } else { 60 };
    let faults = faults(desktop::with_board, count);
    println!(
        "{} of {count} right\n{}",
        count as usize - faults.len(),
        faults.join("\n")
    );
    assert!(faults.len() * 100 <= count as usize, "{}", faults.join("\n"));
}

/// Stones hide most of what runs on beyond two sides of this board, and nothing of it beyond the others.
#[test]
fn a_crowd_at_the_edge_is_no_sign_of_a_cut() {
    let desktop = desktop::with_board(196);
    let found = locate(&Frame::from_image(desktop.image), &LocateOptions::default()).unwrap();
    assert_eq!((found.columns, found.rows), (22, 22));
}

#[test]
fn finds_none_where_there_is_none() {
    let count = if many_pictures() { 100 } else { 30 };
    let faults = faults(desktop::without_board, count);
    println!(
        "{} of {count} right\n{}",
        count as usize - faults.len(),
        faults.join("\n")
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What is known beforehand narrows the answer and never bends it.
#[test]
fn options_are_obeyed() {
    let desktop = desktop::with_this_board(5, theme::by_name("plain").unwrap(), 15, 13, 26.0);
    let truth = desktop.board.unwrap();
    let frame = Frame::from_image(desktop.image);
    let found = locate(
        &frame,
        &LocateOptions {
            columns: Some(15),
            rows: Some(13),
            ..LocateOptions::default()
        },
    )
    .unwrap();
    assert!(worst(&truth, &found) < MISS_MAX_SNAPPED);
    let other = locate(
        &frame,
        &LocateOptions {
            columns: Some(19),
            ..LocateOptions::default()
        },
    );
    assert_eq!(
        other,
        Err(NoBoard {
            reason: NotFoundReason::Unexpected {
                columns: 15,
                rows: 13
            }
        })
    );
    let as_cells = locate(
        &frame,
        &LocateOptions {
            kind: Some(Kind::Cells),
            ..LocateOptions::default()
        },
    )
    .unwrap();
    assert_eq!(
        (as_cells.kind, as_cells.columns, as_cells.rows),
        (Kind::Cells, 14, 12)
    );
}

#[test]
fn an_area_is_searched_in_the_frames_own_pixels() {
    let desktop = desktop::with_this_board(9, theme::by_name("kaya").unwrap(), 15, 15, 24.0);
    let truth = desktop.board.unwrap();
    let frame = Frame::from_image(desktop.image);
    let around = |pitches: f64| {
        let pad = pitches * 24.0;
        let (left, top) = (truth.origin.0 - pad, truth.origin.1 - pad);
        let side = (14.0 * 24.0 + 2.0 * pad) as u32;
        Area::new(left as i32, top as i32, side, side)
    };
    let found = locate(
        &frame,
        &LocateOptions {
            area: Some(around(1.2)),
            ..LocateOptions::default()
        },
    )
    .unwrap();
    assert!(worst(&truth, &found) < MISS_MAX);
    let beside = Area {
        x: if truth.origin.0 > 960.0 { 0 } else { 1400 },
        y: 0,
        width: 80,
        height: 80,
    };
    let none = locate(
        &frame,
        &LocateOptions {
            area: Some(beside),
            ..LocateOptions::default()
        },
    );
    assert_eq!(
        none,
        Err(NoBoard {
            reason: NotFoundReason::TooSmall
        })
    );
}

/// On a screen of many pixels: the board fills a large window.
#[test]
fn boards_in_large_cells_are_found() {
    let mut wrong = Vec::new();
    for (number, look) in theme::all().iter().enumerate() {
        for (side, pitch) in [(15, 84.5), (9, 97.3), (8, 131.0), (6, 155.4)] {
            let painter = Painter::new(look, side, side, pitch, number as u64);
            let scene = Scene::strewn(side, side, usize::from(side), number as u64);
            let board = painter.paint(&scene).image;
            let (width, height) = board.dimensions();
            let mut image = RgbImage::from_pixel(width + 120, height + 90, image::Rgb([236, 233, 228]));
            image::imageops::replace(&mut image, &board, 40, 50);
            let truth = painter.calibration().shifted(-40.0, -50.0);
            // So few points are a board if somebody says so.
            let options = LocateOptions {
                columns: (side < 8).then_some(side),
                ..LocateOptions::default()
            };
            match locate(&Frame::from_image(image), &options) {
                Ok(found) if (found.kind, found.columns, found.rows) == (truth.kind, side, side) => {
                    let miss = worst(&truth, &found);
                    if miss > LARGE_MISS_MAX * pitch {
                        wrong.push(format!("{}, pitch {pitch}: off by {miss:.2} pixels", look.name));
                    }
                }
                other => wrong.push(format!(
                    "{}, {side} x {side}, pitch {pitch}: {other:?}",
                    look.name
                )),
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// How far a corner point of a large board may be off, in pitches.
const LARGE_MISS_MAX: f64 = 0.02;
