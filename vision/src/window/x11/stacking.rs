//! The tree of windows on an X display: which of them are programs' windows, and which lies above which.

use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, MapState, WindowClass};

use super::{X11Desktop, alive, failed};
use crate::{area::Area, window::WindowError};

/// How deep below the root a program's window is looked for: a window manager puts it into one frame, or two.
const DEPTH_MAX: usize = 3;

impl X11Desktop {
    /// The programs' windows, the topmost first.
    pub(super) fn clients(&self) -> Result<Vec<u32>, WindowError> {
        if self.has_manager()? {
            for list in [self.atoms._NET_CLIENT_LIST_STACKING, self.atoms._NET_CLIENT_LIST] {
                let mut clients = self.numbers(self.root, list, AtomEnum::WINDOW.into())?;
                if !clients.is_empty() {
                    clients.reverse();
                    return Ok(clients);
                }
            }
        }
        let mut clients = Vec::new();
        for &top in self.children(self.root)?.iter().rev() {
            clients.extend(self.client_in(top)?);
        }
        Ok(clients)
    }

    /// The program's window in (or the same as) a top-level window.
    pub(super) fn client_in(&self, top: u32) -> Result<Option<u32>, WindowError> {
        let mut level = vec![top];
        for _ in 0..DEPTH_MAX {
            let mut next = Vec::new();
            for window in level {
                if self.is_client(window)? {
                    return Ok(Some(window));
                }
                next.extend(self.children(window)?);
            }
            level = next;
        }
        Ok(None)
    }

    /// A program's window says what kind of window it is, or a window manager has marked it.
    fn is_client(&self, window: u32) -> Result<bool, WindowError> {
        Ok(!self
            .numbers(window, self.atoms.WM_STATE, self.atoms.WM_STATE)?
            .is_empty()
            || self
                .property(window, AtomEnum::WM_CLASS.into(), AtomEnum::ANY.into())?
                .is_some())
    }

    /// Children from the lowest to the topmost; none if the window is gone.
    fn children(&self, window: u32) -> Result<Vec<u32>, WindowError> {
        let reply = alive(self.connection.query_tree(window).map_err(failed)?.reply())?;
        Ok(reply.map(|reply| reply.children).unwrap_or_default())
    }

    /// The child of the root that holds the window, `None` if it is gone.
    pub(super) fn top_level_of(&self, window: u32) -> Result<Option<u32>, WindowError> {
        let tree = self.connection.query_tree(window).map_err(failed)?;
        let tree = alive(tree.reply())?;
        tree.map_or(Ok(None), |tree| self.top_level_from(window, tree.parent))
    }

    /// The same of a window with that parent.
    fn top_level_from(&self, mut window: u32, mut parent: u32) -> Result<Option<u32>, WindowError> {
        // A parent is always older than its child, so this ends; windows can be moved about meanwhile, hence
        // the bound.
        for _ in 0..64 {
            if parent == self.root {
                return Ok(Some(window));
            }
            if parent == x11rb::NONE {
                return Ok(None);
            }
            let Some(tree) = alive(self.connection.query_tree(parent).map_err(failed)?.reply())? else {
                return Ok(None);
            };
            (window, parent) = (parent, tree.parent);
        }
        Ok(None)
    }

    /// Top-level windows above the one that holds the window, the topmost first: frames, menus, pop-ups, panels. `None` if
    /// the window is gone.
    pub(super) fn stack_above(&self, window: u32) -> Result<Option<Vec<u32>>, WindowError> {
        let tree = self.connection.query_tree(window).map_err(failed)?;
        let stack = self.connection.query_tree(self.root).map_err(failed)?;
        let (tree, stack) = (alive(tree.reply())?, alive(stack.reply())?);
        let (Some(tree), Some(stack)) = (tree, stack) else {
            return Ok(None);
        };
        let top = self.top_level_from(window, tree.parent)?;
        Ok(top.map(|top| {
            let above = stack.children.into_iter().rev();
            above.take_while(|&window| window != top).collect()
        }))
    }

    /// Those of some top-level windows that show themselves over part of the area, their borders included.
    pub(super) fn overlapping(&self, tops: &[u32], area: Area) -> Result<Vec<u32>, WindowError> {
        let mut asked = Vec::with_capacity(tops.len());
        for &top in tops {
            let attributes = self.connection.get_window_attributes(top).map_err(failed)?;
            let geometry = self.connection.get_geometry(top).map_err(failed)?;
            asked.push((top, attributes, geometry));
        }
        let mut over = Vec::new();
        for (top, attributes, geometry) in asked {
            let (attributes, geometry) = (alive(attributes.reply())?, alive(geometry.reply())?);
            let (Some(attributes), Some(geometry)) = (attributes, geometry) else {
                continue;
            };
            if attributes.map_state != MapState::VIEWABLE || attributes.class == WindowClass::INPUT_ONLY {
                continue;
            }
            let border = 2 * u32::from(geometry.border_width);
            let (width, height) = (
                u32::from(geometry.width) + border,
                u32::from(geometry.height) + border,
            );
            let place = Area::new(i32::from(geometry.x), i32::from(geometry.y), width, height);
            if place.intersection(&area).is_some() {
                over.push(top);
            }
        }
        Ok(over)
    }
}
