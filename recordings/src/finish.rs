//! What every reader of a format does at the end: let the rules judge the moves, find the verdict, give an id.

use referee::{kind::Kind, position::IllegalMove, record::Record, verdict::Verdict};
use uuid::Uuid;

/// Namespace of the ids of games that came without one.
const NAMESPACE: Uuid = Uuid::from_u128(0x7e9e_17c0_5d1b_4a53_9b0e_3f2a_c1d4_8b66);

/// The end of a game as its moves show it, or the first ply that the rules refuse.
pub(crate) struct Refused {
    /// Index of the ply; the number of plies if the game cannot begin.
    pub(crate) ply: usize,
    pub(crate) error: IllegalMove,
}

/// The verdict of the board, if the moves decide the game.
pub(crate) fn board_verdict<P: Kind>(record: &Record<P>) -> Result<(P, Option<Verdict>), Refused> {
    let count = record.plies.len();
    let mut position = record.start().map_err(|error| Refused { ply: count, error })?;
    for (ply, played) in record.plies.iter().enumerate() {
        position
            .play(played.play)
            .map_err(|error| Refused { ply, error })?;
    }
    let verdict = position.outcome().map(|end| Verdict {
        winner: end.winner,
        reason: end.reason,
    });
    Ok((position, verdict))
}

/// An id made of the content: the same file read twice is the same game. Whoever imports it, and from which format
/// it was read, is no part of the game.
pub(crate) fn content_id<P: Kind>(record: &Record<P>) -> String {
    let bare = Record {
        id: String::new(),
        own_seat: None,
        source: None,
        ..record.clone()
    };
    let content = serde_json::to_vec(&bare).unwrap_or_default();
    Uuid::new_v5(&NAMESPACE, &content).to_string()
}

/// The id of a game whose content is that of `count` others before it in the same file.
pub(crate) fn repeated_id(id: &str, count: usize) -> String {
    Uuid::new_v5(&NAMESPACE, format!("{id} {count}").as_bytes()).to_string()
}

/// Advice on a refused move.
pub(crate) fn hint(error: &IllegalMove) -> &'static str {
    match error.reason.as_str() {
        "the game is over" => "if only exactly five stones win in this game, read it with another rule",
        _ => "the moves contradict the board size or the rule: correct the file",
    }
}
