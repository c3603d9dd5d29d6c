//! What lies over the board at home: the keys, and the games that were kept.

use vision::{
    area::Area,
    paint::{
        canvas::Canvas,
        lettering::{self, Align},
    },
};

use super::super::ink::{ACCENT, BRIGHT, BUTTON, SOFT, centre, fit, pen, raised, tile};
use crate::parlor::{
    plan::SheetPlan,
    sitting::{KEYS, Sheet},
};

pub(super) fn draw(canvas: &mut Canvas, sheet: &Sheet, plan: &SheetPlan, scale: f64) {
    raised(canvas, plan.area, scale);
    let (title, hint) = match sheet {
        Sheet::Keys => ("Keys", "Esc closes"),
        Sheet::Games { .. } => ("Games", "Enter opens, Esc closes"),
    };
    let left = f64::from(plan.area.x) + 20.0 * scale;
    let top = f64::from(plan.area.y) + 26.0 * scale;
    let bold = pen(14.0, scale, BRIGHT).bold();
    lettering::write(canvas, title, (left, top), Align::Left, bold);
    let right = plan.area.right() as f64 - 20.0 * scale;
    lettering::write(canvas, hint, (right, top), Align::Right, pen(7.5, scale, SOFT));
    match sheet {
        Sheet::Keys => {
            for (area, (key, meaning)) in plan.lines.iter().zip(KEYS) {
                key_line(canvas, *area, scale, (key, meaning));
            }
        }
        Sheet::Games { lines, .. } if lines.is_empty() => {
            let (_, middle) = centre(plan.lines[0]);
            let text = "No game is kept yet";
            lettering::write(canvas, text, (left, middle), Align::Left, pen(9.0, scale, SOFT));
        }
        Sheet::Games { lines, chosen } => {
            for (index, area) in plan.lines.iter().enumerate() {
                let index = plan.first + index;
                game_line(canvas, *area, scale, &lines[index].told, index == *chosen);
            }
        }
    }
}

fn key_line(canvas: &mut Canvas, area: Area, scale: f64, (key, meaning): (&str, &str)) {
    let (_, middle) = centre(area);
    let left = f64::from(area.x) + 6.0 * scale;
    lettering::write(canvas, key, (left, middle), Align::Left, pen(9.0, scale, ACCENT));
    let at = f64::from(area.x) + 0.44 * f64::from(area.width);
    let text = fit(meaning, 9.0 * scale, area.right() as f64 - at);
    lettering::write(canvas, &text, (at, middle), Align::Left, pen(9.0, scale, BRIGHT));
}

fn game_line(canvas: &mut Canvas, area: Area, scale: f64, told: &str, is_chosen: bool) {
    if is_chosen {
        tile(canvas, area, 6.0 * scale, BUTTON.into());
    }
    let (_, middle) = centre(area);
    let left = f64::from(area.x) + 6.0 * scale;
    let text = fit(told, 9.0 * scale, f64::from(area.width) - 12.0 * scale);
    let color = if is_chosen { ACCENT } else { BRIGHT };
    lettering::write(canvas, &text, (left, middle), Align::Left, pen(9.0, scale, color));
}
