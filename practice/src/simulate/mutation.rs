//! Ways to break the session on purpose, between what it decides and what is done: each must be caught by a checker, or
//! the checkers are worth nothing.

use referee::{gomoku::Move, seat::Seat};

use bot::event::Action;

/// One way to break it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Mutation {
    /// Clicks come a second time, after the turn has passed.
    ClickTwice,
    /// Clicks go to the stone that was placed last.
    ClickOnStone,
    /// Every seventh ply is not written down.
    DropPly,
    /// Lost games are written down as won.
    FlipResult,
    /// Ends of games are not written down.
    LeaveOpen,
    /// New games are never asked for.
    NeverAsk,
}

/// Carries a way through a session.
#[derive(Clone, Debug)]
pub struct Tampering {
    way: Mutation,
    own_seat: Seat,
    last: Option<Move>,
    plies: u32,
}

impl Tampering {
    /// Nothing was broken yet.
    pub fn new(way: Mutation) -> Tampering {
        Tampering {
            way,
            own_seat: Seat::First,
            last: None,
            plies: 0,
        }
    }

    /// What is done in place of the action.
    pub fn bend(&mut self, action: Action) -> Vec<Action> {
        match &action {
            Action::Begin { own_seat, .. } => {
                self.own_seat = *own_seat;
                self.last = None;
            }
            Action::Ply { ply, .. } => {
                self.last = Some(ply.play);
                self.plies += 1;
            }
            _ => {}
        }
        match (self.way, action) {
            (Mutation::ClickOnStone, Action::Click(point)) => match self.last {
                Some(Move::Place(stone)) => vec![Action::Click(stone)],
                _ => vec![Action::Click(point)],
            },
            (Mutation::ClickTwice, Action::Ply { index, seat, ply }) if seat == self.own_seat => {
                let again = match ply.play {
                    Move::Place(point) => Some(Action::Click(point)),
                    _ => None,
                };
                let written = Action::Ply { index, seat, ply };
                std::iter::once(written).chain(again).collect()
            }
            (Mutation::DropPly, Action::Ply { .. }) if self.plies.is_multiple_of(7) => Vec::new(),
            (Mutation::FlipResult, Action::End(mut verdict)) => {
                verdict.winner = verdict.winner.map(|_| self.own_seat);
                vec![Action::End(verdict)]
            }
            (Mutation::LeaveOpen, Action::End(_)) | (Mutation::NeverAsk, Action::NewGame(_)) => Vec::new(),
            (_, action) => vec![action],
        }
    }
}
