//! Remedies as the pilot carries them out, and the end of the client's program. A part of the pilot.

use super::{MANAGER_MS, Pilot};
use crate::board_reader::placing::Elsewhere;
use session::{
    blindness::Blindness,
    event::{Event, Remedy},
    live_game::playable::Playable,
    readable::Place as _,
};

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
        let sought = match self.own_seat {
            Some(_) => Elsewhere::TheSame,
            None => Elsewhere::Any,
        };
        let found = match self.ports.reader.follow(sought) {
            Ok(Some(board)) => board,
            Ok(None) if sought == Elsewhere::Any => return self.tell_size_against_profile(),
            _ => return Ok(()),
        };
        self.lesson = None;
        self.rhythm.rest();
        let size = (found.columns, found.rows);
        if self.board_size.is_some_and(|known| known != size) {
            let words = format!(
                "the client shows another board, of {} x {} points: the next game is played on it",
                size.0, size.1
            );
            return self.ports.recorder.note(&words);
        }
        let board = found;
        let words = format!(
            "the board lies elsewhere in its window: its corner is at pixel {:.0},{:.0} now, and its points are {:.1} apart",
            board.origin.0, board.origin.1, board.pitch.0
        );
        self.ports.recorder.note(&words)
    }

    /// A board that is up and is none that the profile allows is a reason for no game to begin, told once.
    fn tell_size_against_profile(&mut self) -> anyhow::Result<()> {
        if self.has_told_size {
            return Ok(());
        }
        let Some((columns, rows)) = self.ports.reader.size_against_profile() else {
            return Ok(());
        };
        self.has_told_size = true;
        let words = format!(
            "the client shows a board of {columns} x {rows} points, and its profile names another size: no game is begun on it \
             (without columns, rows and calibration under [board], any board is played on)"
        );
        self.ports.recorder.note(&words)
    }

    /// Tells the session between two games that the board is of another size than before.
    pub(super) fn tell_board(&mut self) {
        let Some(place) = self.ports.reader.place() else {
            return;
        };
        let grid = place.grid();
        let size = Some((grid.columns, grid.rows));
        if self.own_seat.is_some() || self.board_size == size {
            return;
        }
        if let Ok(empty) = P::empty(Some(&place), &self.ports.client) {
            self.board_size = size;
            self.events.push_back(Event::Board(empty));
        }
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
