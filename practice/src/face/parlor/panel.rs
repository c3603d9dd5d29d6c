//! The panel beside the board at home: players, what is going on, the list of moves, knobs and buttons.

use referee::{games::GameKind, seat::Seat};
use vision::{
    area::Area,
    paint::{
        canvas::{Bend, Canvas},
        lettering::{self, Align},
    },
};

use super::{
    super::{
        Pictured,
        ink::{ACCENT, BRIGHT, BUTTON, BUTTON_LIT, Button, CARD, SOFT, Tone, centre, fit, pen, tile},
    },
    inset,
};
use crate::parlor::{
    hosted::Hosted,
    plan::{PanelPlan, value_of},
    sitting::{Deed, PanelTarget, Sitting, SittingPhase},
    wishes::{Knob, Twist},
};

/// Height of a line of the list of moves, at natural size.
const ROW: f64 = 19.0;

pub(super) fn draw<P: Pictured + Hosted>(
    canvas: &mut Canvas,
    plan: &PanelPlan,
    scale: f64,
    theme: &P::Theme,
    sitting: &Sitting<P>,
) {
    for seat in Seat::BOTH {
        card(canvas, plan.cards[seat.index()], scale, theme, (sitting, seat));
    }
    status(canvas, plan.status, scale, sitting);
    moves(canvas, plan.moves, scale, sitting);
    let hovered = sitting.hover().filter(|_| sitting.sheet().is_none());
    for (area, kind) in plan.knobs.iter().zip(Knob::ALL) {
        knob(canvas, *area, scale, kind, sitting);
    }
    for (area, deed) in plan.deeds.iter().zip(Deed::ALL) {
        let button = Button {
            text: deed.label().to_owned(),
            lit: hovered == Some(PanelTarget::Deed(deed)),
            accent: deed == Deed::New && sitting.verdict().is_some(),
        };
        button.draw(canvas, *area, scale);
    }
}

/// One player: sign, name, what seat that is, and games won; a bar where it is their turn.
fn card<P: Pictured + Hosted>(
    canvas: &mut Canvas,
    area: Area,
    scale: f64,
    theme: &P::Theme,
    (sitting, seat): (&Sitting<P>, Seat),
) {
    let own = seat == sitting.person();
    let turn = match sitting.phase() {
        SittingPhase::Person => own,
        SittingPhase::Engine(_) | SittingPhase::Stuck(_) => !own,
        SittingPhase::Over(end) => end.verdict.winner == Some(seat),
    };
    tile(canvas, area, 8.0 * scale, CARD.into());
    if turn {
        let bar = Area {
            width: (5.0 * scale).round() as u32,
            ..area
        };
        tile(canvas, bar, 2.0 * scale, ACCENT.into());
    }
    let (_, middle) = centre(area);
    let at = |natural: f64| f64::from(area.x) + natural * scale;
    P::sign(canvas, theme, seat, (at(30.0), middle), 14.0 * scale);
    let score = sitting.score();
    let (name, wins) = match own {
        true => ("You".to_owned(), score.wins),
        false => (sitting.wishes().opponent(), score.losses),
    };
    let right = area.right() as f64 - 12.0 * scale;
    let wins = wins.to_string();
    let room = right - at(54.0) - lettering::width_of(&wins, 12.0 * scale) - 8.0 * scale;
    let name = fit(&name, 10.0 * scale, room);
    let spot = (at(54.0), middle - 8.0 * scale);
    lettering::write(canvas, &name, spot, Align::Left, pen(10.0, scale, BRIGHT));
    let spot = (at(54.0), middle + 12.0 * scale);
    lettering::write(canvas, P::role(seat), spot, Align::Left, pen(7.5, scale, SOFT));
    let spot = (right, middle);
    let bold = pen(12.0, scale, ACCENT).bold();
    lettering::write(canvas, &wins, spot, Align::Right, bold);
}

fn status<P: Hosted>(canvas: &mut Canvas, area: Area, scale: f64, sitting: &Sitting<P>) {
    let tone = match sitting.phase() {
        SittingPhase::Person => Tone::Plain,
        SittingPhase::Engine(_) => Tone::Soft,
        SittingPhase::Stuck(_) => Tone::Bad,
        SittingPhase::Over(end) => match end.verdict.winner {
            Some(seat) if seat == sitting.person() => Tone::Good,
            Some(_) => Tone::Bad,
            None => Tone::Soft,
        },
    };
    let left = f64::from(area.x) + 4.0 * scale;
    let top = f64::from(area.y);
    let room = f64::from(area.width) - 8.0 * scale;
    let bold = pen(13.0, scale, tone.color()).bold();
    let text = sitting.status();
    lettering::write(canvas, text, (left, top + 14.0 * scale), Align::Left, bold);
    let detail = fit(&sitting.detail(), 8.0 * scale, room);
    let spot = (left, top + 36.0 * scale);
    lettering::write(canvas, &detail, spot, Align::Left, pen(8.0, scale, SOFT));
}

/// The moves in two columns, the last ones at the bottom unless somebody scrolled.
fn moves<P: Hosted>(canvas: &mut Canvas, area: Area, scale: f64, sitting: &Sitting<P>) {
    let row = ROW * scale;
    let pad = 8.0 * scale;
    let fitting = ((f64::from(area.height) - pad) / row).floor();
    if fitting < 1.0 {
        return;
    }
    tile(canvas, area, 8.0 * scale, CARD.into());
    let rows = rows(sitting.position().listed());
    let fitting = fitting as usize;
    let last = rows.len() - sitting.scrolled().min(rows.len().saturating_sub(fitting));
    let first = last.saturating_sub(fitting);
    let wide = f64::from(area.width);
    let unit = match P::GAME {
        GameKind::Gomoku => 0.36,
        GameKind::Soccer => 0.42,
    };
    let at = |column: usize| f64::from(area.x) + 40.0 * scale + column as f64 * unit * wide;
    let room = unit * wide - 8.0 * scale;
    for (line, (number, cells)) in rows[first..last].iter().enumerate() {
        let middle = f64::from(area.y) + pad / 2.0 + (line as f64 + 0.5) * row;
        let spot = (at(0) - 12.0 * scale, middle);
        let label = number.to_string();
        lettering::write(canvas, &label, spot, Align::Right, pen(7.5, scale, SOFT));
        for (column, cell) in cells.iter().enumerate() {
            let is_last = first + line + 1 == rows.len() && column + 1 == cells.len();
            let color = if is_last { ACCENT } else { BRIGHT };
            let text = fit(cell, 8.5 * scale, room);
            let spot = (at(column), middle);
            lettering::write(canvas, &text, spot, Align::Left, pen(8.5, scale, color));
        }
    }
}

/// Moves in rows of two: the first seat's at the left. A row is broken where a seat moves again.
fn rows(listed: Vec<(Seat, String)>) -> Vec<(usize, Vec<String>)> {
    let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
    for (seat, text) in listed {
        match rows.last_mut() {
            Some((_, cells)) if seat == Seat::Second && cells.len() == 1 => cells.push(text),
            _ => {
                let mut cells = Vec::new();
                if seat == Seat::Second {
                    cells.push(String::new());
                }
                cells.push(text);
                rows.push((rows.len() + 1, cells));
            }
        }
    }
    rows
}

/// A label, and the value between two arrows.
fn knob<P: Hosted>(canvas: &mut Canvas, area: Area, scale: f64, knob: Knob, sitting: &Sitting<P>) {
    let (_, middle) = centre(area);
    let is_marked = sitting.marked() == Some(knob);
    let color = if is_marked { ACCENT } else { SOFT };
    let spot = (f64::from(area.x) + 4.0 * scale, middle);
    lettering::write(canvas, knob.label(), spot, Align::Left, pen(8.0, scale, color));
    let value = value_of(area);
    let lit =
        |twist: Twist| sitting.sheet().is_none() && sitting.hover() == Some(PanelTarget::Knob(knob, twist));
    let is_lit = lit(Twist::Back) || lit(Twist::On);
    if is_marked {
        tile(canvas, value, 6.0 * scale, ACCENT.into());
    }
    let face = if is_lit { BUTTON_LIT } else { BUTTON };
    let rim = if is_marked {
        (1.5 * scale).round() as i32
    } else {
        0
    };
    tile(canvas, inset(value, rim), 6.0 * scale, face.into());
    let (x, y) = centre(value);
    for (twist, tip, back) in [
        (Twist::Back, f64::from(value.x) + 8.0 * scale, 4.0 * scale),
        (Twist::On, value.right() as f64 - 9.0 * scale, -4.0 * scale),
    ] {
        let color = if lit(twist) || is_marked { ACCENT } else { SOFT };
        let spots = [
            (tip + back, y - 4.0 * scale),
            (tip, y),
            (tip + back, y + 4.0 * scale),
        ];
        canvas.pen(&spots, Bend::Straight, (1.4 * scale).max(1.2), color.into());
    }
    let room = f64::from(value.width) - 36.0 * scale;
    let text = fit(&sitting.wishes().value(knob), 8.5 * scale, room);
    lettering::write(canvas, &text, (x, y), Align::Centre, pen(8.5, scale, BRIGHT));
}
