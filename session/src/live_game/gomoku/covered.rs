//! A game in hand while something lies over its board: what may be believed of the cells that can still be told.

use referee::{
    color::Color,
    gomoku::{
        Move, Position,
        line::{Direction, Run},
    },
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
/// Stones that make a game known by where something stands at all.
const KNOWN_BY: usize = 8;
/// The same where the client tells that a game is over, which hardly is another one.
const KNOWN_BY_WHEN_OVER: usize = 4;
/// Points of the smallest dialog.
const DIALOG_LEAST: usize = 6;
/// Stones in a row that win.
const FIVE: u8 = 5;
/// Plies that may have come since: ours, and the answer.
const NEWS_MAX: usize = 2;

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
            return self
                .saw_unread(&recognition, now_ms, bounds, may_click, out)
                .map(Some);
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

    /// What stands on a board of which no stone can be told, if it can only be this game: something shows wherever it has a stone,
    /// and next to nowhere else. What was played since cannot be told.
    pub(crate) fn recognised(&self, seen: &Observation) -> Option<Observation> {
        self.recognise(seen).map(Recognition::lesson)
    }

    /// The same, with what makes it so.
    pub(super) fn recognise(&self, seen: &Observation) -> Option<Recognition> {
        let size = self.position.size();
        let is_told = !stones(seen).is_empty();
        let known_by = match self.is_told_over() {
            true => KNOWN_BY_WHEN_OVER,
            false => KNOWN_BY,
        };
        if is_told || (seen.columns, seen.rows) != (size, size) || self.position.plies() < known_by {
            return None;
        }
        let mut truth = Observation::unknown(size, size);
        let looks_empty = |point: &Point| seen.content(*point) == Content::Empty || seen.bare.contains(point);
        for point in seen.points().filter(looks_empty) {
            truth.put(point, Content::Empty);
        }
        // Stones hang over into the points beside them, and so does a line that is drawn over them.
        let beside = |a: Point, b: Point| a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)) <= 1;
        let is_beside_stone = |point: Point| {
            seen.points()
                .any(|stone| self.position.stone(stone).is_some() && beside(stone, point))
        };
        let lines = self.lines_through_news(&truth);
        let dialogs = self.dialogs(&truth);
        let is_beside_line = |point: Point| lines.iter().any(|&stone| beside(stone, point));
        let (mut news, mut hung_over) = (0, 0);
        for point in seen.points() {
            match (self.position.stone(point), truth.content(point)) {
                (Some(_), Content::Empty) => return None,
                (Some(color), _) => truth.put(point, Content::Stone(color)),
                (None, Content::Uncertain) if is_beside_line(point) || dialogs.contains(&point) => {}
                (None, Content::Uncertain) if is_beside_stone(point) => hung_over += 1,
                (None, Content::Uncertain) => news += 1,
                (None, _) => {}
            }
        }
        (news <= NEWS_MAX && 2 * hung_over <= self.position.plies()).then_some(Recognition { truth, lines })
    }

    /// Points under whole rectangles that lie clear of every stone of the game: no stones look so.
    fn dialogs(&self, seen: &Observation) -> Vec<Point> {
        let unclear = |point: &Point| seen.content(*point) == Content::Uncertain;
        let mut left: Vec<Point> = seen.points().filter(unclear).collect();
        let mut dialogs = Vec::new();
        while let Some(first) = left.pop() {
            let mut piece = vec![first];
            let mut grown = 0;
            while let Some(&from) = piece.get(grown) {
                grown += 1;
                let beside = |point: &mut Point| point.x.abs_diff(from.x) + point.y.abs_diff(from.y) == 1;
                piece.extend(left.extract_if(.., beside));
            }
            let span = |of: fn(&Point) -> u8| {
                let (least, most) = (piece.iter().map(of).min(), piece.iter().map(of).max());
                usize::from(most.unwrap_or_default() - least.unwrap_or_default()) + 1
            };
            let is_whole = span(|point| point.x) * span(|point| point.y) == piece.len();
            let has_stone = piece.iter().any(|&point| self.position.stone(point).is_some());
            if is_whole && !has_stone && piece.len() >= DIALOG_LEAST {
                dialogs.extend(piece);
            }
        }
        dialogs
    }

    /// Where stones and something else that stands there make rows that win.
    fn lines_through_news(&self, seen: &Observation) -> Vec<Point> {
        let mut board = self.position.board().clone();
        let mut lines = Vec::new();
        let news = seen.points().filter(|&point| {
            seen.content(point) == Content::Uncertain && self.position.stone(point).is_none()
        });
        for point in news {
            for color in [Color::Black, Color::White] {
                board.put(point, color);
                let runs = Direction::ALL.map(|direction| Run::through(&board, point, direction));
                for run in runs.into_iter().flatten().filter(|run| run.length >= FIVE) {
                    lines.extend(run.points());
                }
                board.take(point);
            }
        }
        lines
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

/// A board of which no stone can be told, as it must be.
#[derive(Clone, Debug)]
pub(super) struct Recognition {
    /// The game's stones, in its own colours, the points that look empty, and what cannot be told.
    pub(super) truth: Observation,
    /// Points of rows that win with what cannot be told.
    pub(super) lines: Vec<Point>,
}

impl Recognition {
    /// The stones but those of lines: a line that is drawn over them is no look of stones. All of them where that would leave none of a
    /// colour.
    pub(super) fn lesson(self) -> Observation {
        let mut bare = self.truth.clone();
        for &point in &self.lines {
            bare.put(point, Content::Uncertain);
        }
        let has = |color: Color| stones(&bare).iter().any(|(_, other)| *other == color);
        if has(Color::Black) && has(Color::White) {
            bare
        } else {
            self.truth
        }
    }
}
