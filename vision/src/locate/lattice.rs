//! From two crossing combs to one lattice: its lines fitted below a pixel, its extent found by
//! looking at every piece of line between two crossings. What the lattice means is not decided here.

use super::ruling::Ruling;
use crate::locate::thresholds::board::CONTRAST_MIN;
use crate::locate::thresholds::lines::{
    CROSSED_MIN, MISS_MIN, MISS_TIMES, PROFILE_REACH, WINDOW_MIN, WINDOWS,
};
use crate::locate::{
    beyond::Beyond,
    comb::{Comb, straight},
    extent::{self, Stretch},
    level::Sums,
    strips::{STRIP, Strips},
    trend::Trend,
};

/// Two crossing rulings that bound each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice {
    /// The upright lines.
    pub(crate) upright: Ruling,
    /// The level lines.
    pub(crate) level: Ruling,
    /// Typical distance of a line from its place, in pixels.
    pub(crate) residual: f64,
    /// Part of the pieces of line that is seen, among those that nothing covers.
    pub(crate) seen: f64,
    /// The same where nothing should be: half-way, or a third and two thirds of the way, between the lines.
    pub(crate) between: f64,
    /// What lies beyond the outermost lines.
    pub(crate) beyond: [Beyond; 4],
    /// How the ground changes over it.
    pub(crate) trend: Option<Trend>,
    /// Whether its cells are buttons with rims.
    pub(crate) is_of_buttons: bool,
}

impl Lattice {
    /// Whether the middle of the combs' field lies in this lattice.
    pub(crate) fn holds(&self, upright: &Comb, level: &Comb) -> bool {
        let inside = |ruling: &Ruling, comb: &Comb| {
            let middle = (comb.first + comb.last()) / 2.0;
            middle > ruling.first && middle < ruling.last()
        };
        inside(&self.upright, upright) && inside(&self.level, level)
    }

    /// The same with a line more on each side, where the outermost cells of a board without a frame end.
    pub(crate) fn opened(&self) -> Lattice {
        Lattice {
            upright: self.upright.cut(-1, self.upright.lines + 2),
            level: self.level.cut(-1, self.level.lines + 2),
            ..*self
        }
    }

    /// How much more there is on the lines than between them, 0 to 1.
    pub(crate) fn contrast(&self) -> f64 {
        (self.seen - self.between).clamp(0.0, 1.0)
    }
}

/// Both directions' evidence.
pub(crate) struct Evidence {
    /// For upright lines.
    pub(crate) upright: Strips,
    /// For level lines.
    pub(crate) level: Strips,
}

/// The lattice that two combs belong to, `None` if they bound no common field, or one that is not `worth` a close look, or
/// not seen clearly. Neither ruling gets more than `lines_max` lines.
pub(crate) fn fit(
    sums: &Sums,
    evidence: &Evidence,
    upright: &Comb,
    level: &Comb,
    lines_max: usize,
    worth: impl Fn(&Ruling, &Ruling, f64) -> bool,
) -> Option<Lattice> {
    let columns = Ruling {
        first: upright.first,
        pitch: upright.pitch,
        lines: upright.count,
    };
    let rows = Ruling {
        first: level.first,
        pitch: level.pitch,
        lines: level.count,
    };
    let whole = |ruling: Ruling, span: (f64, f64)| -> Vec<Stretch> {
        let (from, to) = (span.0 * STRIP as f64, (span.1 + 1.0) * STRIP as f64 - 1.0);
        (0..ruling.lines).map(|line| Stretch { line, from, to }).collect()
    };
    let (mut columns, _) = fit_ruling(&evidence.upright, columns, &whole(columns, upright.span))?;
    let (mut rows, _) = fit_ruling(&evidence.level, rows, &whole(rows, level.span))?;
    let mut found = None;
    for _ in 0..ROUNDS {
        let extent = extent::extent(sums, columns, rows, lines_max as i32)?;
        let (upright, column_residual) = fit_ruling(&evidence.upright, extent.upright, &extent.stretches[0])?;
        let (level, row_residual) = fit_ruling(&evidence.level, extent.level, &extent.stretches[1])?;
        (columns, rows) = (upright, level);
        found = Some((extent, f64::max(column_residual, row_residual)));
    }
    let (extent, residual) = found?;
    if !worth(&columns, &rows, residual) {
        return None;
    }
    let seen = extent.seen();
    if seen < CONTRAST_MIN {
        return None;
    }
    let lattice = Lattice {
        upright: columns,
        level: rows,
        seen,
        // A little more than decides below, for the last bit.
        between: extent.between(seen - CONTRAST_MIN + 1e-6)?,
        residual,
        beyond: extent.beyond(),
        trend: extent.trend(),
        is_of_buttons: extent.is_of_buttons(),
    };
    (lattice.contrast() >= CONTRAST_MIN).then_some(lattice)
}

/// Rounds of bounding and fitting, each from the last one's result.
const ROUNDS: usize = 2;

/// The level comb of the same pitch that best crosses this upright one (or the other way round).
pub(crate) fn crossing(strips: &Strips, comb: &Comb) -> Option<Comb> {
    let (from, to) = (comb.span.0 * STRIP as f64, (comb.span.1 + 1.0) * STRIP as f64);
    let blocks = strips.between(comb.first, comb.last());
    let (low, high) = (from.max(0.0) as usize, (to as usize).min(strips.length));
    let mut counts = vec![0u32; high.saturating_sub(low)];
    for strip in blocks {
        for (count, flag) in counts
            .iter_mut()
            .zip(strips.flags(strip).get(low..).unwrap_or(&[]))
        {
            *count += u32::from(*flag);
        }
    }
    let profile: Vec<f64> = counts.into_iter().map(f64::from).collect();
    let steps = (comb.pitch * 2.0) as usize;
    let count_at = |phase: f64| ((profile.len() as f64 - 1.0 - phase) / comb.pitch).floor() as usize;
    let score = |phase: f64| {
        let count = count_at(phase);
        let near = |line: usize| {
            let middle = (phase + line as f64 * comb.pitch).round() as usize;
            profile[middle.saturating_sub(1)..(middle + 2).min(profile.len())]
                .iter()
                .copied()
                .fold(0.0, f64::max)
        };
        (0..=count).map(near).sum::<f64>() / (count + 1) as f64
    };
    let usable = profile.len() as f64 > CROSSED_MIN * comb.pitch;
    let best = usable.then(|| {
        (0..steps)
            .map(|step| step as f64 / 2.0)
            .map(|phase| (phase, score(phase)))
            .max_by(|a, b| a.1.total_cmp(&b.1))
    })?;
    let (phase, _) = best?;
    let span = (comb.first / STRIP as f64, comb.last() / STRIP as f64 - 1.0);
    Some(Comb {
        first: low as f64 + phase,
        pitch: comb.pitch,
        count: count_at(phase) + 1,
        span,
        weight: comb.weight,
    })
}

/// Least squares through the lines' centres of evidence in the given stretches.
fn fit_ruling(strips: &Strips, ruling: Ruling, stretches: &[Stretch]) -> Option<(Ruling, f64)> {
    let cap = usual_change(strips, ruling, stretches);
    // One profile for each line, about a third of a pitch to either side.
    let reach = (PROFILE_REACH * ruling.pitch).ceil() as i64 + 2;
    let start = |line: usize| ruling.at(line as f64).round() as i64 - reach;
    let mut profiles = vec![vec![0u32; 2 * reach as usize + 1]; ruling.lines];
    for stretch in stretches {
        for strip in strips.between(stretch.from, stretch.to) {
            let (flags, changes) = (strips.flags(strip), strips.strength(strip));
            for (sum, at) in profiles[stretch.line].iter_mut().zip(start(stretch.line)..) {
                if (0..strips.length as i64).contains(&at) {
                    *sum += u32::from(flags[at as usize]) * u32::from(changes[at as usize].min(cap));
                }
            }
        }
    }
    let mut fitted = ruling;
    let mut residual = 0.0;
    for window in WINDOWS {
        let half = (window * fitted.pitch).max(WINDOW_MIN);
        // The outermost lines may be heavier, or have an edge on one side only.
        let inner = if fitted.lines >= 8 {
            1..fitted.lines - 1
        } else {
            0..fitted.lines
        };
        let samples: Vec<(f64, f64, f64)> = inner
            .filter_map(|line| {
                let shift = start(line) as f64;
                let (at, weight) = centroid(&profiles[line], fitted.at(line as f64) - shift, half)?;
                Some((line as f64, at + shift, weight))
            })
            .collect();
        if samples.len() * 2 < fitted.lines {
            return None;
        }
        let (first, pitch) = robust(&samples)?;
        fitted = Ruling {
            first,
            pitch,
            ..fitted
        };
        residual = middle(
            samples
                .iter()
                .map(|(line, at, _)| (at - fitted.at(*line)).abs())
                .collect(),
        );
    }
    Some((fitted, residual))
}

/// How strong the lines' own changes are: stronger ones are not the lines'.
fn usual_change(strips: &Strips, ruling: Ruling, stretches: &[Stretch]) -> u16 {
    let mut changes = Vec::new();
    for stretch in stretches {
        let at = ruling.at(stretch.line as f64).round();
        if at < 2.0 || at + 2.0 >= strips.length as f64 {
            continue;
        }
        let around = at as usize - 2..at as usize + 3;
        for strip in strips.between(stretch.from, stretch.to) {
            if strips.flags(strip)[around.clone()].contains(&1) {
                changes.extend(strips.strength(strip)[around.clone()].iter().max());
            }
        }
    }
    changes.sort_unstable();
    changes.get(changes.len() * 2 / 5).copied().unwrap_or(0).max(24)
}

/// A straight fit, and a second one without the samples that lie far from the first.
fn robust(samples: &[(f64, f64, f64)]) -> Option<(f64, f64)> {
    let mut weights: Vec<f64> = samples.iter().map(|sample| sample.2).collect();
    weights.sort_by(f64::total_cmp);
    let cap = *weights.get(weights.len() / 2)?;
    let capped = samples
        .iter()
        .map(|(line, at, weight)| (*line, *at, weight.min(cap)));
    let (first, pitch) = straight(capped.clone())?;
    let miss = |line: f64, at: f64| (at - first - line * pitch).abs();
    let mut misses: Vec<f64> = samples.iter().map(|(line, at, _)| miss(*line, *at)).collect();
    misses.sort_by(f64::total_cmp);
    let limit = (MISS_TIMES * misses[misses.len() / 2]).max(MISS_MIN);
    let near: Vec<_> = capped.filter(|(line, at, _)| miss(*line, *at) <= limit).collect();
    straight(near.into_iter())
}

/// Centre of mass of the profile's highest part around a place; and the mass.
fn centroid(profile: &[u32], around: f64, half: f64) -> Option<(f64, f64)> {
    let (low, high) = ((around - half).ceil(), (around + half).floor());
    if low < 0.0 || high >= profile.len() as f64 {
        return None;
    }
    let window = &profile[low as usize..=high as usize];
    // A line is seen in the same place on all its length, a stone's rim is not.
    let floor = *window.iter().max()? * 7 / 20;
    let mass: f64 = window
        .iter()
        .map(|value| f64::from(value.saturating_sub(floor)))
        .sum();
    if mass <= 0.0 {
        return None;
    }
    let moment: f64 = window
        .iter()
        .enumerate()
        .map(|(offset, value)| offset as f64 * f64::from(value.saturating_sub(floor)))
        .sum();
    Some((low + moment / mass, mass))
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
