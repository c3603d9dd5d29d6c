//! A page that does not lie where it lay in its window, as in a browser: pushed about, larger or smaller.

use image::{RgbImage, imageops::FilterType};

use super::COVER_COLOR;

/// Where a page lies in its window, and how large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Page {
    /// To the right and down.
    pub(super) slide: (i32, i32),
    /// So large, in hundredths.
    pub(super) percent: u32,
}

impl Default for Page {
    fn default() -> Page {
        Page {
            slide: (0, 0),
            percent: 100,
        }
    }
}

impl Page {
    /// The picture as it is seen in the window; what comes in beside it has the colour of a bar.
    pub(super) fn show(self, picture: &RgbImage) -> RgbImage {
        let (width, height) = picture.dimensions();
        let scaled = |side: u32| (side * self.percent / 100).max(1);
        let scaled = match self.percent {
            100 => picture.clone(),
            _ => image::imageops::resize(picture, scaled(width), scaled(height), FilterType::Triangle),
        };
        let mut shown = RgbImage::from_pixel(width, height, COVER_COLOR);
        image::imageops::replace(&mut shown, &scaled, self.slide.0.into(), self.slide.1.into());
        shown
    }

    /// The page's pixel at that pixel of the window.
    pub(super) fn back(self, (x, y): (i32, i32)) -> (f64, f64) {
        let back = |at: i32, slide: i32| f64::from(at - slide) * 100.0 / f64::from(self.percent);
        (back(x, self.slide.0), back(y, self.slide.1))
    }

    /// The window's pixel at that pixel of the page.
    pub(super) fn forth(self, (x, y): (f64, f64)) -> (i32, i32) {
        let forth = |at: f64, slide: i32| (at * f64::from(self.percent) / 100.0).round() as i32 + slide;
        (forth(x, self.slide.0), forth(y, self.slide.1))
    }
}
