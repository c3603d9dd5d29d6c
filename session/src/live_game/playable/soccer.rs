//! Games of Paper Soccer in hand, as far as sessions ask about them.

use referee::{
    position::Position as _,
    seat::Seat,
    soccer::{Direction, Position},
};
use vision::pitch::{
    edge::Edge,
    observation::{Content, Observation},
};

use super::Playable;
use crate::{
    event::Action,
    live_game::{Ending, Endings, FieldNotes, LiveGame, Standing, ends_on_field},
    readable::{BoardSeen, FieldTarget},
    trouble::Trouble,
};
use profile::bounds::Bounds;

/// Of a game of fewer lines, some are alike in many games.
const SHOWN_LEAST: usize = 6;

impl Playable for Position {
    type Notes = FieldNotes;

    fn notes(own_seat: Seat, bounds: &Bounds) -> FieldNotes {
        FieldNotes::new(own_seat, bounds)
    }

    fn target(game: &LiveGame<Position>, played: Direction) -> Option<FieldTarget> {
        Some(game.field_target(played))
    }

    fn name_of_target(_position: &Position, target: FieldTarget) -> String {
        target.to_string()
    }

    fn in_own_terms(game: &LiveGame<Position>, seen: &Observation) -> Observation {
        game.as_ruled(seen)
    }

    fn came_otherwise(game: &LiveGame<Position>, seen: &Observation) -> bool {
        game.position().plies() == 0
            && only_line(game, seen).is_some_and(|line| game.clicked_line() != Some(line))
    }

    fn shows_first_only(game: &LiveGame<Position>, seen: &Observation) -> bool {
        game.position().plies() == 0
            && only_line(game, seen).is_some_and(|line| game.clicked_line() == Some(line))
    }

    fn saw(
        game: &mut LiveGame<Position>,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action<Position>>,
    ) -> Result<Standing, Trouble> {
        game.saw_field(seen, now_ms, bounds, may_click, out)
    }

    fn saw_unclear(
        game: &mut LiveGame<Position>,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action<Position>>,
    ) -> Result<Option<Standing>, Trouble> {
        game.saw_unclear_field(seen, now_ms, bounds, may_click, out)
    }

    fn saw_ending(
        game: &mut LiveGame<Position>,
        seen: &Observation,
        clicked_counts: bool,
        now_ms: u64,
        out: &mut Vec<Action<Position>>,
    ) -> Standing {
        match game.end_under_cover(seen, clicked_counts, now_ms, out) {
            Some(verdict) => Standing::Over(verdict),
            None => Standing::GoingOn,
        }
    }

    fn catch_up(
        game: &mut LiveGame<Position>,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        out: &mut Vec<Action<Position>>,
    ) -> bool {
        game.catch_up_field(seen, now_ms, bounds, out)
    }

    fn is_shown_in(game: &LiveGame<Position>, seen: &Observation) -> bool {
        let (shown, drawn) = game.lines_shown(seen);
        let elsewhere = || game.field_endings(Some(seen)) == Endings::Elsewhere;
        shown >= SHOWN_LEAST && 2 * shown >= drawn && !elsewhere()
    }

    fn glimpse(game: &mut LiveGame<Position>, seen: &Observation, now_ms: u64) {
        game.glimpse_field(seen, now_ms);
    }

    fn endings(game: &LiveGame<Position>, seen: Option<&Observation>) -> Endings<Direction> {
        game.field_endings(seen)
    }

    fn ends_on_board(ending: &Ending<Direction>) -> bool {
        ends_on_field(ending)
    }

    fn shows_none_of(game: &LiveGame<Position>, seen: &Observation) -> bool {
        game.shows_no_line(seen)
    }

    fn hides_end(_game: &LiveGame<Position>, seen: &Observation) -> bool {
        BoardSeen::uncertain(seen) > 0 || seen.ball.is_none()
    }

    fn explain_back(
        game: &LiveGame<Position>,
        seen: &Observation,
        most: usize,
    ) -> Option<(Position, Vec<Direction>, usize)> {
        game.explain_back_field(seen, most)
    }
}

/// The line on the board, if there is one alone.
fn only_line(game: &LiveGame<Position>, seen: &Observation) -> Option<Edge> {
    let seen = game.as_ruled(seen);
    let mut drawn = seen.edges(Content::Drawn);
    drawn.next().filter(|_| drawn.next().is_none())
}
