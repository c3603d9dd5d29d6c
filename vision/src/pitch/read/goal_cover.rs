//! Whether something lies over a goal: its wall is not there, or something else in place of its back, and the other goal's is
//! there. What ends there may look like lines.

use referee::{seat::Seat, soccer::Pitch};

use crate::pitch::{
    probe::{Probe, size},
    wall::{self, Part, Piece},
};

/// A goal of whose four pieces more are missing is covered, and one of which no more are is not: at its corners a ball may lie. By trial.
const MISSING_MOST: usize = 1;

/// The back of a goal that has so many times the ink of its posts is the edge of what lies there. By trial.
const BACK_MOST: f32 = 2.5;

/// The seats whose goals, those that they attack, are covered. `usual` is the ink of the wall's pieces.
pub(super) fn covered(probe: &Probe<'_>, pieces: &[Piece], usual: f32) -> Vec<Seat> {
    let pitch = probe.pitch();
    let missing = |seat: Seat| {
        let of_goal: Vec<(&Piece, f32)> = pieces
            .iter()
            .filter(|piece| is_of_goal(pitch, piece, seat))
            .map(|piece| (piece, ink(probe, piece)))
            .collect();
        let posts = of_goal.iter().filter(|(piece, _)| !is_back(piece));
        let post = posts.map(|(_, ink)| *ink).fold(0.0, f32::max);
        let is_there = |piece: &Piece, ink: f32| {
            let is_line =
                ink >= wall::GOAL_LEAST * usual && !(is_back(piece) && ink > BACK_MOST * post.max(usual));
            is_line || probe.is_edge(piece.from, piece.to)
        };
        of_goal
            .iter()
            .filter(|(piece, ink)| !is_there(piece, *ink))
            .count()
    };
    let seats = [Seat::First, Seat::Second];
    let counts = seats.map(missing);
    // Where neither is drawn, goals look otherwise.
    if counts.iter().all(|count| *count > MISSING_MOST) {
        return Vec::new();
    }
    let both = seats.into_iter().zip(counts);
    both.filter(|(_, count)| *count > MISSING_MOST)
        .map(|(seat, _)| seat)
        .collect()
}

fn is_of_goal(pitch: Pitch, piece: &Piece, seat: Seat) -> bool {
    let near = if pitch.goal_row(seat) == 0 {
        0.0..=1.0
    } else {
        let end = f64::from(pitch.length()) + 1.0;
        end..=end + 1.0
    };
    piece.part == Part::Goal && near.contains(&piece.from.1)
}

/// Whether a piece of a goal's wall is of its back, and not of a post.
fn is_back(piece: &Piece) -> bool {
    piece.from.1 == piece.to.1
}

fn ink(probe: &Probe<'_>, piece: &Piece) -> f32 {
    probe.ink(piece.from, piece.to).map_or(0.0, |ink| size(ink.whole))
}
