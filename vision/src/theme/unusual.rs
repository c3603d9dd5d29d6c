//! Looks that are harder to find or to read: nothing but dots, a frame as thick as a stone's half beside the first line, lines
//! hardly darker than the ground. Like the usual ones they resemble what clients show.

use std::sync::LazyLock;

use crate::{
    calibration::Kind,
    theme::{
        BoardMaterial, Border, Coordinates, Dot, Grid, MarkShape, Rounding, Stone, Theme, Writing,
        looks::{discs, lenses, line, lines, mark, plain},
    },
};

pub(super) fn all() -> &'static [Theme] {
    static LOOKS: LazyLock<Vec<Theme>> = LazyLock::new(|| [without_lines(), drawn_twice(), dim()].concat());
    &LOOKS
}

fn without_lines() -> Vec<Theme> {
    let dots = Theme {
        name: "dots",
        ground: BoardMaterial::Plain([233, 226, 208]),
        margin: 0.4,
        grid: Grid::Dots(Dot {
            ink: [96, 84, 66].into(),
            radius: 0.07,
        }),
        rounding: Rounding::Smooth,
        ..plain()
    };
    vec![
        Theme {
            name: "pegs",
            ground: BoardMaterial::Wood {
                light: [224, 186, 122],
                dark: [196, 150, 92],
            },
            grid: Grid::Dots(Dot {
                ink: [88, 56, 30].into(),
                radius: 0.11,
            }),
            stones: lenses(),
            shadow: 0.4,
            ..dots.clone()
        },
        Theme {
            name: "pluses",
            ground: BoardMaterial::Felt([36, 92, 70]),
            grid: Grid::Pluses {
                line: line([176, 206, 180], 0.04),
                arm: 0.14,
            },
            rounding: Rounding::Snapped,
            ..dots.clone()
        },
        dots,
    ]
}

fn drawn_twice() -> Vec<Theme> {
    let ink = [58, 36, 18];
    let planks = Theme {
        name: "planks",
        ground: BoardMaterial::Planks {
            light: [226, 178, 108],
            dark: [182, 130, 70],
        },
        margin: 0.5,
        grid: lines(ink, 0.035, 0.05),
        border: Some(Border {
            line: line(ink, 0.14),
            distance: 0.2,
        }),
        star_points: Some(Dot {
            ink: ink.into(),
            radius: 0.1,
        }),
        stones: lenses(),
        radius: 0.46,
        shadow: 0.4,
        last_move: mark(MarkShape::Dot, [230, 60, 40], [200, 30, 30]),
        ..plain()
    };
    vec![
        Theme {
            name: "twofold",
            ground: BoardMaterial::Plain([214, 180, 128]),
            border: Some(Border {
                line: line(ink, 0.03),
                distance: 0.17,
            }),
            grid: lines(ink, 0.03, 0.03),
            ..planks.clone()
        },
        Theme {
            name: "terrace",
            margin: 1.2,
            border: Some(Border {
                line: line(ink, 0.06),
                distance: 1.0,
            }),
            coordinates: Some(Coordinates {
                place: Writing::Around,
                ..Coordinates::usual([80, 56, 30])
            }),
            ..planks.clone()
        },
        planks,
    ]
}

fn dim() -> Vec<Theme> {
    let dusk = Theme {
        name: "dusk",
        ground: BoardMaterial::Plain([30, 32, 36]),
        margin: 0.3,
        grid: lines([46, 48, 53], 0.03, 0.03),
        rounding: Rounding::Smooth,
        stones: discs([4, 4, 6], [214, 216, 222]),
        last_move: mark(MarkShape::Dot, [90, 200, 240], [0, 100, 190]),
        ..plain()
    };
    vec![
        Theme {
            name: "lamp",
            ground: BoardMaterial::Lit {
                light: [248, 222, 168],
                dark: [128, 92, 58],
            },
            grid: lines([70, 46, 26], 0.03, 0.05),
            stones: lenses(),
            shadow: 0.5,
            ..dusk.clone()
        },
        Theme {
            name: "well",
            kind: Kind::Cells,
            ground: BoardMaterial::Lit {
                light: [72, 78, 96],
                dark: [22, 24, 32],
            },
            margin: 0.1,
            grid: lines([108, 114, 132], 0.02, 0.02),
            stones: [
                Stone::Cross {
                    line: line([236, 120, 90], 0.1),
                    hands: 1,
                },
                Stone::Ring {
                    line: line([120, 190, 240], 0.1),
                    hands: 1,
                },
            ],
            radius: 0.3,
            ..dusk.clone()
        },
        dusk,
    ]
}
