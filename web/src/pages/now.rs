//! What runs: each session's card, its board and the newest picture of its client.

use image::ImageFormat;
use maud::{Markup, html};
use referee::games::AnyRecord;
use watch::{
    control::{ControlVerb, door},
    health::{AskedState, Health, duration},
    status::{self, Card, CardState},
};

use super::board;
use crate::{
    forms,
    frame::{page, short},
    library::Library,
    view::{self, View},
};

pub(crate) fn show(view: &View<'_>) -> anyhow::Result<Markup> {
    let body = html! {
        h1 { "Now" }
        div id="cards" data-events="/now/events" { (cards(view.library, view.form_token, view.now_ms)?) }
        p class="soft" { "This page follows by itself." }
    };
    Ok(page(view, "Now", &body))
}

/// The part of the page that changes.
pub(crate) fn cards(library: &Library, form_token: Option<&str>, now_ms: i64) -> anyhow::Result<Markup> {
    let found = status::read(&library.home.journals, now_ms)?;
    let open = library.ask(|store| store.open_games().map_err(archive::database::user_error))?;
    let mut shown = Vec::new();
    for (card, state) in &found.sessions {
        let game = open
            .iter()
            .rev()
            .find(|game| game.session.as_deref() == Some(&card.session));
        let game = game.filter(|_| state.is_alive());
        let record = game.map(|game| library.record(&game.id)).transpose()?.flatten();
        let number = match &record {
            Some(record) => {
                library.ask(|store| store.number_of(&record.id).map_err(archive::database::user_error))?
            }
            None => None,
        };
        let at_ms = library.newest(&card.session).map(|still| still.at_ms);
        let acts = form_token.filter(|_| state.is_alive());
        let acts =
            acts.map(|token| acts_of(card, token, door::is_there(&library.home.journals, &card.session)));
        shown.push(one(
            card,
            *state,
            record.as_ref().zip(number),
            at_ms,
            now_ms,
            &acts.unwrap_or_default(),
        ));
    }
    Ok(html! {
        @if shown.is_empty() { p { "No session has told anything here. " code { "tengen play" } " begins one." } }
        @for card in &shown { (card) }
        @for words in &found.skipped { p class="soft" { "skipped " (base::legible::line(words)) } }
    })
}

fn one(
    card: &Card,
    state: CardState,
    game: Option<(&AnyRecord, i64)>,
    picture_ms: Option<u64>,
    now_ms: i64,
    acts: &Markup,
) -> Markup {
    let unheard_ms = now_ms.saturating_sub(card.written_ms).max(0) as u64;
    html! {
        section class={ "card " (state.name()) } aria-label={ "session on " (short(&card.client)) } {
            h2 { (short(&card.client)) " " span class="state" { (state.name()) } }
            div class="sides" {
                div {
                    @match &card.end {
                        Some(end) => p { (base::legible::line(&end.why)) },
                        None => p class="soft" { "heard of " (duration(unheard_ms)) " ago, process " (card.pid) },
                    }
                    @match &card.health { Some(health) => (told(health)), None => p { "The client was not found yet." } }
                    (acts)
                }
                @if let Some((record, number)) = game {
                    figure class="position" {
                        (board::small(record))
                        figcaption { a href=(view::game(number)) { "game " (number) } ", " (record.plies.len()) " plies" (thought(record)) }
                    }
                }
                @if let Some(at_ms) = picture_ms {
                    figure class="seen" {
                        img src={ "/now/" (card.session) ".png?at=" (at_ms) } alt="What the client showed last";
                        figcaption { "the client, " (duration(at_ms)) " after the start" }
                    }
                }
            }
        }
    }
}

/// What a running session can be asked for, and when it does that.
fn acts_of(card: &Card, token: &str, is_reached: bool) -> Markup {
    let asked = card.health.as_ref().and_then(|health| health.asked);
    let pauses = matches!(asked, Some(AskedState::Pausing | AskedState::Paused));
    let ends = matches!(asked, Some(AskedState::Finishing | AskedState::Stopping));
    let session = card.session.as_str();
    html! {
        @if let Some(asked) = asked { p class="asked" role="status" { "Asked for: " b { (asked.words()) } } }
        @if !door::IS_OFFERED {
            p class="soft" { "Pausing and stopping are not offered on this system: press Ctrl-C where it was started." }
        } @else if !is_reached {
            p class="soft" { "It cannot be reached from here: press Ctrl-C where it was started." }
        } @else if asked != Some(AskedState::Stopping) {
            form class="acts" method="post" action={ "/now/" (session) } {
                (forms::token(token))
                @if pauses { (forms::button(session, ControlVerb::Resume, "Go on")) }
                @else if !ends { (forms::button(session, ControlVerb::Pause, "Pause after this game")) }
                @if !ends { (forms::button(session, ControlVerb::Finish, if asked == Some(AskedState::Paused) { "End the session" } else { "Finish this game, then stop" })) }
                details id={ "more-" (session) } {
                    summary { "Stop now…" }
                    p class="soft" { "A game in hand is left as it is: online, its clock runs on. The next session goes on with it." }
                    (forms::button(session, ControlVerb::Stop, "Stop now"))
                }
            }
            @if !pauses && !ends {
                p class="soft" { "A pause begins between two games: one that runs is played to its end, because an opponent waits in it. " code { "tengen control" } " asks for the same in a terminal." }
            }
        }
    }
}

/// What our engine thought of its last move, as far as the record has it.
fn thought(record: &AnyRecord) -> Markup {
    let last = record
        .plies
        .iter()
        .zip(record.seats())
        .rev()
        .find_map(|(ply, seat)| {
            let is_ours = record.own_seat == Some(seat);
            let score = ply.score.filter(|_| is_ours)?;
            Some((
                super::game::spelled(record, ply.play),
                score,
                ply.depth,
                ply.nodes,
            ))
        });
    html! {
        @if let Some((play, score, depth, nodes)) = last {
            "; our " b { (play) } " scored " (score)
            @if let Some(depth) = depth { " at depth " (depth) }
            @if let Some(nodes) = nodes { ", " (nodes) " nodes" }
        }
    }
}

fn told(health: &Health) -> Markup {
    let games = &health.games;
    html! {
        dl class="facts" {
            div { dt { "doing" } dd { (base::legible::line(&health.doing)) " for " (duration(health.doing_ms)) } }
            div { dt { "games" } dd { (games.won + games.drawn + games.lost) @if let Some(wanted) = health.wanted { " of " (wanted) } ": " (games.won) " won, " (games.drawn) " drawn, " (games.lost) " lost" @if games.aborted > 0 { ", " (games.aborted) " without a result" } } }
            div { dt { "last progress" } dd { (duration(health.idle_ms)) " ago" @if health.asked != Some(AskedState::Paused) { "; it waits " (duration(health.patience_ms)) " at most" } } }
            div { dt { "faults" } dd { (health.faults) @if let Some(kind) = &health.last_fault { " (last: " (short(kind)) ")" } } }
            div { dt { "engine" } dd { (short(&health.engine)) } }
            div { dt { "looks" } dd { (format!("{:.1}", health.looks_a_second)) " a second" } }
        }
    }
}

/// The newest picture of a session's client; `None` if there is none.
pub(crate) fn picture(library: &Library, session: &str) -> Option<Vec<u8>> {
    // A film that is damaged shows nothing; the session is told all the same.
    library
        .picture(&library.newest(session)?, ImageFormat::Png)
        .unwrap_or_default()
}
