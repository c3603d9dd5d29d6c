//! Whether all that a session needs is there, and which clients are known.

use maud::{Markup, html};
use profile::library;
use watch::finding::Finding;

use crate::{
    frame::{page, short},
    view::View,
};

pub(crate) fn show(view: &View<'_>, findings: &[Finding]) -> Markup {
    let profiles = library::profiles();
    let body = html! {
        h1 { "Setup" }
        h2 { "Checks" }
        p class="soft" { "A page only looks. " code { "tengen doctor" } " tries whether the disk can be written, whether the database is whole, and screen, mouse and engine." }
        ul class="checks" { @for finding in findings {
            li class=(finding.state.name()) {
                b { (finding.state.name()) } " " (finding.check) ": " (base::legible::line(&finding.detail))
                @if !finding.remedy.is_empty() { br; span class="soft" { (finding.remedy) } }
            }
            li class="ok" { b { "ok" } " database: it can be read and holds " (view.games.len()) " games" }
        } }
        h2 { "Clients" }
        div class="wide" tabindex="0" { table class="words" {
            thead { tr { th scope="col" { "profile" } th scope="col" { "client" } th scope="col" { "window" } th scope="col" { "started by" } th scope="col" { "from" } } }
            tbody {
                @for (profiles, from) in [(&profiles.built_in, "the program"), (&profiles.others, "a folder")] {
                    @for (name, profile) in profiles { tr {
                        th scope="row" { (short(name)) } td { (short(&profile.title)) } td { (short(profile.window.title.as_deref().or(profile.window.class.as_deref()).unwrap_or("–"))) }
                        td { @match &profile.launch { Some(launch) => code { (short(&launch.command.join(" "))) }, None => "hand" } }
                        td { (from) }
                    } }
                }
            }
        } }
        h2 { "Places" }
        dl class="facts" {
            div { dt { "database" } dd { code { (view.library.home.database.display()) } } }
            div { dt { "journals" } dd { code { (view.library.home.journals.display()) } } }
            div { dt { "films" } dd { code { (view.library.home.films().display()) } } }
            div { dt { "faults" } dd { code { (view.library.home.faults().display()) } } }
        }
    };
    page(view, "Setup", &body)
}
