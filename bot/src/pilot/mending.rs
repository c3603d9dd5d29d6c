//! Remedies as the pilot carries them out, and the end of the client's program. A part of the pilot.

use super::{MANAGER_MS, Pilot};
use session::live_game::playable::Playable;
use session::{blindness::Blindness, event::Remedy};

/// For a client to end when it is asked to.
const CLOSE_MS: u64 = 5_000;

impl<P: Playable> Pilot<P> {
    /// Carries out a remedy.
    pub(super) fn mend(&mut self, remedy: Remedy) -> Result<(), String> {
        if self.ports.mouse.is_dry() && remedy == Remedy::RestartClient {
            return Err("a dry run starts and ends no programs".to_owned());
        }
        self.lesson = None;
        match remedy {
            Remedy::Raise => {
                let window = match self.ports.reader.find_window() {
                    Ok(window) => window,
                    Err(Blindness::Hidden) => self.ports.reader.window().cloned().ok_or("no window")?,
                    Err(blindness) => return Err(blindness.words()),
                };
                self.ports
                    .reader
                    .desktop()
                    .activate(window.id)
                    .map_err(|error| error.to_string())?;
                self.ports.clock.wait_ms(2 * MANAGER_MS);
                Ok(())
            }
            Remedy::Locate => {
                let found = self.find_board();
                self.ports.reader.doubt_looks();
                found
            }
            Remedy::RestartClient => {
                if !self.ports.may_launch {
                    return Err("this session may not start the client".to_owned());
                }
                self.end_client();
                self.ports.reader.put_board_aside();
                self.start_client()?;
                self.find_board()
            }
            Remedy::StartOver => {
                self.screens.start_over(&self.ports.client);
                self.rhythm.rest();
                self.ports.reader.forget_board();
                self.find_board()
            }
        }
    }

    /// Looks for the board elsewhere in the window, and says so if it lies there. What keeps it from looking shows at the next look.
    pub(super) fn follow(&mut self) -> anyhow::Result<()> {
        let Ok(Some(board)) = self.ports.reader.follow() else {
            return Ok(());
        };
        self.lesson = None;
        self.rhythm.rest();
        let words = format!(
            "the board lies elsewhere in its window: its corner is at pixel {:.0},{:.0} now, and its points are {:.1} apart",
            board.origin.0, board.origin.1, board.pitch.0
        );
        self.ports.recorder.note(&words)
    }

    /// Asks the client to close, waits, and ends it by force if it does not obey.
    fn end_client(&mut self) {
        if let Ok(window) = self.ports.reader.find_window() {
            let _ = self.ports.reader.desktop().close(window.id);
        }
        let Some(mut running) = self.running.take() else {
            return;
        };
        let until_ms = self.ports.clock.now_ms() + CLOSE_MS;
        while !running.has_ended() && self.ports.clock.now_ms() < until_ms {
            self.ports.clock.wait_ms(50);
        }
        running.kill();
        self.ports.clock.wait_ms(100);
        running.reap();
    }

    /// Ends the client if it was started here.
    pub(super) fn leave(&mut self) {
        if self.running.is_some() {
            self.end_client();
        }
    }
}
