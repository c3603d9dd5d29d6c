//! What a strange board looks like: a theme, and what themes cannot say.

use dice::Dice;
use image::imageops;

use super::{Strange, extra};
use crate::{
    calibration::Kind,
    ink::{Ink, Rgb},
    paint::{Painter, bare::Bare, texture},
    theme::{self, BoardMaterial, Grid, LineStyle, MarkShape, Stone, Theme},
};

/// A theme and what themes cannot say.
pub(super) struct Look {
    pub theme: Theme,
    /// A dot on each point: colour and radius in pitches; and whether it is square.
    pub dots: Option<(Rgb, f64, bool)>,
    pub letters: Option<[char; 2]>,
    pub shape: Option<extra::Shape>,
    pub hides: Option<Rgb>,
    /// A frame: distance from the outermost line and width in pixels, colour, and the colour beyond it.
    pub border: Option<(f64, f64, Rgb, Option<Rgb>)>,
    /// Grain runs from top to bottom.
    pub upright: bool,
}

impl Look {
    pub(super) fn of(strange: Strange, dice: &mut Dice) -> Look {
        let mut look = Look {
            theme: dice.pick(theme::all()).clone(),
            dots: None,
            letters: None,
            shape: None,
            hides: None,
            border: None,
            upright: false,
        };
        match strange {
            Strange::LettersOnDots | Strange::DiscsOnDots => look.on_dots(strange, dice),
            Strange::SignsOnLines => {
                look.theme = lined(dice).clone();
                look.signs(dice);
            }
            Strange::SmallStones => {
                look.theme = lined(dice).clone();
                look.theme.radius = dice.between(0.13, 0.3);
                look.theme.shadow = 0.0;
            }
            Strange::DoubledBorder => look.doubled(dice),
            Strange::Pointer | Strange::Scaled | Strange::CrossHair | Strange::WonLine => {}
            Strange::Darkness => look.darken(dice),
            Strange::Squares => {
                look.theme = solid(dice, Some(Kind::Cells)).clone();
                look.theme.radius = dice.between(0.34, 0.42);
                look.shape = Some(extra::Shape::square(dice));
            }
            Strange::Labelled => look.theme = solid(dice, Some(Kind::Cells)).clone(),
            Strange::Hatched => {
                look.theme = solid(dice, None).clone();
                look.theme.shadow = 0.0;
                look.shape = Some(extra::Shape::hatched(dice));
            }
            Strange::LongShadows => {
                look.theme = solid(dice, None).clone();
                look.theme.shadow = 0.0;
            }
            _ => look.theme = solid(dice, None).clone(),
        }
        look
    }

    /// A dark theme as many pages have one, its black stones hardly darker than the board.
    fn darken(&mut self, dice: &mut Dice) {
        self.theme = lined(dice).clone();
        let level = dice.within(24, 56) as u8;
        self.theme.ground = BoardMaterial::Plain([level, level, level + dice.within(0, 8) as u8]);
        let ink = level + dice.within(20, 60) as u8;
        let line = LineStyle {
            ink: [ink; 3].into(),
            width: dice.between(0.02, 0.05),
        };
        self.theme.grid = Grid::Lines {
            line,
            edge: line,
            overshoot: 0.0,
        };
        if let Some(coordinates) = &mut self.theme.coordinates {
            coordinates.ink = [ink; 3];
        }
        let (dark, light) = (dice.within(0, 10) as u8, dice.within(110, 190) as u8);
        let rim = if dice.chance(0.5) { [dark; 3] } else { [ink; 3] };
        self.theme.stones = [
            Stone::Flat { fill: [dark; 3], rim },
            Stone::Flat {
                fill: [light; 3],
                rim: [light; 3],
            },
        ];
        self.theme.shadow = 0.0;
    }

    fn on_dots(&mut self, strange: Strange, dice: &mut Dice) {
        let (ground, dot) = *dice.pick(&[
            ([255, 255, 255], [0, 0, 0]),
            ([0, 0, 0], [190, 190, 190]),
            ([40, 44, 52], [120, 126, 140]),
            ([245, 222, 179], [90, 60, 30]),
            ([238, 238, 230], [150, 150, 150]),
        ]);
        self.theme = theme::by_name("plain").unwrap_or(&theme::all()[0]).clone();
        self.theme.name = "dots";
        self.theme.ground = BoardMaterial::Plain(ground);
        self.theme.grid = Grid::Lines {
            line: LineStyle {
                ink: Ink::new(dot, 0.0),
                width: 0.02,
            },
            edge: LineStyle {
                ink: Ink::new(dot, 0.0),
                width: 0.02,
            },
            overshoot: 0.0,
        };
        self.theme.margin = dice.between(0.2, 1.0);
        self.theme.last_move.shape = MarkShape::Missing;
        self.dots = Some((dot, dice.between(0.03, 0.09), dice.chance(0.5)));
        self.hides = dice.chance(0.7).then_some(ground);
        if strange == Strange::LettersOnDots {
            self.signs(dice);
        } else {
            let light = ground[0] > 127;
            let pair = *dice.pick(&[
                if light {
                    ([10, 10, 10], [255, 255, 255])
                } else {
                    ([90, 90, 90], [255, 255, 255])
                },
                ([210, 40, 40], [40, 90, 220]),
                ([200, 40, 30], [30, 150, 60]),
                ([230, 140, 20], [40, 150, 200]),
            ]);
            let disc = |fill: Rgb| {
                // A white disc on white has an outline.
                let rim = if extra::contrast(fill, ground) < 60 {
                    [20, 20, 20]
                } else {
                    fill
                };
                Stone::Flat { fill, rim }
            };
            self.theme.stones = [disc(pair.0), disc(pair.1)];
            self.theme.radius = dice.between(0.12, 0.45);
        }
    }

    /// Letters or signs much smaller than their cell, in two colours, or in one and told by their shapes.
    fn signs(&mut self, dice: &mut Dice) {
        let pair: (Rgb, Rgb) = *dice.pick(&[
            ([205, 20, 20], [20, 130, 30]),
            ([200, 0, 0], [0, 0, 205]),
            ([220, 60, 40], [30, 140, 170]),
            ([170, 20, 160], [20, 120, 60]),
            ([250, 220, 40], [90, 220, 250]),
            ([250, 250, 250], [15, 15, 15]),
        ]);
        let ground = ground_of(&self.theme);
        let seen = |color: Rgb| {
            if extra::contrast(color, ground) < 70 {
                opposite(ground)
            } else {
                color
            }
        };
        let pair = (seen(pair.0), seen(pair.1));
        let width = dice.between(0.04, 0.08);
        let pen = |color: Rgb| LineStyle {
            ink: color.into(),
            width,
        };
        self.theme.stones = [
            Stone::Cross {
                line: pen(pair.0),
                hands: 1,
            },
            Stone::Ring {
                line: pen(pair.1),
                hands: 1,
            },
        ];
        self.theme.radius = dice.between(0.13, 0.3);
        self.theme.shadow = 0.0;
        self.theme.last_move.shape = MarkShape::Missing;
        self.letters = match dice.below(4) {
            0 => None,
            1 => Some(['B', 'W']),
            2 => Some(['#', 'O']),
            _ => Some(['X', 'O']),
        };
    }

    fn doubled(&mut self, dice: &mut Dice) {
        self.theme = lined(dice).clone();
        self.theme.frame = None;
        self.theme.coordinates = None;
        let woods: [(Rgb, Rgb); 3] = [
            ([232, 190, 120], [196, 144, 80]),
            ([214, 160, 96], [160, 108, 58]),
            ([188, 130, 80], [140, 88, 48]),
        ];
        if dice.chance(0.75) {
            let (light, dark) = *dice.pick(&woods);
            self.theme.ground = BoardMaterial::Wood { light, dark };
            self.upright = dice.chance(0.8);
            let ink: Rgb = *dice.pick(&[[30, 20, 10], [60, 36, 18], [0, 0, 0]]);
            let line = |width: f64| LineStyle {
                ink: ink.into(),
                width,
            };
            let width = dice.between(0.02, 0.05);
            self.theme.grid = Grid::Lines {
                line: line(width),
                edge: line(width * dice.between(1.0, 2.5)),
                overshoot: 0.0,
            };
        }
        self.theme.margin = dice.between(0.1, 0.8);
        let ink: Rgb = *dice.pick(&[
            [20, 12, 6],
            [70, 40, 20],
            [110, 70, 36],
            [0, 0, 0],
            [240, 230, 210],
        ]);
        let beyond = dice
            .chance(0.4)
            .then(|| *dice.pick(&[[90, 56, 30], [220, 220, 220], [40, 40, 44]]));
        self.border = Some((dice.between(2.0, 9.0), dice.between(1.0, 8.0), ink, beyond));
    }

    /// The painter, its board drawn with all that the theme cannot say.
    pub(super) fn painter(&self, size: u8, pitch: f64, seed: u64) -> Painter {
        let mut painter = Painter::new(&self.theme, size, size, pitch, seed);
        let board = painter.calibration();
        if self.upright {
            let (width, height) = (painter.board.width(), painter.board.height());
            let lying = texture::lay(&self.theme.ground, height, width, seed).to_image();
            painter.board.paste(&imageops::rotate90(&lying), 0, 0);
            Bare {
                theme: &self.theme,
                calibration: &board,
                pitch,
            }
            .draw(&mut painter.board);
        }
        if let Some((distance, width, ink, beyond)) = self.border {
            extra::border(&mut painter.board, &board, distance, width, ink, beyond);
        }
        if let Some((color, radius, square)) = self.dots {
            extra::dots(&mut painter.board, &board, color, radius, square);
        }
        painter
    }
}

/// A theme with stones that hide what is below them.
pub(super) fn solid(dice: &mut Dice, kind: Option<Kind>) -> &'static Theme {
    let is_solid = |theme: &&Theme| !matches!(theme.stones[0], Stone::Cross { .. });
    let fits = |theme: &&Theme| kind.is_none_or(|kind| theme.kind == kind);
    let some: Vec<&Theme> = theme::all().iter().filter(is_solid).filter(fits).collect();
    some[dice.below(some.len())]
}

/// A theme with lines through its points.
pub(super) fn lined(dice: &mut Dice) -> &'static Theme {
    let with_lines = |theme: &&Theme| theme.kind == Kind::Points && theme.watermark.is_none();
    let some: Vec<&Theme> = theme::all().iter().filter(with_lines).collect();
    some[dice.below(some.len())]
}

/// About what colour a board has.
pub(super) fn ground_of(theme: &Theme) -> Rgb {
    match theme.ground {
        BoardMaterial::Plain(color) | BoardMaterial::Felt(color) | BoardMaterial::Paper(color) => color,
        BoardMaterial::Shaded {
            top: light,
            bottom: dark,
        }
        | BoardMaterial::Wood { light, dark }
        | BoardMaterial::Planks { light, dark }
        | BoardMaterial::Lit { light, dark } => texture::mix(light, dark, 0.5),
        BoardMaterial::Sky { deep, .. } => deep,
    }
}

/// Black on light grounds, white on dark ones.
pub(super) fn opposite(ground: Rgb) -> Rgb {
    if ground.iter().map(|level| u32::from(*level)).sum::<u32>() > 330 {
        [12, 12, 12]
    } else {
        [244, 244, 244]
    }
}
