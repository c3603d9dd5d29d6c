//! Painted desktops: whole screens with a board window somewhere among other windows, and screens
//! with everything but a board. They try `locate` where no real screen can be had.

mod furniture;
#[cfg(test)]
mod odd;
#[cfg(test)]
pub(crate) mod strange;

use dice::Dice;
use image::RgbImage;
use referee::point::Point;

use crate::{
    area::Area,
    calibration::Calibration,
    desktop::furniture::{chrome, wallpaper},
    ink::Rgb,
    paint::{Scene, canvas::Canvas, paint, wear},
    theme::{self, Theme},
};

/// Width and height of every painted desktop in pixels.
pub const SIZE: (u32, u32) = (1920, 1080);

/// A screen, and the truth about it.
#[derive(Clone, Debug)]
pub struct Desktop {
    /// The pixels.
    pub image: RgbImage,
    /// Where the board is, if there is one.
    pub board: Option<Calibration>,
    /// What was painted, in words, for a failing test.
    pub story: String,
}

/// A desktop with one board, wholly visible. Look, size, stones, other windows and wear follow from the seed.
pub fn with_board(seed: u64) -> Desktop {
    let mut dice = Dice::new(seed);
    let theme = &theme::all()[dice.below(theme::all().len())];
    let (columns, rows) = board_size(&mut dice);
    let room = f64::from(SIZE.1 - 150) / (f64::from(columns.max(rows)) + 4.2);
    let pitch = 14.0 * (room.min(80.0) / 14.0).powf(dice.unit());
    with_this_board(seed, theme, columns, rows, pitch)
}

/// A desktop with a board of the given look and size; the rest follows from the seed.
///
/// # Panics
/// The board is too large for the desktop.
pub fn with_this_board(seed: u64, theme: &Theme, columns: u8, rows: u8, pitch: f64) -> Desktop {
    let mut dice = Dice::new(seed ^ 0x00b0_a4d5);
    let scene = some_scene(&mut dice, columns, rows);
    let painted = paint(&scene, theme, pitch, seed);
    let mut canvas = wallpaper(&mut dice, SIZE.0, SIZE.1);
    for _ in 0..dice.within(1, 5) {
        let area = anywhere(&mut dice);
        furniture::window(&mut canvas, &mut dice, area);
    }
    let (width, height) = painted.image.dimensions();
    let spare = (dice.within(0, 60) as u32, dice.within(0, 40) as u32);
    let panel = if dice.chance(0.4) {
        dice.within(80, 240) as u32
    } else {
        0
    };
    let bars = 66;
    let outer = (
        (width + spare.0 + panel).min(SIZE.0 - 4),
        (height + spare.1 + bars + 24).min(SIZE.1),
    );
    assert!(
        width <= outer.0 && height + bars <= outer.1,
        "a board of {width} x {height} pixels does not fit"
    );
    let left = dice.within(0, (SIZE.0 - outer.0) as i32);
    let top = dice.within(0, (SIZE.1 - outer.1) as i32);
    let window = Area::new(left, top, outer.0, outer.1);
    let backs: [Rgb; 4] = [
        [240, 240, 240],
        [52, 54, 58],
        [255, 255, 255],
        painted.image.get_pixel(2, 2).0,
    ];
    let back = *dice.pick(&backs);
    chrome(&mut canvas, &mut dice, window, back);
    let slack = (
        (outer.0 - width - panel.min(outer.0 - width)) as i32,
        outer.1 as i32 - height as i32 - bars as i32,
    );
    let at = (
        left + dice.within(0, slack.0.max(0)),
        top + bars as i32 + dice.within(0, slack.1.clamp(0, 40)),
    );
    canvas.paste(&painted.image, at.0, at.1);
    if panel >= 80 && outer.0 >= width + spare.0 + panel {
        let area = Area::new(
            left + (width + spare.0) as i32 + 6,
            at.1 + 8,
            panel - 12,
            height.min(240),
        );
        furniture::captions(&mut canvas, &mut dice, area);
    }
    let (worn, wear) = worn(&canvas.to_image(), &mut dice);
    let stones = scene.contents.iter().flatten().count();
    let story = format!(
        "seed {seed}: {} ({:?}) {columns}x{rows} pitch {pitch:.2} at {at:?}, {stones} stones, {wear}",
        theme.name, theme.rounding
    );
    let board = painted.calibration.shifted(-f64::from(at.0), -f64::from(at.1));
    Desktop {
        image: worn,
        board: Some(board),
        story,
    }
}

/// A desktop with windows and pictures but no board.
pub fn without_board(seed: u64) -> Desktop {
    let mut dice = Dice::new(seed ^ 0xdeca_f000);
    let mut canvas = wallpaper(&mut dice, SIZE.0, SIZE.1);
    let windows = dice.within(1, 9);
    for _ in 0..windows {
        let area = anywhere(&mut dice);
        furniture::window(&mut canvas, &mut dice, area);
    }
    let (image, wear) = worn(&canvas.to_image(), &mut dice);
    Desktop {
        image,
        board: None,
        story: format!("seed {seed}: no board, {windows} windows, {wear}"),
    }
}

fn board_size(dice: &mut Dice) -> (u8, u8) {
    let common = [15, 15, 19, 13, 9, 10, 20, 22];
    let size = |dice: &mut Dice| dice.within(8, 22) as u8;
    let columns = if dice.chance(0.6) {
        *dice.pick(&common)
    } else {
        size(dice)
    };
    if dice.chance(0.12) {
        (
            columns,
            size(dice)
                .clamp(columns / 2 + 1, columns.saturating_mul(2))
                .max(8),
        )
    } else {
        (columns, columns)
    }
}

fn some_scene(dice: &mut Dice, columns: u8, rows: u8) -> Scene {
    let points = usize::from(columns) * usize::from(rows);
    let stones = match dice.below(12) {
        0 => 0,
        1 => dice.below(4),
        2..=6 => dice.below(points / 5),
        _ => dice.below(points / 2),
    };
    let mut scene = if dice.chance(0.4) {
        huddled(dice, columns, rows, stones)
    } else {
        Scene::strewn(columns, rows, stones, dice.bits())
    };
    if dice.chance(0.3) {
        scene.hover = Some(Point::new(dice.below(columns), dice.below(rows)));
    }
    if dice.chance(0.2) {
        let taken = (0..rows).flat_map(|y| (0..columns).map(move |x| Point::new(x, y)));
        scene.numbers = taken
            .filter(|point| scene.content(*point).is_some())
            .zip(1..)
            .collect();
    }
    if dice.chance(0.1) && stones > 20 {
        let (x, y) = (
            dice.below(usize::from(columns) - 4) as u8,
            dice.below(usize::from(rows) - 4) as u8,
        );
        scene.win_line = Some((
            Point::new(x, y),
            Point::new(x + 4, y + if dice.chance(0.5) { 4 } else { 0 }),
        ));
    }
    scene
}

/// Stones around the middle, as games have them.
fn huddled(dice: &mut Dice, columns: u8, rows: u8, stones: usize) -> Scene {
    let mut scene = Scene::empty(columns, rows);
    let spread = (stones as f64).sqrt() * 0.5 + 1.0;
    for ply in 0..stones {
        let place = |dice: &mut Dice, count: u8| {
            let at = f64::from(count - 1) / 2.0 + dice.normal() * spread;
            at.round().clamp(0.0, f64::from(count - 1)) as u8
        };
        let point = Point::new(place(dice, columns), place(dice, rows));
        if scene.content(point).is_none() {
            scene.put(point, Some(referee::color::Color::BOTH[ply % 2]));
            scene.last_move = Some(point);
        }
    }
    scene
}

fn anywhere(dice: &mut Dice) -> Area {
    let (width, height) = (dice.within(260, 1100), dice.within(200, 760));
    let left = dice.within(-100, SIZE.0 as i32 - 200);
    let top = dice.within(0, SIZE.1 as i32 - 160);
    Area::new(left, top, width as u32, height as u32)
}

fn worn(image: &RgbImage, dice: &mut Dice) -> (RgbImage, String) {
    match dice.below(8) {
        0 => {
            let quality = dice.within(60, 95) as u8;
            (wear::jpeg(image, quality), format!("jpeg {quality}"))
        }
        1 => {
            let deviation = dice.between(1.0, 5.0);
            (
                wear::noise(image, deviation, dice.bits()),
                format!("noise {deviation:.1}"),
            )
        }
        2 => {
            let sigma = dice.between(0.4, 0.8) as f32;
            (wear::blur(image, sigma), format!("blur {sigma:.2}"))
        }
        3 => {
            let gamma = dice.between(0.8, 1.25);
            (wear::gamma(image, gamma), format!("gamma {gamma:.2}"))
        }
        _ => (image.clone(), "no wear".to_owned()),
    }
}

/// Lays the canvas's colour over a rectangle of whole pixels.
fn block(canvas: &mut Canvas, area: Area, color: Rgb) {
    let from = (f64::from(area.x) - 0.5, f64::from(area.y) - 0.5);
    let to = (from.0 + f64::from(area.width), from.1 + f64::from(area.height));
    canvas.rectangle(from, to, color.into());
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::disallowed_methods,
        reason = "painted desktops can be written for people to see"
    )]

    use super::*;

    /// Set `DESKTOP_SHEETS=FOLDER` to see some.
    #[test]
    fn the_board_is_wholly_on_the_screen() {
        for seed in 0..6 {
            let desktop = with_board(seed);
            let board = desktop.board.unwrap();
            let (x, y) = board.centre_of(Point::new(board.columns - 1, board.rows - 1));
            let half = (board.pitch.0 / 2.0, board.pitch.1 / 2.0);
            assert!(
                board.origin.0 >= half.0 && board.origin.1 >= half.1,
                "{}",
                desktop.story
            );
            assert!(x + half.0 < 1920.0 && y + half.1 < 1080.0, "{}", desktop.story);
            if let Ok(folder) = std::env::var("DESKTOP_SHEETS") {
                desktop.image.save(format!("{folder}/board-{seed}.png")).unwrap();
                without_board(seed)
                    .image
                    .save(format!("{folder}/none-{seed}.png"))
                    .unwrap();
            }
        }
    }
}
