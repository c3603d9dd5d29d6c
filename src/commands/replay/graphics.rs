//! Pictures in a terminal that can show them: in kitty's way, or as sixels. A terminal is asked once, before the first page, and
//! one that does not answer shows none.

use std::io::{self, Cursor};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use icy_sixel::SixelImage;
use image::{ImageFormat, RgbImage, imageops::FilterType};

/// Which pictures of the client are shown beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Pictures {
    /// What the terminal can show
    Auto,
    /// In kitty's way, which Ghostty, WezTerm and Konsole know as well
    Kitty,
    /// Sixels, as of xterm, foot, mlterm and Windows Terminal
    Sixel,
    /// None
    None,
}

/// How a terminal shows pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Graphics {
    Kitty,
    Sixel,
}

/// Where a picture may be, in cells from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) column: u16,
    pub(super) row: u16,
    pub(super) columns: u16,
    pub(super) rows: u16,
}

/// A picture in fewer columns than these shows nothing that can be made out.
const COLUMNS_LEAST: u16 = 16;
/// Bytes of one of kitty's chunks at most.
const CHUNK: usize = 4096;
/// A cell's pixels where the terminal does not tell them.
const CELL_USUAL: (u16, u16) = (8, 16);

/// Kitty's picture of one pixel, not to be shown, and what every terminal answers: the second comes last.
#[cfg(unix)]
const QUESTION: &[u8] = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c";
/// A terminal that has not answered after so long is taken for one that never does.
#[cfg(unix)]
const ANSWER_MS: u64 = 400;

impl Graphics {
    /// What is asked for, or the terminal says that it can. The terminal must be raw, and nobody else reading.
    ///
    /// # Errors
    /// The terminal fails.
    pub(super) fn wanted(pictures: Pictures) -> io::Result<Option<Graphics>> {
        Ok(match pictures {
            Pictures::Kitty => Some(Graphics::Kitty),
            Pictures::Sixel => Some(Graphics::Sixel),
            Pictures::None => None,
            Pictures::Auto => told_by(&answer()?),
        })
    }

    /// What makes the terminal show a picture in a spot, as large as fits there; `cell` are a cell's pixels.
    pub(super) fn show(self, picture: &RgbImage, spot: Spot, cell: (u16, u16)) -> Vec<u8> {
        let (width, height) = within(picture.dimensions(), spot, cell);
        let goes_to = format!("\x1b[{};{}H", spot.row + 1, spot.column + 1);
        let mut out = goes_to.into_bytes();
        match self {
            Graphics::Kitty => {
                let (columns, rows) = (width.div_ceil(cell.0.into()), height.div_ceil(cell.1.into()));
                out.extend(in_kittys_way(picture, columns, rows));
            }
            Graphics::Sixel => {
                let small = image::imageops::resize(picture, width, height, FilterType::Triangle);
                let rgba = image::DynamicImage::ImageRgb8(small).into_rgba8().into_raw();
                let sixels = SixelImage::try_from_rgba(rgba, width as usize, height as usize);
                if let Ok(sixels) = sixels.and_then(|image| image.encode()) {
                    out.extend(sixels.into_bytes());
                }
            }
        }
        out
    }

    /// What makes it forget the pictures that are shown.
    pub(super) fn clear(self) -> &'static [u8] {
        match self {
            Graphics::Kitty => b"\x1b_Ga=d,q=2\x1b\\",
            // They go with the text that is cleared.
            Graphics::Sixel => b"",
        }
    }
}

/// The spot to the right of a page; `None` if too little is left there.
pub(super) fn beside(page_width: usize, (columns, rows): (u16, u16)) -> Option<Spot> {
    let column = u16::try_from(page_width + 2).ok()?;
    let left = columns.checked_sub(column)?;
    // What reaches the last line makes some terminals scroll.
    (left >= COLUMNS_LEAST && rows > 2).then_some(Spot {
        column,
        row: 0,
        columns: left,
        rows: rows - 1,
    })
}

/// A cell's pixels.
pub(super) fn cell() -> (u16, u16) {
    let Ok(size) = crossterm::terminal::window_size() else {
        return CELL_USUAL;
    };
    let cell = (
        size.width.checked_div(size.columns).unwrap_or_default(),
        size.height.checked_div(size.rows).unwrap_or_default(),
    );
    match cell {
        (0, _) | (_, 0) => CELL_USUAL,
        cell => cell,
    }
}

/// The size of a picture that is made no larger and fits into a spot, in pixels.
fn within((width, height): (u32, u32), spot: Spot, cell: (u16, u16)) -> (u32, u32) {
    let most = (
        f64::from(spot.columns) * f64::from(cell.0),
        f64::from(spot.rows) * f64::from(cell.1),
    );
    let times = (most.0 / f64::from(width))
        .min(most.1 / f64::from(height))
        .min(1.0);
    let scaled = |length: u32| ((f64::from(length) * times) as u32).max(1);
    (scaled(width), scaled(height))
}

fn in_kittys_way(picture: &RgbImage, columns: u32, rows: u32) -> Vec<u8> {
    let mut png = Cursor::new(Vec::new());
    if picture.write_to(&mut png, ImageFormat::Png).is_err() {
        return Vec::new();
    }
    let coded = STANDARD.encode(png.into_inner());
    let chunks: Vec<&[u8]> = coded.as_bytes().chunks(CHUNK).collect();
    let mut out = Vec::new();
    for (index, chunk) in chunks.iter().enumerate() {
        let more = u8::from(index + 1 < chunks.len());
        let head = match index {
            // Nothing is answered, and the cursor stays.
            0 => format!("\x1b_Ga=T,f=100,c={columns},r={rows},C=1,q=2,m={more};"),
            _ => format!("\x1b_Gm={more};"),
        };
        out.extend(head.into_bytes());
        out.extend_from_slice(chunk);
        out.extend_from_slice(b"\x1b\\");
    }
    out
}

/// What a terminal can by its answer.
fn told_by(answer: &[u8]) -> Option<Graphics> {
    let text = String::from_utf8_lossy(answer);
    if text.contains("_Gi=31;OK") {
        return Some(Graphics::Kitty);
    }
    let (_, attributes) = text.split_once("\x1b[?")?;
    let (attributes, _) = attributes.split_once('c')?;
    let has_sixels = attributes.split(';').skip(1).any(|attribute| attribute == "4");
    has_sixels.then_some(Graphics::Sixel)
}

/// What the terminal says when it is asked.
#[cfg(unix)]
#[expect(
    clippy::disallowed_methods,
    reason = "a terminal that does not answer is not waited for, and this is the shell that owns the clock"
)]
fn answer() -> io::Result<Vec<u8>> {
    use std::{
        io::Write as _,
        os::fd::AsFd as _,
        time::{Duration, Instant},
    };

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let kind = std::env::var("TERM").unwrap_or_default();
    if matches!(kind.as_str(), "" | "dumb" | "linux") {
        return Ok(Vec::new());
    }
    let mut out = io::stdout();
    out.write_all(QUESTION)?;
    out.flush()?;
    let until = Instant::now() + Duration::from_millis(ANSWER_MS);
    let stdin = io::stdin();
    let mut answer = Vec::new();
    // The attributes are `\x1b[?…c`.
    while !answer.ends_with(b"c") || !answer.windows(3).any(|part| part == b"\x1b[?") {
        let left = until.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).map_err(io::Error::other)?;
        let mut ready = [PollFd::new(&stdin, PollFlags::IN)];
        if poll(&mut ready, Some(&left))? == 0 {
            break;
        }
        let mut byte = [0];
        match rustix::io::read(stdin.as_fd(), &mut byte)? {
            0 => break,
            _ => answer.push(byte[0]),
        }
    }
    Ok(answer)
}

/// Nobody is asked.
#[cfg(not(unix))]
fn answer() -> io::Result<Vec<u8>> {
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPOT: Spot = Spot {
        column: 50,
        row: 0,
        columns: 30,
        rows: 23,
    };

    fn picture() -> RgbImage {
        RgbImage::from_fn(600, 400, |x, y| image::Rgb([(x / 3) as u8, (y / 2) as u8, 90]))
    }

    #[test]
    fn terminals_say_what_they_can() {
        let told = |text: &str| told_by(text.as_bytes());
        assert_eq!(told("\x1b_Gi=31;OK\x1b\\\x1b[?62;c"), Some(Graphics::Kitty));
        assert_eq!(told("\x1b[?63;1;2;4;6;9;15;22c"), Some(Graphics::Sixel));
        assert_eq!(told("\x1b[?62;4c"), Some(Graphics::Sixel));
        // A class of terminals is no attribute, and an error is no answer.
        assert_eq!(told("\x1b[?4;6c"), None);
        assert_eq!(told("\x1b_Gi=31;ENOTSUPPORTED\x1b\\\x1b[?62;22c"), None);
        assert_eq!(told("\x1b[?62;14;41c"), None);
        assert_eq!(told(""), None);
        assert_eq!(told("4c"), None);
    }

    #[test]
    fn a_picture_fits_beside_the_page() {
        assert_eq!(beside(48, (80, 24)), Some(SPOT));
        assert_eq!(beside(70, (80, 24)), None);
        assert_eq!(beside(100, (80, 24)), None);
        assert_eq!(beside(48, (80, 2)), None);
        assert_eq!(within((600, 400), SPOT, (8, 16)), (240, 160));
        assert_eq!(within((300, 1_000), SPOT, (10, 20)), (138, 460));
        assert_eq!(within((20, 10), SPOT, (8, 16)), (20, 10));
        assert_eq!(within((5_000, 1), SPOT, (8, 16)).1, 1);
    }

    #[test]
    fn sixels_are_the_picture_again() {
        let shown = Graphics::Sixel.show(&picture(), SPOT, (8, 16));
        let coded = shown.strip_prefix(b"\x1b[1;51H").expect("it goes there");
        let again = SixelImage::decode(coded).unwrap();
        // Sixels are six rows high; the last ones hang over.
        assert_eq!((again.width, again.height), (240, 162));
        let small = image::imageops::resize(&picture(), 240, 160, FilterType::Triangle);
        let differs = small.pixels().zip(again.pixels.chunks(4)).map(|(one, other)| {
            let apart = |channel: usize| u64::from(one.0[channel].abs_diff(other[channel]));
            apart(0) + apart(1) + apart(2)
        });
        assert!(differs.sum::<u64>() / (240 * 160 * 3) < 12);
    }

    #[test]
    fn kittys_chunks_are_the_picture_again() {
        let shown = Graphics::Kitty.show(&picture(), SPOT, (8, 16));
        let text = String::from_utf8(shown).unwrap();
        let text = text.strip_prefix("\x1b[1;51H").expect("it goes there");
        assert!(text.starts_with("\x1b_Ga=T,f=100,c=30,r=10,C=1,q=2,m="));
        let parts: Vec<&str> = text.split_terminator("\x1b\\").collect();
        let coded: Vec<&str> = parts.iter().map(|part| part.split_once(';').unwrap().1).collect();
        assert!(coded.iter().all(|part| part.len() <= CHUNK));
        let more = |part: &&str| part.split_once(';').unwrap().0.ends_with("m=1");
        assert_eq!(parts.iter().filter(|part| more(part)).count(), parts.len() - 1);
        let png = STANDARD.decode(coded.concat()).unwrap();
        assert_eq!(image::load_from_memory(&png).unwrap().into_rgb8(), picture());
    }
}
