//! A whole game as one picture through which arrows lead, on a page that asks no other address for anything. What belongs to
//! some steps only has a class that says which.

use maud::{Markup, PreEscaped, html};

use crate::game::AssessedGame;

/// The class of what is seen after the steps from `from` to `to`, or to the end.
pub(crate) fn class(from: usize, to: Option<usize>) -> String {
    match to {
        Some(to) => format!("step f{from} t{to}"),
        None => format!("step f{from}"),
    }
}

/// The class of the engine's line after so many steps.
pub(crate) fn line_class(after: usize) -> String {
    format!("{} line", class(after, Some(after)))
}

/// The game's picture with buttons; nothing if it has none.
pub(crate) fn show(game: &AssessedGame) -> Markup {
    let Some(film) = &game.film else {
        return html! {};
    };
    html! {
        div class="film" tabindex="0" data-end=(game.steps) {
            figure { (PreEscaped(film)) }
            p class="bar" {
                button type="button" data-go="start" title="to the start" { "|◀" } " "
                button type="button" data-go="back" title="one back (left arrow)" { "◀" } " "
                button type="button" data-go="on" title="one on (right arrow)" { "▶" } " "
                button type="button" data-go="end" title="to the end" { "▶|" } " "
                (game.step) " " span class="at" { (game.steps) } " of " (game.steps)
            }
            @for assessed in &game.moves {
                p class={ "told " (class(assessed.step, Some(assessed.step))) } { (told(game, assessed)) }
            }
        }
    }
}

fn told(game: &AssessedGame, assessed: &crate::assessed::Assessed) -> Markup {
    use crate::text::{percent, remarks};
    html! {
        (game.sides[assessed.side]) " " b { (assessed.played) (assessed.mark.sign()) }
        ", " (percent(assessed.results[0])) " to " (percent(assessed.results[1]))
        @if !assessed.is_best { "; better " b { (assessed.best.first().map_or("", String::as_str)) } }
        @for remark in remarks(game, assessed) { br; (remark) }
    }
}

/// The style sheet for [`show`].
pub(crate) const STYLE: &str = "
.film { max-width: 30rem; } .film p.told { display: none; } .film .bar button { font: inherit; min-width: 2.4rem; }
";

/// Leads through every film of the page: buttons, arrows, home and end.
pub(crate) const SCRIPT: &str = r"
for (const film of document.querySelectorAll('.film')) {
  const end = Number(film.dataset.end);
  const parts = [...film.querySelectorAll('.step')].map(part => {
    const number = name => (part.getAttribute('class').match(new RegExp('\\b' + name + '(\\d+)')) || [])[1];
    return [part, Number(number('f')), Number(number('t') ?? end)];
  });
  let at = end;
  const go = to => {
    at = Math.max(0, Math.min(end, to));
    film.querySelector('.at').textContent = at;
    for (const [part, first, last] of parts) {
      const shown = part.tagName === 'P' ? 'block' : 'inline';
      part.style.display = first <= at && at <= last ? shown : 'none';
    }
  };
  const ways = { start: () => 0, back: () => at - 1, on: () => at + 1, end: () => end };
  for (const button of film.querySelectorAll('button')) button.onclick = () => go(ways[button.dataset.go]());
  const keys = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'start', End: 'end' };
  const ear = document.querySelectorAll('.film').length === 1 ? document : film;
  ear.addEventListener('keydown', event => {
    if (!keys[event.key]) return;
    go(ways[keys[event.key]]());
    event.preventDefault();
  });
  const asked = /^#at-(\d+)$/.exec(location.hash);
  go(asked ? Number(asked[1]) : end);
}
";
