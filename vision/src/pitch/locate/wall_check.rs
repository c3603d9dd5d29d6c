//! Whether a guess at a field is one: its wall is brought to where its lines are, is seen nearly everywhere, and stands out from
//! what is ruled in the field and around it. On a board and on squared paper alone nothing stands out.

use std::f64::consts::SQRT_2;

use image::RgbImage;

use crate::{
    orientation::ScreenDirection,
    pitch::{
        calibration::Calibration,
        edge::Edge,
        place::{self, Place},
        probe::{Amount, Probe, distance, middle, middle_ink, size},
        wall::{self, Aside, Part, Piece},
    },
};

/// Why a guess is no field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unconfirmed {
    /// Too much of the wall is not there.
    NoWall,
    /// The lines of its wall are everywhere.
    Ruled,
}

/// Least ink of a piece of the wall, in levels times squares. By trial.
const INK_LEAST: f32 = 2.5;

/// Two pieces are drawn by one pen if their inks differ by less than this part of it. By trial.
const PEN_APART: f32 = 0.5;

/// So much of the wall beside goals is drawn by one pen, as a share: something may lie over the rest. By trial.
const PEN_LEAST: f64 = 0.85;

/// A piece is of the wall if it has this part of the usual ink at least. By trial.
const PIECE_LEAST: f32 = 0.45;

/// So far from its place a piece of a goal may lie, in squares. By trial.
const IN_PLACE: f64 = 0.12;

/// So much of the wall must be seen, as a share. By trial.
const SEEN_LEAST: f64 = 0.92;

/// Pieces around goals that may be missing: on squared paper most of a wall is there anywhere, but not the goals.
const GOALS_MISSING: usize = 1;

/// A line that is no wall has less than this part of its ink. By trial.
const BLANK_MOST: f32 = 0.62;

/// So many of the lines in the field are none of the wall's kind, as a share: the others are drawn. By trial.
const BLANK_LEAST: f64 = 0.2;

/// So many lines that stick out from the sides may be of its kind, as a share. By trial.
const STUBS_MOST: f64 = 0.5;

/// So many of the eight places where the wall turns may have a line that leads on: names and numbers stand around a field. By
/// trial.
const RUNS_ON_MOST: usize = 2;

/// A line through a square has this part of the wall's contrast at least, or is none of its kind. By trial.
const CROSSED_LEAST: f32 = 0.5;

/// Sides of squares beside which such lines are met, at most, as a share: balls and signs are met, too. By trial.
const CROSSED_MOST: f64 = 0.25;

/// How far a square's sides may differ, as a share. By trial. By more where a hand drew the wall: both ends of a side may be off.
const OBLONG: f64 = 0.008;

/// A line farther from its place than this is another one, in squares: less in each round in which the field is brought to
/// where its wall is. By trial.
const ASTRAY: [f64; 3] = [0.16, 0.11, 0.11];

/// The field, brought to where its wall is.
pub(super) fn confirmed(image: &RgbImage, guess: &Calibration) -> Result<Calibration, Unconfirmed> {
    let pieces = wall::pieces(guess.pitch);
    let mut field = *guess;
    for astray in ASTRAY {
        field = moved(image, &field, &pieces, astray).ok_or(Unconfirmed::NoWall)?;
    }
    let probe = Probe::new(image, &field);
    if !lies_along_sides(&probe, &pieces) {
        return Err(Unconfirmed::NoWall);
    }
    let ink = |from: Place, to: Place| probe.ink(from, to).map(|ink| size(ink.whole));
    let inks: Vec<Amount> = pieces.iter().map(|piece| whole(&probe, piece)).collect();
    let of_field = pieces
        .iter()
        .zip(&inks)
        .filter(|(piece, _)| piece.part == Part::Field);
    let of_field: Vec<Amount> = of_field.map(|(_, ink)| *ink).collect();
    if !is_of_one_pen(&of_field) {
        return Err(Unconfirmed::NoWall);
    }
    let mut sizes: Vec<f32> = of_field.into_iter().map(size).collect();
    let usual = middle(&mut sizes);
    let weak = sizes[sizes.len() / 8];
    let inks: Vec<f32> = inks.into_iter().map(size).collect();
    let is_seen = |(piece, ink): &(&Piece, &f32)| {
        let least = if piece.part == Part::Field {
            PIECE_LEAST
        } else {
            wall::GOAL_LEAST
        };
        let is_goal = piece.part == Part::Goal;
        let is_drawn = **ink >= (least * usual).max(INK_LEAST);
        (is_drawn && (!is_goal || is_in_place(&probe, piece)))
            || (is_goal && probe.is_edge(piece.from, piece.to))
    };
    let all = || pieces.iter().zip(&inks);
    let goals_missing = all()
        .filter(|seen| seen.0.part == Part::Goal && !is_seen(seen))
        .count();
    let seen = all().filter(is_seen).count() as f64 / pieces.len() as f64;
    if seen < SEEN_LEAST || goals_missing > GOALS_MISSING {
        return Err(Unconfirmed::NoWall);
    }
    let oblong = oblong(&field);
    let strays = || oblong <= OBLONG + SQRT_2 * straying(&probe, &pieces) / f64::from(field.pitch.width());
    if !stands_out(&field, ink, weak)
        || runs_on(&field, ink, weak)
        || is_crossed(&probe, &pieces)
        || (oblong > OBLONG && !strays())
    {
        return Err(Unconfirmed::Ruled);
    }
    field.grid.confidence = seen * seen;
    Ok(if oblong > OBLONG { squared(&field) } else { field })
}

/// Whether the wall lies where it should along each of the four sides, as most of their pieces do: one that is nearly as long has its
/// ends elsewhere.
fn lies_along_sides(probe: &Probe<'_>, pieces: &[Piece]) -> bool {
    let of_field = || pieces.iter().filter(|piece| piece.part == Part::Field);
    let lies = |side: &dyn Fn(&Piece) -> bool| {
        let of_side = of_field().filter(|piece| side(piece));
        let asides = of_side.filter_map(|piece| probe.middle_of(piece.from, piece.to));
        let usual = middle(&mut asides.map(|aside| aside as f32).collect::<Vec<f32>>());
        f64::from(usual.abs()) < IN_PLACE
    };
    let (wide, long) = (
        f64::from(probe.pitch().width()),
        f64::from(probe.pitch().length()),
    );
    [0.0, wide]
        .iter()
        .all(|x| lies(&|piece| (piece.from.0, piece.to.0) == (*x, *x)))
        && [1.0, long + 1.0]
            .iter()
            .all(|y| lies(&|piece| (piece.from.1, piece.to.1) == (*y, *y)))
}

/// Whether a piece is where it should be, and not the rim of a thick line beside that: of a field with more squares the goals
/// are narrower.
fn is_in_place(probe: &Probe<'_>, piece: &Piece) -> bool {
    let aside = probe.middle_of(piece.from, piece.to);
    aside.is_none_or(|aside| aside.abs() < IN_PLACE)
}

fn whole(probe: &Probe<'_>, piece: &Piece) -> Amount {
    probe.ink(piece.from, piece.to).map_or([0.0; 4], |ink| ink.whole)
}

/// Whether most pieces look as if one pen had drawn them.
fn is_of_one_pen(inks: &[Amount]) -> bool {
    let usual = middle_ink(inks);
    let alike = inks
        .iter()
        .filter(|ink| distance(**ink, usual) < PEN_APART * size(usual))
        .count();
    alike as f64 >= PEN_LEAST * inks.len() as f64
}

/// Whether most of what is not the wall is less than its weaker pieces.
fn stands_out(field: &Calibration, ink: impl Fn(Place, Place) -> Option<f32>, weak: f32) -> bool {
    let pitch = field.pitch;
    let place = |node| place::place(pitch, node);
    let orthogonal = Edge::all(pitch).into_iter().filter(|edge| !edge.is_diagonal());
    let inside: Vec<f32> = orthogonal
        .filter_map(|edge| ink(place(edge.from()), place(edge.to())))
        .collect();
    let blank = inside.iter().filter(|ink| **ink < BLANK_MOST * weak).count();
    let stubs: Vec<f32> = wall::stubs(pitch)
        .into_iter()
        .filter_map(|(from, to)| ink(from, to))
        .collect();
    let walled = stubs.iter().filter(|ink| **ink >= BLANK_MOST * weak).count();
    blank as f64 >= BLANK_LEAST * inside.len() as f64 && walled as f64 <= STUBS_MOST * stubs.len() as f64
}

/// Whether the wall's lines run on beyond its corners, or some of them do beside the goals.
fn runs_on(field: &Calibration, ink: impl Fn(Place, Place) -> Option<f32>, weak: f32) -> bool {
    let of_its_kind = |pieces: [(Place, Place); 8]| {
        let inks: Vec<f32> = pieces
            .into_iter()
            .filter_map(|(from, to)| ink(from, to))
            .collect();
        let walled = inks.iter().filter(|ink| **ink >= BLANK_MOST * weak).count();
        (walled, inks.len())
    };
    let (outside, _) = of_its_kind(wall::runs_on(field.pitch));
    let (beside, all) = of_its_kind(wall::beside_goals(field.pitch));
    outside > RUNS_ON_MOST || (beside > RUNS_ON_MOST && beside + RUNS_ON_MOST < all)
}

/// Whether lines like the wall's run through the squares: on a board they do, where two or three of its squares were taken for
/// one.
fn is_crossed(probe: &Probe<'_>, pieces: &[Piece]) -> bool {
    let inks = pieces.iter().filter_map(|piece| probe.ink(piece.from, piece.to));
    let (mut contrasts, mut widths): (Vec<f32>, Vec<f32>) = inks
        .map(|ink| (size(ink.whole) / ink.width.max(1e-3), ink.width))
        .unzip();
    let (wall, width) = (middle(&mut contrasts), f64::from(middle(&mut widths)));
    let (columns, rows) = (probe.pitch().width(), probe.pitch().length());
    let squares =
        (0..rows).flat_map(|row| (0..columns).map(move |column| (f64::from(column), f64::from(row) + 1.0)));
    let sides = squares.flat_map(|corner| (0..4).map(move |quarter| (corner, quarter)));
    let changes: Vec<f32> = sides
        .filter_map(|(corner, quarter)| probe.crossed(corner, quarter, width))
        .collect();
    let crossed = changes
        .iter()
        .filter(|change| **change > CROSSED_LEAST * wall)
        .count();
    crossed as f64 > CROSSED_MOST * changes.len() as f64
}

/// How far the wall's pieces lie from their places, in squares, as most do at most: a hand strays.
fn straying(probe: &Probe<'_>, pieces: &[Piece]) -> f64 {
    let asides = pieces
        .iter()
        .filter_map(|piece| probe.middle_of(piece.from, piece.to));
    f64::from(middle(
        &mut asides.map(|aside| aside.abs() as f32).collect::<Vec<f32>>(),
    ))
}

/// How far squares are from square, as a share.
fn oblong(field: &Calibration) -> f64 {
    (field.grid.pitch.0 / field.grid.pitch.1 - 1.0).abs()
}

/// The field around the same middle with squares that are square.
fn squared(field: &Calibration) -> Calibration {
    let (across, down) = field.grid.pitch;
    let (columns, rows) = (
        f64::from(field.grid.columns) - 1.0,
        f64::from(field.grid.rows) - 1.0,
    );
    let square = (across * columns + down * rows) / (columns + rows);
    let mut squared = *field;
    squared.grid.pitch = (square, square);
    squared.grid.origin.0 += (across - square) * columns / 2.0;
    squared.grid.origin.1 += (down - square) * rows / 2.0;
    squared
}

/// The field after its lines were laid through the middles of the wall's pieces.
fn moved(image: &RgbImage, field: &Calibration, pieces: &[Piece], astray: f64) -> Option<Calibration> {
    let probe = Probe::new(image, field);
    let (mut columns, mut rows) = (Vec::new(), Vec::new());
    for piece in pieces {
        match piece.aside(&probe) {
            Some(Aside::Across(aside)) if aside.abs() < astray => columns.push((piece.from.0, aside)),
            Some(Aside::Down(aside)) if aside.abs() < astray => rows.push((piece.from.1, aside)),
            _ => {}
        }
    }
    if (columns.len() + rows.len()) * 3 < pieces.len() * 2 {
        return None;
    }
    let ((x, wide), (y, long)) = (straight(&columns)?, straight(&rows)?);
    // Columns and rows of the guess that lie where the field's do.
    let origin = field.place(x, y);
    let far = (
        f64::from(field.pitch.width()),
        f64::from(field.pitch.length()) + 2.0,
    );
    let end = field.place(x + far.0 * wide, y + far.1 * long);
    let (across, down) = match field.orientation.columns {
        ScreenDirection::Across => far,
        ScreenDirection::Down => (far.1, far.0),
    };
    let mut moved = *field;
    moved.grid.pitch = ((end.0 - origin.0).abs() / across, (end.1 - origin.1).abs() / down);
    moved.grid.origin = (origin.0.min(end.0), origin.1.min(end.1));
    Some(moved)
}

/// The straight line through places and how far each is off: where 0 comes to lie, and how far 1 is from there.
fn straight(samples: &[(f64, f64)]) -> Option<(f64, f64)> {
    let fit = |samples: &[(f64, f64)]| {
        let count = samples.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| samples.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|sample| sample.0), mean(|sample| sample.1));
        let spread: f64 = samples.iter().map(|sample| (sample.0 - x).powi(2)).sum();
        let slope: f64 = samples.iter().map(|sample| (sample.0 - x) * (sample.1 - y)).sum();
        (spread > 0.0).then(|| (y - slope / spread * x, slope / spread))
    };
    let (first, slope) = fit(samples)?;
    let miss = |sample: &(f64, f64)| (sample.1 - first - slope * sample.0).abs();
    let mut misses: Vec<f32> = samples.iter().map(|sample| miss(sample) as f32).collect();
    let limit = f64::from(middle(&mut misses)) * 3.0 + 1e-3;
    let near: Vec<(f64, f64)> = samples
        .iter()
        .filter(|sample| miss(sample) <= limit)
        .copied()
        .collect();
    let (first, slope) = fit(&near).unwrap_or((first, slope));
    Some((first, 1.0 + slope))
}
