//! Claims on windows: a selection that is named after the window and belongs to whoever claimed it. The server takes it
//! away when its owner's connection ends, however that comes. Nothing is ever sent through it.

use x11rb::{
    COPY_DEPTH_FROM_PARENT, CURRENT_TIME, NONE,
    connection::Connection,
    errors::ReplyOrIdError,
    protocol::xproto::{Atom, ConnectionExt as _, CreateWindowAux, Window, WindowClass},
    rust_connection::RustConnection,
};

/// What one connection has claimed: a window at a time.
#[derive(Default)]
pub(super) struct Claim {
    /// An unseen window of ours: selections belong to windows.
    owner: Option<Window>,
    held: Option<Atom>,
}

impl Claim {
    /// Claims a window, and gives up the one before. Answers whether it is ours.
    pub(super) fn take(
        &mut self,
        connection: &RustConnection,
        root: Window,
        window: Window,
    ) -> Result<bool, ReplyOrIdError> {
        let name = format!("_TENGEN_PLAYS_IN_{window:X}");
        let wanted = connection.intern_atom(false, name.as_bytes())?.reply()?.atom;
        let owner = match self.owner {
            Some(owner) => owner,
            None => *self.owner.insert(unseen(connection, root)?),
        };
        // Between the question and the claim nobody else may come.
        connection.grab_server()?;
        let before = connection
            .get_selection_owner(wanted)?
            .reply()
            .map(|reply| reply.owner);
        if before.as_ref().is_ok_and(|before| *before == NONE) {
            connection.set_selection_owner(owner, wanted, CURRENT_TIME)?;
        }
        connection.ungrab_server()?;
        connection.flush()?;
        let before = before?;
        let is_ours = before == NONE || before == owner;
        if is_ours && let Some(earlier) = self.held.replace(wanted).filter(|earlier| *earlier != wanted) {
            connection.set_selection_owner(NONE, earlier, CURRENT_TIME)?;
            connection.flush()?;
        }
        Ok(is_ours)
    }
}

fn unseen(connection: &RustConnection, root: Window) -> Result<Window, ReplyOrIdError> {
    let window = connection.generate_id()?;
    connection.create_window(
        COPY_DEPTH_FROM_PARENT,
        window,
        root,
        -1,
        -1,
        1,
        1,
        0,
        WindowClass::INPUT_ONLY,
        x11rb::COPY_FROM_PARENT,
        &CreateWindowAux::new().override_redirect(1),
    )?;
    Ok(window)
}
