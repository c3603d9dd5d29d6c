//! Stones in play order as people and tools write them on one line: `h8i9…` (letter and number, `a1` at the bottom
//! left, 15 lines unless said otherwise). Stones only: names, times and swap2's choices are lost.

use referee::{
    gomoku::{Move, Opening, SIZES},
    point::Point,
    record::{Ply, Record},
};

use crate::{
    assume::Assume,
    finish,
    malformed::{Malformed, Place, excerpt},
};

/// Lines of a board of which nothing is said.
const SIZE: u8 = 15;

/// A game that a format has no words for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{format} cannot hold {what}")]
pub struct NoText {
    /// The format's name.
    pub format: &'static str,
    /// What it cannot hold.
    pub what: String,
}

/// The points of the stones in play order, if the game began on an empty board.
pub(crate) fn stones(record: &Record, format: &'static str) -> Result<Vec<Point>, NoText> {
    if let Opening::Diagram(_) = record.start.opening {
        return Err(NoText {
            format,
            what: "a game that begins from set-up stones".to_owned(),
        });
    }
    let place = |ply: &Ply| match ply.play {
        Move::Place(point) => Some(point),
        Move::Choose(_) | Move::PutTwo => None,
    };
    Ok(record.plies.iter().filter_map(place).collect())
}

/// `h8`: the letter is the column, the number the row counted from the bottom.
pub fn name_of(point: Point, size: u8) -> String {
    point.name_on(size)
}

/// The game as `h8i9…`.
///
/// # Errors
/// It began from set-up stones, or is on a board that [`read`] would not take it for.
pub fn write(record: &Record) -> Result<String, NoText> {
    let size = record.start.size;
    if size != SIZE {
        return Err(NoText {
            format: "text",
            what: format!("a board of {size} lines: its readers take every board for one of {SIZE}"),
        });
    }
    write_sized(record)
}

/// The same for a reader who is told how many lines the board has.
///
/// # Errors
/// It began from set-up stones.
pub fn write_sized(record: &Record) -> Result<String, NoText> {
    Ok(stones(record, "text")?
        .into_iter()
        .map(|point| name_of(point, record.start.size))
        .collect::<String>()
        + "\n")
}

/// A game on a 15 x 15 board from `h8i9…`; spaces, commas and line ends may stand between the stones.
///
/// # Errors
/// Something else than stones, a stone off the board, or a move against the rules.
pub fn read(bytes: &[u8], assume: Assume) -> Result<Record, Malformed> {
    read_sized(bytes, SIZE, assume)
}

/// The same on another board.
///
/// # Errors
/// As for [`read`].
pub fn read_sized(bytes: &[u8], size: u8, assume: Assume) -> Result<Record, Malformed> {
    let fail = |offset, message: String, hint| Err(Malformed::new(bytes, offset, message, hint));
    let mut record = Record {
        source: Some("text".to_owned()),
        ..Record::blank(size, assume.rule)
    };
    let mut offsets = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii_whitespace() || byte == b',' {
            at += 1;
            continue;
        }
        let digits = bytes[at + 1..]
            .iter()
            .take(3)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let row = std::str::from_utf8(&bytes[at + 1..at + 1 + digits])
            .ok()
            .and_then(|digits| digits.parse().ok());
        let column = byte
            .to_ascii_lowercase()
            .checked_sub(b'a')
            .filter(|_| byte.is_ascii_alphabetic());
        let (Some(x), Some(row)) = (column, row) else {
            let rest = String::from_utf8_lossy(&bytes[at..bytes.len().min(at + 40)]);
            return fail(
                at,
                format!("no stone at {}", excerpt(&rest)),
                "stones are written as in h8i9",
            );
        };
        if x >= size || !(1..=u16::from(size)).contains(&row) {
            let stone = format!("{}{row}", char::from(byte));
            return fail(
                at,
                format!("stone {stone} is off a board of {size} lines"),
                "is the board larger?",
            );
        }
        record
            .plies
            .push(Ply::bare(Move::Place(Point::new(x, size - row as u8))));
        offsets.push(at);
        if let Some(message) = crowded(offsets.len(), size) {
            return fail(at, message, "is this one game?");
        }
        at += 1 + digits;
    }
    judge(record, bytes, &offsets)
}

/// Lets the rules have their say; `offsets` tells where each ply stands in the file.
pub(crate) fn judge(record: Record, bytes: &[u8], offsets: &[usize]) -> Result<Record, Malformed> {
    judge_after(Place::START, record, bytes, offsets)
}

/// The same for a game that begins at that place.
pub(crate) fn judge_after(
    place: Place,
    mut record: Record,
    bytes: &[u8],
    offsets: &[usize],
) -> Result<Record, Malformed> {
    match finish::board_verdict(&record) {
        Ok((_, verdict)) => record.verdict = record.verdict.or(verdict),
        Err(refused) => {
            let offset = offsets.get(refused.ply).copied().unwrap_or(place.offset);
            let message = match refused.error.played.is_empty() {
                true => refused.error.reason.clone(),
                false => format!("move {}: {}", refused.ply + 1, refused.error),
            };
            return Err(Malformed::after(
                place,
                bytes,
                offset,
                message,
                finish::hint(&refused.error),
            ));
        }
    }
    debug_assert!(SIZES.contains(&record.start.size), "the rules know the sizes");
    record.id = finish::content_id(&record);
    Ok(record)
}

/// Trouble if a game holds more stones than its board has points; before they are all read.
pub(crate) fn crowded(plies: usize, size: u8) -> Option<String> {
    let points = usize::from(size) * usize::from(size);
    (plies > points).then(|| format!("more stones than the {points} points of the board"))
}
