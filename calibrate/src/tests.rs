//! Games on painted clients, from the first picture to the profile: what came up is found, explained, and known again.

mod soccer;

use std::sync::Arc;

use image::RgbImage;
use referee::{
    color::Color,
    gomoku::Rule,
    point::Point,
    record::Record,
    seat::Seat,
    verdict::{Reason, Verdict},
};
use vision::{
    area::Area,
    frame::Frame,
    paint::{
        Painter, Scene,
        canvas::Canvas,
        lettering::{self, Align, Pen},
    },
    screen_state::see,
    theme,
};

use crate::{
    answers::{Beforehand, PictureAnswers, Shows},
    draft::{Draft, draft},
    sides::Sides,
    sights::{Seen, Sorter, When},
};
use profile::{
    client::Client,
    familiarity::Familiarity,
    library,
    screen::{ClientStep, During, Meaning},
};

const SIZE: u8 = 15;
const PITCH: f64 = 36.0;

/// A client that is painted: its board, and what lies over it.
struct Painted {
    painter: Painter,
    scene: Scene,
    at_ms: u64,
    sorter: Sorter,
    size: (u32, u32),
}

/// A dialog: its words, where its middle is, and whether everything behind it is dimmed.
#[derive(Clone, Copy)]
struct Dialog<'a> {
    lines: &'a [&'a str],
    middle: (f64, f64),
    dims: bool,
}

const MIDDLE: (f64, f64) = (290.0, 290.0);

impl<'a> Dialog<'a> {
    fn of(lines: &'a [&'a str]) -> Dialog<'a> {
        Dialog {
            lines,
            middle: MIDDLE,
            dims: false,
        }
    }

    /// Where its button is.
    fn again(&self) -> (i32, i32) {
        (self.middle.0 as i32, self.middle.1 as i32 + 55)
    }
}

impl Painted {
    fn new(theme: &str) -> Painted {
        let painter = Painter::new(theme::by_name(theme).unwrap(), SIZE, SIZE, PITCH, 1);
        let scene = Scene::empty(SIZE, SIZE);
        let board = painter.paint(&scene).image;
        let size = (board.width() + 220, board.height());
        Painted {
            sorter: Sorter::new(painter.calibration(), size),
            painter,
            scene,
            at_ms: 0,
            size,
        }
    }

    /// The content: board, panel with a line of text, a dialog.
    fn picture(&self, caption: &str, dialog: Option<Dialog<'_>>) -> RgbImage {
        let mut canvas = Canvas::new(self.size.0, self.size.1, [233, 230, 223]);
        let board = self.painter.paint(&self.scene).image;
        canvas.paste(&board, 0, 0);
        let left = f64::from(board.width()) + 20.0;
        lettering::write(
            &mut canvas,
            caption,
            (left, 60.0),
            Align::Left,
            Pen::new(13.0, [30, 30, 30]),
        );
        let Some(dialog) = dialog else {
            return canvas.to_image();
        };
        let mut image = canvas.to_image();
        if dialog.dims {
            for pixel in image.pixels_mut() {
                pixel.0 = pixel.0.map(|level| (f32::from(level) * 0.55) as u8);
            }
        }
        let mut canvas = Canvas::new(self.size.0, self.size.1, [0, 0, 0]);
        canvas.paste(&image, 0, 0);
        let (x, y) = dialog.middle;
        canvas.rectangle(
            (x - 150.0, y - 90.0),
            (x + 150.0, y + 90.0),
            [251, 250, 247].into(),
        );
        for (index, line) in dialog.lines.iter().enumerate() {
            let spot = (x, y - 55.0 + 34.0 * index as f64);
            lettering::write(
                &mut canvas,
                line,
                spot,
                Align::Centre,
                Pen::new(17.0, [20, 20, 20]),
            );
        }
        canvas.rectangle((x - 60.0, y + 38.0), (x + 60.0, y + 72.0), [63, 111, 159].into());
        lettering::write(
            &mut canvas,
            "Play again",
            (x, y + 55.0),
            Align::Centre,
            Pen::new(11.0, [255, 255, 255]),
        );
        canvas.to_image()
    }

    /// Shows a picture for so long.
    fn show(&mut self, picture: RgbImage, ms: u64) {
        self.sorter.picture(self.at_ms, Arc::new(picture));
        self.at_ms += ms;
        self.sorter.pass(self.at_ms);
    }

    fn put(&mut self, x: u8, y: u8, color: Color) {
        self.scene.put(Point::new(x, y), Some(color));
        self.scene.last_move = Some(Point::new(x, y));
    }

    /// A game of nine stones: the first to move makes five, in the row `y`. The last stone comes with the dialog, if there is one.
    fn play(&mut self, y: u8, caption: &str, end: Option<Dialog<'_>>) {
        self.scene = Scene::empty(SIZE, SIZE);
        self.show(self.picture("Your turn", None), 400);
        self.sorter.began(&Record {
            own_seat: Some(Seat::First),
            ..Record::blank(SIZE, Rule::Freestyle)
        });
        for x in 0..5 {
            self.put(3 + x, y, Color::Black);
            if x < 4 {
                self.show(self.picture("Opponent's turn", None), 300);
                self.put(3 + x, y + 2, Color::White);
                self.show(self.picture("Your turn", None), 300);
            }
        }
        self.show(self.picture(caption, end), 900);
    }

    fn ended(&mut self, winner: Option<Seat>) {
        self.sorter.ended(Verdict {
            winner,
            reason: if winner.is_some() {
                Reason::Five
            } else {
                Reason::BoardFull
            },
        });
    }

    fn fresh(&mut self) -> Seen {
        self.scene = Scene::empty(SIZE, SIZE);
        self.show(self.picture("Your turn", None), 400);
        self.sorter.seen()
    }
}

fn explained(seen: &Seen, press: &[(i32, i32)]) -> Draft {
    let beforehand = Beforehand {
        result: Some(None),
        words: Vec::new(),
        press: press.to_vec(),
    };
    let mut answers = PictureAnswers::default();
    for sight in &seen.sights {
        if let Some(answer) = beforehand.answer(sight, seen) {
            answers.put(answer);
        }
    }
    draft(
        &Client::of_window("painted").profile,
        seen,
        &answers,
        Sides::AsSeen,
    )
}

/// The client as whoever loads the written profile has it.
fn client(draft: &Draft) -> Client {
    let text = toml::to_string(&draft.profile).unwrap();
    let profile =
        library::from_text(&text, "painted").unwrap_or_else(|mistake| panic!("{mistake:?}\n{text}"));
    assert_eq!(profile, draft.profile, "{text}");
    Client {
        name: "painted".to_owned(),
        familiarity: Familiarity::Profile,
        profile,
        templates: draft.pictures.clone(),
    }
}

/// What the client's screens say of that picture.
fn says(client: &Client, picture: &RgbImage) -> Vec<Meaning> {
    let frame = Frame::from_image(picture.clone());
    let screens = client.profile.screens.iter();
    let up = screens.filter(|screen| {
        client
            .signs(&screen.when)
            .iter()
            .all(|sign| see(sign, &frame).is_some())
    });
    up.map(|screen| screen.means)
        .filter(|means| means.is_result())
        .collect()
}

#[test]
fn a_dialog_with_the_last_stone_is_one_sight_at_the_end_of_its_game() {
    for dims in [false, true] {
        for theme in ["kaya", "felt"] {
            let dialog = Dialog {
                dims,
                ..Dialog::of(&["You won!"])
            };
            let mut painted = Painted::new(theme);
            painted.play(6, "", Some(dialog));
            painted.ended(Some(Seat::First));
            let seen = painted.fresh();
            let whens: Vec<When> = seen.sights.iter().map(|sight| sight.when).collect();
            assert_eq!(whens, [When::After(1)], "{theme} {dims}");
            let part = seen.sights[0].part;
            let wanted = Area::new(140, 200, 300, 180);
            let covered = part
                .intersection(&wanted)
                .map_or(0, |area| area.width * area.height);
            assert!(
                covered >= 280 * 160 && part.width < 420 && part.height < 300,
                "{theme} {dims}: {part:?}"
            );
            assert_eq!(seen.games[0].outcome, Some(Meaning::Won));
        }
    }
}

#[test]
fn won_and_lost_are_told_apart_by_what_differs() {
    let mut painted = Painted::new("kaya");
    let dialogs = [
        (Dialog::of(&["You won", "in 23 moves"]), Seat::First),
        (Dialog::of(&["You lost", "in 31 moves"]), Seat::Second),
        (Dialog::of(&["You won", "in 17 moves"]), Seat::First),
        (Dialog::of(&["You lost", "in 9 moves"]), Seat::Second),
    ];
    for (game, (dialog, winner)) in dialogs.into_iter().enumerate() {
        painted.play(2 + game as u8 * 3, "", Some(dialog));
        painted.ended(Some(winner));
    }
    let seen = painted.fresh();
    let draft = explained(&seen, &[Dialog::of(&[]).again()]);
    let client = client(&draft);
    let check = |lines: &[&str], expected: &[Meaning]| {
        let picture = painted.picture("", Some(Dialog::of(lines)));
        assert_eq!(
            says(&client, &picture),
            expected,
            "{lines:?}: {:?}",
            draft.learned
        );
    };
    check(&["You won", "in 99 moves"], &[Meaning::Won]);
    check(&["You lost", "in 99 moves"], &[Meaning::Lost]);
    check(&["Draw", "in 225 moves"], &[]);
    check(&["You wait", "in 12 moves"], &[]);
    assert_eq!(says(&client, &painted.picture("Your turn", None)), []);
    let next = client
        .profile
        .screens
        .iter()
        .find(|screen| !screen.steps.is_empty())
        .unwrap();
    assert_eq!(next.during, During::Opening);
    assert!(matches!(next.steps[..], [ClientStep::ClickTemplate(_)]));
    assert!(client.profile.new_game.steps.is_empty());
}

#[test]
fn one_game_teaches_its_own_result_and_no_other() {
    let mut painted = Painted::new("kaya");
    let dialog = Dialog::of(&["Game over", "Black wins"]);
    painted.play(6, "", Some(dialog));
    painted.ended(Some(Seat::First));
    let draft = explained(&painted.fresh(), &[dialog.again()]);
    let client = client(&draft);
    let shown = |lines: &[&str]| says(&client, &painted.picture("", Some(Dialog::of(lines))));
    assert_eq!(shown(&["Game over", "Black wins"]), [Meaning::Won]);
    assert_eq!(shown(&["Game over", "White wins"]), []);
    assert!(
        draft.missing.iter().any(|line| line.contains("lost")),
        "{:?}",
        draft.missing
    );
}

#[test]
fn words_that_tell_both_results_tell_none() {
    let mut painted = Painted::new("kaya");
    for winner in [Seat::First, Seat::Second] {
        painted.play(6, "", Some(Dialog::of(&["Black wins"])));
        painted.ended(Some(winner));
    }
    let draft = explained(&painted.fresh(), &[MIDDLE_BUTTON]);
    let client = client(&draft);
    let shown = painted.picture("", Some(Dialog::of(&["Black wins"])));
    assert_eq!(says(&client, &shown), [], "{:?}", draft.learned);
    assert_eq!(
        draft
            .missing
            .iter()
            .filter(|line| line.contains("something else"))
            .count(),
        2,
        "{:?}",
        draft.missing
    );
}

const MIDDLE_BUTTON: (i32, i32) = (290, 345);

#[test]
fn a_result_beside_the_board_is_told_by_its_words() {
    let mut painted = Painted::new("kaya");
    for (caption, winner) in [("You won", Seat::First), ("You lost", Seat::Second)] {
        painted.play(6, caption, None);
        painted.ended(Some(winner));
    }
    let seen = painted.fresh();
    assert_eq!(
        seen.sights.len(),
        2,
        "{:?}",
        seen.sights
            .iter()
            .map(|sight| (sight.when, sight.part))
            .collect::<Vec<_>>()
    );
    let client = client(&explained(&seen, &[]));
    assert_eq!(says(&client, &painted.picture("You won", None)), [Meaning::Won]);
    assert_eq!(says(&client, &painted.picture("You lost", None)), [Meaning::Lost]);
    assert_eq!(says(&client, &painted.picture("Your turn", None)), []);
    assert!(
        client.profile.new_game.steps.is_empty(),
        "the next game began by itself"
    );
}

#[test]
fn what_comes_up_in_the_midst_of_a_game_is_not_its_end() {
    let mut painted = Painted::new("kaya");
    painted.show(painted.picture("Your turn", None), 300);
    for ply in 0..12u8 {
        let color = if ply % 2 == 0 { Color::Black } else { Color::White };
        painted.put(1 + ply, 3 + (ply * 5) % 9, color);
        painted.show(painted.picture("Your turn", None), 300);
        if ply == 5 {
            let advert = Dialog::of(&["Win a holiday"]);
            painted.show(painted.picture("Your turn", Some(advert)), 800);
        }
    }
    painted.show(painted.picture("", Some(Dialog::of(&["You won!"]))), 800);
    let seen = painted.fresh();
    let whens: Vec<When> = seen.sights.iter().map(|sight| sight.when).collect();
    assert_eq!(whens, [When::During(1), When::After(1)]);
    let draft = explained(&seen, &[MIDDLE_BUTTON]);
    assert!(
        draft
            .missing
            .iter()
            .any(|line| line == "seen, not explained: picture 1"),
        "{:?}",
        draft.missing
    );
}

#[test]
fn an_answer_says_what_a_dialog_means() {
    let mut painted = Painted::new("felt");
    painted.play(6, "", Some(Dialog::of(&["Well done!", "Anna 1520"])));
    let seen = painted.fresh();
    let text = "[[picture]]\nnumber = 1\nis = \"won\"\nwords = [[190, 220, 200, 32]]\npress = [290, 345]\n";
    let answers = PictureAnswers::read(text, "answers").unwrap();
    answers.check(&seen).unwrap();
    let draft = draft(
        &Client::of_window("painted").profile,
        &seen,
        &answers,
        Sides::AsSeen,
    );
    let client = client(&draft);
    let other = painted.picture("", Some(Dialog::of(&["Well done!", "Bob 900"])));
    assert_eq!(
        says(&client, &other),
        [Meaning::Won],
        "{:?} {:?}",
        draft.learned,
        draft.missing
    );
    assert_eq!(answers.of(1).map(|answer| answer.shows), Some(Shows::Won));
}

#[test]
fn a_dialog_that_moves_is_looked_for_everywhere() {
    let mut painted = Painted::new("kaya");
    let at = |x, y| Dialog {
        middle: (x, y),
        ..Dialog::of(&["You won"])
    };
    for middle in [(290.0, 290.0), (180.0, 400.0)] {
        painted.play(6, "", Some(at(middle.0, middle.1)));
        painted.ended(Some(Seat::First));
    }
    let seen = painted.fresh();
    let mut answers = PictureAnswers::default();
    for (sight, press) in seen.sights.iter().zip([(290, 345), (180, 455)]) {
        answers.put(super::answers::PictureAnswer {
            number: sight.number,
            shows: Shows::Won,
            words: Vec::new(),
            press: Some(press),
        });
    }
    let client = client(&draft(
        &Client::of_window("painted").profile,
        &seen,
        &answers,
        Sides::AsSeen,
    ));
    assert_eq!(
        says(&client, &painted.picture("", Some(at(380.0, 150.0)))),
        [Meaning::Won]
    );
    assert_eq!(client.profile.screens.len(), 2, "one button, wherever it is");
}
