//! Ways to break the session on purpose, between what it decides and what is done: each must be caught by a checker, or
//! the checkers are worth nothing.

use referee::seat::Seat;

use crate::unattended::Unattended;
use bot::interceptor::Interceptor;
use session::{
    event::{Action, Event},
    readable::TargetOf,
};

/// One way to break it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Mutation {
    /// Clicks come a second time, after the turn has passed.
    ClickTwice,
    /// Clicks go to the stone that was placed last, or to the ball.
    ClickOnStone,
    /// Every seventh ply is not written down.
    DropPly,
    /// Lost games are written down as won.
    FlipResult,
    /// Ends of games are not written down.
    LeaveOpen,
    /// New games are never asked for.
    NeverAsk,
    /// Pauses are overheard: a new game is asked for in them.
    OverhearPause,
}

/// Breaks a session in one way.
#[derive(Clone, Debug)]
pub struct MutatedSession<P: Unattended> {
    way: Mutation,
    own_seat: Seat,
    /// The game in hand.
    position: Option<P>,
    clicked: Option<TargetOf<P>>,
    plies: u32,
    in_pause: bool,
}

impl<P: Unattended> MutatedSession<P> {
    /// Nothing was broken yet.
    pub fn new(way: Mutation) -> MutatedSession<P> {
        MutatedSession {
            way,
            own_seat: Seat::First,
            position: None,
            clicked: None,
            plies: 0,
            in_pause: false,
        }
    }

    fn follow(&mut self, action: &Action<P>) {
        match action {
            Action::Begin { own_seat, position } => {
                self.own_seat = *own_seat;
                self.position = Some(position.clone());
                self.clicked = None;
            }
            Action::Click(target) => self.clicked = Some(*target),
            Action::Ply { ply, .. } => {
                self.plies += 1;
                let played = self.position.as_mut().map(|position| position.play(ply.play));
                if !matches!(played, Some(Ok(()))) {
                    self.position = None;
                }
            }
            Action::TakenBack { plies } => {
                while let Some(position) = &mut self.position
                    && position.plies() > *plies as usize
                    && position.undo().is_some()
                {}
            }
            _ => {}
        }
    }
}

impl<P: Unattended> Interceptor<P> for MutatedSession<P> {
    fn hears(&mut self, event: &Event<P>) {
        match event {
            Event::Pause => self.in_pause = true,
            Event::Resume => self.in_pause = false,
            _ => {}
        }
    }

    fn intercept(&mut self, action: Action<P>) -> Vec<Action<P>> {
        self.follow(&action);
        match (self.way, action) {
            (Mutation::ClickOnStone, Action::Click(target)) => {
                let astray = self
                    .position
                    .as_ref()
                    .and_then(|position| position.astray(target));
                vec![Action::Click(astray.unwrap_or(target))]
            }
            (Mutation::ClickTwice, Action::Ply { index, seat, ply }) if seat == self.own_seat => {
                let again = self.clicked.map(Action::Click);
                let written = Action::Ply { index, seat, ply };
                std::iter::once(written).chain(again).collect()
            }
            (Mutation::DropPly, Action::Ply { .. }) if self.plies.is_multiple_of(7) => Vec::new(),
            (Mutation::FlipResult, Action::End(mut verdict)) => {
                verdict.winner = verdict.winner.map(|_| self.own_seat);
                vec![Action::End(verdict)]
            }
            (Mutation::LeaveOpen, Action::End(_)) | (Mutation::NeverAsk, Action::NewGame(_)) => Vec::new(),
            (Mutation::OverhearPause, Action::End(verdict)) if self.in_pause => {
                vec![Action::End(verdict), Action::NewGame(None)]
            }
            (_, action) => vec![action],
        }
    }
}
