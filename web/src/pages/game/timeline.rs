//! What happened in a game besides its moves, and at which of them: choices of the opening, and faults by their times.

use maud::{Markup, html};
use referee::{games::AnyMove, gomoku::Move};
use stats::store::row::StoredFault;

use super::Told;
use crate::frame::short;

/// Something that happened after so many plies.
pub(super) struct Happening {
    pub(super) plies: usize,
    /// How it is drawn.
    pub(super) class: &'static str,
    /// In words.
    pub(super) words: String,
}

/// Everything that has a place.
pub(super) fn happenings(told: &Told) -> Vec<Happening> {
    let faults = told.faults.iter().zip(places(told)).filter_map(|(fault, plies)| {
        Some(Happening {
            plies: plies?,
            class: "fault",
            words: format!("fault: {}", short(&fault.kind)),
        })
    });
    choices(told).chain(faults).collect()
}

fn choices(told: &Told) -> impl Iterator<Item = Happening> + '_ {
    let plies = told.record.plies.iter().enumerate();
    plies.filter_map(|(index, ply)| {
        let AnyMove::Gomoku(choice @ (Move::Choose(_) | Move::PutTwo)) = ply.play else {
            return None;
        };
        Some(Happening {
            plies: index + 1,
            class: "choice",
            words: format!("{}: {choice}", told.seats[index].name()),
        })
    })
}

/// The choices of the opening, each leading to its place.
pub(super) fn opening(told: &Told, step_of: &dyn Fn(usize) -> String) -> Markup {
    let choices: Vec<Happening> = choices(told).collect();
    html! {
        @if !choices.is_empty() {
            div { dt { "opening" } dd { @for (index, choice) in choices.iter().enumerate() {
                @if index > 0 { "; " }
                a href=(step_of(choice.plies)) { "ply " (choice.plies) } " " (choice.words)
            } } }
        }
    }
}

/// After how many plies each fault came; `None` where the record knows no times.
pub(super) fn places(told: &Told) -> Vec<Option<usize>> {
    let mut at_ms = told.record.started_ms;
    let mut ends = Vec::new();
    for ply in &told.record.plies {
        // A move without a time ends what can be told of the ones after it.
        at_ms = at_ms
            .zip(ply.spent_ms)
            .map(|(at_ms, spent_ms)| at_ms.saturating_add_unsigned(spent_ms));
        ends.extend(at_ms);
    }
    let place = |fault: &StoredFault| {
        let before = ends.iter().filter(|end| **end <= fault.at_ms).count();
        // Beyond the last time that is known, nothing is.
        let is_known = told.record.started_ms.is_some()
            && (before < ends.len() || ends.len() == told.record.plies.len());
        is_known.then_some(before)
    };
    told.faults.iter().map(place).collect()
}
