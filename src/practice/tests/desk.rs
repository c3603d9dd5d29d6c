//! A service's client whose opponents are the test: clicked on by pixels.

use crate::practice::{
    Input, Practice,
    happening::Happening,
    model::{Action, Seating, Target},
    setup::{Opponent, Service, Setup},
};
use referee::{gomoku::Move, point::Point};
use vision::{area::Area, theme};

pub(super) const SEEK_MS: u64 = 1_000;
pub(super) const REPLY_MS: u64 = 300;
pub(super) const RESULT_MS: u64 = 700;

/// A service with two opponents, one of whom always wants a rematch.
pub(super) fn setup(seating: Seating) -> Setup {
    let opponent = |name: &str, player, rematch| Opponent {
        name: name.to_owned(),
        strength: 1_000 + 100 * player as u32,
        player,
        reply_ms: (REPLY_MS, REPLY_MS),
        rematch,
    };
    Setup {
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
        ..Setup::default()
    }
}

pub(super) struct Desk {
    pub(super) practice: Practice,
    pub(super) now_ms: u64,
    pub(super) asked: Vec<(usize, u64)>,
    pub(super) quit: bool,
}

impl Desk {
    pub(super) fn new(setup: Setup, theme: &str, pitch: f64) -> Desk {
        let (practice, actions) = Practice::new(setup, theme::by_name(theme).unwrap(), pitch, 0);
        let mut desk = Desk {
            practice,
            now_ms: 0,
            asked: Vec::new(),
            quit: false,
        };
        desk.note(actions);
        desk
    }

    /// In a game with `opponent`, the person in the first seat.
    pub(super) fn playing(opponent: usize) -> Desk {
        let mut setup = setup(Seating::First);
        let opponents = &mut setup.service.as_mut().unwrap().opponents;
        *opponents = vec![opponents[opponent].clone()];
        let mut desk = Desk::new(setup, "plain", 20.0);
        desk.seek();
        desk
    }

    pub(super) fn seek(&mut self) {
        self.press(Target::Seek);
        self.pass(SEEK_MS);
    }

    pub(super) fn note(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Think { player, request, .. } => self.asked.push((player, request)),
                Action::Forget => {}
                Action::Quit => self.quit = true,
            }
        }
    }

    pub(super) fn step(&mut self, input: Input) {
        let actions = self.practice.step(input, self.now_ms);
        self.note(actions);
    }

    pub(super) fn happen(&mut self, happening: Happening) {
        let actions = self.practice.happen(happening, self.now_ms);
        self.note(actions);
    }

    /// Where a target is drawn.
    pub(super) fn area_of(&self, target: Target) -> Area {
        let layout = self.practice.layout();
        match target {
            Target::Point(point) => {
                let (x, y) = layout.calibration.pixel_of(point);
                Area::new(x, y, 1, 1)
            }
            Target::NewGame | Target::Undo | Target::Seek => layout.new_game,
            Target::Resign => layout.resign,
            Target::Quit => layout.quit,
            Target::StopSeeking | Target::LogIn | Target::Reconnect => layout.middle,
            Target::CloseChat => layout.close_chat,
            Target::CloseAdvertisement => layout.close_advertisement,
            Target::Choice(index) => {
                let count = self.practice.model().choices().len().max(index + 1);
                layout.choices(count)[index]
            }
        }
    }

    pub(super) fn press(&mut self, target: Target) {
        let area = self.area_of(target);
        let x = f64::from(area.x) + f64::from(area.width / 2);
        let y = f64::from(area.y) + f64::from(area.height / 2);
        self.step(Input::Click(x, y));
    }

    pub(super) fn place(&mut self, x: u8, y: u8) {
        self.press(Target::Point(Point::new(x, y)));
    }

    /// The opponent's stone, placed when it is due.
    pub(super) fn reply(&mut self, x: u8, y: u8) {
        self.answer(Ok(Move::Place(Point::new(x, y))));
        self.pass(REPLY_MS);
    }

    pub(super) fn answer(&mut self, result: Result<Move, String>) {
        let (_, request) = *self.asked.last().expect("an opponent was asked");
        self.step(Input::Reply { request, result });
    }

    /// Time passes tick by tick, as its owner would let it.
    pub(super) fn pass(&mut self, ms: u64) {
        let end_ms = self.now_ms + ms;
        while let Some(due_ms) = self
            .practice
            .wake_ms(self.now_ms)
            .filter(|due_ms| *due_ms <= end_ms)
        {
            self.now_ms = self.now_ms.max(due_ms);
            self.step(Input::Tick);
        }
        self.now_ms = end_ms;
        self.step(Input::Tick);
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
