//! Combs: runs that lie side by side at equal distances, as the lines of one direction of a board do.

use crate::locate::runs::Run;
use crate::locate::thresholds::lines::{
    ASTRAY_COST, BESIDE_MIN, GAIN_PART_MIN, LENGTH_MIN, PITCH_LIKE, TEETH_NEAR, TOOTH_ASTRAY,
};

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
        let near = off(other.first).max(off(other.last())) < TEETH_NEAR;
        !beside
            && !apart
            && near
            && times >= 1.0
            && (other.pitch / (times * self.pitch) - 1.0).abs() < PITCH_LIKE
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
    a.shared(b) >= BESIDE_MIN * shorter
        && shorter >= LENGTH_MIN * longer
        && a.gain.min(b.gain) >= GAIN_PART_MIN * a.gain.max(b.gain)
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
        let reach = 1.0 + tooth as f64 / measured + TOOTH_ASTRAY * pitch;
        let begin = runs.partition_point(|run| f64::from(run.at) < expected - reach);
        let near = runs[begin..]
            .iter()
            .enumerate()
            .take_while(|(_, run)| f64::from(run.at) <= expected + reach);
        let enough = runs[left].gain.max(runs[right].gain);
        let fitness = |run: &Run| {
            f64::from(run.gain.min(enough))
                * (1.0 - ASTRAY_COST * ((f64::from(run.at) - expected) / reach).powi(2))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn run(from: f32, length: f32, gain: f32) -> Run {
        Run {
            at: 0.0,
            from,
            to: from + length - 1.0,
            gain,
        }
    }

    #[test]
    fn lines_of_one_board_lie_side_by_side() {
        let like =
            |from: f32, length: f32, gain: f32| alike(&run(0.0, 100.0, 100.0), &run(from, length, gain));
        assert!(like(48.0, 100.0, 100.0) && !like(52.0, 100.0, 100.0));
        assert!(like(0.0, 31.0, 100.0) && !like(0.0, 29.0, 100.0));
        assert!(like(0.0, 100.0, 21.0) && !like(0.0, 100.0, 19.0));
    }

    #[test]
    fn a_comb_holds_every_second_of_its_teeth() {
        let comb = |first: f64, pitch: f64, count: usize| Comb {
            first,
            pitch,
            count,
            span: (0.0, 100.0),
            weight: 1.0,
        };
        let holds = |first: f64, pitch: f64| comb(0.0, 30.0, 10).holds(&comb(first, pitch, 3));
        assert!(holds(1.9, 60.0) && !holds(2.1, 60.0));
        assert!(holds(0.0, 30.55) && !holds(0.0, 30.65));
    }

    fn at(at: f32, gain: f32) -> Run {
        Run {
            at,
            ..run(0.0, 100.0, gain)
        }
    }

    #[test]
    fn the_next_tooth_is_near_its_place() {
        let found = |third: f32| grow(&[at(0.0, 100.0), at(80.0, 100.0), at(third, 100.0)], 0, 1).len() == 3;
        assert!(found(163.36) && !found(163.43));
        // A clearer one a little beside its place, against one that is there.
        let farther = |gain: f32| {
            let teeth = grow(
                &[at(0.0, 100.0), at(80.0, 100.0), at(160.0, gain), at(161.7, 100.0)],
                0,
                1,
            );
            teeth[2].1 == 3
        };
        assert!(farther(79.0) && !farther(81.0));
    }
}
