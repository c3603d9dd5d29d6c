//! Lines of which the ink does not tell whether they are drawn are told by the others: all that are drawn are one way from the
//! centre to the ball, so a node that the other lines leave with one too many has one of these. So are lines along and into goals,
//! whose ground is another one at each side or has a net on it, and lines on which a marking lies.

use referee::soccer::{Node, Pitch};

use super::{Measured, is_covered};
use crate::pitch::{edge::Edge, observation::Content, trail};

/// Lines that cannot be told, those at goals left out: of more nothing is tried.
const DOUBTFUL_MOST: usize = 9;

/// Of two choices of lines one must fit the ink so much better, for each line in which they differ: lines on
/// which a circle lies are one way around, and are all there in part. By trial.
const BETTER_BY: f32 = 0.5;

/// The same where the other choice ends elsewhere: nothing but the ink tells which. By trial.
const BETTER_BY_ELSEWHERE: f32 = 0.8;

/// How sure a line is that the others tell.
const TOLD_BY_OTHERS: f32 = 0.6;

/// One choice of the lines in doubt that makes all lines a way.
pub(super) struct Choice {
    /// Where the way ends.
    pub(super) end: Node,
    /// There is no other.
    pub(super) is_only: bool,
    drawn: Vec<Edge>,
    /// How little the ink agrees, in lines.
    misfit: f32,
}

/// A line in doubt, and how much its ink speaks for it: 0 to 1.
#[derive(Clone, Copy)]
struct Doubtful {
    edge: Edge,
    drawn: f32,
}

/// Lines that are told, and those that are in doubt.
pub(super) struct InDoubt {
    pitch: Pitch,
    firm: Vec<Edge>,
    doubtful: Vec<Doubtful>,
    /// Lines into goals, of which one at most is drawn.
    scoring: Vec<Doubtful>,
}

impl InDoubt {
    /// What is in doubt of lines that were told so; `None` if too much is. `part` is how much of a line is drawn, 0 to 1.
    pub(super) fn of(
        pitch: Pitch,
        lines: &[Measured],
        told: &[(Content, f32)],
        part: impl Fn(&Measured) -> f32,
    ) -> Option<InDoubt> {
        if is_covered(lines) {
            return None;
        }
        let mut all = InDoubt {
            pitch,
            firm: Vec::new(),
            doubtful: Vec::new(),
            scoring: Vec::new(),
        };
        let mut between = 0;
        for (line, (content, _)) in lines.iter().zip(told) {
            let edge = line.edge;
            let doubtful = Doubtful {
                edge,
                drawn: part(line),
            };
            if edge.scorer().is_some() {
                all.scoring.push(doubtful);
            } else if edge.is_along_goal() {
                all.doubtful.push(doubtful);
            } else {
                match content {
                    Content::Drawn => all.firm.push(edge),
                    Content::Uncertain => {
                        between += 1;
                        all.doubtful.push(doubtful);
                    }
                    Content::Blank => {}
                }
            }
        }
        (between <= DOUBTFUL_MOST).then_some(all)
    }

    /// The one that fits the ink best; `None` if there is none, or another one fits about as well and the ball, which `is_seen` where a
    /// choice ends, does not tell which of them it is.
    pub(super) fn choice(&self, is_seen: impl Fn(&Choice) -> bool) -> Option<Choice> {
        let mut found: Vec<Choice> = Vec::new();
        let odd = self
            .firm
            .iter()
            .fold(Odd::starting(self.pitch.centre()), |odd, edge| odd.with(*edge));
        for goal in std::iter::once(None).chain(self.scoring.iter().map(Some)) {
            let mut odd = goal.map_or(odd, |line| odd.with(line.edge));
            // From each choice of the lines in doubt to the next one line is taken in or left out.
            let mut taken = vec![false; self.doubtful.len()];
            for step in 0..1u32 << self.doubtful.len() {
                if step > 0 {
                    let index = step.trailing_zeros() as usize;
                    taken[index] = !taken[index];
                    odd = odd.with(self.doubtful[index].edge);
                }
                if odd.count() > 1 {
                    continue;
                }
                let chosen = self.doubtful.iter().zip(&taken).filter(|(_, taken)| **taken);
                let chosen = chosen.map(|(line, _)| line).chain(goal).map(|line| line.edge);
                let drawn: Vec<Edge> = self.firm.iter().copied().chain(chosen).collect();
                if let Ok(Some(end)) = trail::end(self.pitch, self.pitch.centre(), &drawn, &[]) {
                    found.push(Choice {
                        end,
                        is_only: false,
                        misfit: self.misfit(&drawn),
                        drawn,
                    });
                }
            }
        }
        let best = (0..found.len()).min_by(|a, b| found[*a].misfit.total_cmp(&found[*b].misfit))?;
        let best = found.swap_remove(best);
        let is_better = |other: &Choice, by: f32| other.misfit - best.misfit >= by * best.differs(other);
        let (same_end, elsewhere): (Vec<&Choice>, Vec<&Choice>) =
            found.iter().partition(|other| other.end == best.end);
        let is_told_by_ball = || is_seen(&best) && !elsewhere.iter().any(|other| is_seen(other));
        let is_plain = same_end.iter().all(|other| is_better(other, BETTER_BY))
            && (elsewhere
                .iter()
                .all(|other| is_better(other, BETTER_BY_ELSEWHERE))
                || is_told_by_ball());
        is_plain.then_some(Choice {
            is_only: found.is_empty(),
            ..best
        })
    }

    /// Whether a line is in doubt for its ink and not for where it lies.
    pub(super) fn is_between(&self, edge: Edge) -> bool {
        !edge.is_along_goal() && self.doubtful.iter().any(|line| line.edge == edge)
    }

    fn misfit(&self, drawn: &[Edge]) -> f32 {
        let all = self.doubtful.iter().chain(&self.scoring);
        let off = |line: &Doubtful| {
            if drawn.contains(&line.edge) {
                1.0 - line.drawn
            } else {
                line.drawn
            }
        };
        all.map(off).sum()
    }

    /// What is told of each line by a choice.
    pub(super) fn told(
        &self,
        lines: &[Measured],
        told: &[(Content, f32)],
        choice: &Choice,
    ) -> Vec<(Content, f32)> {
        let is_in_doubt = |edge: Edge| {
            let mut all = self.doubtful.iter().chain(&self.scoring);
            all.any(|line| line.edge == edge)
        };
        let tell = |(line, told): (&Measured, &(Content, f32))| {
            let content = if choice.drawn.contains(&line.edge) {
                Content::Drawn
            } else {
                Content::Blank
            };
            if content == told.0 || !is_in_doubt(line.edge) {
                *told
            } else {
                (content, TOLD_BY_OTHERS)
            }
        };
        lines.iter().zip(told).map(tell).collect()
    }
}

impl Choice {
    /// Every line that is drawn.
    pub(super) fn drawn(&self) -> &[Edge] {
        &self.drawn
    }

    /// In how many lines it differs from another.
    fn differs(&self, other: &Choice) -> f32 {
        let only = |one: &Choice, other: &Choice| {
            one.drawn
                .iter()
                .filter(|edge| !other.drawn.contains(edge))
                .count()
        };
        (only(self, other) + only(other, self)) as f32
    }
}

/// Nodes that are met by an odd number of lines, or begin a way and are met by an even one.
#[derive(Clone, Copy)]
struct Odd([u128; 3]);

impl Odd {
    fn starting(node: Node) -> Odd {
        Odd([0; 3]).flipped(node)
    }

    fn flipped(mut self, node: Node) -> Odd {
        let index = node.index();
        self.0[index / 128] ^= 1 << (index % 128);
        self
    }

    fn with(self, edge: Edge) -> Odd {
        self.flipped(edge.from()).flipped(edge.to())
    }

    fn count(self) -> u32 {
        self.0.iter().map(|part| part.count_ones()).sum()
    }
}
