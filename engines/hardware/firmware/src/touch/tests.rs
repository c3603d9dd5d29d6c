//! The board of glass: a PC, a finger and a clock in memory.

use std::{cell::Cell, collections::VecDeque};

use hardware_core::color::Color;

use super::{
    calibration::CROSSES,
    panel::{Area, Colour, Rows, Sample},
    table::Complaint,
    *,
};
use crate::port::{Received, Wire};

#[derive(Default)]
struct Glass {
    arriving: VecDeque<Received>,
    sent: Vec<u8>,
    now_us: Cell<u64>,
}

impl Port for Glass {
    const NAME: &'static str = "glass";
    const CLOCK_HZ: u32 = 0;
    const DEPTH_MAX: usize = 1;

    fn receive(&mut self) -> Option<Received> {
        self.arriving.pop_front()
    }

    fn send(&mut self, bytes: &[u8]) {
        self.sent.extend_from_slice(bytes);
    }

    fn wait(&mut self) {}

    fn micros(&self) -> u64 {
        self.now_us.get()
    }

    fn cycles(&self) -> u64 {
        0
    }

    fn keep(&mut self, _: Wire) {}

    fn kept(&self) -> Option<Wire> {
        None
    }
}

/// A panel whose measurements are ten times the pixels.
#[derive(Default)]
struct Slate {
    news: VecDeque<News>,
    drawn: usize,
    said: String,
    measures: usize,
}

impl Panel for Slate {
    fn fill(&mut self, _: Area, _: Colour) {
        self.drawn += 1;
    }

    fn disc(&mut self, _: u16, _: u16, _: u8, _: Colour) {
        self.drawn += 1;
    }

    fn glyph(&mut self, _: u16, _: u16, _: u8, _: Colour, _: Colour, rows: Rows) {
        let character = (b' '..=b'Z')
            .find(|&character| font::rows(character) == rows)
            .unwrap();
        self.said.push(char::from(character));
    }

    fn measure(&mut self) {
        self.measures += 1;
    }

    fn news(&mut self) -> Option<News> {
        self.news.pop_front()
    }
}

struct Desk {
    touch: Box<Touch>,
    glass: Glass,
    slate: Slate,
}

impl Desk {
    fn new() -> Desk {
        let mut desk = Desk {
            touch: Box::new(Touch::blank()),
            glass: Glass::default(),
            slate: Slate::default(),
        };
        desk.touch.begin(&mut desk.slate);
        desk
    }

    /// Calibrated.
    fn ready() -> Desk {
        let mut desk = Desk::new();
        CROSSES.iter().for_each(|cross| desk.tap(*cross));
        assert!(matches!(desk.touch.view, View::Game), "{}", desk.slate.said);
        desk
    }

    fn wait(&mut self, us: u64) {
        self.glass.now_us.set(self.glass.now_us.get() + us);
        self.touch.step(&mut self.glass, &mut self.slate);
    }

    fn tap(&mut self, at: Pixel) {
        self.slate.said.clear();
        let raw = Raw {
            x: at.x as u16 * 10,
            y: at.y as u16 * 10,
        };
        for pressure in [[1000; 9].as_slice(), &[0; 5]].concat() {
            self.slate
                .news
                .push_back(News::Measured(Sample { raw, pressure }));
        }
        self.wait(150_000);
    }

    fn press(&mut self, button: Button) {
        let Area { x, y, .. } = button.area();
        self.tap(Pixel {
            x: i32::from(x) + 10,
            y: i32::from(y) + 10,
        });
    }

    /// Taps on a crossing; what the PC is told.
    fn put(&mut self, x: u8, y: u8) -> String {
        let grid = Grid::new(self.touch.table.size());
        self.tap(Pixel {
            x: i32::from(grid.line(x)) + 3,
            y: i32::from(grid.line(y)) - 4,
        });
        self.told()
    }

    fn told(&mut self) -> String {
        String::from_utf8(std::mem::take(&mut self.glass.sent)).unwrap()
    }

    fn hear(&mut self, bytes: &[u8], after_pause: bool) {
        for (at, &byte) in bytes.iter().enumerate() {
            self.glass.arriving.push_back(Received {
                byte,
                after_pause: after_pause && at == 0,
            });
        }
        self.wait(1_000);
    }

    fn answer(&mut self, x: u8, y: u8) {
        self.hear(&[x, y, b'\r', b'\n'], true);
    }

    fn stage(&self) -> Stage {
        self.touch.table.stage()
    }

    fn stones(&self) -> Vec<(u8, u8)> {
        self.touch
            .table
            .stones()
            .map(|(point, _)| (point.x, point.y))
            .collect()
    }
}

#[test]
fn a_bad_calibration_is_asked_for_again() {
    let mut desk = Desk::new();
    assert!(desk.slate.said.contains("TOUCH CROSS 1 OF 4"));
    for _ in 0..3 {
        desk.tap(CROSSES[0]);
    }
    assert!(
        desk.slate.said.contains("TOUCH CROSS 1 OF 4THOSE WERE ONE PLACE"),
        "{}",
        desk.slate.said
    );
    for at in [CROSSES[0], CROSSES[1], CROSSES[2], Pixel { x: 100, y: 100 }] {
        desk.tap(at);
    }
    assert!(
        desk.slate.said.contains("BESIDE ITS CROSS"),
        "{}",
        desk.slate.said
    );
    CROSSES.iter().for_each(|cross| desk.tap(*cross));
    assert!(desk.slate.said.contains("BEGIN"), "{}", desk.slate.said);
}

#[test]
fn a_game_goes_back_and_forth_until_five() {
    let mut desk = Desk::ready();
    for x in 0..4 {
        assert_eq!(desk.put(x, 2), format!("{x}2"));
        assert_eq!(desk.stage(), Stage::Computer);
        // Not before there is an answer, and not on taken points.
        assert_eq!(desk.put(7, 7), "");
        desk.answer(x, 3);
        assert_eq!(desk.stage(), Stage::Person);
        assert_eq!(desk.put(x, 3), "");
    }
    assert_eq!(desk.put(4, 2), "42");
    assert_eq!(desk.stage(), Stage::Over(Ending::Person));
    assert!(
        desk.slate.said.contains("YOUWINFIVE INA ROW"),
        "{}",
        desk.slate.said
    );
    // Told once, and nothing is put after the end.
    desk.wait(60_000_000);
    assert_eq!(desk.told() + &desk.put(7, 7), "");
    desk.press(Button::NewGame);
    assert_eq!((desk.stones(), desk.put(4, 2)), (vec![], "42".to_owned()));
}

#[test]
fn a_stone_without_an_answer_is_told_again_a_few_times() {
    let mut desk = Desk::ready();
    assert_eq!(desk.put(3, 4), "34");
    let mut told = 1;
    for _ in 0..40 {
        desk.wait(500_000);
        told += desk.told().len() / 2;
    }
    assert_eq!((told, desk.stage()), (5, Stage::Silence));
    // A finger on the board asks again, and a late answer is as good as any.
    assert_eq!(desk.put(0, 0), "34");
    assert_eq!(desk.stage(), Stage::Computer);
    desk.answer(5, 5);
    desk.wait(10_000_000);
    assert_eq!((desk.told().as_str(), desk.stones()), ("", vec![(3, 4), (5, 5)]));
}

#[test]
fn an_answer_that_cannot_be_is_shown_and_not_drawn() {
    for (answer, complaint) in [((3, 4), Complaint::Taken), ((8, 0), Complaint::Outside)] {
        let mut desk = Desk::ready();
        desk.put(3, 4);
        desk.answer(answer.0, answer.1);
        let bad = Point::new(answer.0, answer.1);
        assert_eq!(
            (desk.stage(), desk.stones()),
            (Stage::Bad(bad, complaint), vec![(3, 4)])
        );
        assert!(
            desk.slate
                .said
                .contains(&format!("COL {} ROW {}", answer.0, answer.1))
        );
        desk.answer(2, 2);
        assert_eq!(desk.stage(), Stage::Person);
    }
}

#[test]
fn half_answers_and_repeated_ones_mean_nothing() {
    let mut desk = Desk::ready();
    desk.put(3, 4);
    desk.hear(&[1], false);
    desk.answer(2, 2);
    assert_eq!(desk.stones(), [(3, 4), (2, 2)]);
    desk.answer(6, 6);
    assert_eq!(desk.stones().len(), 2);
    desk.put(4, 4);
    // The answer before, once more, and then the one that is waited for.
    desk.answer(2, 2);
    assert_eq!(desk.stage(), Stage::Computer);
    desk.answer(6, 6);
    assert_eq!(desk.stones(), [(3, 4), (2, 2), (4, 4), (6, 6)]);
}

#[test]
fn a_game_after_one_without_an_end_begins_where_the_pc_understands_it() {
    let mut desk = Desk::ready();
    for (x, y) in [(3, 4), (4, 4)] {
        desk.put(x, y);
        desk.answer(x, y + 1);
    }
    desk.press(Button::NewGame);
    assert!(desk.slate.said.contains("THE RINGS"), "{}", desk.slate.said);
    assert_eq!([desk.put(0, 0), desk.put(4, 4), desk.put(3, 4)], ["", "", ""]);
    assert_eq!(desk.put(3, 5), "35");
    // An answer from another game: its point is what the PC is known to have taken.
    desk.answer(3, 5);
    desk.press(Button::NewGame);
    assert_eq!([desk.put(4, 5), desk.put(3, 5)], ["", "35"]);
}

#[test]
fn the_last_question_of_a_lost_game_is_not_asked_at_once() {
    let mut desk = Desk::ready();
    for x in 0..5 {
        desk.put([0, 2, 4, 6, 7][usize::from(x)], 0);
        desk.answer(x, 3);
    }
    assert_eq!(desk.stage(), Stage::Over(Ending::Computer));
    assert_eq!(desk.touch.table.last(), Some((Point::new(4, 3), Color::White)));
    desk.press(Button::NewGame);
    assert_eq!(desk.put(7, 0), "");
    desk.wait(5_000_000);
    assert_eq!(desk.told(), "");
    desk.wait(6_000_000);
    assert_eq!(desk.told(), "70");
}

#[test]
fn lines_change_on_an_empty_board_only() {
    let mut desk = Desk::ready();
    let mut sizes = Vec::new();
    for _ in 0..6 {
        desk.press(Button::Lines);
        sizes.push(desk.touch.table.size());
    }
    assert_eq!(sizes, [9, 10, 5, 6, 7, 8]);
    desk.put(7, 7);
    desk.press(Button::Lines);
    assert_eq!((desk.touch.table.size(), desk.stones()), (8, vec![(7, 7)]));
}

#[test]
fn a_full_board_ends_without_a_winner() {
    let mut desk = Desk::ready();
    for _ in 0..3 {
        desk.press(Button::Lines);
    }
    // Five lines: rows of BBWWB and WWBBW in turns hold no five.
    let is_black = |x: u8, y: u8| [0, 1, 4].contains(&x) == y.is_multiple_of(2);
    let points: Vec<(u8, u8)> = (0..5).flat_map(|y| (0..5).map(move |x| (x, y))).collect();
    let (black, white): (Vec<_>, Vec<_>) = points.into_iter().partition(|&(x, y)| is_black(x, y));
    for (number, &(x, y)) in black.iter().enumerate() {
        desk.put(x, y);
        if let Some(&(x, y)) = white.get(number) {
            desk.answer(x, y);
        }
    }
    assert_eq!(desk.stage(), Stage::Over(Ending::Full));
}

#[test]
fn a_panel_that_lost_its_picture_has_it_drawn_and_a_deaf_one_is_asked_again() {
    let mut desk = Desk::ready();
    let drawn = desk.slate.drawn;
    desk.slate.news.push_back(News::Blank);
    desk.wait(1_000);
    assert!(desk.slate.drawn > drawn + 20);
    let measures = desk.slate.measures;
    for _ in 0..50 {
        desk.wait(10_000);
    }
    assert!(
        (2..=4).contains(&(desk.slate.measures - measures)),
        "{}",
        desk.slate.measures - measures
    );
}
