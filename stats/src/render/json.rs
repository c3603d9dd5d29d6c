//! The report for scripts. Rates are fractions, 0 to 1, and `null` without games; intervals are `[low, high]`.

use crate::report::Report;

/// One JSON object over several lines.
pub fn render(report: &Report) -> String {
    let mut text = serde_json::to_string_pretty(report).expect("a report is numbers and names");
    text.push('\n');
    text
}
