//! A game in hand while something lies over its board: what may be believed of the cells that can still be told.

use referee::{
    gomoku::{Move, Position},
    point::Point,
    position::Position as _,
};
use vision::{
    observation::{Content, Observation},
    reconcile,
};

use super::{
    super::{FADING_MAX, Phase},
    LiveGame, Standing,
    cover::Reach,
    stones,
};
use crate::{event::Action, trouble::Trouble};
use profile::bounds::{Bounds, COVERED_CELLS};

/// A stone may be hidden by what lies so near to it.
const NEAR: u8 = 2;

impl LiveGame<Position> {
    /// Weighs a reading that stays as it is although some cells cannot be told. Those are taken for what they were where
    /// the stones that can be told account for every move that can have been made; `None` where they do not.
    ///
    /// # Errors
    /// As [`LiveGame::saw`].
    pub(crate) fn saw_unclear(
        &mut self,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action>,
    ) -> Result<Option<Standing>, Trouble> {
        if self.is_resumed
            && let over @ Standing::Over(_) = self.end_by_line(&self.in_own_colors(seen), now_ms, out)
        {
            return Ok(Some(over));
        }
        let unclear = || {
            seen.points()
                .filter(|&point| seen.content(point) == Content::Uncertain)
        };
        // Whoever comes back knows no stones at first, and refuses whole boards: nothing lies over them.
        let is_unread = self.is_resumed && seen.refused.is_some();
        if is_unread && let Some(recognition) = self.recognise(seen) {
            return self.saw_unread(&recognition, now_ms, bounds, may_click, out);
        }
        if let (Phase::Ready { .. } | Phase::Deciding { .. }, false) = (&self.phase, is_unread) {
            self.notes.veiled = unclear().collect();
        }
        let believed = self.without_strangers(seen);
        if self.is_beginless(&believed) {
            return Ok(None);
        }
        let filled = reconcile::fill(&self.position, &self.in_own_colors(&believed));
        let Ok(moves) = reconcile::explain(&self.position, &filled) else {
            // Only what could not be told before may hide: a dialog may hide what was taken back.
            let known = unclear().all(|point| self.notes.covered.contains(&point));
            let back = known && self.went_back(&self.in_own_colors(seen), now_ms, out);
            return Ok(back.then(|| self.standing()));
        };
        let clicked = self.clicked().map(Move::Place);
        let most = match clicked {
            Some(_) => 2,
            None => usize::from(self.position.turn() != self.own_seat),
        };
        let own_first = clicked.is_some() && moves.first() == clicked.as_ref();
        if moves.len() != most && !own_first && !self.is_resumed {
            return Ok(None);
        }
        // A stone that was about to come where nothing can be told now is the older one.
        let is_hidden = |point: &Point| {
            seen.content(*point) == Content::Uncertain && !moves.contains(&Move::Place(*point))
        };
        let hidden = unclear().count();
        let is_covered = hidden > COVERED_CELLS;
        if is_covered && !moves.is_empty() && !own_first && self.notes.stirred.iter().any(is_hidden) {
            return Ok(None);
        }
        // What looks like a stone is not believed here, and not clicked upon either; nor is what lies over the board.
        let is_taken = |point: Point| match seen.content(point) {
            Content::Stone(_) => true,
            Content::Uncertain => is_covered,
            Content::Empty => false,
        };
        // What is to be played there waits for it to go, or it is the stone itself, clicked before a break: that is no board as it
        // should be.
        let is_due = matches!(self.phase, Phase::Ready { .. });
        if moves.is_empty() && is_due && self.phase.target().is_some_and(is_taken) {
            return Ok(None);
        }
        let may_click = may_click && !self.phase.target().is_some_and(is_taken);
        let clicked_before = self.phase.clicked_ms();
        let standing = self.weigh(&filled, &moves, now_ms, bounds, may_click, out)?;
        if believed == *seen && !is_unread {
            self.notes.covered = unclear().collect();
        }
        self.doubt_click_under(hidden, clicked_before);
        if !moves.is_empty() {
            let truth = self.with_unread_stones(&believed).unwrap_or(believed);
            out.push(Action::Learn(Some(Box::new(truth))));
        }
        Ok(Some(standing))
    }

    /// Most of the stones cannot be told, and nothing but stones: nothing lies over the board, the client shows them in another
    /// look. Then the game tells which they are.
    fn with_unread_stones(&self, seen: &Observation) -> Option<Observation> {
        let unclear: Vec<Point> = seen
            .points()
            .filter(|&point| seen.content(point) == Content::Uncertain)
            .collect();
        let stones = seen
            .points()
            .filter(|&point| self.position.stone(point).is_some())
            .count();
        let are_stones = unclear.iter().all(|point| self.position.stone(*point).is_some());
        let are_many = unclear.len() > FADING_MAX && 2 * unclear.len() >= stones;
        (are_stones && are_many).then(|| self.with_stones_of_game(seen, self.is_swapped(seen)))
    }

    /// The reading without stones that came together with something over the board: a stone that is no part of the game
    /// yet, where that lies or along its rim, may be a picture in a line of news; so may one beside such a stone. Ours is no
    /// exception: a dialog may come in place of what was clicked. What stood there before anything was over the board is no
    /// such picture, nor is what came when that lay there already.
    pub(super) fn without_strangers(&self, seen: &Observation) -> Observation {
        let unclear = |point: Point| seen.content(point) == Content::Uncertain;
        // What came last, and what shows where nothing could be told as long as something is there still.
        let near = |a: Point, b: Point| a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)) <= NEAR;
        let hidden = |point: Point| {
            let showing = matches!(seen.content(point), Content::Stone(_));
            showing && seen.points().any(|cell| unclear(cell) && near(cell, point))
        };
        let is_over = |point: &Point| match self.notes.covered.contains(point) {
            true => hidden(*point),
            false => unclear(*point),
        };
        let mut reach = Reach::of(seen.points().filter(is_over));
        let placed = stones(seen).into_iter().map(|(point, _)| point);
        let mut strangers: Vec<Point> = placed
            .filter(|point| self.position.stone(*point).is_none() && !self.notes.told.contains(point))
            .filter(|point| !self.notes.cover.is_older_than(*point))
            .collect();
        let mut believed = seen.clone();
        let mut doubtful = strangers.iter().filter(|point| reach.takes_in(**point));
        if let (Some(only), None) = (doubtful.next(), doubtful.next())
            && self.notes.cover.lasts()
            && reach.is_beside(*only)
        {
            return believed;
        }
        while let Some(index) = strangers.iter().position(|point| reach.takes_in(*point)) {
            let stranger = strangers.swap_remove(index);
            believed.put(stranger, Content::Uncertain);
            reach.extend(stranger);
        }
        believed
    }
}
