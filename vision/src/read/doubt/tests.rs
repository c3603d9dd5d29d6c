//! What the whole board is asked before a verdict is taken back.

use super::*;

#[test]
fn a_stone_is_asked_by_how_sure_it_is_and_what_lies_beside_it() {
    let is_odd =
        |is_lain_over: bool, sure: f32, share: f32| share < Asked::of(is_lain_over, sure, 10.0).share;
    // Far less sure than its side's others: a quarter must be as theirs is.
    assert!(is_odd(false, 0.45, 0.23) && !is_odd(false, 0.45, 0.27));
    // As sure as they: a fifth, and that may be fainter.
    assert!(is_odd(false, 0.55, 0.18) && !is_odd(false, 0.55, 0.22));
    // In a row or a column over which something lies: half.
    assert!(is_odd(true, 1.0, 0.45) && !is_odd(true, 1.0, 0.55));
    let near = |is_lain_over: bool, sure: f32, spread: f32| Asked::of(is_lain_over, sure, spread).near;
    assert_eq!((near(false, 0.45, 10.0), near(true, 1.0, 10.0)), (10.0, 10.0));
    assert!((30.0..34.0).contains(&near(false, 1.0, 10.0)) && near(false, 1.0, 50.0) == 50.0);
}

#[test]
fn samples_that_are_near_to_what_is_usual_are_counted() {
    let usual = Patch::flat([100.0; 3]);
    let mut seen = Patch::flat([100.0; 3]);
    let core = &REGIONS.core;
    for &index in &core[..core.len() / 3] {
        seen.0[index] = [130.0; 3];
    }
    assert!((alike(&seen, &usual, 20.0) - 2.0 / 3.0).abs() < 0.01);
    assert_eq!(alike(&seen, &usual, 40.0), 1.0);
}

#[test]
fn what_looks_like_a_stone_rather_than_like_nothing_is_not_empty() {
    assert!(is_rather_stone(40.0, 22.0) && !is_rather_stone(40.0, 26.0));
    assert!(is_rather_stone(9.5, 1.0) && !is_rather_stone(8.5, 1.0));
}

/// An empty point that was called a stone is none, and a stone that was called empty is not; all else stands.
#[test]
fn a_lie_among_stones_is_taken_back() {
    use crate::{
        paint::{Painter, Scene},
        theme,
    };
    let painter = Painter::new(theme::by_name("plain").expect("a known look"), 9, 9, 30.0, 1);
    let scene = Scene::strewn(9, 9, 30, 1);
    let painted = painter.paint(&scene);
    let canvas = Canvas::sample(&std::sync::Arc::new(painted.image), &painted.calibration);
    let told = scene.contents.iter().map(|stone| Cell {
        content: stone.map_or(Content::Empty, Content::Stone),
        confidence: 1.0,
    });
    let truth = Observation::from_cells(9, 9, told.collect(), None);
    let free = scene
        .contents
        .iter()
        .position(Option::is_none)
        .expect("a free point");
    let taken = scene.contents.iter().position(Option::is_some).expect("a stone");
    let kept = truth.clone().doubted(&canvas, painted.calibration.kind, &[]);
    assert_eq!(kept.uncertain(), 0);
    let mut lying = truth.clone();
    lying.cells[free].content = Content::Stone(Color::Black);
    let doubted = lying.doubted(&canvas, painted.calibration.kind, &[]);
    assert_eq!(
        (doubted.cells[free].content, doubted.uncertain()),
        (Content::Uncertain, 1)
    );
    let mut missing = truth;
    missing.cells[taken].content = Content::Empty;
    let doubted = missing.doubted(&canvas, painted.calibration.kind, &[]);
    assert_eq!(
        (doubted.cells[taken].content, doubted.uncertain()),
        (Content::Uncertain, 1)
    );
}
