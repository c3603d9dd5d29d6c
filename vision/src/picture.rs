//! Pictures from the bytes of files, the one way in for all of them: a picture's head says how large it is before any memory is
//! set aside for its pixels. It opens no files and does not know what a picture shows.

use std::io::{BufRead, Cursor, Seek};

use image::{DynamicImage, ImageDecoder as _, ImageError, ImageReader, RgbImage};

/// Why bytes are no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// Its head claims more pixels than are wanted.
    #[error("{width} x {height} pixels are more than {pixels_max}")]
    TooLarge {
        /// Pixels in a row.
        width: u32,
        /// Pixels in a column.
        height: u32,
        /// The most that are wanted.
        pixels_max: u64,
    },
    /// They are damaged, or something else.
    #[error("{0}")]
    Unreadable(String),
}

/// The picture in a file's bytes, of at most so many pixels: PNG, JPEG or BMP, whatever the file is called.
///
/// # Errors
/// They are no picture, or one of more pixels.
pub fn from_bytes(bytes: &[u8], pixels_max: u64) -> Result<RgbImage, PictureError> {
    read(Cursor::new(bytes), pixels_max)
}

/// The same of bytes that are read bit by bit.
///
/// # Errors
/// As [`from_bytes`], or the bytes cannot be read.
pub fn read(bytes: impl BufRead + Seek, pixels_max: u64) -> Result<RgbImage, PictureError> {
    let unreadable = |error: ImageError| PictureError::Unreadable(error.to_string());
    let reader = ImageReader::new(bytes).with_guessed_format();
    let reader = reader.map_err(|error| PictureError::Unreadable(error.to_string()))?;
    let decoder = reader.into_decoder().map_err(unreadable)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > pixels_max {
        return Err(PictureError::TooLarge {
            width,
            height,
            pixels_max,
        });
    }
    let picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    Ok(picture.into_rgb8())
}

#[cfg(test)]
mod tests {
    use image::ImageFormat;

    use super::*;

    /// A PNG that begins well, claims this size, and has no pixels.
    fn claiming(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
        let mut head = b"IHDR".to_vec();
        head.extend(width.to_be_bytes().into_iter().chain(height.to_be_bytes()));
        head.extend([8, 0, 0, 0, 0]);
        bytes.extend(&head);
        bytes.extend(crc32fast::hash(&head).to_be_bytes());
        bytes.extend(b"\0\0\0\x04IDAT\x78\x9c\x63\x60");
        bytes.extend(crc32fast::hash(b"IDAT\x78\x9c\x63\x60").to_be_bytes());
        bytes
    }

    #[test]
    fn a_picture_is_refused_by_its_head() {
        let check = |width: u32, height: u32, pixels_max: u64, is_large: bool| {
            let error = from_bytes(&claiming(width, height), pixels_max).unwrap_err();
            let refusal = PictureError::TooLarge {
                width,
                height,
                pixels_max,
            };
            assert_eq!(error == refusal, is_large, "{error}");
        };
        check(22_000, 22_000, 1 << 25, true);
        check(4_000, 501, 2_000_000, true);
        check(4_000, 500, 2_000_000, false);
        check(1, 1, 1, false);
        check(1, 1, 0, true);
        let told = from_bytes(&claiming(22_000, 22_000), 1 << 25).unwrap_err();
        assert_eq!(told.to_string(), "22000 x 22000 pixels are more than 33554432");
    }

    #[test]
    fn what_is_small_enough_is_read_whatever_the_format() {
        let picture = RgbImage::from_fn(6, 4, |x, y| image::Rgb([40 * x as u8, 60 * y as u8, 9]));
        for format in [ImageFormat::Png, ImageFormat::Bmp] {
            let mut bytes = Cursor::new(Vec::new());
            picture.write_to(&mut bytes, format).unwrap();
            assert_eq!(from_bytes(bytes.get_ref(), 24), Ok(picture.clone()), "{format:?}");
            assert!(from_bytes(bytes.get_ref(), 23).is_err(), "{format:?}");
        }
        assert!(from_bytes(b"no picture", 24).is_err());
    }
}
