//! `.pos`: a byte with the number of stones, then a byte 15 * row + column for each in play order. 15 x 15 only,
//! stones only.

use referee::{
    gomoku::Move,
    point::Point,
    record::{Ply, Record},
};

use crate::{
    assume::Assume,
    malformed::Malformed,
    text::{self, NoText},
};

const SIZE: u8 = 15;

/// The game as bytes.
///
/// # Errors
/// The board has another size, or the game began from set-up stones.
pub(crate) fn write(record: &Record) -> Result<Vec<u8>, NoText> {
    if record.start.size != SIZE {
        return Err(NoText {
            format: "pos",
            what: format!("a board of {} lines", record.start.size),
        });
    }
    let stones = text::stones(record, "pos")?;
    let too_many = |_| NoText {
        format: "pos",
        what: format!("{} stones", stones.len()),
    };
    let count = u8::try_from(stones.len()).map_err(too_many)?;
    let mut bytes = vec![count];
    for point in &stones {
        let off_board = || NoText {
            format: "pos",
            what: format!("a stone on {}", point.name_on(SIZE)),
        };
        let on_board = point.x < SIZE && point.y < SIZE;
        bytes.push(on_board.then(|| SIZE * point.y + point.x).ok_or_else(off_board)?);
    }
    Ok(bytes)
}

/// The game in a file.
///
/// # Errors
/// The length contradicts the count, a stone is off the board, or a move is against the rules.
pub(crate) fn read(bytes: &[u8], assume: Assume) -> Result<Record, Malformed> {
    let hint = "is this a .pos file?";
    let Some((&count, stones)) = bytes.split_first() else {
        return Err(Malformed::new(bytes, 0, "the file is empty", hint));
    };
    if stones.len() != usize::from(count) {
        let message = format!("{count} stones are announced and {} there", stones.len());
        return Err(Malformed::new(bytes, 0, message, hint));
    }
    let mut record = Record {
        source: Some("pos".to_owned()),
        ..Record::blank(SIZE, assume.rule)
    };
    for (index, &stone) in stones.iter().enumerate() {
        if stone >= SIZE * SIZE {
            return Err(Malformed::new(
                bytes,
                index + 1,
                format!("stone {stone} is off the board"),
                hint,
            ));
        }
        record
            .plies
            .push(Ply::bare(Move::Place(Point::new(stone % SIZE, stone / SIZE))));
    }
    let offsets: Vec<usize> = (1..=stones.len()).collect();
    text::judge(record, bytes, &offsets)
}
