//! What the pilot tells those who look on: how the session goes, its faults and its end. A part of the pilot.

use super::{Pilot, SessionOutcome, transcript::Transcript};
use crate::{
    fault_bundle,
    pulse::{Due, Pulse},
};
use archive::keeper::News;
use base::user_error::UserError;
use profile::bounds::Bounds;
use session::{
    Session,
    live_game::playable::Playable,
    readable::{BoardReading as _, BoardSeen as _, Place as _},
};
use watch::observer::SessionEnd;

/// Between two attempts to write what waits for the disk.
const DISK_POLL_MS: u64 = 500;

/// What was told.
pub(super) struct Telling<P: Playable> {
    pub(super) pulse: Pulse,
    pub(super) transcript: Transcript<P>,
}

impl<P: Playable> Telling<P> {
    /// Nothing was told yet.
    pub(super) fn new(bounds: &Bounds) -> Telling<P> {
        Telling {
            pulse: Pulse::new(bounds),
            transcript: Transcript::default(),
        }
    }
}

impl<P: Playable> Pilot<P> {
    /// Tells how the session goes if that is due or asked for.
    ///
    /// # Errors
    /// The line cannot be written down.
    pub(super) fn tell_health(&mut self, session: &Session<P>) -> anyhow::Result<()> {
        let now_ms = self.ports.clock.now_ms();
        let due = match self.ports.observer.asks() {
            true => Due::Line,
            false => self.telling.pulse.due(now_ms),
        };
        if due == Due::Nothing {
            return Ok(());
        }
        let health = self.telling.pulse.read(
            session.standing(now_ms),
            now_ms,
            self.ports.clock.wall_ms(),
            self.ports.observer.memory_bytes(),
            self.ports.engine.spec(),
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
                News::Refused(detail) => self.tell_fault("disk", &detail)?,
                News::Mended(words) => self.ports.recorder.note(&words)?,
            }
        }
        Ok(())
    }

    /// Tells of a fault, and keeps the last looks for whoever asks what went wrong.
    ///
    /// # Errors
    /// Too much waits for the disk.
    pub(super) fn tell_fault(&mut self, kind: &'static str, detail: &str) -> anyhow::Result<()> {
        let picture = self.keep_picture(kind);
        let shown = picture.map(|path| format!(" [{path}]")).unwrap_or_default();
        let told = format!("{detail}{shown}");
        self.ports.recorder.fault(kind, &told)?;
        self.telling.pulse.fault(kind);
        self.ports.observer.hears_fault(kind, &told);
        Ok(())
    }

    /// The last looks and what was read from them.
    fn keep_picture(&self, kind: &str) -> Option<String> {
        let bundles = self.ports.faults.as_ref()?;
        let (frame, place, seen) = self.ports.reader.last_look()?;
        let fault = fault_bundle::Fault {
            kind,
            at_ms: self.ports.clock.wall_ms(),
            frames: self.ports.reader.looks_before().chain([frame]).collect(),
            read: fault_bundle::Read {
                picture: P::Reader::overlay(&place, frame, seen),
                rows: seen.to_rows(),
                place: place.to_toml(),
            },
        };
        match bundles.keep(&fault) {
            Ok(path) => Some(path.display().to_string()),
            Err(why) => {
                self.ports
                    .recorder
                    .say(&format!("nothing kept of the fault: {why}"));
                None
            }
        }
    }

    /// Before a new game: what is played must be on the disk. Waits for that, but not for ever.
    ///
    /// # Errors
    /// The disk cannot be written.
    pub(super) fn await_disk(&mut self) -> anyhow::Result<()> {
        let until_ms = self.ports.clock.now_ms() + self.bounds.disk_ms;
        while !self.ports.recorder.is_written() {
            self.tell_disk()?;
            if self.ports.clock.now_ms() >= until_ms || self.interrupts() > 0 {
                return Err(UserError::new(
                    "the journal cannot be written",
                    "make room on the disk, or name another database with --db",
                )
                .into());
            }
            self.ports.clock.wait_ms(DISK_POLL_MS);
        }
        self.tell_disk()
    }

    /// Tells how a session that came to its end stands, and that it ended.
    ///
    /// # Errors
    /// As [`Pilot::tell_health`].
    pub(super) fn tell_end(&mut self, session: &Session<P>, ending: &SessionOutcome) -> anyhow::Result<()> {
        self.telling.pulse.turned();
        self.tell_health(session)?;
        self.ports.observer.hears_end(SessionEnd {
            why: &ending.why,
            in_order: ending.done || ending.interrupted,
        });
        Ok(())
    }
}
