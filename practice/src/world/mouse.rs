//! The mouse and the keyboard of the world in memory: what lies under the pointer there, and what becomes of a press or a
//! key.

use actuator::{
    combination::{self, Combination},
    error::PointerError,
    gesture::Button,
    ground::{Ground, Landing, Unpressed},
    pointer::Pointer,
    rectangle::Rectangle,
};
use vision::area::Area;

use super::{Inside, World, fault::Click};
use crate::{client::Input, face::Pictured, model::ClientKey, taking::Touch};

impl<P: Pictured> World<P> {
    /// Whether a press there would fall on this ground.
    ///
    /// # Errors
    /// Why it would not.
    pub fn weigh(&self, at: (i32, i32), ground: &Ground) -> Result<(), Unpressed> {
        let inside = self.inside();
        if inside.pointer != at {
            return Err(Unpressed::Pushed {
                wanted: at,
                found: inside.pointer,
            });
        }
        let Some(window) = ground.window else {
            return Ok(());
        };
        if !inside.open || inside.minimised || window != inside.window.0 {
            return Err(Unpressed::Gone);
        }
        let Area { x, y, width, height } = inside.content();
        let found = Rectangle::new(x, y, width, height);
        if found != ground.place {
            let was = ground.place;
            return Err(Unpressed::Moved { was, found });
        }
        match &inside.cover {
            Some(cover) if cover.area.contains(at.0, at.1) => {
                Err(Unpressed::Covered(format!("{:?}", cover.title)))
            }
            _ => Ok(()),
        }
    }
}

impl<P: Pictured> Inside<P> {
    /// A button or key was touched, or the pointer was moved, with the pointer where it is; answers whether it counted as a click.
    pub(super) fn touch(&mut self, touch: Touch) -> bool {
        let (x, y) = self.pointer;
        let Some(at) = self.pixel_at(x, y) else {
            return false;
        };
        let now_ms = self.now_ms;
        match self.client_mut().touch(touch, at, now_ms) {
            Some(Input::Click(x, y)) => {
                let (left, top) = self.place;
                let (x, y) = self.page.forth((x, y));
                self.press((left + x, top + y));
                true
            }
            Some(input) => {
                self.step(input);
                false
            }
            None => false,
        }
    }

    fn press(&mut self, (x, y): (i32, i32)) {
        match self.faults.click() {
            Click::Once => self.click(x, y),
            Click::Never => {}
            Click::Twice => {
                self.click(x, y);
                self.click(x, y);
            }
            Click::Later(ms) => self.late.push((self.now_ms + ms, (x, y))),
        }
    }
}

impl<P: Pictured> Pointer for World<P> {
    fn location(&mut self) -> Result<(i32, i32), PointerError> {
        Ok(self.inside().pointer)
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), PointerError> {
        let mut inside = self.inside();
        if !inside.screen.contains(x, y) {
            return Err(PointerError::Astray {
                wanted: (x, y),
                found: inside.pointer,
            });
        }
        inside.point(x, y);
        Ok(())
    }

    fn press(&mut self, button: Button) -> Result<(), PointerError> {
        self.inside().touch(Touch::Press(button));
        Ok(())
    }

    fn press_on(&mut self, button: Button, at: (i32, i32), ground: &Ground) -> Result<Landing, Unpressed> {
        self.weigh(at, ground)?;
        self.press(button)?;
        Ok(Landing::There)
    }

    fn release(&mut self, button: Button) -> Result<(), PointerError> {
        self.inside().touch(Touch::Release(button));
        Ok(())
    }

    fn key(&mut self, combination: &str) -> Result<(), PointerError> {
        let struck: Combination = combination.parse()?;
        let key = match struck.key {
            _ if !struck.modifiers.is_empty() => None,
            combination::Key::Character('n') => Some(ClientKey::New),
            combination::Key::Character('q') => Some(ClientKey::Quit),
            combination::Key::Character('u') => Some(ClientKey::Undo),
            combination::Key::Return => Some(ClientKey::Confirm),
            combination::Key::Escape => Some(ClientKey::Cancel),
            _ => None,
        };
        let mut inside = self.inside();
        let taken = struck.modifiers.is_empty() && inside.touch(Touch::Key(struck.key));
        if let Some(key) = key
            && !taken
            && !inside.minimised
        {
            inside.step(Input::Key(key));
        }
        Ok(())
    }

    /// The client has nothing to type into.
    fn text(&mut self, _: &str) -> Result<(), PointerError> {
        Ok(())
    }
}
