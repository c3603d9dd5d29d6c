//! Whatever carries out a step: the real pointer, or a fake one that writes down what it was told.

use crate::{
    error::PointerError,
    gesture::Button,
    ground::{Ground, Landing, Unpressed},
};

pub mod enigo;
#[cfg(test)]
pub(crate) mod fake;

/// A mouse and a keyboard. Coordinates are screen pixels.
pub trait Pointer: Send {
    /// Where the pointer is.
    ///
    /// # Errors
    /// The display is gone.
    fn location(&mut self) -> Result<(i32, i32), PointerError>;
    /// Moves the pointer and makes sure that it arrived.
    ///
    /// # Errors
    /// It is elsewhere afterwards, or the display is gone.
    fn move_to(&mut self, x: i32, y: i32) -> Result<(), PointerError>;
    /// Presses and holds a button.
    ///
    /// # Errors
    /// The display is gone.
    fn press(&mut self, button: Button) -> Result<(), PointerError>;
    /// Presses and holds a button, if the pointer is at `at` and the ground under it is what it was taken for: look and press
    /// are one, as far as the system allows. Without a system that knows windows only the pointer's place is looked at.
    ///
    /// # Errors
    /// It is not so, and nothing was pressed; or the display is gone.
    fn press_on(&mut self, button: Button, at: (i32, i32), _ground: &Ground) -> Result<Landing, Unpressed> {
        let found = self.location()?;
        if found != at {
            return Err(Unpressed::Pushed { wanted: at, found });
        }
        self.press(button)?;
        Ok(Landing::There)
    }
    /// Releases a button.
    ///
    /// # Errors
    /// The display is gone.
    fn release(&mut self, button: Button) -> Result<(), PointerError>;
    /// Presses and releases a combination such as `ctrl+n`.
    ///
    /// # Errors
    /// A name in it is unknown, or the display is gone.
    fn key(&mut self, combination: &str) -> Result<(), PointerError>;
    /// Types text.
    ///
    /// # Errors
    /// The display is gone.
    fn text(&mut self, text: &str) -> Result<(), PointerError>;
}

impl<P: Pointer + ?Sized> Pointer for Box<P> {
    fn location(&mut self) -> Result<(i32, i32), PointerError> {
        (**self).location()
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), PointerError> {
        (**self).move_to(x, y)
    }

    fn press(&mut self, button: Button) -> Result<(), PointerError> {
        (**self).press(button)
    }

    fn press_on(&mut self, button: Button, at: (i32, i32), ground: &Ground) -> Result<Landing, Unpressed> {
        (**self).press_on(button, at, ground)
    }

    fn release(&mut self, button: Button) -> Result<(), PointerError> {
        (**self).release(button)
    }

    fn key(&mut self, combination: &str) -> Result<(), PointerError> {
        (**self).key(combination)
    }

    fn text(&mut self, text: &str) -> Result<(), PointerError> {
        (**self).text(text)
    }
}
