//! Games of Gomoku in hand, as far as sessions ask about them.

use referee::{
    gomoku::{Move, Position},
    point::Point,
    position::Position as _,
    seat::Seat,
};
use vision::{
    observation::{Content, Observation},
    reconcile,
};

use super::Playable;
use crate::{
    event::Action,
    live_game::{BoardNotes, Ending, Endings, LiveGame, Standing, ends_on_board},
    stones::stones,
    trouble::Trouble,
};
use profile::bounds::Bounds;

/// Of a game of fewer stones, some are alike in many games.
const SHOWN_LEAST: usize = 4;

impl Playable for Position {
    type Notes = BoardNotes;

    fn notes(_own_seat: Seat, _bounds: &Bounds) -> BoardNotes {
        BoardNotes::default()
    }

    fn target(_game: &LiveGame<Position>, played: Move) -> Option<Point> {
        match played {
            Move::Place(point) => Some(point),
            _ => None,
        }
    }

    fn name_of_target(position: &Position, target: Point) -> String {
        target.name_on(position.size())
    }

    fn in_own_terms(game: &LiveGame<Position>, seen: &Observation) -> Observation {
        game.in_own_colors(seen)
    }

    fn came_otherwise(game: &LiveGame<Position>, seen: &Observation) -> bool {
        let mut new = stones(seen)
            .into_iter()
            .filter(|(point, _)| game.position().stone(*point).is_none());
        let (Some((point, _)), None) = (new.next(), new.next()) else {
            return false;
        };
        let Some(clicked) = game.clicked() else {
            return true;
        };
        // A first click that went astray puts its stone beside.
        let is_beside = point.x.abs_diff(clicked.x).max(point.y.abs_diff(clicked.y)) <= 1;
        point != clicked && (game.clicks() > 1 || !is_beside)
    }

    fn shows_first_only(game: &LiveGame<Position>, seen: &Observation) -> bool {
        let [(point, _)] = stones(seen)[..] else {
            return false;
        };
        match game.position().plies() {
            0 => game.clicked() == Some(point),
            1 => game.position().stone(point).is_some(),
            _ => false,
        }
    }

    fn saw(
        game: &mut LiveGame<Position>,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action>,
    ) -> Result<Standing, Trouble> {
        game.saw(seen, now_ms, bounds, may_click, out)
    }

    fn saw_unclear(
        game: &mut LiveGame<Position>,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action>,
    ) -> Result<Option<Standing>, Trouble> {
        game.saw_unclear(seen, now_ms, bounds, may_click, out)
    }

    fn saw_ending(
        game: &mut LiveGame<Position>,
        seen: &Observation,
        clicked_counts: bool,
        now_ms: u64,
        out: &mut Vec<Action>,
    ) -> Standing {
        game.saw_ending(seen, clicked_counts, now_ms, out)
    }

    fn catch_up(
        game: &mut LiveGame<Position>,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        out: &mut Vec<Action>,
    ) -> bool {
        game.catch_up(seen, now_ms, bounds, out)
    }

    fn is_shown_in(game: &LiveGame<Position>, seen: &Observation) -> bool {
        let stones = game.position().plies();
        let shown = seen
            .points()
            .filter(|point| {
                game.position().stone(*point).is_some() && matches!(seen.content(*point), Content::Stone(_))
            })
            .count();
        shown >= SHOWN_LEAST && 2 * shown >= stones && game.board_endings(seen) != Endings::Elsewhere
    }

    fn recognised(game: &LiveGame<Position>, seen: &Observation) -> Option<Observation> {
        game.recognised(seen)
    }

    fn glimpse(game: &mut LiveGame<Position>, seen: &Observation, now_ms: u64) {
        game.glimpse(seen, now_ms);
    }

    fn glimpse_end(game: &mut LiveGame<Position>, seen: &Observation, now_ms: u64) {
        game.glimpse_end(seen, now_ms);
    }

    fn endings(game: &LiveGame<Position>, seen: Option<&Observation>) -> Endings<Move> {
        let size = game.position().size();
        match seen {
            Some(seen) => game.board_endings(seen),
            None => game.board_endings(&Observation::unknown(size, size)),
        }
    }

    fn ends_on_board(ending: &Ending<Move>) -> bool {
        ends_on_board(ending)
    }

    fn shows_none_of(game: &LiveGame<Position>, seen: &Observation) -> bool {
        game.shows_no_stone(seen)
    }

    fn hides_end(game: &LiveGame<Position>, seen: &Observation) -> bool {
        let position = game.position();
        let unclear =
            |point: Point| position.stone(point).is_none() && seen.content(point) == Content::Uncertain;
        seen.points().any(unclear)
    }

    /// None of ours can be there: nothing was clicked in that position.
    fn explain_back(
        game: &LiveGame<Position>,
        seen: &Observation,
        most: usize,
    ) -> Option<(Position, Vec<Move>, usize)> {
        let mut base = game.position().clone();
        for gone in 1..=most {
            base.undo()?;
            let filled = reconcile::fill(&base, seen);
            let most = usize::from(base.turn() != game.own_seat());
            if let Ok(moves) = reconcile::explain(&base, &filled)
                && moves.len() <= most
            {
                return Some((base, moves, gone));
            }
        }
        None
    }

    fn forget_cover(game: &mut LiveGame<Position>) {
        game.forget_veiled();
    }

    fn is_drawing(game: &mut LiveGame<Position>, seen: &Observation, now_ms: u64, bounds: &Bounds) -> bool {
        game.awaits_mark(seen, now_ms, bounds)
    }

    fn end_unexplained(
        game: &mut LiveGame<Position>,
        seen: &Observation,
        now_ms: u64,
        out: &mut Vec<Action>,
    ) -> Standing {
        game.end_by_line(seen, now_ms, out)
    }
}
