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

/// A line of the list of moves: its number, and what stands in its columns with whose move it is.
struct MoveLine {
    number: String,
    cells: Vec<(Seat, String)>,
}

/// The moves, the last ones at the bottom unless somebody scrolled.
fn moves<P: Hosted>(canvas: &mut Canvas, area: Area, scale: f64, sitting: &Sitting<P>) {
    let row = ROW * scale;
    let pad = 8.0 * scale;
    let fitting = ((f64::from(area.height) - pad) / row).floor();
    if fitting < 1.0 {
        return;
    }
    tile(canvas, area, 8.0 * scale, CARD.into());
    let inside = f64::from(area.width) - 52.0 * scale;
    let listed = sitting.position().listed();
    let (lines, column) = match P::GAME {
        GameKind::Gomoku => (pairs(listed), 0.47 * inside),
        GameKind::Soccer => (turns(&listed, 8.5 * scale, inside), inside),
    };
    let fitting = fitting as usize;
    let last = lines.len() - sitting.scrolled().min(lines.len().saturating_sub(fitting));
    let first = last.saturating_sub(fitting);
    let left = f64::from(area.x) + 40.0 * scale;
    for (index, line) in lines[first..last].iter().enumerate() {
        let middle = f64::from(area.y) + pad / 2.0 + (index as f64 + 0.5) * row;
        let spot = (left - 12.0 * scale, middle);
        lettering::write(canvas, &line.number, spot, Align::Right, pen(7.5, scale, SOFT));
        let is_end = first + index + 1 == lines.len();
        for (place, (seat, text)) in line.cells.iter().enumerate() {
            let color = match seat {
                _ if is_end && place + 1 == line.cells.len() => ACCENT,
                Seat::First => BRIGHT,
                Seat::Second => SOFT,
            };
            let spot = (left + place as f64 * column, middle);
            lettering::write(canvas, text, spot, Align::Left, pen(8.5, scale, color));
        }
    }
}

/// Moves in lines of two: the first seat's at the left. A line is broken where a seat moves again.
fn pairs(listed: Vec<(Seat, String)>) -> Vec<MoveLine> {
    let mut lines: Vec<MoveLine> = Vec::new();
    for (seat, text) in listed {
        match lines.last_mut() {
            Some(line) if seat == Seat::Second && line.cells.len() == 1 => line.cells.push((seat, text)),
            _ => {
                let mut cells = Vec::new();
                if seat == Seat::Second {
                    cells.push((Seat::First, String::new()));
                }
                cells.push((seat, text));
                let number = (lines.len() + 1).to_string();
                lines.push(MoveLine { number, cells });
            }
        }
    }
    lines
}

/// Turns, each in a line of its own; one that is too long for it in several.
fn turns(listed: &[(Seat, String)], height: f64, room: f64) -> Vec<MoveLine> {
    let mut lines: Vec<MoveLine> = Vec::new();
    for (number, (seat, text)) in (1..).zip(listed) {
        let mut label = number.to_string();
        let mut piece = String::new();
        for letter in text.chars() {
            piece.push(letter);
            if lettering::width_of(&piece, height) > room && piece.len() > 1 {
                piece.pop();
                lines.push(MoveLine {
                    number: std::mem::take(&mut label),
                    cells: vec![(*seat, std::mem::replace(&mut piece, letter.to_string()))],
                });
            }
        }
        lines.push(MoveLine {
            number: label,
            cells: vec![(*seat, piece)],
        });
    }
    lines
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

#[cfg(test)]
mod tests {
    use super::*;

    /// No digit is lost, whatever the room, and no line is wider than it.
    #[test]
    fn long_turns_take_several_lines() {
        let digits: String = "01234567".chars().cycle().take(90).collect();
        let listed = [(Seat::First, "0".to_owned()), (Seat::Second, digits.clone())];
        for room in [1.0, 40.0, 150.0, 5_000.0] {
            let lines = turns(&listed, 8.5, room);
            let told: String = lines[1..].iter().map(|line| &*line.cells[0].1).collect();
            assert_eq!(told, digits);
            let labels: String = lines.iter().map(|line| &*line.number).collect();
            assert_eq!(labels, "12");
            for line in &lines {
                let text = &line.cells[0].1;
                assert!(text.len() == 1 || lettering::width_of(text, 8.5) <= room);
            }
        }
    }

    #[test]
    fn a_seat_that_moves_again_begins_a_line() {
        let text = |seat| (seat, "h8".to_owned());
        let lines = pairs(vec![
            text(Seat::First),
            text(Seat::Second),
            text(Seat::Second),
            text(Seat::First),
        ]);
        let counts: Vec<usize> = lines.iter().map(|line| line.cells.len()).collect();
        assert_eq!(counts, [2, 2, 1]);
    }
}
