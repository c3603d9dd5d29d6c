//! Whether something lies over a goal: its wall is not there, and that of the other goal is. What ends there may look like lines.

use referee::{seat::Seat, soccer::Pitch};

use crate::pitch::{
    probe::{Probe, size},
    wall::{self, Part, Piece},
};

/// A goal of whose four pieces more are missing is covered, and one of which no more are is not: at its corners a ball may lie. By trial.
const MISSING_MOST: usize = 1;

/// The seats whose goals, those that they attack, are covered. `usual` is the ink of the wall's pieces.
pub(super) fn covered(probe: &Probe<'_>, pieces: &[Piece], usual: f32) -> Vec<Seat> {
    let pitch = probe.pitch();
    let missing = |seat: Seat| {
        let of_goal = pieces.iter().filter(|piece| is_of_goal(pitch, piece, seat));
        of_goal.filter(|piece| !is_there(probe, piece, usual)).count()
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

fn is_there(probe: &Probe<'_>, piece: &Piece, usual: f32) -> bool {
    let ink = probe.ink(piece.from, piece.to).map_or(0.0, |ink| size(ink.whole));
    ink >= wall::GOAL_LEAST * usual || probe.is_edge(piece.from, piece.to)
}
