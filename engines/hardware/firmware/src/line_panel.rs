//! The panel of an STM32F405 whose emulator has none: a program at the other end of USART2 (PA2 sends, PA3 listens), in the words of
//! [`wires::panel`]. On a board with a screen this file is its LCD on the memory bus and two channels of the converter.

use firmware::{
    ring::Ring,
    touch::panel::{Area, Colour, News, Panel, Raw, Rows, Sample},
};
use wires::panel::{Coded, PanelCommand, PanelWord, PanelWords};

use crate::start::cortex;

const USART2: usize = 0x4000_4400;
/// On every STM32F1 and F4.
const INTERRUPT: u32 = 38;
const STATUS: *mut u32 = USART2 as *mut u32;
const DATA: *mut u32 = (USART2 + 0x04) as *mut u32;
const RATE: *mut u32 = (USART2 + 0x08) as *mut u32;
const CONTROL: *mut u32 = (USART2 + 0x0C) as *mut u32;
const RECEIVED_DATA: u32 = 1 << 5;
const CAN_SEND: u32 = 1 << 7;
/// On, sends, receives, with an interrupt for what is received.
const ON: u32 = 1 << 13 | 1 << 3 | 1 << 2 | 1 << 5;
/// A quarter of the processor's clock, at 115200 bits a second.
const DIVISOR: u32 = (168_000_000 / 4 + 115_200 / 2) / 115_200;

/// Reset and clock control: USART2's clock. Port A's is on for USART1.
const APB1_ON: *mut u32 = 0x4002_3840 as *mut u32;
const USART2_ON: u32 = 1 << 17;
/// Port A: how its pins are used; which function the lower eight have.
const PINS: *mut u32 = 0x4002_0000 as *mut u32;
const FUNCTIONS: *mut u32 = 0x4002_0020 as *mut u32;

static RECEIVED: Ring = Ring::new();

/// The panel, set up.
pub(crate) struct LinePanel {
    words: PanelWords,
}

impl LinePanel {
    /// Sets it up. Called once, after the board.
    pub(crate) fn start() -> LinePanel {
        // SAFETY: registers of this model, as its manual has them.
        unsafe {
            APB1_ON.write_volatile(APB1_ON.read_volatile() | USART2_ON);
            // PA2 and PA3 have their function 7, USART2.
            let pins = PINS.read_volatile() & !(0b1111 << 4);
            PINS.write_volatile(pins | 0b1010 << 4);
            let functions = FUNCTIONS.read_volatile() & !(0xFF << 8);
            FUNCTIONS.write_volatile(functions | 0x77 << 8);
            RATE.write_volatile(DIVISOR);
            CONTROL.write_volatile(ON);
        }
        cortex::enable(INTERRUPT);
        LinePanel {
            words: PanelWords::new(),
        }
    }

    fn send(&mut self, coded: &Coded) {
        for &byte in coded.as_bytes() {
            // SAFETY: the line's registers.
            unsafe {
                while STATUS.read_volatile() & CAN_SEND == 0 {}
                DATA.write_volatile(u32::from(byte));
            }
        }
    }
}

impl Panel for LinePanel {
    fn fill(&mut self, area: Area, colour: Colour) {
        let Area { x, y, width, height } = area;
        let colour = colour.0;
        self.send(
            &PanelCommand::Fill {
                x,
                y,
                width,
                height,
                colour,
            }
            .coded(),
        );
    }

    fn disc(&mut self, x: u16, y: u16, radius: u8, colour: Colour) {
        let colour = colour.0;
        self.send(&PanelCommand::Disc { x, y, radius, colour }.coded());
    }

    fn glyph(&mut self, x: u16, y: u16, scale: u8, ink: Colour, paper: Colour, rows: Rows) {
        let (ink, paper) = (ink.0, paper.0);
        self.send(
            &PanelCommand::Glyph {
                x,
                y,
                scale,
                ink,
                paper,
                rows,
            }
            .coded(),
        );
    }

    fn measure(&mut self) {
        self.send(&PanelCommand::Measure.coded());
    }

    fn news(&mut self) -> Option<News> {
        while let Some(received) = RECEIVED.read() {
            match self.words.push(received.byte) {
                Some(PanelWord::Sample { x, y, pressure }) => {
                    return Some(News::Measured(Sample {
                        raw: Raw { x, y },
                        pressure,
                    }));
                }
                Some(PanelWord::Blank) => return Some(News::Blank),
                None => {}
            }
        }
        None
    }
}

/// USART2 has a byte. The linker finds it by this name.
#[unsafe(export_name = "_usart2")]
extern "C" fn received() {
    // SAFETY: the line's registers. Reading the data also forgets an overrun.
    unsafe {
        while STATUS.read_volatile() & RECEIVED_DATA != 0 {
            // Pauses mean nothing on this line.
            RECEIVED.write(DATA.read_volatile() as u8, 0);
        }
    }
}
