//! The questions about pictures, one after the other: what is asked, what may be answered, what an answer leads to. Pure: it
//! draws nothing and knows no window.

use vision::area::Area;

use crate::{
    client::Place,
    newcomer::{
        answers::{Answer, Shows},
        draft::suggested,
        sights::{Seen, Sight, When},
    },
};

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
    Done(Option<Answer>),
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
    words: Vec<Place>,
    size: (u32, u32),
}

impl Question {
    pub(super) fn of(sight: &Sight, seen: &Seen) -> Question {
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
            title: format!("Picture {}, {when}", sight.number),
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
        let (one, two) = match (self.stage, self.told) {
            (Stage::Shows, Some(told)) => (
                format!(
                    "{}: the stones say {}. What does it show?",
                    self.title,
                    told.name()
                ),
                "If it names a colour or a player instead of you, choose \"Only the game\".",
            ),
            (Stage::Shows, None) => (
                format!("{}: what does it show?", self.title),
                "If it names a colour or a player instead of you, choose \"Only the game\".",
            ),
            (Stage::Words, _) => (
                "Where does it say so? Drag a box around the words that tell the result.".to_owned(),
                "Leave out names, scores and clocks: what changes is not found again.",
            ),
            (Stage::Press, _) => (
                "What is pressed here to get to the next game? Click on it in the picture.".to_owned(),
                "Nothing is pressed by this: the picture is only a picture.",
            ),
        };
        [one, two.to_owned()]
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
            Stage::Press => vec![
                choice(
                    if self.spot.is_some() {
                        "Here, at the cross (Enter)"
                    } else {
                        "Nothing chosen"
                    },
                    '\r',
                    Does::TakePress,
                    self.spot.is_some(),
                ),
                choice("Nothing: it goes on by itself (n)", 'n', Does::NoPress, false),
                choice("Back (Backspace)", '\u{8}', Does::Back, false),
            ],
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

    fn answer(&self, press: Option<(i32, i32)>) -> Option<Answer> {
        Some(Answer {
            number: self.number,
            shows: self.shows?,
            words: self.words.clone(),
            press,
        })
    }
}
