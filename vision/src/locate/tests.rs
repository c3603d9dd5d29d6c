//! Locating on painted desktops.
#![allow(
    clippy::disallowed_methods,
    reason = "failing desktops are written to a temporary folder for people to see"
)]

use std::sync::atomic::{AtomicUsize, Ordering};

use referee::point::Point;

use super::*;
use crate::desktop::{self, Desktop};

/// What is wrong with an answer, `None` if it is right: the same grid, and less than half a pixel off at every corner.
fn fault(desktop: &Desktop) -> Option<String> {
    let frame = Frame::from_image(desktop.image.clone());
    let begin = std::time::Instant::now();
    let answer = locate(&frame, &Options::default());
    if std::env::var("LOCATE_TIME").is_ok() {
        println!(
            "time {:.1} {}",
            begin.elapsed().as_secs_f64() * 1000.0,
            desktop.story
        );
    }
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
    (miss
        >= if desktop.story.contains("Snapped") {
            0.8
        } else {
            0.5
        })
    .then(|| format!("off by {miss:.2} pixels: {found:?} for {truth:?}"))
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
        let hands: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        hands.into_iter().flat_map(|hand| hand.join().unwrap()).collect()
    })
}

fn slow() -> bool {
    std::env::var("SLOW_TESTS").is_ok_and(|value| value == "1")
}

#[test]
fn finds_the_board_on_painted_desktops() {
    let count = if slow() { 500 } else { 120 };
    let faults = faults(desktop::with_board, count);
    println!(
        "{} of {count} right\n{}",
        count as usize - faults.len(),
        faults.join("\n")
    );
    assert!(faults.len() * 100 <= count as usize, "{}", faults.join("\n"));
}

#[test]
fn finds_none_where_there_is_none() {
    let count = if slow() { 100 } else { 30 };
    let faults = faults(desktop::without_board, count);
    println!(
        "{} of {count} right\n{}",
        count as usize - faults.len(),
        faults.join("\n")
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
