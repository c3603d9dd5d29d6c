//! What a person, a file or the command line says about the pictures that were seen. Data only; as text it is TOML, so that
//! what was answered once need not be asked again.
//!
//! ```toml
//! [[picture]]
//! number = 3
//! is = "won"
//! words = [[412, 300, 120, 30]]   # where it says so; left out: all words that came up
//! press = [470, 380]              # the button that leads on
//! ```

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use vision::area::Area;

use crate::sights::{Seen, Sight, When};
use base::user_error::UserError;
use profile::{client::ContentArea, screen::Meaning};

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shows {
    /// That we won.
    Won,
    /// That we lost.
    Lost,
    /// That nobody did.
    Draw,
    /// That the game ended without a result.
    Aborted,
    /// Something else that has to be pressed away, or leads on to a game.
    Other,
    /// Nothing but the game.
    Board,
}

impl Shows {
    /// What a profile's screen says of the game.
    pub fn meaning(self) -> Meaning {
        match self {
            Shows::Won => Meaning::Won,
            Shows::Lost => Meaning::Lost,
            Shows::Draw => Meaning::Draw,
            Shows::Aborted => Meaning::Aborted,
            Shows::Other | Shows::Board => Meaning::Nothing,
        }
    }

    /// The name that a screen of this meaning gets.
    pub fn name(self) -> &'static str {
        match self {
            Shows::Won => "won",
            Shows::Lost => "lost",
            Shows::Draw => "draw",
            Shows::Aborted => "aborted",
            Shows::Other => "other",
            Shows::Board => "board",
        }
    }

    /// What shows this result.
    pub fn of(meaning: Meaning) -> Option<Shows> {
        match meaning {
            Meaning::Won => Some(Shows::Won),
            Meaning::Lost => Some(Shows::Lost),
            Meaning::Draw => Some(Shows::Draw),
            Meaning::Aborted => Some(Shows::Aborted),
            Meaning::Nothing | Meaning::Waiting => None,
        }
    }
}

/// The answer for one picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PictureAnswer {
    /// The picture's number.
    pub number: usize,
    /// What it shows.
    #[serde(rename = "is")]
    pub shows: Shows,
    /// Boxes around the words that say so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<ContentArea>,
    /// A pixel of the button that leads on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub press: Option<(i32, i32)>,
}

/// All answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PictureAnswers {
    /// One a picture at most.
    #[serde(default, rename = "picture", skip_serializing_if = "Vec::is_empty")]
    pub each: Vec<PictureAnswer>,
}

impl PictureAnswers {
    /// The answers in a file's text, which complaints call `shown`.
    ///
    /// # Errors
    /// It is no such text.
    pub fn read(text: &str, shown: &str) -> Result<PictureAnswers, UserError> {
        toml::from_str(text).map_err(|error| {
            UserError::new(
                format!("{shown}: {}", error.message()),
                "an answer is [[picture]] with number, is = \"won\" (lost, draw, aborted, other, board), words and press",
            )
        })
    }

    /// The answer for the picture of that number.
    pub fn of(&self, number: usize) -> Option<&PictureAnswer> {
        self.each.iter().find(|answer| answer.number == number)
    }

    /// Takes an answer in place of an earlier one.
    pub fn put(&mut self, answer: PictureAnswer) {
        self.each.retain(|known| known.number != answer.number);
        self.each.push(answer);
        self.each.sort_by_key(|answer| answer.number);
    }

    /// The answer names a picture that was not seen, or points beside it.
    ///
    /// # Errors
    /// One does.
    pub fn check(&self, seen: &Seen) -> Result<(), UserError> {
        let whole = Area::new(0, 0, seen.size.0, seen.size.1);
        for answer in &self.each {
            if !seen.sights.iter().any(|sight| sight.number == answer.number) {
                return Err(UserError::new(
                    format!("an answer for picture {}, which was not seen", answer.number),
                    format!("pictures are numbered from 1 to {}", seen.sights.len()),
                ));
            }
            let outside = |&(x, y, width, height): &ContentArea| {
                let area = Area::new(x, y, width, height);
                area.intersection(&whole) != Some(area)
            };
            let words = answer.words.iter().find(|place| outside(place));
            if let Some((x, y, width, height)) = words {
                return Err(beside(&format!("{x},{y},{width},{height}"), seen));
            }
            if let Some((x, y)) = answer.press.filter(|at| !whole.contains(at.0, at.1)) {
                return Err(beside(&format!("{x},{y}"), seen));
            }
        }
        Ok(())
    }
}

fn beside(what: &str, seen: &Seen) -> UserError {
    UserError::new(
        format!("{what} is not in the window's content"),
        format!(
            "it has {} x {} pixels, counted from its top left",
            seen.size.0, seen.size.1
        ),
    )
}

/// Answers that are given beforehand, for every end of a game alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beforehand {
    /// What the picture at the end of a game shows; `Some(None)` is what the stones told.
    pub result: Option<Option<Shows>>,
    /// Where it says so.
    pub words: Vec<ContentArea>,
    /// What is pressed then, one after the other.
    pub press: Vec<(i32, i32)>,
}

impl Beforehand {
    /// Whether anything is said.
    pub fn is_given(&self) -> bool {
        self.result.is_some() || !self.press.is_empty()
    }

    /// The answer for a sight of the end of a game; `None` for others, and where the stones told nothing.
    pub fn answer(&self, sight: &Sight, seen: &Seen) -> Option<PictureAnswer> {
        let When::After(game) = sight.when else {
            return None;
        };
        if !self.is_given() {
            return None;
        }
        let place = seen
            .sights
            .iter()
            .filter(|other| other.when == sight.when)
            .position(|other| other.number == sight.number)?;
        let press = self.press.get(place).copied();
        let outcome = seen.games.get(game - 1).and_then(|game| game.outcome);
        // What comes after the first picture of an end does not tell the result once more.
        let told = match (place, self.result) {
            (0, Some(Some(shows))) => Some(shows),
            (0, Some(None)) => outcome.and_then(Shows::of),
            _ => None,
        };
        let shows = told.or(press.map(|_| Shows::Other))?;
        let words = if told.is_some() {
            self.words.clone()
        } else {
            Vec::new()
        };
        Some(PictureAnswer {
            number: sight.number,
            shows,
            words,
            press,
        })
    }
}

/// Why words on the command line are no box and no point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// Something else than numbers.
    #[error("{0:?} is no row of whole numbers")]
    Numbers(String),
    /// Numbers that make no box.
    #[error("{0:?} is no box: give X,Y,WIDTH,HEIGHT")]
    Box(String),
    /// Numbers that make no point.
    #[error("{0:?} is no point: give X,Y")]
    Point(String),
}

/// `X,Y,WIDTH,HEIGHT` on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boxed(pub ContentArea);

/// `X,Y` on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenPixel(pub (i32, i32));

impl FromStr for Boxed {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Boxed, PlaceError> {
        match numbers(text)?[..] {
            [x, y, width, height] if x >= 0 && y >= 0 && width > 0 && height > 0 => {
                Ok(Boxed((x, y, width as u32, height as u32)))
            }
            _ => Err(PlaceError::Box(text.to_owned())),
        }
    }
}

impl FromStr for WrittenPixel {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<WrittenPixel, PlaceError> {
        match numbers(text)?[..] {
            [x, y] if x >= 0 && y >= 0 => Ok(WrittenPixel((x, y))),
            _ => Err(PlaceError::Point(text.to_owned())),
        }
    }
}

fn numbers(text: &str) -> Result<Vec<i32>, PlaceError> {
    let number = |part: &str| part.trim().parse::<i32>();
    let all: Result<Vec<i32>, _> = text.split(',').map(number).collect();
    all.map_err(|_| PlaceError::Numbers(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_what_they_were_after_writing() {
        let mut answers = PictureAnswers::default();
        let answer = |number, shows| PictureAnswer {
            number,
            shows,
            words: vec![(1, 2, 30, 40)],
            press: Some((5, 6)),
        };
        answers.put(answer(2, Shows::Lost));
        answers.put(answer(1, Shows::Other));
        answers.put(answer(2, Shows::Won));
        let text = toml::to_string(&answers).unwrap();
        assert_eq!(PictureAnswers::read(&text, "answers").unwrap(), answers);
        assert_eq!(answers.each.len(), 2);
        assert_eq!(answers.of(2).map(|answer| answer.shows), Some(Shows::Won));
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        for text in [
            "x",
            "[[picture]]\nnumber = 1\n",
            "[[picture]]\nnumber = 1\nis = \"fun\"\n",
        ] {
            assert!(PictureAnswers::read(text, "answers").is_err(), "{text}");
        }
        assert_eq!("3, 4".parse(), Ok(WrittenPixel((3, 4))));
        assert!("3".parse::<WrittenPixel>().is_err() && "-3,4".parse::<WrittenPixel>().is_err());
        assert_eq!("3,4,50,60".parse(), Ok(Boxed((3, 4, 50, 60))));
        assert!("3,4,0,60".parse::<Boxed>().is_err());
    }
}
