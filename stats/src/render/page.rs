//! What every page of ours begins with: one HTML file that asks no other address for anything, light or dark as its reader likes it.

use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = "
:root { color-scheme: light dark; --faint: #8884; --page: #fff; --ink: #1d2329; --soft: #5c6670; }
@media (prefers-color-scheme: dark) { :root { --page: #14181c; --ink: #e3e8ec; --soft: #9aa5af; } }
body { background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; max-width: 58rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.35rem; } h2 { font-size: 1.1rem; margin-top: 2.1rem; } .soft { color: var(--soft); } figure { margin: 0; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 0.15rem 0.5rem; border-bottom: 1px solid var(--faint); white-space: nowrap; }
";

/// A whole page with this title after our name, these styles after the common one, and this body.
pub fn spell(title: &str, styles: &[&str], body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Tengen: " (title) }
                style { (PreEscaped(STYLE)) @for style in styles { (PreEscaped(style)) } }
            }
            body { (body) }
        }
    };
    page.into_string()
}
