//! The report for scripts. Rates are fractions, 0 to 1, and `null` without games; intervals are `[low, high]`.

use crate::report::Report;

/// One JSON object over several lines; a list of them if there are reports on several kinds of game.
pub fn render<'a>(reports: impl IntoIterator<Item = &'a Report>) -> String {
    let reports: Vec<&Report> = reports.into_iter().collect();
    let text = match reports[..] {
        [report] => serde_json::to_string_pretty(report),
        _ => serde_json::to_string_pretty(&reports),
    };
    text.expect("a report is numbers and names") + "\n"
}
