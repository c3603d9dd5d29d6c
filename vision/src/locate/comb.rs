//! Combs: runs that lie side by side at equal distances, as the lines of one direction of a board do.

use crate::locate::runs::Run;

/// Equally spaced parallel lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comb {
    /// Position of the first tooth, in pixels.
    pub(crate) first: f64,
    /// Pixels from tooth to tooth.
    pub(crate) pitch: f64,
    /// Teeth, missing ones included.
    pub(crate) count: usize,
    /// Typical first and last strip of the teeth.
    pub(crate) span: (f64, f64),
    /// Strength: the teeth's gains, less what is missing.
    pub(crate) weight: f64,
}

impl Comb {
    /// Position of the last tooth.
    pub(crate) fn last(&self) -> f64 {
        self.first + self.pitch * (self.count - 1) as f64
    }
}

impl Comb {
    /// Whether the other comb's teeth are some of this one's, in the same field.
    fn holds(&self, other: &Comb) -> bool {
        let times = (other.pitch / self.pitch).round();
        let off = |at: f64| {
            let teeth = (at - self.first) / self.pitch;
            (teeth - teeth.round()).abs() * self.pitch
        };
        let beside = other.last() < self.first - self.pitch || other.first > self.last() + self.pitch;
        let apart = other.span.0 > self.span.1 || other.span.1 < self.span.0;
        let near = off(other.first).max(off(other.last())) < 2.0;
        !beside && !apart && near && times >= 1.0 && (other.pitch / (times * self.pitch) - 1.0).abs() < 0.02
    }
}

/// Smallest and largest distance between two lines, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PitchRange {
    /// Smallest.
    pub(crate) min: f64,
    /// Largest.
    pub(crate) max: f64,
}

const TEETH_MIN: usize = 5;
/// Missing teeth in a row.
const MISSING_MAX: usize = 2;

/// All combs among the runs (which are sorted by position), strongest first.
pub(crate) fn combs(runs: &[Run], range: PitchRange) -> Vec<Comb> {
    let mut used = std::collections::HashSet::new();
    let mut found = Vec::new();
    for (left, seed) in runs.iter().enumerate() {
        for (right, next) in runs.iter().enumerate().skip(left + 1) {
            let pitch = f64::from(next.at - seed.at);
            if pitch > range.max {
                break;
            }
            if pitch < range.min || used.contains(&(left, right)) || !alike(seed, next) {
                continue;
            }
            let teeth = grow(runs, left, right);
            if let Some(comb) = settle(runs, &teeth) {
                used.extend(teeth.windows(2).map(|pair| (pair[0].1, pair[1].1)));
                found.push(comb);
            }
        }
    }
    found.sort_by(|a: &Comb, b: &Comb| b.weight.total_cmp(&a.weight));
    let mut kept: Vec<Comb> = Vec::new();
    for comb in found {
        if !kept.iter().any(|stronger| stronger.holds(&comb)) {
            kept.push(comb);
        }
    }
    kept
}

/// Whether two runs may be lines of one board: side by side, not too different in length, and about as clear.
fn alike(a: &Run, b: &Run) -> bool {
    let (shorter, longer) = (a.length().min(b.length()), a.length().max(b.length()));
    a.shared(b) >= 0.5 * shorter && shorter >= 0.3 * longer && a.gain.min(b.gain) >= 0.2 * a.gain.max(b.gain)
}

/// Teeth to the right of the first two: (index of the tooth, index of the run).
fn grow(runs: &[Run], left: usize, right: usize) -> Vec<(usize, usize)> {
    let start = f64::from(runs[left].at);
    let mut pitch = f64::from(runs[right].at) - start;
    let mut teeth = vec![(0, left), (1, right)];
    let mut missing = 0;
    let mut tooth = 1;
    while missing <= MISSING_MAX && tooth < 40 {
        tooth += 1;
        let expected = start + pitch * tooth as f64;
        // Each end of the stretch measured so far may be a pixel off; the next tooth lies beyond it.
        let measured = teeth[teeth.len() - 1].0 as f64;
        let reach = 1.0 + tooth as f64 / measured + 0.005 * pitch;
        let begin = runs.partition_point(|run| f64::from(run.at) < expected - reach);
        let near = runs[begin..]
            .iter()
            .enumerate()
            .take_while(|(_, run)| f64::from(run.at) <= expected + reach);
        let enough = runs[left].gain.max(runs[right].gain);
        let fitness = |run: &Run| {
            f64::from(run.gain.min(enough)) * (1.0 - 0.8 * ((f64::from(run.at) - expected) / reach).powi(2))
        };
        let fitting = near
            .filter(|(_, run)| alike(run, &runs[left]) && alike(run, &runs[right]))
            .map(|(offset, run)| (begin + offset, fitness(run)))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        match fitting {
            Some((index, _)) => {
                teeth.push((tooth, index));
                pitch = (f64::from(runs[index].at) - start) / tooth as f64;
                missing = 0;
            }
            None => missing += 1,
        }
    }
    teeth
}

fn settle(runs: &[Run], teeth: &[(usize, usize)]) -> Option<Comb> {
    let count = teeth.last()?.0 + 1;
    if teeth.len() < TEETH_MIN || teeth.len() * 10 < count * 6 {
        return None;
    }
    let (first, pitch) = straight(
        teeth
            .iter()
            .map(|(tooth, run)| (*tooth as f64, f64::from(runs[*run].at), 1.0)),
    )?;
    let middle = |mut values: Vec<f32>| {
        values.sort_by(f32::total_cmp);
        f64::from(values[values.len() / 2])
    };
    let from = middle(teeth.iter().map(|(_, run)| runs[*run].from).collect());
    let to = middle(teeth.iter().map(|(_, run)| runs[*run].to).collect());
    let gains: f32 = teeth.iter().map(|(_, run)| runs[*run].gain).sum();
    let weight = f64::from(gains) * teeth.len() as f64 / count as f64;
    Some(Comb {
        first,
        pitch,
        count,
        span: (from, to),
        weight,
    })
}

/// Weighted least squares through (index, position, weight): position of index 0 and distance of one step.
pub(crate) fn straight(samples: impl Iterator<Item = (f64, f64, f64)> + Clone) -> Option<(f64, f64)> {
    let weight: f64 = samples.clone().map(|(_, _, weight)| weight).sum();
    if weight <= 0.0 {
        return None;
    }
    let mean_index = samples
        .clone()
        .map(|(index, _, weight)| index * weight)
        .sum::<f64>()
        / weight;
    let mean_at = samples.clone().map(|(_, at, weight)| at * weight).sum::<f64>() / weight;
    let spread: f64 = samples
        .clone()
        .map(|(index, _, weight)| weight * (index - mean_index).powi(2))
        .sum();
    if spread <= 0.0 {
        return None;
    }
    let slope = samples
        .map(|(index, at, weight)| weight * (index - mean_index) * (at - mean_at))
        .sum::<f64>()
        / spread;
    Some((mean_at - slope * mean_index, slope))
}
