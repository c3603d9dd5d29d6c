//! Boards that are hard to see: under a dialog or a pointer, faint in the dark, badly lit, with round corners, cut off, or not
//! there at all.

use dice::Dice;
use referee::{color::Color, point::Point};

use super::{
    Sheet, Strange, cropped, named, one_of,
    page::{self, Page},
    page_cells, page_points, some_rounding, usual,
};
use crate::{
    area::Area,
    calibration::Kind,
    ink::Rgb,
    theme::{BoardMaterial, Grid, LineStyle, Theme},
};

pub(super) fn under_dialog(dice: &mut Dice) -> Strange {
    let theme = usual(dice, None);
    let sheet = Sheet::new(dice, theme);
    let painted = sheet.painted();
    let mut strange = sheet.shown(dice, &painted);
    let (width, height) = painted.image.dimensions();
    let part = (dice.between(0.25, 0.6), dice.between(0.15, 0.55));
    let (wide, high) = (
        (f64::from(width) * part.0) as u32,
        (f64::from(height) * part.1) as u32,
    );
    let origin = strange.board.map_or((0.0, 0.0), |board| board.origin);
    let at = (
        origin.0 + dice.between(-0.1, 0.9 - part.0) * f64::from(width),
        origin.1 + dice.between(-0.1, 0.9 - part.1) * f64::from(height),
    );
    let area = Area::new(at.0 as i32, at.1 as i32, wide.max(60), high.max(40));
    strange.image = page::dialog(dice, &strange.image, area);
    strange.story += &format!(", dialog {area:?}");
    strange
}

pub(super) fn under_pointer(dice: &mut Dice) -> Strange {
    let theme = usual(dice, None);
    let mut sheet = Sheet::new(dice, theme);
    let point = Point::new(dice.below(sheet.size.0), dice.below(sheet.size.1));
    if sheet.scene.content(point).is_none() {
        sheet.scene.put(point, Some(Color::Black));
        sheet.scene.fading = Some((point, dice.between(0.2, 0.7) as f32));
    }
    sheet.scene.hover = Some(point);
    let place = (dice.between(-0.3, 0.3), dice.between(-0.3, 0.3));
    let painted = sheet.drawn(|canvas, board| {
        let (x, y) = board.centre_of(point);
        page::pointer(canvas, (x + place.0 * sheet.pitch, y + place.1 * sheet.pitch));
    });
    sheet.shown(dice, &painted)
}

pub(super) fn dark(dice: &mut Dice) -> Strange {
    let level = dice.within(12, 70) as u8;
    let tint = dice.within(0, 8) as u8;
    let ground: Rgb = [level, level + tint / 2, level + tint];
    let contrast = dice.within(12, 20) as u8;
    let ink = ground.map(|part| part + contrast);
    let line = LineStyle {
        ink: ink.into(),
        width: dice.between(0.01, 0.06),
    };
    let cells = dice.chance(0.4);
    let theme = Theme {
        kind: if cells { Kind::Cells } else { Kind::Points },
        ground: BoardMaterial::Plain(ground),
        margin: dice.between(0.1, 0.8),
        grid: Grid::Lines {
            line,
            edge: line,
            overshoot: 0.0,
        },
        rounding: some_rounding(dice),
        stones: if cells {
            named("well").stones
        } else {
            named("dusk").stones
        },
        radius: if cells { 0.3 } else { 0.44 },
        ..named("dusk")
    };
    Sheet::new(dice, theme).in_window(dice)
}

pub(super) fn lit(dice: &mut Dice) -> Strange {
    let mut theme = one_of(dice, &["lamp", "well", "lamp"]);
    if dice.chance(0.3) {
        theme.ground = match theme.ground {
            BoardMaterial::Lit { light, dark } => BoardMaterial::Shaded {
                top: light,
                bottom: dark,
            },
            other => other,
        };
    }
    let sheet = Sheet::new(dice, theme);
    let reach = sheet.pitch * dice.between(2.0, 6.0);
    let shadow = dice.chance(0.5);
    let painted = sheet.drawn(|canvas, _| {
        if shadow {
            page::shade(canvas, reach);
        }
    });
    sheet.shown(dice, &painted)
}

pub(super) fn rounded(dice: &mut Dice) -> Strange {
    let theme = match dice.below(3) {
        0 => page_cells(dice),
        1 => page_points(dice),
        _ => usual(dice, None),
    };
    let mut sheet = Sheet::new(dice, theme);
    sheet.theme.margin = sheet.theme.margin.min(dice.between(0.0, 0.5));
    let radius = sheet.pitch * dice.between(0.2, 0.9);
    let painted = sheet.painted();
    let scale = (sheet.pitch / 26.0).clamp(0.8, 2.0);
    let mut page = Page::new(dice, scale);
    page.corner = radius;
    let (image, at) = page.around(dice, &painted.image);
    Strange {
        image,
        board: Some(painted.calibration.shifted(-f64::from(at.0), -f64::from(at.1))),
        story: format!("{}, corners {radius:.1}", sheet.story()),
    }
}

/// At least one row of points is lost on a side.
pub(super) fn cut(dice: &mut Dice) -> Strange {
    let theme = match dice.below(4) {
        0 => one_of(dice, &["dots", "pegs", "pluses"]),
        1 => one_of(dice, &["planks", "twofold", "terrace", "dusk"]),
        _ => usual(dice, None),
    };
    let sheet = Sheet::new(dice, theme);
    let mut rooms = [None; 4];
    let first = dice.below(4);
    let sides = dice.within(1, 2) as usize;
    let depth = *dice.pick(&[0.6, 0.8, 0.95, 1.0, 1.05, 1.2, 1.4, 2.3]) * sheet.pitch;
    (0..sides).for_each(|more| rooms[(first + more) % 4] = Some(-depth));
    let painted = cropped(&sheet.painted(), rooms);
    Strange {
        image: painted.image,
        board: None,
        story: format!("{}, cut {depth:.1} at {rooms:?}", sheet.story()),
    }
}

pub(super) fn no_board(dice: &mut Dice) -> Strange {
    let scale = *dice.pick(&[1.0, 1.25, 1.5, 2.0]);
    let page = Page::new(dice, scale);
    let image = if dice.chance(0.5) {
        page.dotted(dice, None).0
    } else {
        page.bare(dice)
    };
    Strange {
        image,
        board: None,
        story: format!("a page at scale {scale}"),
    }
}
