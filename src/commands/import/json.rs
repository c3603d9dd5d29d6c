//! What became of imported files, for scripts.

use serde_json::json;

use super::ImportTally;

/// One JSON object over several lines.
pub(super) fn spell(tally: &ImportTally) -> String {
    let kinds = tally
        .kinds
        .iter()
        .map(|(kind, counts)| (kind.name().to_owned(), json!(counts)));
    let kinds: serde_json::Map<_, _> = kinds.collect();
    let spelled = json!({
        "files": tally.files,
        "files_failed": tally.failed,
        "games_added": tally.added + tally.found.merged.games_added,
        "games_known": tally.known,
        "games_refused": tally.refused,
        "results_contradicted": tally.contradicted,
        "games": kinds,
    });
    format!("{spelled:#}")
}
