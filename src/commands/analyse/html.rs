//! An analysis as one HTML file that asks no other address for anything: graph, summary, every move, and a picture of each
//! place where a game turned.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};
use referee::{
    color::Color,
    gomoku::{Move, Position, board::Board},
    point::Point,
    seat::Seat,
};
use stats::render::page;

use super::{
    Game,
    course::{Assessed, stretches, summary},
    expectation::Mark,
    graph,
    text::{heading, percent, player, remarks, score, spell},
};
use crate::commands::solve::name;

const STYLE: &str = "
:root { --board: #e7c88f; --inaccuracy: #c9a227; --mistake: #d9772b; --blunder: #c0392b; }
@media (prefers-color-scheme: dark) { :root { --board: #b8975a; } }
th { white-space: normal; } th:first-child, td:first-child, th.text, td.text { text-align: left; } td.text { white-space: normal; }
tr.inaccuracy b { color: var(--inaccuracy); } tr.mistake b { color: var(--mistake); } tr.blunder b { color: var(--blunder); }
.turns { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1.2rem; }
svg .board { fill: var(--board); } svg .lines { stroke: #0008; stroke-width: 0.04; } svg .black { fill: #111; } svg .white { fill: #fafafa; stroke: #333; stroke-width: 0.04; }
svg .played { fill: none; stroke: var(--blunder); stroke-width: 0.14; } svg text.name { font-size: 0.55px; } svg text.number { font-size: 0.55px; fill: #0a5c2b; font-weight: 700; } svg .better { fill: #7bd39a; }
";
/// Moves of the better line that are drawn.
const DRAWN: usize = 9;

/// A whole page.
pub(super) fn page(games: &[Game]) -> String {
    let body = html! {
        @for game in games { (section(game)) }
    };
    page::spell("analysis", &[STYLE, graph::STYLE], &body)
}

fn section(game: &Game) -> Markup {
    let turns: Vec<&Assessed> = game
        .moves
        .iter()
        .filter(|assessed| assessed.mark != Mark::Good)
        .collect();
    html! {
        h1 { (heading(&game.record)) }
        figure { (PreEscaped(graph::svg(&game.moves))) }
        p class="soft" {
            "Expected result for Black after each ply, by " code { (game.engine) } "."
            @for color in [Color::Black, Color::White] {
                @if let Some(plies) = winning(game, color) { " Winning for " (name(color)) ": plies " (plies) "." }
            }
        }
        (sides(game))
        @if !turns.is_empty() {
            h2 { "Where the game turned" }
            div class="turns" { @for assessed in turns { (turn(game, assessed)) } }
        }
        h2 { "Every move" }
        (table(game))
    }
}

/// `4–6, 8–10`; `None` if the side was never winning.
fn winning(game: &Game, color: Color) -> Option<String> {
    let spans: Vec<String> = stretches(&game.moves)
        .into_iter()
        .filter(|(side, ..)| *side == color)
        .map(|(_, from, to)| {
            if from == to {
                from.to_string()
            } else {
                format!("{from}–{to}")
            }
        })
        .collect();
    (!spans.is_empty()).then(|| spans.join(", "))
}

fn sides(game: &Game) -> Markup {
    html! {
        div class="wide" { table {
            tr { th { "side" } th { "moves" } th { "accuracy" } th { "as the engine" } th { "inaccuracies" }
                th { "mistakes" } th { "blunders" } th { "missed wins" } th { "overlooked threats" } }
            @for seat in Seat::BOTH {
                @let told = summary(&game.moves, seat);
                tr {
                    td { (player(&game.record, seat)) } td { (told.moves) }
                    td { (told.accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.1}"))) }
                    td { (told.as_engine) } td { (told.inaccuracies) } td { (told.mistakes) } td { (told.blunders) }
                    td { (told.missed_wins) } td { (told.overlooked_threats) }
                }
            }
        } }
    }
}

fn turn(game: &Game, assessed: &Assessed) -> Markup {
    let size = game.record.size;
    html! {
        div id={ "ply-" (assessed.ply) } {
            @if let Some(before) = game.before(assessed.ply) { figure { (PreEscaped(board(&before, assessed))) } }
            p {
                (assessed.ply) ". " (name(assessed.color)) " " b { (spell(assessed.played, size)) (assessed.mark.sign()) }
                ", " (percent(assessed.results[0])) " to " (percent(assessed.results[1]))
                @for remark in remarks(assessed, size) { br; (remark) }
            }
        }
    }
}

fn table(game: &Game) -> Markup {
    let size = game.record.size;
    html! {
        div class="wide" { table {
            tr { th { "ply" } th { "side" } th { "move" } th { "before" } th { "after" } th { "score" } th class="text" { "better" } }
            @for assessed in &game.moves {
                tr class=(assessed.mark.name()) {
                    td { (assessed.ply) } td { (name(assessed.color)) }
                    td { b { (spell(assessed.played, size)) (assessed.mark.sign()) } }
                    td { (percent(assessed.results[0])) } td { (percent(assessed.results[1])) }
                    td { (score(assessed.scores[1])) }
                    td class="text" {
                        @if !assessed.is_best() {
                            @for play in assessed.best.iter().take(DRAWN) { (spell(*play, size)) " " }
                        }
                    }
                }
            }
        } }
    }
}

/// The stones before a move, the move in a ring, and the better line as numbers.
fn board(before: &Position, assessed: &Assessed) -> String {
    let stones: &Board = before.board();
    let size = stones.size();
    let end = f64::from(size) - 0.5;
    let mut svg = format!(
        r#"<svg viewBox="-1 0 {0} {0}" role="img" aria-label="the board before ply {1}"><rect class="board" width="{size}" height="{size}"/>"#,
        size + 1,
        assessed.ply
    );
    for line in 0..size {
        let at = middle(line);
        let (letter, number) = (char::from(b'a' + line), size - line);
        let _ = write!(
            svg,
            r#"<text class="name" x="{at}" y="{}" text-anchor="middle">{letter}</text><text class="name" x="-0.15" y="{}" text-anchor="end">{number}</text>"#,
            f64::from(size) + 0.7,
            at + 0.2
        );
        let _ = write!(svg, r#"<path class="lines" d="M0.5 {at}H{end}M{at} 0.5V{end}"/>"#);
    }
    for point in stones.points() {
        let class = match stones.stone(point) {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None => continue,
        };
        circle(&mut svg, point, class, 0.44);
    }
    for (index, play) in assessed.best.iter().take(DRAWN).enumerate() {
        if let Move::Place(point) = play {
            circle(&mut svg, *point, "better", 0.36);
            let (x, y) = (middle(point.x), middle(point.y) + 0.2);
            let _ = write!(
                svg,
                r#"<text class="number" x="{x}" y="{y}" text-anchor="middle">{}</text>"#,
                index + 1
            );
        }
    }
    if let Move::Place(point) = assessed.played {
        circle(&mut svg, point, "played", 0.42);
    }
    svg.push_str("</svg>");
    svg
}

fn circle(svg: &mut String, point: Point, class: &str, radius: f64) {
    let _ = write!(
        svg,
        r#"<circle class="{class}" cx="{}" cy="{}" r="{radius}"/>"#,
        middle(point.x),
        middle(point.y)
    );
}

fn middle(line: u8) -> f64 {
    f64::from(line) + 0.5
}
