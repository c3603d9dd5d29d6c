//! Whether a session does what it was asked for: no game begins in a pause or after the last one. Listens between what it
//! hears and decides; knows no world.

use std::sync::{Arc, Mutex};

use crate::{checker::Checker, ports::locked, unattended::Unattended};
use bot::interceptor::Interceptor;
use session::event::{Action, Event};

/// Listens to one life of the bot, and passes everything on to whoever comes between as well.
pub struct Obedience<P: Unattended> {
    inner: Box<dyn Interceptor<P>>,
    checker: Arc<Mutex<Checker>>,
    /// Games that may begin in the pause: the one that was asked for before it.
    pause: Option<u32>,
    is_last: bool,
}

impl<P: Unattended> Obedience<P> {
    /// Nothing was asked for yet.
    pub fn new(inner: Box<dyn Interceptor<P>>, checker: Arc<Mutex<Checker>>) -> Obedience<P> {
        Obedience {
            inner,
            checker,
            pause: None,
            is_last: false,
        }
    }

    fn judge(&mut self, action: &Action<P>) {
        let wrong = match (action, &mut self.pause) {
            (Action::NewGame(_), Some(_)) => "a game was asked for in a pause",
            (Action::Begin { .. }, Some(0)) => "a second game began in a pause",
            (Action::NewGame(_) | Action::Begin { .. }, _) if self.is_last => "a game after the last one",
            (Action::Begin { .. }, Some(left)) => {
                *left -= 1;
                return;
            }
            _ => return,
        };
        locked(&self.checker).complaints.push(wrong.to_owned());
    }
}

impl<P: Unattended> Interceptor<P> for Obedience<P> {
    fn hears(&mut self, event: &Event<P>) {
        match event {
            Event::Pause => self.pause = Some(1),
            Event::Resume => self.pause = None,
            Event::StopSoon => self.is_last = true,
            _ => {}
        }
        self.inner.hears(event);
    }

    fn intercept(&mut self, action: Action<P>) -> Vec<Action<P>> {
        let done = self.inner.intercept(action);
        for action in &done {
            self.judge(action);
        }
        done
    }
}
