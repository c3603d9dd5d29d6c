//! Pictures as bytes: whole ones, and the smallest rectangle in which two differ. Lossless; knows no files.

use image::{
    ColorType, ImageEncoder as _, RgbImage,
    codecs::png::{CompressionType, FilterType, PngEncoder},
    imageops,
};
use vision::{area::Area, picture};

/// Pixels of the largest picture that is kept or believed.
pub(super) const PIXELS_MAX: u64 = 1 << 24;

/// Why a payload is no picture.
#[derive(Debug, thiserror::Error)]
pub(super) enum PayloadError {
    #[error("a difference from nothing")]
    FromNothing,
    #[error("a picture without a size")]
    NoSize,
    #[error("a difference outside the picture")]
    Outside,
    #[error("a picture of {width} x {height} pixels")]
    Size { width: u32, height: u32 },
    #[error("a picture that cannot be read: {0}")]
    Unreadable(picture::PictureError),
    #[error("a picture of another size than is claimed")]
    OtherSize,
}

/// Whether film has room for a picture of this size.
pub(super) fn fits(width: u32, height: u32) -> bool {
    width > 0 && height > 0 && u64::from(width) * u64::from(height) <= PIXELS_MAX
}

/// Payload of a keyframe.
pub(super) fn keyframe(picture: &RgbImage) -> Vec<u8> {
    let (width, height) = picture.dimensions();
    let mut payload = numbers(&[width, height]);
    compress(picture, &mut payload);
    payload
}

/// A keyframe's picture.
pub(super) fn from_keyframe(payload: &[u8]) -> Result<RgbImage, PayloadError> {
    let ([width, height], png) = take(payload)?;
    decompress(png, width, height)
}

/// Payload of a difference: the pixels of `picture` inside `area`.
pub(super) fn difference(picture: &RgbImage, area: Area) -> Vec<u8> {
    let (x, y) = (area.x as u32, area.y as u32);
    let mut payload = numbers(&[x, y, area.width, area.height]);
    let part = imageops::crop_imm(picture, x, y, area.width, area.height).to_image();
    compress(&part, &mut payload);
    payload
}

/// Puts a difference on the picture before it.
pub(super) fn apply(payload: &[u8], picture: &mut RgbImage) -> Result<(), PayloadError> {
    let ([x, y, width, height], png) = take(payload)?;
    let inside =
        |start: u32, length: u32, whole: u32| start.checked_add(length).is_some_and(|end| end <= whole);
    if !inside(x, width, picture.width()) || !inside(y, height, picture.height()) {
        return Err(PayloadError::Outside);
    }
    let part = decompress(png, width, height)?;
    imageops::replace(picture, &part, i64::from(x), i64::from(y));
    Ok(())
}

/// The smallest rectangle that holds every pixel in which two pictures of one size differ; `None` if they are equal.
///
/// # Panics
/// The sizes differ.
pub(super) fn changed(before: &RgbImage, after: &RgbImage) -> Option<Area> {
    assert_eq!(before.dimensions(), after.dimensions(), "pictures of one size");
    let stride = before.width() as usize * 3;
    let rows = || {
        before
            .as_raw()
            .chunks_exact(stride)
            .zip(after.as_raw().chunks_exact(stride))
    };
    let top = rows().position(|(old, new)| old != new)?;
    let bottom = rows().rposition(|(old, new)| old != new)?;
    let (mut left, mut right) = (stride, 0);
    for (old, new) in rows().take(bottom + 1).skip(top) {
        let differs = |index: &usize| old[*index] != new[*index];
        // Only what lies outside the rectangle so far can make it larger.
        left = (0..left).find(differs).unwrap_or(left);
        right = (right..stride).rev().find(differs).map_or(right, |last| last + 1);
    }
    let (left, right) = (left / 3, right.div_ceil(3));
    Some(Area::new(
        left as i32,
        top as i32,
        (right - left) as u32,
        (bottom - top + 1) as u32,
    ))
}

/// Makes `to` equal to `from` inside `area`.
pub(super) fn copy(from: &RgbImage, to: &mut RgbImage, area: Area) {
    let stride = from.width() as usize * 3;
    let (left, width) = (area.x as usize * 3, area.width as usize * 3);
    for row in area.y as usize..area.y as usize + area.height as usize {
        let span = row * stride + left..row * stride + left + width;
        let line = &from.as_raw()[span.clone()];
        to.as_flat_samples_mut().samples[span].copy_from_slice(line);
    }
}

fn numbers(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// The numbers at the beginning of a payload, and what follows them.
fn take<const N: usize>(payload: &[u8]) -> Result<([u32; N], &[u8]), PayloadError> {
    let (head, rest) = payload.split_at_checked(4 * N).ok_or(PayloadError::NoSize)?;
    let words = head.as_chunks::<4>().0;
    Ok((
        std::array::from_fn(|index| u32::from_le_bytes(words[index])),
        rest,
    ))
}

fn compress(picture: &RgbImage, into: &mut Vec<u8>) {
    PngEncoder::new_with_quality(into, CompressionType::Fast, FilterType::Up)
        .write_image(
            picture.as_raw(),
            picture.width(),
            picture.height(),
            ColorType::Rgb8.into(),
        )
        .expect("a picture that is not empty is written to memory");
}

/// Looks at the size before any memory is set aside.
fn decompress(png: &[u8], width: u32, height: u32) -> Result<RgbImage, PayloadError> {
    if !fits(width, height) {
        return Err(PayloadError::Size { width, height });
    }
    let picture =
        picture::from_bytes(png, u64::from(width) * u64::from(height)).map_err(PayloadError::Unreadable)?;
    if picture.dimensions() != (width, height) {
        return Err(PayloadError::OtherSize);
    }
    Ok(picture)
}
