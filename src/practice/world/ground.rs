//! What lies under the pointer in the world in memory: whether a press there would be the client's.

use actuator::{
    ground::{Ground, Unpressed},
    rectangle::Rectangle,
};
use vision::area::Area;

use super::World;

impl World {
    /// Whether a press there would fall on this ground.
    ///
    /// # Errors
    /// Why it would not.
    pub fn weigh(&self, at: (i32, i32), ground: &Ground) -> Result<(), Unpressed> {
        let inside = self.inside();
        if inside.pointer != at {
            return Err(Unpressed::Pushed {
                wanted: at,
                found: inside.pointer,
            });
        }
        let Some(window) = ground.window else {
            return Ok(());
        };
        if !inside.open || inside.minimised || window != inside.window.0 {
            return Err(Unpressed::Gone);
        }
        let Area { x, y, width, height } = inside.content();
        let found = Rectangle::new(x, y, width, height);
        if found != ground.place {
            let was = ground.place;
            return Err(Unpressed::Moved { was, found });
        }
        match &inside.cover {
            Some(cover) if cover.area.contains(at.0, at.1) => {
                Err(Unpressed::Covered(format!("{:?}", cover.title)))
            }
            _ => Ok(()),
        }
    }
}
