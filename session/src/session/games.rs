//! The games of a session by their results, how many in a row went the same way, and when that is enough. A part
//! of the session; pure as the rest of it.

use referee::{
    seat::Seat,
    verdict::{Reason, Verdict},
};

use profile::bounds::Bounds;
use watch::health::ResultCounts;

/// The games of a session.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SessionGames {
    tally: ResultCounts,
    /// Our seat in the last game that began.
    last_seat: Option<Seat>,
    in_a_row: InARow,
}

/// Games in a row, up to the last one.
#[derive(Clone, Copy, Debug, Default)]
struct InARow {
    losses: u32,
    aborted: u32,
    /// In which the engine failed.
    crashes: u32,
    /// With an opponent who is not wanted.
    unwanted: u32,
}

/// Why there is no other game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Enough {
    /// In words.
    pub(super) why: String,
    /// Whether all was done that was asked for.
    pub(super) is_done: bool,
}

impl SessionGames {
    /// Games so far.
    pub(super) fn tally(&self) -> ResultCounts {
        self.tally
    }

    /// Games with a result.
    pub(super) fn games_done(&self) -> u32 {
        self.tally.won + self.tally.lost + self.tally.drawn
    }

    /// Our seat in the last game that began.
    pub(super) fn last_seat(&self) -> Option<Seat> {
        self.last_seat
    }

    /// Whether the opponent of the last game is not wanted.
    pub(super) fn is_unwanted(&self) -> bool {
        self.in_a_row.unwanted > 0
    }

    /// A game began.
    pub(super) fn begin(&mut self, own_seat: Seat) {
        self.last_seat = Some(own_seat);
    }

    /// A game ended.
    pub(super) fn end(&mut self, verdict: Verdict, own_seat: Option<Seat>) {
        self.count(verdict, own_seat);
        let next = |count: u32, again: bool| if again { count + 1 } else { 0 };
        let row = &mut self.in_a_row;
        let is_aborted = verdict.reason == Reason::Aborted;
        row.unwanted = 0;
        row.aborted = next(row.aborted, is_aborted);
        row.crashes = next(row.crashes, verdict.reason == Reason::Crash);
        if !is_aborted {
            let is_lost = verdict.winner.is_some() && verdict.winner != own_seat;
            row.losses = next(row.losses, is_lost);
        }
    }

    /// A game is about to be left because of its opponent: that it is aborted is no sign of trouble. Answers what stood before
    /// it, for [`SessionGames::left_unwanted`].
    pub(super) fn leave_unwanted(&mut self) -> SessionGames {
        let before = *self;
        self.in_a_row.aborted = 0;
        before
    }

    /// That game was left. Answers how many it were in a row.
    pub(super) fn left_unwanted(&mut self, before: SessionGames) -> u32 {
        self.in_a_row.aborted = before.in_a_row.aborted;
        self.in_a_row.unwanted = before.in_a_row.unwanted + 1;
        self.in_a_row.unwanted
    }

    /// A game was closed that counts for nobody and says nothing of the next one.
    pub(super) fn close_uncounted(&mut self) {
        self.count(Verdict::ABORTED, None);
    }

    fn count(&mut self, verdict: Verdict, own_seat: Option<Seat>) {
        let tally = &mut self.tally;
        let number = match verdict.winner {
            _ if verdict.reason == Reason::Aborted => &mut tally.aborted,
            None => &mut tally.drawn,
            winner if winner == own_seat => &mut tally.won,
            Some(_) => &mut tally.lost,
        };
        *number += 1;
    }

    /// Whether no other game is to begin. `is_last` says that a person asked for the last one to be the last.
    pub(super) fn enough(&self, bounds: &Bounds, is_last: bool, now_ms: u64) -> Option<Enough> {
        let InARow {
            losses,
            aborted,
            crashes,
            ..
        } = self.in_a_row;
        let (why, is_done) = if self.games_done() >= bounds.games {
            ("all games are played".to_owned(), true)
        } else if bounds.session_ms.is_some_and(|limit_ms| now_ms >= limit_ms) {
            ("its hours are over".to_owned(), true)
        } else if bounds.losses_in_a_row.is_some_and(|limit| losses >= limit) {
            (format!("{losses} games lost in a row"), true)
        } else if is_last {
            ("stopped after the game in hand".to_owned(), true)
        } else if aborted >= bounds.aborted_games {
            (format!("{aborted} games in a row without a result"), false)
        } else if crashes >= bounds.engine_crashes {
            (format!("the engine failed in {crashes} games in a row"), false)
        } else {
            return None;
        };
        Some(Enough { why, is_done })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: Option<Seat> = Some(Seat::First);

    fn verdict(word: &str) -> Verdict {
        let (winner, reason) = match word {
            "won" => (OURS, Reason::Five),
            "lost" => (Some(Seat::Second), Reason::Five),
            "crash" => (Some(Seat::Second), Reason::Crash),
            "drawn" => (None, Reason::BoardFull),
            _ => return Verdict::ABORTED,
        };
        Verdict { winner, reason }
    }

    fn bounds() -> Bounds {
        Bounds {
            games: 9,
            session_ms: Some(1_000),
            losses_in_a_row: Some(3),
            aborted_games: 3,
            engine_crashes: 2,
            ..Bounds::default()
        }
    }

    /// Why the session ends after these games, in our first seat; "" if it goes on.
    #[track_caller]
    fn check(results: &str, expected: &str) {
        let mut games = SessionGames::default();
        for word in results.split(' ') {
            games.begin(Seat::First);
            if word == "unwanted" {
                let before = games.leave_unwanted();
                games.end(Verdict::ABORTED, OURS);
                games.left_unwanted(before);
            } else {
                games.end(verdict(word), OURS);
            }
        }
        let enough = games.enough(&bounds(), false, 0);
        assert_eq!(
            enough.map_or(String::new(), |enough| enough.why),
            expected,
            "{results}"
        );
    }

    #[test]
    fn games_in_a_row_are_enough() {
        check("won lost drawn lost", "");
        check("lost lost lost", "3 games lost in a row");
        check("lost lost drawn lost", "");
        check("lost lost aborted lost", "3 games lost in a row");
        check("aborted aborted aborted", "3 games in a row without a result");
        check("aborted aborted won aborted", "");
        check("crash crash", "the engine failed in 2 games in a row");
        check("crash lost", "");
        check(
            "won won won drawn drawn drawn lost won won",
            "all games are played",
        );
    }

    /// Nothing went wrong in a game that was left because of its opponent.
    #[test]
    fn a_game_that_was_left_neither_counts_nor_breaks_the_row() {
        check("aborted aborted unwanted unwanted", "");
        check(
            "aborted aborted unwanted aborted",
            "3 games in a row without a result",
        );
        let mut games = SessionGames::default();
        for expected in 1..4 {
            let before = games.leave_unwanted();
            games.end(Verdict::ABORTED, OURS);
            assert_eq!(games.left_unwanted(before), expected);
        }
        assert!(games.is_unwanted());
        games.end(verdict("won"), OURS);
        assert!(!games.is_unwanted());
        assert_eq!(games.games_done(), 1);
    }

    #[test]
    fn a_person_and_the_clock_end_it_in_order() {
        let done = |why: &str| {
            let why = why.to_owned();
            Some(Enough { why, is_done: true })
        };
        let games = SessionGames::default();
        assert_eq!(games.enough(&bounds(), false, 999), None);
        assert_eq!(
            games.enough(&bounds(), true, 999),
            done("stopped after the game in hand")
        );
        assert_eq!(games.enough(&bounds(), true, 1_000), done("its hours are over"));
    }

    #[test]
    fn what_counts_for_nobody_is_in_the_tally_alone() {
        let mut games = SessionGames::default();
        for _ in 0..5 {
            games.close_uncounted();
        }
        assert_eq!((games.tally().aborted, games.games_done()), (5, 0));
        assert_eq!(games.enough(&bounds(), false, 0), None);
    }
}
