//! Requests of opponents as the pilot meets them: a screen that asks for something gets a number, the session says what
//! is answered, and the answer is given only to the request that it is about. A part of the pilot.

use super::Pilot;
use profile::{
    request::{Answer, Request},
    screen::{During, Meaning},
};

/// The request, or the result of a game, that is up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    /// The screen's index and the request's number.
    up: Option<(usize, u64)>,
    numbers: u64,
}

impl Asked {
    /// A request that is not seen any more is over; if it comes again, it is another one.
    pub(super) fn keep(&mut self, is_up: impl Fn(usize) -> bool) {
        self.up = self.up.filter(|(index, _)| is_up(*index));
    }

    /// The screen that is up, by its index, and its number.
    pub(super) fn up(&self) -> Option<(usize, u64)> {
        self.up
    }

    /// The number of the request on the screen with this index.
    pub(super) fn number(&mut self, index: usize) -> u64 {
        match self.up {
            Some((known, number)) if known == index => number,
            _ => {
                self.numbers += 1;
                self.up = Some((index, self.numbers));
                self.numbers
            }
        }
    }
}

impl Pilot {
    /// Carries out the steps of an answer. One that comes late, to a request that is not up any more, is dropped.
    pub(super) fn answer(&mut self, number: u64, request: Request, answer: Answer) {
        let Some((index, _)) = self.asked.up.filter(|(_, known)| *known == number) else {
            return;
        };
        if !self.is_up(index) {
            self.asked.up = None;
            return;
        }
        let screen = &self.pipeline.screens()[index];
        let steps = match answer {
            Answer::Accept => screen.accept.clone(),
            Answer::Decline => screen.decline.clone(),
        };
        let answered = self.answer_by(index, &steps, Meaning::Nothing);
        if answered && (request, answer) == (Request::Rematch, Answer::Accept) {
            self.during = During::Opening;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_keeps_its_number_as_long_as_it_is_up() {
        let mut asked = Asked::default();
        assert_eq!((asked.number(3), asked.number(3)), (1, 1));
        asked.keep(|index| index == 3);
        assert_eq!(asked.number(3), 1);
        asked.keep(|_| false);
        assert_eq!(asked.number(3), 2, "it went and came again");
        assert_eq!(asked.number(5), 3, "another screen, another request");
    }
}
