//! Words near boards and on them: rows of text as far apart as a board's lines, and notices that pop up over it.

use dice::Dice;

use super::{Page, Sheet, Strange, ground_and_ink, one_of, some_rounding, usual};
use crate::{
    calibration::{Calibration, Kind},
    desktop::furniture::sentence,
    ink::Rgb,
    paint::{
        Scene,
        canvas::Canvas,
        lettering::{self, Align, Pen},
        texture::mix,
    },
    theme::{BoardMaterial, Grid, LineStyle, Theme},
};

/// A young board whose ground is the page's, or nearly, and beside it rows of text at about one or half of its pitch.
pub(super) fn beside(dice: &mut Dice) -> Strange {
    let (_, ink) = ground_and_ink(dice);
    let back: Rgb = if ink[0] < 128 { [250; 3] } else { [30, 32, 36] };
    let line = LineStyle {
        ink: mix(back, ink, dice.between(0.25, 0.7) as f32).into(),
        width: dice.between(0.02, 0.06),
    };
    let theme = Theme {
        kind: Kind::Cells,
        ground: BoardMaterial::Plain(back),
        margin: dice.between(0.0, 0.4),
        frame: None,
        border: None,
        grid: Grid::Lines {
            line,
            edge: line,
            overshoot: 0.0,
        },
        rounding: some_rounding(dice),
        ..one_of(dice, &["discs", "scribble"])
    };
    let side = *dice.pick(&[10, 12, 13, 15]);
    let pitch = dice.between(26.0, 42.0);
    let mut sheet = Sheet::of(dice, theme, (side, side), pitch);
    sheet.scene = Scene::strewn(side, side, dice.below(8), dice.bits());
    let painted = sheet.painted();
    let (width, height) = painted.image.dimensions();
    let (left, top) = (dice.within(0, 30), dice.within(0, 60));
    let size = (
        left as u32 + width + (pitch * 13.0) as u32,
        top as u32 + height + dice.within(0, 90) as u32,
    );
    let mut canvas = Canvas::new(size.0, size.1, back);
    canvas.paste(&painted.image, left, top);
    let row = pitch * dice.between(0.96, 1.04) / if dice.chance(0.8) { 2.0 } else { 1.0 };
    let far = f64::from(left) + painted.calibration.origin.0 + (f64::from(side) - 0.5) * pitch;
    let start = far + pitch * dice.between(0.6, 1.2);
    let mut y = f64::from(top) + painted.calibration.origin.1 + pitch * dice.between(-0.5, 3.0);
    let mut pen = Pen::new(row.min(20.0) * 0.42, ink);
    if dice.chance(0.5) {
        pen = pen.bold();
    }
    while y < f64::from(top + height as i32) {
        let count = dice.within(6, 12) as usize;
        let mut words = sentence(dice, count);
        words.truncate((pitch * 11.0 / (row.min(20.0) * 0.5)) as usize);
        lettering::write(&mut canvas, &words, (start, y), Align::Left, pen);
        y += row;
    }
    Strange {
        image: canvas.to_image(),
        board: Some(painted.calibration.shifted(-f64::from(left), -f64::from(top))),
        story: format!("{}, rows of text every {row:.1}", sheet.story()),
    }
}

/// A notice with words, a few cells wide and one or two high, over a young board or over its edge.
pub(super) fn notice(dice: &mut Dice) -> Strange {
    let theme = usual(dice, None);
    let mut sheet = Sheet::new(dice, theme);
    let (columns, rows) = sheet.size;
    sheet.scene = Scene::strewn(columns, rows, dice.below(7), dice.bits());
    let painted = sheet.drawn(|canvas, board| pop_up(dice, canvas, board));
    let scale = (sheet.pitch / 26.0).clamp(0.8, 2.0);
    let (image, at) = Page::new(dice, scale).around(dice, &painted.image);
    Strange {
        image,
        board: Some(painted.calibration.shifted(-f64::from(at.0), -f64::from(at.1))),
        story: format!("{}, under a notice", sheet.story()),
    }
}

fn pop_up(dice: &mut Dice, canvas: &mut Canvas, board: &Calibration) {
    let pitch = board.pitch.0;
    let (wide, high) = (dice.between(4.5, 8.0) * pitch, dice.between(1.3, 2.4) * pitch);
    let end = f64::from(board.columns) * pitch;
    let bottom = f64::from(board.rows) * pitch - high;
    let down = *dice.pick(&[0.0, 0.3, bottom - pitch, bottom]);
    let down = if dice.chance(0.5) {
        down
    } else {
        dice.between(0.0, bottom)
    };
    let from = (
        board.origin.0 - pitch / 2.0 + dice.between(0.0, end - wide * 0.6),
        board.origin.1 - pitch / 2.0 + down,
    );
    let to = (from.0 + wide, from.1 + high);
    let (back, ink): (Rgb, Rgb) = *dice.pick(&[
        ([50, 50, 50], [250, 250, 250]),
        ([33, 33, 33], [250, 250, 250]),
        ([76, 175, 80], [250, 250, 250]),
        ([255, 255, 255], [20, 20, 20]),
    ]);
    let rim = (from.0 - 1.0, from.1 - 1.0);
    canvas.tile(rim, (to.0 + 1.0, to.1 + 1.0), 6.0, [120, 120, 120].into());
    canvas.tile(from, to, 6.0, back.into());
    let words = sentence(dice, 3);
    let at = (from.0 + 0.4 * pitch, (from.1 + to.1) / 2.0);
    lettering::write(canvas, &words, at, Align::Left, Pen::new(pitch * 0.32, ink));
}
