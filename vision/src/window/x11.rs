//! Windows on X11, by the conventions that window managers share (EWMH) where one runs, and by the bare tree of
//! windows where none does. Windows vanish at any moment: a request about one that is gone is an answer here
//! ([`None`]), never a failure.

use std::cell::Cell;

use x11rb::{
    connection::Connection,
    cookie::Cookie,
    errors::ReplyError,
    protocol::{
        ErrorKind,
        xproto::{
            Atom, AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask,
            GetPropertyReply, InputFocus, MapState, StackMode, WindowClass,
        },
    },
    rust_connection::RustConnection,
};

use crate::{
    area::Area,
    window::{Attention, Desktop, Drawing, Window, WindowError, WindowId},
};

mod answering;
mod claim;
mod damage;
mod stacking;

x11rb::atom_manager! {
    /// The names that are used here, as the server's numbers.
    pub(super) Atoms: AtomsCookie {
        UTF8_STRING,
        WM_DELETE_WINDOW,
        WM_PROTOCOLS,
        WM_STATE,
        _NET_ACTIVE_WINDOW,
        _NET_CLIENT_LIST,
        _NET_CLIENT_LIST_STACKING,
        _NET_FRAME_EXTENTS,
        _NET_MOVERESIZE_WINDOW,
        _NET_SUPPORTED,
        _NET_SUPPORTING_WM_CHECK,
        _NET_WM_NAME,
        _NET_WM_PID,
        _NET_WM_PING,
        _NET_WM_STATE,
        _NET_WM_STATE_HIDDEN,
        _NET_WM_STATE_MAXIMIZED_HORZ,
        _NET_WM_STATE_MAXIMIZED_VERT,
        _NET_WM_STATE_MODAL,
        _NET_WM_WINDOW_TYPE,
        _NET_WM_WINDOW_TYPE_DIALOG,
    }
}

/// `WM_STATE`'s number for a minimised window (ICCCM 4.1.3.1).
const ICONIC: u32 = 3;

/// EWMH: a request made for the user by another program than the window's own.
const SOURCE_PAGER: u32 = 2;

/// EWMH: take a state away.
const STATE_REMOVE: u32 = 0;

/// Gravity under which the coordinates are those of the content itself, frame or not.
const STATIC_GRAVITY: u32 = 10;

/// Longest property that is read, in units of four bytes; titles and window lists are far shorter.
const PROPERTY_MAX: u32 = 1 << 16;

/// A property that was asked for; every answer that is waited for is a way to the server and back, so that all questions
/// about a window go out before the first answer is awaited.
type Asked<'a> = Cookie<'a, RustConnection, GetPropertyReply>;

/// One X display.
pub(super) struct X11Desktop {
    connection: RustConnection,
    root: u32,
    atoms: Atoms,
    /// The window of the manager that was at work when it was last asked for.
    manager: Cell<u32>,
    watch: damage::Watch,
    claim: claim::Claim,
}

impl X11Desktop {
    /// Connects to the display that the environment names.
    pub(super) fn open() -> Result<X11Desktop, WindowError> {
        let (connection, number) =
            x11rb::connect(None).map_err(|error| WindowError::NoDisplay(error.to_string()))?;
        let atoms = Atoms::new(&connection).map_err(failed)?.reply().map_err(failed)?;
        let root = connection.setup().roots[number].root;
        Ok(X11Desktop {
            connection,
            root,
            atoms,
            manager: Cell::new(x11rb::NONE),
            watch: damage::Watch::default(),
            claim: claim::Claim::default(),
        })
    }

    /// Whether a window manager is at work: the window that it names must exist and name itself.
    fn has_manager(&self) -> Result<bool, WindowError> {
        let (check, kind) = (self.atoms._NET_SUPPORTING_WM_CHECK, AtomEnum::WINDOW.into());
        let named = self.ask(self.root, check, kind)?;
        // Mostly it is the one of before.
        let known = self.manager.get();
        let own = self.ask(known, check, kind)?;
        let (named, own) = (numbers_in(told(named)?), numbers_in(told(own)?));
        let Some(&manager) = named.first() else {
            return Ok(false);
        };
        let own = match manager == known {
            true => own,
            false => self.numbers(manager, check, kind)?,
        };
        self.manager.set(manager);
        Ok(own.first() == Some(&manager))
    }

    fn supports(&self, atom: Atom) -> Result<bool, WindowError> {
        Ok(self.has_manager()?
            && self
                .numbers(self.root, self.atoms._NET_SUPPORTED, AtomEnum::ATOM.into())?
                .contains(&atom))
    }

    fn ask(&self, window: u32, property: Atom, kind: Atom) -> Result<Asked<'_>, WindowError> {
        let request = self
            .connection
            .get_property(false, window, property, kind, 0, PROPERTY_MAX);
        request.map_err(failed)
    }

    fn property(
        &self,
        window: u32,
        property: Atom,
        kind: Atom,
    ) -> Result<Option<GetPropertyReply>, WindowError> {
        told(self.ask(window, property, kind)?)
    }

    /// A property of 32-bit numbers; empty if it or the window does not exist.
    fn numbers(&self, window: u32, property: Atom, kind: Atom) -> Result<Vec<u32>, WindowError> {
        Ok(numbers_in(self.property(window, property, kind)?))
    }

    fn text(&self, reply: Option<GetPropertyReply>) -> String {
        reply.map_or(String::new(), |reply| text(&reply, self.atoms.UTF8_STRING))
    }

    /// Everything about one window, `None` if it is gone or cannot show anything.
    fn look(&self, window: u32) -> Result<Option<Window>, WindowError> {
        let names = &self.atoms;
        let attributes = self.connection.get_window_attributes(window).map_err(failed)?;
        let geometry = self.connection.get_geometry(window).map_err(failed)?;
        let corner = self.connection.translate_coordinates(window, self.root, 0, 0);
        let corner = corner.map_err(failed)?;
        let pid = self.ask(window, names._NET_WM_PID, AtomEnum::CARDINAL.into())?;
        let name = self.ask(window, names._NET_WM_NAME, names.UTF8_STRING)?;
        let plain_name = self.ask(window, AtomEnum::WM_NAME.into(), AtomEnum::ANY.into())?;
        let class = self.ask(window, AtomEnum::WM_CLASS.into(), AtomEnum::ANY.into())?;
        let icccm = self.ask(window, names.WM_STATE, names.WM_STATE)?;
        let ewmh = self.ask(window, names._NET_WM_STATE, AtomEnum::ATOM.into())?;

        let attributes = alive(attributes.reply())?;
        let (geometry, corner) = (alive(geometry.reply())?, alive(corner.reply())?);
        let (pid, class) = (numbers_in(told(pid)?), self.text(told(class)?));
        let (name, plain_name) = (self.text(told(name)?), self.text(told(plain_name)?));
        let (icccm, ewmh) = (numbers_in(told(icccm)?), numbers_in(told(ewmh)?));
        let (Some(attributes), Some(geometry), Some(corner)) = (attributes, geometry, corner) else {
            return Ok(None);
        };
        if attributes.class == WindowClass::INPUT_ONLY {
            return Ok(None);
        }
        // The one place where window geometry becomes screen coordinates.
        let content = Area::new(
            i32::from(corner.dst_x),
            i32::from(corner.dst_y),
            u32::from(geometry.width),
            u32::from(geometry.height),
        );
        Ok(Some(Window {
            id: WindowId(u64::from(window)),
            title: if name.is_empty() { plain_name } else { name },
            class: class_in(&class),
            pid: pid.first().copied(),
            content,
            minimised: icccm.first() == Some(&ICONIC) || ewmh.contains(&names._NET_WM_STATE_HIDDEN),
            viewable: attributes.map_state == MapState::VIEWABLE,
        }))
    }

    /// The topmost windows that lie over part of the area, no more than so many.
    fn covers(&self, id: WindowId, area: Area, most: usize) -> Result<Vec<Window>, WindowError> {
        let Some(above) = self.stack_above(number_of(id)?)? else {
            return Err(WindowError::Gone(id));
        };
        let mut covers = Vec::new();
        for above in self.overlapping(&above, area)? {
            if covers.len() == most {
                break;
            }
            let client = self.client_in(above)?.unwrap_or(above);
            covers.extend(self.look(client)?);
        }
        Ok(covers)
    }

    fn require(&self, id: WindowId) -> Result<u32, WindowError> {
        let window = number_of(id)?;
        let attributes = self.connection.get_window_attributes(window).map_err(failed)?;
        alive(attributes.reply())?
            .map(|_| window)
            .ok_or(WindowError::Gone(id))
    }

    /// Asks the window manager, through the root window.
    fn ask_manager(&self, window: u32, request: Atom, data: [u32; 5]) -> Result<(), WindowError> {
        let event = ClientMessageEvent::new(32, window, request, data);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection
            .send_event(false, self.root, mask, event)
            .map_err(failed)?;
        self.connection.flush().map_err(failed)
    }

    /// Sets place and size itself; a window manager that listens counts its frame into the place.
    fn configure(&self, window: u32, content: Area) -> Result<(), WindowError> {
        let extents = self.numbers(window, self.atoms._NET_FRAME_EXTENTS, AtomEnum::CARDINAL.into())?;
        let (left, top) = match extents[..] {
            [left, _, top, _] => (left as i32, top as i32),
            _ => (0, 0),
        };
        let wanted = ConfigureWindowAux::new()
            .x(content.x - left)
            .y(content.y - top)
            .width(content.width)
            .height(content.height);
        let request = self
            .connection
            .configure_window(window, &wanted)
            .map_err(failed)?;
        gone_as(request.check(), window)
    }
}

impl Desktop for X11Desktop {
    fn windows(&mut self) -> Result<Vec<Window>, WindowError> {
        let mut windows = Vec::new();
        for window in self.clients()? {
            windows.extend(self.look(window)?);
        }
        Ok(windows)
    }

    fn window(&mut self, id: WindowId) -> Result<Option<Window>, WindowError> {
        self.look(number_of(id)?)
    }

    fn cover_of(&mut self, id: WindowId, area: Area) -> Result<Option<Window>, WindowError> {
        self.covers(id, area, 1).map(|covers| covers.into_iter().next())
    }

    fn covers_of(&mut self, id: WindowId, area: Area) -> Result<Vec<Window>, WindowError> {
        self.covers(id, area, usize::MAX)
    }

    /// Numbers of windows say on which connection they were made, and no two programs share one.
    fn are_of_one_program(&self, one: &Window, other: &Window) -> bool {
        let made_by = |window: &Window| window.id.0 & !u64::from(self.connection.setup().resource_id_mask);
        made_by(one) == made_by(other) || one.is_of_one_program_with(other)
    }

    fn is_dialog(&mut self, id: WindowId) -> Result<bool, WindowError> {
        let (window, names) = (number_of(id)?, &self.atoms);
        let owner = self.ask(window, AtomEnum::WM_TRANSIENT_FOR.into(), AtomEnum::WINDOW.into())?;
        let kind = self.ask(window, names._NET_WM_WINDOW_TYPE, AtomEnum::ATOM.into())?;
        let state = self.ask(window, names._NET_WM_STATE, AtomEnum::ATOM.into())?;
        let (owner, kind, state) = (told(owner)?, numbers_in(told(kind)?), numbers_in(told(state)?));
        Ok(owner.is_some()
            || kind.first() == Some(&names._NET_WM_WINDOW_TYPE_DIALOG)
            || state.contains(&names._NET_WM_STATE_MODAL))
    }

    fn attention(&mut self, id: WindowId, ms: u64) -> Attention {
        let names = &self.atoms;
        let Ok(window) = number_of(id) else {
            return Attention::Unknown;
        };
        let takes = self.numbers(window, names.WM_PROTOCOLS, AtomEnum::ATOM.into());
        if !takes.is_ok_and(|takes| takes.contains(&names._NET_WM_PING)) {
            return Attention::Unknown;
        }
        let ping = answering::Ping {
            window,
            root: self.root,
            protocols: names.WM_PROTOCOLS,
            ping: names._NET_WM_PING,
        };
        ping.ask(ms)
    }

    fn is_managed(&mut self) -> Result<bool, WindowError> {
        self.has_manager()
    }

    fn focused(&mut self) -> Result<Option<WindowId>, WindowError> {
        let active = self.ask(self.root, self.atoms._NET_ACTIVE_WINDOW, AtomEnum::WINDOW.into())?;
        let (managed, active) = (self.has_manager()?, numbers_in(told(active)?));
        let active = if managed {
            active.first().copied()
        } else {
            let focus = self
                .connection
                .get_input_focus()
                .map_err(failed)?
                .reply()
                .map_err(failed)?
                .focus;
            // 0 is no window, 1 whatever the pointer is over.
            if focus > 1 {
                self.top_level_of(focus)?
            } else {
                None
            }
        };
        Ok(active
            .filter(|&window| window != 0)
            .map(|window| WindowId(u64::from(window))))
    }

    fn claim(&mut self, id: WindowId) -> Result<bool, WindowError> {
        let window = number_of(id)?;
        self.claim
            .take(&self.connection, self.root, window)
            .map_err(failed)
    }

    fn activate(&mut self, id: WindowId) -> Result<(), WindowError> {
        let window = self.require(id)?;
        if self.supports(self.atoms._NET_ACTIVE_WINDOW)? {
            return self.ask_manager(window, self.atoms._NET_ACTIVE_WINDOW, [SOURCE_PAGER, 0, 0, 0, 0]);
        }
        let raise = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
        gone_as(
            self.connection.map_window(window).map_err(failed)?.check(),
            window,
        )?;
        gone_as(
            self.connection
                .configure_window(window, &raise)
                .map_err(failed)?
                .check(),
            window,
        )?;
        let focus = self
            .connection
            .set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME);
        // A window that is not on the screen yet cannot have the focus; the caller looks again anyway.
        match focus.map_err(failed)?.check() {
            Err(ReplyError::X11Error(error)) if error.error_kind == ErrorKind::Match => Ok(()),
            other => gone_as(other, window),
        }
    }

    fn place(&mut self, id: WindowId, content: Area) -> Result<(), WindowError> {
        let window = self.require(id)?;
        if self.has_manager()? {
            let (across, down) = (
                self.atoms._NET_WM_STATE_MAXIMIZED_HORZ,
                self.atoms._NET_WM_STATE_MAXIMIZED_VERT,
            );
            let data = [STATE_REMOVE, across, down, SOURCE_PAGER, 0];
            self.ask_manager(window, self.atoms._NET_WM_STATE, data)?;
        }
        if !self.supports(self.atoms._NET_MOVERESIZE_WINDOW)? {
            return self.configure(window, content);
        }
        // Bits 8 to 11: x, y, width and height are given; 12 to 15: who asks.
        let flags = STATIC_GRAVITY | 0b1111 << 8 | SOURCE_PAGER << 12;
        let data = [
            flags,
            content.x as u32,
            content.y as u32,
            content.width,
            content.height,
        ];
        self.ask_manager(window, self.atoms._NET_MOVERESIZE_WINDOW, data)
    }

    fn await_drawing(&mut self, id: WindowId, ms: u64) -> Drawing {
        self.watch.wait(id, ms)
    }

    fn close(&mut self, id: WindowId) -> Result<(), WindowError> {
        let window = self.require(id)?;
        let protocols = self.numbers(window, self.atoms.WM_PROTOCOLS, AtomEnum::ATOM.into())?;
        if !protocols.contains(&self.atoms.WM_DELETE_WINDOW) {
            return Err(WindowError::Refused(id, "asked to close"));
        }
        let data = [self.atoms.WM_DELETE_WINDOW, x11rb::CURRENT_TIME, 0, 0, 0];
        let event = ClientMessageEvent::new(32, window, self.atoms.WM_PROTOCOLS, data);
        let request = self
            .connection
            .send_event(false, window, EventMask::NO_EVENT, event);
        gone_as(request.map_err(failed)?.check(), window)
    }
}

fn number_of(id: WindowId) -> Result<u32, WindowError> {
    u32::try_from(id.0).map_err(|_| WindowError::Gone(id))
}

fn failed(error: impl std::fmt::Display) -> WindowError {
    WindowError::Failed(error.to_string())
}

/// `None` where the window of the question has vanished.
fn alive<R>(reply: Result<R, ReplyError>) -> Result<Option<R>, WindowError> {
    match reply {
        Ok(reply) => Ok(Some(reply)),
        Err(error) if is_gone(&error) => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

/// The answer to a question about a property; `None` if it or the window does not exist.
fn told(asked: Asked<'_>) -> Result<Option<GetPropertyReply>, WindowError> {
    let reply = alive(asked.reply())?;
    Ok(reply.filter(|reply| reply.type_ != u32::from(AtomEnum::NONE)))
}

/// A property's 32-bit numbers.
fn numbers_in(reply: Option<GetPropertyReply>) -> Vec<u32> {
    reply
        .and_then(|reply| Some(reply.value32()?.collect()))
        .unwrap_or_default()
}

/// The class in `WM_CLASS`, which begins with the instance's name.
fn class_in(names: &str) -> String {
    let mut parts = names.split('\0').filter(|part| !part.is_empty());
    let instance = parts.next().unwrap_or_default();
    parts.next().unwrap_or(instance).to_owned()
}

fn gone_as(result: Result<(), ReplyError>, window: u32) -> Result<(), WindowError> {
    alive(result)?.ok_or(WindowError::Gone(WindowId(u64::from(window))))
}

fn is_gone(error: &ReplyError) -> bool {
    let ReplyError::X11Error(error) = error else {
        return false;
    };
    matches!(error.error_kind, ErrorKind::Window | ErrorKind::Drawable)
}

/// Text of a property in either of the two encodings.
fn text(reply: &GetPropertyReply, utf8: Atom) -> String {
    if reply.type_ == utf8 {
        return String::from_utf8_lossy(&reply.value).into_owned();
    }
    // Latin-1: every byte is the character with its number.
    reply.value.iter().map(|&byte| char::from(byte)).collect()
}
