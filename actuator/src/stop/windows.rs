//! The stop key on Windows. The system keeps the state of every key, whoever has the focus, and whether it went down
//! since somebody asked last; a stroke between two looks is missed only if another program asked in between.
#![expect(unsafe_code, reason = "the system's own calls, about one key each")]

use windows_sys::Win32::UI::Input::KeyboardAndMouse::{
    GetAsyncKeyState, VIRTUAL_KEY, VK_BACK, VK_DELETE, VK_DOWN, VK_END, VK_ESCAPE, VK_F1, VK_HOME, VK_LEFT,
    VK_NEXT, VK_PAUSE, VK_PRIOR, VK_RETURN, VK_RIGHT, VK_SPACE, VK_TAB, VK_UP, VkKeyScanW,
};

use crate::{combination::Key, error::PointerError, stop::StopWatch};

/// Held down at this moment.
const DOWN: u16 = 0x8000;
/// Went down since the last question.
const STRUCK: u16 = 1;

/// Asks for one key.
pub(super) struct KeyWatch {
    code: VIRTUAL_KEY,
    was_down: bool,
}

impl KeyWatch {
    /// What was struck before does not count. `name` is for the error text.
    pub(super) fn open(name: &str, key: Key) -> Result<KeyWatch, PointerError> {
        let code = code_of(key).ok_or_else(|| PointerError::UnknownKey(name.to_owned()))?;
        let was_down = state_of(code) & DOWN != 0;
        Ok(KeyWatch { code, was_down })
    }
}

impl StopWatch for KeyWatch {
    fn struck(&mut self) -> Result<bool, PointerError> {
        let state = state_of(self.code);
        let is_down = state & DOWN != 0;
        let came_down = is_down && !self.was_down;
        self.was_down = is_down;
        Ok(came_down || state & STRUCK != 0)
    }
}

fn state_of(code: VIRTUAL_KEY) -> u16 {
    // SAFETY: touches no memory of ours. Of a desktop that may not be listened to, no key is ever down.
    unsafe { GetAsyncKeyState(i32::from(code)) as u16 }
}

/// `None` if the keyboard in use has no such key.
fn code_of(key: Key) -> Option<VIRTUAL_KEY> {
    Some(match key {
        Key::Character(character) => {
            let mut units = [0; 2];
            let &mut [unit] = character.encode_utf16(&mut units) else {
                return None;
            };
            // SAFETY: touches no memory of ours.
            let found = unsafe { VkKeyScanW(unit) };
            // The upper half tells the modifiers that the character needs as well.
            (found != -1).then_some((found & 0xff) as VIRTUAL_KEY)?
        }
        Key::Function(number @ 1..=12) => VK_F1 + VIRTUAL_KEY::from(number - 1),
        Key::Function(_) => return None,
        Key::Escape => VK_ESCAPE,
        Key::Return => VK_RETURN,
        Key::Space => VK_SPACE,
        Key::Tab => VK_TAB,
        Key::Backspace => VK_BACK,
        Key::Delete => VK_DELETE,
        Key::Pause => VK_PAUSE,
        Key::Home => VK_HOME,
        Key::End => VK_END,
        Key::PageUp => VK_PRIOR,
        Key::PageDown => VK_NEXT,
        Key::Left => VK_LEFT,
        Key::Right => VK_RIGHT,
        Key::Up => VK_UP,
        Key::Down => VK_DOWN,
    })
}
