//! What speaks for points, and what for cells.

use super::*;

fn signs(on_crossings: f64, in_cells: f64, drawn_on: f64) -> f64 {
    Signs {
        on_crossings,
        in_cells,
        drawn_on,
    }
    .balance()
}

#[test]
fn stones_prefer_one_or_the_other() {
    assert!(signs(16.0, 10.0, 0.0) > 0.0 && signs(10.0, 16.0, 0.0) < 0.0);
    assert_eq!(signs(14.0, 10.0, 0.0), 0.0);
    // More than a few say nothing more.
    assert_eq!((signs(10.0, 0.0, 0.0), signs(3.0, 0.0, 0.0)), (4.0, 3.0));
    assert!((signs(0.0, 0.0, 2.0) + 1.6).abs() < 1e-9);
}

/// A picture of 11 x 11 lines 20 pixels apart with something dark from one place to another, in lines.
fn of_piece(from: (f64, f64), to: (f64, f64)) -> Signs {
    let at = |line: f64| (20.0 + 20.0 * line) as u32;
    let inside = |x: u32, y: u32| (at(from.0)..at(to.0)).contains(&x) && (at(from.1)..at(to.1)).contains(&y);
    let image = RgbImage::from_fn(241, 241, |x, y| {
        let on_line = x % 20 == 0 || y % 20 == 0;
        image::Rgb(match (inside(x, y), on_line) {
            (true, _) => [30, 30, 30],
            (false, true) => [150, 130, 100],
            (false, false) => [230, 200, 150],
        })
    });
    let ruling = Ruling {
        first: 20.0,
        pitch: 20.0,
        lines: 11,
    };
    let view = View {
        image: &image,
        trend: None,
    };
    let lattice = Lattice {
        upright: ruling,
        level: ruling,
        residual: 0.0,
        seen: 1.0,
        between: 0.0,
        beyond: <[beyond::Beyond; 4]>::default(),
        trend: None,
        is_of_buttons: false,
    };
    Signs::of(&view, &lattice, COVERED_OUT)
}

#[test]
fn what_covers_several_cells_in_one_piece_is_no_stone() {
    let counts = |signs: Signs| (signs.on_crossings, signs.in_cells);
    assert_eq!(counts(of_piece((4.1, 4.1), (4.9, 4.9))), (0.0, 1.0));
    assert_eq!(counts(of_piece((3.6, 3.6), (4.4, 4.4))), (1.0, 0.0));
    // Notices: in the corner, where only one of a cell's corners is looked at, and in a row of cells.
    assert_eq!(counts(of_piece((6.0, 7.9), (10.0, 10.2))), (0.0, 0.0));
    assert_eq!(counts(of_piece((2.1, 4.1), (6.9, 4.9))), (0.0, 0.0));
}

#[test]
fn what_is_far_from_the_usual_is_odd() {
    let is_odd = |typical: f32, far: f32| {
        let levels = [-1.0, -1.0, -1.0, 0.0, 0.0, 1.0, 1.0, 1.0].map(|part| [part * typical; 3]);
        let mut levels = levels.to_vec();
        levels.push([far; 3]);
        odd(&levels)[8]
    };
    assert!(is_odd(5.0, 41.0) && !is_odd(5.0, 39.0));
    assert!(is_odd(1.0, 21.0) && !is_odd(1.0, 19.0));
    assert!(is_odd(10.0, 61.0) && !is_odd(10.0, 59.0));
}

/// Two shades so far apart; of a hundred cells of either so many are of their shade, the others so far off to both sides.
fn is_chequered(apart: f32, own: usize, off: f32) -> bool {
    let cells = (0..200).map(|index| {
        let (cell, shade) = (index / 2, 100.0 + apart * (index % 2) as f32);
        let side = if cell % 2 == 0 { off } else { -off };
        [if cell < own { shade } else { shade + side }; 3]
    });
    chequered(&cells.collect::<Vec<Level>>(), 1)
}

#[test]
fn a_chequered_board_has_two_shades() {
    assert!(is_chequered(8.3, 100, 0.0) && !is_chequered(7.7, 100, 0.0));
    assert!(is_chequered(50.0, 38, 100.0) && !is_chequered(50.0, 32, 100.0));
    assert!(is_chequered(100.0, 20, 39.0) && !is_chequered(100.0, 20, 41.0));
}
