//! Long straight runs of evidence: where a line goes on for many strips, with gaps where stones cover it.

use crate::locate::strips::Strips;
use crate::locate::thresholds::lines::{GAIN_MIN, GAP_COST, LINE_WIDTH, LOSS_MAX, SHARED_MIN, WIDE_MAX};

const RUNS_MAX: usize = 1600;

/// One line's piece: where it lies across, from which strip to which, and how much speaks for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// Position across, in pixels.
    pub(crate) at: f32,
    /// First strip.
    pub(crate) from: f32,
    /// Last strip.
    pub(crate) to: f32,
    /// Strips with evidence less the cost of gaps.
    pub(crate) gain: f32,
}

impl Run {
    /// Length of the piece that both share, in strips; not above 0 if there is none.
    pub(crate) fn shared(&self, other: &Run) -> f32 {
        self.to.min(other.to) - self.from.max(other.from) + 1.0
    }

    /// In strips.
    pub(crate) fn length(&self) -> f32 {
        self.to - self.from + 1.0
    }
}

/// All runs, from the first position to the last.
pub(crate) fn runs(strips: &Strips) -> Vec<Run> {
    let mut merged: Vec<Run> = Vec::new();
    let mut open: Vec<Wide> = Vec::new();
    let mut pieces = pieces(strips);
    pieces.sort_by(|a, b| a.at.total_cmp(&b.at));
    for piece in pieces {
        let (closed, rest) = open
            .into_iter()
            .partition(|wide| wide.last + LINE_WIDTH < piece.at);
        merged.extend(Vec::<Wide>::into_iter(closed).map(Wide::into_run));
        open = rest;
        let home = open.iter_mut().find(|wide| {
            piece.at - wide.first <= WIDE_MAX
                && wide.run.shared(&piece) >= SHARED_MIN * wide.run.length().min(piece.length())
        });
        match home {
            Some(wide) => wide.join(piece),
            None => open.push(Wide::new(piece)),
        }
    }
    merged.extend(open.into_iter().map(Wide::into_run));
    merged.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    merged.truncate(RUNS_MAX);
    merged.sort_by(|a, b| a.at.total_cmp(&b.at));
    merged
}

/// Runs side by side that belong to one line.
struct Wide {
    run: Run,
    first: f32,
    last: f32,
    weight: f32,
    moment: f32,
}

impl Wide {
    fn new(run: Run) -> Wide {
        Wide {
            run,
            first: run.at,
            last: run.at,
            weight: run.gain * run.gain,
            moment: run.gain * run.gain * run.at,
        }
    }

    fn join(&mut self, other: Run) {
        self.last = other.at;
        // The line itself is clearer than the rims of stones beside it.
        self.weight += other.gain * other.gain;
        self.moment += other.gain * other.gain * other.at;
        self.run.from = self.run.from.min(other.from);
        self.run.to = self.run.to.max(other.to);
        self.run.gain = self.run.gain.max(other.gain);
    }

    fn into_run(self) -> Run {
        Run {
            at: self.moment / self.weight,
            ..self.run
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Growing {
    sum: f32,
    best: f32,
    from: u16,
    to: u16,
}

/// Runs of single positions: a maximum-sum walk down every position at once.
fn pieces(strips: &Strips) -> Vec<Run> {
    let mut growing = vec![Growing::default(); strips.length];
    let mut found = Vec::new();
    let close = |at: usize, state: &mut Growing, found: &mut Vec<Run>| {
        if state.best >= GAIN_MIN {
            let (from, to) = (f32::from(state.from), f32::from(state.to));
            found.push(Run {
                at: at as f32,
                from,
                to,
                gain: state.best,
            });
        }
        *state = Growing::default();
    };
    for strip in 0..strips.count {
        for (at, (flag, state)) in strips.flags(strip).iter().zip(&mut growing).enumerate() {
            if *flag == 1 {
                if state.sum <= 0.0 {
                    *state = Growing {
                        from: strip as u16,
                        ..Growing::default()
                    };
                }
                state.sum += 1.0;
                if state.sum > state.best {
                    state.best = state.sum;
                    state.to = strip as u16;
                }
            } else if state.sum > 0.0 {
                state.sum -= GAP_COST;
                if state.sum <= 0.0 || state.best - state.sum > LOSS_MAX {
                    close(at, state, &mut found);
                }
            }
        }
    }
    for (at, state) in growing.iter_mut().enumerate() {
        close(at, state, &mut found);
    }
    found
}
