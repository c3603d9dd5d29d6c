//! The portable way to the screen's pixels: xcap, on every system. It captures through the desktop's own means,
//! monitor by monitor; whole screens cost tens of milliseconds.

use std::sync::Arc;

use image::{DynamicImage, RgbImage, imageops};
use xcap::Monitor;

use crate::{
    area::Area,
    frame::Frame,
    source::{CaptureError, FrameSource},
};

/// The monitors of the display that the environment names.
#[derive(Debug)]
pub struct ScreenSource {
    screen: Area,
}

impl ScreenSource {
    /// Looks for monitors.
    ///
    /// # Errors
    /// [`CaptureError::NoDisplay`] if there are none.
    pub fn open() -> Result<ScreenSource, CaptureError> {
        let monitors = monitors()?;
        Ok(ScreenSource {
            screen: hull(&monitors),
        })
    }
}

impl FrameSource for ScreenSource {
    fn screen(&mut self) -> Result<Area, CaptureError> {
        self.screen = hull(&monitors()?);
        Ok(self.screen)
    }

    fn grab(&mut self, area: Area) -> Result<Frame, CaptureError> {
        // Monitors are asked for each time: they come and go, and a stale one captures the wrong place.
        let monitors = monitors()?;
        self.screen = hull(&monitors);
        let off_screen = CaptureError::OffScreen {
            area,
            screen: self.screen,
        };
        let parts: Vec<_> = monitors
            .iter()
            .filter_map(|(monitor, place)| Some((monitor, *place, place.intersection(&area)?)))
            .collect();
        // Monitors do not overlap except when they mirror each other, and then one of them shows it all.
        if let Some((monitor, place, _)) = parts.iter().find(|(_, _, part)| *part == area) {
            return Ok(Frame {
                image: Arc::new(capture(monitor, *place, area)?),
                origin: (area.x, area.y),
            });
        }
        let covered: u64 = parts.iter().map(|(_, _, part)| pixels(part)).sum();
        if parts.is_empty() || covered != pixels(&area) {
            return Err(off_screen);
        }
        let mut image = RgbImage::new(area.width, area.height);
        for (monitor, place, part) in parts {
            let piece = capture(monitor, place, part)?;
            let (dx, dy) = (
                i64::from(part.x) - i64::from(area.x),
                i64::from(part.y) - i64::from(area.y),
            );
            imageops::replace(&mut image, &piece, dx, dy);
        }
        Ok(Frame {
            image: Arc::new(image),
            origin: (area.x, area.y),
        })
    }
}

fn pixels(area: &Area) -> u64 {
    u64::from(area.width) * u64::from(area.height)
}

fn failed(error: impl std::fmt::Display) -> CaptureError {
    CaptureError::Failed(error.to_string())
}

fn monitors() -> Result<Vec<(Monitor, Area)>, CaptureError> {
    let monitors = Monitor::all().map_err(|error| CaptureError::NoDisplay(error.to_string()))?;
    let place = |monitor: &Monitor| -> Result<Area, xcap::XCapError> {
        Ok(Area::new(
            monitor.x()?,
            monitor.y()?,
            monitor.width()?,
            monitor.height()?,
        ))
    };
    let mut places = Vec::with_capacity(monitors.len());
    for monitor in monitors {
        let area = place(&monitor).map_err(failed)?;
        places.push((monitor, area));
    }
    if places.is_empty() {
        return Err(CaptureError::NoDisplay("no monitor is connected".to_owned()));
    }
    Ok(places)
}

/// The smallest area that holds every monitor. With monitors of different heights parts of it show nothing.
fn hull(monitors: &[(Monitor, Area)]) -> Area {
    let places = monitors.iter().map(|(_, area)| *area);
    places.reduce(join).unwrap_or(Area::new(0, 0, 0, 0))
}

fn join(one: Area, other: Area) -> Area {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let width = one.right().max(other.right()) - i64::from(x);
    let height = one.bottom().max(other.bottom()) - i64::from(y);
    Area::new(x, y, width as u32, height as u32)
}

/// `part` lies wholly on the monitor, which lies at `place`.
fn capture(monitor: &Monitor, place: Area, part: Area) -> Result<RgbImage, CaptureError> {
    let (x, y) = ((part.x - place.x) as u32, (part.y - place.y) as u32);
    let image = monitor
        .capture_region(x, y, part.width, part.height)
        .map_err(failed)?;
    let image = DynamicImage::ImageRgba8(image).into_rgb8();
    // On a scaled desktop a capture can come in other units than it was asked for.
    if image.dimensions() == (part.width, part.height) {
        return Ok(image);
    }
    let (width, height) = image.dimensions();
    Err(failed(format!(
        "asked for {} x {} pixels, got {width} x {height}",
        part.width, part.height
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_two_monitors_holds_both() {
        let left = Area::new(-1280, 200, 1280, 1024);
        let right = Area::new(0, 0, 1920, 1080);
        assert_eq!(join(left, right), Area::new(-1280, 0, 3200, 1224));
        assert_eq!(join(right, right), right);
    }
}
