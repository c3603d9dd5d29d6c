//! What went wrong, and what is tried next. Remembers how often it was asked since the last progress,
//! and nothing of clients, boards or time.

use vision::reconcile::Mismatch;

use crate::{blindness::Blindness, event::Remedy};
use profile::familiarity::Familiarity;

/// Something that the next look alone will not mend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The client cannot be seen.
    Blind(Blindness),
    /// Readings do not agree, or some cell stays uncertain.
    Unsettled(String),
    /// No legal moves lead from the position to what stands on the board.
    Mismatch(String),
    /// Stones go or change sides, as they never do in Gomoku.
    OtherGame(String),
    /// Clicks put no stone.
    ClicksIgnored(String),
    /// A stone appeared where we did not click.
    Misclick(String),
    /// Asked for a new game and got none.
    NoNewGame,
    /// The board that a person should have set up is none to begin on.
    NotFresh(String),
    /// The client told so many results, but no game was seen to begin.
    GamesMissed(u32),
    /// The opponent does not move.
    OpponentSilent,
    /// The board was emptied in mid-game.
    BoardCleared,
    /// The client shows something else than the board of the game in hand.
    Away,
    /// The screens that must follow this one did not come.
    ScreenStuck(String),
    /// A gesture was refused by the guard or the system.
    Refused(String),
    /// A remedy did not work.
    RemedyFailed(String),
    /// No ply, no game that begins or ends, although nothing else is wrong.
    NoProgress(String),
}

impl Trouble {
    /// What a reading that no move explains is taken for: stones that go from a known client's board were read wrongly,
    /// those of a stranger may be captured.
    pub(crate) fn suspected(self, familiarity: Familiarity, mismatch: &Mismatch) -> Trouble {
        match (familiarity, self, mismatch) {
            (
                Familiarity::Stranger,
                Trouble::Mismatch(why),
                Mismatch::Vanished(..) | Mismatch::Recolored(..),
            ) => Trouble::OtherGame(why),
            (_, trouble, _) => trouble,
        }
    }

    /// One word, for journals and reports.
    pub fn kind(&self) -> &'static str {
        match self {
            Trouble::Blind(_) => "blind",
            Trouble::Unsettled(_) => "unsettled",
            Trouble::Mismatch(_) => "mismatch",
            Trouble::OtherGame(_) => "other_game",
            Trouble::ClicksIgnored(_) => "clicks_ignored",
            Trouble::Misclick(_) => "misclick",
            Trouble::NoNewGame => "no_new_game",
            Trouble::NotFresh(_) => "not_fresh",
            Trouble::GamesMissed(_) => "games_missed",
            Trouble::OpponentSilent => "opponent_silent",
            Trouble::BoardCleared => "board_cleared",
            Trouble::Away => "away",
            Trouble::ScreenStuck(_) => "screen_stuck",
            Trouble::Refused(_) => "refused",
            Trouble::RemedyFailed(_) => "remedy_failed",
            Trouble::NoProgress(_) => NO_PROGRESS,
        }
    }

    /// In words, for people.
    pub fn words(&self) -> String {
        match self {
            Trouble::Blind(blindness) => blindness.words(),
            Trouble::Unsettled(why) => format!("the board does not settle: {why}"),
            Trouble::Mismatch(why) => format!("the board is not what the game allows: {why}"),
            Trouble::OtherGame(why) => format!("this game is not gomoku: {why}"),
            Trouble::ClicksIgnored(why) => format!("clicks have no effect: {why}"),
            Trouble::Misclick(why) => format!("a stone stands where none was put: {why}"),
            Trouble::NoNewGame => "no new game came".to_owned(),
            Trouble::NotFresh(why) => {
                format!("no game begins: {why} (start one in the client, then start this again)")
            }
            Trouble::GamesMissed(games) => {
                format!("the client told {games} results, but no game was seen to begin")
            }
            Trouble::OpponentSilent => "the opponent does not move".to_owned(),
            Trouble::BoardCleared => "the board was cleared in mid-game".to_owned(),
            Trouble::Away => "the board of the game in hand does not come back".to_owned(),
            Trouble::ScreenStuck(name) => format!("what must follow screen {name:?} did not come"),
            Trouble::Refused(why) => format!("a gesture was refused: {why}"),
            Trouble::RemedyFailed(why) => format!("a remedy failed: {why}"),
            Trouble::NoProgress(why) => format!("no progress: {why}"),
        }
    }
}

/// What to do about trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Response {
    /// Carry out a remedy and look again with the game still in hand.
    Remedy(Remedy),
    /// Give the game in hand up as aborted and ask for a new one.
    Abandon,
    /// Stop the session.
    Halt,
}

/// Remedies tried since the last progress, weakest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Escalation {
    tried: Vec<&'static str>,
}

/// Remedies of any kind without progress in between.
const REMEDIES_MAX: usize = 10;
/// The kind of trouble that only a confirmed ply disproves.
const NO_PROGRESS: &str = "no_progress";

impl Escalation {
    /// A ply was confirmed: start from the weakest remedy again.
    pub(crate) fn progress(&mut self) {
        self.tried.clear();
    }

    /// A game began: start from the weakest remedy again, but a session that begins games in which nothing is played
    /// is as stuck as before.
    pub(crate) fn begun(&mut self) {
        self.tried.retain(|&kind| kind == NO_PROGRESS);
    }

    /// The next thing to try.
    pub(crate) fn respond(&mut self, trouble: &Trouble, familiarity: Familiarity) -> Response {
        let kind = trouble.kind();
        let before = self.tried.iter().filter(|&&tried| tried == kind).count();
        self.tried.push(kind);
        if self.tried.len() > REMEDIES_MAX {
            return Response::Halt;
        }
        let rungs = match familiarity {
            Familiarity::Profile => rungs(trouble),
            Familiarity::Stranger => rungs_for_a_stranger(trouble),
        };
        rungs.get(before).copied().unwrap_or(Response::Halt)
    }
}

/// Nothing is clicked, closed or given up by way of trial where nobody knows what it would do.
fn rungs_for_a_stranger(trouble: &Trouble) -> &'static [Response] {
    use Remedy::{Locate, Raise};
    use Response::Remedy as Try;
    match trouble {
        Trouble::Blind(Blindness::WindowGone) => &[],
        Trouble::Blind(Blindness::NoBoard | Blindness::Refused(_) | Blindness::Misfit(_)) => {
            &[Try(Locate), Try(Locate)]
        }
        // The board may have slid in its window by just a cell.
        Trouble::Unsettled(_) | Trouble::Mismatch(_) | Trouble::OtherGame(_) | Trouble::BoardCleared => {
            &[Try(Locate)]
        }
        // Nothing was clicked: something lies in the way, or the pointer did not arrive.
        Trouble::Blind(_) | Trouble::Refused(_) => &[Try(Raise), Try(Raise)],
        _ => &[],
    }
}

fn rungs(trouble: &Trouble) -> &'static [Response] {
    use Remedy::{Locate, Raise, RestartClient, StartOver};
    use Response::{Abandon, Remedy as Try};
    match trouble {
        // Without the game in hand there is a client to start all the same.
        Trouble::Blind(Blindness::WindowGone) => &[
            Try(RestartClient),
            Try(RestartClient),
            Abandon,
            Try(RestartClient),
            Try(RestartClient),
        ],
        Trouble::Blind(Blindness::NoBoard | Blindness::Refused(_) | Blindness::Misfit(_)) => {
            &[Try(Locate), Try(Raise), Try(Locate), Try(RestartClient)]
        }
        Trouble::Blind(_) => &[Try(Raise), Try(Raise), Try(Raise), Try(RestartClient)],
        Trouble::Unsettled(_) | Trouble::Mismatch(_) | Trouble::OtherGame(_) => {
            &[Try(Locate), Abandon, Try(RestartClient), Abandon]
        }
        Trouble::ClicksIgnored(_) => &[Try(Raise), Try(Locate), Abandon, Try(RestartClient), Abandon],
        Trouble::NoNewGame | Trouble::NotFresh(_) => &[Try(Raise), Try(Locate), Try(RestartClient)],
        Trouble::Misclick(_) | Trouble::OpponentSilent => &[Abandon, Abandon, Abandon],
        // Where a board lay that has moved, there may be nothing to be seen.
        Trouble::BoardCleared => &[Try(Locate), Abandon, Abandon, Abandon],
        Trouble::GamesMissed(_) => &[Try(StartOver), Try(RestartClient)],
        Trouble::Away => &[Abandon, Try(RestartClient), Abandon],
        Trouble::ScreenStuck(_) => &[Try(RestartClient), Try(RestartClient)],
        Trouble::Refused(_) => &[Try(Raise), Try(Locate)],
        Trouble::RemedyFailed(_) => &[Try(RestartClient), Try(StartOver)],
        Trouble::NoProgress(_) => &[Abandon, Try(RestartClient), Try(StartOver)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remedies_grow_stronger_and_end() {
        let mut escalation = Escalation::default();
        let trouble = Trouble::Mismatch("x".to_owned());
        let answers: Vec<Response> = (0..5)
            .map(|_| escalation.respond(&trouble, Familiarity::Profile))
            .collect();
        assert_eq!(answers[0], Response::Remedy(Remedy::Locate));
        assert_eq!(answers[1], Response::Abandon);
        assert_eq!(answers[4], Response::Halt);
    }

    #[test]
    fn a_client_that_is_killed_again_and_again_is_started_after_its_game_was_given_up() {
        let mut escalation = Escalation::default();
        let gone = Trouble::Blind(Blindness::WindowGone);
        let answers: Vec<Response> = (0..6)
            .map(|_| escalation.respond(&gone, Familiarity::Profile))
            .collect();
        let restart = Response::Remedy(Remedy::RestartClient);
        assert_eq!(answers[1..4], [restart, Response::Abandon, restart]);
        assert_eq!(answers[5], Response::Halt);
    }

    #[test]
    fn a_strangers_trouble_is_told_at_once_unless_a_look_may_mend_it() {
        let check = |trouble: Trouble, remedies: usize| {
            let mut escalation = Escalation::default();
            let halts = |_: &usize| escalation.respond(&trouble, Familiarity::Stranger) == Response::Halt;
            assert_eq!((0..20).find(halts), Some(remedies), "{trouble:?}");
        };
        check(Trouble::ClicksIgnored(String::new()), 0);
        check(Trouble::OtherGame(String::new()), 1);
        check(Trouble::Mismatch(String::new()), 1);
        check(Trouble::BoardCleared, 1);
        check(Trouble::Blind(Blindness::WindowGone), 0);
        check(Trouble::Blind(Blindness::Covered(String::new())), 2);
        check(Trouble::Refused(String::new()), 2);
    }

    #[test]
    fn progress_starts_over() {
        let mut escalation = Escalation::default();
        let trouble = Trouble::NoNewGame;
        let first = escalation.respond(&trouble, Familiarity::Profile);
        escalation.respond(&trouble, Familiarity::Profile);
        escalation.progress();
        assert_eq!(escalation.respond(&trouble, Familiarity::Profile), first);
    }

    #[test]
    fn games_in_which_nothing_is_played_are_no_progress() {
        let mut escalation = Escalation::default();
        let trouble = Trouble::NoProgress(String::new());
        let answers: Vec<Response> = (0..4)
            .map(|_| {
                escalation.begun();
                escalation.respond(&trouble, Familiarity::Profile)
            })
            .collect();
        assert_eq!(
            answers,
            [
                Response::Abandon,
                Response::Remedy(Remedy::RestartClient),
                Response::Remedy(Remedy::StartOver),
                Response::Halt,
            ]
        );
        escalation.progress();
        assert_eq!(
            escalation.respond(&trouble, Familiarity::Profile),
            Response::Abandon
        );
    }

    #[test]
    fn alternating_troubles_end_as_well() {
        let mut escalation = Escalation::default();
        let troubles = [
            Trouble::NoNewGame,
            Trouble::Refused(String::new()),
            Trouble::Blind(Blindness::Hidden),
        ];
        let halted =
            (0..20).any(|n| escalation.respond(&troubles[n % 3], Familiarity::Profile) == Response::Halt);
        assert!(halted);
    }
}
