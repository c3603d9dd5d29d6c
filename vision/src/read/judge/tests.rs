//! Where one verdict ends and the next begins.

mod votes;

use super::*;
use crate::read::feature::Feature;

fn judge(kind: Kind) -> Judge<'static> {
    Judge {
        ruler: Ruler {
            kind,
            line: Some([-60.0; 3]),
            visible: 12.0,
        },
        kinds: [None, None],
        is_taught: false,
    }
}

/// A cell that is just as expected, but for what is changed.
fn cell(change: impl Fn(&mut Feature)) -> Feature {
    let mut feature = Feature::bare();
    change(&mut feature);
    feature
}

#[test]
fn a_veil_is_flat_and_hides_the_lines() {
    let is_veiled = |kind, change: &dyn Fn(&mut Feature)| {
        judge(kind).is_veiled(&cell(|feature| {
            (feature.line, feature.lined, feature.tint) = (Some(0.0), 0.0, 60.0);
            change(feature);
        }))
    };
    let cells = |change: &dyn Fn(&mut Feature)| is_veiled(Kind::Cells, change);
    assert!(cells(&|_| {}) && !is_veiled(Kind::Points, &|_| {}));
    assert!(cells(&|feature| feature.structure = 0.095) && !cells(&|feature| feature.structure = 0.105));
    assert!(cells(&|feature| feature.coverage = 0.095) && !cells(&|feature| feature.coverage = 0.105));
    assert!(cells(&|feature| feature.lined = 0.55) && !cells(&|feature| feature.lined = 0.65));
    assert!(cells(&|feature| feature.tint = 25.0) && !cells(&|feature| feature.tint = 23.0));
    assert!(cells(&|feature| feature.line = Some(0.28)) && !cells(&|feature| feature.line = Some(0.32)));
    // Some of the lines seem to show: only a strong tint is a veil.
    assert!(cells(&|feature| (feature.line, feature.tint) = (Some(0.45), 78.0)));
    assert!(!cells(
        &|feature| (feature.line, feature.tint) = (Some(0.45), 72.0)
    ));
    // They do show: it must be stronger still.
    let strong = 3.0 * 75.0;
    assert!(cells(
        &|feature| (feature.line, feature.tint) = (Some(1.0), strong + 10.0)
    ));
    assert!(!cells(
        &|feature| (feature.line, feature.tint) = (Some(1.0), strong - 10.0)
    ));
    for part in [0.63, 1.37] {
        assert!(!cells(
            &|feature| (feature.line, feature.tint) = (Some(part), 100.0)
        ));
    }
    for part in [0.57, 1.43] {
        assert!(cells(
            &|feature| (feature.line, feature.tint) = (Some(part), 100.0)
        ));
    }
}

#[test]
fn where_no_stone_was_seen_only_what_is_bare_is_told() {
    let verdict = |kind, change: &dyn Fn(&mut Feature)| judge(kind).without_kinds(&cell(change));
    let is_empty = |kind, change: &dyn Fn(&mut Feature)| verdict(kind, change).content == Content::Empty;
    let point = |lined: f32, structure: f32, coverage: f32| {
        is_empty(Kind::Points, &|feature| {
            (feature.lined, feature.structure, feature.coverage) = (lined, structure, coverage);
        })
    };
    assert!(point(0.52, 0.0, 1.0) && !point(0.48, 0.0, 1.0));
    assert!(point(0.52, 0.77, 1.0) && !point(0.52, 0.83, 1.0));
    assert!(point(0.0, 0.0, 0.28) && !point(0.0, 0.0, 0.32));
    let between = |structure: f32, coverage: f32| {
        is_empty(Kind::Cells, &|feature| {
            (feature.structure, feature.coverage) = (structure, coverage)
        })
    };
    assert!(between(0.057, 1.0) && !between(0.063, 1.0));
    assert!(between(1.0, 0.057) && !between(1.0, 0.063));
    assert_eq!(verdict(Kind::Points, &|_| {}).confidence, 0.8);
    assert_eq!(
        verdict(Kind::Points, &|feature| (feature.lined, feature.coverage) =
            (0.0, 1.0))
        .confidence,
        0.1
    );
}

#[test]
fn a_point_between_large_stones_shows_its_lines_and_its_heart() {
    let is_crowded = |line: f32, lined: f32, heart: f32| {
        judge(Kind::Points).is_crowded(&cell(|feature| {
            (feature.line, feature.lined) = (Some(line), lined);
            for &index in &REGIONS.heart {
                feature.difference.0[index] = [heart; 3];
            }
        }))
    };
    assert!(is_crowded(1.0, 1.0, 0.0));
    assert!(is_crowded(0.63, 1.0, 0.0) && !is_crowded(0.57, 1.0, 0.0));
    assert!(is_crowded(1.37, 1.0, 0.0) && !is_crowded(1.43, 1.0, 0.0));
    assert!(!is_crowded(1.0, 0.75, 0.0));
    assert!(is_crowded(1.0, 1.0, 23.0) && !is_crowded(1.0, 1.0, 25.0));
}

#[test]
fn less_than_a_stone_is_a_ghost_or_cannot_be_told() {
    let verdict = |part: f32, confidence: f32| judge(Kind::Points).by_part(0, part, confidence);
    assert_eq!(verdict(0.58, 1.0).content, Content::Empty);
    assert_eq!(verdict(0.62, 1.0).content, Content::Uncertain);
    assert_eq!(verdict(0.73, 1.0).content, Content::Uncertain);
    assert_eq!(verdict(0.77, 1.0).content, Content::Stone(Color::Black));
    assert!((verdict(0.5, 1.0).confidence - 0.8).abs() < 1e-6);
    assert!((verdict(0.5, 0.1).confidence - 0.24).abs() < 1e-6);
    assert_eq!(verdict(0.7, 1.0).confidence, 0.1);
    assert_eq!(verdict(1.0, 0.14).content, Content::Uncertain);
    assert_eq!(verdict(1.0, 0.16).content, Content::Stone(Color::Black));
}

#[test]
fn ink_that_leaves_its_cell_is_darker_than_a_shadow() {
    let leaves = |ink: f32, level: f32| {
        leaves_cell(&cell(|feature| {
            feature.ink = [ink; 3];
            for row in 0..SIDE {
                feature.difference.0[row * SIDE] = [level; 3];
            }
        }))
    };
    assert!(leaves(100.0, 67.0) && !leaves(100.0, 61.0));
    assert!(!leaves(200.0, 98.0) && leaves(200.0, 102.0));
}

#[test]
fn a_sample_is_a_kinds_own_as_far_as_that_is_from_the_ground() {
    let judge = judge(Kind::Points);
    let strange = |apart: f32| judge.strange([apart; 3], [0.0; 3]);
    assert!((strange(50.0) - 30.0).abs() < 1e-4);
    assert!((strange(10.0) - 18.0).abs() < 1e-4);
    assert!((strange(200.0) - 64.0).abs() < 1e-4);
}

#[test]
fn a_drawing_scores_by_shape_and_ink() {
    let score = |drawn: f32, ink: f32| {
        Match {
            drawn,
            ink,
            ..Match::default()
        }
        .score()
    };
    assert!((score(0.8, 0.0) - 0.4).abs() < 1e-6);
    assert!((score(0.0, 0.8) - 0.4).abs() < 1e-6);
    assert!((score(0.83, 0.0) - 0.415).abs() < 1e-6);
    assert!((score(0.87, 0.0) - 0.585).abs() < 1e-6);
}

/// A kind that is drawn with that pen on ground of 200 levels; its drawing covers every third row.
fn a_kind(pen: Rgb, filled: f32) -> StoneKind {
    let ink = minus(pen, [200.0; 3]);
    StoneKind {
        exemplars: vec![drawing(ink, 3)],
        typical: Patch::flat(pen),
        fill: ink,
        color: pen,
        ink,
        pen,
        round: 0.0,
        filled,
        members: 5,
    }
}

fn drawing(ink: Rgb, rows: usize) -> Patch {
    Patch(std::array::from_fn(|index| {
        if (index / SIDE).is_multiple_of(rows) {
            ink
        } else {
            [0.0; 3]
        }
    }))
}

fn between<'a>(black: &'a StoneKind, white: &'a StoneKind) -> Judge<'a> {
    Judge {
        kinds: [Some(black), Some(white)],
        ..judge(Kind::Cells)
    }
}

/// A cell with ink so much darker or lighter than the ground, drawn with that pen.
fn inked(ink: f32, pen: f32, coverage: f32) -> Feature {
    cell(|feature| (feature.ink, feature.pen, feature.coverage) = ([ink; 3], [pen; 3], coverage))
}

#[test]
fn an_unknown_drawing_is_told_by_its_pen() {
    let told = |white: f32, feature: &Feature| {
        let (black, white) = (a_kind([0.0; 3], 0.4), a_kind([white; 3], 0.4));
        between(&black, &white).by_pen(feature).is_some()
    };
    let plain = || inked(-200.0, 0.0, 0.2);
    assert!(told(103.0, &plain()) && !told(97.0, &plain()));
    assert!(told(120.0, &inked(-155.0, 0.0, 0.2)) && !told(120.0, &inked(-145.0, 0.0, 0.2)));
    assert!(told(120.0, &inked(-200.0, 0.0, 0.105)) && !told(120.0, &inked(-200.0, 0.0, 0.095)));
    assert!(told(150.0, &inked(-200.0, 28.0, 0.2)) && !told(150.0, &inked(-200.0, 32.0, 0.2)));
}

#[test]
fn a_thin_line_lies_in_its_pens_direction() {
    // Two pens whose directions are so far apart, and ink in a direction between them.
    let told = |apart: f32, off: f32, part: f32| {
        let toward = |angle: f32, length: f32| [-length * angle.cos(), -length * angle.sin(), 0.0];
        let pen = |angle: f32| a_kind(minus([200.0; 3], times(toward(angle, 100.0), -1.0)), 0.4);
        let (black, white) = (pen(0.0), pen(apart));
        let ink = toward(off, 100.0 * part);
        let feature = cell(|feature| {
            (feature.ink, feature.coverage) = (ink, 0.2);
            feature.pen = minus([200.0; 3], times(ink, -1.0));
        });
        between(&black, &white)
            .by_ink(&feature, [&black, &white])
            .is_some()
    };
    assert!(told(0.37, 0.0, 1.0) && !told(0.33, 0.0, 1.0));
    assert!(told(1.57, 0.35, 1.0) && !told(1.57, 0.375, 1.0));
    assert!(told(1.57, 0.0, 0.42) && !told(1.57, 0.0, 0.38));
}

#[test]
fn pens_that_are_alike_tell_nothing() {
    let alike = |apart: f32| {
        let (black, white) = (a_kind([0.0; 3], 0.4), a_kind([apart; 3], 0.4));
        between(&black, &white).are_told_by_shape()
    };
    assert!(alike(39.0) && !alike(41.0));
}

#[test]
fn a_square_stone_has_a_stones_colour() {
    let (black, white) = (a_kind([100.0; 3], 1.0), a_kind([250.0; 3], 1.0));
    let has = |level: f32| {
        between(&black, &white).has_stones_color(&Patch::flat([level; 3]), &Patch::flat([200.0; 3]))
    };
    assert!(has(122.0) && !has(124.0));
}

#[test]
fn a_sign_with_another_middle_may_be_the_other_kinds() {
    let ring = StoneKind {
        exemplars: vec![Patch::flat([0.0; 3])],
        ink: [-100.0; 3],
        ..a_kind([200.0; 3], 0.6)
    };
    let disc = StoneKind {
        filled: 1.0,
        exemplars: vec![Patch::flat([-100.0; 3])],
        ..ring.clone()
    };
    let may_be = |kinds: [Option<&StoneKind>; 2], middle: f32| {
        let judge = Judge {
            kinds,
            ..judge(Kind::Cells)
        };
        let sign = cell(|feature| feature.difference = Patch::flat([middle; 3]));
        judge.may_be_the_others(&sign, Color::Black)
    };
    assert!(may_be([Some(&ring), None], -55.0) && !may_be([Some(&ring), None], -45.0));
    assert!(!may_be([Some(&ring), Some(&disc)], -55.0), "the other is known");
    assert!(!may_be([Some(&disc), None], 0.0), "a disc may be written upon");
}

#[test]
fn solid_stones_are_filled() {
    let solid = |a: f32, b: f32| between(&a_kind([0.0; 3], a), &a_kind([250.0; 3], b)).are_solid();
    assert!(solid(1.01, 1.01) && !solid(0.99, 0.99));
    assert!(solid(0.82, 1.22) && !solid(0.78, 1.22) && !solid(0.82, 1.18));
}

#[test]
fn the_first_stone_of_a_kind_stands_out() {
    let mut black = a_kind([0.0; 3], 1.0);
    black.members = 1;
    let first = |structure: f32, ink: f32| {
        let judge = Judge {
            kinds: [Some(&black), None],
            ..judge(Kind::Points)
        };
        judge.may_be_first(&cell(|feature| {
            (feature.structure, feature.ink) = (structure, [ink; 3]);
            for &index in &REGIONS.heart {
                feature.difference.0[index] = [ink; 3];
            }
        }))
    };
    assert!(first(0.32, 70.0) && !first(0.28, 70.0) && !first(0.32, 62.0) && first(0.32, 66.0));
}

/// How a drawing of the first kind, so much of it, compares with that kind.
fn compared(part: f32, change: impl Fn(&mut Feature)) -> Match {
    let kind = a_kind([100.0; 3], 0.4);
    Match::of(&sign(part, change), &kind)
}

/// A sign of the kind whose pen is at 100 levels: so much of it is there.
fn sign(part: f32, change: impl Fn(&mut Feature)) -> Feature {
    cell(|feature| {
        feature.difference = drawing([-100.0 * part; 3], 3);
        feature.ink = [-100.0 * part; 3];
        feature.pen = [200.0; 3];
        change(feature);
    })
}

#[test]
fn ink_and_shape_are_compared_with_a_kinds() {
    let near = |value: f32, wanted: f32| assert!((value - wanted).abs() < 0.01, "{value} {wanted}");
    near(compared(1.0, |_| {}).ink, 1.0);
    near(compared(1.0, |feature| feature.ink = [-90.0; 3]).ink, 0.8);
    near(compared(1.0, |feature| feature.round = 0.5).ink, 0.8);
    near(compared(0.1, |_| {}).ink, 0.6);
    near(compared(1.5, |_| {}).ink, 0.6);
    // The same pen: nearly all of it is there.
    near(compared(0.5, |feature| feature.pen = [117.0; 3]).part, 0.9);
    near(compared(0.5, |feature| feature.pen = [119.0; 3]).part, 0.5);
}

#[test]
fn half_a_sign_is_none_or_cannot_be_told() {
    let black = a_kind([100.0; 3], 0.4);
    let mut white = a_kind([250.0; 3], 0.4);
    white.exemplars = vec![drawing([50.0; 3], 2)];
    let verdict =
        |part: f32, tint: f32| between(&black, &white).by_sign(&sign(part, |feature| feature.tint = tint));
    assert_eq!(verdict(0.28, 0.0).content, Content::Empty);
    assert_eq!(verdict(0.32, 0.0).content, Content::Uncertain);
    // Under a highlight.
    assert_eq!(verdict(0.38, 20.0).content, Content::Uncertain);
    assert_eq!(verdict(0.42, 20.0).content, Content::Stone(Color::Black));
    assert_eq!(verdict(1.0, 0.0).content, Content::Stone(Color::Black));
    // Of the same ink, only the drawing tells them apart.
    (white.ink, white.pen) = (black.ink, black.pen);
    white.exemplars = vec![drawing([100.0; 3], 3)];
    let alike = between(&black, &white).by_sign(&sign(1.0, |_| {}));
    assert!((alike.confidence - 0.91).abs() < 0.02, "{alike:?}");
}

#[test]
fn a_few_samples_are_no_sign() {
    let black = a_kind([100.0; 3], 0.4);
    let white = a_kind([250.0; 3], 0.4);
    let verdict = |samples: usize, ink: f32| {
        let feature = cell(|feature| {
            for &index in REGIONS.core.iter().step_by(10).take(samples) {
                feature.difference.0[index] = [ink; 3];
            }
            (feature.ink, feature.pen) = ([ink; 3], [200.0; 3]);
        });
        between(&black, &white).by_sign(&feature)
    };
    assert!((verdict(2, -50.0).confidence - 0.8).abs() < 0.01);
    let undrawn = verdict(6, -28.0);
    assert_eq!((undrawn.content, undrawn.confidence), (Content::Empty, 0.5));
    assert_eq!(verdict(6, -32.0).content, Content::Uncertain);
}
