//! What an engine says of a game: who was winning when, what each move lost, which wins were missed. Where nobody asked yet, a
//! form asks for it.

use std::sync::Arc;

use analysis::{drawing::SteppedPicture, game::AssessedGame, html as tables, told::MoveTold};
use maud::{Markup, PreEscaped, html};
use stats::render::svg::{Anchor, Svg};

use super::Told;
use crate::{
    analyses::Progress,
    forms,
    mode::Mode,
    view::{self, View},
};

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 210.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 32.0;

/// A game with what was found in it.
pub(super) struct Looked {
    pub(super) game: Arc<AssessedGame>,
    moves: Vec<MoveTold>,
}

impl Looked {
    /// What is known of the game, if it was looked at.
    pub(super) fn find(view: &View<'_>, told: &Told) -> Option<Looked> {
        match view.analyses.progress(&told.record) {
            Progress::Done(game) => Some(Looked {
                moves: game.told(),
                game,
            }),
            _ => None,
        }
    }

    /// Moves that lost something.
    fn bad(&self) -> impl Iterator<Item = &MoveTold> {
        self.moves.iter().filter(|told| told.is_bad())
    }

    /// Beside the board: what is to be said of the step that is shown.
    pub(super) fn words(&self) -> Markup {
        html! {
            div class="said" {
                @for told in &self.moves {
                    p class={ "step f" (told.step) " t" (told.step) " " (told.mark) } { (said(told)) }
                }
            }
        }
    }

    /// Under the slider: where something was lost.
    pub(super) fn marks(&self, steps: usize) -> Markup {
        html! {
            svg class="marks" viewBox={ "0 0 " (steps) " 1" } preserveAspectRatio="none" aria-hidden="true" {
                @for told in self.bad() {
                    rect class=(kind(told)) x={ (format!("{:.2}", told.step as f64 - 0.25)) } y="0" width="0.5" height="1" {}
                }
            }
        }
    }

    /// The expected result by step, as a graph.
    pub(super) fn graph(&self, drawn: &SteppedPicture) -> Markup {
        let side = self.game.first_side();
        let label = format!("Expected result for {side} by {}", drawn.step);
        let mut svg = Svg::new([0.0, 0.0, WIDTH, HEIGHT], &label);
        let height = |share: f64| HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
        let column = |step: usize| LEFT + step as f64 / drawn.steps.max(1) as f64 * (WIDTH - LEFT - RIGHT);
        for percent in [0, 50, 100] {
            let y = height(f64::from(percent) / 100.0);
            svg.line("grid", (LEFT, y), (WIDTH - RIGHT, y));
            svg.text("", (LEFT - 8.0, y + 4.0), Anchor::End, &format!("{percent} %"));
        }
        for step in 0..=drawn.steps {
            svg.group(&format!("step f{step} t{step}"), |svg| {
                svg.line("cursor", (column(step), TOP), (column(step), HEIGHT - BOTTOM));
            });
        }
        let place = |told: &MoveTold| (column(told.step), height(told.first_side));
        svg.polyline("course", self.moves.iter().map(place));
        for told in &self.moves {
            let title = format!("{} {}: {} {}", drawn.step, told.step, told.side, told.played);
            let (class, radius) = match told.is_bad() {
                true => (kind(told), 6.0),
                false => ("spot", 2.5),
            };
            svg.link(&format!("#at-{}", told.step), |svg| {
                svg.circle(class, place(told), radius, &title)
            });
        }
        let every = (drawn.steps / 12).max(1).next_multiple_of(5);
        for step in (every..=drawn.steps).step_by(every) {
            svg.text(
                "",
                (column(step), HEIGHT - 6.0),
                Anchor::Middle,
                &step.to_string(),
            );
        }
        html! {
            div class="evaluation" {
                div class="wide" tabindex="0" { figure class="shrinks" { (PreEscaped(svg.finish())) } }
                p class="soft" {
                    "Expected result for " (side) " after each " (drawn.step) ": "
                    span class="key inaccuracy" { "●" } " inaccuracy, " span class="key mistake" { "●" } " mistake, "
                    span class="key blunder" { "●" } " blunder, " span class="key missed" { "●" } " a win was missed."
                }
            }
        }
    }

    /// What was lost where, and how each side played.
    pub(super) fn list(&self) -> Markup {
        let bad: Vec<&MoveTold> = self.bad().collect();
        html! {
            h2 id="analysis" { "Mistakes and missed wins" }
            @if bad.is_empty() { p { "None: no move lost a twentieth of the game." } }
            @else {
                ol class="turns" { @for told in bad {
                    li class=(told.mark) { a href={ "#at-" (told.step) } { (told.step) ". " (told.side) " " b { (told.played) } } " " (said_more(told)) }
                } }
            }
            (tables::sides(&self.game))
            p class="soft" { "By " code { (self.game.engine()) } ", each position within the same bound of nodes: " code { "tengen analyse" } " says more." }
        }
    }
}

/// How a bad move is coloured.
fn kind(told: &MoveTold) -> &'static str {
    if told.missed_win { "missed" } else { told.mark }
}

fn said(told: &MoveTold) -> Markup {
    html! { (told.step) ". " (told.side) " " b { (told.played) } " " (said_more(told)) }
}

fn said_more(told: &MoveTold) -> Markup {
    let percent = |result: f64| format!("{:.0} %", 100.0 * result);
    html! {
        (percent(told.results[0])) " to " (percent(told.results[1]))
        @if !told.is_best { ", better " b { (told.best.first().map_or("", String::as_str)) } }
        @for remark in &told.remarks { "; " (remark) }
    }
}

/// Where nobody looked yet: a form that asks for it, or how far it has come.
pub(super) fn ask(view: &View<'_>, told: &Told) -> Markup {
    let (Mode::Live, Some(token)) = (view.mode, view.form_token) else {
        return html! {};
    };
    let to = view::game(told.entry.number);
    let progress = view.analyses.progress(&told.record);
    let busy = view
        .analyses
        .busy()
        .filter(|busy| busy.number != told.entry.number);
    html! {
        @match (&progress, busy) {
            (Progress::Done(_), _) => {},
            (Progress::Running([done, of]), _) => {
                h2 id="analysis" { "Analysis" }
                div class="running" data-progress={ (to) "/analysis/events" } {
                    p role="status" { "The engine looks at every move: " progress max=(of) value=(done) {} " " span class="done" { (done) " of " (of) } }
                    form method="post" action={ (to) "/analysis" } {
                        (forms::token(token))
                        button type="submit" name="do" value="cancel" { "Break off" }
                        a href=(to) { "Look again" }
                    }
                }
            },
            (progress, busy) => {
                h2 id="analysis" { "Analysis" }
                @if let Progress::Failed(why) = progress { p { "That failed: " (base::legible::line(why)) } }
                @match busy {
                    Some(busy) => p { "Another game is being looked at: " a href=(view::game(busy.number)) { "game " (busy.number) } ". One at a time." },
                    None => form method="post" action={ (to) "/analysis" } {
                        (forms::token(token))
                        button type="submit" name="do" value="start" { "Analyse this game" }
                        span class="soft" { "An engine looks at every move, and works only where nobody else does: a bot that plays is not slowed down." }
                    },
                }
            },
        }
    }
}
