//! One picture of the screen, or of a part of it.

use std::sync::Arc;

use image::{RgbImage, imageops};

use crate::area::Area;

/// Pixels and where they were on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The pixels; (0, 0) is the top left. Frames that show the same may share them, and are then known to be equal at once.
    pub image: Arc<RgbImage>,
    /// Screen coordinates of the frame's top left pixel; (0, 0) for pictures from files.
    pub origin: (i32, i32),
}

impl Frame {
    /// A frame that did not come from a screen.
    pub fn from_image(image: RgbImage) -> Frame {
        Frame {
            image: Arc::new(image),
            origin: (0, 0),
        }
    }

    /// The whole frame in its own coordinates.
    pub fn area(&self) -> Area {
        Area::new(0, 0, self.image.width(), self.image.height())
    }

    /// What shows in a part of it; `None` if that does not lie in it.
    pub fn part(&self, part: Area) -> Option<RgbImage> {
        let is_within = part.intersection(&self.area()) == Some(part);
        is_within.then(|| {
            let (x, y) = (part.x as u32, part.y as u32);
            imageops::crop_imm(&*self.image, x, y, part.width, part.height).to_image()
        })
    }
}

/// The rows of pixels in a part of a picture, which must lie in it.
pub fn rows_of(image: &RgbImage, part: Area) -> impl Iterator<Item = &[[u8; 3]]> {
    let across = part.x as usize..part.x as usize + part.width as usize;
    let rows = image.as_raw().chunks_exact((image.width() as usize * 3).max(1));
    rows.skip(part.y as usize)
        .take(part.height as usize)
        .map(move |row| &row.as_chunks::<3>().0[across.clone()])
}
