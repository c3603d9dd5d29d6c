//! Somebody at a service's client who clicks on what is meant, and who brings the opponents' moves. Time passes as it is
//! told.

use referee::{gomoku, point::Point};
use vision::area::Area;

use crate::{
    client::{Input, Practice},
    face::Pictured,
    model::{ClientAction, Target},
    service_event::ServiceEvent,
    setup::ClientSetup,
};

/// One client and its moment.
pub struct Desk<P: Pictured = gomoku::Position> {
    /// The client.
    pub practice: Practice<P>,
    /// Milliseconds since it was started.
    pub now_ms: u64,
    /// Opponents that were asked for a move, and the requests' numbers.
    pub asked: Vec<(usize, u64)>,
    /// Whether the client wants to end.
    pub quit: bool,
}

impl<P: Pictured> Desk<P> {
    /// A client that was just started.
    pub fn new(setup: ClientSetup<P>, theme: &'static P::Theme, (pitch, scale): (f64, f64)) -> Desk<P> {
        let (practice, actions) = Practice::scaled(setup, theme, pitch, scale, 0);
        let mut desk = Desk {
            practice,
            now_ms: 0,
            asked: Vec::new(),
            quit: false,
        };
        desk.note(actions);
        desk
    }

    /// Takes notice of what the client asked for.
    pub fn note(&mut self, actions: Vec<ClientAction<P>>) {
        for action in actions {
            match action {
                ClientAction::Think { player, request, .. } => self.asked.push((player, request)),
                ClientAction::Forget => {}
                ClientAction::Quit => self.quit = true,
            }
        }
    }

    /// One input.
    pub fn step(&mut self, input: Input<P>) {
        let actions = self.practice.step(input, self.now_ms);
        self.note(actions);
    }

    /// Something befalls the client.
    pub fn happen(&mut self, event: ServiceEvent) {
        let actions = self.practice.happen(event, self.now_ms);
        self.note(actions);
    }

    /// Where a target is drawn.
    pub fn area_of(&self, target: Target) -> Area {
        let layout = self.practice.layout();
        match target {
            Target::Point(point) => {
                let (x, y) = layout.calibration.pixel_of(point);
                Area::new(x, y, 1, 1)
            }
            Target::Undo if !self.practice.model().stage().service => layout.resign,
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

    /// Clicks in the middle of a target.
    pub fn press(&mut self, target: Target) {
        let area = self.area_of(target);
        let x = f64::from(area.x) + f64::from(area.width / 2);
        let y = f64::from(area.y) + f64::from(area.height / 2);
        self.step(Input::Click(x, y));
    }

    /// Clicks on a point of the board.
    pub fn place(&mut self, x: u8, y: u8) {
        self.press(Target::Point(Point::new(x, y)));
    }

    /// The opponent that was asked last answers, or fails. Without one nothing happens.
    pub fn answer(&mut self, result: Result<P::Move, String>) {
        if let Some(&(_, request)) = self.asked.last() {
            self.step(Input::Reply { request, result });
        }
    }

    /// Time passes tick by tick, as its owner would let it.
    pub fn pass(&mut self, ms: u64) {
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
}
