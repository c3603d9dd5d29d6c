//! How the board at home looks: drawn as a whole, in any size. It decides nothing, and remembers only the board's picture.

mod panel;
mod sheet;

use image::RgbImage;
use referee::point::Point;
use vision::{
    area::Area,
    calibration::Calibration,
    paint::{
        canvas::{Bend, Canvas},
        lettering::{self, Align},
    },
};

use super::{
    Easel as _, Pictured,
    ink::{BRIGHT, DARK, DESK, SOFT, pen},
};
use crate::parlor::{
    hosted::Hosted,
    plan::{FloorPlan, Pane},
    sitting::Sitting,
};

/// A board of this pitch tells how large others are.
const TRIAL_PITCH: f64 = 20.0;

/// So many boards are tried for one window.
const TRIALS_MAX: usize = 12;

/// Draws one board at home in one look.
pub struct ParlorFace<P: Pictured> {
    theme: &'static P::Theme,
    /// The board's picture and what it was made for.
    board: Option<Shown<P>>,
    plan: FloorPlan,
}

struct Shown<P: Pictured> {
    size: P::Size,
    pitch: f64,
    easel: P::Easel,
}

impl<P: Pictured + Hosted> ParlorFace<P> {
    /// A face for a window that is not open yet.
    pub fn new(theme: &'static P::Theme) -> ParlorFace<P> {
        let pane = Pane {
            width: 1,
            height: 1,
            factor: 1.0,
        };
        ParlorFace {
            theme,
            board: None,
            plan: FloorPlan::new(pane, false),
        }
    }

    /// How large the content of a window is whose board has points `pitch` pixels apart.
    pub fn wanted(&self, size: P::Size, pitch: f64) -> (u32, u32) {
        let (width, height) = P::Easel::new(self.theme, size, pitch).image().dimensions();
        let scale = crate::layout::natural_scale(pitch);
        let px = |natural: f64| (natural * scale).round() as u32;
        (width + px(300.0), (height + px(50.0)).max(px(620.0)))
    }

    /// Makes a board that fits into a window of this kind. It is painted only where it was not before.
    pub fn fit(&mut self, size: P::Size, pane: Pane) {
        let mut plan = FloorPlan::new(pane, self.has_edges(size));
        let pitch = self.pitch(size, &plan);
        let known = self.board.take();
        let known = known.filter(|shown| shown.size == size && shown.pitch.to_bits() == pitch.to_bits());
        let shown = known.unwrap_or_else(|| self.board_of(size, pitch, &plan));
        plan.seat(shown.easel.image().dimensions(), &shown.easel.calibration());
        self.board = Some(shown);
        self.plan = plan;
    }

    /// Whether something is to be written along the board's edges; some looks have it on the board.
    fn has_edges(&self, size: P::Size) -> bool {
        let [columns, _] = P::edges(size);
        !columns.is_empty() && !P::names_points(self.theme)
    }

    /// The pitch of the largest board that fits. A small field has a wider margin than its points need, so what a board
    /// tells is tried until nothing changes.
    fn pitch(&self, size: P::Size, plan: &FloorPlan) -> f64 {
        let mut pitch = TRIAL_PITCH;
        for _ in 0..TRIALS_MAX {
            let trial = P::Easel::new(self.theme, size, pitch);
            let next = plan.pitch(pitch, trial.image().dimensions());
            if next <= pitch && pitch > TRIAL_PITCH {
                return next;
            }
            pitch = next;
        }
        pitch
    }

    /// A board of that pitch, or of the next smaller one if rounding made it too large.
    fn board_of(&self, size: P::Size, pitch: f64, plan: &FloorPlan) -> Shown<P> {
        let mut painted = pitch;
        let mut easel = P::Easel::new(self.theme, size, painted);
        while !plan.fits(painted, easel.image().dimensions()) {
            painted -= 1.0;
            easel = P::Easel::new(self.theme, size, painted);
        }
        Shown { size, pitch, easel }
    }

    /// Where everything is.
    pub fn plan(&self) -> &FloorPlan {
        &self.plan
    }

    /// The window's content.
    pub fn draw(&mut self, sitting: &Sitting<P>) -> RgbImage {
        let (plan, theme) = (&self.plan, self.theme);
        let mut canvas = Canvas::new(plan.pane.width.max(1), plan.pane.height.max(1), DESK);
        if let Some(shown) = &mut self.board {
            shown.easel.show(&sitting.scene());
            canvas.paste(shown.easel.image(), plan.board.x, plan.board.y);
        }
        if let Some(board) = &plan.calibration {
            if !P::names_points(theme) {
                edges::<P>(&mut canvas, plan, board, sitting.size());
            }
            if let Some(point) = sitting.cursor() {
                cursor(&mut canvas, board, point);
            }
        }
        if let Some(parts) = &plan.panel {
            panel::draw(&mut canvas, parts, plan.scale, theme, sitting);
        }
        if let Some(sheet) = sitting.sheet() {
            sheet::draw(&mut canvas, sheet, &plan.sheet(sheet), plan.scale);
        }
        canvas.to_image()
    }
}

/// What stands below the board's columns and left of its rows.
fn edges<P: Hosted>(canvas: &mut Canvas, plan: &FloorPlan, board: &Calibration, size: P::Size) {
    let [columns, rows] = P::edges(size);
    let pen = pen(7.0, plan.scale, SOFT);
    let below = plan.board.bottom() as f64 + 9.0 * plan.scale;
    for (index, name) in (0..).zip(&columns) {
        let (across, _) = board.centre_of(Point::new(index, 0));
        lettering::write(canvas, name, (across, below), Align::Centre, pen);
    }
    let left = f64::from(plan.board.x) - 6.0 * plan.scale;
    for (index, name) in (0..).zip(&rows) {
        let (_, along) = board.centre_of(Point::new(0, index));
        lettering::write(canvas, name, (left, along), Align::Right, pen);
    }
}

/// Four corners around the point that Enter plays.
fn cursor(canvas: &mut Canvas, board: &Calibration, point: Point) {
    let (x, y) = board.centre_of(point);
    let reach = 0.46 * board.pitch.0;
    let (arm, width) = (0.45 * reach, (0.07 * board.pitch.0).max(2.0));
    for (across, along) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        let corner = (x + across * reach, y + along * reach);
        let spots = [
            (corner.0 - across * arm, corner.1),
            corner,
            (corner.0, corner.1 - along * arm),
        ];
        // Bright on dark, so that it shows on any board.
        canvas.pen(&spots, Bend::Straight, width + 2.5, DARK.into());
        canvas.pen(&spots, Bend::Straight, width, BRIGHT.into());
    }
}

/// The area with so much less on each side.
fn inset(area: Area, by: i32) -> Area {
    let less = |length: u32| (length as i32 - 2 * by).max(1) as u32;
    Area::new(area.x + by, area.y + by, less(area.width), less(area.height))
}
