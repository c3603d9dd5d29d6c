//! An analysis for the terminal.

use std::fmt::Write as _;

use referee::seat::Seat;

use crate::{
    analyst::Analyst,
    assessed::Assessed,
    findings::{BestLine, Forced},
    game::AssessedGame,
    graph,
    position::AssessedPosition,
    summary::{stretches, summary},
};

/// Moves a row of the graph.
const MOVES_A_ROW: usize = 100;
/// Moves that the engine weighed of which more is said than the board shows.
const WEIGHED_SHOWN: usize = 8;
/// Moves of a line that are shown beside a move.
const MOVES_SHOWN: usize = 9;

/// A whole game.
pub fn game(game: &AssessedGame) -> String {
    let mut text = game.heading.clone() + "\n\n";
    let width = game.sides.iter().map(|side| side.len()).max().unwrap_or(0);
    let spelled = game.moves.iter().map(|assessed| assessed.played.len());
    let broad = spelled.max().unwrap_or(0).max(6);
    let _ = writeln!(
        text,
        "{:>5} {:<width$} {:<broad$} before  after  score",
        game.step, "side", "move"
    );
    for assessed in &game.moves {
        let _ = writeln!(text, "{}", row(game, assessed, width, broad).trim_end());
        for remark in remarks(game, assessed) {
            let _ = writeln!(text, "                 {remark}");
        }
    }
    let first = game.moves.first().map_or(0, |assessed| assessed.step);
    let _ = writeln!(
        text,
        "\nexpected result for {}, from {} {first}",
        game.sides[0], game.step
    );
    let blocks: Vec<char> = graph::spark(&game.moves).chars().collect();
    for row in blocks.chunks(MOVES_A_ROW) {
        let _ = writeln!(text, "  {}", row.iter().collect::<String>());
    }
    for (side, from, to) in stretches(&game.moves) {
        let _ = writeln!(
            text,
            "  {} was winning from {} {from} to {to}",
            game.sides[side], game.step
        );
    }
    text + &seats(game)
}

fn seats(game: &AssessedGame) -> String {
    let mut text = "\n                moves  accuracy  as the engine  inaccuracies  mistakes  blunders  missed wins  overlooked threats\n".to_owned();
    for seat in Seat::BOTH {
        let told = summary(&game.moves, seat);
        let accuracy = told
            .accuracy
            .map_or("–".to_owned(), |accuracy| format!("{accuracy:.1}"));
        let _ = writeln!(
            text,
            "{:<14} {:>6} {accuracy:>9} {:>14} {:>13} {:>9} {:>9} {:>12} {:>19}",
            game.names[seat.index()],
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
pub fn position<A: Analyst>(seen: &AssessedPosition<A>) -> String {
    let side = A::side(seen.position);
    let mut text = format!(
        "{}, {} {}, {} to move\n",
        A::rules(seen.position),
        A::STEP,
        seen.step,
        A::SIDES[side]
    );
    for (index, line) in seen.look.lines.iter().enumerate() {
        let _ = writeln!(text, "{:>2}. {}", index + 1, told::<A>(line));
    }
    for of in seen
        .look
        .weighed
        .iter()
        .take(WEIGHED_SHOWN)
        .filter(|of| of.visits > 0)
    {
        let result = of.result.map_or(String::new(), percent);
        let [prior, share] = [f64::from(of.prior), of.share].map(|share| format!("{:.1} %", 100.0 * share));
        let _ = writeln!(
            text,
            "    {:<5} {prior:>7} before, {share:>7} of looks ({}), {result:>5}",
            of.spelled, of.visits
        );
    }
    if !seen.look.weighed.is_empty() {
        text += &A::shares(seen.position, &seen.look.weighed).unwrap_or_default();
    }
    let [own, other] = [A::SIDES[side], A::SIDES[1 - side]];
    if let Some(win) = &seen.look.win {
        let _ = writeln!(text, "{own} wins {}", forced(win, A::STEP, A::STEPS));
    }
    if let Some(threat) = &seen.threat {
        let _ = writeln!(
            text,
            "{other} threatens to win {}",
            forced(threat, A::STEP, A::STEPS)
        );
    }
    text
}

fn told<A: Analyst>(line: &BestLine) -> String {
    let score = line.score.map_or("?".to_owned(), A::score);
    let result = line
        .score
        .map_or(String::new(), |score| percent(A::expected(score)));
    let depth = line.depth.map_or(String::new(), |depth| format!("depth {depth}"));
    format!("{score:>9} {result:>6}  {depth:<8} {}", line.moves.join(" "))
}

fn row(game: &AssessedGame, assessed: &Assessed, width: usize, broad: usize) -> String {
    let [before, after] = assessed.results.map(percent);
    let mut row = format!(
        "{:>5} {:<width$}  {:<broad$} {before:>6} {after:>6} {:>10}  {:<2}",
        assessed.step,
        game.sides[assessed.side],
        assessed.played,
        (game.score)(assessed.scores[1]),
        assessed.mark.sign(),
    );
    if !assessed.is_best {
        let _ = write!(row, " best {}", moves(&assessed.best));
    }
    row
}

/// What is to be said of a move besides its scores.
pub(crate) fn remarks(game: &AssessedGame, assessed: &Assessed) -> Vec<String> {
    let missed = assessed
        .missed
        .iter()
        .map(|win| format!("missed: {}", wins(game, win)));
    let allowed = assessed.allowed.iter().map(|allowed| {
        let how = match allowed.threatened {
            true => "overlooked a threat",
            false => "allowed",
        };
        format!("{how}: {}", wins(game, &allowed.win))
    });
    missed.chain(allowed).collect()
}

/// `h9 wins by fours in 7 plies: h9 g8 …`.
fn wins(game: &AssessedGame, win: &Forced) -> String {
    let first = win.line.first().map_or("", String::as_str);
    format!("{first} wins {}", forced(win, game.step, game.steps_word))
}

fn forced(win: &Forced, one: &str, many: &str) -> String {
    let steps = if win.length == 1 { one } else { many };
    let means = win.means.map_or(String::new(), |means| format!("by {means} "));
    format!("{means}in {} {steps}: {}", win.length, win.line.join(" "))
}

fn moves(line: &[String]) -> String {
    let dots = if line.len() > MOVES_SHOWN { " …" } else { "" };
    let shown: Vec<&str> = line.iter().take(MOVES_SHOWN).map(String::as_str).collect();
    shown.join(" ") + dots
}

pub(crate) fn percent(result: f64) -> String {
    format!("{:.0} %", 100.0 * result)
}
