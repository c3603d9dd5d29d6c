//! The stop key on X11. Raw events of the X Input extension arrive whoever has the focus and even while
//! another program holds the keyboard, and a short stroke between two looks is not missed.

use x11rb::{
    connection::{Connection, RequestConnection},
    protocol::{
        Event,
        xinput::{self, ConnectionExt as _, EventMask, XIEventMask},
        xproto::{ConnectionExt as _, Keysym},
    },
    rust_connection::RustConnection,
};

use crate::{combination::Key, error::PointerError, stop::StopWatch};

/// All master devices: the keyboards that programs see.
const ALL_MASTERS: u16 = 1;

/// Listens for one key on its own connection.
pub(super) struct KeyWatch {
    connection: RustConnection,
    keycodes: Vec<u8>,
}

impl KeyWatch {
    /// Starts to listen. `name` is for the error text.
    pub(super) fn open(name: &str, key: Key) -> Result<KeyWatch, PointerError> {
        let (connection, screen) =
            x11rb::connect(None).map_err(|error| PointerError::NoDisplay(error.to_string()))?;
        if connection
            .extension_information(xinput::X11_EXTENSION_NAME)
            .map_err(failed)?
            .is_none()
        {
            return Err(PointerError::Unsupported(
                "watching a stop key without the X Input extension",
            ));
        }
        connection
            .xinput_xi_query_version(2, 2)
            .map_err(failed)?
            .reply()
            .map_err(failed)?;
        let keycodes = keycodes_of(&connection, keysym_of(key))?;
        if keycodes.is_empty() {
            return Err(PointerError::UnknownKey(name.to_owned()));
        }
        let root = connection.setup().roots[screen].root;
        let mask = EventMask {
            deviceid: ALL_MASTERS,
            mask: vec![XIEventMask::RAW_KEY_PRESS],
        };
        connection
            .xinput_xi_select_events(root, &[mask])
            .map_err(failed)?
            .check()
            .map_err(failed)?;
        Ok(KeyWatch { connection, keycodes })
    }
}

impl StopWatch for KeyWatch {
    fn struck(&mut self) -> Result<bool, PointerError> {
        let mut struck = false;
        while let Some(event) = self.connection.poll_for_event().map_err(failed)? {
            if let Event::XinputRawKeyPress(press) = event {
                struck |= self.keycodes.iter().any(|&code| u32::from(code) == press.detail);
            }
        }
        Ok(struck)
    }
}

fn failed(error: impl std::fmt::Display) -> PointerError {
    PointerError::Failed(error.to_string())
}

fn keycodes_of(connection: &RustConnection, keysym: Keysym) -> Result<Vec<u8>, PointerError> {
    let setup = connection.setup();
    let (first, last) = (setup.min_keycode, setup.max_keycode);
    let count = last - first + 1;
    let mapping = connection
        .get_keyboard_mapping(first, count)
        .map_err(failed)?
        .reply()
        .map_err(failed)?;
    let columns = usize::from(mapping.keysyms_per_keycode).max(1);
    let rows = (first..=last).zip(mapping.keysyms.chunks(columns));
    Ok(rows
        .filter(|(_, keysyms)| keysyms.contains(&keysym))
        .map(|(code, _)| code)
        .collect())
}

/// The X Window System's number for the key (X11 protocol, appendix A).
fn keysym_of(key: Key) -> Keysym {
    match key {
        Key::Character(character) if u32::from(character) < 0x100 => u32::from(character),
        Key::Character(character) => 0x0100_0000 | u32::from(character),
        Key::Function(number) => 0xffbd + u32::from(number),
        Key::Backspace => 0xff08,
        Key::Tab => 0xff09,
        Key::Return => 0xff0d,
        Key::Pause => 0xff13,
        Key::Escape => 0xff1b,
        Key::Home => 0xff50,
        Key::Left => 0xff51,
        Key::Up => 0xff52,
        Key::Right => 0xff53,
        Key::Down => 0xff54,
        Key::PageUp => 0xff55,
        Key::PageDown => 0xff56,
        Key::End => 0xff57,
        Key::Space => 0x0020,
        Key::Delete => 0xffff,
    }
}
