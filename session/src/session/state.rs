//! What a session is about, and what is known in that state only: between two games, in one, or over. A part of the session;
//! pure as the rest of it.

use super::{missed::Missed, seat_shown::SeatShown};
use crate::{live_game::LiveGame, live_game::playable::Playable};
use profile::bounds::Bounds;

/// What the session is about.
#[derive(Clone, Debug)]
pub(super) enum State<P: Playable> {
    /// No game is in hand.
    Between(Between<P>),
    /// A game is in hand.
    Playing(Box<Playing<P>>),
    /// The session ended.
    Over,
}

/// What is known from one game's end to the next one's beginning.
#[derive(Clone, Debug)]
pub(super) struct Between<P: Playable> {
    pub(super) stage: Stage<P>,
    /// Since when the client says that an opponent is looked for.
    pub(super) seeking_since_ms: Option<u64>,
    pub(super) missed: Missed,
}

/// How far it is to the next game.
#[derive(Clone, Debug)]
pub(super) enum Stage<P: Playable> {
    /// Nothing was seen yet. A game may have been left, which goes on if its board is up.
    Arriving { unfinished: Option<Box<Playing<P>>> },
    /// A new game was asked for.
    Opening(Opening<P>),
    /// It is too early to ask for one.
    Resting { until_ms: u64 },
}

/// A new game is to come.
#[derive(Clone, Debug)]
pub(super) struct Opening<P: Playable> {
    /// So often it was asked for.
    pub(super) attempt: u32,
    /// When it was asked for last.
    pub(super) asked_ms: u64,
    /// The board before it.
    pub(super) before: Option<P::Seen>,
    /// Since when an empty board is up.
    pub(super) fresh_since_ms: Option<u64>,
    /// The seat that the client shows for it.
    pub(super) seat_shown: Option<SeatShown>,
}

impl<P: Playable> Opening<P> {
    /// Whether it was waited for long enough to ask again.
    pub(super) fn is_due(&self, now_ms: u64, bounds: &Bounds) -> bool {
        let since_ms = self.fresh_since_ms.unwrap_or(self.asked_ms).max(self.asked_ms);
        now_ms >= since_ms + bounds.new_game_ms
    }
}

/// How our seat in the game in hand is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeatBasis {
    /// The client shows it, or the board did.
    Seen,
    /// By the clock alone: the board stayed empty for a while. The opponent may have been thinking all the same. So often we had
    /// clicked when the first stone came.
    Guessed {
        /// 0 as long as there is none.
        clicks: u32,
    },
    /// What was taken for our first stone seems to be the opponent's.
    Doubted,
}

/// The game in hand, and what its client shows.
#[derive(Clone, Debug)]
pub(super) struct Playing<P: Playable> {
    pub(super) game: LiveGame<P>,
    /// Since when its board is not up.
    pub(super) away_since_ms: Option<u64>,
    /// The number of the screen that tells its result, as long as that waits for its answer.
    pub(super) result_screen: Option<u64>,
    pub(super) seat_basis: SeatBasis,
}

impl<P: Playable> Playing<P> {
    /// A game whose board is up.
    pub(super) fn new(game: LiveGame<P>) -> Playing<P> {
        Playing {
            game,
            away_since_ms: None,
            result_screen: None,
            seat_basis: SeatBasis::Seen,
        }
    }

    /// The same game, of which nothing is known but what was confirmed and granted in it.
    fn again(&self, bounds: &Bounds, now_ms: u64) -> Playing<P> {
        Playing {
            game: self.game.again(bounds, now_ms),
            away_since_ms: None,
            result_screen: self.result_screen,
            seat_basis: SeatBasis::Seen,
        }
    }
}

impl<P: Playable> State<P> {
    /// At the beginning of a session.
    pub(super) fn arriving(unfinished: Option<LiveGame<P>>) -> State<P> {
        State::between(Stage::Arriving {
            unfinished: unfinished.map(|game| Box::new(Playing::new(game))),
        })
    }

    /// A game begins.
    pub(super) fn playing(game: LiveGame<P>) -> State<P> {
        State::Playing(Box::new(Playing::new(game)))
    }

    /// A game has ended.
    pub(super) fn resting(until_ms: u64) -> State<P> {
        State::between(Stage::Resting { until_ms })
    }

    fn between(stage: Stage<P>) -> State<P> {
        State::Between(Between {
            stage,
            seeking_since_ms: None,
            missed: Missed::default(),
        })
    }

    /// Goes on to another stage before the same game.
    pub(super) fn turn_to(&mut self, stage: Stage<P>) {
        match self {
            State::Between(between) => between.stage = stage,
            State::Playing(_) | State::Over => *self = State::between(stage),
        }
    }

    /// As if the session had just begun: whether the game in hand is still on the screen shows when the board comes up.
    pub(super) fn start_over(&mut self, bounds: &Bounds, now_ms: u64) {
        let unfinished = match self {
            State::Playing(playing) => Some(Box::new(playing.again(bounds, now_ms))),
            State::Between(_) | State::Over => None,
        };
        self.turn_to(Stage::Arriving { unfinished });
    }

    /// The game in hand.
    pub(super) fn game(&self) -> Option<&LiveGame<P>> {
        match self {
            State::Playing(playing) => Some(&playing.game),
            State::Between(_) | State::Over => None,
        }
    }

    /// The same, to be told something.
    pub(super) fn game_mut(&mut self) -> Option<&mut LiveGame<P>> {
        self.playing_mut().map(|playing| &mut playing.game)
    }

    /// How our seat in it is known.
    pub(super) fn seat_basis(&self) -> SeatBasis {
        match self {
            State::Playing(playing) => playing.seat_basis,
            State::Between(_) | State::Over => SeatBasis::Seen,
        }
    }

    /// The game in hand with what its client shows.
    pub(super) fn playing_mut(&mut self) -> Option<&mut Playing<P>> {
        match self {
            State::Playing(playing) => Some(playing),
            State::Between(_) | State::Over => None,
        }
    }

    /// A game that was left, of which it is not known yet whether its board is up.
    pub(super) fn unfinished_mut(&mut self) -> Option<&mut Playing<P>> {
        match self {
            State::Between(Between {
                stage: Stage::Arriving { unfinished },
                ..
            }) => unfinished.as_deref_mut(),
            _ => None,
        }
    }

    /// The stage before the next game.
    pub(super) fn stage(&self) -> Option<&Stage<P>> {
        match self {
            State::Between(between) => Some(&between.stage),
            State::Playing(_) | State::Over => None,
        }
    }

    /// The game to come.
    pub(super) fn opening(&self) -> Option<&Opening<P>> {
        match self.stage() {
            Some(Stage::Opening(opening)) => Some(opening),
            _ => None,
        }
    }

    /// The same, to be told something.
    pub(super) fn opening_mut(&mut self) -> Option<&mut Opening<P>> {
        match self {
            State::Between(Between {
                stage: Stage::Opening(opening),
                ..
            }) => Some(opening),
            _ => None,
        }
    }

    /// In words, and since when; a state that keeps no time of its own is as old as the last progress.
    pub(super) fn doing(&self, progressed_ms: u64) -> (String, u64) {
        let (words, since_ms) = match self {
            State::Playing(playing) => return playing.game.doing(),
            State::Over => ("over".to_owned(), progressed_ms),
            State::Between(between) => match &between.stage {
                Stage::Arriving { .. } => ("looking for the board".to_owned(), progressed_ms),
                Stage::Opening(opening) => (
                    format!("waiting for a new game (attempt {})", opening.attempt),
                    opening.asked_ms,
                ),
                Stage::Resting { .. } => ("resting between two games".to_owned(), progressed_ms),
            },
        };
        (words, since_ms)
    }
}

#[cfg(test)]
mod tests {
    use referee::{
        gomoku::{Position, Rule},
        seat::Seat,
    };

    use super::*;

    fn game() -> LiveGame {
        LiveGame::new(
            Position::new(9, Rule::Freestyle).unwrap(),
            Seat::First,
            &Bounds::default(),
            0,
        )
    }

    fn seeking_since_ms(state: &State<Position>) -> Option<u64> {
        match state {
            State::Between(between) => between.seeking_since_ms,
            _ => None,
        }
    }

    /// The search for an opponent goes on through rests and new attempts, and ends with the game that it found.
    #[test]
    fn what_is_known_between_two_games_ends_with_the_next() {
        let mut state = State::arriving(None);
        if let State::Between(between) = &mut state {
            between.seeking_since_ms = Some(5);
        }
        state.turn_to(Stage::Resting { until_ms: 9 });
        state.start_over(&Bounds::default(), 10);
        assert!(matches!(
            state.stage(),
            Some(Stage::Arriving { unfinished: None })
        ));
        assert_eq!(seeking_since_ms(&state), Some(5));
        state = State::playing(game());
        assert!(state.stage().is_none());
        state.turn_to(Stage::Resting { until_ms: 20 });
        assert_eq!(seeking_since_ms(&state), None);
    }

    #[test]
    fn a_session_that_starts_over_keeps_its_game_and_forgets_what_was_shown_of_it() {
        let mut state = State::playing(game());
        let playing = state.playing_mut().unwrap();
        (playing.away_since_ms, playing.result_screen) = (Some(3), Some(7));
        state.start_over(&Bounds::default(), 10);
        assert!(state.game().is_none());
        let Some(Stage::Arriving {
            unfinished: Some(unfinished),
        }) = state.stage()
        else {
            panic!("{state:?}");
        };
        assert_eq!(
            (unfinished.away_since_ms, unfinished.result_screen),
            (None, Some(7))
        );
    }

    #[test]
    fn an_empty_board_gives_a_new_game_more_time() {
        let bounds = Bounds::default();
        let opening = |fresh_since_ms| Opening::<Position> {
            attempt: 1,
            asked_ms: 1_000,
            before: None,
            fresh_since_ms,
            seat_shown: None,
        };
        let due_ms = 1_000 + bounds.new_game_ms;
        assert!(!opening(None).is_due(due_ms - 1, &bounds));
        assert!(opening(None).is_due(due_ms, &bounds));
        assert!(opening(Some(10)).is_due(due_ms, &bounds), "it was up before");
        assert!(!opening(Some(1_001)).is_due(due_ms, &bounds));
    }
}
