//! A board as a client: `board:/dev/ttyUSB0,size=8,rule=freestyle,baud=115200`.

use engines::device::touch::{BAUD, SIZE, SIZES};
use referee::gomoku::Rule;

use base::user_error::UserError;

/// What begins such a client's name.
const PREFIX: &str = "board:";

/// Where a board is, and what is played on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The port.
    pub port: String,
    /// Bits a second.
    pub baud: u32,
    /// Lines a side.
    pub size: u8,
    /// Which fives win.
    pub rule: Rule,
}

impl Address {
    /// Reads a client's name; `None` if it names no board.
    ///
    /// # Errors
    /// It names a board, but not well.
    pub fn read(client: &str) -> Option<Result<Address, UserError>> {
        client.strip_prefix(PREFIX).map(Address::of)
    }

    fn of(words: &str) -> Result<Address, UserError> {
        let mut words = words.split(',');
        let port = words.next().unwrap_or_default();
        if port.is_empty() {
            return Err(UserError::new(
                "client `board:` names no port",
                "give it, such as board:/dev/ttyUSB0; `tengen device list` tells the ports",
            ));
        }
        let mut address = Address {
            port: port.to_owned(),
            baud: BAUD,
            size: SIZE,
            rule: Rule::Freestyle,
        };
        for word in words {
            let wrong = |hint: String| UserError::new(format!("client board: bad option `{word}`"), hint);
            match word.split_once('=') {
                Some(("size", value)) => {
                    let [least, most] = [SIZES.start(), SIZES.end()];
                    address.size = value
                        .parse()
                        .ok()
                        .filter(|size| SIZES.contains(size))
                        .ok_or_else(|| {
                            wrong(format!(
                                "the board's wire speaks of {least} to {most} lines a side"
                            ))
                        })?;
                }
                Some(("baud", value)) => {
                    let baud = value.parse().ok().filter(|baud| (300..=4_000_000).contains(baud));
                    address.baud =
                        baud.ok_or_else(|| wrong("give a number from 300 to 4000000".to_owned()))?;
                }
                Some(("rule", value)) => {
                    let read = Rule::from_name(value).filter(|rule| *rule != Rule::Renju);
                    // The board has no way to tell a person that a point is forbidden.
                    address.rule = read.ok_or_else(|| wrong("give freestyle or standard".to_owned()))?;
                }
                _ => return Err(wrong("its options are size, rule and baud".to_owned())),
            }
        }
        Ok(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(client: &str, expected: Result<(&str, u32, u8, Rule), &str>) {
        let read = Address::read(client).unwrap();
        let read = read.map(|address| (address.port, address.baud, address.size, address.rule));
        let expected = expected.map(|(port, baud, size, rule)| (port.to_owned(), baud, size, rule));
        assert_eq!(
            read.map_err(|mistake| mistake.hint),
            expected.map_err(str::to_owned),
            "{client}"
        );
    }

    #[test]
    fn boards_by_name() {
        assert!(Address::read("bovo").is_none());
        check(
            "board:/dev/ttyUSB0",
            Ok(("/dev/ttyUSB0", 115_200, 8, Rule::Freestyle)),
        );
        check(
            "board:COM3,size=10,rule=standard,baud=9600",
            Ok(("COM3", 9_600, 10, Rule::Standard)),
        );
        check(
            "board:",
            Err("give it, such as board:/dev/ttyUSB0; `tengen device list` tells the ports"),
        );
        check(
            "board:x,size=15",
            Err("the board's wire speaks of 5 to 10 lines a side"),
        );
        check("board:x,rule=renju", Err("give freestyle or standard"));
        check("board:x,baud=1", Err("give a number from 300 to 4000000"));
        check("board:x,colour=red", Err("its options are size, rule and baud"));
    }
}
