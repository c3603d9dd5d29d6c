//! Where small marks begin and end.

use proptest::prelude::{prop, prop_assert, proptest};

use super::*;

const GRAY: fn(f32) -> Rgb = |level| [level; 3];

fn a_mark(cell: usize, radius: f32, ink: f32) -> Mark {
    Mark {
        cell,
        radius,
        ink: GRAY(ink),
    }
}

/// A cell with so much at each of these places, counted from the middle.
fn drawn(places: &[(isize, isize)], level: f32) -> Patch {
    let mut patch = Patch::flat([0.0; 3]);
    let middle = (SIDE / 2) as isize;
    for (x, y) in places {
        patch.0[((middle + y) * SIDE as isize + middle + x) as usize] = GRAY(level);
    }
    patch
}

/// All places no farther than that from the middle.
fn square(reach: isize) -> Vec<(isize, isize)> {
    (-reach..=reach)
        .flat_map(|y| (-reach..=reach).map(move |x| (x, y)))
        .collect()
}

fn seen_around(patch: &Patch, visible: f32) -> Option<Mark> {
    around(0, patch, &Patch::flat([0.0; 3]), visible, Kind::Points)
}

#[test]
fn marks_are_alike_up_to_a_quarter_of_their_colour_and_a_sample() {
    let mark = a_mark(0, 2.0, 100.0);
    assert!(mark.is_like(&a_mark(1, 2.0, 130.5)));
    assert!(!mark.is_like(&a_mark(1, 2.0, 131.5)));
    // Of a faint one nearly all that may be off is rounding.
    let faint = a_mark(0, 2.0, 4.0);
    assert!(faint.is_like(&a_mark(1, 2.0, 10.5)));
    assert!(!faint.is_like(&a_mark(1, 2.0, 11.5)));
    assert!(mark.is_like(&a_mark(1, 2.95, 100.0)));
    assert!(!mark.is_like(&a_mark(1, 3.05, 100.0)));
}

#[test]
fn one_more_dot_is_hardly_larger_than_the_others() {
    let stars = |beside_marks| Stars {
        cells: vec![1, 2, 3],
        places: vec![0],
        reach: 2.0,
        ink: 100.0,
        beside_marks,
    };
    let line = Some(GRAY(100.0));
    let completes = |beside, radius, ink| stars(beside).completes(&a_mark(0, radius, ink), line);
    assert!(completes(true, 2.37, 100.0) && !completes(true, 2.43, 100.0));
    assert!(completes(true, 2.0, 122.0) && !completes(true, 2.0, 128.0));
    assert!(completes(false, 2.95, 100.0) && !completes(false, 3.05, 100.0));
    // Grain is fainter than the lines.
    assert!(completes(false, 4.0, 77.0) && !completes(false, 4.0, 83.0));
}

#[test]
fn a_dot_has_the_lines_shade() {
    // Cosines of 0.8 and 0.7.
    assert!(lies_along([0.8, 0.6, 0.0], [1.0, 0.0, 0.0]));
    assert!(!lies_along([0.7, 0.714, 0.0], [1.0, 0.0, 0.0]));
    assert!(!lies_along([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]));
}

#[test]
fn marks_are_brought_to_the_radius_of_signs() {
    let marks =
        |radii: &[f32]| -> Vec<Mark> { radii.iter().map(|radius| a_mark(0, *radius, 50.0)).collect() };
    assert!((reach(&marks(&[1.6])) - 0.5).abs() < 1e-6);
    assert!((reach(&marks(&[0.5])) - 0.3).abs() < 1e-6);
    assert!((reach(&marks(&[6.0])) - 1.0).abs() < 1e-6);
    // Two of ten may be larger, but not three.
    assert!((reach(&marks(&[1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 2.5])) - 0.5).abs() < 1e-6);
    assert!((reach(&marks(&[1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 2.5, 2.5, 2.5])) - 0.5).abs() > 0.1);
}

#[test]
fn a_mark_stands_in_the_middle() {
    let dot = |x: isize| -> Vec<(isize, isize)> { square(1).iter().map(|(a, b)| (a + x, *b)).collect() };
    assert!(seen_around(&drawn(&dot(0), 50.0), 12.0).is_some());
    // The middle of a dot and of one more column beside it is at 1.9 and 2.1.
    let at = |aside: f32| {
        let mut patch = drawn(&dot(1), 50.0);
        let more = drawn(&dot(3), 50.0);
        let part = (aside - 1.0) / 2.0;
        for (sample, more) in patch.0.iter_mut().zip(&more.0) {
            *sample = GRAY((1.0 - part) * sample[0] + part * more[0]);
        }
        patch
    };
    assert!(seen_around(&at(1.9), 5.0).is_some());
    assert!(seen_around(&at(2.1), 5.0).is_none());
}

#[test]
fn a_mark_stands_out_from_noise() {
    // All of one colour: so much more than what is just visible.
    assert!(seen_around(&drawn(&square(1), 13.5), 10.0).is_some());
    assert!(seen_around(&drawn(&square(1), 12.5), 10.0).is_none());
    // A bright ring around a dark middle has no colour on the whole.
    let ring = |level: f32, aside: isize| {
        let mut patch = drawn(&[(aside, 0), (aside + 1, 0), (aside, 1), (aside + 1, 1)], -level);
        for (x, y) in [(-1, 0), (-1, 1), (2, 0), (2, 1)] {
            let middle = (SIDE / 2) as isize;
            patch.0[((middle + y) * SIDE as isize + middle + x + aside) as usize] = GRAY(level);
        }
        patch
    };
    assert!(seen_around(&ring(58.0, 0), 10.0).is_some());
    assert!(seen_around(&ring(52.0, 0), 10.0).is_none());
    assert!(seen_around(&ring(58.0, 1), 10.0).is_none());
}

#[test]
fn grain_makes_no_larger_mark_of_a_dot() {
    let expected = Patch::flat([0.0; 3]);
    let mut seen = drawn(&square(4), 15.0);
    for (x, y) in square(1) {
        let middle = (SIDE / 2) as isize;
        seen.0[((middle + y) * SIDE as isize + middle + x) as usize] = GRAY(50.0);
    }
    let found =
        |seen: &Patch, visible| mark(0, seen, &expected, visible, Kind::Points).map(|mark| mark.radius);
    // The grain is a third as strong as the dot, and four times as wide.
    assert_eq!(found(&seen, 12.0), Some(1.0));
    // Half as strong, it is of the dot.
    for (x, y) in square(4).into_iter().filter(|(x, y)| x.abs().max(y.abs()) > 1) {
        let middle = (SIDE / 2) as isize;
        seen.0[((middle + y) * SIDE as isize + middle + x) as usize] = GRAY(21.0);
    }
    assert_eq!(found(&seen, 12.0), Some(4.0));
}

#[test]
fn dots_are_counterparts_if_they_are_about_as_large_and_strong() {
    let line = Some(GRAY(-60.0));
    // Beside small stones elsewhere that are unlike any dot.
    let dots = |second: Mark| {
        let stone = a_mark(6 * 15 + 1, 3.0, 90.0);
        let all = [a_mark(3 * 15 + 3, 2.0, -50.0), second, stone];
        Stars::part(&all, line, 15, 15).0.cells.len()
    };
    let second = |radius, ink| a_mark(3 * 15 + 11, radius, ink);
    assert_eq!(dots(second(2.2, -50.0)), 2);
    assert_eq!(dots(second(4.6, -50.0)), 0);
    assert_eq!(dots(second(2.6, -50.0)), 0);
}

/// A square of that reach and strength on a fainter and larger one: how far the mark reaches.
fn reaches((reach, ink): (isize, f32), (far, grain): (isize, f32)) -> f32 {
    let mut seen = drawn(&square(far), grain);
    for (x, y) in square(reach) {
        let middle = (SIDE / 2) as isize;
        seen.0[((middle + y) * SIDE as isize + middle + x) as usize] = GRAY(ink);
    }
    let found = mark(0, &seen, &Patch::flat([0.0; 3]), 12.0, Kind::Points);
    found.expect("a mark").radius
}

#[test]
fn grain_is_much_larger_and_fainter_than_a_dot() {
    assert_eq!(
        (reaches((1, 50.0), (3, 15.0)), reaches((2, 50.0), (5, 15.0))),
        (1.0, 5.0)
    );
    assert_eq!(reaches((1, 33.0), (4, 12.8)), 1.0);
}

#[test]
fn a_dot_is_no_larger_than_a_third_of_a_pitch() {
    let line = Some(GRAY(-60.0));
    let dots = |radius: f32| {
        let all = [
            a_mark(3 * 15 + 3, radius, -50.0),
            a_mark(3 * 15 + 11, radius, -50.0),
        ];
        Stars::part(&all, line, 15, 15).0.cells.len()
    };
    assert_eq!((dots(4.4), dots(4.6)), (2, 0));
}

/// A disc of that radius and strength around the centre of a cell on a noisy ground.
fn disc(radius: f32, strength: f32, noise: &[f32]) -> Patch {
    Patch(std::array::from_fn(|index| {
        let middle = (SIDE / 2) as f32;
        let (x, y) = ((index % SIDE) as f32 - middle, (index / SIDE) as f32 - middle);
        let ink = if x.hypot(y) <= radius { strength } else { 0.0 };
        [100.0 + ink + noise[index]; 3]
    }))
}

proptest! {
    /// What goes on in the next cell is passed over early, and only that.
    #[test]
    fn what_goes_on_would_be_no_mark(radius in 0.0f32..9.0, strength in -100.0f32..100.0, noise in prop::collection::vec(-12.0f32..12.0, SAMPLES)) {
        let (seen, expected, visible) = (disc(radius, strength, &noise), Patch::flat([100.0; 3]), 10.0);
        let strays: Vec<f32> = seen.0.iter().map(|sample| distance(*sample, [100.0; 3])).collect();
        let grain = GRAIN * quantile(&strays, PEAK);
        if goes_on(&seen, &expected, visible) {
            prop_assert!(around(0, &seen, &expected, visible, Kind::Points).is_none());
            prop_assert!(around(0, &seen, &expected, grain, Kind::Points).is_none());
        }
    }
}
