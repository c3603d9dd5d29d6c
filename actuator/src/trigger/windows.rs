//! The trigger on Windows, where nobody can hold the system: it looks, presses within the same millisecond, and looks
//! again. Only numbers are asked for, no program is waited for.
#![expect(
    unsafe_code,
    reason = "the system's own calls, each about one window or point"
)]

use windows_sys::Win32::{
    Foundation::{HWND, POINT, RECT},
    Graphics::Gdi::ClientToScreen,
    UI::WindowsAndMessaging::{
        GA_ROOT, GetAncestor, GetClientRect, GetCursorPos, GetWindowTextW, GetWindowThreadProcessId,
        IsIconic, IsWindowVisible, WindowFromPoint,
    },
};

use crate::{
    error::PointerError,
    gesture::Button,
    ground::{Ground, Landing, Owner, Unpressed},
    rectangle::Rectangle,
    trigger::Trigger,
};

/// Longest title that is read, in units of two bytes.
const TITLE_MAX: usize = 256;

/// Needs nothing of its own.
pub(super) struct WindowsTrigger;

impl Trigger for WindowsTrigger {
    fn press(
        &mut self,
        _: Button,
        at: (i32, i32),
        ground: &Ground,
        pull: &mut dyn FnMut() -> Result<(), PointerError>,
    ) -> Result<Landing, Unpressed> {
        let found = cursor()?;
        if found != at {
            return Err(Unpressed::Pushed { wanted: at, found });
        }
        let Some(window) = ground.window.map(|number| number as usize as HWND) else {
            pull()?;
            return Ok(Landing::There);
        };
        let place = content(window).ok_or(Unpressed::Gone)?;
        if place != ground.place {
            let was = ground.place;
            return Err(Unpressed::Moved { was, found: place });
        }
        if let Some(other) = stranger(at, window, ground.owner) {
            return Err(Unpressed::Covered(title(other)));
        }
        pull()?;
        Ok(match stranger(at, window, ground.owner) {
            None => Landing::There,
            Some(other) => Landing::Elsewhere(title(other)),
        })
    }
}

fn cursor() -> Result<(i32, i32), Unpressed> {
    let mut at = POINT::default();
    // SAFETY: one point is written.
    if unsafe { GetCursorPos(&raw mut at) } == 0 {
        return Err(PointerError::Failed("the pointer's place is not told".to_owned()).into());
    }
    Ok((at.x, at.y))
}

/// Where the window's content is, if it is on the screen at all.
fn content(window: HWND) -> Option<Rectangle> {
    let (mut inner, mut corner) = (RECT::default(), POINT::default());
    // SAFETY: any number may be asked about; one rectangle and one point are written.
    let told = unsafe {
        IsWindowVisible(window) != 0
            && IsIconic(window) == 0
            && GetClientRect(window, &raw mut inner) != 0
            && ClientToScreen(window, &raw mut corner) != 0
    };
    let length = |pixels: i32| u32::try_from(pixels).unwrap_or_default();
    told.then(|| {
        Rectangle::new(
            corner.x,
            corner.y,
            length(inner.right - inner.left),
            length(inner.bottom - inner.top),
        )
    })
}

/// The window that would get a press there, if it is not the one that is meant.
fn stranger((x, y): (i32, i32), window: HWND, owner: Owner) -> Option<HWND> {
    // SAFETY: takes a point and touches no memory of ours.
    let under = unsafe { WindowFromPoint(POINT { x, y }) };
    // SAFETY: any number may be asked about.
    let top = unsafe { GetAncestor(under, GA_ROOT) };
    let is_meant = top == window
        || (owner == Owner::Program && process(top).is_some() && process(top) == process(window));
    (!is_meant).then_some(top)
}

fn process(window: HWND) -> Option<u32> {
    let mut process = 0;
    // SAFETY: any number may be asked about; one number is written.
    unsafe { GetWindowThreadProcessId(window, &raw mut process) };
    (process != 0).then_some(process)
}

fn title(window: HWND) -> String {
    let mut room = [0u16; TITLE_MAX];
    // SAFETY: at most as many units are written as are told.
    let length = unsafe { GetWindowTextW(window, room.as_mut_ptr(), TITLE_MAX as i32) };
    let length = usize::try_from(length).unwrap_or_default().min(TITLE_MAX);
    if length == 0 {
        return "a window without a title".to_owned();
    }
    format!("{:?}", String::from_utf16_lossy(&room[..length]))
}
