//! Games on a painted client of Paper Soccer, from the first picture to the profile.

use std::sync::Arc;

use image::RgbImage;
use profile::{attacks::Attacks, client::Client, screen::Meaning};
use referee::{
    games::GameKind,
    player::{Limits, Player as _},
    position::Position as _,
    record::Record,
    seat::Seat,
    soccer::{Pitch, Position, Rules, turn::Turn},
    verdict::{Reason, Verdict},
};
use vision::{
    ink::Ink,
    paint::{
        canvas::Canvas,
        lettering::{self, Align, Pen},
    },
    pitch::{
        paint::{Painter, Placing, Scene},
        theme,
    },
};

use super::{client, says};
use crate::{
    answers::{Beforehand, PictureAnswers, Shows},
    draft::{Draft, draft},
    generous::Generous,
    sides::Sides,
    sights::{Seen, Sorter, When},
};

/// The first player scores with the last of these turns at the top.
const TOP: &str = "2 7 0 0 0 0 0";

/// A client that is painted: a field, a line of text, a dialog in its middle.
struct PaintedField {
    painter: Painter,
    at_ms: u64,
    sorter: Sorter<Position>,
    size: (u32, u32),
}

impl PaintedField {
    fn new(look: &str) -> PaintedField {
        let look = theme::by_name(look).unwrap();
        let painter = Painter::new(look, Pitch::USUAL, Placing::usual(32.0), 1);
        let field = painter.paint(&Scene::empty(Pitch::USUAL)).image;
        let size = (field.width() + 200, field.height());
        PaintedField {
            sorter: Sorter::new(painter.calibration(), size),
            painter,
            at_ms: 0,
            size,
        }
    }

    fn picture(&self, position: &Position, dialog: &[&str]) -> RgbImage {
        let mut canvas = Canvas::new(self.size.0, self.size.1, [233, 230, 223]);
        canvas.paste(&self.painter.paint(&Scene::of(position)).image, 0, 0);
        if dialog.is_empty() {
            return canvas.to_image();
        }
        // Its shadow lies on lines that are others in every game.
        canvas.rectangle((66.0, 158.0), (306.0, 308.0), Ink::new([0, 0, 0], 0.45));
        canvas.rectangle((60.0, 150.0), (300.0, 300.0), [214, 219, 226].into());
        for (index, line) in dialog.iter().enumerate() {
            let spot = (180.0, 185.0 + 34.0 * index as f64);
            let pen = Pen::new(17.0, [20, 20, 20]);
            lettering::write(&mut canvas, line, spot, Align::Centre, pen);
        }
        canvas.rectangle((120.0, 250.0), (240.0, 286.0), [63, 111, 159].into());
        let pen = Pen::new(11.0, [255, 255, 255]);
        lettering::write(&mut canvas, "Play again", AGAIN, Align::Centre, pen);
        canvas.to_image()
    }

    fn show(&mut self, picture: RgbImage, ms: u64) {
        self.sorter.picture(self.at_ms, Arc::new(picture));
        self.at_ms += ms;
        self.sorter.pass(self.at_ms);
    }

    /// A game of these turns, line by line; the dialog comes with the last of them.
    fn play(&mut self, turns: &str, own_seat: Seat, dialog: &[&str]) {
        let mut position = Position::new(Rules::default());
        self.show(self.picture(&position, &[]), 400);
        self.sorter.began(&Record {
            own_seat: Some(own_seat),
            ..Record::started(Rules::default())
        });
        for turn in turns.split_whitespace() {
            for &line in turn.parse::<Turn>().unwrap().directions() {
                position.play(line).unwrap();
                self.show(self.picture(&position, &[]), 250);
            }
        }
        let outcome = position.outcome().unwrap();
        assert_eq!(outcome.reason, Reason::Goal);
        self.show(self.picture(&position, dialog), 900);
        self.sorter.ended(Verdict::from(&outcome));
    }

    fn fresh(&mut self) -> Seen {
        let empty = Position::new(Rules::default());
        self.show(self.picture(&empty, &[]), 400);
        self.sorter.seen()
    }
}

const AGAIN: (f64, f64) = (180.0, 268.0);

/// What is made of it where the pictures say these results, in order.
fn explained(seen: &Seen, results: &[Shows], sides: Sides) -> Draft {
    let mut answers = PictureAnswers::default();
    let after = |sight: &&crate::sights::Sight| matches!(sight.when, When::After(_));
    for (sight, shows) in seen.sights.iter().filter(after).zip(results) {
        let beforehand = Beforehand {
            result: Some(Some(*shows)),
            words: Vec::new(),
            press: vec![(AGAIN.0 as i32, AGAIN.1 as i32)],
        };
        answers.put(beforehand.answer(sight, seen).unwrap());
    }
    draft(&Client::of_window("field").profile, seen, &answers, sides)
}

#[test]
fn games_on_a_field_make_a_profile_of_a_field() {
    for look in ["plain", "stadium"] {
        let mut painted = PaintedField::new(look);
        painted.play(TOP, Seat::First, &["You won"]);
        painted.play(TOP, Seat::Second, &["You lost"]);
        let seen = painted.fresh();
        let whens: Vec<When> = seen.sights.iter().map(|sight| sight.when).collect();
        assert_eq!(whens, [When::After(1), When::After(2)], "{look}");
        let outcomes: Vec<_> = seen.games.iter().filter_map(|game| game.outcome).collect();
        assert_eq!(outcomes, [Meaning::Won, Meaning::Lost], "{look}");
        assert!(
            seen.games[..2]
                .iter()
                .all(|game| game.scored == Some(Seat::First))
        );
        let draft = explained(&seen, &[Shows::Won, Shows::Lost], Sides::AsSeen);
        let board = &draft.profile.board;
        assert_eq!(board.game, GameKind::Soccer);
        assert_eq!(
            (board.field.pitch, board.field.attacks),
            (Some(Pitch::USUAL), Attacks::First),
            "{:?} {:?}",
            draft.learned,
            draft.missing
        );
        assert_eq!((board.kind, board.columns, board.rule), (None, None, None));
        let client = client(&draft);
        let shown = |words: &[&str]| {
            let position = Position::new(Rules::default());
            says(&client, &painted.picture(&position, words))
        };
        assert_eq!(
            shown(&["You won"]),
            [Meaning::Won],
            "{look} {:?} {:?}",
            draft.learned,
            draft.missing
        );
        assert_eq!(shown(&["You lost"]), [Meaning::Lost], "{look}");
        assert_eq!(shown(&[]), [], "{look}");
        assert!(
            client
                .profile
                .screens
                .iter()
                .any(|screen| !screen.steps.is_empty())
        );
    }
}

/// The client shows the field from the side of who sits at it, which the bot did not know.
#[test]
fn whose_goal_is_where_is_told_by_the_clients_word() {
    let check = |results: &[Shows], sides: Sides, expected: Attacks, told: bool| {
        let mut painted = PaintedField::new("plain");
        painted.play(TOP, Seat::First, &["Over"]);
        let seen = painted.fresh();
        let draft = explained(&seen, results, sides);
        assert_eq!(draft.profile.board.field.attacks, expected, "{results:?}");
        let missing = draft.missing.iter().any(|line| line.contains("--attacks"));
        assert_eq!(!missing, told, "{:?}", draft.missing);
    };
    check(&[Shows::Lost], Sides::AsSeen, Attacks::They, true);
    check(&[Shows::Won], Sides::AsSeen, Attacks::We, true);
    check(&[Shows::Won], Sides::Told(Attacks::Second), Attacks::Second, true);
    check(&[Shows::Won], Sides::AsPlayed, Attacks::First, false);
    check(&[Shows::Board], Sides::AsSeen, Attacks::First, false);
}

/// A dialog in the midst of a game is not its end, and long turns between two looks are no other board.
#[test]
fn what_comes_up_in_the_midst_of_a_game_of_lines_is_not_its_end() {
    let mut painted = PaintedField::new("plain");
    let mut position = Position::new(Rules::default());
    painted.show(painted.picture(&position, &[]), 400);
    let game =
        "2 0 53 4 7 4 16141 4 720 0 5257 445 2212 35 4 57 41 65 67 2 506 0 71 4 7271 4 7271 4 721 6 1411";
    for (index, turn) in game.split_whitespace().enumerate() {
        for &line in turn.parse::<Turn>().unwrap().directions() {
            position.play(line).unwrap();
        }
        painted.show(painted.picture(&position, &[]), 300);
        if index == 4 {
            painted.show(painted.picture(&position, &["A letter"]), 800);
        }
    }
    painted.show(painted.picture(&position, &["You won"]), 900);
    let seen = painted.fresh();
    let whens: Vec<When> = seen.sights.iter().map(|sight| sight.when).collect();
    assert_eq!(whens, [When::During(1), When::After(1)]);
}

#[test]
fn who_is_generous_shoots_into_its_own_goal() {
    let mut position = Position::new(Rules::default());
    while position.outcome().is_none() {
        let play = match position.turn() {
            Seat::First => Generous.think(&position, &Limits::default()).unwrap().play,
            // Whoever sits opposite keeps to its row where it can.
            Seat::Second => {
                let ways = position.legal_moves().into_iter();
                ways.min_by_key(|way| way.step().1.abs()).unwrap()
            }
        };
        position.play(play).unwrap();
        assert!(position.plies() < 300);
    }
    assert_eq!(position.outcome().unwrap().winner, Some(Seat::Second));
}
