//! An analysis for the terminal.

use std::fmt::Write as _;

use engines::alphabeta::plies_to_end;
use recordings::{replay::Replay, text::name_of};
use referee::{gomoku::Move, player::Thought, point::Point, record::Record, seat::Seat};

use super::{
    Game,
    analyst::{Forced, Look},
    course::{Assessed, stretches, summary},
    expectation::expected,
    graph,
};
use crate::commands::solve::name;

/// Plies a row of the graph.
const PLIES_A_ROW: usize = 100;
/// Moves of a line that are shown beside a move.
const MOVES_SHOWN: usize = 9;

/// A whole game.
pub(super) fn game(game: &Game) -> String {
    let size = game.record.size;
    let mut text = heading(&game.record) + "\n\n";
    let _ = writeln!(text, "  ply side  move   before  after  score");
    for assessed in &game.moves {
        let _ = writeln!(text, "{}", row(assessed, size).trim_end());
        for remark in remarks(assessed, size) {
            let _ = writeln!(text, "                 {remark}");
        }
    }
    let _ = writeln!(text, "\nexpected result for black, from ply {}", game.first_ply());
    let blocks: Vec<char> = graph::spark(&game.moves).chars().collect();
    for row in blocks.chunks(PLIES_A_ROW) {
        let _ = writeln!(text, "  {}", row.iter().collect::<String>());
    }
    for (color, from, to) in stretches(&game.moves) {
        let _ = writeln!(text, "  {} was winning from ply {from} to {to}", name(color));
    }
    text += "\n                moves  accuracy  as the engine  inaccuracies  mistakes  blunders  missed wins  overlooked threats\n";
    for seat in Seat::BOTH {
        let told = summary(&game.moves, seat);
        let accuracy = told
            .accuracy
            .map_or("–".to_owned(), |accuracy| format!("{accuracy:.1}"));
        let _ = writeln!(
            text,
            "{:<14} {:>6} {accuracy:>9} {:>14} {:>13} {:>9} {:>9} {:>12} {:>19}",
            player(&game.record, seat),
            told.moves,
            told.as_engine,
            told.inaccuracies,
            told.mistakes,
            told.blunders,
            told.missed_wins,
            told.overlooked_threats
        );
    }
    text
}

/// One position: the best lines, and what is forced.
pub(super) fn position(replay: &Replay, look: &Look, threat: Option<&Forced>) -> String {
    let place = replay.position();
    let size = place.size();
    let mut text = format!(
        "{}, {size} x {size}, ply {}, {} to move\n",
        place.rule().name(),
        replay.at(),
        name(place.to_place())
    );
    for (index, thought) in look.thoughts.iter().enumerate() {
        let _ = writeln!(text, "{:>2}. {}", index + 1, line(thought, size));
    }
    let [own, other] = [place.to_place(), !place.to_place()].map(name);
    if let Some(win) = &look.win {
        let _ = writeln!(text, "{own} wins {}", forced(win, size));
    }
    if let Some(threat) = threat {
        let _ = writeln!(text, "{other} threatens to win {}", forced(threat, size));
    }
    text
}

fn line(thought: &Thought<Move>, size: u8) -> String {
    let score = thought.score.map_or("?".to_owned(), score);
    let result = thought
        .score
        .map_or(String::new(), |score| percent(expected(score)));
    let depth = thought
        .depth
        .map_or(String::new(), |depth| format!("depth {depth}"));
    let moves = match thought.line.as_slice() {
        [] => spell(thought.play, size),
        line => line
            .iter()
            .map(|&play| spell(play, size))
            .collect::<Vec<_>>()
            .join(" "),
    };
    format!("{score:>9} {result:>6}  {depth:<8} {moves}")
}

pub(super) fn heading(record: &Record) -> String {
    let [first, second] = Seat::BOTH.map(|seat| player(record, seat));
    let verdict = record
        .verdict
        .map_or("not finished".to_owned(), |verdict| verdict.to_string());
    let size = record.size;
    format!(
        "{first} - {second}   {}, {size} x {size}   {verdict}",
        record.rule.name()
    )
}

pub(super) fn player(record: &Record, seat: Seat) -> String {
    let name = record.names[seat.index()].replace(char::is_control, " ");
    match name.trim() {
        "" => seat.name().to_owned(),
        name => name.to_owned(),
    }
}

fn row(assessed: &Assessed, size: u8) -> String {
    let [before, after] = assessed.results.map(percent);
    let mut row = format!(
        "{:>5} {}  {:<6} {before:>6} {after:>6} {:>10}  {:<2}",
        assessed.ply,
        name(assessed.color),
        spell(assessed.played, size),
        score(assessed.scores[1]),
        assessed.mark.sign(),
    );
    if !assessed.is_best() {
        let _ = write!(row, " best {}", moves(&assessed.best, size));
    }
    row
}

/// What is to be said of a move besides its scores.
pub(super) fn remarks(assessed: &Assessed, size: u8) -> Vec<String> {
    let missed = assessed
        .missed
        .iter()
        .map(|win| format!("missed: {}", wins(win, size)));
    let allowed = assessed.allowed.iter().map(|allowed| {
        let how = match allowed.threatened {
            true => "overlooked a threat",
            false => "allowed",
        };
        format!("{how}: {}", wins(&allowed.win, size))
    });
    missed.chain(allowed).collect()
}

/// `h9 wins by fours in 7 plies: h9 g8 …`.
fn wins(win: &Forced, size: u8) -> String {
    let first = win
        .line
        .first()
        .map_or(String::new(), |&point| name_of(point, size));
    format!("{first} wins {}", forced(win, size))
}

fn forced(win: &Forced, size: u8) -> String {
    let plies = if win.plies == 1 { "ply" } else { "plies" };
    let names: Vec<String> = win
        .line
        .iter()
        .map(|&point: &Point| name_of(point, size))
        .collect();
    format!("by {} in {} {plies}: {}", win.means, win.plies, names.join(" "))
}

fn moves(line: &[Move], size: u8) -> String {
    let dots = if line.len() > MOVES_SHOWN { " …" } else { "" };
    let names: Vec<String> = line
        .iter()
        .take(MOVES_SHOWN)
        .map(|&play| spell(play, size))
        .collect();
    names.join(" ") + dots
}

pub(super) fn spell(play: Move, size: u8) -> String {
    match play {
        Move::Place(point) => name_of(point, size),
        Move::Choose(_) | Move::PutTwo => play.to_string(),
    }
}

/// `+120`, `win in 7`, `loss in 4`.
pub(super) fn score(score: i32) -> String {
    match plies_to_end(score) {
        Some(0) => "over".to_owned(),
        Some(plies) if plies > 0 => format!("win in {plies}"),
        Some(plies) => format!("loss in {}", -plies),
        None => format!("{score:+}"),
    }
}

pub(super) fn percent(result: f64) -> String {
    format!("{:.0} %", 100.0 * result)
}
