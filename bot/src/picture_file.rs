//! Pictures from files that strangers may have made, as frames.

use std::{fs::OpenOptions, io, path::Path};

use vision::{frame::Frame, picture};

use base::user_error::UserError;

/// Pixels of a picture at most: a screen of 8K, or three of 4K.
const PIXELS_MAX: u64 = 1 << 25;
/// Bytes of a picture's file at most: more than any picture has that is not too large.
const BYTES_MAX: u64 = 8 * PIXELS_MAX;

/// A picture file as a frame.
///
/// # Errors
/// It cannot be read, is no picture, or is too large for one of a screen.
pub fn frame_from_file(path: &Path) -> Result<Frame, UserError> {
    let user_error = |error: &dyn std::fmt::Display| {
        UserError::new(
            format!("cannot read picture {}: {error}", path.display()),
            "give a PNG, JPEG or BMP file, no larger than a screen is",
        )
    };
    let about = std::fs::metadata(path).map_err(|error| user_error(&error))?;
    // A pipe that nobody writes to would be waited for, and a device has no end.
    if !about.is_file() {
        return Err(user_error(&"it is no file"));
    }
    if about.len() > BYTES_MAX {
        return Err(user_error(&format!("it has more than {} MiB", BYTES_MAX >> 20)));
    }
    let file = OpenOptions::new().read(true).open(path);
    let file = file.map_err(|error| user_error(&error))?;
    let picture = picture::read(io::BufReader::new(file), PIXELS_MAX).map_err(|error| user_error(&error))?;
    Ok(Frame::from_image(picture))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use image::RgbImage;

    use super::*;

    #[test]
    fn only_a_file_is_read_as_a_picture() {
        let folder = tempfile::tempdir().unwrap();
        let error = frame_from_file(folder.path()).unwrap_err();
        assert!(error.message.ends_with("it is no file"), "{error}");
        let large = folder.path().join("large.png");
        std::fs::File::create(&large)
            .and_then(|file| file.set_len(BYTES_MAX + 1))
            .unwrap();
        let error = frame_from_file(&large).unwrap_err();
        assert!(error.message.ends_with("it has more than 256 MiB"), "{error}");
        let good = folder.path().join("good.jpg");
        RgbImage::new(3, 2)
            .save_with_format(&good, image::ImageFormat::Png)
            .unwrap();
        assert_eq!(frame_from_file(&good).unwrap().image.dimensions(), (3, 2));
    }
}
