//! Where what is measured on a cell begins to mean something.

use super::*;

impl Feature {
    /// Of an empty cell that shows its lines.
    pub(in crate::read) fn bare() -> Feature {
        Feature {
            difference: Patch::flat([0.0; 3]),
            coverage: 0.0,
            filled: 0.0,
            structure: 0.0,
            fill: [0.0; 3],
            ink: [0.0; 3],
            pen: [0.0; 3],
            round: 0.0,
            line: Some(1.0),
            lined: 1.0,
            aside: 0.0,
            tint: 0.0,
        }
    }
}

fn cell(change: impl Fn(&mut Feature)) -> Feature {
    let mut feature = Feature::bare();
    change(&mut feature);
    feature
}

#[test]
fn a_difference_is_visible_beside_the_noise() {
    let visible = |kind, line: f32, noise| Ruler::new(kind, Some([line; 3]), noise).visible;
    assert!((visible(Kind::Points, 100.0, 1.0) - 12.0).abs() < 1e-4);
    assert!((visible(Kind::Points, 100.0, 10.0) - 25.0).abs() < 1e-4);
    assert!((visible(Kind::Cells, 100.0, 1.0) - 20.0).abs() < 1e-4);
}

#[test]
fn a_line_of_which_a_fifth_shows_is_hidden() {
    let hides = |part: f32| cell(|feature| (feature.line, feature.lined) = (Some(part), 0.0)).hides_lines();
    assert!(hides(0.19) && hides(-0.19) && !hides(0.21));
}

#[test]
fn a_stone_fills_its_cell() {
    let solid = |filled: f32, coverage: f32| {
        cell(|feature| (feature.filled, feature.coverage) = (filled, coverage)).is_solid()
    };
    assert!(solid(1.01, 0.0) && !solid(0.99, 0.0));
    assert!(solid(0.61, 0.95) && !solid(0.59, 0.95));
    assert!(!solid(0.61, 0.91));
    assert!(filled(0.76, 0.61) > 1.0 && filled(0.74, 0.61) < 1.0 && filled(0.76, 0.59) < 1.0);
}

#[test]
fn corners_are_of_the_fills_colour_or_not() {
    let fills = |off: f32| {
        cell(|feature| {
            feature.fill = [100.0; 3];
            for &index in &REGIONS.corners {
                feature.difference.0[index] = [100.0 - off; 3];
            }
        })
        .fills_corners()
    };
    assert!(fills(29.0) && !fills(31.0));
}

#[test]
fn what_has_an_outline_is_drawn() {
    // Every tenth of the steps is an edge of that height, or fewer of them.
    let drawn = |step: f32, rows: usize| {
        cell(|feature| {
            feature.ink = [100.0; 3];
            for row in 0..rows {
                for column in (SIDE / 2)..SIDE {
                    feature.difference.0[(SIDE / 2 - 5 + row) * SIDE + column] = [step; 3];
                }
            }
        })
        .is_drawn()
    };
    assert!(drawn(21.0, 11) == drawn(100.0, 11));
    assert!(!drawn(19.0, 11));
}

#[test]
fn nine_in_ten_of_the_samples_that_differ_are_its_extent() {
    let of = |far: usize| {
        let mut patch = Patch::flat([0.0; 3]);
        let middle = SIDE / 2 * SIDE + SIDE / 2;
        // Twenty samples, so many of them five away and the others one.
        let near = [1, SIDE, SIDE + 1, SIDE - 1]
            .into_iter()
            .flat_map(|off| [middle + off, middle - off]);
        let column = (0..9).map(|row| (SIDE / 2 - 4 + row) * SIDE + SIDE / 2 + 5);
        for index in near.chain(column.take(far)) {
            patch.0[index] = [100.0; 3];
        }
        extent(&patch, 12.0)
    };
    assert_eq!(of(0), 1.0);
    assert_eq!(of(1), 5.0);
}

#[test]
fn the_strongest_differences_are_the_ink() {
    let of = |strong: usize| {
        let (mut patch, mut sizes) = (Patch::flat([50.0; 3]), [50.0; SAMPLES]);
        for &index in REGIONS.bands.iter().take(strong) {
            (patch.0[index], sizes[index]) = ([100.0; 3], 100.0);
        }
        size(strongest(&patch, &sizes, &patch).0)
    };
    // Of 66 samples five are chance; where more are strong, those that are half as strong are none of the ink.
    assert!((of(4) - 50.0).abs() < 10.0);
    assert!((of(8) - 100.0).abs() < 1e-3);
    // What is two thirds as strong is.
    let (mut patch, mut sizes) = (Patch::flat([65.0; 3]), [65.0; SAMPLES]);
    for &index in REGIONS.bands.iter().take(8) {
        (patch.0[index], sizes[index]) = ([100.0; 3], 100.0);
    }
    assert!(size(strongest(&patch, &sizes, &patch).0) < 80.0);
}

#[test]
fn what_changes_evenly_is_taken_out_of_a_cell() {
    let ruler = Ruler {
        kind: Kind::Cells,
        line: None,
        visible: 12.0,
    };
    let is_taken = |corner: [f32; 4]| {
        let mut patch = Patch::flat([50.0; 3]);
        ruler.level(&mut patch, corner.map(|level| [level; 3]), Bound::at_most(100.0));
        patch != Patch::flat([50.0; 3])
    };
    assert!(is_taken([29.0, -29.0, 29.0, -29.0]));
    assert!(!is_taken([31.0, -31.0, 31.0, -31.0]));
    // A strong tint only if it is even.
    assert!(is_taken([58.0, 18.0, 58.0, 18.0]));
    assert!(!is_taken([62.0, 22.0, 62.0, 22.0]));
    assert!(is_taken([72.0, 50.0, 72.0, 50.0]));
}
