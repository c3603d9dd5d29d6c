//! A window of our own on an X display: it shows known pixels and writes down what is done to it.

use x11rb::{
    COPY_DEPTH_FROM_PARENT,
    connection::Connection,
    protocol::{
        Event,
        xproto::{
            AtomEnum, ConnectionExt as _, CreateGCAux, CreateWindowAux, EventMask, GrabMode, PropMode,
            Rectangle, WindowClass,
        },
    },
    rust_connection::RustConnection,
    wrapper::ConnectionExt as _,
};

/// How a window meets the window manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// An ordinary window, framed if there is a manager.
    Program,
    /// A menu: nobody manages it.
    PopUp,
}

/// A window on its own connection.
pub(crate) struct XWindow {
    pub(crate) connection: RustConnection,
    pub(crate) id: u32,
    root: u32,
}

impl XWindow {
    /// A mapped window with title and class, one colour all over.
    pub(crate) fn open(title: &str, style: Style, place: (i16, i16, u16, u16), colour: u32) -> XWindow {
        let (connection, screen) = x11rb::connect(None).unwrap();
        let root = connection.setup().roots[screen].root;
        let id = connection.generate_id().unwrap();
        let events = EventMask::BUTTON_PRESS
            | EventMask::BUTTON_RELEASE
            | EventMask::KEY_PRESS
            | EventMask::EXPOSURE
            | EventMask::STRUCTURE_NOTIFY;
        let options = CreateWindowAux::new()
            .background_pixel(colour)
            .event_mask(events)
            .override_redirect(u32::from(style == Style::PopUp));
        let (x, y, width, height) = place;
        let class = WindowClass::INPUT_OUTPUT;
        connection
            .create_window(
                COPY_DEPTH_FROM_PARENT,
                id,
                root,
                x,
                y,
                width,
                height,
                0,
                class,
                0,
                &options,
            )
            .unwrap();
        let window = XWindow { connection, id, root };
        window.text(AtomEnum::WM_NAME.into(), AtomEnum::STRING.into(), title);
        window.text(
            AtomEnum::WM_CLASS.into(),
            AtomEnum::STRING.into(),
            "instance\0TengenTest\0",
        );
        window.text(window.atom("_NET_WM_NAME"), window.atom("UTF8_STRING"), title);
        window.numbers("_NET_WM_PID", AtomEnum::CARDINAL.into(), &[std::process::id()]);
        window.numbers(
            "WM_PROTOCOLS",
            AtomEnum::ATOM.into(),
            &[window.atom("WM_DELETE_WINDOW")],
        );
        // USPosition and USSize: the manager shall not choose the place.
        window.numbers("WM_NORMAL_HINTS", AtomEnum::WM_SIZE_HINTS.into(), &{
            let mut hints = [0; 18];
            hints[0] = 3;
            hints
        });
        window.connection.map_window(id).unwrap();
        window.connection.sync().unwrap();
        window
    }

    /// A menu of the same program: another window on the same connection, which holds the pointer.
    pub(crate) fn menu(&self, (x, y, width, height): (i16, i16, u16, u16)) -> u32 {
        let menu = self.connection.generate_id().unwrap();
        let options = CreateWindowAux::new()
            .override_redirect(1)
            .event_mask(EventMask::BUTTON_PRESS);
        let class = WindowClass::INPUT_OUTPUT;
        self.connection
            .create_window(
                COPY_DEPTH_FROM_PARENT,
                menu,
                self.root,
                x,
                y,
                width,
                height,
                0,
                class,
                0,
                &options,
            )
            .unwrap();
        self.connection.map_window(menu).unwrap();
        self.hold_pointer(menu);
        menu
    }

    /// Takes whatever the pointer does, as an open menu and a drag do.
    pub(crate) fn hold_pointer(&self, window: u32) {
        let (events, how, none) = (EventMask::BUTTON_PRESS, GrabMode::ASYNC, x11rb::NONE);
        let held =
            self.connection
                .grab_pointer(false, window, events, how, how, none, none, x11rb::CURRENT_TIME);
        held.unwrap().reply().unwrap();
    }

    /// Fills a part of the content with one colour (0xRRGGBB).
    pub(crate) fn fill(&self, x: i16, y: i16, width: u16, height: u16, colour: u32) {
        let context = self.connection.generate_id().unwrap();
        self.connection
            .create_gc(context, self.id, &CreateGCAux::new().foreground(colour))
            .unwrap();
        let part = Rectangle { x, y, width, height };
        self.connection
            .poly_fill_rectangle(self.id, context, &[part])
            .unwrap();
        self.connection.free_gc(context).unwrap();
        self.connection.sync().unwrap();
    }

    /// What has happened to the window since the last call.
    pub(crate) fn events(&self) -> Vec<Event> {
        self.connection.sync().unwrap();
        std::iter::from_fn(|| self.connection.poll_for_event().unwrap()).collect()
    }

    /// The server's number for a name.
    pub(crate) fn atom(&self, name: &str) -> u32 {
        self.connection
            .intern_atom(false, name.as_bytes())
            .unwrap()
            .reply()
            .unwrap()
            .atom
    }

    /// Asks the window manager to put the window away (ICCCM 4.1.4).
    pub(crate) fn minimise(&self) {
        self.minimise_other(self.id);
    }

    /// Asks the window manager to put another program's window away.
    pub(crate) fn minimise_other(&self, id: u32) {
        use x11rb::protocol::xproto::ClientMessageEvent;
        let event = ClientMessageEvent::new(32, id, self.atom("WM_CHANGE_STATE"), [3, 0, 0, 0, 0]);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection.send_event(false, self.root, mask, event).unwrap();
        self.connection.sync().unwrap();
    }

    /// Says that it is a dialog of that window.
    pub(crate) fn belong_to(&self, owner: u32) {
        self.numbers("WM_TRANSIENT_FOR", AtomEnum::WINDOW.into(), &[owner]);
        self.connection.sync().unwrap();
    }

    /// Says that it answers pings (EWMH), which [`XWindow::answer_pings`] does.
    pub(crate) fn take_pings(&self) {
        let takes = [self.atom("WM_DELETE_WINDOW"), self.atom("_NET_WM_PING")];
        self.numbers("WM_PROTOCOLS", AtomEnum::ATOM.into(), &takes);
        self.connection.sync().unwrap();
    }

    /// Answers all pings that have come, as a toolkit's loop does; how many.
    pub(crate) fn answer_pings(&self) -> usize {
        use x11rb::protocol::xproto::ClientMessageEvent;
        let pings = self.events().into_iter().filter_map(|event| match event {
            Event::ClientMessage(message) => Some(message),
            _ => None,
        });
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        let mut count = 0;
        for ping in pings {
            let back = ClientMessageEvent {
                window: self.root,
                ..ping
            };
            self.connection.send_event(false, self.root, mask, back).unwrap();
            count += 1;
        }
        self.connection.sync().unwrap();
        count
    }

    /// Takes the window off the display.
    pub(crate) fn destroy(&self) {
        self.connection.destroy_window(self.id).unwrap();
        self.connection.sync().unwrap();
    }

    fn text(&self, property: u32, kind: u32, text: &str) {
        self.connection
            .change_property8(PropMode::REPLACE, self.id, property, kind, text.as_bytes())
            .unwrap();
    }

    fn numbers(&self, property: &str, kind: u32, numbers: &[u32]) {
        let property = self.atom(property);
        self.connection
            .change_property32(PropMode::REPLACE, self.id, property, kind, numbers)
            .unwrap();
    }
}
