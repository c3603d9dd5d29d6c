//! What the person beside the bot wants: the mouse, a pause, an end after the game in hand, an end at once. A part of the
//! session; pure as the rest of it.

use super::{
    Session,
    state::{Stage, State},
};
use crate::{event::Action, live_game::playable::Playable};
use watch::health::AskedState;

/// A person's will. An end after the game stays wished for when an end at once is: a game that ends meanwhile ends in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Person {
    /// Whether a person has the mouse.
    pub(super) is_at_mouse: bool,
    /// Whether no game begins for the time being.
    pub(super) wants_pause: bool,
    /// Whether the session ends after the game in hand.
    pub(super) wants_end: bool,
    /// Why it ends as soon as no click is in the air, in words, and since when that is so.
    pub(super) wants_end_now: Option<(String, u64)>,
}

impl Person {
    /// Whether anything may be clicked and answered.
    pub(super) fn lets_act(&self) -> bool {
        !self.is_at_mouse && self.wants_end_now.is_none()
    }
}

impl<P: Playable> Session<P> {
    /// No other game begins until [`Session::resume`].
    pub(super) fn pause(&mut self, out: &mut Vec<Action<P>>) {
        if std::mem::replace(&mut self.person.wants_pause, true) {
            return;
        }
        let words = match (&self.state, self.state.opening()) {
            (State::Playing(_), _) => "pausing after the game in hand",
            (_, Some(_)) => "pausing after the game that was asked for",
            _ => "pausing: no game begins until tengen control resume",
        };
        out.push(Action::Say(words.to_owned()));
    }

    /// Games may begin again, unless that is over for another reason by now.
    pub(super) fn resume(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        if !std::mem::take(&mut self.person.wants_pause) {
            return;
        }
        out.push(Action::Say("going on".to_owned()));
        if !self.rests() {
            return;
        }
        // The pause was no time in which nothing came of the looking.
        self.progress.be_patient(now_ms);
        if !self.has_enough(now_ms, out) {
            self.state = State::resting(now_ms);
        }
    }

    /// Whether no game is in hand and none was asked for, because of a pause.
    pub(super) fn is_paused(&self) -> bool {
        self.person.wants_pause && self.rests()
    }

    fn rests(&self) -> bool {
        matches!(self.state.stage(), Some(Stage::Resting { .. }))
    }

    /// What a person asked for that goes beyond playing on.
    pub(super) fn asked_state(&self) -> Option<AskedState> {
        let person = &self.person;
        match (&person.wants_end_now, person.wants_end, person.wants_pause) {
            (Some(_), ..) => Some(AskedState::Stopping),
            (None, true, _) => Some(AskedState::Finishing),
            (None, false, true) if self.rests() => Some(AskedState::Paused),
            (None, false, true) => Some(AskedState::Pausing),
            (None, false, false) => None,
        }
    }
}
