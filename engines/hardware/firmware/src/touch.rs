//! The board of docs/sources.md `S1.1` and `S1.2`: a person plays on a screen that can be touched, and the answers come from a
//! PC on the line. Screen and line stand behind [`panel::Panel`] and [`Port`], so that all of this runs under tests on any machine.

pub mod panel;
pub mod calibration;
pub mod finger;
mod font;
pub mod layout;
pub mod table;
mod teller;
mod picture;

use hardware_core::point::Point;
use wires::s1::{BoardPoint, Replies, SIZE, SIZE_MAX};

use self::{
    calibration::{CROSSES, Calibration, Fault, TAPS},
    finger::Finger,
    layout::{Button, Grid},
    panel::{News, Panel, Pixel, Raw},
    table::{Answered, Ending, Stage, TouchGame},
    teller::{Due, TIMES, Teller},
};
use crate::port::Port;

/// Fewest lines a side.
const SIZE_MIN: u8 = 5;
/// Between two measurements.
const MEASURE_US: u64 = 10_000;
/// A panel that has not measured for so long is asked again.
const DEAF_US: u64 = 200_000;
/// For ten seconds after its winning stone a PC takes the person's last stone of that game for a question asked again: so long
/// a game that begins with this very stone is not told.
const RECENT_US: u64 = 11_000_000;

/// The board with all it knows.
pub struct Touch {
    view: View,
    finger: Finger,
    calibration: Option<Calibration>,
    table: TouchGame,
    replies: Replies,
    teller: Teller,
    /// The person's last stone of a game that the PC has won, and when that was.
    ended: Option<(Point, u64)>,
    /// When the panel was asked last, and whether it has measured since.
    asked_us: u64,
    has_measured: bool,
}

/// What the screen shows.
#[derive(Clone, Copy, Debug)]
enum View {
    /// Nothing yet.
    Dark,
    /// A cross: taps so far, and the fault of the calibration before.
    Cross(Crosses, Option<Fault>),
    /// The game.
    Game,
}

/// Taps on crosses.
#[derive(Clone, Copy, Debug)]
struct Crosses {
    taps: [Raw; TAPS],
    count: usize,
}

impl Crosses {
    const NONE: Crosses = Crosses {
        taps: [Raw { x: 0, y: 0 }; TAPS],
        count: 0,
    };
}

impl Touch {
    /// Memory for one; [`Touch::begin`] comes before everything else.
    pub const fn blank() -> Touch {
        Touch {
            view: View::Dark,
            finger: Finger::new(),
            calibration: None,
            table: TouchGame::blank(),
            replies: Replies::new(),
            teller: Teller::new(),
            ended: None,
            asked_us: 0,
            has_measured: true,
        }
    }

    /// Shows the first cross.
    pub fn begin(&mut self, panel: &mut impl Panel) {
        self.table.begin(SIZE);
        self.view = View::Cross(Crosses::NONE, None);
        self.draw(panel);
    }

    /// Plays, for ever.
    pub fn run(&mut self, port: &mut impl Port, panel: &mut impl Panel) -> ! {
        self.begin(panel);
        loop {
            self.step(port, panel);
            port.wait();
        }
    }

    /// Does what there is to do.
    pub fn step(&mut self, port: &mut impl Port, panel: &mut impl Panel) {
        while let Some(received) = port.receive() {
            if received.after_pause {
                self.replies.idle();
            }
            if let Some(place) = self.replies.push(received.byte) {
                self.answered(Point::new(place.x(), place.y()), port.micros(), panel);
            }
        }
        while let Some(news) = panel.news() {
            match news {
                News::Blank => self.draw(panel),
                News::Measured(sample) => {
                    self.has_measured = true;
                    if let Some(raw) = self.finger.push(sample) {
                        self.tapped(raw, port.micros(), panel);
                    }
                }
            }
        }
        let now_us = port.micros();
        match self.teller.due(now_us) {
            Due::Nothing => {}
            Due::Tell(place) => port.send(&place.to_touch()),
            Due::Enough => {
                self.table.give_up();
                self.draw_turn(panel);
            }
        }
        let since_us = now_us.wrapping_sub(self.asked_us);
        if since_us >= if self.has_measured { MEASURE_US } else { DEAF_US } {
            self.asked_us = now_us;
            self.has_measured = false;
            panel.measure();
        }
    }

    fn answered(&mut self, point: Point, now_us: u64, panel: &mut impl Panel) {
        match self.table.answer(point) {
            Answered::Nothing => return,
            Answered::Stone => self.draw_last(panel),
            Answered::Bad => self.draw_turn(panel),
        }
        self.teller.stop();
        if self.table.stage() == Stage::Over(Ending::Computer) {
            self.ended = self.table.person_last().map(|stone| (stone, now_us));
        }
    }

    fn tapped(&mut self, raw: Raw, now_us: u64, panel: &mut impl Panel) {
        match (self.view, self.calibration) {
            (View::Cross(crosses, _), _) => {
                self.crossed(crosses, raw);
                self.draw(panel);
            }
            (View::Game, Some(calibration)) => self.touched(calibration.pixel(raw), now_us, panel),
            (View::Game | View::Dark, _) => {}
        }
    }

    /// A tap on a cross.
    fn crossed(&mut self, crosses: Crosses, raw: Raw) {
        let result = match (crosses.count, self.calibration) {
            (TAPS, Some(calibration)) => calibration.check(raw).map(|()| View::Game),
            (count, _) => {
                let mut crosses = crosses;
                crosses.taps[count.min(TAPS - 1)] = raw;
                crosses.count = count + 1;
                let calibrated = if crosses.count < TAPS {
                    Ok(())
                } else {
                    Calibration::new(crosses.taps).map(|calibration| self.calibration = Some(calibration))
                };
                calibrated.map(|()| View::Cross(crosses, None))
            }
        };
        self.view = result.unwrap_or_else(|fault| View::Cross(Crosses::NONE, Some(fault)));
    }

    /// A tap on the game.
    fn touched(&mut self, pixel: Pixel, now_us: u64, panel: &mut impl Panel) {
        if let Some(button) = Button::at(pixel) {
            if picture::is_ready(button, &self.table) {
                self.pressed(button);
                self.draw(panel);
            }
            return;
        }
        let Some(point) = Grid::new(self.table.size()).near(pixel) else {
            return;
        };
        if self.table.is_allowed(point) {
            let is_first = self.table.is_empty();
            self.table.put(point);
            self.tell(point, is_first, now_us);
            if is_first {
                self.draw(panel);
            } else {
                self.draw_last(panel);
            }
        } else if matches!(self.table.stage(), Stage::Silence | Stage::Bad(..)) {
            self.table.ask_again();
            if let Some(stone) = self.table.person_last() {
                self.tell(stone, false, now_us);
            }
            self.draw_turn(panel);
        }
    }

    /// Tells the PC the person's stone. One that ends the game is told once only: it has no answer, and told again it would
    /// begin another game.
    fn tell(&mut self, point: Point, is_first: bool, now_us: u64) {
        let Some(place) = BoardPoint::new(point.x, point.y) else {
            return;
        };
        let from_us = match self.ended.take() {
            Some((stone, ended_us)) if is_first && stone == point => now_us.max(ended_us + RECENT_US),
            _ => now_us,
        };
        let is_over = matches!(self.table.stage(), Stage::Over(_));
        self.teller.begin(place, from_us, if is_over { 1 } else { TIMES });
    }

    fn pressed(&mut self, button: Button) {
        match button {
            Button::Lines => {
                let next = self.table.size() + 1;
                self.table.begin(if next > SIZE_MAX { SIZE_MIN } else { next });
            }
            Button::Calibrate => self.view = View::Cross(Crosses::NONE, None),
            Button::NewGame => {
                self.teller.stop();
                self.table.begin_again();
            }
        }
    }

    fn draw(&self, panel: &mut impl Panel) {
        match self.view {
            View::Dark => {}
            View::Cross(crosses, fault) => {
                let complaint = match fault {
                    None => "",
                    Some(Fault::Line) => "THOSE WERE ONE PLACE OR A LINE: ONCE MORE",
                    Some(Fault::Shape) => "NOT WHERE THE CROSSES ARE: ONCE MORE",
                    Some(Fault::Check) => "A TOUCH WAS BESIDE ITS CROSS: ONCE MORE",
                };
                picture::cross(panel, CROSSES[crosses.count], crosses.count, complaint);
            }
            View::Game => picture::game(panel, &self.table),
        }
    }

    /// The last stone, and whose turn it is.
    fn draw_last(&self, panel: &mut impl Panel) {
        if matches!(self.view, View::Game) {
            picture::last(panel, &self.table);
        }
        self.draw_turn(panel);
    }

    fn draw_turn(&self, panel: &mut impl Panel) {
        if matches!(self.view, View::Game) {
            picture::words(panel, &self.table);
            picture::buttons(panel, &self.table);
        }
    }
}

#[cfg(test)]
mod tests;
