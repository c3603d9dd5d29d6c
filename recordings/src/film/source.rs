//! A film in place of the screen: each grab looks at its next picture, whose top left is at (0, 0). Remarks are
//! passed over.

use std::{io::Read, iter::Peekable, sync::Arc};

use image::imageops;
use vision::{
    area::Area,
    frame::Frame,
    source::{CaptureError, FrameSource},
};

use super::{FilmError, What, read::FilmReader};

/// Plays one film file.
pub struct FilmSource<R: Read> {
    frames: Peekable<Frames<R>>,
}

impl<R: Read> FilmSource<R> {
    /// Plays what the reader has not yielded yet.
    pub fn new(reader: FilmReader<R>) -> FilmSource<R> {
        FilmSource {
            frames: Frames(reader).peekable(),
        }
    }

    fn current(&mut self) -> Result<&Frame, CaptureError> {
        match self.frames.peek() {
            Some(Ok(frame)) => Ok(frame),
            Some(Err(error)) => Err(CaptureError::Failed(error.to_string())),
            None => Err(CaptureError::End),
        }
    }
}

impl<R: Read + Send> FrameSource for FilmSource<R> {
    /// The picture that the next grab shows; pictures may differ in size.
    fn screen(&mut self) -> Result<Area, CaptureError> {
        Ok(self.current()?.area())
    }

    fn grab(&mut self, area: Area) -> Result<Frame, CaptureError> {
        let picture = self.current()?;
        let screen = picture.area();
        if area.intersection(&screen) != Some(area) {
            return Err(CaptureError::OffScreen { area, screen });
        }
        // The area lies on the picture, so its corner is not negative.
        let (x, y) = (area.x as u32, area.y as u32);
        let image = imageops::crop_imm(&*picture.image, x, y, area.width, area.height).to_image();
        self.frames.next();
        Ok(Frame {
            image: Arc::new(image),
            origin: (area.x, area.y),
        })
    }
}

struct Frames<R>(FilmReader<R>);

impl<R: Read> Iterator for Frames<R> {
    type Item = Result<Frame, FilmError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.find_map(|moment| match moment.map(|moment| moment.what) {
            Ok(What::Frame(frame)) => Some(Ok(frame)),
            Ok(What::Remark(_)) => None,
            Err(error) => Some(Err(error)),
        })
    }
}
