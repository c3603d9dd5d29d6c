//! `tengen client picture`: saves what a client's window shows, or a part of it, as a template picture of a profile.

use std::path::{Path, PathBuf};

use image::RgbImage;
use referee::gomoku;
use vision::area::Area;

use super::super::play::{Capture, open_board_reader};
use crate::output;
use base::{atomic_file, exit::Exit, user_error::UserError};
use bot::picture_file;
use profile::{client::Client, library, limits};

/// Pixels around a picture in which its sign is looked for.
const BEYOND: i32 = 8;

/// Arguments.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The picture to write, a PNG
    out: PathBuf,
    /// Part of the window's title
    #[arg(long, value_name = "TITLE", conflicts_with_all = ["client", "image"])]
    window: Option<String>,
    /// Client profile whose window is looked at
    #[arg(long, value_name = "NAME", conflicts_with = "image")]
    client: Option<String>,
    /// A saved picture of the window's content in place of the window
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
    /// Left, top, width and height in pixels of the content [default: all of it]
    #[arg(long, value_name = "X,Y,W,H", value_parser = area)]
    area: Option<Area>,
    /// How the screen is captured
    #[arg(long, value_enum, default_value_t = Capture::Fastest)]
    capture: Capture,
}

/// Runs the command; prints the sign that the picture makes.
///
/// # Errors
/// There is no such window, the area is not in it or shows nothing, or the file cannot be written.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let seen = content(args)?;
    let (width, height) = seen.dimensions();
    let Some(area) = args.area else {
        save(&seen, &args.out)?;
        output::line(&format!(
            "{}: {width} x {height}, the whole content",
            args.out.display()
        ))?;
        return Ok(Exit::Done);
    };
    let picture = cut(&seen, area)?;
    save(&picture, &args.out)?;
    output::line(&sign(&args.out, area, (width, height)))?;
    Ok(Exit::Done)
}

fn area(text: &str) -> Result<Area, String> {
    let numbers: Vec<u32> = text
        .split(',')
        .map(|number| {
            number
                .trim()
                .parse()
                .map_err(|_| format!("{number:?} is no number of pixels"))
        })
        .collect::<Result<_, _>>()?;
    match numbers[..] {
        [x, y, width, height] if x <= 100_000 && y <= 100_000 => {
            Ok(Area::new(x as i32, y as i32, width, height))
        }
        _ => Err("an area is left, top, width and height, as in 325,328,124,37".to_owned()),
    }
}

fn content(args: &Args) -> Result<RgbImage, UserError> {
    if let Some(file) = &args.image {
        return picture_file::frame_from_file(file).map(|frame| RgbImage::clone(&frame.image));
    }
    let client = match (&args.client, &args.window) {
        (Some(name), _) => library::load(name)?,
        (None, Some(title)) => Client::of_window(title),
        (None, None) => {
            return Err(UserError::new(
                "nothing to take a picture of",
                "name a window with --window TITLE, a profile with --client, or a saved picture with --image",
            ));
        }
    };
    let mut reader = open_board_reader::<gomoku::Position>(&client, args.capture)?;
    let window = reader.find_window().map_err(|blindness| {
        UserError::new(
            reader.unseen(&blindness),
            "start the client and leave its window open",
        )
    })?;
    let whole = Area::new(0, 0, window.content.width, window.content.height);
    let part = args.area.filter(|area| area.intersection(&whole) == Some(*area));
    // A dialog that tells how a game ended may be a window of its own.
    reader
        .content_with_dialogs(part.unwrap_or(whole))
        .map(|frame| RgbImage::clone(&frame.image))
        .map_err(|blindness| {
            UserError::new(
                blindness.words(),
                "move the window wholly onto the screen, with nothing of another program over it",
            )
        })
}

fn cut(seen: &RgbImage, area: Area) -> Result<RgbImage, UserError> {
    let (width, height) = seen.dimensions();
    let whole = Area::new(0, 0, width, height);
    let words = format!("{},{},{},{}", area.x, area.y, area.width, area.height);
    if area.intersection(&whole) != Some(area) {
        return Err(UserError::new(
            format!("--area {words} is not in the content, which has {width} x {height} pixels"),
            "left and top are counted from the content's corner, without the title bar",
        ));
    }
    if u64::from(area.width) * u64::from(area.height) > limits::PICTURE_PIXELS {
        return Err(UserError::new(
            format!("--area {words}: more than {} pixels", limits::PICTURE_PIXELS),
            "a small part that tells the screen is enough, and found sooner",
        ));
    }
    let picture =
        image::imageops::crop_imm(seen, area.x as u32, area.y as u32, area.width, area.height).to_image();
    let first = picture.get_pixel(0, 0);
    if picture.pixels().all(|pixel| pixel == first) {
        return Err(UserError::new(
            format!("--area {words} is of one colour"),
            "a template needs something to be known by: a word, a button; one colour is a sign of its own, `color`",
        ));
    }
    Ok(picture)
}

fn save(picture: &RgbImage, path: &Path) -> Result<(), UserError> {
    if path
        .extension()
        .is_none_or(|extension| !extension.eq_ignore_ascii_case("png"))
    {
        return Err(UserError::new(
            format!("{} is no name of a PNG picture", path.display()),
            "templates are PNG pictures: give a name that ends in .png",
        ));
    }
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .map_err(std::io::Error::other)
        .and_then(|()| atomic_file::replace(path, bytes.get_ref()))
        .map_err(|error| {
            UserError::new(
                format!("cannot write {}: {error}", path.display()),
                "give a file in a folder that can be written, best the profile's",
            )
        })
}

/// The sign of the picture, as a profile spells it: looked for where it was, and a little around.
fn sign(path: &Path, area: Area, (width, height): (u32, u32)) -> String {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let (left, top) = ((area.x - BEYOND).max(0), (area.y - BEYOND).max(0));
    let right = (area.right() + i64::from(BEYOND)).min(i64::from(width));
    let bottom = (area.bottom() + i64::from(BEYOND)).min(i64::from(height));
    let (wide, high) = (right - i64::from(left), bottom - i64::from(top));
    format!("{{ template = {name:?}, area = [{left}, {top}, {wide}, {high}] }}")
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn areas_are_four_numbers() {
        let check = |text: &str, expected: Option<Area>| assert_eq!(area(text).ok(), expected, "{text}");
        check("1,2,30,40", Some(Area::new(1, 2, 30, 40)));
        check("1, 2, 30, 40", Some(Area::new(1, 2, 30, 40)));
        check("1,2,30", None);
        check("1,2,30,40,50", None);
        check("-1,2,30,40", None);
        check("4000000000,2,30,40", None);
        check("a,2,30,40", None);
    }

    #[test]
    fn a_part_that_shows_something_is_cut_and_makes_a_sign() {
        let seen = RgbImage::from_fn(100, 80, |x, _| Rgb([if x < 50 { x as u8 } else { 200 }, 0, 0]));
        let check = |area: Area, expected: Result<&str, &str>| {
            let told = cut(&seen, area)
                .map(|_| sign(Path::new("p/won.png"), area, (100, 80)))
                .map_err(|mistake| mistake.message);
            match (&told, expected) {
                (Ok(told), Ok(expected)) => assert_eq!(told, expected),
                (Err(told), Err(expected)) => assert!(told.contains(expected), "{told}"),
                _ => panic!("{told:?}"),
            }
        };
        check(
            Area::new(20, 30, 25, 10),
            Ok("{ template = \"won.png\", area = [12, 22, 41, 26] }"),
        );
        check(
            Area::new(0, 0, 100, 80),
            Ok("{ template = \"won.png\", area = [0, 0, 100, 80] }"),
        );
        check(Area::new(60, 30, 25, 10), Err("of one colour"));
        check(Area::new(90, 30, 25, 10), Err("not in the content"));
        check(Area::new(0, 0, 0, 0), Err("not in the content"));
    }
}
