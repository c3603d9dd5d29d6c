//! The looks themselves: each says in what it differs from a plain field. They resemble what game clients and people with
//! pencils draw, without copying any one of them; the last ones are there to be hard to read.

mod more;

use std::sync::LazyLock;

use super::{Ball, Bends, Between, Corners, Goals, GridReach, Hint, LastTurn, Theme, Turf, Under};
use crate::{
    ink::{Ink, Rgb},
    theme::{BoardMaterial, Dot, LineStyle},
};

const BLACK: Rgb = [12, 12, 14];
const WHITE: Rgb = [246, 246, 243];
const RED: Rgb = [226, 32, 30];
const BLUE: Rgb = [24, 52, 220];

pub(super) fn all() -> &'static [Theme] {
    static LOOKS: LazyLock<Vec<Theme>> =
        LazyLock::new(|| [on_paper(), on_grass(), in_apps(), nasty(), more::all()].concat());
    &LOOKS
}

fn line(color: Rgb, width: f64) -> LineStyle {
    LineStyle {
        ink: color.into(),
        width,
    }
}

fn faint(color: Rgb, alpha: f32, width: f64) -> LineStyle {
    LineStyle {
        ink: Ink::new(color, alpha),
        width,
    }
}

fn dot(color: Rgb, radius: f64) -> Dot {
    Dot {
        ink: color.into(),
        radius,
    }
}

fn squares(line: LineStyle, reach: GridReach) -> Between {
    Between::Squares {
        line,
        parts: 1,
        reach,
    }
}

/// A black wall on white, blue and red lines, a small black ball: what the other looks start from.
fn plain() -> Theme {
    Theme {
        name: "plain",
        ground: BoardMaterial::Plain([255, 255, 255]),
        margin: 0.8,
        turf: Turf::Bare,
        between: Between::Nothing,
        wall: line(BLACK, 0.06),
        rounding: 0.0,
        kerb: None,
        goals: Goals::Boxed,
        mouth: None,
        corners: Corners::Open,
        markings: None,
        lines: [line(BLUE, 0.045), line(RED, 0.045)],
        under: Under::Nothing,
        stray: 0.0,
        bends: Bends::Pointed,
        last_turn: LastTurn::Same,
        joints: None,
        ball: Ball::Disc {
            fill: BLACK,
            rim: BLACK,
            radius: 0.14,
        },
        halo: None,
        hint: Hint::Missing,
        writing: None,
    }
}

fn on_paper() -> Vec<Theme> {
    let plain = plain();
    vec![
        plain.clone(),
        Theme {
            name: "paper",
            ground: BoardMaterial::Paper([250, 248, 240]),
            margin: 1.6,
            between: squares(line([176, 200, 232], 0.02), GridReach::Page),
            wall: line([40, 44, 60], 0.07),
            lines: [line([30, 50, 160], 0.055), line([190, 40, 50], 0.055)],
            stray: 0.045,
            ball: Ball::Ring {
                line: line([20, 20, 30], 0.05),
                radius: 0.17,
            },
            ..plain.clone()
        },
        Theme {
            name: "squared",
            margin: 0.9,
            between: squares(line([204, 204, 238], 0.04), GridReach::Page),
            wall: line([0, 0, 0], 0.04),
            lines: [line([0, 0, 255], 0.04), line([255, 0, 0], 0.04)],
            last_turn: LastTurn::Bold(2.0),
            ball: Ball::Owned { radius: 0.08 },
            writing: Some([60, 60, 60]),
            ..plain.clone()
        },
        Theme {
            name: "pencil",
            ground: BoardMaterial::Paper([244, 240, 226]),
            between: squares(line([206, 210, 204], 0.02), GridReach::Page),
            wall: faint([50, 50, 54], 0.85, 0.06),
            goals: Goals::Netted(faint([90, 90, 96], 0.6, 0.02)),
            lines: [faint([58, 58, 64], 0.85, 0.05), faint([58, 58, 64], 0.85, 0.05)],
            stray: 0.05,
            bends: Bends::Curved,
            ball: Ball::Disc {
                fill: [70, 70, 74],
                rim: [40, 40, 44],
                radius: 0.16,
            },
            ..plain
        },
    ]
}

fn on_grass() -> Vec<Theme> {
    let plain = plain();
    vec![
        Theme {
            name: "meadow",
            ground: BoardMaterial::Plain([48, 128, 72]),
            between: Between::Dots(dot([112, 176, 112], 0.035)),
            wall: line([255, 255, 255], 0.04),
            lines: [line([240, 240, 240], 0.04), line([240, 240, 240], 0.04)],
            last_turn: LastTurn::Bold(1.6),
            ball: Ball::Owned { radius: 0.09 },
            ..plain.clone()
        },
        Theme {
            name: "stadium",
            ground: BoardMaterial::Felt([52, 120, 46]),
            turf: Turf::Striped(Ink::new([96, 170, 78], 0.5)),
            wall: line(WHITE, 0.09),
            goals: Goals::Netted(faint(WHITE, 0.55, 0.03)),
            markings: Some(faint(WHITE, 0.35, 0.04)),
            lines: [line([255, 226, 60], 0.07), line([240, 70, 60], 0.07)],
            ball: Ball::Leather { radius: 0.26 },
            writing: Some(WHITE),
            ..plain.clone()
        },
        Theme {
            name: "crossed",
            ground: BoardMaterial::Felt([44, 110, 30]),
            margin: 0.5,
            between: Between::Dots(dot(WHITE, 0.05)),
            wall: line([255, 255, 255], 0.15),
            goals: Goals::Lined([line([0, 0, 255], 0.15), line([255, 0, 0], 0.15)]),
            corners: Corners::Crossed,
            lines: [line([255, 0, 0], 0.15), line([0, 0, 255], 0.15)],
            ball: Ball::Leather { radius: 0.29 },
            ..plain
        },
    ]
}

fn in_apps() -> Vec<Theme> {
    let plain = plain();
    vec![
        Theme {
            name: "night",
            ground: BoardMaterial::Plain([18, 20, 28]),
            between: squares(line([40, 44, 58], 0.025), GridReach::Field),
            wall: line([150, 160, 190], 0.05),
            goals: Goals::Filled([Ink::new([40, 190, 255], 0.25), Ink::new([255, 90, 160], 0.25)]),
            lines: [line([40, 190, 255], 0.05), line([255, 90, 160], 0.05)],
            last_turn: LastTurn::Glowing(faint([255, 255, 255], 0.25, 0.13)),
            ball: Ball::Disc {
                fill: WHITE,
                rim: WHITE,
                radius: 0.17,
            },
            hint: Hint::Ring {
                line: line([120, 220, 140], 0.04),
                radius: 0.17,
            },
            writing: Some([190, 196, 210]),
            ..plain.clone()
        },
        Theme {
            name: "chalk",
            ground: BoardMaterial::Felt([38, 56, 48]),
            between: Between::Pluses {
                line: faint(WHITE, 0.3, 0.03),
                arm: 0.09,
            },
            wall: faint(WHITE, 0.85, 0.06),
            lines: [faint(WHITE, 0.7, 0.05), faint([250, 230, 130], 0.7, 0.05)],
            stray: 0.04,
            ball: Ball::Disc {
                fill: [250, 200, 90],
                rim: [250, 200, 90],
                radius: 0.18,
            },
            hint: Hint::Dot(dot([120, 160, 140], 0.1)),
            ..plain.clone()
        },
        Theme {
            name: "mobile",
            ground: BoardMaterial::Plain([236, 240, 241]),
            turf: Turf::Even(Ink::new([255, 255, 255], 1.0)),
            between: Between::Dots(dot([189, 195, 199], 0.08)),
            wall: line([52, 73, 94], 0.12),
            goals: Goals::Filled([Ink::new([26, 188, 156], 0.45), Ink::new([230, 126, 34], 0.45)]),
            lines: [line([26, 188, 156], 0.12), line([230, 126, 34], 0.12)],
            bends: Bends::Curved,
            joints: Some(dot([52, 73, 94], 0.1)),
            ball: Ball::Disc {
                fill: [231, 76, 60],
                rim: WHITE,
                radius: 0.24,
            },
            hint: Hint::Ring {
                line: line([46, 204, 113], 0.05),
                radius: 0.2,
            },
            ..plain.clone()
        },
        Theme {
            name: "table",
            ground: BoardMaterial::Wood {
                light: [214, 170, 110],
                dark: [190, 142, 84],
            },
            between: squares(faint([70, 40, 16], 0.45, 0.02), GridReach::Field),
            wall: line([50, 26, 10], 0.1),
            lines: [line([20, 20, 24], 0.06), line([250, 248, 240], 0.06)],
            last_turn: LastTurn::Inked([200, 30, 30]),
            ball: Ball::Leather { radius: 0.24 },
            writing: Some([50, 26, 10]),
            ..plain
        },
    ]
}

/// Looks in which something is easily taken for something else.
fn nasty() -> Vec<Theme> {
    let plain = plain();
    vec![
        Theme {
            name: "onepen",
            ground: BoardMaterial::Plain([250, 250, 250]),
            wall: line([30, 30, 30], 0.03),
            lines: [line([30, 30, 30], 0.03), line([30, 30, 30], 0.03)],
            mouth: Some(line([200, 200, 200], 0.03)),
            ball: Ball::Ring {
                line: line([30, 30, 30], 0.03),
                radius: 0.12,
            },
            ..plain.clone()
        },
        Theme {
            name: "lookalike",
            between: squares(line([150, 150, 150], 0.03), GridReach::Field),
            wall: line([90, 90, 90], 0.08),
            lines: [line([70, 70, 110], 0.05), line([110, 70, 70], 0.05)],
            ..plain.clone()
        },
        Theme {
            name: "checkers",
            ground: BoardMaterial::Plain([120, 176, 96]),
            turf: Turf::Checkered(Ink::new([150, 206, 120], 1.0)),
            wall: line(WHITE, 0.06),
            markings: Some(faint(WHITE, 0.45, 0.05)),
            lines: [line([20, 30, 120], 0.06), line([150, 20, 20], 0.06)],
            ball: Ball::Leather { radius: 0.22 },
            hint: Hint::Dot(dot([255, 240, 120], 0.12)),
            ..plain.clone()
        },
        Theme {
            name: "fine",
            ground: BoardMaterial::Paper([252, 252, 248]),
            margin: 1.5,
            between: Between::Squares {
                line: line([190, 214, 190], 0.015),
                parts: 2,
                reach: GridReach::Page,
            },
            wall: line([30, 90, 40], 0.06),
            lines: [line([30, 60, 150], 0.04), line([160, 40, 120], 0.04)],
            stray: 0.03,
            ball: Ball::Disc {
                fill: [30, 90, 40],
                rim: [30, 90, 40],
                radius: 0.12,
            },
            ..plain.clone()
        },
        Theme {
            name: "dusk",
            ground: BoardMaterial::Lit {
                light: [214, 210, 204],
                dark: [120, 116, 124],
            },
            between: Between::Dots(dot([90, 90, 98], 0.04)),
            wall: line([60, 56, 66], 0.05),
            lines: [line([90, 60, 60], 0.05), line([60, 70, 100], 0.05)],
            last_turn: LastTurn::Glowing(faint([255, 255, 200], 0.6, 0.14)),
            ball: Ball::Disc {
                fill: [240, 236, 220],
                rim: [60, 56, 66],
                radius: 0.2,
            },
            ..plain
        },
    ]
}
