//! Further looks: what clients draw around lines, balls, walls and goals so that they please.

use super::{BLACK, WHITE, dot, faint, line, plain, squares};
use crate::{
    ink::Ink,
    pitch::theme::{Ball, Bends, Between, Goals, GridReach, Hint, LastTurn, Theme, Turf, Under},
    theme::BoardMaterial,
};

pub(super) fn all() -> Vec<Theme> {
    [drawn(), on_lawns(), in_the_dark()].concat()
}

fn drawn() -> Vec<Theme> {
    let plain = plain();
    vec![
        Theme {
            name: "marker",
            ground: BoardMaterial::Shaded {
                top: [255, 255, 255],
                bottom: [226, 230, 236],
            },
            between: Between::Dots(dot([150, 156, 164], 0.06)),
            wall: line([60, 62, 70], 0.2),
            lines: [line([40, 100, 220], 0.2), line([220, 60, 50], 0.2)],
            ball: Ball::Glossy {
                color: [250, 170, 30],
                radius: 0.3,
            },
            ..plain.clone()
        },
        Theme {
            name: "dashed",
            ground: BoardMaterial::Plain([253, 252, 247]),
            between: Between::Dashes {
                line: line([170, 176, 186], 0.03),
                count: 4,
            },
            wall: line([30, 32, 40], 0.07),
            goals: Goals::Meshed(faint([30, 32, 40], 0.5, 0.02)),
            last_turn: LastTurn::OthersFaint(0.55),
            ball: Ball::Target {
                line: line([200, 60, 20], 0.04),
                radius: 0.2,
            },
            hint: Hint::Dot(dot([120, 190, 120], 0.09)),
            writing: Some([60, 60, 60]),
            ..plain.clone()
        },
        Theme {
            name: "rounded",
            ground: BoardMaterial::Plain([246, 243, 255]),
            between: squares(line([222, 214, 240], 0.03), GridReach::Field),
            wall: line([94, 53, 177], 0.1),
            rounding: 0.5,
            goals: Goals::Solid([[94, 53, 177], [0, 137, 123]]),
            lines: [line([94, 53, 177], 0.08), line([0, 137, 123], 0.08)],
            bends: Bends::Curved,
            joints: Some(dot([255, 255, 255], 0.05)),
            ball: Ball::Owned { radius: 0.2 },
            hint: Hint::Ring {
                line: line([255, 160, 0], 0.04),
                radius: 0.22,
            },
            ..plain.clone()
        },
        Theme {
            name: "ways",
            ground: BoardMaterial::Shaded {
                top: [232, 240, 250],
                bottom: [200, 214, 236],
            },
            between: Between::Dots(dot([130, 146, 176], 0.05)),
            wall: line([34, 50, 90], 0.08),
            lines: [line([20, 90, 200], 0.06), line([200, 40, 90], 0.06)],
            ball: Ball::Disc {
                fill: WHITE,
                rim: BLACK,
                radius: 0.2,
            },
            hint: Hint::Way(faint([34, 50, 90], 0.22, 0.04)),
            ..plain
        },
    ]
}

fn on_lawns() -> Vec<Theme> {
    let plain = plain();
    vec![
        Theme {
            name: "outlined",
            ground: BoardMaterial::Plain([70, 140, 60]),
            turf: Turf::Striped(Ink::new([84, 160, 72], 1.0)),
            wall: line(WHITE, 0.08),
            markings: Some(faint(WHITE, 0.4, 0.04)),
            goals: Goals::Meshed(faint(WHITE, 0.5, 0.02)),
            lines: [line([255, 235, 90], 0.06), line([120, 220, 255], 0.06)],
            under: Under::Outline(line([20, 30, 20], 0.11)),
            ball: Ball::Leather { radius: 0.24 },
            ..plain.clone()
        },
        Theme {
            name: "shadowed",
            ground: BoardMaterial::Wood {
                light: [150, 190, 120],
                dark: [126, 168, 98],
            },
            margin: 1.2,
            between: Between::Dots(dot([236, 244, 226], 0.04)),
            wall: line([250, 250, 244], 0.07),
            kerb: Some(line([110, 74, 40], 0.24)),
            lines: [line([180, 20, 30], 0.07), line([20, 40, 150], 0.07)],
            under: Under::Shadow(Ink::new([0, 0, 0], 0.35)),
            last_turn: LastTurn::Bold(1.4),
            ball: Ball::Glossy {
                color: [240, 240, 240],
                radius: 0.22,
            },
            writing: Some([40, 40, 30]),
            ..plain.clone()
        },
        Theme {
            name: "slate",
            ground: BoardMaterial::Lit {
                light: [150, 158, 166],
                dark: [92, 98, 108],
            },
            turf: Turf::Checkered(Ink::new([255, 255, 255], 0.08)),
            wall: line([244, 244, 240], 0.05),
            rounding: 0.25,
            lines: [line([250, 250, 250], 0.05), line([250, 214, 100], 0.05)],
            last_turn: LastTurn::Inked([255, 110, 90]),
            ball: Ball::Disc {
                fill: [240, 90, 70],
                rim: [60, 20, 20],
                radius: 0.15,
            },
            hint: Hint::Dot(dot([210, 220, 230], 0.07)),
            ..plain
        },
    ]
}

fn in_the_dark() -> Vec<Theme> {
    let plain = plain();
    vec![
        Theme {
            name: "neon",
            ground: BoardMaterial::Shaded {
                top: [14, 10, 34],
                bottom: [40, 14, 60],
            },
            between: Between::Dots(dot([96, 84, 140], 0.05)),
            wall: line([200, 120, 255], 0.06),
            kerb: Some(faint([200, 120, 255], 0.25, 0.2)),
            lines: [line([80, 240, 255], 0.05), line([255, 90, 190], 0.05)],
            under: Under::Glow {
                alpha: 0.3,
                width: 0.16,
            },
            ball: Ball::Disc {
                fill: WHITE,
                rim: WHITE,
                radius: 0.15,
            },
            halo: Some(dot([120, 110, 170], 0.34)),
            ..plain.clone()
        },
        Theme {
            name: "embers",
            ground: BoardMaterial::Felt([36, 34, 38]),
            between: squares(faint([250, 240, 220], 0.12, 0.03), GridReach::Page),
            wall: line([226, 200, 150], 0.06),
            goals: Goals::Filled([Ink::new([250, 120, 60], 0.35), Ink::new([90, 170, 250], 0.35)]),
            lines: [line([250, 120, 60], 0.06), line([90, 170, 250], 0.06)],
            last_turn: LastTurn::OthersFaint(0.5),
            ball: Ball::Ring {
                line: line([255, 245, 225], 0.06),
                radius: 0.2,
            },
            hint: Hint::Ring {
                line: faint([255, 245, 225], 0.5, 0.03),
                radius: 0.13,
            },
            ..plain.clone()
        },
        Theme {
            name: "rail",
            ground: BoardMaterial::Plain([44, 62, 80]),
            between: Between::Dashes {
                line: line([82, 102, 122], 0.03),
                count: 3,
            },
            wall: line([236, 240, 241], 0.26),
            goals: Goals::Lined([line([52, 152, 219], 0.26), line([231, 76, 60], 0.26)]),
            lines: [line([52, 152, 219], 0.14), line([231, 76, 60], 0.14)],
            under: Under::Outline(line([24, 34, 44], 0.22)),
            ball: Ball::Target {
                line: line([241, 196, 15], 0.07),
                radius: 0.24,
            },
            ..plain
        },
    ]
}
