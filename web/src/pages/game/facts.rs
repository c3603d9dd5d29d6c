//! What stands above a game: who, when, how it ended, and what can be had of it.

use analysis::drawing::SteppedPicture;
use maud::{Markup, html};
use referee::seat::Seat;
use stats::insight::aspect::Aspect;

use super::{Told, chart, form, timeline};
use crate::{
    address,
    frame::named,
    mode::Mode,
    view::{self, View},
};

pub(super) fn show(view: &View<'_>, told: &Told, drawn: Option<&SteppedPicture>) -> Markup {
    let (record, entry) = (&told.record, &told.entry);
    let own = record.own_seat;
    html! {
        dl class="facts" {
            @for seat in Seat::BOTH {
                div { dt { (seat.name()) } dd { (named(&record.names[seat.index()])) @if own == Some(seat) { " (us)" } } }
            }
            div { dt { "result" } dd { @match record.verdict { Some(verdict) => (verdict.to_string().replace('_', " ")), None => "not finished" } } }
            div { dt { "rules" } dd { (record.start) } }
            (timeline::opening(told, &|plies| chart::step_after(drawn, plies)))
            div { dt { "length" } dd { (entry.outline.length) " " (entry.kind.unit()) } }
            @if let Some(at) = record.started_ms { div { dt { "began (UTC)" } dd { (address::minute(at)) } } }
            @if let Some(engine) = &record.engine { div { dt { "engine" } dd { (alike(view, Aspect::Engine, engine)) } } }
            @if let Some(source) = &record.source { div { dt { "client" } dd { (alike(view, Aspect::Client, source)) } } }
            @if let Some(opponent) = &entry.outline.opponent { div { dt { "opponent" } dd { (alike(view, Aspect::Opponent, opponent)) } } }
            div { dt { "id" } dd { code { (named(&entry.id)) } } }
        }
        @if view.mode != Mode::Alone { (ways(view, told)) }
    }
}

/// A word that leads to the games that have it as well.
fn alike(view: &View<'_>, aspect: Aspect, word: &str) -> Markup {
    html! {
        @match view.mode {
            Mode::Alone => (named(word)),
            _ => a href=(address::words(&stats::insight::GameQuery::default().with(aspect, word), "").after("/games")) { (named(word)) },
        }
    }
}

fn ways(view: &View<'_>, told: &Told) -> Markup {
    let number = told.entry.number;
    let to = view::game(number);
    let at = view.games.iter().position(|game| game.number == number);
    let neighbour = |step: isize| at.and_then(|at| view.games.get(at.checked_add_signed(step)?));
    let form = form(told.entry.kind);
    html! {
        p class="ways" {
            @if let Some(before) = neighbour(-1) { a rel="prev" href=(view::game(before.number)) { "← game " (before.number) } }
            a href={ (to) "." (form) } download { (form.to_uppercase()) }
            @if view.mode == Mode::Live { a href={ (to) ".html" } download { "Save as one HTML file" } }
            @if let Some(after) = neighbour(1) { a rel="next" href=(view::game(after.number)) { "game " (after.number) " →" } }
        }
    }
}
