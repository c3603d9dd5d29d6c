//! What the session hears and asks for, written along for whoever wants to read it (`-v`, `-vv`, `TENGEN_LOG`).

use tracing::{Level, debug, enabled, trace};

use session::{
    event::{Action, Event},
    live_game::playable::Playable,
    readable::BoardSeen as _,
};

/// Tells each event once for as long as it stays the same.
pub(super) struct Transcript<P: Playable> {
    last: Option<Event<P>>,
}

impl<P: Playable> Default for Transcript<P> {
    fn default() -> Transcript<P> {
        Transcript { last: None }
    }
}

impl<P: Playable> Transcript<P> {
    /// The session hears this.
    pub(super) fn hears(&mut self, event: &Event<P>) {
        if !enabled!(Level::DEBUG) {
            return;
        }
        match event {
            Event::Tick | Event::Taken(_) => {}
            Event::Read(seen) | Event::Stirred(seen) => trace!("seen {}", seen.to_rows().join("/")),
            event if self.last.as_ref() == Some(event) => trace!("still {event:?}"),
            event => {
                debug!("{event:?}");
                self.last = Some(event.clone());
            }
        }
    }

    /// The session asks for this.
    pub(super) fn asks(action: &Action<P>) {
        match action {
            // The recorder tells these itself.
            Action::Say(_) | Action::Fault { .. } => {}
            Action::Learn(_) => trace!("what was seen is learned"),
            Action::Begin { own_seat, position } => {
                debug!(
                    "a game begins after {} plies, {own_seat:?} is ours",
                    position.plies()
                );
            }
            Action::Think {
                request,
                position,
                limits,
            } => {
                debug!(
                    "request {request}: the engine thinks on ply {}, {limits:?}",
                    position.plies() + 1
                );
            }
            Action::Study { position, verdict } => {
                debug!("to study: {} plies, {verdict:?}", position.plies());
            }
            action => debug!("{action:?}"),
        }
    }
}
