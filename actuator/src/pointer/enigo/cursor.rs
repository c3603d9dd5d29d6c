//! Puts the Windows pointer on a pixel. enigo moves it in shares of the main monitor: other monitors are out of its
//! reach, and on some sizes of screen it comes to lie beside the pixel. It knows no buttons.
#![expect(unsafe_code, reason = "the system's own call, about two numbers")]

use windows_sys::Win32::UI::WindowsAndMessaging::SetCursorPos;

/// Asks for it; the system keeps the pointer on its screens, and the caller looks where it is.
pub(super) fn put(x: i32, y: i32) {
    // SAFETY: touches no memory of ours.
    unsafe { SetCursorPos(x, y) };
}
