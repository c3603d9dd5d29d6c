//! The looks themselves: each says in what it differs from a plain board. They resemble what game
//! clients show, without copying any one of them.

use std::sync::LazyLock;

use crate::{
    calibration::Kind,
    ink::{Ink, Rgb},
    theme::{
        BoardMaterial, Coordinates, Dot, Grid, Hover, LineStyle, Mark, MarkShape, Rounding, Stone, Theme,
    },
};

const BLACK: Rgb = [16, 16, 18];
const WHITE: Rgb = [245, 245, 242];

pub(super) fn all() -> &'static [Theme] {
    static LOOKS: LazyLock<Vec<Theme>> =
        LazyLock::new(|| [on_wood(), on_colours(), in_cells(), without_lines()].concat());
    &LOOKS
}

pub(super) fn line(color: Rgb, width: f64) -> LineStyle {
    LineStyle {
        ink: color.into(),
        width,
    }
}

pub(super) fn lines(color: Rgb, width: f64, edge: f64) -> Grid {
    Grid::Lines {
        line: line(color, width),
        edge: line(color, edge),
        overshoot: 0.0,
    }
}

pub(super) fn mark(shape: MarkShape, on_black: Rgb, on_white: Rgb) -> Mark {
    Mark {
        shape,
        inks: [on_black, on_white],
    }
}

pub(super) fn discs(black: Rgb, white: Rgb) -> [Stone; 2] {
    [
        Stone::Flat {
            fill: black,
            rim: black,
        },
        Stone::Flat {
            fill: white,
            rim: black,
        },
    ]
}

pub(super) fn lenses() -> [Stone; 2] {
    let black = Stone::Glossy {
        body: [12, 12, 14],
        shine: [120, 120, 128],
    };
    let white = Stone::Glossy {
        body: [196, 196, 192],
        shine: [255, 255, 255],
    };
    [black, white]
}

/// Black lines on beige and flat discs on the crossings: what the other looks start from.
pub(super) fn plain() -> Theme {
    Theme {
        name: "plain",
        kind: Kind::Points,
        ground: BoardMaterial::Plain([222, 184, 120]),
        margin: 0.25,
        frame: None,
        border: None,
        grid: lines([40, 30, 20], 0.03, 0.03),
        rounding: Rounding::Snapped,
        star_points: None,
        coordinates: None,
        watermark: None,
        stones: discs(BLACK, WHITE),
        radius: 0.44,
        shadow: 0.0,
        last_move: mark(MarkShape::Dot, [220, 40, 40], [220, 40, 40]),
        hover: Hover::Tint(Ink::new([255, 255, 255], 0.35)),
        numbers: [[240, 240, 240], [30, 30, 30]],
        win_line: Ink::new([220, 30, 30], 0.85),
    }
}

/// Stones on crossings, on what boards are made of.
fn on_wood() -> Vec<Theme> {
    let kaya = Theme {
        name: "kaya",
        ground: BoardMaterial::Wood {
            light: [236, 196, 128],
            dark: [202, 150, 84],
        },
        margin: 0.75,
        frame: Some(line([120, 78, 38], 0.22)),
        grid: lines([52, 34, 18], 0.035, 0.07),
        rounding: Rounding::Smooth,
        star_points: Some(Dot {
            ink: [52, 34, 18].into(),
            radius: 0.11,
        }),
        coordinates: Some(Coordinates::usual([92, 60, 28])),
        stones: lenses(),
        radius: 0.47,
        shadow: 0.55,
        last_move: mark(MarkShape::Circle, [250, 250, 250], [20, 20, 20]),
        hover: Hover::Dot(Ink::new([200, 40, 30], 0.6)),
        ..plain()
    };
    vec![
        plain(),
        Theme {
            name: "walnut",
            ground: BoardMaterial::Wood {
                light: [146, 96, 58],
                dark: [92, 56, 32],
            },
            margin: 0.4,
            frame: None,
            grid: lines([238, 214, 176], 0.03, 0.06),
            star_points: Some(Dot {
                ink: [238, 214, 176].into(),
                radius: 0.09,
            }),
            coordinates: None,
            shadow: 0.35,
            last_move: mark(MarkShape::Triangle, [255, 196, 60], [190, 60, 20]),
            hover: Hover::Box(Ink::new([255, 230, 150], 0.8)),
            ..kaya.clone()
        },
        kaya,
    ]
}

/// Stones on crossings, on what programs paint.
fn on_colours() -> Vec<Theme> {
    vec![
        Theme {
            name: "night",
            ground: BoardMaterial::Plain([34, 36, 42]),
            margin: 0.1,
            grid: lines([112, 116, 128], 0.02, 0.02),
            rounding: Rounding::Smooth,
            stones: [
                Stone::Flat {
                    fill: [8, 8, 10],
                    rim: [150, 152, 160],
                },
                Stone::Flat {
                    fill: [228, 230, 236],
                    rim: [228, 230, 236],
                },
            ],
            last_move: mark(MarkShape::Dot, [80, 200, 255], [0, 110, 200]),
            hover: Hover::Tint(Ink::new([120, 160, 255], 0.3)),
            win_line: Ink::new([80, 200, 255], 0.9),
            ..plain()
        },
        Theme {
            name: "lacquer",
            ground: BoardMaterial::Plain([164, 40, 40]),
            margin: 0.6,
            grid: Grid::Lines {
                line: line([0, 0, 0], 0.06),
                edge: line([0, 0, 0], 0.06),
                overshoot: 0.5,
            },
            watermark: Some(Ink::new([110, 24, 26], 0.9)),
            rounding: Rounding::Smooth,
            stones: [
                Stone::Flat {
                    fill: [0, 0, 0],
                    rim: [0, 0, 0],
                },
                Stone::Flat {
                    fill: [255, 255, 255],
                    rim: [255, 255, 255],
                },
            ],
            radius: 0.68,
            last_move: mark(MarkShape::Plus, [70, 170, 90], [70, 170, 90]),
            ..plain()
        },
        Theme {
            name: "felt",
            ground: BoardMaterial::Felt([28, 104, 62]),
            margin: 0.5,
            frame: Some(line([82, 50, 26], 0.3)),
            grid: lines([196, 220, 190], 0.03, 0.08),
            star_points: Some(Dot {
                ink: [196, 220, 190].into(),
                radius: 0.08,
            }),
            stones: lenses(),
            radius: 0.42,
            shadow: 0.5,
            last_move: mark(MarkShape::Circle, [255, 210, 60], [200, 40, 40]),
            ..plain()
        },
        Theme {
            name: "slate",
            ground: BoardMaterial::Shaded {
                top: [168, 172, 176],
                bottom: [140, 144, 150],
            },
            margin: 0.3,
            grid: lines([84, 88, 92], 0.04, 0.04),
            stones: [
                Stone::Flat {
                    fill: [52, 54, 58],
                    rim: [30, 30, 32],
                },
                Stone::Flat {
                    fill: [226, 228, 230],
                    rim: [96, 98, 102],
                },
            ],
            star_points: Some(Dot {
                ink: [84, 88, 92].into(),
                radius: 0.1,
            }),
            coordinates: Some(Coordinates::usual([66, 70, 74])),
            last_move: mark(MarkShape::Box, [30, 30, 32], [30, 30, 32]),
            ..plain()
        },
        Theme {
            name: "faint",
            ground: BoardMaterial::Paper([240, 232, 214]),
            margin: 0.35,
            grid: lines([206, 196, 176], 0.03, 0.03),
            stones: [
                Stone::Ball {
                    heart: [96, 96, 104],
                    rim: [24, 24, 28],
                },
                Stone::Ball {
                    heart: [255, 255, 255],
                    rim: [186, 186, 190],
                },
            ],
            shadow: 0.4,
            last_move: mark(MarkShape::Dot, [255, 120, 60], [255, 90, 30]),
            ..plain()
        },
    ]
}

fn in_cells() -> Vec<Theme> {
    let scribble = Theme {
        name: "scribble",
        kind: Kind::Cells,
        ground: BoardMaterial::Plain([255, 255, 255]),
        margin: 0.9,
        grid: lines([96, 100, 240], 0.02, 0.05),
        stones: [
            Stone::Cross {
                line: line([170, 10, 10], 0.07),
                hands: 4,
            },
            Stone::Ring {
                line: line([8, 8, 150], 0.075),
                hands: 4,
            },
        ],
        radius: 0.34,
        last_move: mark(MarkShape::Tint, [200, 250, 205], [200, 250, 205]),
        hover: Hover::Tint(Ink::new([220, 220, 240], 0.9)),
        numbers: [[90, 90, 90], [90, 90, 90]],
        win_line: Ink::new([20, 150, 40], 0.8),
        ..plain()
    };
    vec![
        scribble.clone(),
        Theme {
            name: "contrast",
            ground: BoardMaterial::Plain([255, 255, 0]),
            margin: 1.0,
            grid: lines([0, 0, 0], 0.05, 0.11),
            stones: [
                Stone::Cross {
                    line: line([0, 0, 0], 0.22),
                    hands: 1,
                },
                Stone::Ring {
                    line: line([0, 0, 0], 0.09),
                    hands: 1,
                },
            ],
            radius: 0.3,
            last_move: mark(MarkShape::Box, [0, 0, 0], [0, 0, 0]),
            numbers: [[255, 60, 60], [200, 0, 0]],
            ..scribble.clone()
        },
        Theme {
            name: "space",
            ground: BoardMaterial::Sky {
                deep: [4, 4, 10],
                glow: [52, 40, 96],
            },
            grid: lines([40, 180, 60], 0.04, 0.08),
            rounding: Rounding::Smooth,
            stones: [
                Stone::Ball {
                    heart: [255, 120, 90],
                    rim: [220, 10, 10],
                },
                Stone::Ball {
                    heart: [150, 255, 150],
                    rim: [20, 150, 30],
                },
            ],
            radius: 0.5,
            last_move: mark(MarkShape::Plus, [250, 240, 120], [20, 40, 20]),
            hover: Hover::Tint(Ink::new([120, 255, 140], 0.25)),
            numbers: [[255, 255, 255], [10, 30, 10]],
            win_line: Ink::new([255, 255, 255], 0.8),
            ..scribble.clone()
        },
        Theme {
            name: "discs",
            ground: BoardMaterial::Plain([228, 230, 226]),
            margin: 0.15,
            grid: lines([128, 130, 128], 0.02, 0.02),
            stones: [
                Stone::Flat {
                    fill: [204, 30, 34],
                    rim: [120, 10, 14],
                },
                Stone::Flat {
                    fill: [40, 76, 200],
                    rim: [16, 34, 120],
                },
            ],
            radius: 0.4,
            last_move: mark(MarkShape::Dot, [0, 0, 0], [0, 0, 0]),
            numbers: [[255, 255, 255], [255, 255, 255]],
            win_line: Ink::new([250, 200, 20], 0.9),
            ..scribble.clone()
        },
        Theme {
            name: "ledger",
            ground: BoardMaterial::Paper([248, 244, 232]),
            margin: 0.5,
            grid: lines([150, 120, 100], 0.1, 0.2),
            stones: [
                Stone::Cross {
                    line: line([30, 70, 50], 0.1),
                    hands: 3,
                },
                Stone::Ring {
                    line: line([180, 60, 30], 0.1),
                    hands: 3,
                },
            ],
            radius: 0.3,
            coordinates: Some(Coordinates::usual([120, 96, 80])),
            ..scribble
        },
    ]
}

fn without_lines() -> Vec<Theme> {
    let checkers = Theme {
        name: "checkers",
        kind: Kind::Cells,
        ground: BoardMaterial::Wood {
            light: [214, 178, 126],
            dark: [176, 136, 86],
        },
        margin: 0.5,
        grid: Grid::Checkered {
            light: Ink::new([250, 236, 200], 0.75),
            dark: Ink::new([150, 96, 60], 0.8),
        },
        stones: lenses(),
        radius: 0.4,
        shadow: 0.4,
        last_move: mark(MarkShape::Circle, [255, 210, 60], [210, 40, 40]),
        ..plain()
    };
    vec![
        Theme {
            name: "meadow",
            ground: BoardMaterial::Plain([120, 170, 96]),
            margin: 0.0,
            grid: Grid::Checkered {
                light: [176, 212, 130].into(),
                dark: [160, 200, 112].into(),
            },
            stones: [
                Stone::Flat {
                    fill: [60, 44, 36],
                    rim: [30, 20, 16],
                },
                Stone::Flat {
                    fill: [255, 250, 226],
                    rim: [140, 130, 100],
                },
            ],
            shadow: 0.0,
            last_move: mark(MarkShape::Tint, [250, 226, 110], [250, 226, 110]),
            ..checkers.clone()
        },
        checkers.clone(),
        Theme {
            name: "tiles",
            ground: BoardMaterial::Plain([44, 62, 92]),
            margin: 0.2,
            grid: Grid::Tiles {
                face: [96, 128, 176].into(),
                gap: 0.1,
                corner: 0.14,
            },
            stones: [
                Stone::Ball {
                    heart: [255, 214, 110],
                    rim: [226, 140, 20],
                },
                Stone::Ball {
                    heart: [255, 255, 255],
                    rim: [190, 210, 232],
                },
            ],
            shadow: 0.3,
            last_move: mark(MarkShape::Dot, [160, 30, 10], [160, 30, 10]),
            win_line: Ink::new([255, 90, 90], 0.9),
            ..checkers.clone()
        },
        Theme {
            name: "cards",
            ground: BoardMaterial::Plain([236, 238, 241]),
            margin: 0.3,
            grid: Grid::Tiles {
                face: [255, 255, 255].into(),
                gap: 0.06,
                corner: 0.0,
            },
            stones: [
                Stone::Cross {
                    line: line([232, 80, 60], 0.13),
                    hands: 1,
                },
                Stone::Ring {
                    line: line([40, 150, 170], 0.12),
                    hands: 1,
                },
            ],
            radius: 0.27,
            shadow: 0.0,
            last_move: mark(MarkShape::Tint, [255, 240, 190], [255, 240, 190]),
            hover: Hover::Tint(Ink::new([90, 140, 220], 0.2)),
            numbers: [[60, 60, 60], [60, 60, 60]],
            ..checkers
        },
    ]
}
