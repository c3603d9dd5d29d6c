//! Who comes between what a session decides and what is done: a port of the pilot for those who listen in or break sessions
//! on purpose. It sees decisions only, never what came of them.

use referee::gomoku;

use session::{event::Action, live_game::playable::Playable};

/// Comes between.
pub trait Interceptor<P: Playable = gomoku::Position> {
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
