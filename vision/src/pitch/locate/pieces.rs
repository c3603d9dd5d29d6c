//! Where a picture changes across one direction, averaged over short strips along it; and straight pieces of such change. It
//! does not know what a field is.

use image::RgbImage;

/// Pixels averaged along the direction of the lines sought.
pub(super) const STRIP: usize = 4;

/// Least change that counts, in levels of the channel that changes most. By trial.
const CHANGE_MIN: f32 = 7.0;

/// So many times the usual change it must be as well. By trial.
const CHANGE_TIMES: f32 = 2.5;

/// Stronger changes say nothing more, in levels: one glaring line is no better than one that is plain.
const CLIP: f32 = 160.0;

/// How far a line's change is looked for beside it, in pixels: its two edges lie so far from its middle. By trial.
const NEAR: usize = 3;

/// What a strip without change costs a piece; one with change gains 1. By trial.
const GAP_COST: f32 = 0.5;

/// A piece ends where it has lost so much since its best. By trial.
const LOSS_MAX: f32 = 6.0;

/// Strips of a piece at least.
const SHORTEST: f32 = 5.0;

/// Pieces nearer than this are edges of one line, in pixels; and no line is so many times as wide. By trial.
const ONE_LINE: usize = 3;
const WIDE_MAX: usize = 7;

/// A straight piece of change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Across, in pixels.
    pub(super) at: f64,
    /// Along, in pixels.
    pub(super) from: f64,
    pub(super) to: f64,
    /// Change summed along it, in levels times strips.
    pub(super) weight: f32,
}

/// Change across one direction.
pub(super) struct Change {
    /// Places across: the width for upright lines.
    across: usize,
    /// Strips along.
    strips: usize,
    /// Strongest change near each place, summed up along: one more than strips for each place.
    sums: Vec<f32>,
    /// The pieces, heaviest first.
    pub(super) pieces: Vec<Piece>,
}

impl Change {
    /// Of upright lines; turn the picture for level ones.
    pub(super) fn upright(image: &RgbImage) -> Change {
        let (across, strips) = (image.width() as usize, image.height() as usize / STRIP);
        let change = changes(image, across, strips);
        let mut sample: Vec<f32> = change.iter().step_by(7).copied().collect();
        let usual = crate::pitch::probe::middle(&mut sample);
        let least = CHANGE_MIN.max(CHANGE_TIMES * usual);
        let mut pieces = pieces(&change, across, strips, least);
        pieces.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let mut sums = vec![0.0; across * (strips + 1)];
        for at in 0..across {
            let near = at.saturating_sub(NEAR)..(at + NEAR + 1).min(across);
            for strip in 0..strips {
                let row = &change[strip * across..(strip + 1) * across];
                let strongest = row[near.clone()].iter().copied().fold(0.0, f32::max);
                let counted = if strongest >= least {
                    strongest.min(CLIP)
                } else {
                    0.0
                };
                let sum = at * (strips + 1) + strip;
                sums[sum + 1] = sums[sum] + counted;
            }
        }
        Change {
            across,
            strips,
            sums,
            pieces,
        }
    }

    /// Mean change along a stretch, in levels; 0 if it is not wholly in the picture.
    pub(super) fn along(&self, at: f64, from: f64, to: f64) -> f32 {
        // Not by `round`, `ceil` and `floor`: this is asked millions of times a picture, and they are calls on old processors.
        if !(at > -0.5 && from >= 0.0 && to >= 0.0) {
            return 0.0;
        }
        let place = (at + 0.5) as usize;
        let (first, last) = (from / STRIP as f64, (to / STRIP as f64) as usize);
        let first = first as usize + usize::from(first > (first as usize) as f64);
        if place >= self.across || last <= first || last > self.strips {
            return 0.0;
        }
        let sums = &self.sums[place * (self.strips + 1)..];
        (sums[last] - sums[first]) / (last - first) as f32
    }
}

/// For each strip and place the change from the pixel before to the one after.
fn changes(image: &RgbImage, across: usize, strips: usize) -> Vec<f32> {
    let mut change = vec![0.0; across * strips];
    let rows: Vec<&[u8]> = image.as_raw().chunks_exact(across * 3).collect();
    let mut sums = vec![0u16; across * 3];
    for strip in 0..strips {
        sums.fill(0);
        for row in &rows[strip * STRIP..(strip + 1) * STRIP] {
            sums.iter_mut()
                .zip(row.iter())
                .for_each(|(sum, level)| *sum += u16::from(*level));
        }
        let onto = &mut change[strip * across..(strip + 1) * across];
        for at in 1..across.saturating_sub(1) {
            let differs = |channel: usize| sums[at * 3 + 3 + channel].abs_diff(sums[at * 3 - 3 + channel]);
            let most = differs(0).max(differs(1)).max(differs(2));
            onto[at] = f32::from(most) / STRIP as f32;
        }
    }
    change
}

/// One piece that is being followed.
#[derive(Clone, Copy, Default)]
struct Growing {
    gain: f32,
    best: f32,
    weight: f32,
    from: usize,
    to: usize,
}

/// Pieces of single places, those side by side joined to one.
fn pieces(change: &[f32], across: usize, strips: usize, least: f32) -> Vec<Piece> {
    let mut found: Vec<(usize, Growing)> = Vec::new();
    for at in 1..across.saturating_sub(1) {
        let mut growing = Growing::default();
        for strip in 0..=strips {
            // A line that a hand drew strays to the next pixel.
            let row = |at: usize| change[strip * across + at];
            let here = if strip < strips {
                row(at - 1).max(row(at)).max(row(at + 1))
            } else {
                0.0
            };
            if here >= least {
                if growing.gain <= 0.0 {
                    growing = Growing {
                        from: strip,
                        ..Growing::default()
                    };
                }
                growing.gain += 1.0;
                growing.weight += here.min(CLIP);
                if growing.gain > growing.best {
                    (growing.best, growing.to) = (growing.gain, strip);
                }
                continue;
            }
            growing.gain -= GAP_COST;
            if growing.gain <= 0.0 || growing.best - growing.gain > LOSS_MAX || strip == strips {
                if growing.best >= SHORTEST {
                    found.push((at, growing));
                }
                growing = Growing::default();
            }
        }
    }
    joined(&found)
}

/// Pieces side by side that belong to one line.
struct Line {
    first: usize,
    last: usize,
    best: Growing,
    /// What the pieces weigh, and that times their places: the line lies where it is clearest.
    weight: f64,
    moment: f64,
}

impl Line {
    fn takes(&self, at: usize, piece: &Growing) -> bool {
        let known = &self.best;
        let shared = known.to.min(piece.to) as f32 - known.from.max(piece.from) as f32;
        let lengths = (known.to - known.from, piece.to - piece.from);
        let (shorter, longer) = (lengths.0.min(lengths.1) as f32, lengths.0.max(lengths.1) as f32);
        at - self.last <= ONE_LINE
            && at - self.first <= WIDE_MAX
            && shared >= SHARED * shorter
            && longer <= shorter / SHARED
    }

    fn put(&mut self, at: usize, piece: &Growing) {
        let weight = f64::from(piece.weight).powi(2);
        self.last = at;
        self.weight += weight;
        self.moment += weight * at as f64;
        if piece.weight > self.best.weight {
            self.best = *piece;
        }
    }
}

/// Edges of one line share this part of the shorter one. By trial.
const SHARED: f32 = 0.7;

/// Lines that are followed at once.
const OPEN_MAX: usize = 400;

fn joined(found: &[(usize, Growing)]) -> Vec<Piece> {
    let mut lines: Vec<Line> = Vec::new();
    for (at, piece) in found {
        let open = lines.len().saturating_sub(OPEN_MAX);
        let index = match lines[open..].iter().rposition(|line| line.takes(*at, piece)) {
            Some(index) => open + index,
            None => {
                lines.push(Line {
                    first: *at,
                    last: *at,
                    best: *piece,
                    weight: 0.0,
                    moment: 0.0,
                });
                lines.len() - 1
            }
        };
        lines[index].put(*at, piece);
    }
    let piece = |line: &Line| Piece {
        at: line.moment / line.weight.max(1e-9),
        from: (line.best.from * STRIP) as f64,
        to: ((line.best.to + 1) * STRIP) as f64,
        weight: line.best.weight,
    };
    lines.iter().map(piece).collect()
}
