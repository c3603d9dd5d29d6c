//! Windows of strangers: boards without lines, drawn twice around, in web pages at fractional scales, under dialogs, hardly
//! to be seen, or ending with the window. Each kind is painted by seed, and nearly everything about it is drawn by lot.

pub(crate) mod page;
mod spoilt;
mod open;
mod words;

use dice::Dice;
use image::RgbImage;
use referee::point::Point;

use crate::{
    calibration::{Calibration, Kind},
    desktop::strange::page::Page,
    ink::{Ink, Rgb},
    paint::{
        Painted, Painter, Scene,
        canvas::Canvas,
        lettering::{self, Align, Pen},
        texture::mix,
    },
    theme::{self, BoardMaterial, Border, Coordinates, Dot, Grid, LineStyle, Rounding, Theme, Writing},
};

#[cfg(test)]
mod tests;

/// A window's content, and the truth about it.
struct Strange {
    image: RgbImage,
    /// `None` if no board is wholly in it.
    board: Option<Calibration>,
    /// What was painted, in words.
    story: String,
}

/// One kind of windows: its name, and what paints one.
type Look = (&'static str, fn(&mut Dice) -> Strange);

const LOOKS: &[Look] = &[
    ("board of dots", dots),
    ("board of small crosses", pluses),
    ("border drawn twice", twofold),
    ("thick frame on upright grain", planks),
    ("frame one pitch outside", terrace),
    ("labels all around", labels),
    ("last line near the window's edge", near_edge),
    ("last line at the window's edge", at_edge),
    ("web page, scale 1", |dice| web(dice, 1.0)),
    ("web page, scale 1.25", |dice| web(dice, 1.25)),
    ("web page, scale 1.5", |dice| web(dice, 1.5)),
    ("web page, scale 2", |dice| web(dice, 2.0)),
    ("beside a smaller board", preview),
    ("on a page of dots", dotted_page),
    ("star points", stars),
    ("points with crosses", crossed),
    ("points with numbers", numbered),
    ("5 to 7 a side", small),
    ("not square, in cells", oblong),
    ("cells without a frame", open::cells),
    ("lines that stick out", open::crossings),
    ("beside rows of text", words::beside),
    ("under a notice", words::notice),
    ("under a dialog", spoilt::under_dialog),
    ("under a ghost and the pointer", spoilt::under_pointer),
    ("faint lines in the dark", spoilt::dark),
    ("gradients and shadows", spoilt::lit),
    ("rounded corners", spoilt::rounded),
    ("none: cut off by the window", spoilt::cut),
    ("none: pages and tables", spoilt::no_board),
];

/// What a board shows: its look, its points, their distance and what stands on them.
struct Sheet {
    theme: Theme,
    size: (u8, u8),
    pitch: f64,
    scene: Scene,
    seed: u64,
}

impl Sheet {
    /// A square board of usual size.
    fn new(dice: &mut Dice, theme: Theme) -> Sheet {
        let side = *dice.pick(&[15, 15, 15, 19, 13, 9, 10, 20, 12, 17, 8, 22]);
        let most = (860.0 / (f64::from(side) + 3.0)).min(48.0);
        let pitch = 15.0 * (most / 15.0).powf(dice.unit());
        let pitch = if dice.chance(0.3) { pitch.round() } else { pitch };
        Sheet::of(dice, theme, (side, side), pitch)
    }

    fn of(dice: &mut Dice, theme: Theme, size: (u8, u8), pitch: f64) -> Sheet {
        let points = usize::from(size.0) * usize::from(size.1);
        let stones = match dice.below(5) {
            0 | 1 => 0,
            2 => dice.below(4),
            3 => dice.below(points / 6),
            _ => dice.below(points / 3),
        };
        let scene = Scene::strewn(size.0, size.1, stones, dice.bits());
        Sheet {
            theme,
            size,
            pitch,
            scene,
            seed: dice.bits(),
        }
    }

    fn story(&self) -> String {
        let stones = self.scene.contents.iter().flatten().count();
        let (theme, (columns, rows)) = (&self.theme, self.size);
        format!(
            "{} {:?} {:?} {columns}x{rows} pitch {:.2} {stones} stones",
            theme.name, theme.kind, theme.rounding, self.pitch
        )
    }

    fn painter(&self) -> Painter {
        Painter::new(&self.theme, self.size.0, self.size.1, self.pitch, self.seed)
    }

    fn painted(&self) -> Painted {
        self.painter().paint(&self.scene)
    }

    /// The board with more drawn on it.
    fn drawn(&self, draw: impl FnOnce(&mut Canvas, &Calibration)) -> Painted {
        let painter = self.painter();
        let mut canvas = painter.canvas(&self.scene);
        let calibration = painter.calibration();
        draw(&mut canvas, &calibration);
        Painted {
            image: canvas.to_image(),
            calibration,
        }
    }

    /// In a window of its own, with or without things around.
    fn in_window(&self, dice: &mut Dice) -> Strange {
        let painted = self.painted();
        self.shown(dice, &painted)
    }

    fn shown(&self, dice: &mut Dice, painted: &Painted) -> Strange {
        let scale = (self.pitch / 26.0).clamp(0.8, 2.0);
        let (image, at) = Page::new(dice, scale).around(dice, &painted.image);
        Strange {
            image,
            board: Some(painted.calibration.shifted(-f64::from(at.0), -f64::from(at.1))),
            story: self.story(),
        }
    }
}

fn named(name: &str) -> Theme {
    theme::by_name(name).expect("the look exists").clone()
}

/// One of the looks of these names.
fn one_of(dice: &mut Dice, names: &[&'static str]) -> Theme {
    let name: &&str = dice.pick(names);
    named(name)
}

/// A usual look of either kind.
fn usual(dice: &mut Dice, kind: Option<Kind>) -> Theme {
    let fitting: Vec<&Theme> = theme::all()
        .iter()
        .filter(|theme| kind.is_none_or(|kind| theme.kind == kind))
        .collect();
    (*dice.pick(&fitting)).clone()
}

/// A ground and an ink that is seen on it.
fn ground_and_ink(dice: &mut Dice) -> (BoardMaterial, Rgb) {
    let (low, high) = (dice.within(20, 60), dice.within(170, 245));
    let tinted = |dice: &mut Dice, level: i32| {
        [0, 14, 40].map(|less| (level - less * dice.within(0, 2) / 2).clamp(0, 255) as u8)
    };
    let (dark, light) = (tinted(dice, low), tinted(dice, high));
    let (ground, ink) = if dice.chance(0.7) {
        (light, dark)
    } else {
        (dark, light)
    };
    let strength = dice.between(0.35, 1.0) as f32;
    let other = mix(ground, ink, 0.16);
    let ground_look = match dice.below(6) {
        0 => BoardMaterial::Wood {
            light: ground,
            dark: other,
        },
        1 => BoardMaterial::Planks {
            light: ground,
            dark: other,
        },
        2 => BoardMaterial::Felt(ground),
        3 => BoardMaterial::Paper(ground),
        _ => BoardMaterial::Plain(ground),
    };
    (ground_look, mix(ground, ink, strength))
}

fn some_rounding(dice: &mut Dice) -> Rounding {
    *dice.pick(&[Rounding::Smooth, Rounding::Snapped])
}

fn dots(dice: &mut Dice) -> Strange {
    let (ground, ink) = ground_and_ink(dice);
    let theme = Theme {
        ground,
        margin: dice.between(0.1, 0.9),
        grid: Grid::Dots(Dot {
            ink: ink.into(),
            radius: dice.between(0.05, 0.13),
        }),
        rounding: some_rounding(dice),
        ..one_of(dice, &["dots", "pegs"])
    };
    Sheet::new(dice, theme).in_window(dice)
}

fn pluses(dice: &mut Dice) -> Strange {
    let (ground, ink) = ground_and_ink(dice);
    let theme = Theme {
        ground,
        margin: dice.between(0.1, 0.9),
        grid: Grid::Pluses {
            line: LineStyle {
                ink: ink.into(),
                width: dice.between(0.02, 0.06),
            },
            arm: dice.between(0.1, 0.3),
        },
        rounding: some_rounding(dice),
        ..named("pluses")
    };
    Sheet::new(dice, theme).in_window(dice)
}

/// A line around the grid, at that many pixels.
fn bordered(dice: &mut Dice, name: &str, pixels: (f64, f64), width: (f64, f64)) -> Strange {
    let mut theme = named(name);
    if dice.chance(0.5) {
        theme.star_points = None;
    }
    if let Grid::Lines { line, edge, .. } = &mut theme.grid {
        let ink = theme.border.map_or(line.ink, |border| border.line.ink);
        line.width = dice.between(0.02, 0.05);
        *edge = *line;
        let mut sheet = Sheet::new(dice, theme.clone());
        let away = dice.between(pixels.0, pixels.1);
        let thick = dice.between(width.0, width.1);
        sheet.theme.border = Some(Border {
            line: LineStyle {
                ink,
                width: thick / sheet.pitch,
            },
            distance: (away + thick / 2.0) / sheet.pitch,
        });
        sheet.theme.rounding = some_rounding(dice);
        sheet.theme.margin = dice
            .between(0.3, 0.8)
            .max((away + thick + 2.0) / sheet.pitch - 0.5);
        return sheet.in_window(dice);
    }
    unreachable!("boards that are drawn twice around have lines")
}

fn twofold(dice: &mut Dice) -> Strange {
    bordered(dice, "twofold", (2.0, 9.0), (1.0, 2.5))
}

fn planks(dice: &mut Dice) -> Strange {
    bordered(dice, "planks", (2.0, 8.0), (3.0, 9.0))
}

fn terrace(dice: &mut Dice) -> Strange {
    let mut theme = named("terrace");
    let cells = dice.chance(0.3);
    if cells {
        theme.kind = Kind::Cells;
        theme.stones = named("discs").stones;
        theme.radius = 0.4;
    }
    let thin = dice.chance(0.5);
    if let (Some(border), true) = (&mut theme.border, thin) {
        border.line.width = 0.03;
    }
    theme.ground = if dice.chance(0.5) {
        ground_like(&theme)
    } else {
        theme.ground
    };
    theme.margin = 1.2;
    Sheet::new(dice, theme).in_window(dice)
}

/// The same without grain.
fn ground_like(theme: &Theme) -> BoardMaterial {
    match &theme.ground {
        BoardMaterial::Planks { light, .. } | BoardMaterial::Wood { light, .. } => {
            BoardMaterial::Plain(*light)
        }
        other => other.clone(),
    }
}

fn labels(dice: &mut Dice) -> Strange {
    let mut theme = usual(dice, None);
    let ink = *dice.pick(&[[40, 30, 20], [150, 150, 150], [230, 230, 230]]);
    theme.coordinates = Some(Coordinates {
        place: Writing::Around,
        ..Coordinates::usual(ink)
    });
    theme.margin = theme.margin.max(0.2);
    Sheet::new(dice, theme).in_window(dice)
}

/// Only what is inside so many pixels beyond the outermost lines, on these sides: left, top, right, bottom.
fn cropped(painted: &Painted, rooms: [Option<f64>; 4]) -> Painted {
    let board = painted.calibration;
    let half = if board.kind == Kind::Cells { 0.5 } else { 0.0 };
    let low = |origin: f64, pitch: f64, room: Option<f64>| {
        room.map_or(0, |room| (origin - half * pitch - room).round().max(0.0) as u32)
    };
    let high = |origin: f64, pitch: f64, count: u8, room: Option<f64>, length: u32| {
        let far = origin + (f64::from(count - 1) + half) * pitch;
        room.map_or(length, |room| ((far + room).round() as u32 + 1).min(length))
    };
    let (width, height) = painted.image.dimensions();
    let (left, top) = (
        low(board.origin.0, board.pitch.0, rooms[0]),
        low(board.origin.1, board.pitch.1, rooms[1]),
    );
    let right = high(board.origin.0, board.pitch.0, board.columns, rooms[2], width);
    let bottom = high(board.origin.1, board.pitch.1, board.rows, rooms[3], height);
    Painted {
        image: image::imageops::crop_imm(&painted.image, left, top, right - left, bottom - top).to_image(),
        calibration: board.shifted(f64::from(left), f64::from(top)),
    }
}

/// The board ends the window on the sides where it is cropped.
fn at_window_edge(dice: &mut Dice, room: f64, sides: usize) -> Strange {
    let look = *dice.pick(&[
        "plain", "kaya", "walnut", "night", "slate", "discs", "scribble", "planks", "felt",
    ]);
    let mut theme = named(look);
    theme.border = None;
    theme.frame = None;
    theme.margin = theme.margin.max(0.25);
    let sheet = Sheet::new(dice, theme);
    let mut rooms = [None; 4];
    let first = *dice.pick(&[3, 3, 3, 2, 0, 1]);
    (0..sides).for_each(|more| rooms[(first + more) % 4] = Some(room));
    let painted = cropped(&sheet.painted(), rooms);
    Strange {
        image: painted.image,
        board: Some(painted.calibration),
        story: format!("{}, {room:.1} pixels at {rooms:?}", sheet.story()),
    }
}

fn near_edge(dice: &mut Dice) -> Strange {
    let room = dice.between(2.0, 8.0).round();
    let sides = *dice.pick(&[1, 1, 1, 2]);
    at_window_edge(dice, room, sides)
}

fn at_edge(dice: &mut Dice) -> Strange {
    let room = dice.between(0.0, 1.4);
    at_window_edge(dice, room, 1)
}

/// A page whose every length is that many times as many pixels.
fn web(dice: &mut Dice, scale: f64) -> Strange {
    let theme = match dice.below(4) {
        0 => page_points(dice),
        1 => page_cells(dice),
        _ => usual(dice, None),
    };
    let side = *dice.pick(&[15, 15, 15, 19, 13, 20]);
    let pitch = f64::from(dice.within(18, 34)) * scale;
    let pitch = pitch.min(1000.0 / (f64::from(side) + 2.0));
    // What a browser makes of whole lengths: quarters and halves of pixels.
    let pitch = (pitch * 4.0).round() / 4.0;
    let sheet = Sheet::of(dice, theme, (side, side), pitch);
    let painted = sheet.painted();
    let (image, at) = Page::new(dice, scale).furnished(dice, &painted.image);
    Strange {
        image,
        board: Some(painted.calibration.shifted(-f64::from(at.0), -f64::from(at.1))),
        story: sheet.story(),
    }
}

/// One pixel wide lines, anti-aliased wherever they fall, on a plain ground.
fn page_points(dice: &mut Dice) -> Theme {
    Theme {
        ground: BoardMaterial::Plain(*dice.pick(&[
            [222, 184, 135],
            [240, 217, 181],
            [245, 245, 245],
            [38, 42, 48],
        ])),
        margin: dice.between(0.05, 0.6),
        grid: Grid::Lines {
            line: LineStyle {
                ink: Ink::new([110, 100, 90], 0.8),
                width: 0.01,
            },
            edge: LineStyle {
                ink: Ink::new([110, 100, 90], 0.8),
                width: 0.01,
            },
            overshoot: 0.0,
        },
        rounding: Rounding::Smooth,
        ..named("plain")
    }
}

/// Cells with gaps and round corners, as grids of buttons are laid out.
fn page_cells(dice: &mut Dice) -> Theme {
    Theme {
        ground: BoardMaterial::Plain(*dice.pick(&[[198, 204, 212], [90, 96, 110], [52, 73, 94]])),
        margin: dice.between(0.0, 0.3),
        grid: Grid::Tiles {
            face: (*dice.pick(&[[255, 255, 255], [236, 240, 241], [44, 54, 66]])).into(),
            gap: dice.between(0.03, 0.12),
            corner: dice.between(0.0, 0.2),
        },
        rounding: some_rounding(dice),
        ..named("cards")
    }
}

fn preview(dice: &mut Dice) -> Strange {
    let theme = usual(dice, None);
    let sheet = Sheet::new(dice, theme);
    let pitch = (sheet.pitch * dice.between(0.35, 0.7)).max(6.0);
    let small = Painter::new(&sheet.theme, sheet.size.0, sheet.size.1, pitch, 3);
    let earlier = Scene::strewn(sheet.size.0, sheet.size.1, dice.below(20), dice.bits());
    let small = small.paint(&earlier).image;
    let painted = sheet.painted();
    let (image, at) = Page::new(dice, 1.0).beside(dice, &painted.image, &small);
    Strange {
        image,
        board: Some(painted.calibration.shifted(-f64::from(at.0), -f64::from(at.1))),
        story: format!("{}, another of pitch {pitch:.2}", sheet.story()),
    }
}

fn dotted_page(dice: &mut Dice) -> Strange {
    let theme = usual(dice, None);
    let sheet = Sheet::new(dice, theme);
    let painted = sheet.painted();
    let (image, at) = Page::new(dice, 1.0).dotted(dice, Some(&painted.image));
    Strange {
        image,
        board: Some(painted.calibration.shifted(-f64::from(at.0), -f64::from(at.1))),
        story: sheet.story(),
    }
}

fn stars(dice: &mut Dice) -> Strange {
    let mut theme = usual(dice, Some(Kind::Points));
    let ink = match &theme.grid {
        Grid::Lines { line, .. } => line.ink,
        _ => Ink::from([40, 30, 20]),
    };
    theme.star_points = Some(Dot {
        ink,
        radius: dice.between(0.06, 0.2),
    });
    Sheet::new(dice, theme).in_window(dice)
}

/// Draws on a part of the empty points.
fn on_empty(
    dice: &mut Dice,
    sheet: &Sheet,
    part: f64,
    mut draw: impl FnMut(&mut Canvas, (f64, f64), usize),
) -> Painted {
    let points: Vec<Point> = (0..sheet.size.1)
        .flat_map(|y| (0..sheet.size.0).map(move |x| Point::new(x, y)))
        .filter(|point| sheet.scene.content(*point).is_none() && dice.chance(part))
        .collect();
    sheet.drawn(|canvas, board| {
        points
            .iter()
            .enumerate()
            .for_each(|(index, point)| draw(canvas, board.centre_of(*point), index));
    })
}

fn crossed(dice: &mut Dice) -> Strange {
    let theme = usual(dice, None);
    let sheet = Sheet::new(dice, theme);
    let reach = sheet.pitch * dice.between(0.1, 0.25);
    let part = dice.between(0.02, 0.4);
    let painted = on_empty(dice, &sheet, part, |canvas, (x, y), _| {
        let ink = Ink::from([214, 30, 30]);
        canvas.line((x - reach, y - reach), (x + reach, y + reach), 1.5, ink);
        canvas.line((x + reach, y - reach), (x - reach, y + reach), 1.5, ink);
    });
    let mut strange = sheet.shown(dice, &painted);
    strange.story += &format!(", crosses on {part:.2}");
    strange
}

fn numbered(dice: &mut Dice) -> Strange {
    let theme = usual(dice, None);
    let mut sheet = Sheet::new(dice, theme);
    let taken = (0..sheet.size.1).flat_map(|y| (0..sheet.size.0).map(move |x| Point::new(x, y)));
    sheet.scene.numbers = taken
        .filter(|point| sheet.scene.content(*point).is_some())
        .zip(1..)
        .collect();
    let part = dice.between(0.02, 0.5);
    let height = sheet.pitch * 0.3;
    let painted = on_empty(dice, &sheet, part, |canvas, at, index| {
        let pen = Pen::new(height, [30, 60, 200]);
        lettering::write(canvas, &(index % 100).to_string(), at, Align::Centre, pen);
    });
    let mut strange = sheet.shown(dice, &painted);
    strange.story += &format!(", numbers on {part:.2}");
    strange
}

fn small(dice: &mut Dice) -> Strange {
    let theme = usual(dice, None);
    let side = dice.within(5, 7) as u8;
    let pitch = dice.between(24.0, 70.0);
    Sheet::of(dice, theme, (side, side), pitch).in_window(dice)
}

fn oblong(dice: &mut Dice) -> Strange {
    let theme = usual(dice, Some(Kind::Cells));
    let columns = dice.within(8, 22) as u8;
    let rows = (columns as i32 + *dice.pick(&[-6, -4, -2, -1, 1, 2, 4])).clamp(8, 22) as u8;
    let pitch = dice.between(15.0, (860.0 / f64::from(columns.max(rows) + 2)).min(48.0));
    Sheet::of(dice, theme, (columns, rows), pitch).in_window(dice)
}
