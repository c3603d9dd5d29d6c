//! A tour of the service: every page, dialog and pop-up it can show, at any size and in any look. What its profile's
//! pictures are cut from, and what tests compare.

use std::fmt;

use referee::gomoku;

use crate::{
    desk::Desk,
    face::Pictured,
    model::Target,
    service_event::{Return, ServiceEvent},
    setup::{ClientSetup, DialogPlace, Manners, Seating, Service},
};

const SEEK_MS: u64 = 3_000;
const REPLY_MS: u64 = 4_000;
const RESULT_MS: u64 = 700;
/// Games after one of which somebody wants a rematch.
const EVENINGS: usize = 20;

/// How the toured client looks.
pub struct Venue<P: Pictured = gomoku::Position> {
    /// The board's measures: lines a side, 7 or more, or the field's squares.
    pub size: P::Size,
    /// The board's look.
    pub theme: &'static P::Theme,
    /// From one point to the next, in pixels.
    pub pitch: f64,
    /// Size of everything but the board; 1 is natural.
    pub scale: f64,
    /// Where its dialogs lie.
    pub place: DialogPlace,
}

/// A state of the client, and the name of the profile's screen for it; `None` where the board is to be played on.
pub struct TourStage<P: Pictured = gomoku::Position> {
    /// Its own name.
    pub name: &'static str,
    /// The profile's.
    pub screen: Option<&'static str>,
    /// The client in it.
    pub desk: Desk<P>,
}

impl<P: Pictured> Clone for Venue<P> {
    fn clone(&self) -> Venue<P> {
        *self
    }
}

impl<P: Pictured> Copy for Venue<P> {}

impl<P: Pictured> fmt::Debug for Venue<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Venue")
            .field("size", &self.size)
            .field("theme", &self.theme)
            .field("pitch", &self.pitch)
            .field("scale", &self.scale)
            .field("place", &self.place)
            .finish()
    }
}

impl<P: Pictured> Venue<P> {
    fn lobby(&self) -> Desk<P> {
        let setup = ClientSetup {
            size: self.size,
            seating: Seating::First,
            result_ms: RESULT_MS,
            manners: Manners {
                place: self.place,
                ..Manners::default()
            },
            service: Some(Service::usual(1)),
            ..ClientSetup::default()
        };
        Desk::new(setup, self.theme, (self.pitch, self.scale))
    }

    fn game(&self, plies: usize) -> Desk<P> {
        self.played(&P::example(self.size)[..plies])
    }

    fn played(&self, plies: &[P::Move]) -> Desk<P> {
        let mut desk = self.lobby();
        desk.press(Target::Seek);
        desk.pass(SEEK_MS);
        for &play in plies {
            let position = desk.practice.model().position();
            match position.point_of(play) {
                Some(point) if position.turn() == desk.practice.person() => {
                    desk.press(Target::Point(point));
                }
                _ => {
                    desk.answer(Ok(play));
                    desk.pass(REPLY_MS);
                }
            }
        }
        desk
    }

    fn ended(&self, event: ServiceEvent) -> Desk<P> {
        let mut desk = with(self.game(4), event);
        desk.pass(RESULT_MS);
        desk
    }

    fn lost(&self) -> Desk<P> {
        let mut desk = self.game(4);
        desk.press(Target::Resign);
        desk.press(Target::Choice(0));
        desk.pass(RESULT_MS);
        desk
    }

    fn drawn(&self) -> Desk<P> {
        let mut desk = with(self.game(4), ServiceEvent::DrawOffer);
        desk.press(Target::Choice(0));
        desk.pass(RESULT_MS);
        desk
    }

    /// A game that broke: the opponent's player failed.
    fn broken(&self) -> Desk<P> {
        let mut desk = self.game(5);
        desk.answer(Err("engine is gone".to_owned()));
        desk.pass(RESULT_MS);
        desk
    }

    fn won_on_board(&self) -> Desk<P> {
        let mut desk = self.played(&P::victory(self.size));
        desk.pass(RESULT_MS);
        desk
    }

    fn rematch(&self) -> Desk<P> {
        let mut desk = self.won_on_board();
        for _ in 0..EVENINGS {
            desk.press(Target::Choice(0));
            if desk.practice.model().choices() == ["Yes", "No"] {
                return desk;
            }
            desk.press(Target::Seek);
            desk.pass(SEEK_MS);
            desk.happen(ServiceEvent::Resign);
            desk.pass(RESULT_MS);
        }
        desk
    }

    fn reconnecting(&self) -> Desk<P> {
        let mut desk = with(self.game(6), ServiceEvent::ConnectionLost);
        desk.press(Target::Reconnect);
        desk
    }

    fn seeking(&self) -> Desk<P> {
        let mut desk = self.lobby();
        desk.press(Target::Seek);
        desk
    }

    fn resigning(&self) -> Desk<P> {
        let mut desk = self.game(4);
        desk.press(Target::Resign);
        desk
    }

    /// All that is to be seen.
    pub fn stages(&self) -> Vec<TourStage<P>> {
        let stage = |name, screen, desk| TourStage { name, screen, desk };
        let chat = || ServiceEvent::Chat("please hurry up, I have to leave in a few minutes".to_owned());
        let news = || ServiceEvent::Notification("Tournament begins in 15 minutes".to_owned());
        let maintenance = || ServiceEvent::Maintenance("The service will be down for ten minutes".to_owned());
        let advertisement = || ServiceEvent::Advertisement { for_ms: 9_000 };
        let away = || ServiceEvent::OpponentAway {
            for_ms: 9_000,
            then: Return::Back,
        };
        let mut everything = self.game(6);
        for event in [
            chat(),
            news(),
            advertisement(),
            maintenance(),
            ServiceEvent::DrawOffer,
        ] {
            everything.happen(event);
        }
        let mut dark = self.game(6);
        dark.happen(chat());
        dark.happen(ServiceEvent::TakeBack);
        dark.happen(ServiceEvent::ConnectionLost);
        vec![
            stage("lobby", Some("lobby"), self.lobby()),
            stage("lobby with news", Some("lobby"), with(self.lobby(), news())),
            stage(
                "lobby with maintenance",
                Some("maintenance"),
                with(self.lobby(), maintenance()),
            ),
            stage(
                "lobby with advertisement",
                Some("advertisement"),
                with(self.lobby(), advertisement()),
            ),
            stage("seeking", Some("seeking"), self.seeking()),
            stage(
                "login",
                Some("signed out"),
                with(self.game(4), ServiceEvent::Kick),
            ),
            stage("game", None, self.game(0)),
            stage("game with stones", None, self.game(11)),
            stage(
                "take back",
                Some("take back"),
                with(self.game(4), ServiceEvent::TakeBack),
            ),
            stage(
                "draw offer",
                Some("draw offer"),
                with(self.game(7), ServiceEvent::DrawOffer),
            ),
            stage("give up", Some("give up"), self.resigning()),
            stage(
                "maintenance",
                Some("maintenance"),
                with(self.game(8), maintenance()),
            ),
            stage("won", Some("won"), self.ended(ServiceEvent::Resign)),
            stage("won by five", Some("won"), self.won_on_board()),
            stage("lost", Some("lost"), self.lost()),
            stage("drawn", Some("drawn"), self.drawn()),
            stage("no result", Some("no result"), self.broken()),
            stage("rematch", Some("rematch"), self.rematch()),
            stage("away", Some("opponent away"), with(self.game(6), away())),
            stage(
                "connection lost",
                Some("connection lost"),
                with(self.game(9), ServiceEvent::ConnectionLost),
            ),
            stage("reconnecting", Some("reconnecting"), self.reconnecting()),
            stage("chat", Some("chat"), with(self.game(10), chat())),
            stage(
                "advertisement",
                Some("advertisement"),
                with(self.game(10), advertisement()),
            ),
            stage("news", Some("news"), with(self.game(10), news())),
            stage("everything", Some("draw offer"), everything),
            stage("connection lost over all", Some("connection lost"), dark),
        ]
    }
}

fn with<P: Pictured>(mut desk: Desk<P>, event: ServiceEvent) -> Desk<P> {
    desk.happen(event);
    desk
}
