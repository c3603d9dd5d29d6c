//! What the client's screens say, in each state of the session. A part of the session; pure as the rest of it.

use super::{
    Session,
    state::{Stage, State},
};
use crate::{event::Action, live_game::playable::Playable, trouble::Trouble};
use profile::screen::Meaning;

impl<P: Playable> Session<P> {
    /// A screen is up, or was answered.
    pub(super) fn see_screen(
        &mut self,
        name: &str,
        meaning: Meaning,
        answered: bool,
        now_ms: u64,
        out: &mut Vec<Action<P>>,
    ) {
        if answered {
            out.push(Action::Say(format!("screen {name:?} answered")));
            self.sight.veil_until(now_ms + self.bounds.screen_ms);
            self.last_game.is_answered |= meaning.is_result();
        }
        if meaning == Meaning::Nothing {
            self.sight.explain(now_ms);
        }
        if meaning.is_result() || meaning == Meaning::Aborted {
            self.last_game.hear_end(now_ms);
        }
        if answered && (meaning.is_result() || meaning == Meaning::Aborted) && self.knows_no_board() {
            self.last_game.hear_of_unseen();
        }
        self.sight.pause(now_ms);
        match &mut self.state {
            State::Playing(playing) => {
                playing.game.hear(meaning, None, now_ms);
                playing.game.doubt_click_beside_screen();
            }
            State::Between(between) => match &mut between.stage {
                // An empty lobby is no trouble, however long: only the client's own word says that it is one.
                Stage::Opening(opening) if meaning == Meaning::Waiting => {
                    let since_ms = *between.seeking_since_ms.get_or_insert(now_ms);
                    let limit_ms = self.bounds.seek_ms.unwrap_or(self.bounds.waiting_ms);
                    if now_ms < since_ms.saturating_add(limit_ms) {
                        opening.asked_ms = now_ms;
                        self.progress.be_patient(now_ms);
                    }
                }
                Stage::Opening(_) if meaning.is_result() => {
                    if let Some(games) = between.missed.hear(now_ms) {
                        self.trouble(&Trouble::GamesMissed(games), now_ms, out);
                    }
                }
                _ => {}
            },
            State::Over => {}
        }
    }
}
