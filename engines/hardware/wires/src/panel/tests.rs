//! Examples.

extern crate std;
use std::vec::Vec;

use super::*;

const COMMANDS: [PanelCommand; 4] = [
    PanelCommand::Fill {
        x: 319,
        y: 239,
        width: 320,
        height: 240,
        colour: 0xFFFF,
    },
    PanelCommand::Disc {
        x: 160,
        y: 128,
        radius: 127,
        colour: 0x8001,
    },
    PanelCommand::Glyph {
        x: 250,
        y: 7,
        scale: 2,
        ink: 0x7FFF,
        paper: 0xC080,
        rows: [31, 1, 2, 4, 8, 16, 31],
    },
    PanelCommand::Measure,
];

#[test]
fn commands_and_words_are_heard_as_they_were_said() {
    let mut ear = PanelCommands::new();
    let bytes: Vec<u8> = COMMANDS
        .iter()
        .flat_map(|command| command.coded().as_bytes().to_vec())
        .collect();
    let heard: Vec<PanelCommand> = bytes.iter().filter_map(|&byte| ear.push(byte)).collect();
    assert_eq!(heard, COMMANDS);

    let words = [
        PanelWord::Sample {
            x: 4095,
            y: 0,
            pressure: 130,
        },
        PanelWord::Blank,
    ];
    let mut ear = PanelWords::new();
    let bytes: Vec<u8> = words
        .iter()
        .flat_map(|word| word.coded().as_bytes().to_vec())
        .collect();
    let heard: Vec<PanelWord> = bytes.iter().filter_map(|&byte| ear.push(byte)).collect();
    assert_eq!(heard, words);
}

#[test]
fn a_listener_is_in_step_with_the_next_message_wherever_it_begins() {
    for from in 1..COMMANDS[2].coded().as_bytes().len() {
        let mut ear = PanelCommands::new();
        let bytes = [
            &COMMANDS[2].coded().as_bytes()[from..],
            COMMANDS[0].coded().as_bytes(),
        ]
        .concat();
        let heard: Vec<PanelCommand> = bytes.iter().filter_map(|&byte| ear.push(byte)).collect();
        assert_eq!(heard, [COMMANDS[0]], "from byte {from}");
    }
}

#[test]
fn what_no_converter_measures_is_dropped() {
    let mut ear = PanelWords::new();
    let high = PanelWord::Sample {
        x: 4096,
        y: 0,
        pressure: 0,
    };
    assert!(
        high.coded()
            .as_bytes()
            .iter()
            .all(|&byte| ear.push(byte).is_none())
    );
    assert!([0xFF, 0x80, 1, 2, 3].iter().all(|&byte| ear.push(byte).is_none()));
    assert_eq!(
        ear.push(PanelWord::Blank.coded().as_bytes()[0]),
        Some(PanelWord::Blank)
    );
}
