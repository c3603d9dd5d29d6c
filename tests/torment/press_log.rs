//! Hears every press of a button on the display, whichever window it falls into, and be it a manager's frame.

use x11rb::{
    connection::Connection as _,
    protocol::{
        Event,
        xinput::{ConnectionExt as _, EventMask, XIEventMask},
    },
    rust_connection::RustConnection,
    wrapper::ConnectionExt as _,
};

/// All master devices: the pointers that programs see.
const ALL_MASTERS: u16 = 1;

pub(super) struct PressLog(RustConnection);

impl PressLog {
    /// From here on.
    pub(super) fn open() -> PressLog {
        let (connection, screen) = x11rb::connect(None).unwrap();
        connection.xinput_xi_query_version(2, 2).unwrap().reply().unwrap();
        let root = connection.setup().roots[screen].root;
        let presses = EventMask {
            deviceid: ALL_MASTERS,
            mask: vec![XIEventMask::RAW_BUTTON_PRESS],
        };
        let selected = connection.xinput_xi_select_events(root, &[presses]).unwrap();
        selected.check().unwrap();
        PressLog(connection)
    }

    /// Presses since the last call.
    pub(super) fn presses(&self) -> usize {
        self.0.sync().unwrap();
        let events = std::iter::from_fn(|| self.0.poll_for_event().unwrap());
        events
            .filter(|event| matches!(event, Event::XinputRawButtonPress(_)))
            .count()
    }
}
