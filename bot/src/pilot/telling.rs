//! What the pilot tells those who look on: how the session goes, its faults and its end. A part of the pilot.

use super::{Ending, Pilot};
use crate::{event::Action, pulse::Due, session::Session};
use archive::keeper::News;
use base::user_error::UserError;
use watch::observer::End;

/// Between two attempts to write what waits for the disk.
const DISK_POLL_MS: u64 = 500;

impl Pilot {
    /// Tells how the session goes if that is due or asked for.
    ///
    /// # Errors
    /// The line cannot be written down.
    pub(super) fn tell_health(&mut self, session: &Session) -> anyhow::Result<()> {
        let now_ms = self.clock.now_ms();
        let due = match self.ports.observer.asks() {
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
            self.ports.observer.memory_bytes(),
            self.ports.mind.spec(),
        );
        if due == Due::Line {
            self.ports.recorder.note(&health.line())?;
        }
        self.ports.observer.sees(&health);
        Ok(())
    }

    /// Tells what became of the disk.
    ///
    /// # Errors
    /// Too much waits for the disk.
    pub(super) fn tell_disk(&mut self) -> anyhow::Result<()> {
        for news in self.ports.recorder.news() {
            match news {
                News::Refused(detail) => self.perform(Action::Fault { kind: "disk", detail })?,
                News::Mended(words) => self.ports.recorder.note(&words)?,
            }
        }
        Ok(())
    }

    /// Before a new game: what is played must be on the disk. Waits for that, but not for ever.
    ///
    /// # Errors
    /// The disk cannot be written.
    pub(super) fn await_disk(&mut self) -> anyhow::Result<()> {
        let until_ms = self.clock.now_ms() + self.bounds.disk_ms;
        while !self.ports.recorder.is_written() {
            self.tell_disk()?;
            if self.clock.now_ms() >= until_ms || self.interrupts() > 0 {
                return Err(UserError::new(
                    "the journal cannot be written",
                    "make room on the disk, or name another database with --db",
                )
                .into());
            }
            self.clock.wait_ms(DISK_POLL_MS);
        }
        self.tell_disk()
    }

    /// Tells how a session that came to its end stands, and that it ended.
    ///
    /// # Errors
    /// As [`Pilot::tell_health`].
    pub(super) fn tell_end(&mut self, session: &Session, ending: &Ending) -> anyhow::Result<()> {
        self.pulse.turned();
        self.tell_health(session)?;
        self.ports.observer.hears_end(End {
            why: &ending.why,
            in_order: ending.done || ending.interrupted,
        });
        Ok(())
    }
}
