//! How a game of Paper Soccer may have ended, by one picture and the client's word. A part of the live game; pure as the rest of
//! it.

use referee::{
    position::Position as _,
    record::Evidence,
    soccer::{
        Direction, Position, Rules,
        turn::{self, Rest},
    },
    verdict::{Reason, Verdict},
};
use vision::pitch::{
    edge::Edge,
    observation::{Content, Observation},
};

use crate::live_game::{Ending, Endings, LiveGame};
use profile::screen::EndedBy;

/// A way in which a game may have ended.
type FieldEnding = Ending<Direction>;

/// Lines and how each is known.
type Known = Vec<(Direction, Evidence)>;

/// Of more choices than these the end is not looked for: late in a game a side's turns number hundreds of thousands.
const CHOICES_MAX: u64 = 50_000;

impl LiveGame<Position> {
    /// Every ending that this picture and the client's word allow.
    pub(crate) fn field_endings(&self, seen: Option<&Observation>) -> Endings<Direction> {
        let seen = seen.map(|seen| self.as_ruled(seen));
        let Some(seen) = &seen else {
            return Endings::Possible(self.unseen_field_endings(None, &Vec::new()));
        };
        if seen.pitch != self.position.rules().pitch || self.is_belied(seen) {
            return Endings::Elsewhere;
        }
        if seen.uncertain() == 0 && seen.ball.is_some() {
            let Ok(found) = self.explained(seen) else {
                return Endings::Elsewhere;
            };
            let lines: Known = found.lines.iter().map(|line| (*line, Evidence::Seen)).collect();
            return Endings::Possible(self.by_field(lines));
        }
        // What may be writing is no evidence of an end, but an end that leaves it out is not what is seen.
        let drawn: Vec<Edge> = self.fresh(seen).collect();
        Endings::Possible(self.unseen_field_endings(Some(&self.without_strangers(seen)), &drawn))
    }

    /// The reading without lines that may be writing on what lies over the field, or its rim: those that meet one that cannot be
    /// told and is none of the game's.
    fn without_strangers(&self, seen: &Observation) -> Observation {
        let hidden: Vec<Edge> = self.hidden(seen).collect();
        let meets = |line: &Edge| {
            let mut ends = hidden.iter().flat_map(|edge| [edge.from(), edge.to()]);
            ends.any(|end| line.leaving(end).is_some())
        };
        let mut believed = seen.clone();
        for stranger in self.fresh(seen).filter(meets) {
            believed.put(stranger, Content::Uncertain);
        }
        believed
    }

    /// Whether a line of the game is seen not to be there.
    fn is_belied(&self, seen: &Observation) -> bool {
        let is_drawn = |edge: Edge| edge.is_drawn(self.position.lines());
        seen.edges(Content::Blank).any(is_drawn)
    }

    /// What lines that are all told make of the game.
    fn by_field(&self, lines: Known) -> Vec<FieldEnding> {
        self.shown_by(&lines).map_or_else(
            || self.word_of(&lines).into_iter().collect(),
            |ending| vec![ending],
        )
    }

    /// The end that the field shows after these lines, if it is one and the client says the same. What is seen whole needs no
    /// word of the client.
    fn shown_by(&self, lines: &Known) -> Option<FieldEnding> {
        let mut position = self.position.clone();
        for (line, _) in lines {
            position.play(*line).ok()?;
        }
        let outcome = position.outcome()?;
        let verdict = Verdict::from(&outcome);
        let ending = Ending {
            plies: lines.clone(),
            verdict,
        };
        let is_said = self.is_said_of(outcome.winner) && self.may_be_by_board();
        (is_said || ending.is_seen()).then_some(ending)
    }

    /// The same plies, and how it ended by the client's word alone.
    fn word_of(&self, lines: &Known) -> Option<FieldEnding> {
        let verdict = self.verdict_of(self.told()?);
        Some(Ending {
            plies: lines.clone(),
            verdict,
        })
    }

    /// What is possible where lines are hidden that may have been drawn: our click, a whole turn of the opponent's.
    fn unseen_field_endings(&self, seen: Option<&Observation>, drawn: &[Edge]) -> Vec<FieldEnding> {
        let may_be = |edge: Edge| match seen.and_then(|seen| seen.content(edge)) {
            Some(Content::Blank) => None,
            Some(Content::Drawn) => Some(Evidence::Seen),
            Some(Content::Uncertain) | None => Some(Evidence::Inferred),
        };
        let mut position = self.position.clone();
        let mut ours = Known::new();
        if let (Some(line), Some(edge)) = (self.clicked_play(), self.clicked_line())
            && let Some(evidence) = may_be(edge)
            && position.play(line).is_ok()
        {
            let evidence = match evidence {
                Evidence::Inferred => Evidence::Clicked,
                seen => seen,
            };
            ours.push((line, evidence));
        }
        let mut endings: Vec<FieldEnding> = self.shown_by(&ours).into_iter().collect();
        let is_theirs = position.outcome().is_none() && position.turn() != self.own_seat;
        if endings.is_empty() && is_theirs {
            endings.extend(self.last_turns(&position, &ours, drawn, &may_be));
        }
        // It may as well have ended without a click that may not have been heard, unless the field is said to tell it.
        let hangs_on_doubt = endings.iter().any(|ending| self.hangs_on_doubt(ending));
        if endings.is_empty() || hangs_on_doubt && self.told_by() != Some(EndedBy::Board) {
            let seen_only: Known = ours.into_iter().filter(|(_, known)| known.is_seen()).collect();
            endings.extend(self.word_of(&seen_only));
        }
        endings
    }

    /// Whether a turn of the opponent's may be taken to have been drawn that was not seen whole: who wins without a word on how it
    /// came does so because the other ran out of time or left, and hardly ever by the other's own goal.
    fn is_credible(&self, ending: &FieldEnding) -> bool {
        ending.is_seen()
            || ending.verdict.winner != Some(self.own_seat)
            || self.told_by() == Some(EndedBy::Board)
    }

    /// Turns of the opponent's that end the game as the client says, and that what is seen allows. Where there are many, two of
    /// them stand for all.
    fn last_turns(
        &self,
        position: &Position,
        ours: &Known,
        drawn: &[Edge],
        may_be: &dyn Fn(Edge) -> Option<Evidence>,
    ) -> Vec<FieldEnding> {
        let mut lines = *position.lines();
        if self.told().is_none() || turn::count(&mut lines, CHOICES_MAX) >= CHOICES_MAX {
            return Vec::new();
        }
        let Rules { pitch, .. } = position.rules();
        let from = position.ball();
        let mut endings = Vec::new();
        turn::for_each_distinct(&mut lines, &mut |_, way, rest| {
            if rest == Rest::Open || endings.len() > 1 {
                return;
            }
            let mut ball = from;
            let mut known = ours.clone();
            let mut unmet: Vec<Edge> = drawn.to_vec();
            for &line in way {
                let Some(edge) = Edge::new(pitch, ball, line) else {
                    return;
                };
                let (Some(evidence), Some((to, _))) = (may_be(edge), edge.leaving(ball)) else {
                    return;
                };
                unmet.retain(|seen| *seen != edge);
                known.push((line, evidence));
                ball = to;
            }
            let own = self.clicked_line();
            if unmet.iter().all(|edge| Some(*edge) == own) {
                endings.extend(self.shown_by(&known).filter(|ending| self.is_credible(ending)));
            }
        });
        endings
    }
}

/// Whether the field itself shows it.
pub(crate) fn ends_on_field(ending: &FieldEnding) -> bool {
    matches!(ending.verdict.reason, Reason::Goal | Reason::Blocked)
}
