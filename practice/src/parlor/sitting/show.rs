//! What is to be seen and known of a person at the board.

use referee::{point::Point, seat::Seat, verdict::Verdict};

use super::{PanelTarget, Sheet, Sitting, SittingPhase};
use crate::{
    exercise::Transient,
    model::PracticeScore,
    parlor::{
        hosted::Hosted,
        wishes::{Knob, Wishes},
    },
};

impl<P: Hosted> Sitting<P> {
    /// The position on the board.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The board of the game in hand.
    pub fn size(&self) -> P::Size {
        P::chosen(&self.start).0
    }

    /// The person's seat.
    pub fn person(&self) -> Seat {
        self.person
    }

    /// What is wanted of the next game.
    pub fn wishes(&self) -> &Wishes<P> {
        &self.wishes
    }

    /// Whom the game waits for.
    pub fn phase(&self) -> &SittingPhase {
        &self.phase
    }

    /// Which record the game in hand goes to.
    pub fn record(&self) -> u32 {
        self.record
    }

    /// Games that were won, lost and drawn at this board.
    pub fn score(&self) -> PracticeScore {
        self.score
    }

    /// What lies over the board.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.sheet.as_ref()
    }

    /// The knob that the keys turn.
    pub fn marked(&self) -> Option<Knob> {
        self.marked
    }

    /// What the pointer is over.
    pub fn hover(&self) -> Option<PanelTarget> {
        self.hover
    }

    /// The point that Enter plays, if it is to be seen.
    pub fn cursor(&self) -> Option<Point> {
        let is_board = self.sheet.is_none() && self.marked.is_none();
        (self.is_cursor_shown && is_board).then_some(self.cursor)
    }

    /// Lines of the list of moves below those that are shown.
    pub fn scrolled(&self) -> usize {
        self.scrolled
    }

    /// Changes whenever there is something else to be seen.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// How the game ended, if it did.
    pub fn verdict(&self) -> Option<Verdict> {
        match &self.phase {
            SittingPhase::Over(end) => Some(end.verdict),
            _ => None,
        }
    }

    /// What is going on, in two words.
    pub fn status(&self) -> &'static str {
        match &self.phase {
            SittingPhase::Person => "Your turn",
            SittingPhase::Engine(_) => "Thinking...",
            SittingPhase::Stuck(_) => "No move",
            SittingPhase::Over(end) => match end.verdict.winner {
                Some(seat) if seat == self.person => "You won",
                Some(_) => "You lost",
                None => "Draw",
            },
        }
    }

    /// More about it, in a line.
    pub fn detail(&self) -> String {
        if let Some(notice) = &self.notice {
            return notice.clone();
        }
        match &self.phase {
            SittingPhase::Stuck(why) => why.clone(),
            SittingPhase::Over(end) if end.verdict.reason.is_by_rules() => {
                self.position.decided(end.verdict.reason)
            }
            _ => self.position.caption(),
        }
    }

    /// What is to be seen on the board.
    pub fn scene(&self) -> P::Scene {
        let is_free = self.phase == SittingPhase::Person && self.sheet.is_none();
        let hover = match self.hover {
            Some(PanelTarget::Point(point)) if is_free => Some(point),
            _ => None,
        };
        let moment = Transient { hover, fading: None };
        self.position.scene(&self.display, moment)
    }
}
