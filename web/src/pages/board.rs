//! Small boards for lists: a grid once a page, and two paths of dots a board.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};
use referee::{
    color::Color,
    games::{AnyPosition, AnyRecord},
    gomoku, soccer,
};

/// A game's last position, small; nothing where there is none.
pub(crate) fn small(record: &AnyRecord) -> Markup {
    let Ok(mut position) = record.start() else {
        return html! {};
    };
    for ply in &record.plies {
        if referee::position::Position::play(&mut position, ply.play).is_err() {
            break;
        }
    }
    shown(&position)
}

/// A position, small.
pub(crate) fn shown(position: &AnyPosition) -> Markup {
    let svg = match position {
        AnyPosition::Gomoku(position) => stones(position),
        AnyPosition::Soccer(position) => lines(position),
    };
    html! { (PreEscaped(svg)) }
}

fn stones(position: &gomoku::Position) -> String {
    let board = position.board();
    let size = board.size();
    let dots = |color: Color| {
        let mut path = String::new();
        for point in board.points().filter(|&point| board.stone(point) == Some(color)) {
            let _ = write!(path, "M{} {}h0", point.x, point.y);
        }
        path
    };
    let end = size - 1;
    let mut grid = String::new();
    for line in 0..size {
        let _ = write!(grid, "M0 {line}H{end}M{line} 0V{end}");
    }
    let (black, white) = (dots(Color::Black), dots(Color::White));
    format!(
        r#"<svg class="small" viewBox="-1 -1 {0} {0}" role="img" aria-label="board"><rect class="board" x="-1" y="-1" width="{0}" height="{0}"/><path class="grid" d="{grid}"/><path class="rim" d="{white}"/><path class="whites" d="{white}"/><path class="blacks" d="{black}"/></svg>"#,
        size + 1
    )
}

fn lines(position: &soccer::Position) -> String {
    let pitch = position.rules().pitch;
    let mut ball = pitch.point(pitch.centre());
    let mut paths = [String::new(), String::new()];
    for (seat, way) in position.drawn() {
        let (dx, dy) = way.step();
        let to = (ball.x.wrapping_add_signed(dx), ball.y.wrapping_add_signed(dy));
        let _ = write!(paths[seat.index()], "M{} {}L{} {}", ball.x, ball.y, to.0, to.1);
        ball = referee::point::Point::new(to.0, to.1);
    }
    let [first, second] = paths;
    format!(
        r#"<svg class="small" viewBox="-1 -1 {} {}" role="img" aria-label="field"><rect class="paper" x="0" y="1" width="{}" height="{}"/><path class="ways of-first" d="{first}"/><path class="ways of-second" d="{second}"/><circle class="ball" cx="{}" cy="{}" r=".3"/></svg>"#,
        pitch.width() + 2,
        pitch.length() + 4,
        pitch.width(),
        pitch.length(),
        ball.x,
        ball.y
    )
}
