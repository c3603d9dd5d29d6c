//! Frames from pictures: each grab looks at the next one, as if the screen had changed to it. Reading files is the
//! caller's business.

use std::sync::Arc;

use image::{RgbImage, imageops};

use crate::{
    area::Area,
    frame::Frame,
    source::{CaptureError, FrameSource},
};

/// What follows the last picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtEnd {
    /// The last picture stays, like a screen on which nothing moves.
    Stay,
    /// [`CaptureError::End`].
    Stop,
}

/// Pictures in order, each of them a whole screen with its top left at (0, 0).
#[derive(Clone, Debug)]
pub struct ImageSource {
    pictures: Vec<RgbImage>,
    next: usize,
    at_end: AtEnd,
}

impl ImageSource {
    /// Shows `pictures` one after the other.
    pub fn new(pictures: Vec<RgbImage>, at_end: AtEnd) -> ImageSource {
        ImageSource {
            pictures,
            next: 0,
            at_end,
        }
    }

    /// One picture that stays.
    pub fn still(picture: RgbImage) -> ImageSource {
        ImageSource::new(vec![picture], AtEnd::Stay)
    }

    fn current(&self) -> Result<&RgbImage, CaptureError> {
        let last = self.pictures.len().checked_sub(1).ok_or(CaptureError::End)?;
        match self.at_end {
            AtEnd::Stay => Ok(&self.pictures[self.next.min(last)]),
            AtEnd::Stop => self.pictures.get(self.next).ok_or(CaptureError::End),
        }
    }
}

impl FrameSource for ImageSource {
    /// The picture that the next grab shows; pictures may differ in size.
    fn screen(&mut self) -> Result<Area, CaptureError> {
        let picture = self.current()?;
        Ok(Area::new(0, 0, picture.width(), picture.height()))
    }

    fn grab(&mut self, area: Area) -> Result<Frame, CaptureError> {
        let screen = self.screen()?;
        super::check_on_screen(area, screen)?;
        let picture = self.current()?;
        // The area lies on the picture, so its corner is not negative.
        let image = if area == screen {
            picture.clone()
        } else {
            imageops::crop_imm(picture, area.x as u32, area.y as u32, area.width, area.height).to_image()
        };
        self.next = (self.next + 1).min(self.pictures.len());
        Ok(Frame {
            image: Arc::new(image),
            origin: (area.x, area.y),
        })
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    fn picture(value: u8) -> RgbImage {
        RgbImage::from_fn(8, 6, |x, y| Rgb([value, x as u8, y as u8]))
    }

    #[test]
    fn grabs_show_one_picture_after_the_other() {
        let mut source = ImageSource::new(vec![picture(1), picture(2)], AtEnd::Stop);
        let area = Area::new(2, 3, 4, 2);
        for value in [1, 2] {
            let frame = source.grab(area).unwrap();
            assert_eq!((frame.origin, frame.image.dimensions()), ((2, 3), (4, 2)));
            assert_eq!(frame.image.get_pixel(0, 0), &Rgb([value, 2, 3]));
            assert_eq!(frame.image.get_pixel(3, 1), &Rgb([value, 5, 4]));
        }
        assert_eq!(source.grab(area), Err(CaptureError::End));
    }

    #[test]
    fn a_still_picture_stays() {
        let mut source = ImageSource::still(picture(7));
        let screen = source.screen().unwrap();
        for _ in 0..3 {
            assert_eq!(source.grab(screen).unwrap(), Frame::from_image(picture(7)));
        }
    }

    #[test]
    fn a_refused_grab_does_not_turn_the_page() {
        let mut source = ImageSource::new(vec![picture(1), picture(2)], AtEnd::Stop);
        let area = Area::new(5, 0, 4, 2);
        let screen = Area::new(0, 0, 8, 6);
        assert_eq!(source.grab(area), Err(CaptureError::OffScreen { area, screen }));
        assert_eq!(*source.grab(screen).unwrap().image, picture(1));
    }

    #[test]
    fn no_pictures_are_the_end() {
        assert_eq!(
            ImageSource::new(Vec::new(), AtEnd::Stay).screen(),
            Err(CaptureError::End)
        );
    }
}
