//! The real mouse and keyboard, through enigo; where the system has a trigger, that presses the buttons. It does what it is
//! told; what is allowed is the guard's business.

use std::time::Duration;

use enigo::{Coordinate, Direction, Enigo, Keyboard, Mouse, NewConError, Settings};

#[cfg(windows)]
mod cursor;

use crate::{
    combination::{Combination, Key, Modifier},
    error::PointerError,
    gesture::Button,
    ground::{Ground, Landing, Unpressed},
    pointer::Pointer,
    trigger::{self, Trigger},
};

/// A window manager that weighs a click holds the pointer until it has raised the window that was clicked: so often the
/// pointer is looked at again before it counts as gone astray.
const LATE_LOOKS: u32 = 20;
/// Between two of those looks.
const LATE_MS: u64 = 10;

/// The system's pointer and keyboard.
pub struct EnigoPointer {
    enigo: Enigo,
    trigger: Option<Box<dyn Trigger>>,
}

impl EnigoPointer {
    /// Takes hold of the pointer of the display that the environment names.
    ///
    /// # Errors
    /// [`PointerError::NoDisplay`] if there is none, or if the system forbids it.
    pub fn open() -> Result<EnigoPointer, PointerError> {
        // A prompt for permission would wait for a person: the error says what is missing instead.
        let settings = Settings {
            open_prompt_to_get_permissions: false,
            ..Settings::default()
        };
        let enigo = Enigo::new(&settings).map_err(|error| match error {
            NewConError::NoPermission => {
                PointerError::NoDisplay("the system does not permit this program to use the mouse".to_owned())
            }
            other => PointerError::NoDisplay(other.to_string()),
        })?;
        let trigger = trigger::open();
        Ok(EnigoPointer { enigo, trigger })
    }
}

impl Pointer for EnigoPointer {
    fn location(&mut self) -> Result<(i32, i32), PointerError> {
        self.enigo.location().map_err(failed)
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), PointerError> {
        // enigo clamps to the screen in silence, and the screen size it tells is the first mode's and not
        // the one in use: only the look afterwards shows whether the pixel exists.
        self.enigo.move_mouse(x, y, Coordinate::Abs).map_err(failed)?;
        #[cfg(windows)]
        if self.location()? != (x, y) {
            cursor::put(x, y);
        }
        let mut looks = 0;
        loop {
            let found = self.location()?;
            if found == (x, y) {
                return Ok(());
            }
            if looks == LATE_LOOKS {
                let wanted = (x, y);
                return Err(PointerError::Astray { wanted, found });
            }
            looks += 1;
            wait_for_pointer();
        }
    }

    fn press(&mut self, button: Button) -> Result<(), PointerError> {
        self.enigo
            .button(code_of_button(button), Direction::Press)
            .map_err(failed)
    }

    fn press_on(&mut self, button: Button, at: (i32, i32), ground: &Ground) -> Result<Landing, Unpressed> {
        let enigo = &mut self.enigo;
        let mut pull = || {
            enigo
                .button(code_of_button(button), Direction::Press)
                .map_err(failed)
        };
        if let Some(trigger) = &mut self.trigger {
            return trigger.press(button, at, ground, &mut pull);
        }
        let found = self.location()?;
        if found != at {
            return Err(Unpressed::Pushed { wanted: at, found });
        }
        self.press(button)?;
        Ok(Landing::There)
    }

    fn release(&mut self, button: Button) -> Result<(), PointerError> {
        self.enigo
            .button(code_of_button(button), Direction::Release)
            .map_err(failed)
    }

    fn key(&mut self, combination: &str) -> Result<(), PointerError> {
        let combination: Combination = combination.parse()?;
        let key = code_of_key(combination.key)?;
        let mut held = Vec::new();
        let mut result = Ok(());
        for modifier in combination.modifiers.iter().copied().map(code_of_modifier) {
            result = self.enigo.key(modifier, Direction::Press);
            if result.is_err() {
                break;
            }
            held.push(modifier);
        }
        if result.is_ok() {
            result = self.enigo.key(key, Direction::Click);
        }
        // Whatever happened, no modifier stays down behind us.
        for modifier in held.into_iter().rev() {
            let released = self.enigo.key(modifier, Direction::Release);
            result = result.and(released);
        }
        result.map_err(failed)
    }

    fn text(&mut self, text: &str) -> Result<(), PointerError> {
        self.enigo.text(text).map_err(failed)
    }
}

fn failed(error: enigo::InputError) -> PointerError {
    PointerError::Failed(error.to_string())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the shell: here it waits for the system"
)]
fn wait_for_pointer() {
    std::thread::sleep(Duration::from_millis(LATE_MS));
}

fn code_of_button(button: Button) -> enigo::Button {
    match button {
        Button::Left => enigo::Button::Left,
        Button::Middle => enigo::Button::Middle,
        Button::Right => enigo::Button::Right,
    }
}

fn code_of_modifier(modifier: Modifier) -> enigo::Key {
    match modifier {
        Modifier::Control => enigo::Key::Control,
        Modifier::Alt => enigo::Key::Alt,
        Modifier::Shift => enigo::Key::Shift,
        Modifier::Super => enigo::Key::Meta,
    }
}

fn code_of_key(key: Key) -> Result<enigo::Key, PointerError> {
    use enigo::Key as Code;
    const FUNCTIONS: [Code; 12] = [
        Code::F1,
        Code::F2,
        Code::F3,
        Code::F4,
        Code::F5,
        Code::F6,
        Code::F7,
        Code::F8,
        Code::F9,
        Code::F10,
        Code::F11,
        Code::F12,
    ];
    Ok(match key {
        Key::Character(character) => Code::Unicode(character),
        Key::Function(number) => *number
            .checked_sub(1)
            .and_then(|index| FUNCTIONS.get(usize::from(index)))
            .ok_or_else(|| PointerError::UnknownKey(format!("F{number}")))?,
        Key::Escape => Code::Escape,
        Key::Return => Code::Return,
        Key::Space => Code::Space,
        Key::Tab => Code::Tab,
        Key::Backspace => Code::Backspace,
        Key::Delete => Code::Delete,
        #[cfg(not(target_os = "macos"))]
        Key::Pause => Code::Pause,
        #[cfg(target_os = "macos")]
        Key::Pause => return Err(PointerError::UnknownKey("Pause".to_owned())),
        Key::Home => Code::Home,
        Key::End => Code::End,
        Key::PageUp => Code::PageUp,
        Key::PageDown => Code::PageDown,
        Key::Left => Code::LeftArrow,
        Key::Right => Code::RightArrow,
        Key::Up => Code::UpArrow,
        Key::Down => Code::DownArrow,
    })
}
