//! The openings of a match: those of a file, or what the game of the match has of its own.

use std::path::Path;

use recordings::openings::any;
use referee::games::{AnyStart, GameKind};

use super::{Args, gomoku, match_openings::MatchOpenings, soccer};
use base::user_error::UserError;

/// Bytes of a book that are read.
const BOOK_BYTES_MAX: u64 = 64 << 20;

/// The openings that were asked for; of those made by dice as many as there are pairs.
pub(super) fn of(args: &Args, pairs_max: u64) -> Result<MatchOpenings, UserError> {
    let (start, own) = match args.game {
        GameKind::Gomoku => (gomoku::start(args).into(), gomoku::openings(args, pairs_max)?),
        GameKind::Soccer => (soccer::start(args).into(), soccer::openings(args, pairs_max)?),
    };
    match own {
        Some(openings) => Ok(openings),
        None => of_file(Path::new(&args.openings), start),
    }
}

fn of_file(path: &Path, start: AnyStart) -> Result<MatchOpenings, UserError> {
    let name = path.display();
    let unreadable = |error: std::io::Error| {
        let words = match start.kind() {
            GameKind::Gomoku => gomoku::WORDS,
            GameKind::Soccer => soccer::WORDS,
        };
        UserError::new(
            format!("cannot read the book {name}: {error}"),
            format!("--openings takes a file, or one of the words {words}"),
        )
    };
    if std::fs::metadata(path).map_err(unreadable)?.len() > BOOK_BYTES_MAX {
        let message = format!("the book {name} is larger than {} MiB", BOOK_BYTES_MAX >> 20);
        return Err(UserError::new(message, "is it a book of openings?"));
    }
    #[expect(
        clippy::disallowed_methods,
        reason = "the command reads the file it was given"
    )]
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let book =
        any::read(&bytes, &start).map_err(|error| UserError::new(format!("{name}, {error}"), error.hint))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(MatchOpenings {
        from: format!("{} openings of {name}", book.len()),
        start,
        book,
    })
}
