//! The questions about pictures, one after the other: what is asked, what may be answered, what an answer leads to. Pure: it
//! draws nothing and knows no window.

use vision::area::Area;

use crate::{
    answers::{PictureAnswer, Shows},
    draft::suggested,
    sights::{Seen, Sight, When},
};
use profile::client::ContentArea;

/// Who won is told by the stones where the client speaks of somebody else.
const COLOURS: &str = "If it names a colour or a player and not you, choose \"Only the game\".";

/// What is asked of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// What it shows.
    Shows,
    /// Where it says so.
    Words,
    /// What is pressed there.
    Press,
}

/// One way to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// On its button.
    pub(super) text: String,
    /// The key that does the same; `'\r'` is Enter.
    pub(super) key: char,
    /// Whether it is the likely one.
    pub(super) likely: bool,
    does: Does,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    Shows(Shows),
    Skip,
    TakeWords,
    DropWords,
    TakePress,
    NoPress,
    Back,
}

/// What a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// A button by its place.
    Choice(usize),
    /// A key.
    Key(char),
    /// A point of the picture.
    Point((i32, i32)),
    /// A box drawn on the picture.
    Box(Area),
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The same picture goes on being shown.
    Stay,
    /// A picture was answered, or passed over.
    Done(Option<PictureAnswer>),
}

/// The questions about one picture.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// Its number.
    pub(super) number: usize,
    /// When it was seen, in words.
    title: String,
    pub(super) stage: Stage,
    /// Boxes that are drawn on it.
    pub(super) boxes: Vec<Area>,
    /// Whether those are a person's.
    drawn: bool,
    /// The point that is pressed.
    pub(super) spot: Option<(i32, i32)>,
    told: Option<Shows>,
    shows: Option<Shows>,
    words: Vec<ContentArea>,
    size: (u32, u32),
}

impl Question {
    /// About that picture, the `turn`-th of so many that are asked about.
    pub(super) fn of(sight: &Sight, seen: &Seen, (turn, all): (usize, usize)) -> Question {
        let count = match all {
            1 => String::new(),
            _ => format!(" ({turn} of {all})"),
        };
        let when = match sight.when {
            When::Before => "before the first game".to_owned(),
            When::During(game) => format!("in the midst of game {game}"),
            When::After(game) => format!("at the end of game {game}"),
        };
        let told = match sight.when {
            When::After(game) => seen.games.get(game - 1).and_then(|game| game.outcome),
            _ => None,
        };
        Question {
            number: sight.number,
            title: format!("Picture {}{count}, {when}", sight.number),
            stage: Stage::Shows,
            boxes: suggested(sight, seen),
            drawn: false,
            spot: sight
                .left_at
                .filter(|at| Area::new(0, 0, seen.size.0, seen.size.1).contains(at.0, at.1)),
            told: told.and_then(Shows::of),
            shows: None,
            words: Vec::new(),
            size: seen.size,
        }
    }

    /// What is asked, line by line.
    pub(super) fn text(&self) -> [String; 2] {
        let stay = "Leave out names, scores and clocks: what changes is not found again.";
        let [one, two] = match (self.stage, self.told) {
            (Stage::Shows, Some(told)) => [
                format!("{}: is this the result? What does it say?", self.title),
                format!("By its stones the game was {}. {COLOURS}", told.name()),
            ],
            (Stage::Shows, None) => [
                format!("{}: is this a result? What does it say?", self.title),
                COLOURS.to_owned(),
            ],
            (Stage::Words, _) if !self.boxes.is_empty() && !self.drawn => [
                "Where does it say so? Drag a box around the words, or take those that were found.".to_owned(),
                format!("Yours replace those found. {stay}"),
            ],
            (Stage::Words, _) => [
                "Where does it say so? Drag a box around the words that tell the result.".to_owned(),
                stay.to_owned(),
            ],
            (Stage::Press, _) => [
                "Which button here begins the next game, or leads on to it? Click on it in the picture.".to_owned(),
                "This presses nothing: the picture is only a picture. What comes up after it is asked about next."
                    .to_owned(),
            ],
        };
        [one, two]
    }

    /// The ways to answer by a button or a key.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let choice = |text: &str, key, does, likely| Choice {
            text: text.to_owned(),
            key,
            likely,
            does,
        };
        match self.stage {
            Stage::Shows => {
                let shows =
                    |text, key, shows| choice(text, key, Does::Shows(shows), self.told == Some(shows));
                vec![
                    shows("I won (w)", 'w', Shows::Won),
                    shows("I lost (l)", 'l', Shows::Lost),
                    shows("Draw (d)", 'd', Shows::Draw),
                    shows("No result (n)", 'n', Shows::Aborted),
                    shows("Press it away (o)", 'o', Shows::Other),
                    shows("Only the game (b)", 'b', Shows::Board),
                    choice("I don't know (s)", 's', Does::Skip, false),
                ]
            }
            Stage::Words => vec![
                choice(
                    if self.drawn {
                        "These words (Enter)"
                    } else {
                        "The words as boxed (Enter)"
                    },
                    '\r',
                    Does::TakeWords,
                    !self.boxes.is_empty(),
                ),
                choice("No boxes (x)", 'x', Does::DropWords, false),
                choice("Back (Backspace)", '\u{8}', Does::Back, false),
            ],
            Stage::Press => {
                let here = choice("Here, at the cross (Enter)", '\r', Does::TakePress, true);
                let others = [
                    choice("No button: it goes on by itself (n)", 'n', Does::NoPress, false),
                    choice("Back (Backspace)", '\u{8}', Does::Back, false),
                ];
                self.spot.map(|_| here).into_iter().chain(others).collect()
            }
        }
    }

    /// Takes what a person did.
    pub(super) fn step(&mut self, input: Input) -> Step {
        let choices = self.choices();
        match input {
            Input::Choice(place) => choices
                .get(place)
                .map_or(Step::Stay, |choice| self.act(choice.does)),
            Input::Key(key) => {
                let same = |choice: &&Choice| choice.key == key.to_ascii_lowercase();
                choices
                    .iter()
                    .find(same)
                    .map_or(Step::Stay, |choice| self.act(choice.does))
            }
            Input::Point(at) if self.stage == Stage::Press => {
                self.spot = Some(at);
                Step::Stay
            }
            Input::Box(area) if self.stage == Stage::Words => {
                if !std::mem::replace(&mut self.drawn, true) {
                    self.boxes.clear();
                }
                let whole = Area::new(0, 0, self.size.0, self.size.1);
                self.boxes.extend(area.intersection(&whole));
                Step::Stay
            }
            Input::Point(_) | Input::Box(_) => Step::Stay,
        }
    }

    fn act(&mut self, does: Does) -> Step {
        match does {
            Does::Skip => return Step::Done(None),
            Does::Shows(Shows::Board) => {
                self.shows = Some(Shows::Board);
                // The next game's button may still be on it.
                self.stage = Stage::Press;
            }
            Does::Shows(shows) => {
                self.shows = Some(shows);
                self.stage = if shows == Shows::Other {
                    Stage::Press
                } else {
                    Stage::Words
                };
            }
            Does::TakeWords if self.boxes.is_empty() => {}
            Does::TakeWords => {
                let place = |area: &Area| (area.x, area.y, area.width, area.height);
                self.words = if self.drawn {
                    self.boxes.iter().map(place).collect()
                } else {
                    Vec::new()
                };
                self.stage = Stage::Press;
            }
            Does::DropWords => {
                (self.boxes, self.drawn) = (Vec::new(), true);
            }
            Does::TakePress if self.spot.is_none() => {}
            Does::TakePress => return Step::Done(self.answer(self.spot)),
            Does::NoPress => return Step::Done(self.answer(None)),
            Does::Back => self.stage = Stage::Shows,
        }
        Step::Stay
    }

    fn answer(&self, press: Option<(i32, i32)>) -> Option<PictureAnswer> {
        Some(PictureAnswer {
            number: self.number,
            shows: self.shows?,
            words: self.words.clone(),
            press,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use image::RgbImage;
    use vision::{
        calibration::{Calibration, Kind},
        paint::lettering,
    };

    use super::{super::face, *};
    use crate::board_place::BoardPlace;

    fn question(left_at: Option<(i32, i32)>) -> Question {
        let calibration = Calibration {
            columns: 9,
            rows: 9,
            kind: Kind::Points,
            origin: (20.0, 20.0),
            pitch: (20.0, 20.0),
            confidence: 1.0,
            orientation: Default::default(),
        };
        let sight = Sight {
            number: 3,
            when: When::After(1),
            at_ms: 0,
            pictures: vec![Arc::new(RgbImage::new(200, 200))],
            part: Area::new(0, 0, 200, 200),
            covers: false,
            left_at,
        };
        let seen = Seen {
            place: BoardPlace::Board(calibration),
            size: (200, 200),
            boards: Vec::new(),
            sights: vec![sight.clone()],
            games: Vec::new(),
            unplaced: false,
        };
        Question::of(&sight, &seen, (2, 5))
    }

    fn buttons(question: &Question) -> Vec<String> {
        question.choices().into_iter().map(|choice| choice.text).collect()
    }

    /// What is pointed at in the picture is what is pressed, and before that there is no button to take it.
    #[test]
    fn the_button_for_the_next_game_is_pointed_at() {
        let mut question = question(None);
        assert!(
            question.text()[0].starts_with("Picture 3 (2 of 5), at the end of game 1: is this a result?")
        );
        assert_eq!(question.step(Input::Key('b')), Step::Stay);
        assert!(question.text()[0].starts_with("Which button here begins the next game"));
        assert_eq!(buttons(&question).len(), 2, "{:?}", buttons(&question));
        assert_eq!(question.step(Input::Key('\r')), Step::Stay);
        assert_eq!(question.step(Input::Point((70, 80))), Step::Stay);
        assert_eq!(buttons(&question)[0], "Here, at the cross (Enter)");
        let Step::Done(Some(answer)) = question.step(Input::Choice(0)) else {
            panic!("it was answered");
        };
        assert_eq!(
            (answer.number, answer.shows, answer.press),
            (3, Shows::Board, Some((70, 80)))
        );
    }

    /// A line that is wider than the narrowest window would be cut off.
    #[test]
    fn what_is_asked_fits_into_the_window() {
        let mut long = question(None);
        long.title = "Picture 123 (45 of 67), at the end of game 100".to_owned();
        long.boxes = vec![Area::new(1, 1, 9, 9)];
        for told in [None, Some(Shows::Aborted)] {
            for stage in [Stage::Shows, Stage::Words, Stage::Press] {
                (long.told, long.stage) = (told, stage);
                for (line, size) in long.text().iter().zip([14.0, 10.0]) {
                    let width = lettering::width_of(line, size);
                    assert!(
                        width < f64::from(face::WIDTH_MIN - 2 * face::EDGE),
                        "{width}: {line}"
                    );
                }
            }
        }
    }

    #[test]
    fn where_a_person_pressed_is_offered() {
        let mut question = question(Some((50, 60)));
        question.step(Input::Key('o'));
        let Step::Done(Some(answer)) = question.step(Input::Key('\r')) else {
            panic!("it was answered");
        };
        assert_eq!((answer.shows, answer.press), (Shows::Other, Some((50, 60))));
    }
}
