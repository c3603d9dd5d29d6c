//! An analysis as one HTML file that asks no other address for anything: the game to step through, graph, summary, every
//! move, and a picture of each place where a game turned.

use maud::{Markup, PreEscaped, html};
use referee::seat::Seat;
use stats::render::{page, svg};

use crate::{
    assessed::Assessed,
    expectation::Mark,
    film,
    game::AssessedGame,
    graph,
    summary::{stretches, summary},
    text::{percent, remarks},
};

const STYLE: &str = "
:root { --inaccuracy: #c9a227; --mistake: #d9772b; --blunder: #c0392b; }
th { white-space: normal; } th:first-child, td:first-child, th.text, td.text { text-align: left; } td.text { white-space: normal; }
tr.inaccuracy b { color: var(--inaccuracy); } tr.mistake b { color: var(--mistake); } tr.blunder b { color: var(--blunder); }
.turns { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1.2rem; }
";
/// Moves of the better line that are told.
const TOLD: usize = 9;

/// A whole page.
pub fn page(games: &[AssessedGame]) -> String {
    let mut styles = vec![svg::STYLE, STYLE, graph::STYLE, film::STYLE];
    for game in games {
        if !styles.contains(&game.style) {
            styles.push(game.style);
        }
    }
    let body = html! {
        @for game in games { (section(game)) }
        script { (PreEscaped(film::SCRIPT)) }
    };
    page::spell("analysis", &styles, &body)
}

fn section(game: &AssessedGame) -> Markup {
    let turns: Vec<&Assessed> = game
        .moves
        .iter()
        .filter(|assessed| assessed.mark != Mark::Good)
        .collect();
    let [side, _] = game.sides;
    html! {
        // Its parts are set apart by blanks, which a page does not show.
        h1 { (game.heading.split("   ").collect::<Vec<_>>().join(", ")) }
        (film::show(game))
        figure { (PreEscaped(graph::svg(game))) }
        p class="soft" {
            "Expected result for " (side) " after each " (game.step) ", by " code { (game.engine) } "."
            @for (index, name) in game.sides.iter().enumerate() {
                @if let Some(stretches) = winning(game, index) { " Winning for " (name) ": " (game.steps_word) " " (stretches) "." }
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
fn winning(game: &AssessedGame, wanted: usize) -> Option<String> {
    let spans: Vec<String> = stretches(&game.moves)
        .into_iter()
        .filter(|(side, ..)| *side == wanted)
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

/// How each side played, as a table.
pub fn sides(game: &AssessedGame) -> Markup {
    html! {
        div class="wide" tabindex="0" { table {
            tr { th { "side" } th { "moves" } th { "accuracy" } th { "as the engine" } th { "inaccuracies" }
                th { "mistakes" } th { "blunders" } th { "missed wins" } th { "overlooked threats" } }
            @for seat in Seat::BOTH {
                @let told = summary(&game.moves, seat);
                tr {
                    td { (game.names[seat.index()]) } td { (told.moves) }
                    td { (told.accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.1}"))) }
                    td { (told.as_engine) } td { (told.inaccuracies) } td { (told.mistakes) } td { (told.blunders) }
                    td { (told.missed_wins) } td { (told.overlooked_threats) }
                }
            }
        } }
    }
}

fn turn(game: &AssessedGame, assessed: &Assessed) -> Markup {
    html! {
        div id={ (game.step) "-" (assessed.step) } {
            @if let Some(picture) = &assessed.picture { figure { (PreEscaped(picture)) } }
            p {
                (assessed.step) ". " (game.sides[assessed.side]) " " b { (assessed.played) (assessed.mark.sign()) }
                ", " (percent(assessed.results[0])) " to " (percent(assessed.results[1]))
                @for remark in remarks(game, assessed) { br; (remark) }
            }
        }
    }
}

fn table(game: &AssessedGame) -> Markup {
    html! {
        div class="wide" tabindex="0" { table {
            tr { th { (game.step) } th { "side" } th { "move" } th { "before" } th { "after" } th { "score" } th class="text" { "better" } }
            @for assessed in &game.moves {
                tr class=(assessed.mark.name()) {
                    td { (assessed.step) } td { (game.sides[assessed.side]) }
                    td { b { (assessed.played) (assessed.mark.sign()) } }
                    td { (percent(assessed.results[0])) } td { (percent(assessed.results[1])) }
                    td { ((game.score)(assessed.scores[1])) }
                    td class="text" {
                        @if !assessed.is_best { (assessed.best[..assessed.best.len().min(TOLD)].join(" ")) }
                    }
                }
            }
        } }
    }
}
