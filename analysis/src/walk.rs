//! A game in the steps that are assessed: plies, or turns where several plies are one decision.

use recordings::replay::Replay;
use referee::games::Registered;

use crate::analyst::Analyst;
use base::user_error::UserError;

/// A game and the places between its steps. What is left of a turn that was broken off is no step.
pub struct Walk<P: Registered> {
    pub(crate) replay: Replay<P>,
    /// The plies before each step and after the last one.
    places: Vec<usize>,
}

impl<P: Registered> Walk<P> {
    /// Of this game.
    pub fn of(mut replay: Replay<P>) -> Walk<P> {
        replay.jump(0);
        let mut places = vec![0];
        while replay.forward() {
            if !replay.position().is_within_turn() {
                places.push(replay.at());
            }
        }
        Walk { replay, places }
    }

    /// The plies before each step and after the last one.
    pub(crate) fn places(&self) -> &[usize] {
        &self.places
    }

    /// Steps there are.
    pub fn steps(&self) -> usize {
        self.places.len() - 1
    }

    /// Goes to the position after so many steps, or to the end, be it in the middle of a turn.
    ///
    /// # Errors
    /// The game has fewer steps.
    pub fn go_to<A: Analyst<Game = P>>(&mut self, step: Option<usize>) -> Result<(), UserError> {
        let steps = self.steps();
        match step {
            None => self.replay.jump(usize::MAX),
            Some(step) if step > steps => {
                let message = format!("{} {step} is beyond the end", A::STEP);
                return Err(UserError::new(
                    message,
                    format!("the game has {steps} {}", A::STEPS),
                ));
            }
            Some(step) => self.replay.jump(self.places[step]),
        }
        Ok(())
    }

    /// Steps that are wholly made where it stands.
    pub(crate) fn step(&self) -> usize {
        let at = self.replay.at();
        self.places.iter().filter(|&&place| place <= at).count() - 1
    }

    /// The position after so many steps.
    pub(crate) fn position(&mut self, step: usize) -> P {
        self.replay.jump(self.places[step]);
        self.replay.position().clone()
    }

    /// The plies of a step, from 1.
    pub(crate) fn played(&self, step: usize) -> Vec<P::Move> {
        let plies = &self.replay.record().plies[self.places[step - 1]..self.places[step]];
        plies.iter().map(|ply| ply.play).collect()
    }
}
