//! Which cells show the empty board, as far as single traits tell it.

use super::{
    grain::{Grain, drop_strangers},
    grid::{common_line, lined, plain},
    *,
};

const GRAY: fn(f32) -> Rgb = |level| [level; 3];

/// A cell with four lines of that contrast.
fn a_cell(line: f32) -> Trait {
    Trait {
        body: GRAY(200.0),
        lines: [Some(GRAY(line)); 4],
        continuous: true,
        roughness: 0.0,
    }
}

fn cells(groups: &[(f32, usize)]) -> Vec<Trait> {
    let groups = groups.iter();
    groups
        .flat_map(|(line, count)| (0..*count).map(|_| a_cell(*line)))
        .collect()
}

#[test]
fn a_line_stands_out_from_grain() {
    let is_line = |contrast: f32| common_line(&cells(&[(contrast, 50)]), Kind::Points).is_some();
    assert!(is_line(1.6) && !is_line(1.4));
}

#[test]
fn the_arms_of_a_cell_are_one_line() {
    let agree = |contrast: f32, off: f32| {
        let uneven = Trait {
            lines: [contrast + off, contrast - off, contrast, contrast].map(|arm| Some(GRAY(arm))),
            ..a_cell(contrast)
        };
        common_line(&vec![uneven; 20], Kind::Points).is_some()
    };
    assert!(agree(100.0, 35.0) && !agree(100.0, 37.0));
    assert!(agree(2.0, 1.65) && !agree(2.0, 1.75));
}

#[test]
fn two_fifths_of_the_cells_share_the_line() {
    let shared = |groups: &[(f32, usize)], kind| common_line(&cells(groups), kind).is_some();
    let others = [(250.0, 20), (-100.0, 20), (-250.0, 20)];
    let with = |groups: &[(f32, usize)], kind| shared(&[groups, &others].concat(), kind);
    assert!(with(&[(100.0, 42)], Kind::Cells) && !with(&[(100.0, 38)], Kind::Cells));
    // Lines that are nearly as strong are the same.
    assert!(with(&[(100.0, 30), (70.0, 30)], Kind::Cells) && !with(&[(100.0, 30), (68.0, 30)], Kind::Cells));
    assert!(with(&[(4.0, 30), (1.9, 30)], Kind::Cells) && !with(&[(4.0, 30), (1.7, 30)], Kind::Cells));
}

#[test]
fn a_cell_with_lines_on_all_sides_is_empty() {
    let is_lined = |arm: f32, line: f32| lined(&[a_cell(arm)], GRAY(line))[0];
    assert!(is_lined(140.0, 100.0) && !is_lined(142.0, 100.0));
    assert!(is_lined(3.7, 2.0) && !is_lined(3.9, 2.0));
}

#[test]
fn a_cell_with_nothing_in_it_is_plain() {
    let of = |roughness: f32, edge: f32| {
        // A tenth of the cells are smooth, one of them as rough as this.
        let mut cells = vec![a_cell(edge); 100];
        for (index, cell) in cells.iter_mut().enumerate() {
            cell.roughness = match index {
                0..9 => 1.0,
                9..12 => 5.0,
                _ => 40.0,
            };
        }
        cells[50].roughness = roughness;
        plain(&cells, Some(GRAY(100.0)))[50]
    };
    assert!(of(12.8, 100.0) && !of(13.2, 100.0));
    assert!(of(5.0, 41.0) && !of(5.0, 39.0));
}

#[test]
fn a_chequered_board_has_two_shades() {
    let is_chequered = |apart: f32| {
        let mut cells = vec![a_cell(0.0); 9];
        for cell in cells.iter_mut().step_by(2) {
            cell.body = GRAY(200.0 - apart);
        }
        Grain::new(&cells, &[true; 9], 3, Kind::Cells).chequered
    };
    assert!(is_chequered(5.2) && !is_chequered(4.8));
}

#[test]
fn ground_that_is_far_from_the_usual_is_none() {
    let stays = |off: f32, kind| {
        let mut cells = vec![a_cell(0.0); 9];
        cells[4].body = GRAY(200.0 - off);
        let mut empty = vec![true; 9];
        let grain = Grain::new(&cells, &empty, 3, kind);
        drop_strangers(&mut empty, &cells, &grain, 3);
        empty[4]
    };
    assert!(stays(47.0, Kind::Points) && !stays(49.0, Kind::Points));
    assert!(stays(11.8, Kind::Cells) && !stays(12.2, Kind::Cells));
}
