//! Laws of all formats: what is written is read again, and no bytes make a reader panic.

use proptest::prelude::*;
use referee::{
    gomoku::Move,
    record::{Ply, Record},
    verdict::Reason,
};

use crate::{
    assume::Assume,
    format::Format,
    malformed::Malformed,
    pos, psq,
    samples::{Openings, record},
    sgf, text,
};

/// The game as stones alone.
fn stones(record: &Record) -> Vec<Move> {
    record
        .plies
        .iter()
        .map(|ply| ply.play)
        .filter(|play| matches!(play, Move::Place(_)))
        .collect()
}

fn assume(record: &Record) -> Assume {
    Assume {
        rule: record.start.rule,
    }
}

fn message(error: Malformed) -> TestCaseError {
    TestCaseError::fail(error.to_string())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn sgf_keeps_everything(record in record(Openings::Any)) {
        let file = sgf::write(&record);
        let read = sgf::read(file.as_bytes(), Assume::default()).map_err(message)?;
        prop_assert_eq!(read, vec![record], "{}", file);
    }

    /// Whatever becomes of a byte of one game, those around it are read as they were.
    #[test]
    fn a_damaged_game_costs_no_other(
        records in proptest::collection::vec(record(Openings::Any), 5), at in any::<proptest::sample::Index>(),
        byte in any::<u8>(), how in 0..4u8,
    ) {
        let files: Vec<String> = records.iter().map(sgf::write).collect();
        let mut damaged = files[2].clone().into_bytes();
        let at = at.index(damaged.len());
        match how {
            0 => damaged[at] = byte,
            1 => damaged.truncate(at),
            2 => drop(damaged.remove(at)),
            _ => damaged.insert(at, byte),
        }
        let damaged = String::from_utf8_lossy(&damaged).into_owned();
        // Such a bracket closes the game before it a second time: nothing tells to which of the two it belongs.
        prop_assume!(!damaged.starts_with(')'));
        let text = [&files[0], &files[1], &damaged, &files[3], &files[4]].map(String::as_str).concat();
        let mut read = Vec::new();
        Format::Sgf.each(text.as_bytes(), Assume::default(), &mut |game| read.extend(game.ok().and_then(|told| told.record.into_kind().ok())));
        for index in [0, 1, 3, 4] {
            prop_assert!(read.contains(&records[index]), "game {} of {}", index, text);
        }
        for game in read.iter().filter(|game| !records.contains(game)) {
            prop_assert!(how != 1 || at == 0, "a cut game is no shorter game: {:?} of {}", game, damaged);
        }
    }

    #[test]
    fn psq_keeps_stones_times_names_rule_and_winner(mut record in record(Openings::Free), names in "[A-Za-z][A-Za-z0-9 ]{0,8}[a-z]") {
        record.names = [names.clone(), names.to_uppercase() + "'s"];
        let file = psq::write(&record).unwrap();
        let read = psq::read(file.as_bytes(), Assume::default()).map_err(message)?;
        let kept = |ply: &Ply| (ply.play, ply.spent_ms);
        prop_assert_eq!(read.plies.iter().map(kept).collect::<Vec<_>>(), record.plies.iter().map(kept).collect::<Vec<_>>());
        prop_assert_eq!((read.start.size, read.start.rule, &read.names), (record.start.size, record.start.rule, &record.names));
        let result = |record: &Record| record.verdict.filter(|verdict| verdict.reason != Reason::Aborted).map(|verdict| verdict.winner);
        prop_assert_eq!(result(&read), result(&record), "{}", file);
        prop_assert_eq!(psq::read(file.as_bytes(), Assume::default()).map_err(message)?.id, read.id, "one file, one id");
    }

    #[test]
    fn stones_only_formats_keep_stones(record in record(Openings::Free)) {
        let spelled = text::write_sized(&record).unwrap();
        let read = text::read_sized(spelled.as_bytes(), record.start.size, assume(&record)).map_err(message)?;
        prop_assert_eq!(stones(&read), stones(&record));
        match pos::write(&record) {
            Ok(bytes) => prop_assert_eq!(stones(&pos::read(&bytes, assume(&record)).map_err(message)?), stones(&record)),
            Err(_) => prop_assert_ne!(record.start.size, 15),
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for format in Format::ALL {
            let _ = format.read(&bytes, Assume::default());
        }
        let _ = Format::of("", &bytes);
    }

    #[test]
    fn a_damaged_file_is_read_or_refused_where_it_is(record in record(Openings::Any), at in any::<proptest::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        for format in [Format::Sgf, Format::Psq, Format::Text] {
            let Ok(mut file) = format.write(&record) else { continue };
            let at = at.index(file.len());
            if cut { file.truncate(at) } else { file[at] = byte }
            if let Err(error) = format.read(&file, Assume::default()) {
                prop_assert!(error.line >= 1 && !error.hint.is_empty() && !error.message.contains('\n'), "{}", error);
            }
        }
    }
}
