//! Boards without a frame: lines between the cells only, and lines that stick out beyond the outermost crossings.

use dice::Dice;

use super::{Sheet, Strange, ground_and_ink, one_of, some_rounding};
use crate::{
    calibration::Kind,
    ink::Ink,
    theme::{Grid, LineStyle, Theme},
};

/// Cells with lines between them and none around, as boards for noughts and crosses are drawn.
pub(super) fn cells(dice: &mut Dice) -> Strange {
    let look = one_of(dice, &["discs", "scribble", "well", "cards"]);
    strange(dice, look, Kind::Cells, 0.0)
}

/// Stones on crossings, and lines that run on for less than a pitch beyond the outermost ones.
pub(super) fn crossings(dice: &mut Dice) -> Strange {
    let look = one_of(dice, &["plain", "kaya", "slate", "dusk"]);
    let overshoot = dice.between(0.1, 0.75);
    strange(dice, look, Kind::Points, overshoot)
}

fn strange(dice: &mut Dice, look: Theme, kind: Kind, overshoot: f64) -> Strange {
    let (ground, ink) = ground_and_ink(dice);
    let line = LineStyle {
        ink: ink.into(),
        width: dice.between(0.02, 0.06),
    };
    let missing = LineStyle {
        ink: Ink::new(ink, 0.0),
        width: 0.0,
    };
    let theme = Theme {
        kind,
        ground,
        margin: overshoot + dice.between(0.0, 0.8),
        frame: None,
        border: None,
        grid: Grid::Lines {
            line,
            edge: if kind == Kind::Cells { missing } else { line },
            overshoot,
        },
        rounding: some_rounding(dice),
        watermark: None,
        ..look
    };
    let sheet = Sheet::new(dice, theme);
    let mut strange = sheet.in_window(dice);
    strange.story += &format!(", lines stick out {overshoot:.2}");
    strange
}
