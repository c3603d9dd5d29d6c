//! What is to be seen and known of the model: for its face, for its layout and for checks.

use referee::{
    color::Color,
    point::Point,
    seat::Seat,
    verdict::{Reason, Verdict},
};

use super::{Dialog, Link, Model, Page, Phase, PracticeScore, Seating, Target};
use crate::{
    exercise::{Exercise, Transient},
    game::PracticeGame,
    model::Pointable,
    popup::Popups,
    setup::{ClientSetup, Undo},
};

/// Milliseconds from one picture of an appearing stone to the next.
const ANIMATION_MS: u64 = 16;

/// What a picture depends on: pictures of equal glances look equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance {
    revision: u64,
    /// How far the last stone has appeared, in milliseconds.
    fading: Option<u64>,
    /// Seconds on both clocks.
    clocks: [Option<u64>; 2],
}

impl<P: Exercise> Model<P> {
    /// Where its dialogs come up.
    pub(crate) fn dialog_place(&self) -> crate::setup::DialogPlace {
        self.setup.manners.place
    }

    /// How large the board is.
    pub(crate) fn size(&self) -> P::Size {
        self.setup.size
    }

    /// What stays the same from game to game.
    pub fn setup(&self) -> &ClientSetup<P> {
        &self.setup
    }

    /// What the window shows.
    pub fn page(&self) -> Page {
        self.page
    }

    /// The game in hand, or the last one.
    pub fn game(&self) -> &PracticeGame<P> {
        &self.game
    }

    /// The position on the board.
    pub fn position(&self) -> &P {
        &self.game.position
    }

    /// The person's seat in this game.
    pub fn person(&self) -> Seat {
        self.game.person
    }

    /// Whom the game waits for.
    pub fn phase(&self) -> &Phase<P> {
        &self.game.phase
    }

    /// The topmost open dialog.
    pub fn dialog(&self) -> Option<Dialog> {
        self.dialogs.last().copied()
    }

    /// What lies over the board without holding the game up.
    pub(crate) fn popups(&self) -> &Popups {
        &self.popups
    }

    /// The connection to the service.
    pub fn link(&self) -> Link {
        self.link
    }

    /// Whether the program has ended.
    #[cfg(test)]
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    /// The score so far.
    pub fn score(&self) -> PracticeScore {
        self.score
    }

    /// Every game that is over, in order.
    pub fn ledger(&self) -> &[P::Entry] {
        &self.ledger
    }

    /// The opponent's name.
    pub fn opponent(&self) -> &str {
        &self.game.name
    }

    /// The rule in force.
    pub fn rule(&self) -> P::Rule {
        self.setup.rule
    }

    /// What the pointer is over.
    pub fn hover(&self) -> Option<Target> {
        self.hover
    }

    /// Changes whenever something is to be seen that is no animation and no clock.
    #[cfg(test)]
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Name and strength of those in the lobby.
    pub fn online(&self) -> Vec<(String, u32)> {
        let all = self
            .setup
            .service
            .as_ref()
            .map_or(&[][..], |service| &service.opponents);
        let listed = self.online.iter().filter_map(|index| all.get(*index));
        listed
            .map(|opponent| (opponent.name.clone(), opponent.strength))
            .collect()
    }

    /// The opponent's strength as the service tells it.
    pub fn strength(&self) -> Option<u32> {
        let service = self.setup.service.as_ref()?;
        Some(service.opponents.get(self.game.opponent)?.strength)
    }

    /// A side's clock as `m:ss`, if there is one.
    pub(crate) fn clock_text(&self, seat: Seat, now_ms: u64) -> Option<String> {
        let clock = self.game.countdown.as_ref()?;
        Some(clock.text(seat, self.seen_ms(now_ms)))
    }

    /// What can be pointed at.
    pub fn stage(&self) -> Pointable {
        Pointable {
            page: self.page,
            service: self.setup.service.is_some(),
            undo: self.setup.undo == Undo::UnfinishedTurn,
            choices: self.choices().len(),
            cut_off: self.link != Link::Up,
            chat: self.popups.chat.is_some(),
            advertisement: self.popups.advertisement_ms.is_some(),
            notification: self.popups.notification.is_some(),
        }
    }

    /// The buttons of the open dialog from the left; empty if none is open.
    pub fn choices(&self) -> &'static [&'static str] {
        self.dialog().map_or(&[], Dialog::choices)
    }

    /// The dialog's button that `Enter` presses.
    pub(crate) fn default_choice(&self) -> usize {
        match self.dialog() {
            Some(Dialog::NewGame) if self.setup.seating != Seating::Drawn => self.expected_seat().index(),
            // Nobody gives up by accident.
            Some(Dialog::Resign) => 1,
            _ => 0,
        }
    }

    /// The dialog's headline and its text.
    pub(crate) fn dialog_text(&self) -> Option<(String, String)> {
        let name = &self.game.name;
        let (headline, text) = match self.dialog()? {
            Dialog::NewGame => ("New game", "Who moves first?".to_owned()),
            Dialog::Result => (self.result(), self.story()),
            Dialog::TakeBack => ("Take back?", format!("{name} wants to move again")),
            Dialog::DrawOffer => ("Draw offered", format!("{name} offers a draw")),
            Dialog::Rematch => ("Rematch?", format!("{name} would like to play again")),
            Dialog::Resign => ("Give up?", format!("{name} will win the game")),
            Dialog::Maintenance => ("Maintenance", self.announcement.clone()),
            Dialog::Survey => ("How do you like it?", "Your opinion matters to us".to_owned()),
        };
        Some((headline.to_owned(), text))
    }

    /// One line about what is going on.
    pub fn status(&self) -> String {
        if let Some(notice) = &self.notice {
            return notice.clone();
        }
        let text = match &self.game.phase {
            Phase::Unbegun => "",
            Phase::Person => "Your turn",
            Phase::Opponent { .. } => "Thinking...",
            Phase::Over(_) => self.result(),
        };
        text.to_owned()
    }

    /// Who won, in two words; empty while the game goes on.
    fn result(&self) -> &'static str {
        match self.verdict() {
            None => "",
            Some(Verdict {
                reason: Reason::Aborted,
                ..
            }) => "No result",
            Some(Verdict {
                winner: Some(seat), ..
            }) if seat == self.game.person => "You won",
            Some(Verdict { winner: Some(_), .. }) => "You lost",
            Some(Verdict { winner: None, .. }) => "Draw",
        }
    }

    /// How the last game ended, if it is over.
    pub fn verdict(&self) -> Option<Verdict> {
        match &self.game.phase {
            Phase::Over(end) => Some(end.verdict),
            _ => None,
        }
    }

    /// The result in one sentence.
    fn story(&self) -> String {
        let Phase::Over(end) = &self.game.phase else {
            return String::new();
        };
        let name = &self.game.name;
        let won = end.verdict.winner == Some(self.game.person);
        match end.verdict.reason {
            Reason::Adjudicated => "Draw by agreement".to_owned(),
            Reason::Time if won => format!("{name} ran out of time"),
            Reason::Time => "Your time ran out".to_owned(),
            Reason::Resign if won => format!("{name} resigned"),
            Reason::Resign => "You resigned".to_owned(),
            Reason::Stall => format!("{name} left the game"),
            Reason::Aborted => end.note.clone(),
            reason => self.game.position.decided(reason),
        }
    }

    /// What is to be seen on the board.
    pub fn scene(&self, now_ms: u64) -> P::Scene {
        let now_ms = self.seen_ms(now_ms);
        let age_ms = now_ms.saturating_sub(self.game.placed_ms);
        let fade_ms = self.setup.fade_ms;
        let moment = Transient {
            hover: self.hovered(),
            fading: (age_ms < fade_ms).then(|| age_ms as f32 / fade_ms as f32),
        };
        self.game.position.scene(&self.setup.looks, moment)
    }

    /// The point that would take the person's move.
    fn hovered(&self) -> Option<Point> {
        let free = self.game.phase == Phase::Person
            && self.dialogs.is_empty()
            && self.link == Link::Up
            && self.game.away.is_none();
        match self.hover {
            Some(Target::Point(point)) if free => Some(point),
            _ => None,
        }
    }

    /// The colour of a seat's stones.
    pub fn color_of(&self, seat: Seat) -> Color {
        Color::BOTH[seat.index()]
    }

    /// What a picture of this moment depends on.
    pub(crate) fn glance(&self, now_ms: u64) -> Glance {
        let seen_ms = self.seen_ms(now_ms);
        let clock = self.game.countdown.as_ref();
        Glance {
            revision: self.revision,
            fading: self.fading(seen_ms),
            clocks: Seat::BOTH.map(|seat| clock.map(|clock| clock.seconds(seat, seen_ms))),
        }
    }

    /// How far the last stone has appeared in milliseconds; `None` once it is there.
    fn fading(&self, now_ms: u64) -> Option<u64> {
        let age_ms = now_ms.saturating_sub(self.game.placed_ms);
        (age_ms < self.setup.fade_ms && self.game.position.plies() > 0).then_some(age_ms)
    }

    /// When the picture changes next by itself.
    pub(super) fn next_picture_ms(&self, now_ms: u64) -> Option<u64> {
        let faded_ms = self.game.placed_ms + self.setup.fade_ms;
        let fading = self.fading(now_ms).map(|_| faded_ms.min(now_ms + ANIMATION_MS));
        let clock = self.game.countdown.as_ref();
        let second = clock.and_then(|clock| clock.next_second_ms(now_ms));
        [fading, second].into_iter().flatten().min()
    }

    /// The time that the picture shows: a frozen client shows an old one.
    fn seen_ms(&self, now_ms: u64) -> u64 {
        self.frozen.map_or(now_ms, |frozen| frozen.from_ms)
    }
}
