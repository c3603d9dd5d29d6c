//! One game: the board with a slider and keys, the client's picture beside each move, times and scores as the record has them.

mod analysis;
mod chart;
mod facts;
mod timeline;

use std::collections::HashMap;

use ::analysis::drawing::{self, SteppedPicture};
use maud::{Markup, PreEscaped, html};
use recordings::{film::still::FilmedPly, text};
use referee::{
    games::{AnyMove, AnyRecord, GameKind},
    gomoku::Move,
    seat::Seat,
};
use stats::store::{catalogue::CatalogueEntry, row::StoredFault};

use self::analysis::Looked;
use crate::{
    escape,
    frame::{bare, short},
    library::Library,
    mode::Mode,
    view::{self, View},
};

/// Faults of one game that are told.
const FAULTS: u32 = 100;

/// A game and all that is known of it.
pub(crate) struct Told {
    pub(crate) entry: CatalogueEntry,
    pub(crate) record: AnyRecord,
    pub(crate) seats: Vec<Seat>,
    pub(crate) filmed: HashMap<usize, FilmedPly>,
    pub(crate) faults: Vec<StoredFault>,
}

impl Told {
    /// The game with this number; `None` if there is none.
    pub(crate) fn find(library: &Library, number: i64) -> anyhow::Result<Option<Told>> {
        let games = library.games()?;
        let Some(entry) = games.iter().find(|game| game.number == number) else {
            return Ok(None);
        };
        let Some(record) = library.record(&entry.id)? else {
            return Ok(None);
        };
        let faults = library.ask(|store| {
            store
                .faults(Some(&entry.id), FAULTS)
                .map_err(archive::database::user_error)
        })?;
        let filmed = library.filmed(&entry.id)?.into_iter();
        Ok(Some(Told {
            entry: entry.clone(),
            seats: record.seats(),
            record,
            filmed: filmed.map(|ply| (ply.index, ply)).collect(),
            faults,
        }))
    }
}

pub(crate) fn show(view: &View<'_>, told: &Told) -> Markup {
    let record = &told.record;
    let looked = Looked::find(view, told);
    let drawn = drawing::draw(record, looked.as_ref().map(|looked| &*looked.game));
    let [first, second] = record.names.each_ref().map(|name| short(name));
    let title = format!("Game {}: {first} – {second}", told.entry.number);
    let pictures = pictures(view, told);
    let body = html! {
        article class="game" data-game=(told.entry.number) {
            h1 { (title) }
            (facts::show(view, told, drawn.as_ref()))
            @match &drawn {
                None => p { "The record is damaged: the game cannot begin." },
                Some(drawn) => (stepped(told, drawn, &pictures, looked.as_ref())),
            }
            (analysis::ask(view, told))
            @if let Some(looked) = &looked { (looked.list()) }
            (chart::scores(record, &told.seats, drawn.as_ref()))
            (chart::times(record, &told.seats, drawn.as_ref(), &timeline::happenings(told)))
            (table(told, drawn.as_ref(), &pictures))
            (faults(told, drawn.as_ref()))
        }
    };
    bare(view.mode, view.path, &title, &body)
}

/// The address of each ply's picture.
fn pictures(view: &View<'_>, told: &Told) -> HashMap<usize, String> {
    let mut addresses = HashMap::new();
    // In their order each is made from the one before it.
    let mut filmed: Vec<&FilmedPly> = told.filmed.values().collect();
    filmed.sort_by_key(|ply| ply.index);
    for ply in filmed {
        let index = ply.index;
        let address = match view.mode {
            Mode::Alone => match view.library.light_picture(&ply.still) {
                Ok(Some((kind, bytes))) => escape::data_uri(kind, &bytes),
                _ => continue,
            },
            // Files are many, and are looked at; what is served is the very picture that was read.
            Mode::Still => format!("{}/pictures/{}.jpg", view::game(told.entry.number), index + 1),
            Mode::Live => format!("{}/pictures/{}.png", view::game(told.entry.number), index + 1),
        };
        addresses.insert(index, address);
    }
    addresses
}

/// Board and picture side by side, and what leads through them.
fn stepped(
    told: &Told,
    drawn: &SteppedPicture,
    pictures: &HashMap<usize, String>,
    looked: Option<&Looked>,
) -> Markup {
    let last = (0..told.record.plies.len())
        .rev()
        .find_map(|ply| pictures.get(&ply));
    html! {
        div class="stage" data-steps=(drawn.steps) {
            figure class="position" { (PreEscaped(&drawn.svg)) figcaption class="unseen" { "The board after the chosen " (drawn.step) } }
            @if let Some(last) = last {
                figure class="seen" {
                    img src=(last) alt="What the client showed when the move was read";
                    figcaption { "The client as the move was read" }
                }
            }
            div class="bar" role="group" aria-label="Steps of the game" {
                button type="button" data-go="start" aria-label="to the start" { "|◀" }
                button type="button" data-go="back" aria-label="one back" { "◀" }
                button type="button" data-go="play" aria-label="play by itself" { "▷" }
                button type="button" data-go="on" aria-label="one on" { "▶" }
                button type="button" data-go="end" aria-label="to the end" { "▶|" }
                span class="slide" {
                    input type="range" min="0" max=(drawn.steps) value=(drawn.steps) aria-label=(drawn.step);
                    @if let Some(looked) = looked { (looked.marks(drawn.steps)) }
                }
                output class="at" aria-live="polite" { (drawn.step) " " (drawn.steps) " of " (drawn.steps) }
            }
            @if let Some(looked) = looked {
                label class="toggle" { input type="checkbox" data-lines checked; " the engine's line on the board" }
                (looked.words())
                (looked.graph(drawn))
            }
            p class="keys soft" { "Keys: ← and → one " (drawn.step) ", Home and End, Space plays by itself." }
        }
    }
}

/// A move as people write it.
pub(crate) fn spelled(record: &AnyRecord, play: AnyMove) -> String {
    let size = match &record.start {
        referee::games::AnyStart::Gomoku(start) => start.size,
        referee::games::AnyStart::Soccer(_) => 0,
    };
    match play {
        AnyMove::Gomoku(Move::Place(point)) if point.x < size && point.y < size => text::name_of(point, size),
        other => other.to_string(),
    }
}

fn table(told: &Told, drawn: Option<&SteppedPicture>, pictures: &HashMap<usize, String>) -> Markup {
    let record = &told.record;
    let knows = |of: fn(&referee::record::Ply<AnyMove>) -> bool| record.plies.iter().any(of);
    let (has_score, has_depth, has_nodes) = (
        knows(|ply| ply.score.is_some()),
        knows(|ply| ply.depth.is_some()),
        knows(|ply| ply.nodes.is_some()),
    );
    html! {
        h2 { "Moves" }
        div class="wide tall" tabindex="0" { table class="plies" {
            thead { tr {
                th scope="col" { "ply" } th scope="col" { "seat" } th scope="col" { "move" } th scope="col" { "time" }
                @if has_score { th scope="col" { "score" } } @if has_depth { th scope="col" { "depth" } } @if has_nodes { th scope="col" { "nodes" } }
                @if !pictures.is_empty() { th scope="col" { "seen at" } th scope="col" { "confirmed after" } }
                th scope="col" { "known" }
            } }
            tbody { @for (index, ply) in record.plies.iter().enumerate() {
                @let step = drawn.and_then(|drawn| drawn.step_of.get(index).copied().flatten());
                tr id={ "ply-" (index + 1) } data-step=[step] data-picture=[pictures.get(&index)] {
                    th scope="row" { @match step { Some(step) => a href={ "#at-" (step) } { (index + 1) }, None => (index + 1) } }
                    td { (told.seats[index].name()) @if record.own_seat == Some(told.seats[index]) { " (us)" } }
                    td { b { (spelled(record, ply.play)) } }
                    td { (ply.spent_ms.map_or_else(|| "–".to_owned(), duration)) }
                    @if has_score { td { (ply.score.map_or_else(|| "–".to_owned(), |score| score.to_string())) } }
                    @if has_depth { td { (ply.depth.map_or_else(|| "–".to_owned(), |depth| depth.to_string())) } }
                    @if has_nodes { td { (ply.nodes.map_or_else(|| "–".to_owned(), |nodes| nodes.to_string())) } }
                    @if !pictures.is_empty() {
                        @match (told.filmed.get(&index), pictures.get(&index)) {
                            (Some(filmed), Some(picture)) => {
                                td { @if picture.starts_with("data:") { (seconds(filmed.still.at_ms)) } @else { a href=(picture) { (seconds(filmed.still.at_ms)) } } }
                                td { (duration(filmed.at_ms.saturating_sub(filmed.still.at_ms))) }
                            },
                            _ => { td { "–" } td { "–" } },
                        }
                    }
                    td { (ply.evidence.words()) }
                }
            } }
        } }
    }
}

fn faults(told: &Told, drawn: Option<&SteppedPicture>) -> Markup {
    let places = timeline::places(told);
    html! {
        @if !told.faults.is_empty() {
            h2 { "Faults in this game" }
            ul { @for (fault, place) in told.faults.iter().zip(places) { li {
                @match place { Some(plies) => { a href=(chart::step_after(drawn, plies)) { "after ply " (plies) } ", " }, None => {} }
                (crate::address::minute(fault.at_ms)) " " b { (short(&fault.kind)) } ": " (base::legible::line(&fault.detail)) } } }
        }
    }
}

/// `1.25 s` or `40 ms`.
pub(crate) fn duration(ms: u64) -> String {
    match ms {
        0..1_000 => format!("{ms} ms"),
        _ => format!("{:.2} s", ms as f64 / 1e3),
    }
}

/// Time since a session's start: `3:07.2`.
fn seconds(ms: u64) -> String {
    format!("{}:{:04.1}", ms / 60_000, (ms % 60_000) as f64 / 1e3)
}

/// The game as a file of the form that keeps most of it.
pub(crate) fn file(record: &AnyRecord) -> anyhow::Result<(Vec<u8>, &'static str)> {
    let format = recordings::format::Format::fullest(record.kind());
    Ok((format.write(record)?, format.name()))
}

/// What the form's files are called by people.
pub(crate) fn form(kind: GameKind) -> &'static str {
    recordings::format::Format::fullest(kind).name()
}
