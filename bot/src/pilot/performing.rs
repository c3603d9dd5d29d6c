//! What the session decides, done on the ports. A part of the pilot; it decides nothing.

use referee::{
    seat::Seat,
    verdict::{Reason, Verdict},
};

use super::{Pilot, SessionOutcome, opponent::Opposite};
use profile::screen::During;
use session::event::{Action, Event};
use session::live_game::playable::Playable;

impl<P: Playable> Pilot<P> {
    /// Does one thing. Answers how the session ended, if it did.
    ///
    /// # Errors
    /// Nothing can be written down any more.
    pub(super) fn perform(&mut self, action: Action<P>) -> anyhow::Result<Option<SessionOutcome>> {
        match action {
            Action::NewGame(seat) => self.ask_for_game(seat)?,
            Action::Resign => {
                let resign = self.ports.client.profile.policy.resign.clone();
                self.take_steps(&resign.map(|resign| resign.steps).unwrap_or_default(), None);
            }
            Action::Answer {
                number,
                request,
                answer,
            } => self.answer(number, request, answer),
            Action::AnswerScreen { number } => self.answer_screen(number),
            Action::Think {
                request,
                position,
                limits,
            } => {
                self.is_thinking = true;
                let now_ms = self.ports.clock.now_ms();
                self.ports.engine.ask(request, position, limits, now_ms);
            }
            Action::CancelThink => {
                self.is_thinking = false;
                self.ports.engine.forget();
            }
            Action::Click(point) => self.click(point),
            Action::Follow => self.follow()?,
            Action::Dismiss(key) => self.dismiss(key),
            Action::Remedy(remedy) => {
                let result = self.mend(remedy);
                self.events.push_back(Event::Remedied(result));
            }
            Action::Begin { own_seat, position } => self.begin(own_seat, &position)?,
            Action::Learn(truth) => self.take_lesson(truth),
            Action::Ply { index, seat, ply } => {
                self.repeated.is_answered();
                if let Some(opposite) = &mut self.opposite {
                    opposite.hears_ply(index);
                }
                self.ports.recorder.ply(index, seat, &ply)?;
            }
            Action::TakenBack { plies } => self.ports.recorder.take_back(plies)?,
            Action::End(verdict) => self.end(verdict)?,
            Action::Study { position, verdict } => self.ports.engine.game_over(position, verdict),
            Action::Fault { kind, detail } => self.tell_fault(kind, &detail)?,
            Action::Say(words) => self.ports.recorder.note(&words)?,
            Action::Finish { why, done } => {
                return Ok(Some(SessionOutcome {
                    why,
                    done,
                    interrupted: self.person.has_stopped || self.interrupts() > 1,
                    games: 0,
                }));
            }
        }
        Ok(None)
    }

    fn ask_for_game(&mut self, seat: Option<Seat>) -> anyhow::Result<()> {
        self.await_disk()?;
        self.screens.during = During::Opening;
        let now_ms = self.ports.clock.now_ms();
        // Pressed once more, a button may take the wish back, or be another one by then.
        if self.screens.has_just_asked(now_ms, self.bounds.new_game_ms) {
            self.ports
                .recorder
                .say("the answer to the screen asked for the game");
        } else {
            let steps = self.ports.client.profile.new_game.steps_for(seat);
            self.take_steps(&steps, None);
        }
        self.events.push_back(Event::Asked);
        Ok(())
    }

    fn begin(&mut self, own_seat: Seat, empty: &P) -> anyhow::Result<()> {
        self.repeated.is_answered();
        self.screens.turn_to(During::Game);
        self.telling.pulse.turned();
        self.opposite = Some(Opposite::of_game(own_seat));
        self.ports.recorder.begin(own_seat, empty)
    }

    fn end(&mut self, verdict: Verdict) -> anyhow::Result<()> {
        self.screens.turn_to(During::Any);
        self.telling.pulse.turned();
        // A game that could not be followed may be the fault of what was learned: the next one does without.
        if verdict.reason == Reason::Aborted {
            self.lesson = None;
            self.ports.reader.forget_looks();
        }
        self.ports.recorder.end(verdict)
    }
}
