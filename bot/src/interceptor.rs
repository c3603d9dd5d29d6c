//! Who comes between what a session decides and what is done: a port of the pilot for those who listen in or break sessions
//! on purpose. It sees what the session hears and decides, never what came of it.

use referee::gomoku;

use session::{
    event::{Action, Event},
    live_game::playable::Playable,
};

/// Comes between.
pub trait Interceptor<P: Playable = gomoku::Position> {
    /// What the session is about to hear.
    fn hears(&mut self, _event: &Event<P>) {}

    /// What is done in place of the action that the session decided.
    fn intercept(&mut self, action: Action<P>) -> Vec<Action<P>>;
}

/// Does what the session decided.
#[derive(Clone, Copy, Debug, Default)]
pub struct PassThrough;

impl<P: Playable> Interceptor<P> for PassThrough {
    fn intercept(&mut self, action: Action<P>) -> Vec<Action<P>> {
        vec![action]
    }
}
