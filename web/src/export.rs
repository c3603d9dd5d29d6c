//! The games that a page is about as one file: a table for spreadsheets, or the records themselves. A bound keeps a file from
//! taking all memory; nothing is left out without a word.

use stats::{
    insight::{GameQuery, aspect::Aspect},
    store::catalogue::CatalogueEntry,
};

use crate::{address, reply::Reply, trouble::trouble, view::View};

/// Where the table is, and the records.
pub(crate) const CSV: &str = "/games.csv";
pub(crate) const RECORDS: &str = "/games.records";
/// Records of one file.
const RECORDS_MAX: usize = 5_000;
/// What the columns of the table are.
const HEADS: [&str; 13] = [
    "number", "id", "game", "rules", "first", "second", "own_seat", "result", "end", "length", "started",
    "engine", "client",
];

/// All of them as a table (RFC 4180).
pub(crate) fn csv(view: &View<'_>) -> Reply {
    let query = view.asked();
    let mut text = HEADS.join(",") + "\r\n";
    for game in query.choose(&view.games) {
        let row = row(game, &query).map(|cell| spelled(&cell));
        text += &row.join(",");
        text += "\r\n";
    }
    Reply {
        file_name: Some("games.csv".to_owned()),
        ..Reply::of("text/csv; charset=utf-8", text)
    }
}

fn row(game: &CatalogueEntry, query: &GameQuery) -> [String; 13] {
    let outline = &game.outline;
    let [first, second] = game.names.each_ref().map(|name| name.to_string());
    [
        game.number.to_string(),
        game.id.clone(),
        game.kind.name().to_owned(),
        game.outline.rules.to_string(),
        first,
        second,
        outline.own_seat.map_or("", |seat| seat.name()).to_owned(),
        Aspect::Result.of(game, query).into_owned(),
        Aspect::End.of(game, query).into_owned(),
        outline.length.to_string(),
        outline.started_ms.map_or_else(String::new, address::minute),
        outline.engine.clone().unwrap_or_default(),
        outline.source.clone().unwrap_or_default(),
    ]
}

/// A cell that no spreadsheet takes for a formula, whatever it begins with, and that ends where it ends.
fn spelled(cell: &str) -> String {
    let is_formula = cell
        .trim_start()
        .starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '|', '%'])
        || cell.starts_with(['\t', '\r', '\n']);
    let guarded = if is_formula {
        format!("'{cell}")
    } else {
        cell.to_owned()
    };
    match guarded.contains(['"', ',', ';', '\t', '\r', '\n', ' ', '\'']) {
        true => format!("\"{}\"", guarded.replace('"', "\"\"")),
        false => guarded,
    }
}

/// All of them as records, one after the other, in the form that keeps most.
///
/// # Errors
/// The database cannot be read.
pub(crate) fn records(view: &View<'_>) -> anyhow::Result<Reply> {
    let query = view.asked();
    let chosen = query.choose(&view.games);
    if chosen.len() > RECORDS_MAX {
        let what = format!(
            "{} games are more than one file may have ({RECORDS_MAX})",
            chosen.len()
        );
        let hint = "narrow the selection, or write all of them with tengen export";
        return Ok(trouble(view.mode, 413, "Too many games", &what, hint));
    }
    let format = recordings::format::Format::fullest(view.kind);
    let mut bytes = Vec::new();
    for game in chosen {
        let Some(record) = view.library.record(&game.id)? else {
            continue;
        };
        bytes.extend(format.write(&record)?);
        bytes.extend(b"\n");
    }
    Ok(Reply {
        file_name: Some(format!("games.{}", format.name())),
        ..Reply::of("application/octet-stream", bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_or_ends_too_early() {
        let check = |cell: &str, expected: &str| assert_eq!(spelled(cell), expected, "{cell:?}");
        check("bovo", "bovo");
        check("", "");
        check("a,b", "\"a,b\"");
        check("say \"x\"", "\"say \"\"x\"\"\"");
        check("=1+1", "\"'=1+1\"");
        check("=cmd|' /C calc'!A0", "\"'=cmd|' /C calc'!A0\"");
        check("  @SUM(A1)", "\"'  @SUM(A1)\"");
        check("+1", "\"'+1\"");
        check("-1", "\"'-1\"");
        check("\t=1", "\"'\t=1\"");
        check("\r\n=1", "\"'\r\n=1\"");
        check("＝1", "\"'＝1\"");
        check("a=1", "a=1");
        check("a\nb", "\"a\nb\"");
    }
}
