//! Films a session: board reader and keeper hold the same camera and tell it what happens. A film is good to have and
//! never a reason to stop: the first failure is told, and then the camera is off.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use base::clock::Stopwatch;
use recordings::film::{FilmError, FilmLimits, Remark, write::Film};
use vision::frame::Frame;

/// A session's camera; its copies write one film.
#[derive(Clone)]
pub struct Camera(Arc<Mutex<Shared>>);

struct Shared {
    /// `None` once the camera is off.
    film: Option<Film>,
    clock: Stopwatch,
    start_ms: u64,
}

impl Camera {
    /// A camera that films into `folder` the session that starts now; off if that cannot be done.
    pub fn start(folder: &Path, session: &str, clock: Stopwatch, limits: FilmLimits) -> Camera {
        let film = Film::create(folder, session, clock.wall_ms(), limits).map_err(|error| tell(&error));
        Camera(Arc::new(Mutex::new(Shared {
            film: film.ok(),
            start_ms: clock.now_ms(),
            clock,
        })))
    }

    /// The board looks otherwise than before.
    pub fn saw(&self, frame: &Frame) {
        self.write(|film, at_ms| film.frame(&frame.image, at_ms));
    }

    /// The last reading, or these rows in its place, was learned from.
    pub fn learned(&self, truth: Option<Vec<String>>) {
        self.remark(&Remark::Learned { rows: truth });
    }

    /// What the bot made of what it saw.
    pub fn remark(&self, remark: &Remark) {
        self.write(|film, at_ms| film.remark(remark, at_ms));
    }

    /// The file that is being written, and how far the session is; `None` once the camera is off.
    pub(crate) fn spot(&self) -> Option<(PathBuf, u64)> {
        let shared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let film = shared.film.as_ref()?;
        Some((film.path().to_owned(), shared.clock.now_ms() - shared.start_ms))
    }

    /// Whether anything is still filmed.
    #[cfg(test)]
    fn is_on(&self) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .film
            .is_some()
    }

    fn write(&self, what: impl FnOnce(&mut Film, u64) -> Result<(), FilmError>) {
        // A film is whole entries at any time, whatever happened to another holder of the camera.
        let mut shared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at_ms = shared.clock.now_ms() - shared.start_ms;
        if let Some(Err(error)) = shared.film.as_mut().map(|film| what(film, at_ms)) {
            tell(&error);
            shared.film = None;
        }
    }
}

fn tell(error: &FilmError) {
    tracing::warn!("no film from here on: {error}");
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use image::RgbImage;

    use super::*;

    #[test]
    fn a_failure_turns_the_camera_off_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let limits = FilmLimits {
            session_bytes: 2_000,
            ..FilmLimits::default()
        };
        let camera = Camera::start(folder.path(), "s", Stopwatch::start(), limits);
        camera.saw(&Frame::from_image(RgbImage::new(9, 9)));
        assert!(camera.is_on());
        let mut state = 1u32;
        let noise = RgbImage::from_fn(90, 90, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            image::Rgb([(state >> 8) as u8, (state >> 16) as u8, (state >> 24) as u8])
        });
        let copy = camera.clone();
        copy.saw(&Frame::from_image(noise.clone()));
        assert!(!camera.is_on(), "its own bound was too small for the picture");
        camera.saw(&Frame::from_image(noise));
        camera.learned(None);
    }

    #[test]
    fn a_folder_that_cannot_be_made_leaves_the_camera_off() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("films");
        std::fs::write(&file, "in the way").unwrap();
        assert!(!Camera::start(&file, "s", Stopwatch::start(), FilmLimits::default()).is_on());
    }
}
