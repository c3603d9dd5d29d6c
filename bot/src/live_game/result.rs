//! How a game ended when the client tells its result, with or without something over the board: which endings the
//! confirmed plies, the click in the air, what can still be seen and the client's word allow. A part of the course; pure as
//! the rest of it.
//!
//! Nothing is invented: a ply is added where it is seen, where it is ours and was clicked, or where the told result
//! leaves no other. Where several endings are left, all are named and none is taken: what they have in common is the client's
//! word, and the result is kept by that, without the last ply.

use referee::{
    gomoku::{self, Move},
    point::Point,
    position::Position as _,
    record::Evidence,
    seat::Seat,
    verdict::{Reason, Verdict},
};
use vision::observation::{Content, Observation};

use super::{FADING_MAX, LiveGame, Phase, stones};
use crate::event::Action;
use profile::screen::Meaning;

/// For the pixels to follow the client's word: a last stone may be drawn after the result.
const WORD_MS: u64 = 1_000;
/// For the board to show behind a screen that was answered, before the game is given up because its end is hidden.
const HIDDEN_MS: u64 = 1_500;
/// An ending that is seen whole has to be the same for so long.
const SEEN_MS: u64 = 80;

/// One way in which the game may have ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    /// Plies that were not confirmed before, and how each is known.
    plies: Vec<(Point, Evidence)>,
    verdict: Verdict,
}

impl Ending {
    fn is_seen(&self) -> bool {
        self.plies.iter().all(|(_, evidence)| evidence.is_seen())
    }

    /// In words, for people.
    fn words(&self) -> String {
        let plies: Vec<String> = self.plies.iter().map(|(point, _)| point.to_string()).collect();
        match plies.is_empty() {
            true => self.verdict.to_string(),
            false => format!("{} after {}", self.verdict, plies.join(" ")),
        }
    }
}

/// The endings that are possible, by one picture.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Endings {
    /// The picture shows another board than that of the game: it tells nothing.
    Elsewhere,
    /// These.
    Possible(Vec<Ending>),
}

/// The client told a result.
#[derive(Clone, Debug)]
pub(super) struct Told {
    meaning: Meaning,
    since_ms: u64,
    /// What the last pictures allow, and since when they allow the same.
    possible: Option<(Vec<Ending>, u64)>,
    /// A stone may stand where the last picture shows nothing, or there was none.
    hides: bool,
    /// The board of the game is not to be seen any more.
    gone: bool,
    /// When the client's screen was answered in the hope that the board shows behind it.
    answered_ms: Option<u64>,
}

/// What came of a told result.
#[derive(Clone, Debug, PartialEq)]
pub enum Conclusion {
    /// It is waited for what the pictures show.
    Open,
    /// The end is hidden: the client's screen is to be answered, the board may show behind it.
    Hidden,
    /// The game ended so.
    Ended(Verdict),
    /// It ended in one of several ways: the verdict that they have in common, what the client says, and all of them in words.
    Unknown(Verdict, Meaning, String),
}

impl LiveGame {
    /// The client says that the game ended. Its first word counts.
    pub fn hear(&mut self, meaning: Meaning, now_ms: u64) {
        if !matches!(meaning, Meaning::Nothing | Meaning::Waiting) && self.told_over.is_none() {
            self.told_over = Some(Told {
                meaning,
                since_ms: now_ms,
                possible: None,
                hides: true,
                gone: false,
                answered_ms: None,
            });
        }
    }

    /// Whether the client said so.
    pub fn is_told_over(&self) -> bool {
        self.told_over.is_some()
    }

    /// Takes note of a picture that need not be settled: what stirs on a board on which nothing lies may be the last stone,
    /// which a dialog covers before it is there. A click whose stone should be there, and is not, is no evidence.
    pub fn glimpse(&mut self, seen: &Observation, now_ms: u64) {
        self.cover.look(seen, now_ms);
        if seen.uncertain() > FADING_MAX {
            return;
        }
        if self.position.history().is_empty() {
            self.black_is = self.kind_of_first(seen).or(self.black_is);
        }
        if let Phase::Pending {
            decision, clicked_ms, ..
        } = &self.phase
        {
            match seen.content(decision.point) {
                Content::Stone(_) => self.heard.shows(*clicked_ms, now_ms),
                Content::Empty if self.heard.is_overdue(*clicked_ms, now_ms) => self.doubt_click(),
                Content::Empty | Content::Uncertain => {}
            }
        }
        let fresh =
            |point: &Point| self.position.stone(*point).is_none() && seen.content(*point) != Content::Empty;
        let stirred: Vec<Point> = seen.points().filter(fresh).collect();
        if stirred.len() <= FADING_MAX {
            self.stirred = stirred;
        }
    }

    /// Weighs a picture of the board after the client told the result.
    pub fn weigh_end(&mut self, seen: &Observation, now_ms: u64, out: &mut Vec<Action>) {
        self.cover.look(seen, now_ms);
        // Behind the screen that was answered, the next game's board may be up already.
        let answered = self
            .told_over
            .as_ref()
            .is_some_and(|told| told.answered_ms.is_some());
        let shows_none = self.shows_no_stone(seen);
        let mut endings = self.endings(seen);
        if answered && shows_none {
            endings = Endings::Elsewhere;
        }
        // A take-back that was granted may come to light only now.
        if endings == Endings::Elsewhere
            && !shows_none
            && self.went_back(&self.in_own_colors(seen), now_ms, out)
        {
            endings = self.endings(seen);
        }
        let unclear =
            |point: Point| self.position.stone(point).is_none() && seen.content(point) == Content::Uncertain;
        let hides = seen.points().any(unclear);
        let Some(told) = &mut self.told_over else { return };
        match endings {
            Endings::Elsewhere => told.gone = true,
            Endings::Possible(endings) => {
                told.gone = false;
                told.hides = hides;
                let known = told.possible.take().filter(|(known, _)| *known == endings);
                told.possible = Some(known.unwrap_or((endings, now_ms)));
            }
        }
    }

    /// Whether a picture that tells of some cells that they are empty shows none of the game's stones.
    fn shows_no_stone(&self, seen: &Observation) -> bool {
        let is_known = |point: Point| {
            self.position.stone(point).is_some() && matches!(seen.content(point), Content::Stone(_))
        };
        let is_empty = |point: Point| seen.content(point) == Content::Empty;
        seen.points().any(is_empty) && !seen.points().any(is_known)
    }

    /// The client's screen is being answered because the end is hidden.
    pub fn look_behind(&mut self, now_ms: u64) {
        if let Some(told) = &mut self.told_over {
            told.answered_ms = Some(now_ms);
        }
    }

    /// The board is not up after the client told the result.
    pub fn lose_sight(&mut self) {
        if let Some(told) = &mut self.told_over {
            told.gone = true;
        }
    }

    /// What can be concluded at `now_ms` from the client's word and the pictures. Plies that are found are confirmed.
    pub fn conclude(&mut self, now_ms: u64, out: &mut Vec<Action>) -> Conclusion {
        let Some(told) = &self.told_over else {
            return Conclusion::Open;
        };
        let told_ms = now_ms.saturating_sub(told.since_ms);
        let (possible, same_ms) = match &told.possible {
            Some((possible, since_ms)) => (possible.clone(), now_ms.saturating_sub(*since_ms)),
            None => (self.unseen_endings(), 0),
        };
        let due = match (possible.as_slice(), told.answered_ms) {
            ([only], _) if only.is_seen() && ends_on_board(only) => same_ms >= SEEN_MS || told.gone,
            ([only], _) if ends_on_board(only) || !told.hides => told_ms >= WORD_MS,
            ([], _) => told_ms >= WORD_MS,
            // One of several, or by the client's word with some of the board hidden.
            (_, None) => {
                return match told_ms >= WORD_MS {
                    true => Conclusion::Hidden,
                    false => Conclusion::Open,
                };
            }
            (_, Some(answered_ms)) => told.gone || now_ms >= answered_ms + HIDDEN_MS,
        };
        if !due {
            return Conclusion::Open;
        }
        match possible.as_slice() {
            [only] => Conclusion::Ended(self.take(only.clone(), now_ms, out)),
            [] => Conclusion::Ended(self.verdict_of(told.meaning)),
            several => {
                let words: Vec<String> = several.iter().map(Ending::words).collect();
                Conclusion::Unknown(
                    self.verdict_of(told.meaning),
                    told.meaning,
                    format!(
                        "something lay over its last stone, and it ended in one of {} ways: {}",
                        several.len(),
                        words.join("; ")
                    ),
                )
            }
        }
    }

    /// Whether the game may have ended behind what lies over a part of the board: the next ply, ours in the air included, may be
    /// there and make five.
    pub fn may_have_ended(&self, seen: &Observation) -> bool {
        matches!(self.endings(seen), Endings::Possible(endings) if endings.iter().any(ends_on_board))
    }

    /// The end by stones alone, while something of which nothing is known lies over a part of the board: stones that make
    /// five and are seen, or, where `clicked_counts`, our own that was clicked.
    pub(super) fn end_under_cover(
        &mut self,
        seen: &Observation,
        clicked_counts: bool,
        now_ms: u64,
        out: &mut Vec<Action>,
    ) -> Option<Verdict> {
        let Endings::Possible(endings) = self.endings(seen) else {
            return None;
        };
        let counts = |ending: &Ending| {
            let known = |(_, evidence): &(Point, Evidence)| match evidence {
                Evidence::Seen => true,
                Evidence::Clicked => clicked_counts,
                Evidence::Inferred => false,
            };
            ends_on_board(ending) && ending.plies.iter().all(known) && !self.hangs_on_doubt(ending)
        };
        let mut known = endings.into_iter().filter(counts);
        match (known.next(), known.next()) {
            (Some(only), None) => Some(self.take(only, now_ms, out)),
            _ => None,
        }
    }

    /// The board is another one, and nothing tells what came of the game but our own click, which made five.
    pub(super) fn end_by_click(&mut self, now_ms: u64, out: &mut Vec<Action>) -> Option<Verdict> {
        let unseen = self.unseen_endings();
        let clicked = |ending: &Ending| {
            let ours = |(_, evidence): &(Point, Evidence)| *evidence == Evidence::Clicked;
            ending.verdict.winner == Some(self.own_seat)
                && !ending.plies.is_empty()
                && ending.plies.iter().all(ours)
                && !self.hangs_on_doubt(ending)
        };
        let only = unseen.into_iter().find(clicked)?;
        Some(self.take(only, now_ms, out))
    }

    fn take(&mut self, ending: Ending, now_ms: u64, out: &mut Vec<Action>) -> Verdict {
        for (point, evidence) in ending.plies {
            self.confirm_by(Move::Place(point), evidence, now_ms, out);
        }
        ending.verdict
    }

    /// What is possible when nothing of the board could be seen since the client told the result.
    fn unseen_endings(&self) -> Vec<Ending> {
        let size = self.position.size();
        match self.endings(&Observation::unknown(size, size)) {
            Endings::Possible(endings) => endings,
            Endings::Elsewhere => Vec::new(),
        }
    }

    /// Every ending that this picture and the client's word allow: those that the board itself shows if there are any,
    /// else the one that the client's word alone makes of what is seen.
    fn endings(&self, seen: &Observation) -> Endings {
        let as_seen = self.endings_in(seen);
        if let Endings::Possible(endings) = &as_seen
            && endings.iter().any(ends_on_board)
        {
            return as_seen;
        }
        // A stone that ends nothing may be a picture in what lies over the board.
        self.endings_in(&self.without_strangers(seen))
    }

    fn endings_in(&self, seen: &Observation) -> Endings {
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
        let shown: Vec<Ending> = lines.iter().filter_map(|line| self.shown_by(line)).collect();
        if !shown.is_empty() {
            let mut endings = self.narrowed(shown);
            // It may as well have ended without a click that may not have been heard.
            if endings.iter().any(|ending| self.hangs_on_doubt(ending)) {
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
        lines: &mut Vec<Vec<(Point, Evidence)>>,
    ) {
        lines.push(line.to_vec());
        if position.outcome().is_some() {
            return;
        }
        let ours = position.turn() == self.own_seat;
        let answered = line.iter().any(|(point, _)| Some(*point) != self.clicked());
        if answered {
            return;
        }
        let candidates: Vec<Point> = match ours {
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
                Content::Uncertain if ours => Evidence::Clicked,
                // The opponent's stone may be anywhere; only one that ends the game is told by the result.
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
    fn shown_by(&self, line: &[(Point, Evidence)]) -> Option<Ending> {
        let mut position = self.position.clone();
        for (point, _) in line {
            position.play(Move::Place(*point)).ok()?;
        }
        let outcome = position.outcome()?;
        let ending = Ending {
            plies: line.to_vec(),
            verdict: Verdict {
                winner: outcome.winner,
                reason: outcome.reason,
            },
        };
        let says = match self.told_over.as_ref().map(|told| told.meaning) {
            Some(Meaning::Won) => outcome.winner == Some(self.own_seat),
            Some(Meaning::Lost) => outcome.winner == Some(!self.own_seat),
            Some(Meaning::Draw) => outcome.winner.is_none(),
            Some(Meaning::Aborted) => false,
            Some(Meaning::Nothing | Meaning::Waiting) | None => true,
        };
        (says || ending.is_seen()).then_some(ending)
    }

    /// Whether a click of ours that may not have been heard is a part of it.
    fn hangs_on_doubt(&self, ending: &Ending) -> bool {
        let doubted = |(point, evidence): &(Point, Evidence)| {
            *evidence == Evidence::Clicked && Some(*point) == self.doubted
        };
        ending.plies.iter().any(doubted)
    }

    /// Of several endings, the one whose stones stirred before something came over the board.
    fn narrowed(&self, endings: Vec<Ending>) -> Vec<Ending> {
        if endings.len() < 2 {
            return endings;
        }
        let seen: Vec<Ending> = endings
            .iter()
            .filter(|ending| ending.is_seen())
            .cloned()
            .collect();
        if seen.len() == 1 {
            return seen;
        }
        let stirred = |ending: &&Ending| {
            let hidden = |(_, evidence): &&(Point, Evidence)| *evidence == Evidence::Inferred;
            let mut inferred = ending.plies.iter().filter(hidden);
            inferred.all(|(point, _)| self.stirred.contains(point))
        };
        let mut narrowed = endings.iter().filter(stirred);
        match (narrowed.next(), narrowed.next()) {
            (Some(only), None) => vec![only.clone()],
            _ => endings,
        }
    }

    /// The endings by the client's word alone: of what is seen, and the same with our click, if it is hidden whether that
    /// counted.
    fn by_word(&self, lines: &[Vec<(Point, Evidence)>]) -> Vec<Ending> {
        let Some(told) = &self.told_over else {
            return Vec::new();
        };
        let seen_alone = |line: &&Vec<(Point, Evidence)>| line.iter().all(|(_, evidence)| evidence.is_seen());
        let longest = lines.iter().filter(seen_alone).max_by_key(|line| line.len());
        let Some(line) = longest.or_else(|| lines.iter().min_by_key(|line| line.len())) else {
            return Vec::new();
        };
        let clicked = lines.iter().find(|longer| {
            longer.split_last().is_some_and(|((_, evidence), before)| {
                *evidence == Evidence::Clicked && before == line.as_slice()
            })
        });
        let verdict = self.verdict_of(told.meaning);
        // Of a game without a result, nobody asks for the last stone.
        let clicked = clicked.filter(|_| verdict != Verdict::ABORTED);
        let ending = |plies: &Vec<(Point, Evidence)>| Ending {
            plies: plies.clone(),
            verdict,
        };
        std::iter::once(line).chain(clicked).map(ending).collect()
    }

    fn confirm_by(&mut self, played: Move, evidence: Evidence, now_ms: u64, out: &mut Vec<Action>) {
        let before = out.len();
        self.confirm(played, now_ms, out);
        for action in &mut out[before..] {
            if let Action::Ply { ply, .. } = action {
                ply.evidence = evidence;
            }
        }
    }

    /// What the client's word makes of a game.
    pub(super) fn verdict_of(&self, meaning: Meaning) -> Verdict {
        let (winner, reason): (Option<Seat>, Reason) = match meaning {
            Meaning::Won => (Some(self.own_seat), Reason::Adjudicated),
            Meaning::Lost if self.resigned_ms.is_some() => (Some(!self.own_seat), Reason::Resign),
            Meaning::Lost => (Some(!self.own_seat), Reason::Adjudicated),
            Meaning::Draw => (None, Reason::Adjudicated),
            Meaning::Nothing | Meaning::Waiting | Meaning::Aborted => (None, Reason::Aborted),
        };
        Verdict { winner, reason }
    }
}

fn ends_on_board(ending: &Ending) -> bool {
    matches!(
        ending.verdict.reason,
        Reason::Five | Reason::BoardFull | Reason::Forbidden
    )
}
