//! How a game ended when the client tells its result, with or without something over the board: which endings the
//! confirmed plies, the click in the air, what can still be seen and the client's word allow. A part of the live game; pure as
//! the rest of it.
//!
//! Nothing is invented: a ply is added where it is seen, where it is ours and was clicked, or where the told result
//! leaves no other. Where several endings are left, all are named and none is taken: what they have in common is the client's
//! word, and the result is kept by that, without the last ply.

use referee::{
    position::Position,
    record::Evidence,
    seat::Seat,
    verdict::{Reason, Verdict},
};

use super::LiveGame;
use crate::{event::Action, live_game::playable::Playable};
use profile::screen::{EndedBy, Meaning};

/// For the pixels to follow the client's word: what was played last may be drawn after the result.
const WORD_MS: u64 = 1_000;
/// For the board to show behind a screen that was answered, before the game is given up because its end is hidden.
const HIDDEN_MS: u64 = 1_500;
/// An ending that is seen whole has to be the same for so long.
const SEEN_MS: u64 = 80;

/// One way in which the game may have ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending<M> {
    /// Plies that were not confirmed before, and how each is known.
    pub plies: Vec<(M, Evidence)>,
    /// What came of it.
    pub verdict: Verdict,
}

impl<M: Copy> Ending<M> {
    /// Whether every ply of it is seen.
    pub(crate) fn is_seen(&self) -> bool {
        self.plies.iter().all(|(_, evidence)| evidence.is_seen())
    }

    /// In words, for people; it is an ending of `position`.
    fn words<P: Position<Move = M>>(&self, position: &P) -> String {
        let plies = self.plies.iter();
        let plies: Vec<String> = plies.map(|(play, _)| position.name_of(*play)).collect();
        match plies.is_empty() {
            true => self.verdict.to_string(),
            false => format!("{} after {}", self.verdict, plies.join(" ")),
        }
    }
}

/// The endings that are possible, by one picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Endings<M> {
    /// The picture shows another board than that of the game: it tells nothing.
    Elsewhere,
    /// These.
    Possible(Vec<Ending<M>>),
}

/// The client told a result.
#[derive(Clone, Debug)]
pub(super) struct Told<P: Playable> {
    pub(super) meaning: Meaning,
    by: Option<EndedBy>,
    since_ms: u64,
    /// What the last pictures allow, and since when they allow the same.
    possible: Option<(Vec<Ending<P::Move>>, u64)>,
    /// Something may stand where the last picture shows nothing, or there was none.
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

impl<P: Playable> LiveGame<P> {
    /// The client says that the game ended, and maybe by what. Its first word counts.
    pub(crate) fn hear(&mut self, meaning: Meaning, by: Option<EndedBy>, now_ms: u64) {
        if !matches!(meaning, Meaning::Nothing | Meaning::Waiting) && self.told_over.is_none() {
            self.told_over = Some(Told {
                meaning,
                by,
                since_ms: now_ms,
                possible: None,
                hides: true,
                gone: false,
                answered_ms: None,
            });
        }
    }

    /// Whether the client said so.
    pub(crate) fn is_told_over(&self) -> bool {
        self.told_over.is_some()
    }

    /// Weighs a picture of the board after the client told the result.
    pub(crate) fn weigh_end(&mut self, seen: &P::Seen, now_ms: u64, out: &mut Vec<Action<P>>) {
        P::glimpse_end(self, seen, now_ms);
        // Behind the screen that was answered, the next game's board may be up already.
        let answered = self
            .told_over
            .as_ref()
            .is_some_and(|told| told.answered_ms.is_some());
        let shows_none = P::shows_none_of(self, seen);
        let mut endings = P::endings(self, Some(seen));
        if answered && shows_none {
            endings = Endings::Elsewhere;
        }
        // A take-back that was granted may come to light only now.
        if endings == Endings::Elsewhere
            && !shows_none
            && self.went_back(&P::in_own_terms(self, seen), now_ms, out)
        {
            endings = P::endings(self, Some(seen));
        }
        let hides = P::hides_end(self, seen);
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

    /// The client's screen is being answered because the end is hidden.
    pub(crate) fn look_behind(&mut self, now_ms: u64) {
        if let Some(told) = &mut self.told_over {
            told.answered_ms = Some(now_ms);
        }
    }

    /// The board is not up after the client told the result.
    pub(crate) fn lose_sight(&mut self) {
        if let Some(told) = &mut self.told_over {
            told.gone = true;
        }
    }

    /// What can be concluded at `now_ms` from the client's word and the pictures. Plies that are found are confirmed.
    pub(crate) fn conclude(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) -> Conclusion {
        let Some(told) = &self.told_over else {
            return Conclusion::Open;
        };
        let told_ms = now_ms.saturating_sub(told.since_ms);
        let (possible, same_ms) = match &told.possible {
            Some((possible, since_ms)) => (possible.clone(), now_ms.saturating_sub(*since_ms)),
            None => (self.unseen_endings(), 0),
        };
        let due = match (possible.as_slice(), told.answered_ms) {
            ([only], _) if only.is_seen() && P::ends_on_board(only) => same_ms >= SEEN_MS || told.gone,
            ([only], _) if P::ends_on_board(only) || !told.hides => told_ms >= WORD_MS,
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
                let words: Vec<String> = several
                    .iter()
                    .map(|ending| ending.words(&self.position))
                    .collect();
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
    /// there and end it.
    pub(crate) fn may_have_ended(&self, seen: &P::Seen) -> bool {
        matches!(P::endings(self, Some(seen)), Endings::Possible(endings) if endings.iter().any(P::ends_on_board))
    }

    /// The end by what stands on the board alone, while something of which nothing is known lies over a part of it: plies that end
    /// the game and are seen, or, where `clicked_counts`, our own that was clicked.
    pub(crate) fn end_under_cover(
        &mut self,
        seen: &P::Seen,
        clicked_counts: bool,
        now_ms: u64,
        out: &mut Vec<Action<P>>,
    ) -> Option<Verdict> {
        let Endings::Possible(endings) = P::endings(self, Some(seen)) else {
            return None;
        };
        let counts = |ending: &Ending<P::Move>| {
            let known = |(_, evidence): &(P::Move, Evidence)| match evidence {
                Evidence::Seen => true,
                Evidence::Clicked => clicked_counts,
                Evidence::Inferred => false,
            };
            P::ends_on_board(ending) && ending.plies.iter().all(known) && !self.hangs_on_doubt(ending)
        };
        let mut known = endings.into_iter().filter(counts);
        match (known.next(), known.next()) {
            (Some(only), None) => Some(self.take(only, now_ms, out)),
            _ => None,
        }
    }

    /// The board is another one, and nothing tells what came of the game but our own click, which ended it.
    pub(super) fn end_by_click(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) -> Option<Verdict> {
        let unseen = self.unseen_endings();
        let clicked = |ending: &Ending<P::Move>| {
            let ours = |(_, evidence): &(P::Move, Evidence)| *evidence == Evidence::Clicked;
            ending.verdict.winner == Some(self.own_seat)
                && !ending.plies.is_empty()
                && ending.plies.iter().all(ours)
                && !self.hangs_on_doubt(ending)
        };
        let only = unseen.into_iter().find(clicked)?;
        Some(self.take(only, now_ms, out))
    }

    fn take(&mut self, ending: Ending<P::Move>, now_ms: u64, out: &mut Vec<Action<P>>) -> Verdict {
        for (played, evidence) in ending.plies {
            self.confirm_by(played, evidence, now_ms, out);
        }
        ending.verdict
    }

    /// What is possible when nothing of the board could be seen since the client told the result.
    fn unseen_endings(&self) -> Vec<Ending<P::Move>> {
        match P::endings(self, None) {
            Endings::Possible(endings) => endings,
            Endings::Elsewhere => Vec::new(),
        }
    }

    /// What the client says of the end, if it said anything.
    pub(super) fn told(&self) -> Option<Meaning> {
        self.told_over.as_ref().map(|told| told.meaning)
    }

    /// Whether what the client says, if it said anything, is that this one won, or nobody.
    pub(super) fn is_said_of(&self, winner: Option<Seat>) -> bool {
        match self.told() {
            Some(Meaning::Won) => winner == Some(self.own_seat),
            Some(Meaning::Lost) => winner == Some(!self.own_seat),
            Some(Meaning::Draw) => winner.is_none(),
            Some(Meaning::Aborted) => false,
            Some(Meaning::Nothing | Meaning::Waiting) | None => true,
        }
    }

    /// What the client says that ended the game, if it says that.
    pub(super) fn told_by(&self) -> Option<EndedBy> {
        self.told_over.as_ref().and_then(|told| told.by)
    }

    /// Whether the client leaves it open that the game ended by what stands on the board.
    pub(super) fn may_be_by_board(&self) -> bool {
        matches!(self.told_by(), None | Some(EndedBy::Board))
    }

    fn confirm_by(&mut self, played: P::Move, evidence: Evidence, now_ms: u64, out: &mut Vec<Action<P>>) {
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
        let by = match self.told_by() {
            Some(EndedBy::Resign) => Reason::Resign,
            Some(EndedBy::Time) => Reason::Time,
            Some(EndedBy::Board) | None => Reason::Adjudicated,
        };
        let (winner, reason): (Option<Seat>, Reason) = match meaning {
            Meaning::Won => (Some(self.own_seat), by),
            Meaning::Lost if self.resigned_ms.is_some() => (Some(!self.own_seat), Reason::Resign),
            Meaning::Lost => (Some(!self.own_seat), by),
            Meaning::Draw => (None, Reason::Adjudicated),
            Meaning::Nothing | Meaning::Waiting | Meaning::Aborted => (None, Reason::Aborted),
        };
        Verdict { winner, reason }
    }
}
