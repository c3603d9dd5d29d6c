//! A pointer for tests: it writes down what it was told, fails on demand, and can be pushed
//! about as if by a person. Clones share one mouse, so that a test keeps a hand on it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{
    combination::Combination,
    error::PointerError,
    gesture::Button,
    ground::{Ground, Landing, Unpressed},
    pointer::Pointer,
};

/// One thing that was done to the fake mouse and keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// The pointer went there.
    Moved(i32, i32),
    /// A button went down with the pointer there.
    Pressed(Button, i32, i32),
    /// A button came up with the pointer there.
    Released(Button, i32, i32),
    /// A combination was struck.
    Key(String),
    /// Text was typed.
    Text(String),
}

#[derive(Debug, Default)]
struct Mouse {
    at: (i32, i32),
    deeds: Vec<Deed>,
    calls: u64,
    failing_call: Option<u64>,
    person_after: Option<(usize, (i32, i32))>,
    /// Why presses that ask for their ground are not made.
    unpressed: Option<Unpressed>,
    /// Into whose window the next such press falls.
    deflected: Option<String>,
}

/// A shared fake mouse and keyboard.
#[derive(Clone, Debug, Default)]
pub(crate) struct FakePointer {
    mouse: Arc<Mutex<Mouse>>,
}

impl FakePointer {
    /// A mouse that lies on this pixel.
    pub(crate) fn at(x: i32, y: i32) -> FakePointer {
        let pointer = FakePointer::default();
        pointer.mouse().at = (x, y);
        pointer
    }

    /// Everything done so far, in order.
    pub(crate) fn deeds(&self) -> Vec<Deed> {
        self.mouse().deeds.clone()
    }

    /// Forgets what was done so far; the pointer stays where it is.
    pub(crate) fn clear(&self) {
        self.mouse().deeds.clear();
    }

    /// A person pushes the mouse; no deed is written down.
    pub(crate) fn push_to(&self, x: i32, y: i32) {
        self.mouse().at = (x, y);
    }

    /// A person pushes the mouse just after so many deeds have been done in all.
    pub(crate) fn push_after(&self, deeds: usize, x: i32, y: i32) {
        self.mouse().person_after = Some((deeds, (x, y)));
    }

    /// Makes the call with this number fail, counted from 0 over all calls to this mouse from here on.
    pub(crate) fn fail_call(&self, number: u64) {
        let mut mouse = self.mouse();
        mouse.failing_call = Some(mouse.calls + number);
    }

    /// From here on, presses that ask for their ground are refused so.
    pub(crate) fn refuse_presses(&self, why: Option<Unpressed>) {
        self.mouse().unpressed = why;
    }

    /// The next press that asks for its ground falls into another window.
    pub(crate) fn deflect_press(&self, by: &str) {
        self.mouse().deflected = Some(by.to_owned());
    }

    /// A button that is down.
    pub(crate) fn held(&self) -> Option<Button> {
        self.mouse().deeds.iter().fold(None, |held, deed| match deed {
            Deed::Pressed(button, ..) => Some(*button),
            Deed::Released(..) => None,
            _ => held,
        })
    }

    fn mouse(&self) -> MutexGuard<'_, Mouse> {
        // A panic elsewhere cannot leave this plain data half written.
        self.mouse.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn call(&self) -> Result<MutexGuard<'_, Mouse>, PointerError> {
        let mut mouse = self.mouse();
        let number = mouse.calls;
        mouse.calls += 1;
        if mouse.failing_call == Some(number) {
            return Err(PointerError::Failed(format!("call {number} was told to fail")));
        }
        Ok(mouse)
    }
}

impl Mouse {
    fn write(&mut self, deed: Deed) {
        self.deeds.push(deed);
        if let Some((deeds, at)) = self.person_after
            && self.deeds.len() == deeds
        {
            self.at = at;
            self.person_after = None;
        }
    }
}

impl Pointer for FakePointer {
    fn location(&mut self) -> Result<(i32, i32), PointerError> {
        Ok(self.call()?.at)
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), PointerError> {
        let mut mouse = self.call()?;
        mouse.at = (x, y);
        mouse.write(Deed::Moved(x, y));
        Ok(())
    }

    fn press(&mut self, button: Button) -> Result<(), PointerError> {
        let mut mouse = self.call()?;
        let (x, y) = mouse.at;
        mouse.write(Deed::Pressed(button, x, y));
        Ok(())
    }

    fn press_on(&mut self, button: Button, at: (i32, i32), _: &Ground) -> Result<Landing, Unpressed> {
        let (found, unpressed) = {
            let mouse = self.mouse();
            (mouse.at, mouse.unpressed.clone())
        };
        if let Some(why) = unpressed {
            return Err(why);
        }
        if found != at {
            return Err(Unpressed::Pushed { wanted: at, found });
        }
        self.press(button)?;
        let deflected = self.mouse().deflected.take();
        Ok(deflected.map_or(Landing::There, Landing::Elsewhere))
    }

    fn release(&mut self, button: Button) -> Result<(), PointerError> {
        let mut mouse = self.call()?;
        let (x, y) = mouse.at;
        mouse.write(Deed::Released(button, x, y));
        Ok(())
    }

    fn key(&mut self, combination: &str) -> Result<(), PointerError> {
        combination.parse::<Combination>()?;
        self.call()?.write(Deed::Key(combination.to_owned()));
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), PointerError> {
        self.call()?.write(Deed::Text(text.to_owned()));
        Ok(())
    }
}
