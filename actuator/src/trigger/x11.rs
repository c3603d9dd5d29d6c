//! The trigger on X11. Its own connection holds the server for about a millisecond: no other program's request is served
//! meanwhile, so that no window comes, goes or moves between the look and the press.
//!
//! The pointer is taken and frozen first, and the press is caught before anybody hears of it. Only when it was caught at
//! the right pixel is it let go, past the window manager: a manager that weighs every click (to raise or focus the window)
//! would hand it on later, when another window may have come up. A client that does not have the keys is the exception:
//! there the manager has to see the click, and what lies under the pointer right afterwards is told.

use std::{cell::Cell, time::Duration};

use x11rb::{
    CURRENT_TIME, NONE,
    connection::Connection,
    errors::{ConnectionError, ReplyError},
    protocol::{
        Event,
        xproto::{
            Allow, AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, EventMask,
            GrabMode, GrabStatus, KeyButMask, MapState, QueryPointerReply, Window, WindowClass,
        },
        xtest::ConnectionExt as _,
    },
    rust_connection::RustConnection,
};

use crate::{
    error::PointerError,
    gesture::Button,
    ground::{Ground, Landing, Owner, Unpressed},
    rectangle::Rectangle,
    trigger::Trigger,
};

/// A window manager holds the pointer while it weighs an earlier click: it is asked for again so often.
const HELD_LOOKS: u32 = 40;
/// Between two of those questions.
const HELD_MS: u64 = 5;

/// A parent is older than its child, so no way to the root is endless; windows may be moved about meanwhile, hence a bound.
const DEPTH_MAX: usize = 64;

/// Longest title that is read, in units of four bytes.
const TITLE_MAX: u32 = 64;

/// A connection of its own.
pub(super) struct X11Trigger {
    connection: RustConnection,
    root: Window,
    names: Names,
}

x11rb::atom_manager! {
    /// The names that are used here, as the server's numbers.
    Names: NamesCookie {
        UTF8_STRING,
        _NET_WM_NAME,
        _NET_WM_PID,
    }
}

/// What came of one try.
enum Try {
    Pressed(Landing),
    Missed(Unpressed),
    /// Somebody else holds the pointer: perhaps for a moment only.
    Held,
}

impl X11Trigger {
    /// `None` where there is no display, or one that lets no program press a button.
    pub(super) fn open() -> Option<X11Trigger> {
        let (connection, number) = x11rb::connect(None).ok()?;
        connection.xtest_get_version(2, 2).ok()?.reply().ok()?;
        let names = Names::new(&connection).ok()?.reply().ok()?;
        let root = connection.setup().roots[number].root;
        Some(X11Trigger {
            connection,
            root,
            names,
        })
    }
}

impl Trigger for X11Trigger {
    fn press(
        &mut self,
        button: Button,
        at: (i32, i32),
        ground: &Ground,
        _: &mut dyn FnMut() -> Result<(), PointerError>,
    ) -> Result<Landing, Unpressed> {
        let window = match ground.window {
            Some(number) => Some(Window::try_from(number).map_err(|_| Unpressed::Gone)?),
            None => None,
        };
        for looks in 0..=HELD_LOOKS {
            let chain = match window {
                Some(window) => self.chain(window)?,
                None => vec![self.root],
            };
            let aim = Aim {
                at,
                ground,
                chain: &chain,
                past_manager: window.is_none_or(|window| self.has_keys(window)),
            };
            let patience = if looks < HELD_LOOKS {
                Patience::Some
            } else {
                Patience::None
            };
            match self.try_press(button, &aim, patience).map_err(failed)? {
                Try::Pressed(landing) => return Ok(landing),
                Try::Missed(why) => return Err(why),
                Try::Held if looks < HELD_LOOKS => wait(),
                Try::Held => {}
            }
        }
        self.let_go().map_err(failed)?;
        Err(Unpressed::Held)
    }
}

/// Whether there will be another try.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Patience {
    Some,
    None,
}

/// What one try is about.
struct Aim<'a> {
    at: (i32, i32),
    ground: &'a Ground,
    /// From the root to the window that is meant.
    chain: &'a [Window],
    /// Whether the window manager need not see the press.
    past_manager: bool,
}

impl Aim<'_> {
    fn window(&self) -> Window {
        self.chain[self.chain.len() - 1]
    }
}

/// The server, held by this connection: given back however the look ends, and by the server itself if the process dies.
struct Held<'a> {
    connection: &'a RustConnection,
    /// Whether the pointer is held, too.
    pointer: Cell<bool>,
    /// A button that was pressed and caught.
    caught: Cell<Option<u8>>,
}

impl<'a> Held<'a> {
    fn take(connection: &'a RustConnection) -> Result<Held<'a>, ConnectionError> {
        connection.grab_server()?;
        Ok(Held {
            connection,
            pointer: Cell::new(false),
            caught: Cell::new(None),
        })
    }
}

impl Drop for Held<'_> {
    /// A connection that broke holds nothing any more, so no failure matters here.
    fn drop(&mut self) {
        if self.pointer.get() {
            let _ = self.connection.allow_events(Allow::ASYNC_POINTER, CURRENT_TIME);
            if let Some(code) = self.caught.get() {
                let _ = self
                    .connection
                    .xtest_fake_input(BUTTON_RELEASE_EVENT, code, 0, NONE, 0, 0, 0);
            }
            let _ = self.connection.ungrab_pointer(CURRENT_TIME);
        }
        let _ = self.connection.ungrab_server();
        let _ = self.connection.flush();
    }
}

impl X11Trigger {
    /// Lets go of the buttons that are down after all these looks: a program that was killed while it pressed leaves one so,
    /// and whoever heard the press holds the pointer until it is released. A button that a person holds stays down: it is down on
    /// another device than that of programs.
    fn let_go(&self) -> Result<(), ReplyError> {
        let mask = self.connection.query_pointer(self.root)?.reply()?.mask;
        let buttons = [
            (KeyButMask::BUTTON1, 1),
            (KeyButMask::BUTTON2, 2),
            (KeyButMask::BUTTON3, 3),
        ];
        for (_, code) in buttons.into_iter().filter(|(button, _)| mask.contains(*button)) {
            self.connection
                .xtest_fake_input(BUTTON_RELEASE_EVENT, code, 0, NONE, 0, 0, 0)?;
        }
        // Answered when all of it is done.
        self.connection.get_input_focus()?.reply()?;
        Ok(())
    }

    fn try_press(&self, button: Button, aim: &Aim<'_>, patience: Patience) -> Result<Try, ReplyError> {
        let held = Held::take(&self.connection)?;
        let hold_at = if aim.past_manager { aim.window() } else { self.root };
        let hold = self.connection.grab_pointer(
            false,
            hold_at,
            EventMask::BUTTON_PRESS | EventMask::BUTTON_RELEASE,
            GrabMode::SYNC,
            GrabMode::ASYNC,
            NONE,
            NONE,
            CURRENT_TIME,
        )?;
        let missed = self.look(aim)?;
        let status = match hold.reply() {
            Ok(hold) => hold.status,
            Err(ReplyError::X11Error(_)) => GrabStatus::NOT_VIEWABLE,
            Err(error) => return Err(error),
        };
        held.pointer.set(status == GrabStatus::SUCCESS);
        if status == GrabStatus::NOT_VIEWABLE {
            return Ok(Try::Missed(Unpressed::Gone));
        }
        if let Some(why) = missed {
            let named = self.named(why, aim);
            drop(held);
            return Ok(Try::Missed(named?));
        }
        if status == GrabStatus::SUCCESS {
            return self.catch(code_of(button), aim, held);
        }
        // An open menu of the program that is meant: it holds the pointer, and gets what is pressed. Some managers manage
        // menus, too; where the program's other windows will do, and one of its own lies there, that is one in the end.
        let may_be_menu = aim.ground.owner == Owner::Program && patience == Patience::None;
        if status == GrabStatus::ALREADY_GRABBED && (may_be_menu || self.has_menu(aim.window())?) {
            self.connection
                .xtest_fake_input(BUTTON_PRESS_EVENT, code_of(button), 0, NONE, 0, 0, 0)?;
            drop(held);
            return Ok(Try::Pressed(self.landing(aim)));
        }
        Ok(Try::Held)
    }

    /// Presses with the pointer held, sees where that was, and lets the press go to whom it would have gone.
    fn catch(&self, code: u8, aim: &Aim<'_>, held: Held<'_>) -> Result<Try, ReplyError> {
        self.connection.allow_events(Allow::SYNC_POINTER, CURRENT_TIME)?;
        self.connection
            .xtest_fake_input(BUTTON_PRESS_EVENT, code, 0, NONE, 0, 0, 0)?;
        held.caught.set(Some(code));
        // Its answer comes after the press.
        self.connection.get_input_focus()?.reply()?;
        let mut pressed_at = None;
        while let Some(event) = self.connection.poll_for_event()? {
            if let Event::ButtonPress(press) = event {
                pressed_at = Some((i32::from(press.root_x), i32::from(press.root_y)));
            }
        }
        match pressed_at {
            Some(found) if found == aim.at => {}
            Some(found) => {
                let wanted = aim.at;
                return Ok(Try::Missed(Unpressed::Pushed { wanted, found }));
            }
            // A button that is down already is not pressed again. Whoever left it so, as a program that was killed, cannot let
            // go of it any more: it is let go of here, and the next try presses it.
            None => return Ok(Try::Held),
        }
        self.connection
            .allow_events(Allow::REPLAY_POINTER, CURRENT_TIME)?;
        held.pointer.set(false);
        held.caught.set(None);
        if aim.past_manager {
            return Ok(Try::Pressed(Landing::There));
        }
        drop(held);
        Ok(Try::Pressed(self.landing(aim)))
    }

    /// Whose window lies under the pointer after a press that others may have handed on.
    fn landing(&self, aim: &Aim<'_>) -> Landing {
        match self.look(aim) {
            Ok(Some(Unpressed::Covered(_))) => match self.named(Unpressed::Covered(String::new()), aim) {
                Ok(Unpressed::Covered(by)) => Landing::Elsewhere(by),
                _ => Landing::There,
            },
            // The press is made: that nothing more can be asked does not undo it.
            _ => Landing::There,
        }
    }

    /// What is not as it was; all questions go out before the first answer is awaited.
    fn look(&self, aim: &Aim<'_>) -> Result<Option<Unpressed>, ReplyError> {
        let window = aim.window();
        let pointers = aim
            .chain
            .iter()
            .map(|&window| self.connection.query_pointer(window))
            .collect::<Result<Vec<_>, _>>()?;
        let geometry = self.connection.get_geometry(window)?;
        let corner = self.connection.translate_coordinates(window, self.root, 0, 0)?;
        let mut seen: Vec<QueryPointerReply> = Vec::new();
        let mut is_gone = false;
        for pointer in pointers {
            match pointer.reply() {
                Ok(reply) => seen.push(reply),
                Err(ReplyError::X11Error(_)) => is_gone = true,
                Err(error) => return Err(error),
            }
        }
        let (geometry, corner) = (geometry.reply(), corner.reply());
        let (Ok(geometry), Ok(corner), false) = (geometry, corner, is_gone) else {
            return Ok(Some(Unpressed::Gone));
        };
        let found = (i32::from(seen[0].root_x), i32::from(seen[0].root_y));
        if found != aim.at {
            let wanted = aim.at;
            return Ok(Some(Unpressed::Pushed { wanted, found }));
        }
        let place = Rectangle::new(
            corner.dst_x.into(),
            corner.dst_y.into(),
            geometry.width.into(),
            geometry.height.into(),
        );
        if aim.ground.window.is_some() && place != aim.ground.place {
            let was = aim.ground.place;
            return Ok(Some(Unpressed::Moved { was, found: place }));
        }
        let leads_there = aim
            .chain
            .iter()
            .skip(1)
            .zip(&seen)
            .all(|(&next, pointer)| pointer.child == next);
        if leads_there || (aim.ground.owner == Owner::Program && self.is_of_program(window)?) {
            return Ok(None);
        }
        Ok(Some(Unpressed::Covered(String::new())))
    }

    /// From the root down to the window, so far as it hangs together.
    fn chain(&self, window: Window) -> Result<Vec<Window>, Unpressed> {
        let mut chain = vec![window];
        let mut at = window;
        for _ in 0..DEPTH_MAX {
            let tree = self.connection.query_tree(at).map_err(failed)?.reply();
            let parent = match tree {
                Ok(tree) => tree.parent,
                Err(ReplyError::X11Error(_)) => return Err(Unpressed::Gone),
                Err(error) => return Err(failed(error)),
            };
            if parent == NONE {
                break;
            }
            chain.push(parent);
            at = parent;
        }
        chain.reverse();
        Ok(chain)
    }

    /// The windows under the pointer, from the topmost level down.
    fn under_pointer(&self) -> Result<Vec<Window>, ReplyError> {
        let mut under = Vec::new();
        let mut at = self.root;
        while under.len() < DEPTH_MAX {
            match self.connection.query_pointer(at)?.reply() {
                Ok(reply) if reply.child != NONE => at = reply.child,
                Ok(_) | Err(ReplyError::X11Error(_)) => break,
                Err(error) => return Err(error),
            }
            under.push(at);
        }
        Ok(under)
    }

    /// Whether what lies under the pointer is of the program to which the window belongs: made through the same connection,
    /// by the same process, or for that window.
    fn is_of_program(&self, window: Window) -> Result<bool, ReplyError> {
        let under = self.under_pointer()?;
        if under.iter().any(|&other| self.is_kin(window, other)) {
            return Ok(true);
        }
        let process = self.number(window, self.names._NET_WM_PID, AtomEnum::CARDINAL.into())?;
        for &other in &under {
            let transient = AtomEnum::WM_TRANSIENT_FOR.into();
            let owner = self.number(other, transient, AtomEnum::WINDOW.into())?;
            let its_process = self.number(other, self.names._NET_WM_PID, AtomEnum::CARDINAL.into())?;
            if owner == Some(window) || (process.is_some() && its_process == process) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the program to which the window belongs shows a menu: a window that no manager manages.
    fn has_menu(&self, window: Window) -> Result<bool, ReplyError> {
        let tops = self.connection.query_tree(self.root)?.reply()?.children;
        let kin = tops
            .into_iter()
            .filter(|&top| self.is_kin(window, top) && top != window);
        let looks = kin
            .map(|top| self.connection.get_window_attributes(top))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(looks
            .into_iter()
            .filter_map(|look| look.reply().ok())
            .any(|menu| {
                menu.override_redirect
                    && menu.map_state == MapState::VIEWABLE
                    && menu.class == WindowClass::INPUT_OUTPUT
            }))
    }

    /// Whether two windows were made through one connection: the server gives each a range of numbers.
    fn is_kin(&self, one: Window, other: Window) -> bool {
        let range = |window: Window| window & !self.connection.setup().resource_id_mask;
        range(one) == range(other)
    }

    /// Whether the window has the keys, or nobody asked for them: then no manager has to give them by a click.
    fn has_keys(&self, window: Window) -> bool {
        let focus = self
            .connection
            .get_input_focus()
            .ok()
            .and_then(|focus| focus.reply().ok());
        // 1 is whatever the pointer is over.
        focus.is_some_and(|focus| focus.focus == 1 || self.is_kin(window, focus.focus))
    }

    fn number(&self, window: Window, property: u32, kind: u32) -> Result<Option<u32>, ReplyError> {
        let request = self
            .connection
            .get_property(false, window, property, kind, 0, 1)?;
        match request.reply() {
            Ok(reply) => Ok(reply.value32().and_then(|mut values| values.next())),
            Err(ReplyError::X11Error(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Says by its title what lies in the way.
    fn named(&self, why: Unpressed, aim: &Aim<'_>) -> Result<Unpressed, ReplyError> {
        let Unpressed::Covered(_) = why else {
            return Ok(why);
        };
        for window in self.under_pointer()? {
            if window == aim.window() {
                break;
            }
            for (property, kind) in [
                (self.names._NET_WM_NAME, self.names.UTF8_STRING),
                (AtomEnum::WM_NAME.into(), AtomEnum::ANY.into()),
            ] {
                let request = self
                    .connection
                    .get_property(false, window, property, kind, 0, TITLE_MAX)?;
                if let Ok(reply) = request.reply()
                    && !reply.value.is_empty()
                {
                    let title = String::from_utf8_lossy(&reply.value).into_owned();
                    return Ok(Unpressed::Covered(format!("{title:?}")));
                }
            }
        }
        Ok(Unpressed::Covered("a window without a title".to_owned()))
    }
}

fn failed(error: impl std::fmt::Display) -> Unpressed {
    Unpressed::Pointer(PointerError::Failed(error.to_string()))
}

fn code_of(button: Button) -> u8 {
    match button {
        Button::Left => 1,
        Button::Middle => 2,
        Button::Right => 3,
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the shell: here it waits for the system"
)]
fn wait() {
    std::thread::sleep(Duration::from_millis(HELD_MS));
}
