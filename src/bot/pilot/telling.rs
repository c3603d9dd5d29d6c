//! What the pilot tells those who look on: how the session goes, its faults and its end. A part of the pilot.

use super::{Ending, Pilot};
use crate::bot::{health::Due, onlooker::End, session::Session};

impl Pilot {
    /// Tells how the session goes if that is due or asked for.
    ///
    /// # Errors
    /// The line cannot be written down.
    pub(super) fn tell_health(&mut self, session: &Session) -> anyhow::Result<()> {
        let now_ms = self.clock.now_ms();
        let due = match self.ports.onlooker.asks() {
            true => Due::Line,
            false => self.pulse.due(now_ms),
        };
        if due == Due::Nothing {
            return Ok(());
        }
        let health = self.pulse.read(
            session.standing(now_ms),
            now_ms,
            self.clock.wall_ms(),
            self.ports.onlooker.memory_bytes(),
            self.ports.mind.spec(),
        );
        if due == Due::Line {
            self.ports.scribe.note(&health.line())?;
        }
        self.ports.onlooker.sees(&health);
        Ok(())
    }

    /// Tells how a session that came to its end stands, and that it ended.
    ///
    /// # Errors
    /// As [`Pilot::tell_health`].
    pub(super) fn tell_end(&mut self, session: &Session, ending: &Ending) -> anyhow::Result<()> {
        self.pulse.turned();
        self.tell_health(session)?;
        self.ports.onlooker.hears_end(End {
            why: &ending.why,
            in_order: ending.done || ending.interrupted,
        });
        Ok(())
    }
}
