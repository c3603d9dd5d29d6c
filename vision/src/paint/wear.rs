//! What happens to a picture between a client's window and the program: lossy compression, noise,
//! scaling blur, another screen's gamma. Each is a function from picture to picture.

use std::io::Cursor;

use image::{ImageFormat, RgbImage, codecs::jpeg::JpegEncoder};

use dice::Dice;

/// Through JPEG and back; `quality` is 1 (worst) to 100.
///
/// # Panics
/// The picture is larger than JPEG allows (65,535 pixels a side).
pub(crate) fn jpeg(image: &RgbImage, quality: u8) -> RgbImage {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality)
        .encode_image(image)
        .expect("a picture in memory can be encoded");
    image::load(Cursor::new(bytes), ImageFormat::Jpeg)
        .expect("what was just encoded can be decoded")
        .to_rgb8()
}

/// Independent Gaussian noise on every channel; `deviation` in levels of 0 to 255.
pub fn noise(image: &RgbImage, deviation: f64, seed: u64) -> RgbImage {
    let mut dice = Dice::new(seed);
    // A table of normal values: drawing twelve numbers a channel would take most of a test's time.
    let table: Vec<f64> = (0..4096).map(|_| dice.normal() * deviation).collect();
    let mut worn = image.clone();
    for channel in worn.iter_mut() {
        let shift = table[dice.bits() as usize % table.len()];
        *channel = (f64::from(*channel) + shift).round().clamp(0.0, 255.0) as u8;
    }
    worn
}

/// Gaussian blur; `sigma` in pixels, above 0.
pub fn blur(image: &RgbImage, sigma: f32) -> RgbImage {
    imageproc::filter::gaussian_blur_f32(image, sigma)
}

/// Every level to the power of `gamma`: below 1 is lighter, above 1 darker.
pub fn gamma(image: &RgbImage, gamma: f64) -> RgbImage {
    let table: Vec<u8> = (0..256)
        .map(|level| ((f64::from(level) / 255.0).powf(gamma) * 255.0).round() as u8)
        .collect();
    let mut worn = image.clone();
    worn.iter_mut()
        .for_each(|channel| *channel = table[usize::from(*channel)]);
    worn
}
