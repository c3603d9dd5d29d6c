//! A game, assessed move by move.

use std::ops::ControlFlow;

use referee::{games::Registered, record::Record, seat::Seat, verdict::Verdict};
use serde_json::{Map, Value};

use crate::{
    analyst::Analyst,
    assessed::Assessed,
    moment::{Moment, follow},
    walk::Walk,
};

/// What an assessed game is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pictures {
    /// Words alone.
    None,
    /// A page: each move and the whole game are drawn as well.
    Drawn,
}

/// A game and its moves, assessed. What it is a game of is told by its words and pictures alone.
pub struct AssessedGame {
    pub(crate) id: String,
    /// Players, rules and result in words.
    pub(crate) heading: String,
    pub(crate) rules_json: Map<String, Value>,
    pub(crate) names: [String; 2],
    pub(crate) verdict: Option<Verdict>,
    pub(crate) engine: String,
    pub(crate) sides: [&'static str; 2],
    /// What moves are counted in: one, and many.
    pub(crate) step: &'static str,
    pub(crate) steps_word: &'static str,
    /// Of the whole game.
    pub(crate) steps: usize,
    pub(crate) moves: Vec<Assessed>,
    /// A score in words.
    pub(crate) score: fn(i32) -> String,
    pub(crate) film: Option<String>,
    pub(crate) style: &'static str,
}

/// Who is told how many positions of how many were looked at, and says whether it goes on.
pub type OnProgress<'a> = dyn FnMut(usize, usize) -> ControlFlow<()> + 'a;

/// Assesses the steps from the first to the last of `stretch`, counted from 1; both are there. `None` if it was broken off.
///
/// # Errors
/// The engine failed.
pub fn assess<A: Analyst<Game: Registered>>(
    mut walk: Walk<A::Game>,
    [from, to]: [usize; 2],
    pictures: Pictures,
    analyst: &mut A,
    told: &mut OnProgress<'_>,
) -> anyhow::Result<Option<AssessedGame>> {
    let is_drawn = pictures == Pictures::Drawn;
    let mut before = walk.position(from - 1);
    analyst.begin(&before)?;
    let mut here = analyst.look(&before)?;
    let mut moves = Vec::new();
    for step in from..=to {
        if told(step - from, to + 1 - from).is_break() {
            return Ok(None);
        }
        let after = walk.position(step);
        let there = analyst.look(&after)?;
        let threatened = there.win.is_some() && analyst.threat(&before).is_some();
        let mut moment: Moment<A> = Moment {
            step,
            positions: [&before, &after],
            looks: [&here, &there],
            played: &walk.played(step),
            instead: None,
            threatened,
        };
        if !moment.is_move(&here.first)
            && let Some(better) = follow(&before, &here.first)
        {
            moment.instead = analyst.look(&better)?.score.map(|score| -score);
        }
        moves.extend(moment.assess().map(|assessed| Assessed {
            picture: is_drawn.then(|| A::picture(&before, &assessed, &here.weighed)),
            ..assessed
        }));
        (before, here) = (after, there);
    }
    let record = walk.replay.record();
    let names = Seat::BOTH.map(|seat| player(record, seat));
    let verdict = record
        .verdict
        .map_or("not finished".to_owned(), |verdict| verdict.to_string());
    Ok(Some(AssessedGame {
        id: record.id.clone(),
        heading: format!("{} - {}   {}   {verdict}", names[0], names[1], A::rules(&before)),
        rules_json: A::rules_json(&before),
        names,
        verdict: record.verdict,
        engine: analyst.name(),
        sides: A::SIDES,
        step: A::STEP,
        steps_word: A::STEPS,
        steps: walk.steps(),
        moves,
        score: A::score,
        film: is_drawn.then(|| A::film(record, &[])).flatten(),
        style: A::style(),
    }))
}

fn player<P: Registered>(record: &Record<P>, seat: Seat) -> String {
    let name = record.names[seat.index()].replace(char::is_control, " ");
    match name.trim() {
        "" => seat.name().to_owned(),
        name => name.to_owned(),
    }
}
