//! Lines on a field: pieces of the wall and what the players draw, straight or by a hand that strays.

use dice::Dice;
use referee::seat::Seat;

use super::scene::{Growing, Scene, Stroke};
use crate::{
    area::Area,
    ink::Ink,
    paint::{
        canvas::{Bend, Canvas},
        shape::Spot,
    },
    pitch::{
        calibration::Calibration,
        theme::{Bends, LastTurn, Theme, Under},
    },
    theme::LineStyle,
};

/// Everything that draws on one field.
pub(super) struct Pens {
    /// Where the field lies.
    pub(super) calibration: Calibration,
    /// Pixels of a line at least.
    pub(super) thinnest: f64,
    /// What of the picture is wanted; lines that cannot be seen there are left out.
    part: Option<Area>,
    stray: f64,
    seed: u64,
}

impl Pens {
    pub(super) fn new(calibration: &Calibration, scale: f64, stray: f64, seed: u64) -> Pens {
        Pens {
            calibration: *calibration,
            thinnest: scale,
            part: None,
            stray,
            seed,
        }
    }

    /// The same pens where only that part of the picture is wanted.
    pub(super) fn within(self, part: Option<Area>) -> Pens {
        Pens { part, ..self }
    }

    /// Pixels of a length in squares.
    pub(super) fn length(&self, squares: f64) -> f64 {
        squares * self.calibration.square()
    }

    /// Pixels of a line's width.
    pub(super) fn width(&self, line: LineStyle) -> f64 {
        self.length(line.width).max(self.thinnest)
    }

    /// Pixels of a place in columns and rows of nodes.
    pub(super) fn at(&self, place: (f64, f64)) -> Spot {
        self.calibration.place(place.0, place.1)
    }

    /// A line through places of the field, drawn by the theme's hand.
    pub(super) fn draw(&self, canvas: &mut Canvas, places: &[(f64, f64)], line: LineStyle) {
        if !self.is_wanted(places, line) {
            return;
        }
        let spots: Vec<Spot> = places
            .windows(2)
            .flat_map(|pair| self.way(pair[0], pair[1]))
            .collect();
        let last = places.last().map(|last| self.at(*last));
        let spots: Vec<Spot> = spots.into_iter().chain(last).collect();
        canvas.pen(&spots, Bend::Straight, self.width(line), line.ink);
    }

    /// Whether a line through these places may be seen in what is wanted.
    fn is_wanted(&self, places: &[(f64, f64)], line: LineStyle) -> bool {
        let Some(part) = self.part else { return true };
        // Half a pixel to each side for soft edges, and as much for pixels' corners.
        let reach = self.width(line) / 2.0 + self.length(self.stray) + 2.0;
        let spots: Vec<Spot> = places.iter().map(|place| self.at(*place)).collect();
        let (left, top) = (f64::from(part.x), f64::from(part.y));
        let (right, bottom) = (part.right() as f64, part.bottom() as f64);
        let is_aside = spots.iter().all(|spot| spot.0 + reach < left)
            || spots.iter().all(|spot| spot.0 - reach > right)
            || spots.iter().all(|spot| spot.1 + reach < top)
            || spots.iter().all(|spot| spot.1 - reach > bottom);
        !is_aside
    }

    /// The way from one place to another without its end.
    fn way(&self, from: (f64, f64), to: (f64, f64)) -> Vec<Spot> {
        if self.stray == 0.0 {
            return vec![self.at(from)];
        }
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let far = dx.hypot(dy).max(1e-9);
        let place =
            ((from.0 * 8.0) as u64) << 24 ^ ((from.1 * 8.0) as u64) << 12 ^ ((to.0 * 8.0) as u64) << 6;
        let mut dice = Dice::new(self.seed ^ place ^ (to.1 * 8.0) as u64);
        let steps = (far * 4.0).ceil() as usize;
        let mut aside = 0.0;
        (0..steps)
            .map(|step| {
                let part = step as f64 / steps as f64;
                if step > 0 {
                    aside = (aside + dice.between(-0.7, 0.7) * self.stray).clamp(-self.stray, self.stray);
                }
                let x = from.0 + part * dx - aside * dy / far;
                self.at((x, from.1 + part * dy + aside * dx / far))
            })
            .collect()
    }

    /// All lines of the players, and what shines behind those of the last turn.
    pub(super) fn lines(&self, canvas: &mut Canvas, theme: &Theme, scene: &Scene) {
        let first_of_last = scene.lines.len() - scene.last_turn.min(scene.lines.len());
        let (before, last) = scene.lines.split_at(first_of_last);
        if let LastTurn::Glowing(line) = theme.last_turn {
            for stroke in last {
                self.draw(canvas, &self.ends(stroke), line);
            }
        }
        self.under(canvas, theme, scene);
        for turn in before.chunk_by(|a, b| a.by == b.by) {
            self.turn(canvas, theme, turn, earlier_pen(theme, turn[0].by));
        }
        if let Some(stroke) = last.first() {
            self.turn(canvas, theme, last, last_pen(theme, stroke.by));
        }
        if let Some(growing) = scene.growing {
            self.draw(canvas, &grown(scene, growing), theme.lines[scene.turn.index()]);
        }
        if let Some(joint) = theme.joints {
            for stroke in &scene.lines {
                for end in self.ends(stroke) {
                    canvas.disc(self.at(end), self.length(joint.radius), joint.ink);
                }
            }
        }
    }

    /// What lies under the lines, wherever they cross.
    fn under(&self, canvas: &mut Canvas, theme: &Theme, scene: &Scene) {
        let lines = scene.lines.iter().map(|stroke| (self.ends(stroke), stroke.by));
        let growing = scene.growing.map(|growing| (grown(scene, growing), scene.turn));
        for (ends, by) in lines.chain(growing) {
            let usual = theme.lines[by.index()];
            let aside = |place: (f64, f64)| (place.0 + SHADOW, place.1 + SHADOW);
            match theme.under {
                Under::Nothing => return,
                Under::Outline(line) => self.draw(canvas, &ends, line),
                Under::Glow { alpha, width } => {
                    let ink = Ink::new(usual.ink.color, alpha);
                    self.draw(canvas, &ends, LineStyle { ink, width });
                }
                Under::Shadow(ink) => self.draw(canvas, &ends.map(aside), LineStyle { ink, ..usual }),
            }
        }
    }

    /// Lines that one player drew one after the other.
    fn turn(&self, canvas: &mut Canvas, theme: &Theme, strokes: &[Stroke], line: LineStyle) {
        let is_smooth = theme.bends == Bends::Curved;
        for (index, stroke) in strokes.iter().enumerate() {
            let [from, to] = self.ends(stroke);
            // Before and after a bend a line keeps away from the node by as much as the bend takes.
            let bends_on = is_smooth && strokes.get(index + 1).is_some_and(|next| turns(stroke, next));
            let bent = is_smooth && index > 0 && turns(&strokes[index - 1], stroke);
            let on_the_way = |part: f64| (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
            let start = if bent { on_the_way(BEND) } else { from };
            let end = if bends_on { on_the_way(1.0 - BEND) } else { to };
            self.draw(canvas, &[start, end], line);
            if bends_on && let Some(next) = strokes.get(index + 1) {
                let [_, far] = self.ends(next);
                let after = (to.0 + BEND * (far.0 - to.0), to.1 + BEND * (far.1 - to.1));
                if !self.is_wanted(&[end, to, after], line) {
                    continue;
                }
                let spots = [self.at(end), self.at(to), self.at(after)];
                canvas.pen(&spots, Bend::Smooth, self.width(line), line.ink);
            }
        }
    }

    /// Columns and rows of both ends.
    fn ends(&self, stroke: &Stroke) -> [(f64, f64); 2] {
        let from = self.calibration.pitch.point(stroke.from);
        let (dx, dy) = stroke.direction.step();
        let from = (f64::from(from.x), f64::from(from.y));
        [from, (from.0 + f64::from(dx), from.1 + f64::from(dy))]
    }
}

/// So much of a line, from its end, a bend takes.
const BEND: f64 = 0.16;

/// How far a line's shadow lies from it, in squares each way.
const SHADOW: f64 = 0.03;

/// Both ends of a line that is being drawn, as far as it is.
fn grown(scene: &Scene, growing: Growing) -> [(f64, f64); 2] {
    let (from, (dx, dy)) = (scene.pitch.point(scene.ball), growing.direction.step());
    let from = (f64::from(from.x), f64::from(from.y));
    let to = (
        from.0 + f64::from(dx) * growing.part,
        from.1 + f64::from(dy) * growing.part,
    );
    [from, to]
}

/// Whether one line bends into the next: not if it goes straight on or back sharply.
fn turns(stroke: &Stroke, next: &Stroke) -> bool {
    let by = (next.direction.number() + 8 - stroke.direction.number()) % 8;
    matches!(by, 1 | 2 | 6 | 7)
}

fn earlier_pen(theme: &Theme, by: Seat) -> LineStyle {
    let usual = theme.lines[by.index()];
    match theme.last_turn {
        LastTurn::OthersFaint(part) => LineStyle {
            ink: usual.ink.faded(part),
            ..usual
        },
        _ => usual,
    }
}

fn last_pen(theme: &Theme, by: Seat) -> LineStyle {
    let usual = theme.lines[by.index()];
    match theme.last_turn {
        LastTurn::Same | LastTurn::Glowing(_) | LastTurn::OthersFaint(_) => usual,
        LastTurn::Bold(times) => LineStyle {
            width: usual.width * times,
            ..usual
        },
        LastTurn::Inked(color) => LineStyle {
            ink: Ink::new(color, usual.ink.alpha),
            ..usual
        },
    }
}
