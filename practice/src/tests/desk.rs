//! A service's client whose opponents are the test: clicked on by pixels.

use referee::{gomoku::Move, point::Point};
use vision::theme;

pub(super) use crate::desk::Desk;
use crate::{
    layout,
    model::{Seating, Target},
    setup::{PracticeOpponent, PracticeSetup, Service},
};

pub(super) const SEEK_MS: u64 = 1_000;
pub(super) const REPLY_MS: u64 = 300;
pub(super) const RESULT_MS: u64 = 700;

/// A service with two opponents, one of whom always wants a rematch.
pub(super) fn setup(seating: Seating) -> PracticeSetup {
    let opponent = |name: &str, player, rematch| PracticeOpponent {
        name: name.to_owned(),
        strength: 1_000 + 100 * player as u32,
        player,
        reply_ms: (REPLY_MS, REPLY_MS),
        rematch,
    };
    PracticeSetup {
        seating,
        result_ms: RESULT_MS,
        service: Some(Service {
            opponents: vec![opponent("Again", 0, 1.0), opponent("Once", 1, 0.0)],
            seed: 5,
            seek_ms: (SEEK_MS, SEEK_MS),
            game_ms: Some(60_000),
            increment_ms: 0,
            reconnect_ms: 500,
        }),
        ..PracticeSetup::default()
    }
}

impl Desk {
    /// A client in the look of that name, at its natural scale.
    pub(super) fn natural(setup: PracticeSetup, theme: &str, pitch: f64) -> Desk {
        Desk::new(
            setup,
            theme::by_name(theme).unwrap(),
            (pitch, layout::natural_scale(pitch)),
        )
    }

    /// In a game with `opponent`, the person in the first seat.
    pub(super) fn playing(opponent: usize) -> Desk {
        let mut setup = setup(Seating::First);
        let opponents = &mut setup.service.as_mut().unwrap().opponents;
        *opponents = vec![opponents[opponent].clone()];
        let mut desk = Desk::natural(setup, "plain", 20.0);
        desk.seek();
        desk
    }

    pub(super) fn seek(&mut self) {
        self.press(Target::Seek);
        self.pass(SEEK_MS);
    }

    /// The opponent's stone, placed when it is due.
    pub(super) fn reply(&mut self, x: u8, y: u8) {
        self.answer(Ok(Move::Place(Point::new(x, y))));
        self.pass(REPLY_MS);
    }

    pub(super) fn stones(&self) -> usize {
        self.practice.model().position().history().len()
    }

    /// The person makes a row of five along the top; the opponent plays along the bottom.
    pub(super) fn win(&mut self) {
        for x in 0..5 {
            self.place(x, 0);
            if x < 4 {
                self.reply(2 * x, 14);
            }
        }
    }
}
