//! What may be a stone where nothing is known of stones.

use super::*;
use crate::{read::closer::Stars, template::Rgb};

fn a_model(grid: Kind, line: Option<f32>) -> Model {
    Model {
        grid,
        signs: None,
        wary: false,
        taught: false,
        background: Background {
            expected: Vec::new(),
            empty: Vec::new(),
            line: line.map(|line| [line; 3]),
            noise: 1.0,
            quiet: 1.0,
            stars: Stars::default(),
            doubted: Vec::new(),
            marks: Vec::new(),
        },
        kinds: [None, None],
    }
}

fn is_candidate(grid: Kind, line: Option<f32>, change: &dyn Fn(&mut Feature)) -> bool {
    let mut feature = Feature::bare();
    change(&mut feature);
    a_model(grid, line).is_candidate(&feature)
}

#[test]
fn a_stone_on_a_point_hides_lines_or_is_glossy() {
    let hides = |lined: f32, coverage: f32, line: f32| {
        is_candidate(Kind::Points, Some(-60.0), &|feature| {
            (feature.lined, feature.coverage, feature.line) = (lined, coverage, Some(line));
        })
    };
    assert!(hides(0.5, 0.5, 0.0) && !hides(0.55, 0.5, 0.0) && hides(0.45, 0.5, 0.0));
    assert!(hides(0.25, 0.26, 0.0) && !hides(0.25, 0.24, 0.0));
    assert!(hides(0.25, 0.5, 0.43) && !hides(0.25, 0.5, 0.47));
    assert!(hides(0.25, 0.62, 1.0) && !hides(0.25, 0.58, 1.0));
    let glossy = |coverage: f32, fill: f32, line: f32| {
        is_candidate(Kind::Points, Some(line), &|feature| {
            let fill: Rgb = [fill; 3];
            (feature.coverage, feature.fill) = (coverage, fill);
        })
    };
    assert!(glossy(0.82, 100.0, -20.0) && !glossy(0.78, 100.0, -20.0));
    assert!(glossy(0.9, 72.0, -20.0) && !glossy(0.9, 68.0, -20.0));
    assert!(glossy(0.9, 33.5, -1.0) && !glossy(0.9, 30.5, -1.0));
    assert!(glossy(0.9, 92.0, -60.0) && !glossy(0.9, 88.0, -60.0));
    let lineless = |coverage: f32| is_candidate(Kind::Points, None, &|feature| feature.coverage = coverage);
    assert!(lineless(0.52) && !lineless(0.48));
}

#[test]
fn a_sign_between_lines_has_ink() {
    let drawn = |line: Option<f32>, change: &dyn Fn(&mut Feature)| {
        is_candidate(Kind::Cells, line, &|feature| {
            (feature.structure, feature.coverage, feature.ink) = (0.3, 0.3, [100.0; 3]);
            change(feature);
        })
    };
    assert!(drawn(None, &|_| {}));
    assert!(
        drawn(None, &|feature| feature.structure = 0.072)
            && !drawn(None, &|feature| feature.structure = 0.068)
    );
    assert!(
        drawn(None, &|feature| feature.coverage = 0.072) && !drawn(None, &|feature| feature.coverage = 0.068)
    );
    assert!(drawn(None, &|feature| feature.aside = 1.75) && !drawn(None, &|feature| feature.aside = 1.85));
    // Without an outline only strong ink is one.
    assert!(
        drawn(None, &|feature| feature.ink = [82.0; 3]) && !drawn(None, &|feature| feature.ink = [78.0; 3])
    );
    // Faint beside the lines.
    assert!(drawn(Some(-190.0), &|_| {}) && !drawn(Some(-210.0), &|_| {}));
    let solid = |line: f32| drawn(Some(line), &|feature| feature.filled = 1.1);
    assert!(solid(-320.0) && !solid(-345.0));
    let faint = |ink: f32| {
        drawn(None, &|feature| {
            feature.ink = [ink; 3];
            for (index, sample) in feature.difference.0.iter_mut().enumerate() {
                *sample = [if index % 2 == 0 { ink } else { 0.0 }; 3];
            }
        })
    };
    assert!(faint(20.5) && !faint(19.5));
}

/// Which of the cells are candidates.
fn candidates(grid: Kind, inks: &[f32], change: &dyn Fn(usize, &mut Feature)) -> Vec<usize> {
    let features: Vec<Feature> = inks
        .iter()
        .enumerate()
        .map(|(index, ink)| {
            let mut feature = Feature::bare();
            (feature.structure, feature.coverage, feature.ink) = (0.3, 0.3, [*ink; 3]);
            change(index, &mut feature);
            feature
        })
        .collect();
    let features: Vec<Option<&Feature>> = features.iter().map(Some).collect();
    a_model(grid, None).candidates(&features)
}

#[test]
fn something_faint_beside_stones_is_none() {
    let faint = |ink: f32, strong: usize| {
        let mut inks = [90.0; 12];
        inks[..strong].fill(340.0);
        inks[11] = ink;
        candidates(Kind::Cells, &inks, &|_, _| {}).contains(&11)
    };
    assert!(faint(86.0, 2) && !faint(84.0, 2));
    // One that is so much stronger is something else.
    assert!(faint(84.0, 1));
}

#[test]
fn what_fills_its_corners_is_a_tint_unless_it_is_strong() {
    let stays = |fill: f32| {
        let all = candidates(Kind::Points, &[100.0; 10], &|index, feature| {
            feature.coverage = 0.9;
            feature.fill = [if index == 9 { fill } else { 100.0 }; 3];
            if index == 9 {
                feature.difference = Patch::flat([fill; 3]);
            }
        });
        all.contains(&9)
    };
    assert!(stays(61.0) && !stays(59.0));
}

#[test]
fn the_only_kinds_of_two_pictures_are_one_if_they_look_alike() {
    let with = |kinds| Model {
        kinds,
        ..a_model(Kind::Points, None)
    };
    let kind = |level: f32| {
        Some(StoneKind {
            exemplars: Vec::new(),
            typical: Patch::flat([level; 3]),
            fill: [0.0; 3],
            color: [level; 3],
            ink: [0.0; 3],
            pen: [level; 3],
            round: 1.0,
            filled: 1.0,
            members: 1,
        })
    };
    let crossed = |apart: f32| with([kind(100.0), None]).is_crossed_with(&with([None, kind(100.0 + apart)]));
    assert!(crossed(58.0) && !crossed(62.0));
}
