//! Joins bytes to questions. Both wires are listened to at once: what is said on one makes no sense on the other, so nobody has
//! to tell a device which wire its host speaks.

use wires::{
    s0::{Command, Commands, SIZE},
    v2::{Body, Decoder, Heard},
};

use crate::port::{Port, Wire};

/// Something that was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// On the wire of the published device.
    Command(Command),
    /// On our own; its check sum was right.
    Message(Body),
}

/// Both ears.
pub struct Ear {
    commands: Commands,
    decoder: Decoder,
    /// The wire of the last question; `None` before the first.
    wire: Option<Wire>,
}

impl Ear {
    /// Nothing heard yet.
    pub const fn new() -> Ear {
        Ear {
            commands: Commands::new(),
            decoder: Decoder::new(),
            wire: None,
        }
    }

    /// Reads what has arrived up to the next question.
    pub fn hear(&mut self, port: &mut impl Port) -> Option<Question> {
        while let Some(received) = port.receive() {
            if received.after_pause {
                self.commands.idle();
            }
            let command = self.commands.push(received.byte);
            if let Heard::Message(body) = self.decoder.push(received.byte) {
                self.commands.idle();
                self.speak(Wire::V2, port);
                return Some(Question::Message(body));
            }
            if let Some(command) = command.filter(|&command| self.is_meant(command)) {
                self.speak(Wire::S0, port);
                return Some(Question::Command(command));
            }
        }
        None
    }

    /// Eight bytes of a message of our own wire read as a stone far off the board. And its host may send zeros to get in step
    /// again, of which eight are a stone on (0, 0): after a message only what begins a game is taken for a command.
    fn is_meant(&self, command: Command) -> bool {
        match command {
            Command::Reset | Command::PlayFirst => true,
            Command::Stone { x, y } => {
                let board = 0..i32::from(SIZE);
                self.wire != Some(Wire::V2) && board.contains(&x) && board.contains(&y)
            }
        }
    }

    fn speak(&mut self, wire: Wire, port: &mut impl Port) {
        if self.wire != Some(wire) {
            self.wire = Some(wire);
            port.keep(wire);
        }
    }
}

impl Default for Ear {
    fn default() -> Ear {
        Ear::new()
    }
}
