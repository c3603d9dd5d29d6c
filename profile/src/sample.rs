//! A window as tests need it.

use vision::{
    area::Area,
    window::{Window, WindowId},
};

/// A window with this class and title, on the screen.
pub fn window(class: &str, title: &str) -> Window {
    Window {
        id: WindowId(1),
        title: title.to_owned(),
        class: class.to_owned(),
        pid: None,
        content: Area::new(0, 0, 400, 400),
        minimised: false,
        viewable: true,
    }
}
