//! Windows on Windows, in physical pixels whatever scale a monitor has: the process says that it knows of scaling
//! before it asks anything. Windows vanish at any moment: a question about one that is gone is an answer here
//! ([`None`]), never a failure. Nothing here waits for the program that a window belongs to.
#![expect(unsafe_code, reason = "the system's own calls, each about one window")]

use windows_sys::Win32::{
    Foundation::{ERROR_ACCESS_DENIED, GetLastError, HWND, LPARAM, POINT, RECT},
    Graphics::{
        Dwm::{DWMWA_CLOAKED, DWMWA_EXTENDED_FRAME_BOUNDS, DwmGetWindowAttribute},
        Gdi::ClientToScreen,
    },
    UI::{
        HiDpi::{DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2, SetProcessDpiAwarenessContext},
        Input::KeyboardAndMouse::{INPUT, INPUT_MOUSE, SendInput},
        WindowsAndMessaging::{
            EnumWindows, GW_OWNER, GWL_EXSTYLE, GetClassNameW, GetClientRect, GetForegroundWindow, GetWindow,
            GetWindowLongW, GetWindowRect, GetWindowTextW, GetWindowThreadProcessId, HWND_TOP,
            IsHungAppWindow, IsIconic, IsWindow, IsWindowVisible, IsZoomed, PostMessageW,
            SET_WINDOW_POS_FLAGS, SW_RESTORE, SWP_ASYNCWINDOWPOS, SWP_NOACTIVATE, SWP_NOMOVE, SWP_NOSIZE,
            SWP_NOZORDER, SetForegroundWindow, SetWindowPos, ShowWindowAsync, WM_CLOSE, WS_EX_LAYERED,
            WS_EX_TRANSPARENT,
        },
    },
};

use crate::{
    area::Area,
    window::{Attention, Desktop, Window, WindowError, WindowId},
};

/// Longest title or class that is read, in units of two bytes; the system allows classes of 256.
const TEXT_MAX: usize = 1_024;

/// Says that coordinates are physical pixels, for the whole process. Whoever says it first is heard.
pub(super) fn declare_scaling() {
    // SAFETY: takes a constant and touches no memory of ours. It fails only where it has been said before.
    unsafe { SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2) };
}

/// The desktop that the process runs on.
pub(super) struct WindowsDesktop;

impl WindowsDesktop {
    pub(super) fn open() -> WindowsDesktop {
        declare_scaling();
        WindowsDesktop
    }

    fn require(id: WindowId) -> Result<HWND, WindowError> {
        let window = id.0 as usize as HWND;
        // SAFETY: any number may be asked about.
        let exists = unsafe { IsWindow(window) } != 0;
        if exists {
            Ok(window)
        } else {
            Err(WindowError::Gone(id))
        }
    }
}

impl Desktop for WindowsDesktop {
    fn windows(&mut self) -> Result<Vec<Window>, WindowError> {
        let shown = top_levels()?.into_iter().filter(|&window| is_shown(window));
        Ok(shown.filter_map(look).collect())
    }

    fn window(&mut self, id: WindowId) -> Result<Option<Window>, WindowError> {
        Ok(Self::require(id).ok().and_then(look))
    }

    fn cover_of(&mut self, id: WindowId, area: Area) -> Result<Option<Window>, WindowError> {
        Ok(covers(Self::require(id)?, area)?.find_map(look))
    }

    fn covers_of(&mut self, id: WindowId, area: Area) -> Result<Vec<Window>, WindowError> {
        Ok(covers(Self::require(id)?, area)?.filter_map(look).collect())
    }

    fn is_dialog(&mut self, id: WindowId) -> Result<bool, WindowError> {
        let Ok(window) = Self::require(id) else {
            return Ok(false);
        };
        // SAFETY: any number may be asked about; a window that is gone has no owner.
        Ok(!unsafe { GetWindow(window, GW_OWNER) }.is_null())
    }

    fn attention(&mut self, id: WindowId, _ms: u64) -> Attention {
        let Ok(window) = Self::require(id) else {
            return Attention::Unknown;
        };
        // SAFETY: any number may be asked about.
        match unsafe { IsHungAppWindow(window) } {
            0 => Attention::Given,
            _ => Attention::Missing,
        }
    }

    fn focused(&mut self) -> Result<Option<WindowId>, WindowError> {
        // SAFETY: touches no memory of ours.
        let window = unsafe { GetForegroundWindow() };
        Ok((!window.is_null()).then(|| id_of(window)))
    }

    fn activate(&mut self, id: WindowId) -> Result<(), WindowError> {
        let window = Self::require(id)?;
        if is_minimised(window) {
            // SAFETY: any number may be asked for, here and below; one of a window that is gone does nothing.
            unsafe { ShowWindowAsync(window, SW_RESTORE) };
        }
        // The system lets only the program that the last input was for change the foreground: a mouse event that moves
        // and presses nothing makes that us.
        let nothing = INPUT {
            r#type: INPUT_MOUSE,
            ..INPUT::default()
        };
        // SAFETY: one event of the told size is read.
        unsafe { SendInput(1, &raw const nothing, size_of::<INPUT>() as i32) };
        // SAFETY: as above.
        unsafe { SetForegroundWindow(window) };
        move_window(window, HWND_TOP, Area::new(0, 0, 0, 0), SWP_NOMOVE | SWP_NOSIZE);
        Ok(())
    }

    fn place(&mut self, id: WindowId, content: Area) -> Result<(), WindowError> {
        let window = Self::require(id)?;
        // SAFETY: any number may be asked about, and any window be asked to show itself.
        unsafe {
            if IsZoomed(window) != 0 || IsIconic(window) != 0 {
                ShowWindowAsync(window, SW_RESTORE);
            }
        }
        let (Some(inner), Some(outer)) = (content_of(window), rectangle(window)) else {
            return Err(WindowError::Gone(id));
        };
        let framed = Area::new(
            content.x - (inner.x - outer.x),
            content.y - (inner.y - outer.y),
            content.width + outer.width.saturating_sub(inner.width),
            content.height + outer.height.saturating_sub(inner.height),
        );
        move_window(
            window,
            std::ptr::null_mut(),
            framed,
            SWP_NOZORDER | SWP_NOACTIVATE,
        );
        Ok(())
    }

    fn close(&mut self, id: WindowId) -> Result<(), WindowError> {
        let window = Self::require(id)?;
        // SAFETY: a message without pointers is put into the window's queue.
        if unsafe { PostMessageW(window, WM_CLOSE, 0, 0) } != 0 {
            return Ok(());
        }
        // SAFETY: reads a number of this thread.
        match unsafe { GetLastError() } {
            // A program with more rights takes no messages from one with fewer.
            ERROR_ACCESS_DENIED => Err(WindowError::Refused(id, "asked to close by this program")),
            code => Err(failed(code)),
        }
    }
}

fn id_of(window: HWND) -> WindowId {
    WindowId(window as usize as u64)
}

fn failed(code: u32) -> WindowError {
    WindowError::Failed(std::io::Error::from_raw_os_error(code as i32).to_string())
}

/// Every window that lies directly on the desktop, shown or not, the topmost first.
fn top_levels() -> Result<Vec<HWND>, WindowError> {
    /// Called by the system for each window, while `top_levels` waits.
    unsafe extern "system" fn collect(window: HWND, list: LPARAM) -> windows_sys::core::BOOL {
        // SAFETY: the number is the address of the list below, which nobody else touches meanwhile.
        let list = unsafe { &mut *(list as *mut Vec<HWND>) };
        list.push(window);
        1
    }
    let mut list: Vec<HWND> = Vec::new();
    // SAFETY: the list outlives the call, and its address goes to `collect` alone.
    if unsafe { EnumWindows(Some(collect), &raw mut list as LPARAM) } == 0 {
        // SAFETY: reads a number of this thread.
        return Err(failed(unsafe { GetLastError() }));
    }
    Ok(list)
}

/// Everything about one window, `None` if it is gone.
fn look(window: HWND) -> Option<Window> {
    let content = content_of(window)?;
    let mut pid = 0;
    // SAFETY: any number may be asked about; one number is written.
    unsafe { GetWindowThreadProcessId(window, &raw mut pid) };
    let minimised = is_minimised(window);
    Some(Window {
        id: id_of(window),
        // SAFETY: at most as many units are written as are told, here and below. The title is the one that the system
        // keeps: a program that hangs is not asked.
        title: text(|room, length| unsafe { GetWindowTextW(window, room, length) }),
        // SAFETY: as above.
        class: text(|room, length| unsafe { GetClassNameW(window, room, length) }),
        pid: (pid != 0).then_some(pid),
        content,
        minimised,
        viewable: is_shown(window) && !minimised,
    })
}

fn text(read: impl FnOnce(*mut u16, i32) -> i32) -> String {
    let mut room = [0u16; TEXT_MAX];
    let length = read(room.as_mut_ptr(), TEXT_MAX as i32);
    let length = usize::try_from(length).unwrap_or_default().min(TEXT_MAX);
    String::from_utf16_lossy(&room[..length])
}

/// Content area in screen pixels: the one place where window geometry becomes screen coordinates.
fn content_of(window: HWND) -> Option<Area> {
    let (mut inner, mut corner) = (RECT::default(), POINT::default());
    // SAFETY: any number may be asked about; one rectangle and one point are written.
    let told =
        unsafe { GetClientRect(window, &raw mut inner) != 0 && ClientToScreen(window, &raw mut corner) != 0 };
    told.then(|| {
        let inner = area_of(inner);
        Area::new(corner.x, corner.y, inner.width, inner.height)
    })
}

/// The window with its frame, and with the invisible border by which it is sized.
fn rectangle(window: HWND) -> Option<Area> {
    let mut outer = RECT::default();
    // SAFETY: any number may be asked about; one rectangle is written.
    let told = unsafe { GetWindowRect(window, &raw mut outer) } != 0;
    told.then(|| area_of(outer))
}

/// The window with its frame, as it is seen.
fn outline(window: HWND) -> Option<Area> {
    let mut seen = RECT::default();
    let size = size_of::<RECT>() as u32;
    // SAFETY: any number may be asked about; at most one rectangle is written.
    let answer = unsafe {
        DwmGetWindowAttribute(
            window,
            DWMWA_EXTENDED_FRAME_BOUNDS as u32,
            (&raw mut seen).cast(),
            size,
        )
    };
    if answer == 0 {
        Some(area_of(seen))
    } else {
        rectangle(window)
    }
}

fn area_of(rectangle: RECT) -> Area {
    let width = i64::from(rectangle.right) - i64::from(rectangle.left);
    let height = i64::from(rectangle.bottom) - i64::from(rectangle.top);
    let length = |pixels: i64| u32::try_from(pixels).unwrap_or_default();
    Area::new(rectangle.left, rectangle.top, length(width), length(height))
}

fn is_minimised(window: HWND) -> bool {
    // SAFETY: any number may be asked about.
    unsafe { IsIconic(window) != 0 }
}

/// Visible in the system's sense, and not one of those that are kept out of sight, as on another virtual desktop.
fn is_shown(window: HWND) -> bool {
    let mut cloaked = 0u32;
    // SAFETY: any number may be asked about; at most one number is written.
    unsafe {
        let size = size_of::<u32>() as u32;
        // A system that does not know the question hides no windows so.
        let answer = DwmGetWindowAttribute(window, DWMWA_CLOAKED as u32, (&raw mut cloaked).cast(), size);
        IsWindowVisible(window) != 0 && (answer != 0 || cloaked == 0)
    }
}

/// The windows over part of the area of that one, the topmost first.
fn covers(window: HWND, area: Area) -> Result<impl Iterator<Item = HWND>, WindowError> {
    let above = top_levels()?
        .into_iter()
        .take_while(move |&above| above != window);
    Ok(above.filter(move |&above| {
        is_shown(above)
            && !is_minimised(above)
            && !lets_clicks_through(above)
            && outline(above).is_some_and(|place| place.intersection(&area).is_some())
    }))
}

/// Overlays lie over everything, mostly empty, and hinder neither sight nor clicks.
fn lets_clicks_through(window: HWND) -> bool {
    // SAFETY: any number may be asked about.
    let style = unsafe { GetWindowLongW(window, GWL_EXSTYLE) } as u32;
    let both = WS_EX_LAYERED | WS_EX_TRANSPARENT;
    style & both == both
}

/// Asks for place, size or rank of a window with its frame.
fn move_window(window: HWND, behind: HWND, framed: Area, flags: SET_WINDOW_POS_FLAGS) {
    let (width, height) = (framed.width as i32, framed.height as i32);
    // SAFETY: any numbers may be told. The answer does not matter: the caller looks again.
    unsafe {
        SetWindowPos(
            window,
            behind,
            framed.x,
            framed.y,
            width,
            height,
            flags | SWP_ASYNCWINDOWPOS,
        )
    };
}
