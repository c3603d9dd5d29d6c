//! How a game of Gomoku may have ended, by one picture and the client's word. A part of the live game; pure as the rest of it.

use profile::screen::EndedBy;
use referee::{
    gomoku::{self, Move},
    point::Point,
    position::Position as _,
    record::Evidence,
    verdict::{Reason, Verdict},
};
use vision::observation::{Content, Observation};

use super::stones;
use crate::live_game::{Ending, Endings, FADING_MAX, LiveGame, Phase};

/// A way in which a game may have ended.
type BoardEnding = Ending<Move>;

/// Plies and how each is known.
type Line = Vec<(Point, Evidence)>;

fn ending(line: &[(Point, Evidence)], verdict: Verdict) -> BoardEnding {
    let plies = line
        .iter()
        .map(|&(point, evidence)| (Move::Place(point), evidence));
    Ending {
        plies: plies.collect(),
        verdict,
    }
}

impl LiveGame<gomoku::Position> {
    /// Takes note of a picture that need not be settled: what stirs on a board on which nothing lies may be the last stone,
    /// which a dialog covers before it is there. A click whose stone should be there, and is not, is no evidence.
    pub(crate) fn glimpse(&mut self, seen: &Observation, now_ms: u64) {
        self.notes.cover.look(seen, now_ms);
        if seen.uncertain() > FADING_MAX {
            return;
        }
        if self.position.history().is_empty() {
            self.notes.black_is = self.kind_of_first(seen).or(self.notes.black_is);
        }
        if let Phase::Pending {
            decision, clicked_ms, ..
        } = &self.phase
        {
            match seen.content(decision.target) {
                Content::Stone(_) => self.heard.shows(*clicked_ms, now_ms),
                Content::Empty if self.heard.is_overdue(*clicked_ms, now_ms) => self.doubt_click(),
                Content::Empty | Content::Uncertain => {}
            }
        }
        let fresh =
            |point: &Point| self.position.stone(*point).is_none() && seen.content(*point) != Content::Empty;
        let stirred: Vec<Point> = seen.points().filter(fresh).collect();
        if stirred.len() <= FADING_MAX {
            self.notes.stirred = stirred;
        }
    }

    /// Whether a picture that tells of some cells that they are empty shows none of the game's stones.
    pub(crate) fn shows_no_stone(&self, seen: &Observation) -> bool {
        let is_known = |point: Point| {
            self.position.stone(point).is_some() && matches!(seen.content(point), Content::Stone(_))
        };
        let is_empty = |point: Point| seen.content(point) == Content::Empty;
        seen.points().any(is_empty) && !seen.points().any(is_known)
    }

    /// Every ending that this picture and the client's word allow: those that the board itself shows if there are any,
    /// else the one that the client's word alone makes of what is seen.
    pub(crate) fn board_endings(&self, seen: &Observation) -> Endings<Move> {
        let as_seen = self.endings_in(seen);
        if let Endings::Possible(endings) = &as_seen
            && endings.iter().any(ends_on_board)
        {
            return as_seen;
        }
        // A stone that ends nothing may be a picture in what lies over the board.
        self.endings_in(&self.without_strangers(seen))
    }

    fn endings_in(&self, seen: &Observation) -> Endings<Move> {
        let size = self.position.size();
        if (seen.columns, seen.rows) != (size, size) {
            return Endings::Elsewhere;
        }
        let seen = &self.in_own_colors(seen);
        let belies = |point: Point| match (self.position.stone(point), seen.content(point)) {
            (Some(known), Content::Stone(color)) => known != color,
            (Some(_), Content::Empty) => true,
            _ => false,
        };
        if seen.points().any(belies) {
            return Endings::Elsewhere;
        }
        let fresh: Vec<Point> = stones(seen)
            .into_iter()
            .map(|(point, _)| point)
            .filter(|point| self.position.stone(*point).is_none())
            .collect();
        let mut lines = Vec::new();
        self.extend(&self.position, &[], seen, &mut lines);
        lines.retain(|line| {
            fresh
                .iter()
                .all(|point| line.iter().any(|(placed, _)| placed == point))
        });
        if lines.is_empty() {
            return Endings::Elsewhere;
        }
        let shown: Vec<BoardEnding> = lines.iter().filter_map(|line| self.shown_by(line)).collect();
        if !shown.is_empty() {
            let mut endings = self.narrowed(shown);
            // It may as well have ended without a click that may not have been heard, unless the board is said to tell it.
            let is_by_board = self.told_by() == Some(EndedBy::Board);
            if !is_by_board && endings.iter().any(|ending| self.hangs_on_doubt(ending)) {
                lines.retain(|line| line.iter().all(|(_, evidence)| evidence.is_seen()));
                endings.extend(self.by_word(&lines));
            }
            return Endings::Possible(endings);
        }
        Endings::Possible(self.by_word(&lines))
    }

    /// Adds every line of play that may follow `line`, which leads to `position`, by what is seen: our move in the air, then
    /// the opponent's.
    fn extend(
        &self,
        position: &gomoku::Position,
        line: &[(Point, Evidence)],
        seen: &Observation,
        lines: &mut Vec<Line>,
    ) {
        lines.push(line.to_vec());
        if position.outcome().is_some() {
            return;
        }
        let ours = position.turn() == self.own_seat;
        let own_first = usize::from(self.position.turn() == self.own_seat);
        if line.len() > own_first {
            return;
        }
        // What was clicked before a break is not known.
        let is_unknown = ours && self.may_have_clicked && self.clicked().is_none();
        let candidates: Vec<Point> = match ours && !is_unknown {
            true => self.clicked().into_iter().collect(),
            false => seen.points().collect(),
        };
        for point in candidates {
            if seen.content(point) == Content::Empty {
                continue;
            }
            let mut next = position.clone();
            if next.play(Move::Place(point)).is_err() {
                continue;
            }
            let evidence = match seen.content(point) {
                Content::Stone(color) if color == position.to_place() => Evidence::Seen,
                Content::Empty | Content::Stone(_) => continue,
                Content::Uncertain if ours && !is_unknown => Evidence::Clicked,
                // Such a stone may be anywhere; only one that ends the game is told by the result.
                Content::Uncertain if next.outcome().is_some() => Evidence::Inferred,
                Content::Uncertain => continue,
            };
            let mut longer = line.to_vec();
            longer.push((point, evidence));
            self.extend(&next, &longer, seen, lines);
        }
    }

    /// The ending that the board shows after `line`, if it is one and the client says the same. What is seen whole needs no
    /// word of the client.
    fn shown_by(&self, line: &[(Point, Evidence)]) -> Option<BoardEnding> {
        let mut position = self.position.clone();
        for (point, _) in line {
            position.play(Move::Place(*point)).ok()?;
        }
        let outcome = position.outcome()?;
        let shown = ending(line, Verdict::from(&outcome));
        let is_said = self.is_said_of(outcome.winner) && self.may_be_by_board();
        (is_said || shown.is_seen()).then_some(shown)
    }

    /// Of several endings, the one whose stones stirred before something came over the board.
    fn narrowed(&self, endings: Vec<BoardEnding>) -> Vec<BoardEnding> {
        if endings.len() < 2 {
            return endings;
        }
        let seen: Vec<BoardEnding> = endings
            .iter()
            .filter(|ending| ending.is_seen())
            .cloned()
            .collect();
        if seen.len() == 1 {
            return seen;
        }
        let stirred = |ending: &&BoardEnding| {
            let hidden = |(_, evidence): &&(Move, Evidence)| *evidence == Evidence::Inferred;
            let mut inferred = ending.plies.iter().filter(hidden);
            inferred.all(|(play, _)| matches!(play, Move::Place(point) if self.notes.stirred.contains(point)))
        };
        let mut narrowed = endings.iter().filter(stirred);
        match (narrowed.next(), narrowed.next()) {
            (Some(only), None) => vec![only.clone()],
            _ => endings,
        }
    }

    /// The endings by the client's word alone: of what is seen, and the same with our click, if it is hidden whether that
    /// counted.
    fn by_word(&self, lines: &[Line]) -> Vec<BoardEnding> {
        let Some(meaning) = self.told() else {
            return Vec::new();
        };
        let seen_alone = |line: &&Line| line.iter().all(|(_, evidence)| evidence.is_seen());
        let longest = lines.iter().filter(seen_alone).max_by_key(|line| line.len());
        let Some(line) = longest.or_else(|| lines.iter().min_by_key(|line| line.len())) else {
            return Vec::new();
        };
        let clicked = lines.iter().find(|longer| {
            longer.split_last().is_some_and(|((_, evidence), before)| {
                *evidence == Evidence::Clicked && before == line.as_slice()
            })
        });
        let verdict = self.verdict_of(meaning);
        // Of a game without a result, nobody asks for the last stone.
        let clicked = clicked.filter(|_| verdict != Verdict::ABORTED);
        let told = |plies: &Line| ending(plies, verdict);
        std::iter::once(line).chain(clicked).map(told).collect()
    }
}

/// Whether the stones themselves show it.
pub(crate) fn ends_on_board(ending: &BoardEnding) -> bool {
    matches!(
        ending.verdict.reason,
        Reason::Five | Reason::BoardFull | Reason::Forbidden
    )
}
