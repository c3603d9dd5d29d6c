//! What befalls the client (service events), carried out on its state.

use referee::verdict::Reason;

use super::{ClientAction, Dialog, Frozen, Link, Model, Page, PracticeEnd};
use crate::{
    exercise::Exercise,
    game::Away,
    popup::{NOTIFICATION_MS, Popups},
    service_event::ServiceEvent,
};

/// Events that a frozen client remembers; what comes beyond that is lost.
const HELD_MAX: usize = 16;

/// Longest text of a message in letters.
const TEXT_MAX: usize = 120;

impl<P: Exercise> Model<P> {
    /// Lets something befall the client. What makes no sense at the moment does nothing; what comes while the client
    /// is frozen takes effect when it thaws, but for a crash.
    pub fn happen(&mut self, event: ServiceEvent, now_ms: u64) -> Vec<ClientAction<P>> {
        if self.closed {
            return Vec::new();
        }
        if event == ServiceEvent::Crash {
            self.close("the client crashed", now_ms);
            return vec![ClientAction::Quit];
        }
        if self.is_frozen(now_ms) {
            if self.held.len() < HELD_MAX {
                self.held.push(event);
            }
            return Vec::new();
        }
        let mut actions = self.catch_up(now_ms);
        if !self.closed {
            actions.extend(self.befall(event, now_ms));
            // A clock must be right before the next tick, and a frozen one stays as it is.
            if self.frozen.is_none() {
                actions.extend(self.tick(now_ms));
            }
        }
        self.wind(now_ms);
        actions
    }

    pub(super) fn befall(&mut self, event: ServiceEvent, now_ms: u64) -> Vec<ClientAction<P>> {
        let connected = self.link == Link::Up && self.page != Page::Login;
        let playing = self.game.is_going_on();
        let opposite = connected && playing && self.game.away.is_none();
        match event {
            ServiceEvent::TakeBack if opposite && self.game.can_take_back() => self.open(Dialog::TakeBack),
            ServiceEvent::DrawOffer if opposite => self.open(Dialog::DrawOffer),
            ServiceEvent::Resign if playing => {
                return self.end(PracticeEnd::plain(Some(self.game.person), Reason::Resign), now_ms);
            }
            ServiceEvent::OpponentAway { for_ms, then } if playing && self.game.away.is_none() => {
                let until_ms = now_ms.saturating_add(for_ms);
                self.game.away = Some(Away { until_ms, then });
                self.dialogs.retain(|dialog| !dialog.is_question());
                self.revision += 1;
            }
            ServiceEvent::ConnectionLost if connected => {
                self.link = Link::Lost;
                self.revision += 1;
            }
            ServiceEvent::Kick if self.page != Page::Login => return self.kick(now_ms),
            ServiceEvent::Chat(text) if connected && self.page == Page::Game => {
                self.popups.chat = Some(shortened(text));
                self.revision += 1;
            }
            ServiceEvent::Advertisement { for_ms } if connected => {
                self.popups.advertisement_ms = Some(now_ms.saturating_add(for_ms));
                self.revision += 1;
            }
            ServiceEvent::Notification(text) if connected => self.notify(text, now_ms),
            ServiceEvent::Maintenance(text) if connected => {
                self.announcement = shortened(text);
                self.open(Dialog::Maintenance);
            }
            ServiceEvent::Survey { for_ms } if connected => self.ask_something(now_ms.saturating_add(for_ms)),
            ServiceEvent::Freeze { for_ms } if for_ms > 0 => {
                self.frozen = Some(Frozen {
                    from_ms: now_ms,
                    until_ms: now_ms.saturating_add(for_ms),
                });
            }
            ServiceEvent::Crash => {
                self.close("the client crashed", now_ms);
                return vec![ClientAction::Quit];
            }
            _ => {}
        }
        Vec::new()
    }

    /// Shows a line of news.
    pub(super) fn notify(&mut self, text: String, now_ms: u64) {
        self.popups.notification = Some((shortened(text), now_ms + NOTIFICATION_MS));
        self.revision += 1;
    }

    fn kick(&mut self, now_ms: u64) -> Vec<ClientAction<P>> {
        let actions = self.abort("the service closed the connection", now_ms);
        self.dialogs.clear();
        self.survey_until_ms = None;
        self.result_waits = false;
        self.leaving_ms = None;
        self.popups = Popups::default();
        self.result_due_ms = None;
        self.notice = None;
        self.link = Link::Up;
        self.page = Page::Login;
        self.revision += 1;
        actions
    }
}

fn shortened(text: String) -> String {
    text.chars().take(TEXT_MAX).collect()
}
