//! The screen and the touch panel of the touch-screen board, emulated: a picture, and a finger on a panel that lies askew and
//! measures noise. It speaks [`wires::panel`] and knows no port; what the picture means it does not know.

use std::collections::VecDeque;

use dice::Dice;
use wires::panel::{
    CELL_HEIGHT, CELL_WIDTH, GLYPH_ROWS, HEIGHT, PanelCommand, PanelCommands, PanelWord, READING_MAX, WIDTH,
};

/// Measurements of which a finger's coming, lying and going consist.
const COMING: u32 = 2;
const LYING: u32 = 16;
const GONE: u32 = 6;
/// Noise of a finger that lies, either way, and one measurement in so many that is far off.
const NOISE: i32 = 12;
const SPIKES: u64 = 12;

/// How a panel lies on its screen: a measurement is `origin` + column * `right` + row * `down`, the latter two in 64ths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lying {
    /// The measurement in the upper left corner, along the panel's two sides.
    pub origin: (i32, i32),
    /// What a column more adds.
    pub right: (i32, i32),
    /// What a row more adds.
    pub down: (i32, i32),
}

impl Lying {
    /// A little turned, skewed, and mirrored from left to right.
    pub const ASKEW: Lying = Lying {
        origin: (3650, 310),
        right: (-640, 38),
        down: (-45, 860),
    };
}

/// Screen and panel.
pub struct EmulatedScreen {
    pixels: Vec<u16>,
    ear: PanelCommands,
    lying: Lying,
    dice: Dice,
    /// What the next measurements find.
    coming: VecDeque<Contact>,
    idle: u32,
}

#[derive(Clone, Copy, Debug)]
enum Contact {
    None,
    Loose,
    Firm(u16, u16),
}

impl EmulatedScreen {
    /// A black screen under a panel without a finger.
    pub fn new(lying: Lying, seed: u64) -> EmulatedScreen {
        EmulatedScreen {
            pixels: vec![0; usize::from(WIDTH) * usize::from(HEIGHT)],
            ear: PanelCommands::new(),
            lying,
            dice: Dice::new(seed),
            coming: VecDeque::new(),
            idle: 0,
        }
    }

    /// Takes what the board says; what is to be said to that.
    pub fn hear(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut answer = Vec::new();
        for &byte in bytes {
            match self.ear.push(byte) {
                Some(PanelCommand::Measure) => answer.extend_from_slice(self.measure().coded().as_bytes()),
                Some(command) => self.draw(command),
                None => {}
            }
        }
        answer
    }

    /// A finger taps on a pixel, after the taps before it.
    pub fn tap(&mut self, x: u16, y: u16) {
        let phases = [
            (Contact::Loose, COMING),
            (Contact::Firm(x, y), LYING),
            (Contact::Loose, 1),
            (Contact::None, GONE),
        ];
        for (contact, count) in phases {
            self.coming.extend((0..count).map(|_| contact));
        }
        self.idle = 0;
    }

    /// Measurements since the last finger was gone. From two on the board has drawn what it made of that: it draws before it
    /// measures again.
    pub fn idle(&self) -> u32 {
        self.idle
    }

    /// Five bits of red, six of green, five of blue.
    ///
    /// # Panics
    /// If there is no such pixel.
    pub fn pixel(&self, x: u16, y: u16) -> u16 {
        assert!(x < WIDTH && y < HEIGHT, "no pixel {x},{y}");
        self.pixels[usize::from(y) * usize::from(WIDTH) + usize::from(x)]
    }

    /// The picture, row by row: red, green, blue of each pixel.
    pub fn rgb(&self) -> Vec<u8> {
        let wide = |value: u16, bits: u16| {
            let most = (1 << bits) - 1;
            ((u32::from(value & most) * 255 + u32::from(most) / 2) / u32::from(most)) as u8
        };
        self.pixels
            .iter()
            .flat_map(|&pixel| [wide(pixel >> 11, 5), wide(pixel >> 5, 6), wide(pixel, 5)])
            .collect()
    }

    fn measure(&mut self) -> PanelWord {
        let contact = self.coming.pop_front().unwrap_or(Contact::None);
        if self.coming.is_empty() {
            self.idle = self.idle.saturating_add(1);
        }
        match contact {
            Contact::None => PanelWord::Sample {
                x: READING_MAX,
                y: 0,
                pressure: self.dice.below(40),
            },
            Contact::Loose => self.anywhere(),
            Contact::Firm(..) if self.dice.below(SPIKES) == 0 => self.anywhere(),
            Contact::Firm(x, y) => {
                let Lying { origin, right, down } = self.lying;
                let (column, row) = (i32::from(x), i32::from(y));
                let mut along = |origin: i32, right: i32, down: i32| {
                    let noise = self.dice.below(2 * NOISE + 1) - NOISE;
                    let value = origin + (column * right + row * down) / 64 + noise;
                    value.clamp(0, i32::from(READING_MAX)) as u16
                };
                PanelWord::Sample {
                    x: along(origin.0, right.0, down.0),
                    y: along(origin.1, right.1, down.1),
                    pressure: 1200 + self.dice.below(900),
                }
            }
        }
    }

    fn anywhere(&mut self) -> PanelWord {
        let mut reading = || self.dice.below(READING_MAX + 1);
        PanelWord::Sample {
            x: reading(),
            y: reading(),
            pressure: 450 + reading() / 8,
        }
    }

    fn draw(&mut self, command: PanelCommand) {
        match command {
            PanelCommand::Fill {
                x,
                y,
                width,
                height,
                colour,
            } => self.fill([x, y, width, height].map(i32::from), colour),
            PanelCommand::Disc { x, y, radius, colour } => {
                let (x, y, radius) = (i32::from(x), i32::from(y), i32::from(radius));
                for dy in -radius..=radius {
                    let inside = |dx: &i32| dx * dx + dy * dy <= radius * radius + radius;
                    let reach = (0..=radius).rev().find(inside).unwrap_or(0);
                    self.fill([x - reach, y + dy, 2 * reach + 1, 1], colour);
                }
            }
            PanelCommand::Glyph {
                x,
                y,
                scale,
                ink,
                paper,
                rows,
            } => {
                let (x, y, scale) = (i32::from(x), i32::from(y), i32::from(scale));
                let cell = [CELL_WIDTH, CELL_HEIGHT].map(|dots| i32::from(dots) * scale);
                self.fill([x, y, cell[0], cell[1]], paper);
                for (row, column) in (0..GLYPH_ROWS).flat_map(|row| (0..5).map(move |column| (row, column))) {
                    if rows[row] & 0x10 >> column != 0 {
                        self.fill([x + column * scale, y + row as i32 * scale, scale, scale], ink);
                    }
                }
            }
            PanelCommand::Measure => {}
        }
    }

    fn fill(&mut self, [x, y, width, height]: [i32; 4], colour: u16) {
        let within = |at: i32, length: i32, most: u16| at.max(0)..(at + length).min(i32::from(most)).max(0);
        for row in within(y, height, HEIGHT) {
            for column in within(x, width, WIDTH) {
                self.pixels[row as usize * usize::from(WIDTH) + column as usize] = colour;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_painted_to_the_pixel() {
        let mut screen = EmulatedScreen::new(Lying::ASKEW, 1);
        let disc = PanelCommand::Disc {
            x: 0,
            y: 120,
            radius: 2,
            colour: 0xF800,
        };
        let glyph = PanelCommand::Glyph {
            x: 310,
            y: 10,
            scale: 2,
            ink: 1,
            paper: 2,
            rows: [0x10, 0, 0, 0, 0, 0, 0x01],
        };
        for command in [disc, glyph] {
            assert!(screen.hear(command.coded().as_bytes()).is_empty());
        }
        let reds: Vec<u16> = (118..=123)
            .map(|y| (0..5).filter(|&x| screen.pixel(x, y) == 0xF800).count() as u16)
            .collect();
        assert_eq!(reds, [2, 3, 3, 3, 2, 0]);
        assert_eq!(
            [
                (310, 10),
                (311, 11),
                (312, 10),
                (319, 23),
                (318, 22),
                (310, 25),
                (310, 26)
            ]
            .map(|(x, y)| screen.pixel(x, y)),
            [1, 1, 2, 1, 1, 2, 0]
        );
        assert_eq!(screen.rgb()[120 * 320 * 3..][..3], [255, 0, 0]);
    }

    #[test]
    fn a_tap_is_measured_where_the_panel_lies() {
        let mut screen = EmulatedScreen::new(Lying::ASKEW, 1);
        screen.tap(160, 120);
        let mut near = 0;
        let mut ear = wires::panel::PanelWords::new();
        while screen.idle() < 2 {
            let said = screen.hear(PanelCommand::Measure.coded().as_bytes());
            let Some(PanelWord::Sample { x, y, pressure }) =
                said.iter().filter_map(|&byte| ear.push(byte)).last()
            else {
                panic!("no measurement in {said:?}");
            };
            if pressure >= 1200 {
                assert!(x.abs_diff(1966) <= 13 && y.abs_diff(2017) <= 13, "{x} {y}");
                near += 1;
            }
        }
        assert!((10..=16).contains(&near), "{near} of 16");
    }
}
