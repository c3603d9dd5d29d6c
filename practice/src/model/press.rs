//! What buttons and keys do.

use referee::{seat::Seat, verdict::Reason};

use crate::{
    exercise::Exercise,
    setup::{After, Undo},
};

use super::{ClientAction, ClientKey, Dialog, Link, Model, Page, Phase, PracticeEnd, Target, between};

/// How long a lost connection takes to come back without a service that says so, in milliseconds.
const RECONNECT_MS: u64 = 500;

/// How likely an opponent plays on where the next game follows at once.
const STAYS: f64 = 0.6;

impl<P: Exercise> Model<P> {
    pub(super) fn press(&mut self, target: Target, now_ms: u64) -> Vec<ClientAction<P>> {
        if self.link != Link::Up {
            return match target {
                Target::Reconnect => self.reconnect(now_ms),
                Target::Quit => self.quit(now_ms),
                _ => Vec::new(),
            };
        }
        match (self.dialog(), target) {
            (Some(dialog), Target::Choice(choice)) if choice < dialog.choices().len() => {
                self.choose(dialog, choice, now_ms)
            }
            // A dialog holds everything else up.
            (Some(_), _) => Vec::new(),
            (None, Target::Quit) => self.quit(now_ms),
            (None, target) => self.press_on_page(target, now_ms),
        }
    }

    pub(super) fn press_on_page(&mut self, target: Target, now_ms: u64) -> Vec<ClientAction<P>> {
        let service = self.setup.service.is_some();
        match (self.page, target) {
            (_, Target::CloseAdvertisement) => {
                self.popups.advertisement_ms = None;
                self.revision += 1;
            }
            (_, Target::CloseChat) => {
                self.popups.chat = None;
                self.revision += 1;
            }
            (Page::Game, Target::Point(point)) => return self.place(point, now_ms),
            (Page::Game, Target::NewGame) if !service => self.ask_new(),
            (Page::Game, Target::Undo) if self.can_undo() => self.undo(),
            (Page::Game, Target::Undo) if service && self.game.is_going_on() => {
                self.notify("Take back refused".to_owned(), now_ms);
            }
            (Page::Game, Target::Resign) if service && self.game.is_going_on() => self.open(Dialog::Resign),
            (Page::Lobby, Target::Seek) => self.seek(now_ms),
            (Page::Seeking { .. }, Target::StopSeeking) => self.show_lobby(),
            (Page::Login, Target::LogIn) => return self.enter(now_ms),
            _ => {}
        }
        Vec::new()
    }

    /// Whether the last move of an unfinished turn can be undone without asking anybody.
    fn can_undo(&self) -> bool {
        let is_here = self.game.away.is_none();
        self.setup.undo == Undo::UnfinishedTurn && is_here && self.game.can_undo()
    }

    fn undo(&mut self) {
        self.game.undo();
        self.notice = None;
        self.revision += 1;
    }

    pub(super) fn quit(&mut self, now_ms: u64) -> Vec<ClientAction<P>> {
        self.close("the client was closed", now_ms);
        vec![ClientAction::Quit]
    }

    pub(super) fn reconnect(&mut self, now_ms: u64) -> Vec<ClientAction<P>> {
        if self.link == Link::Lost {
            let service = self.setup.service.as_ref();
            let until_ms = now_ms + service.map_or(RECONNECT_MS, |service| service.reconnect_ms);
            self.link = Link::Reconnecting { until_ms };
            self.revision += 1;
        }
        Vec::new()
    }

    pub(super) fn seek(&mut self, now_ms: u64) {
        let range = self
            .setup
            .service
            .as_ref()
            .map_or((0, 0), |service| service.seek_ms);
        let until_ms = now_ms + between(&mut self.dice, range);
        self.page = Page::Seeking { until_ms };
        self.revision += 1;
    }

    pub(super) fn key(&mut self, key: ClientKey, now_ms: u64) -> Vec<ClientAction<P>> {
        let service = self.setup.service.is_some();
        match (key, self.dialog()) {
            (ClientKey::Quit, _) => self.quit(now_ms),
            (ClientKey::Confirm, _) if self.link != Link::Up => self.reconnect(now_ms),
            (_, _) if self.link != Link::Up => Vec::new(),
            (ClientKey::Confirm, Some(dialog)) => self.choose(dialog, self.default_choice(), now_ms),
            (ClientKey::Cancel, Some(dialog)) => self.choose(dialog, dialog.choices().len() - 1, now_ms),
            (ClientKey::Undo, None) if self.page == Page::Game && self.can_undo() => {
                self.undo();
                Vec::new()
            }
            (ClientKey::Undo, _) => Vec::new(),
            (ClientKey::Cancel, None) if service => Vec::new(),
            (ClientKey::Cancel, None) => self.quit(now_ms),
            (ClientKey::New, None) if service => self.press_on_page(Target::Seek, now_ms),
            (ClientKey::New, None) => {
                if self.page == Page::Game {
                    self.ask_new();
                }
                Vec::new()
            }
            (ClientKey::New, Some(Dialog::Result)) if !service => {
                self.dialogs.retain(|dialog| *dialog != Dialog::Result);
                self.ask_new();
                Vec::new()
            }
            (ClientKey::Confirm, None) => match self.page {
                Page::Login => self.enter(now_ms),
                _ => Vec::new(),
            },
            (ClientKey::New, Some(_)) => Vec::new(),
        }
    }

    pub(super) fn ask_new(&mut self) {
        self.result_due_ms = None;
        self.notice = None;
        self.revision += 1;
        self.open(Dialog::NewGame);
    }

    pub(super) fn choose(&mut self, dialog: Dialog, choice: usize, now_ms: u64) -> Vec<ClientAction<P>> {
        self.dialogs.retain(|open| *open != dialog);
        self.revision += 1;
        match (dialog, choice) {
            (Dialog::NewGame, 0) => self.begin(0, Seat::First, now_ms),
            (Dialog::NewGame, 1) => self.begin(0, Seat::Second, now_ms),
            (Dialog::Result, _) if self.setup.manners.linger_ms > 0 => {
                self.leaving_ms = Some(now_ms + self.setup.manners.linger_ms);
                Vec::new()
            }
            (Dialog::Result, _) => self.leave_result(now_ms),
            (Dialog::TakeBack, 0) => self.take_back(now_ms),
            (Dialog::DrawOffer, 0) => self.end(PracticeEnd::plain(None, Reason::Adjudicated), now_ms),
            (Dialog::Rematch, 0) => self.rematch(now_ms),
            (Dialog::Rematch, _) => {
                self.show_lobby();
                Vec::new()
            }
            (Dialog::Survey, _) => {
                self.survey_went(now_ms);
                Vec::new()
            }
            (Dialog::Resign, 0) => self.end(
                PracticeEnd::plain(Some(!self.game.person), Reason::Resign),
                now_ms,
            ),
            _ => Vec::new(),
        }
    }

    /// After the result was confirmed: some opponents ask for another game, the others are gone.
    pub(super) fn leave_result(&mut self, now_ms: u64) -> Vec<ClientAction<P>> {
        let Some(service) = &self.setup.service else {
            return Vec::new();
        };
        let likely = service.opponents[self.game.opponent].rematch;
        let gone = matches!(&self.game.phase, Phase::Over(end)
            if matches!(end.verdict.reason, Reason::Stall | Reason::Aborted));
        let given_up = matches!(&self.game.phase, Phase::Over(end) if end.verdict.reason == Reason::Resign);
        let stays = self.setup.manners.after == After::NextGame && !gone && !given_up;
        if stays && self.dice.chance(STAYS) {
            return self.rematch(now_ms);
        }
        if !gone && self.dice.chance(likely) {
            self.open(Dialog::Rematch);
        } else {
            self.show_lobby();
        }
        Vec::new()
    }
}
