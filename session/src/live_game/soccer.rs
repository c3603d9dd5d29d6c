//! A game of Paper Soccer in hand: what readings of its field say. A ply is one line; the opponent's lines count when the turn
//! that they belong to is over, as some clients let a player take lines back until then. A part of the live game; pure as the
//! rest of it.

mod endings;

use referee::{
    position::Position as _,
    seat::Seat,
    soccer::{Direction, Node, Position, turn::Turn},
    verdict::Reason,
};
use vision::pitch::{
    edge::Edge,
    observation::{Content, Observation, opposite},
    reconcile::{self, BallRest, DrawnTurns, Mismatch},
    trail,
};

use super::{LiveGame, Standing};
use crate::{event::Action, readable::FieldTarget, trouble::Trouble};
use profile::bounds::Bounds;

pub(crate) use self::endings::ends_on_field;

/// What is known of a game of Paper Soccer besides its plies.
#[derive(Clone, Copy, Debug)]
pub struct FieldNotes {
    /// Whether the client shows the field the other way round than the rules have it.
    is_turned: bool,
}

impl FieldNotes {
    /// By who attacks the goal at the top.
    pub(crate) fn new(own_seat: Seat, bounds: &Bounds) -> FieldNotes {
        FieldNotes {
            is_turned: bounds.attacks.is_turned(own_seat),
        }
    }
}

impl LiveGame<Position> {
    /// The reading as the rules have the field.
    pub(crate) fn as_ruled(&self, seen: &Observation) -> Observation {
        match self.notes.is_turned {
            true => seen.turned(),
            false => seen.clone(),
        }
    }

    /// Where a line from the ball leads, as the client shows the field.
    pub(crate) fn field_target(&self, line: Direction) -> FieldTarget {
        let pitch = self.position.rules().pitch;
        let shown = |node: Node| match self.notes.is_turned {
            true => opposite(pitch, node),
            false => node,
        };
        let from = self.position.ball();
        let mut after = self.position.clone();
        let is_legal = after.play(line).is_ok();
        let ends_turn = !is_legal || after.outcome().is_some() || after.turn() != self.position.turn();
        let to = if is_legal { after.ball() } else { from };
        FieldTarget::new(pitch, shown(from), shown(to), ends_turn)
    }

    /// The line that was clicked, while the click is in the air.
    pub(crate) fn clicked_line(&self) -> Option<Edge> {
        let line = self.clicked_play()?;
        Edge::new(self.position.rules().pitch, self.position.ball(), line)
    }

    pub(crate) fn saw_field(
        &mut self,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action<Position>>,
    ) -> Result<Standing, Trouble> {
        let seen = self.as_ruled(seen);
        match self.explained(&seen) {
            Ok(found) => {
                let lines = self.settled(&found);
                let standing = self.weigh(&seen, lines, now_ms, bounds, may_click, out)?;
                self.is_resumed = false;
                self.doubt_own_goal(standing, out);
                Ok(standing)
            }
            Err(_) if self.went_back(&seen, now_ms, out) => Ok(self.standing()),
            Err(mismatch) => self.unexplained(&seen, mismatch.to_string(), now_ms, bounds, out),
        }
    }

    /// The lines that lead to what is seen. A way around that was drawn by two turns can be told in both directions: what we
    /// clicked came first.
    pub(super) fn explained(&self, seen: &Observation) -> Result<DrawnTurns, Mismatch> {
        let found = reconcile::explain(&self.position, seen)?;
        let is_other = |line: &Direction| found.lines.first().is_some_and(|first| first != line);
        let clicked = self.clicked_play().filter(is_other);
        let after_click = clicked.and_then(|line| self.explained_after(line, seen));
        Ok(after_click.unwrap_or(found))
    }

    /// The same, where this line was drawn first.
    fn explained_after(&self, line: Direction, seen: &Observation) -> Option<DrawnTurns> {
        let mut after = self.position.clone();
        after.play(line).ok()?;
        let mut found = reconcile::explain(&after, seen).ok()?;
        found.lines.insert(0, line);
        found.turns.insert(0, (self.own_seat, Turn::new(vec![line])?));
        Some(found)
    }

    /// Whoever attacks the other goal than the profile says seems to play into its own.
    fn doubt_own_goal(&self, standing: Standing, out: &mut Vec<Action<Position>>) {
        let last = self.position.drawn().next_back().map(|(seat, _)| seat);
        let Standing::Over(verdict) = standing else {
            return;
        };
        if verdict.reason == Reason::Goal
            && last == Some(!self.own_seat)
            && verdict.winner == Some(self.own_seat)
        {
            out.push(Action::Fault {
                kind: "own_goal",
                detail: "the opponent played into its own goal; if that happens often, the field is shown the other way round \
                         than [board.field] attacks says"
                    .to_owned(),
            });
        }
    }

    /// Of the lines that were drawn, those that will not be taken back: ours, and the opponent's whole turns.
    fn settled<'a>(&self, found: &'a DrawnTurns) -> &'a [Direction] {
        let last = found.turns.last();
        let is_open = found.rest != BallRest::Finished;
        let open = last
            .filter(|(seat, _)| is_open && *seat != self.own_seat)
            .map_or(0, |(_, turn)| turn.directions().len());
        &found.lines[..found.lines.len() - open]
    }

    /// A field of which some lines cannot be told, as something lies over them: what is seen counts where none of the hidden
    /// lines touches it.
    pub(crate) fn saw_unclear_field(
        &mut self,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action<Position>>,
    ) -> Result<Option<Standing>, Trouble> {
        let seen = self.as_ruled(seen);
        let Some(lines) = self.told_lines(&seen) else {
            return Ok(None);
        };
        let target = self.phase.decision().map(|decision| decision.play);
        let next = target.and_then(|line| Edge::new(seen.pitch, self.position.ball(), line));
        let is_hidden = next.is_some_and(|edge| seen.content(edge) != Some(Content::Blank));
        let clicked_before = self.phase.clicked_ms();
        let standing = self.weigh(&seen, &lines, now_ms, bounds, may_click && !is_hidden, out)?;
        self.doubt_click_under(self.hidden(&seen).count(), clicked_before);
        Ok(Some(standing))
    }

    /// The lines that were drawn, where all that could belong to them can be told. What the game knows to be drawn hides nothing,
    /// and a ball that cannot be told lies where they lead.
    fn told_lines(&self, seen: &Observation) -> Option<Vec<Direction>> {
        if seen.refused.is_some() {
            return None;
        }
        let mut filled = reconcile::fill(&self.position, seen);
        if filled.ball.is_none() {
            filled.ball = Some(self.led_to(&filled)?);
        }
        let found = self.explained(&filled).ok()?;
        let hidden: Vec<Edge> = self.hidden(seen).collect();
        let mut trial = self.position.clone();
        let touches = |trial: &Position| hidden.iter().any(|edge| edge.leaving(trial.ball()).is_some());
        let mut is_touched = touches(&trial);
        for &line in &found.lines {
            trial.play(line).ok()?;
            is_touched |= touches(&trial);
        }
        (!is_touched).then(|| self.settled(&found).to_vec())
    }

    /// Lines that are seen and are none of the game's yet.
    fn fresh(&self, seen: &Observation) -> impl Iterator<Item = Edge> {
        self.not_of_game(seen, Content::Drawn)
    }

    /// Lines that cannot be told and are none of the game's.
    fn hidden(&self, seen: &Observation) -> impl Iterator<Item = Edge> {
        self.not_of_game(seen, Content::Uncertain)
    }

    fn not_of_game(&self, seen: &Observation, content: Content) -> impl Iterator<Item = Edge> {
        let is_unknown = |edge: &Edge| !edge.is_drawn(self.position.lines());
        seen.edges(content).filter(is_unknown)
    }

    /// Where the lines lead that were drawn since the ball lay where the game has it.
    fn led_to(&self, seen: &Observation) -> Option<Node> {
        let drawn: Vec<Edge> = self.fresh(seen).collect();
        trail::end(seen.pitch, self.position.ball(), &drawn, &[])
            .ok()
            .flatten()
    }

    /// As [`LiveGame::saw_field`], after a break.
    pub(crate) fn catch_up_field(
        &mut self,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        out: &mut Vec<Action<Position>>,
    ) -> bool {
        let seen = self.as_ruled(seen);
        let Ok(found) = reconcile::explain(&self.position, &seen) else {
            return self.resume_taken_back(&seen, now_ms, bounds, out);
        };
        let lines = self.settled(&found).to_vec();
        self.resume(now_ms);
        for line in lines {
            self.confirm(line, now_ms, out);
        }
        true
    }

    /// Takes note of a picture that need not be settled: a click whose line should be there, and is not, is no evidence.
    pub(crate) fn glimpse_field(&mut self, seen: &Observation, now_ms: u64) {
        let seen = self.as_ruled(seen);
        let (Some(line), Some(clicked_ms)) = (self.clicked_line(), self.phase.clicked_ms()) else {
            return;
        };
        if seen.refused.is_some() || seen.pitch != self.position.rules().pitch {
            return;
        }
        match seen.content(line) {
            Some(Content::Drawn) => self.heard.shows(clicked_ms, now_ms),
            Some(Content::Blank) if self.heard.is_overdue(clicked_ms, now_ms) => self.doubt_click(),
            _ => {}
        }
    }

    /// The position before the last turns, of so many at most, from which the opponent's next one, or none, leads to what is
    /// seen. None of ours can be there: nothing was clicked in that position.
    pub(crate) fn explain_back_field(
        &self,
        seen: &Observation,
        most: usize,
    ) -> Option<(Position, Vec<Direction>, usize)> {
        let mut base = self.position.clone();
        for gone in 1..=most {
            let (by, _) = base.drawn().next_back()?;
            while base.drawn().next_back().is_some_and(|(seat, _)| seat == by) {
                base.undo()?;
            }
            let Ok(found) = reconcile::explain(&base, seen) else {
                continue;
            };
            let is_theirs = found.turns.iter().all(|(seat, _)| *seat != self.own_seat);
            if is_theirs && found.turns.len() <= 1 {
                let lines = self.settled(&found).to_vec();
                return Some((base, lines, gone));
            }
        }
        None
    }

    /// How many of the game's lines can be told to be there, and how many it has.
    pub(crate) fn lines_shown(&self, seen: &Observation) -> (usize, usize) {
        let lines = self.position.lines();
        let seen = self.as_ruled(seen);
        let shown = seen.edges(Content::Drawn).filter(|edge| edge.is_drawn(lines));
        (shown.count(), self.position.plies())
    }

    /// Whether a field of which something can be told shows none of the game's lines.
    pub(crate) fn shows_no_line(&self, seen: &Observation) -> bool {
        let seen = self.as_ruled(seen);
        let is_known = |edge: &Edge| edge.is_drawn(self.position.lines());
        seen.edges(Content::Blank).next().is_some() && !seen.edges(Content::Drawn).any(|edge| is_known(&edge))
    }
}

#[cfg(test)]
mod tests;
