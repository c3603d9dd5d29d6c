//! The program of the published device (docs/sources.md `S0.4`), which plays nothing itself: it joins the PC's bytes to integers,
//! drives a core with them, and prints what the core answers. It knows no chip and no line.

use wires::s0::{Command, Commands, CoordinateOrder, DeviceMove, LineEnd, Text};

use crate::{
    port::Received,
    stream::{Stream, Word, Words},
};

/// Begins with an empty board.
const CLEAR: u32 = 0;
/// Plays without a stone of the opponent.
const THINK: u32 = 2;
/// An opponent's stone follows as x, y.
const STONE: u32 = 1;

/// From the PC to the core: the program's side.
pub struct Inward {
    commands: Commands,
}

impl Inward {
    /// Nothing heard yet.
    #[expect(
        clippy::new_without_default,
        reason = "its other half is made in a constant; both are made alike"
    )]
    pub const fn new() -> Inward {
        Inward {
            commands: Commands::new(),
        }
    }

    /// Said once when the processor starts: whatever the core does was asked in an earlier life.
    pub const START: Word = Word::new(Stream::Reset, 0);

    /// Takes the PC's next byte; with every eighth of a message the core is told. Stones that make no sense are the core's to
    /// refuse.
    pub fn hear(&mut self, received: Received, mut say: impl FnMut(Word)) {
        if received.after_pause {
            self.commands.idle();
        }
        match self.commands.push(received.byte) {
            None => {}
            Some(Command::Reset) => say(Word::new(Stream::Control, CLEAR)),
            Some(Command::PlayFirst) => say(Word::new(Stream::Control, THINK)),
            Some(Command::Stone { x, y }) => {
                for value in [STONE, x as u32, y as u32] {
                    say(Word::new(Stream::Data, value));
                }
            }
        }
    }
}

/// From the core to the PC: the interrupt's side.
pub struct Outward {
    words: Words,
    /// The core has begun anew, so what it says is meant for us.
    meant: bool,
    /// `r0`, the first word of an answer.
    first: Option<u32>,
}

impl Outward {
    /// Nothing heard yet.
    #[expect(
        clippy::new_without_default,
        reason = "it is made in a constant, where no default can be"
    )]
    pub const fn new() -> Outward {
        Outward {
            words: Words::new(),
            meant: false,
            first: None,
        }
    }

    /// Takes the next byte from the core; with the last of its second word comes what is printed: `r1`, then `r0`.
    pub fn hear(&mut self, byte: u8) -> Option<Text> {
        let word = self.words.push(byte)?;
        match word.stream {
            Stream::Reset => (self.meant, self.first) = (true, None),
            Stream::Answer if self.meant => match self.first.take() {
                None => self.first = Some(word.value),
                Some(first) => {
                    let answer = DeviceMove {
                        x: first as i32,
                        y: word.value as i32,
                    };
                    return Some(Text::new(answer, CoordinateOrder::Yx, LineEnd::Lf));
                }
            },
            Stream::Answer | Stream::Control | Stream::Data => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(command: Command) -> Vec<Received> {
        let bytes = command.to_bytes().into_iter().enumerate();
        bytes
            .map(|(index, byte)| Received {
                byte,
                after_pause: index == 0,
            })
            .collect()
    }

    #[track_caller]
    fn check_inward(received: &[Received], expected: &[(Stream, u32)]) {
        let mut inward = Inward::new();
        let mut said = Vec::new();
        for &received in received {
            inward.hear(received, |word| said.push((word.stream, word.value)));
        }
        assert_eq!(said, expected);
    }

    const STONE: Command = Command::Stone { x: 7, y: 8 };
    const SAID: [(Stream, u32); 3] = [(Stream::Data, 1), (Stream::Data, 7), (Stream::Data, 8)];

    #[test]
    fn messages_drive_the_core() {
        check_inward(&bytes(STONE), &SAID);
        check_inward(&bytes(Command::Reset), &[(Stream::Control, 0)]);
        check_inward(&bytes(Command::PlayFirst), &[(Stream::Control, 2)]);
        let wild = Command::Stone {
            x: -1,
            y: 0x0102_0304,
        };
        check_inward(
            &bytes(wild),
            &[
                (Stream::Data, 1),
                (Stream::Data, u32::MAX),
                (Stream::Data, 0x0102_0304),
            ],
        );
    }

    #[test]
    fn a_half_message_is_dropped_after_a_pause_and_kept_without() {
        for half in 1..8 {
            let late = [&bytes(STONE)[..half], &bytes(STONE)].concat();
            check_inward(&late, &SAID);
        }
        check_inward(&bytes(STONE)[..7], &[]);
    }

    #[track_caller]
    fn check_outward(words: &[(Stream, u32)], expected: &str) {
        let mut outward = Outward::new();
        let mut printed = Vec::new();
        for &(stream, value) in words {
            for byte in Word::new(stream, value).to_bytes() {
                if let Some(text) = outward.hear(byte) {
                    printed.extend_from_slice(text.as_bytes());
                }
            }
        }
        assert_eq!(String::from_utf8(printed).unwrap(), expected);
    }

    #[test]
    fn answers_are_printed_second_word_first() {
        let (reset, answer) = ((Stream::Reset, 0), Stream::Answer);
        check_outward(&[reset, (answer, 6), (answer, 14), (answer, 0)], "14\n6\n");
        check_outward(
            &[reset, (answer, 1), (answer, 2), (answer, 3), (answer, 4)],
            "2\n1\n4\n3\n",
        );
    }

    #[test]
    fn what_the_core_says_of_an_earlier_life_is_not_printed() {
        let (reset, answer) = ((Stream::Reset, 0), Stream::Answer);
        check_outward(
            &[(answer, 1), (answer, 2), reset, (answer, 3), (answer, 4)],
            "4\n3\n",
        );
        check_outward(&[reset, (answer, 1), reset, (answer, 3), (answer, 4)], "4\n3\n");
    }
}
