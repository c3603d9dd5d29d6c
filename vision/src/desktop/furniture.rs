//! What stands about on a desktop: wallpapers, and windows with tables, text, calendars, icons,
//! pictures and small boards. All of it is there to be mistaken for a game board, and must not be.

use dice::Dice;

use crate::{
    area::Area,
    desktop::block,
    ink::{Ink, Rgb},
    paint::{
        canvas::Canvas,
        lettering::{self, Align, Pen},
        texture,
    },
    theme::BoardMaterial,
};

const WORDS: &[&str] = &[
    "the", "window", "finds", "a", "board", "stone", "seven", "files", "Report", "total", "of", "June",
    "Invoice", "reads", "line", "column", "value", "draft", "mail", "from", "Anna", "to", "meeting", "at",
    "noon", "12.50", "1,204", "88",
];

/// The desktop behind all windows.
pub(super) fn wallpaper(dice: &mut Dice, width: u32, height: u32) -> Canvas {
    let color = shade(dice, 20, 200);
    let seed = dice.bits();
    match dice.below(7) {
        0 => Canvas::new(width, height, color),
        1 => texture::lay(
            &BoardMaterial::Shaded {
                top: color,
                bottom: shade(dice, 10, 160),
            },
            width,
            height,
            seed,
        ),
        2 => texture::lay(
            &BoardMaterial::Sky {
                deep: [6, 8, 20],
                glow: color,
            },
            width,
            height,
            seed,
        ),
        3 => texture::lay(&BoardMaterial::Felt(color), width, height, seed),
        4 => {
            let other = color.map(|part| part.saturating_add(18));
            let side = dice.within(16, 70) as u32;
            Canvas::from_fn(width, height, |x, y| {
                if (x / side + y / side).is_multiple_of(2) {
                    color
                } else {
                    other
                }
            })
        }
        5 => {
            let other = shade(dice, 40, 180);
            let scale = dice.between(60.0, 400.0) as f32;
            Canvas::from_fn(width, height, |x, y| {
                let (x, y) = (x as f32 / scale, y as f32 / scale);
                texture::mix(
                    color,
                    other,
                    0.7 * texture::smooth(x, y, seed) + 0.3 * texture::smooth(x * 7.0, y * 7.0, seed),
                )
            })
        }
        _ => {
            let other = color.map(|part| part.saturating_sub(14));
            let period = dice.within(12, 60) as u32;
            Canvas::from_fn(width, height, |x, y| {
                if ((x + y) / period).is_multiple_of(2) {
                    color
                } else {
                    other
                }
            })
        }
    }
}

/// A window with a border, a title and a menu, filled with `back`.
pub(super) fn chrome(canvas: &mut Canvas, dice: &mut Dice, area: Area, back: Rgb) {
    block(canvas, area, [90, 92, 98]);
    let inner = Area::new(area.x + 1, area.y + 1, area.width - 2, area.height - 2);
    block(canvas, inner, back);
    let title = *dice.pick(&[[122, 158, 204], [60, 62, 70], [222, 224, 228]]);
    block(canvas, Area::new(inner.x, inner.y, inner.width, 24), title);
    let ink: Rgb = if title[0] > 200 {
        [30, 30, 30]
    } else {
        [250, 250, 250]
    };
    let words = sentence(dice, 3);
    lettering::write(
        canvas,
        &words,
        (f64::from(area.x) + 10.0, f64::from(area.y) + 12.0),
        Align::Left,
        Pen::new(9.0, ink),
    );
    for button in 0..3 {
        let left = area.right() as i32 - 22 - button * 20;
        block(
            canvas,
            Area::new(left, area.y + 6, 13, 13),
            if button == 0 {
                [200, 70, 60]
            } else {
                [180, 184, 190]
            },
        );
    }
    block(
        canvas,
        Area::new(inner.x, inner.y + 24, inner.width, 22),
        [238, 238, 238],
    );
    let menu = (f64::from(area.x) + 10.0, f64::from(area.y) + 36.0);
    lettering::write(
        canvas,
        "File  Edit  View  Help",
        menu,
        Align::Left,
        Pen::new(8.0, [40, 40, 40]),
    );
}

/// A window of a random kind.
pub(super) fn window(canvas: &mut Canvas, dice: &mut Dice, area: Area) {
    let dark = dice.chance(0.3);
    let (back, ink): (Rgb, Rgb) = if dark {
        ([30, 32, 38], [204, 206, 210])
    } else {
        ([252, 252, 252], [40, 40, 44])
    };
    chrome(canvas, dice, area, back);
    let inside = Area::new(area.x + 4, area.y + 50, area.width - 8, area.height - 56);
    let mut page = Canvas::new(inside.width, inside.height, back);
    match dice.below(9) {
        0 => table(&mut page, dice, ink, Cells::Uneven),
        1 => table(&mut page, dice, ink, Cells::Even),
        2 => text(&mut page, dice, ink, 11.0),
        3 => text(&mut page, dice, ink, 8.0),
        4 => calendar(&mut page, dice, ink),
        5 => icons(&mut page, dice, ink),
        6 => small_board(&mut page, dice),
        7 => photo(&mut page, dice),
        _ => chart(&mut page, dice, ink),
    }
    canvas.paste(&page.to_image(), inside.x, inside.y);
}

/// A column of short texts and buttons.
pub(super) fn captions(canvas: &mut Canvas, dice: &mut Dice, area: Area) {
    for line in 0..(area.height / 34) as i32 {
        let y = area.y + line * 34;
        if dice.chance(0.4) {
            block(canvas, Area::new(area.x, y, area.width, 26), [214, 218, 224]);
        }
        let words = sentence(dice, 2);
        let at = (f64::from(area.x) + 6.0, f64::from(y) + 13.0);
        lettering::write(canvas, &words, at, Align::Left, Pen::new(8.0, [110, 112, 118]));
    }
}

enum Cells {
    /// Columns of different widths.
    Uneven,
    /// Columns alike, much wider than rows are high.
    Even,
}

fn table(page: &mut Canvas, dice: &mut Dice, ink: Rgb, cells: Cells) {
    let line = Ink::new(ink, dice.between(0.2, 0.8) as f32);
    let (width, height) = (f64::from(page.width()), f64::from(page.height()));
    let row = f64::from(dice.within(16, 30));
    let even = row * dice.between(1.6, 4.0);
    let mut x = 0.0;
    let mut edges = vec![0.0];
    while x < width {
        x += match cells {
            Cells::Uneven => dice.between(24.0, 170.0).round(),
            Cells::Even => even.round(),
        };
        edges.push(x);
    }
    edges
        .iter()
        .for_each(|x| page.line((*x, -1.0), (*x, height), 1.0, line));
    for index in 0..(height / row) as usize {
        let y = index as f64 * row;
        page.line((-1.0, y), (width, y), 1.0, line);
        for x in &edges {
            if dice.chance(0.6) {
                let words = sentence(dice, 1);
                lettering::write(
                    page,
                    &words,
                    (x + 4.0, y + row / 2.0),
                    Align::Left,
                    Pen::new(7.0, ink),
                );
            }
        }
    }
}

fn text(page: &mut Canvas, dice: &mut Dice, ink: Rgb, height: f64) {
    let mut y = height * 1.5;
    while y < f64::from(page.height()) {
        let indent = f64::from(dice.within(0, 3)) * height * 2.0;
        let count = dice.within(0, 12) as usize;
        let words = sentence(dice, count);
        lettering::write(
            page,
            &words,
            (8.0 + indent, y),
            Align::Left,
            Pen::new(height, ink),
        );
        y += height * 2.0;
    }
}

fn calendar(page: &mut Canvas, dice: &mut Dice, ink: Rgb) {
    let side = (f64::from(page.width()) / 7.6)
        .min(f64::from(page.height()) / 6.8)
        .floor();
    let square = dice.chance(0.5);
    let high = if square { side } else { (side * 0.7).floor() };
    for week in 0..=6 {
        let y = side * 0.5 + f64::from(week) * high;
        page.line((8.0, y), (8.0 + 7.0 * side, y), 1.0, ink.into());
    }
    for day in 0..=7 {
        let x = 8.0 + f64::from(day) * side;
        page.line((x, side * 0.5), (x, side * 0.5 + 6.0 * high), 1.0, ink.into());
    }
    for cell in 0..42 {
        let at = (
            8.0 + f64::from(cell % 7) * side + 5.0,
            side * 0.5 + f64::from(cell / 7) * high + 9.0,
        );
        lettering::write(
            page,
            &(cell % 31 + 1).to_string(),
            at,
            Align::Left,
            Pen::new(7.0, ink),
        );
    }
}

fn icons(page: &mut Canvas, dice: &mut Dice, ink: Rgb) {
    let (step_x, step_y) = (f64::from(dice.within(84, 120)), f64::from(dice.within(84, 120)));
    let mut y = 10.0;
    while y + step_y < f64::from(page.height()) {
        let mut x = 14.0;
        while x + step_x < f64::from(page.width()) {
            let side = 46.0;
            let left = x + (step_x - side) / 2.0;
            page.tile(
                (left, y),
                (left + side, y + side),
                6.0,
                shade(dice, 60, 230).into(),
            );
            page.disc(
                (left + side / 2.0, y + side / 2.0),
                dice.between(6.0, 18.0),
                shade(dice, 20, 250).into(),
            );
            let words = sentence(dice, 1);
            lettering::write(
                page,
                &words,
                (x + step_x / 2.0, y + side + 12.0),
                Align::Centre,
                Pen::new(7.0, ink),
            );
            x += step_x;
        }
        y += step_y;
    }
}

/// A board of 3 to 6 cells a side: too small to be played on here.
fn small_board(page: &mut Canvas, dice: &mut Dice) {
    let count = dice.within(3, 6);
    let side = (f64::from(page.width().min(page.height())) - 20.0) / f64::from(count);
    let side = side.min(f64::from(dice.within(30, 90))).floor();
    let (light, dark) = (shade(dice, 180, 250), shade(dice, 60, 170));
    for index in 0..count * count {
        let (x, y) = (index % count, index / count);
        let from = (10.0 + f64::from(x) * side, 10.0 + f64::from(y) * side);
        let face = if (x + y) % 2 == 0 { light } else { dark };
        page.rectangle(from, (from.0 + side, from.1 + side), face.into());
        if dice.chance(0.3) {
            page.disc(
                (from.0 + side / 2.0, from.1 + side / 2.0),
                side * 0.4,
                shade(dice, 0, 255).into(),
            );
        }
    }
}

fn photo(page: &mut Canvas, dice: &mut Dice) {
    let seed = dice.bits();
    let (dark, light) = (shade(dice, 0, 90), shade(dice, 120, 250));
    let scale = dice.between(20.0, 200.0) as f32;
    let picture = Canvas::from_fn(page.width(), page.height(), |x, y| {
        let (x, y) = (x as f32 / scale, y as f32 / scale);
        let wave = texture::smooth(x, y, seed) * 0.6 + texture::smooth(x * 3.0, y * 3.0, seed) * 0.3;
        texture::mix(
            dark,
            light,
            wave + texture::smooth(x * 20.0, y * 20.0, seed) * 0.15,
        )
    });
    *page = picture;
}

/// Bars over evenly spaced ruling, as charts have it: lines in one direction only.
fn chart(page: &mut Canvas, dice: &mut Dice, ink: Rgb) {
    let (width, height) = (f64::from(page.width()), f64::from(page.height()));
    let step = f64::from(dice.within(20, 60));
    for line in 1..(height / step) as usize {
        page.line(
            (20.0, line as f64 * step),
            (width - 10.0, line as f64 * step),
            1.0,
            Ink::new(ink, 0.4),
        );
    }
    let bar = f64::from(dice.within(14, 50));
    for index in 0..(width / bar) as usize - 1 {
        let left = 24.0 + index as f64 * bar;
        let top = dice.between(20.0, height - 40.0);
        page.rectangle(
            (left, top),
            (left + bar * 0.7, height - 20.0),
            Ink::new(shade(dice, 60, 200), 1.0),
        );
    }
}

fn shade(dice: &mut Dice, low: i32, high: i32) -> Rgb {
    [0; 3].map(|_: u8| dice.within(low, high) as u8)
}

pub(super) fn sentence(dice: &mut Dice, words: usize) -> String {
    (0..words)
        .map(|_| *dice.pick(WORDS))
        .collect::<Vec<_>>()
        .join(" ")
}
