//! Requests of opponents as the pilot meets them: a screen that asks for something gets a number, the session says what
//! is answered, and the answer is given only to the request that it is about. A part of the pilot.

use super::Pilot;
use profile::{
    request::{Request, RequestAnswer},
    screen::{During, Meaning},
};
use session::live_game::playable::Playable;

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

    /// The screen with that number, by its index, if it is up.
    pub(super) fn index_of(&self, number: u64) -> Option<usize> {
        let up = self.up.filter(|(_, known)| *known == number);
        up.map(|(index, _)| index)
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

impl<P: Playable> Pilot<P> {
    /// Carries out the steps of an answer. One that comes late, to a request that is not up any more, is dropped.
    pub(super) fn answer(&mut self, number: u64, request: Request, answer: RequestAnswer) {
        let Some(index) = self.screens.asked.index_of(number) else {
            return;
        };
        if !self.is_up(index) {
            self.screens.asked.up = None;
            return;
        }
        let screen = self.screens.screen(index);
        let steps = match answer {
            RequestAnswer::Accept => screen.accept.clone(),
            RequestAnswer::Decline => screen.decline.clone(),
        };
        let answered = self.answer_by(index, &steps, Meaning::Nothing);
        if answered && (request, answer) == (Request::Rematch, RequestAnswer::Accept) {
            self.screens.during = During::Opening;
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
        assert_eq!((asked.index_of(3), asked.index_of(2)), (Some(5), None));
    }
}
