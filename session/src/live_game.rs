//! The game in hand: which moves are confirmed, whose turn it is, which click is in the air.
//! Pure; knows nothing of other games, of screens or of remedies, and of no kind of game: those stand below.

mod agreement;
mod deciding;
mod heard;
mod phase;
mod result;
mod gomoku;
mod soccer;
pub mod playable;

use referee::{
    record::{Evidence, Ply},
    seat::Seat,
    verdict::Verdict,
};

use self::{agreement::Agreement, heard::Heard, phase::Phase, result::Told};
pub use self::{
    gomoku::BoardNotes,
    result::{Conclusion, Ending, Endings},
    soccer::FieldNotes,
};
pub(crate) use self::{gomoku::ends_on_board, soccer::ends_on_field};
use crate::{
    event::Action,
    live_game::playable::Playable,
    readable::{BoardSeen as _, TargetOf},
    trouble::Trouble,
};
use profile::bounds::Bounds;

/// Whether the game goes on after a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It does.
    GoingOn,
    /// It ended.
    Over(Verdict),
}

/// Plies of ours in a game that may be seen although we did not click them: with more of them, somebody else plays for us.
const STRAYS_MAX: u32 = 2;

/// What cannot be told in a picture of a board on which nothing lies: stones that fade in, a line that is being drawn and one
/// beside it.
const FADING_MAX: usize = 2;

/// One game from its first to its last confirmed ply.
#[derive(Clone, Debug)]
pub struct LiveGame<P: Playable = referee::gomoku::Position> {
    position: P,
    own_seat: Seat,
    phase: Phase<P>,
    /// When the last ply was confirmed, or the game began.
    since_ms: u64,
    mismatch_since_ms: Option<u64>,
    requests: u64,
    engine_failures: u32,
    /// Our moves in a row with a score that counts as lost.
    hopeless: u32,
    /// Plies of ours that are seen although we did not click them.
    strays: u32,
    /// When we resigned; the client has to say that the game is over.
    resigned_ms: Option<u64>,
    agreement: Agreement,
    /// The client told the result.
    told_over: Option<Told<P>>,
    /// The game was taken up again after a break, and its board was not understood since: a ply of ours may stand on it that was
    /// clicked before the break and never seen.
    is_resumed: bool,
    /// The same, and no ply was seen since: one that was clicked before the break may still come.
    may_have_clicked: bool,
    /// A click that may not have been heard.
    doubted: Option<TargetOf<P>>,
    heard: Heard,
    /// What is known of it besides, by its kind.
    notes: P::Notes,
}

impl<P: Playable> LiveGame<P> {
    /// A game that starts, or goes on, from `position`.
    pub(crate) fn new(position: P, own_seat: Seat, bounds: &Bounds, now_ms: u64) -> LiveGame<P> {
        LiveGame {
            notes: P::notes(own_seat, bounds),
            position,
            own_seat,
            phase: Phase::Waiting,
            since_ms: now_ms,
            mismatch_since_ms: None,
            requests: 0,
            engine_failures: 0,
            hopeless: 0,
            strays: 0,
            resigned_ms: None,
            agreement: Agreement::default(),
            told_over: None,
            is_resumed: false,
            may_have_clicked: false,
            doubted: None,
            heard: Heard::default(),
        }
    }

    /// The same game, of which nothing is known but its confirmed plies and what was granted in it.
    pub(crate) fn again(&self, bounds: &Bounds, now_ms: u64) -> LiveGame<P> {
        LiveGame {
            agreement: self.agreement.again(),
            is_resumed: true,
            may_have_clicked: true,
            ..LiveGame::new(self.position.clone(), self.own_seat, bounds, now_ms)
        }
    }

    /// It is taken up again after a break.
    pub(crate) fn resume(&mut self, now_ms: u64) {
        self.phase = Phase::Waiting;
        self.since_ms = now_ms;
        self.is_resumed = true;
        self.may_have_clicked = true;
    }

    /// Our seat.
    pub(crate) fn own_seat(&self) -> Seat {
        self.own_seat
    }

    /// The confirmed position.
    pub(crate) fn position(&self) -> &P {
        &self.position
    }

    /// What the game is about, in words, and since when.
    pub(crate) fn doing(&self) -> (String, u64) {
        let ply = self.position.plies() + 1;
        let is_ours = self.position.turn() == self.own_seat;
        let words = self.phase.words(is_ours);
        (format!("ply {ply}, {words}"), self.since_ms)
    }

    /// What was clicked, while the click is in the air.
    pub(crate) fn clicked(&self) -> Option<TargetOf<P>> {
        self.phase.clicked()
    }

    /// The move that was clicked, while the click is in the air.
    pub(crate) fn clicked_play(&self) -> Option<P::Move> {
        let decision = self.phase.decision()?;
        (self.phase.clicked() == Some(decision.target)).then_some(decision.play)
    }

    /// How often it was clicked for what is in the air.
    pub(crate) fn clicks(&self) -> u32 {
        self.phase.clicks()
    }

    /// Whether the opponent was waited for as long as that.
    pub(crate) fn has_waited(&self, ms: u64, now_ms: u64) -> bool {
        self.phase == Phase::Waiting && self.position.turn() != self.own_seat && now_ms >= self.since_ms + ms
    }

    /// Whether a click is in the air.
    pub(crate) fn is_pending(&self) -> bool {
        matches!(self.phase, Phase::Pending { .. })
    }

    /// The click in the air may have gone elsewhere: that it was made is no evidence any more.
    pub(crate) fn doubt_click(&mut self) {
        self.doubted = self.clicked();
    }

    /// A screen of the client's is up that tells no result: whichever came first, it may have taken the click in the air.
    pub(crate) fn doubt_click_beside_screen(&mut self) {
        if !self.is_told_over() {
            self.doubt_click();
        }
    }

    /// A click that was made since, on a board of which so much cannot be told, is in doubt: what lies over it may take it.
    fn doubt_click_under(&mut self, hidden: usize, clicked_before: Option<u64>) {
        if hidden > FADING_MAX && self.phase.clicked_ms() != clicked_before {
            self.doubt_click();
        }
    }

    /// Whether a click of ours that may not have been heard is a part of an ending.
    fn hangs_on_doubt(&self, ending: &Ending<P::Move>) -> bool {
        let is_doubted = self.doubted.is_some() && self.doubted == self.clicked();
        let clicked = |(_, evidence): &(P::Move, Evidence)| *evidence == Evidence::Clicked;
        is_doubted && ending.plies.iter().any(clicked)
    }

    /// The last click was not made. One that was made before it may still put its stone.
    pub(crate) fn unclick(&mut self) {
        self.doubted = self.phase.unclick().or(self.doubted);
    }

    fn weigh(
        &mut self,
        seen: &P::Seen,
        moves: &[P::Move],
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action<P>>,
    ) -> Result<Standing, Trouble> {
        if let Some(why) = self.stray(moves).filter(|_| !self.may_have_clicked) {
            self.strays += 1;
            let trouble = Trouble::Misclick(why);
            if self.strays > STRAYS_MAX {
                return Err(trouble);
            }
            out.push(Action::Fault {
                kind: trouble.kind(),
                detail: trouble.words(),
            });
        }
        if moves.is_empty() {
            return self.unchanged(seen, now_ms, bounds, may_click, out);
        }
        self.mismatch_since_ms = None;
        for &played in moves {
            self.confirm(played, now_ms, out);
        }
        Ok(self.standing())
    }

    /// The verdict that the board itself shows.
    pub(crate) fn standing(&self) -> Standing {
        match self.position.outcome() {
            Some(outcome) => Standing::Over(Verdict::from(&outcome)),
            None => Standing::GoingOn,
        }
    }

    /// A stone of ours among the moves that stands elsewhere than we clicked. A click that came twice, or a person, may
    /// have put it: the game goes on from there.
    fn stray(&self, moves: &[P::Move]) -> Option<String> {
        let clicked = self.clicked_play();
        let mut trial = self.position.clone();
        let ours = moves.iter().filter(|&&play| {
            let is_ours = trial.turn() == self.own_seat;
            // Whatever is explained is legal.
            let _ = trial.play(play);
            is_ours
        });
        let stray = ours.into_iter().find(|&&play| Some(play) != clicked)?;
        Some(match clicked {
            Some(clicked) => format!("{stray} instead of {clicked}"),
            None => format!("{stray} before any click"),
        })
    }

    fn unexplained(
        &mut self,
        seen: &P::Seen,
        why: String,
        now_ms: u64,
        bounds: &Bounds,
        out: &mut Vec<Action<P>>,
    ) -> Result<Standing, Trouble> {
        let since_ms = *self.mismatch_since_ms.get_or_insert(now_ms);
        if now_ms < since_ms + bounds.ending_ms {
            return Ok(Standing::GoingOn);
        }
        if let over @ Standing::Over(_) = P::end_unexplained(self, seen, now_ms, out) {
            return Ok(over);
        }
        if now_ms < since_ms + bounds.mismatch_ms {
            return Ok(Standing::GoingOn);
        }
        self.mismatch_since_ms = None;
        if let Some(verdict) = self.end_by_click(now_ms, out) {
            return Ok(Standing::Over(verdict));
        }
        if self.position.plies() >= 3 && seen.placed() <= 1 {
            return Err(Trouble::BoardCleared);
        }
        Err(Trouble::Mismatch(why))
    }

    fn unchanged(
        &mut self,
        seen: &P::Seen,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action<P>>,
    ) -> Result<Standing, Trouble> {
        self.mismatch_since_ms = None;
        let first_reply_ms = bounds.first_reply_ms.filter(|_| self.position.plies() <= 1);
        let patience_ms = first_reply_ms.unwrap_or(bounds.opponent_ms);
        if P::is_drawing(self, seen, now_ms, bounds) {
            return Ok(Standing::GoingOn);
        }
        let resigning = self
            .resigned_ms
            .is_some_and(|since_ms| now_ms < since_ms + bounds.client_says_ms);
        let may_click = may_click && !resigning && !self.agreement.holds_clicks(bounds, now_ms);
        match &mut self.phase {
            Phase::Ready { decision } if may_click => {
                let decision = decision.clone();
                out.push(Action::Click(decision.target));
                self.phase = Phase::Pending {
                    decision,
                    clicked_ms: now_ms,
                    clicks: 1,
                    before_ms: None,
                };
            }
            Phase::Pending {
                decision,
                clicked_ms,
                clicks,
                before_ms,
            } if now_ms >= clicked_ms.saturating_add(decision.patience_ms(*clicks, bounds)) => {
                if !may_click {
                    return Ok(Standing::GoingOn);
                }
                if *clicks >= decision.clicks_max(bounds) {
                    let why = format!(
                        "{clicks} clicks at {}",
                        P::name_of_target(&self.position, decision.target)
                    );
                    self.phase.try_in_vain();
                    return Err(Trouble::ClicksIgnored(why));
                }
                *clicks += 1;
                decision.is_tried = true;
                *before_ms = Some(std::mem::replace(clicked_ms, now_ms));
                self.doubted = None;
                out.push(Action::Click(decision.target));
            }
            Phase::Waiting if now_ms >= self.since_ms + patience_ms => {
                return Err(Trouble::OpponentSilent);
            }
            _ => {}
        }
        Ok(Standing::GoingOn)
    }

    /// The ply was seen. It is our decision that a click in the air was about.
    fn confirm(&mut self, played: P::Move, now_ms: u64, out: &mut Vec<Action<P>>) {
        let seat = self.position.turn();
        let mut ply = Ply::bare(played);
        ply.spent_ms = Some(now_ms.saturating_sub(self.since_ms));
        if let Some(decision) = self.phase.decision()
            && decision.play == played
        {
            ply.spent_ms = Some(decision.spent_ms);
            ply.score = decision.thought.score;
            ply.depth = decision.thought.depth;
            ply.nodes = decision.thought.nodes;
        }
        let index = self.position.plies() as u32;
        self.position
            .play(played)
            .expect("reconcile explains a reading by legal moves only");
        self.phase = Phase::Waiting;
        self.is_resumed = false;
        self.may_have_clicked = false;
        self.since_ms = now_ms;
        out.push(Action::Ply { index, seat, ply });
    }
}
