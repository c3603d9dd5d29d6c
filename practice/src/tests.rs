//! The practice client in memory: clicked on by pixels, looked at by pixels.

mod desk;
mod evening;
mod host;
mod reader;
mod laws;
mod profile;
mod service;
mod soccer;
mod stranger;
mod world;

use engines::registry;
use image::RgbImage;
use proptest::prelude::*;
use referee::{
    gomoku::{Move, Rule},
    point::Point,
    position::Position as _,
    seat::Seat,
};
use vision::{area::Area, calibration::Calibration, source::FrameSource as _, theme};

use crate::{
    client::{Input, Practice},
    layout::{self, Layout},
    model::{
        ClientAction, ClientKey, Dialog, Phase, Pointable, PracticeEnd, PracticeScore, PracticeSetup,
        Seating, Target,
    },
    setup::DialogPlace,
    world::World,
};

const REPLY_MS: u64 = 300;
const RESULT_MS: u64 = 700;

fn setup(seating: Seating, rule: Rule) -> PracticeSetup {
    let opponent = "tester".to_owned();
    PracticeSetup {
        size: 15,
        rule,
        seating,
        opponent,
        reply_ms: REPLY_MS,
        result_ms: RESULT_MS,
        ..PracticeSetup::default()
    }
}

/// A client whose opponent is the test.
struct Client {
    practice: Practice,
    now_ms: u64,
    asked: Vec<u64>,
    forgotten: usize,
    quit: bool,
}

impl Client {
    fn new(seating: Seating, rule: Rule) -> Client {
        let plain = theme::by_name("plain").unwrap();
        let (practice, actions) = Practice::new(setup(seating, rule), plain, 20.0, 0);
        let mut client = Client {
            practice,
            now_ms: 0,
            asked: Vec::new(),
            forgotten: 0,
            quit: false,
        };
        client.note(actions);
        client
    }

    fn note(&mut self, actions: Vec<ClientAction>) {
        for action in actions {
            match action {
                ClientAction::Think { request, .. } => self.asked.push(request),
                ClientAction::Forget => self.forgotten += 1,
                ClientAction::Quit => self.quit = true,
            }
        }
    }

    fn step(&mut self, input: Input) {
        let actions = self.practice.step(input, self.now_ms);
        self.note(actions);
    }

    fn click(&mut self, x: u8, y: u8) {
        let (x, y) = self.practice.calibration().pixel_of(Point::new(x, y));
        self.step(Input::Click(f64::from(x), f64::from(y)));
    }

    fn click_on(&mut self, area: Area) {
        let middle = |from: i32, length: u32| f64::from(from) + f64::from(length) / 2.0;
        self.step(Input::Click(
            middle(area.x, area.width),
            middle(area.y, area.height),
        ));
    }

    fn choose(&mut self, choice: usize) {
        let choices = self
            .practice
            .layout()
            .choices(self.practice.model().choices().len());
        self.click_on(choices[choice]);
    }

    fn reply(&mut self, x: u8, y: u8) {
        self.answer(Ok(Move::Place(Point::new(x, y))));
        self.pass(REPLY_MS);
    }

    fn answer(&mut self, result: Result<Move, String>) {
        let request = *self.asked.last().expect("the opponent was asked");
        self.step(Input::Reply { request, result });
    }

    fn pass(&mut self, ms: u64) {
        self.now_ms += ms;
        self.step(Input::Tick);
    }

    fn moves(&self) -> usize {
        self.practice.model().position().history().len()
    }

    fn status(&self) -> String {
        self.practice.model().status()
    }

    /// The person makes a row of five along the top; the opponent plays along the bottom.
    fn win(&mut self) {
        for x in 0..5 {
            if self.practice.person() == Seat::Second {
                self.reply(2 * x, 14);
            }
            self.click(x, 0);
            if self.practice.person() == Seat::First && x < 4 {
                self.reply(2 * x, 14);
            }
        }
    }
}

#[test]
fn stones_are_placed_by_turns() {
    let mut client = Client::new(Seating::First, Rule::Freestyle);
    assert_eq!(client.status(), "Your turn");
    client.click(7, 7);
    assert_eq!((client.moves(), client.status()), (1, "Thinking...".to_owned()));
    client.answer(Ok(Move::Place(Point::new(8, 8))));
    client.pass(REPLY_MS - 1);
    assert_eq!(
        client.moves(),
        1,
        "a reply is shown when it is due and not before"
    );
    assert_eq!(client.practice.wake_ms(client.now_ms), Some(REPLY_MS));
    client.pass(1);
    assert_eq!((client.moves(), client.status()), (2, "Your turn".to_owned()));
    assert_eq!(client.asked, [1]);
}

#[test]
fn what_the_rules_refuse_is_ignored_in_silence() {
    let mut client = Client::new(Seating::First, Rule::Freestyle);
    let board = client.practice.layout().board;
    client.step(Input::Click(f64::from(board.x) + 1.0, f64::from(board.y) + 1.0));
    assert_eq!(client.moves(), 0, "beside the points");
    client.click(7, 7);
    client.click(8, 7);
    assert_eq!(client.moves(), 1, "not the person's turn");
    client.reply(8, 8);
    for (x, y) in [(7, 7), (8, 8)] {
        client.click(x, y);
        assert_eq!(
            (client.moves(), client.status()),
            (2, "Your turn".to_owned()),
            "occupied"
        );
    }
}

#[test]
fn a_won_game_is_told_counted_and_followed_by_another() {
    let mut client = Client::new(Seating::First, Rule::Freestyle);
    client.win();
    assert_eq!((client.status(), client.moves()), ("You won".to_owned(), 9));
    assert_eq!(client.practice.model().dialog(), None, "the line is seen first");
    let line = client.practice.model().scene(client.now_ms).win_line;
    assert_eq!(line, Some((Point::new(0, 0), Point::new(4, 0))));
    client.pass(RESULT_MS);
    assert_eq!(client.practice.model().dialog(), Some(Dialog::Result));
    let told = Some(("You won".to_owned(), "Decided after 9 moves".to_owned()));
    assert_eq!(client.practice.model().dialog_text(), told);
    // The dialog holds everything else up.
    client.click_on(client.practice.layout().new_game);
    client.click_on(client.practice.layout().quit);
    assert!(client.practice.model().dialog() == Some(Dialog::Result) && !client.quit);
    client.choose(0);
    assert_eq!(client.practice.model().dialog(), None);
    client.click(9, 9);
    assert_eq!(client.moves(), 9, "the game is over");
    client.click_on(client.practice.layout().new_game);
    client.choose(0);
    assert_eq!((client.moves(), client.status()), (0, "Your turn".to_owned()));
    assert_eq!(
        client.practice.model().score(),
        PracticeScore {
            wins: 1,
            losses: 0,
            draws: 0
        }
    );
}

#[test]
fn seats_change_by_turns_if_wanted() {
    let mut client = Client::new(Seating::Alternate, Rule::Freestyle);
    for seat in [Seat::First, Seat::Second, Seat::First] {
        assert_eq!(client.practice.person(), seat);
        client.win();
        assert_eq!(client.status(), "You won", "as {seat:?}");
        client.pass(RESULT_MS);
        client.step(Input::Key(ClientKey::Confirm));
        client.step(Input::Key(ClientKey::New));
        client.step(Input::Key(ClientKey::Confirm));
    }
    assert_eq!(client.practice.model().score().wins, 3);
    let mut client = Client::new(Seating::Second, Rule::Freestyle);
    client.reply(7, 7);
    assert_eq!((client.moves(), client.status()), (1, "Your turn".to_owned()));
}

#[test]
fn a_lost_game_counts_for_the_opponent() {
    let mut client = Client::new(Seating::First, Rule::Freestyle);
    for x in 0..5 {
        client.click(2 * x, 14);
        client.reply(x, 0);
    }
    assert_eq!(client.status(), "You lost");
    assert_eq!(
        client.practice.model().score(),
        PracticeScore {
            wins: 0,
            losses: 1,
            draws: 0
        }
    );
}

#[test]
fn an_answer_to_an_earlier_game_is_worth_nothing() {
    let mut client = Client::new(Seating::First, Rule::Freestyle);
    client.click(7, 7);
    client.step(Input::Key(ClientKey::New));
    client.step(Input::Key(ClientKey::Confirm));
    assert_eq!((client.moves(), client.forgotten), (0, 1));
    client.reply(8, 8);
    assert_eq!((client.moves(), client.status()), (0, "Your turn".to_owned()));
    client.click(3, 3);
    client.step(Input::Reply {
        request: 1,
        result: Ok(Move::Place(Point::new(8, 8))),
    });
    client.pass(REPLY_MS);
    assert_eq!(client.moves(), 1, "request 2 is the one that counts");
}

#[test]
fn a_cancelled_new_game_changes_nothing() {
    let mut client = Client::new(Seating::First, Rule::Freestyle);
    client.click(7, 7);
    client.click_on(client.practice.layout().new_game);
    assert_eq!(client.practice.model().dialog(), Some(Dialog::NewGame));
    client.answer(Ok(Move::Place(Point::new(8, 8))));
    client.pass(10 * REPLY_MS);
    assert_eq!(
        client.practice.wake_ms(client.now_ms),
        None,
        "nothing is due before the dialog is closed"
    );
    assert_eq!(client.moves(), 1, "the opponent's stone waits for the dialog");
    client.choose(2);
    assert_eq!((client.moves(), client.forgotten), (2, 0));
}

#[test]
fn an_opponent_that_fails_or_cheats_ends_the_game_without_a_result() {
    let cheat = Ok(Move::Place(Point::new(7, 7)));
    for (answer, word) in [(Err("it crashed".to_owned()), "crashed"), (cheat, "occupied")] {
        let mut client = Client::new(Seating::First, Rule::Freestyle);
        client.click(7, 7);
        client.answer(answer);
        client.pass(REPLY_MS);
        client.pass(RESULT_MS);
        let Phase::Over(PracticeEnd { note: trouble, .. }) = client.practice.model().phase() else {
            panic!("{:?}", client.practice.model().phase());
        };
        assert!(trouble.contains(word), "{trouble}");
        assert_eq!(client.status(), "No result");
        assert_eq!(client.practice.model().score(), PracticeScore::default());
        assert_eq!(client.practice.model().dialog(), Some(Dialog::Result));
    }
}

#[test]
fn a_forbidden_point_is_explained() {
    let mut client = Client::new(Seating::First, Rule::Renju);
    // Two open threes through h8: _XX.__ across and down.
    for ((x, y), (reply_x, reply_y)) in [
        ((5, 7), (0, 0)),
        ((6, 7), (14, 0)),
        ((7, 5), (0, 14)),
        ((7, 6), (14, 14)),
    ] {
        client.click(x, y);
        client.reply(reply_x, reply_y);
    }
    client.click(7, 7);
    assert_eq!(
        (client.moves(), client.status()),
        (8, "Forbidden: double-three".to_owned())
    );
    client.click(1, 7);
    assert_eq!((client.moves(), client.status()), (9, "Thinking...".to_owned()));
}

#[test]
fn keys_and_buttons_end_the_program() {
    let quit = |input: Input| {
        let mut client = Client::new(Seating::First, Rule::Freestyle);
        client.step(input);
        client.quit
    };
    assert!(quit(Input::Key(ClientKey::Quit)));
    assert!(quit(Input::Key(ClientKey::Cancel)));
    assert!(!quit(Input::Key(ClientKey::New)));
    let mut client = Client::new(Seating::First, Rule::Freestyle);
    client.step(Input::Key(ClientKey::New));
    client.step(Input::Key(ClientKey::Cancel));
    assert!(
        !client.quit && client.practice.model().dialog().is_none(),
        "it closes the dialog first"
    );
    client.click_on(client.practice.layout().quit);
    assert!(client.quit);
}

#[test]
fn hover_shows_where_a_stone_would_go() {
    let mut client = Client::new(Seating::First, Rule::Freestyle);
    let (x, y) = client.practice.calibration().pixel_of(Point::new(4, 5));
    let before = client.practice.image(0);
    client.step(Input::Pointer(f64::from(x), f64::from(y)));
    let hover = |client: &Client| client.practice.model().scene(0).hover;
    assert_eq!(hover(&client), Some(Point::new(4, 5)));
    assert_ne!(client.practice.image(0), before);
    client.step(Input::PointerLeft);
    assert_eq!(client.practice.image(0), before);
    client.click(4, 5);
    client.step(Input::Pointer(f64::from(x), f64::from(y)));
    assert_eq!(
        hover(&client),
        None,
        "not on stones, and not while the opponent thinks"
    );
}

#[test]
fn stones_appear_by_and_by() {
    let plain = theme::by_name("plain").unwrap();
    let setup = PracticeSetup {
        fade_ms: 100,
        ..setup(Seating::First, Rule::Freestyle)
    };
    let (mut practice, _) = Practice::new(setup, plain, 20.0, 0);
    let (x, y) = practice.calibration().pixel_of(Point::new(7, 7));
    practice.step(Input::Click(f64::from(x), f64::from(y)), 1_000);
    let darkness = |now_ms| 255 - practice.image(now_ms).get_pixel(x as u32, y as u32 + 5).0[1];
    let seen = [1_010, 1_050, 1_100].map(darkness);
    assert!(seen[0] < seen[1] && seen[1] < seen[2], "{seen:?}");
    assert_eq!(practice.wake_ms(1_010), Some(1_026));
    assert_eq!(practice.wake_ms(1_100), None);
    assert_ne!(practice.glance(1_010), practice.glance(1_050));
    assert_eq!(practice.glance(1_100), practice.glance(1_200));
}

#[test]
fn a_whole_game_against_an_engine_in_a_world_without_a_display() {
    let plain = theme::by_name("plain").unwrap();
    let (practice, begun) = Practice::new(setup(Seating::Alternate, Rule::Freestyle), plain, 20.0, 0);
    let opponent = registry::build("random:seed=3").unwrap();
    let mut world = World::new(
        practice,
        begun,
        vec![opponent],
        Area::new(0, 0, 1280, 800),
        (200, 100),
    );
    let mut mouse: Box<dyn actuator::pointer::Pointer> = Box::new(world.clone());
    let mut person = registry::build("classic:depth=2").unwrap();
    for _ in 0..113 {
        let position = world.look(|practice| practice.model().position().clone());
        if position.outcome().is_some() {
            break;
        }
        let Move::Place(point) = person.think(&position, &Default::default()).unwrap().play else {
            break;
        };
        let (x, y) = world.look(Practice::calibration).pixel_of(point);
        mouse.move_to(200 + x, 100 + y).unwrap();
        mouse.press(actuator::gesture::Button::Left).unwrap();
        world.pass(REPLY_MS);
    }
    assert_eq!(world.look(|practice| practice.model().status()), "You won");
    world.pass(RESULT_MS);
    assert_eq!(
        world.look(|practice| practice.model().dialog()),
        Some(Dialog::Result)
    );
    // The screen shows the client where it is, and something else around it.
    let frame = world.grab(Area::new(150, 50, 400, 400)).unwrap();
    let now_ms = world.now_ms();
    let own = world.look(|practice| practice.image(now_ms));
    assert_eq!(frame.image.get_pixel(50 + 100, 50 + 100), own.get_pixel(100, 100));
    assert_ne!(frame.image.get_pixel(49, 49), own.get_pixel(0, 0));
    mouse.key("q").unwrap();
    assert!(!world.is_open());
}

/// The board of the painted window is found on the screen and read as it is, in looks of several kinds.
#[test]
fn a_painted_client_is_located_and_read_back() {
    for name in ["kaya", "plain", "slate", "scribble", "discs"] {
        let look = theme::by_name(name).unwrap();
        let (practice, begun) = Practice::new(setup(Seating::First, Rule::Freestyle), look, 28.0, 0);
        let opponent = registry::build("random:seed=5").unwrap();
        let mut world = World::new(
            practice,
            begun,
            vec![opponent],
            Area::new(0, 0, 1280, 800),
            (90, 60),
        );
        let mut mouse: Box<dyn actuator::pointer::Pointer> = Box::new(world.clone());
        for (x, y) in [(7, 7), (9, 4), (3, 11), (12, 12), (1, 2), (6, 9)] {
            let (x, y) = world.look(Practice::calibration).pixel_of(Point::new(x, y));
            mouse.move_to(90 + x, 60 + y).unwrap();
            mouse.press(actuator::gesture::Button::Left).unwrap();
            world.pass(REPLY_MS);
        }
        mouse.move_to(5, 5).unwrap();
        let screen = world.screen().unwrap();
        let frame = world.grab(screen).unwrap();
        let found = vision::locate::locate(&frame, &Default::default()).expect(name);
        let truth = world.look(Practice::calibration).shifted(-90.0, -60.0);
        assert_eq!(
            (found.columns, found.rows, found.kind),
            (15, 15, truth.kind),
            "{name}"
        );
        let far = Point::new(14, 14);
        for point in [Point::new(0, 0), far] {
            let ((x, y), (true_x, true_y)) = (found.centre_of(point), truth.centre_of(point));
            assert!(
                (x - true_x).abs() < 2.0 && (y - true_y).abs() < 2.0,
                "{name}: {x},{y} for {true_x},{true_y}"
            );
        }
        let read = vision::read::Reader::unaided(found).read(&frame);
        let position = world.look(|practice| practice.model().position().clone());
        let stones: String = (0..15u8)
            .flat_map(|y| (0..15u8).map(move |x| Point::new(x, y)))
            .map(|point| position.stone(point).map_or('.', |color| color.letter()))
            .collect();
        assert_eq!(read.to_rows().concat(), stones, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every point and button is hit where it is shown, in every size, and nothing lies over anything else.
    #[test]
    fn everything_is_where_it_is_shown(size in 5..=22u8, pitch in 14.0..80.0f64, border in 1.0..2.5f64) {
        let calibration = Calibration {
            columns: size,
            rows: size,
            kind: vision::calibration::Kind::Points,
            origin: (border * pitch, border * pitch),
            pitch: (pitch, pitch),
            confidence: 1.0, orientation: vision::orientation::Orientation::default()
        };
        let side = ((f64::from(size - 1) + 2.0 * border) * pitch).ceil() as u32;
        let layout = Layout::new((side, side), &calibration, layout::natural_scale(pitch), DialogPlace::MIDDLE);
        let points = (0..size).flat_map(|y| (0..size).map(move |x| Point::new(x, y)));
        for point in points {
            let (x, y) = layout.calibration.pixel_of(point);
            let found = layout.target(f64::from(x), f64::from(y), &Pointable::BOARD);
            prop_assert_eq!(found, Some(Target::Point(point)));
            prop_assert_eq!(layout.target(f64::from(x), f64::from(y), &Pointable { choices: 3, ..Pointable::BOARD }).filter(|t| matches!(t, Target::Point(_))), None);
        }
        let whole = Area::new(0, 0, layout.width, layout.height);
        let parts = [
            layout.board, layout.cards[0], layout.cards[1], layout.status, layout.new_game, layout.quit,
        ];
        for (index, part) in parts.iter().enumerate() {
            prop_assert_eq!(part.intersection(&whole), Some(*part));
            for other in &parts[index + 1..] {
                prop_assert_eq!(part.intersection(other), None);
            }
        }
        for count in 1..=3 {
            for (index, choice) in layout.choices(count).into_iter().enumerate() {
                prop_assert_eq!(choice.intersection(&layout.dialog), Some(choice));
                let (x, y) = (f64::from(choice.x), f64::from(choice.y));
                prop_assert_eq!(layout.target(x, y, &Pointable { choices: count, ..Pointable::BOARD }), Some(Target::Choice(index)));
            }
        }
    }
}

#[test]
fn the_usual_board_of_every_size_reads_as_empty() {
    let kaya = theme::by_name("kaya").unwrap();
    let unread: Vec<u8> = (5..=22)
        .filter(|&size| {
            let setup = PracticeSetup {
                size,
                ..setup(Seating::Alternate, Rule::Freestyle)
            };
            let mut practice = Practice::new(setup, kaya, 40.0, 0).0;
            let frame = vision::frame::Frame::from_image(practice.picture(0).clone());
            let seen = vision::read::Reader::unaided(practice.calibration()).read(&frame);
            !seen.is_empty()
        })
        .collect();
    assert!(unread.is_empty(), "{unread:?}");
}
