//! Notices and other windows that lie over a few rows or a corner of a board: nothing of them is told as stones.

use super::*;
use crate::calibration::Kind;

/// What lies over a board, in pitches from its first point.
#[derive(Clone, Copy, Debug)]
struct Notice {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    color: [u8; 3],
}

impl Notice {
    /// The same picture with it over the board, and something like a word on it.
    fn over(&self, frame: &Frame, board: &Calibration) -> Frame {
        let mut image = RgbImage::clone(&frame.image);
        let dark = self.color.iter().map(|level| u32::from(*level)).sum::<u32>() < 384;
        let ink = if dark { [244; 3] } else { [24; 3] };
        let at = |x: f64, y: f64| {
            (
                board.origin.0 + x * board.pitch.0,
                board.origin.1 + y * board.pitch.1,
            )
        };
        let (from, to) = (
            at(self.left, self.top),
            at(self.left + self.width, self.top + self.height),
        );
        let (height, middle) = (to.1 - from.1, (from.1 + to.1) / 2.0);
        for (x, y, pixel) in image.enumerate_pixels_mut() {
            let (x, y) = (f64::from(x), f64::from(y));
            if (from.0..to.0).contains(&x) && (from.1..to.1).contains(&y) {
                let is_word = (y - middle).abs() < height.min(24.0) * 0.2
                    && (from.0 + 8.0..from.0 + (to.0 - from.0) * 0.6).contains(&x);
                let is_ink =
                    is_word && (x as u32 % 7 < 2 || (x as u32 % 7 < 5 && (y as u32).is_multiple_of(5)));
                pixel.0 = if is_ink { ink } else { self.color };
            }
        }
        Frame::from_image(image)
    }

    /// Whether it reaches into a point's cell.
    fn is_over(&self, point: Point) -> bool {
        let within = |at: u8, from: f64, long: f64| (from - 0.5..from + long + 0.5).contains(&f64::from(at));
        within(point.x, self.left, self.width) && within(point.y, self.top, self.height)
    }
}

/// The points where a reading tells stones that are none, or none where there are, unless it is not believed. What lies under a
/// notice may be told to be empty at its edges.
fn lies(scene: &Scene, seen: &Observation, notice: &Notice) -> usize {
    let shown = |color: Color| {
        let is_shown = |point: &Point| scene.content(*point) == Some(color) && !notice.is_over(*point);
        seen.points().filter(is_shown).count()
    };
    // Of two stones that are seen, the marked one may be the other kind's first for all that the picture tells.
    let [black, white] = Color::BOTH.map(shown);
    if seen.refused.is_some() || (black.min(white) == 0 && black.max(white) == 2) {
        return 0;
    }
    let of = |seen: &Observation| {
        let (wrong, _) = compare(scene, seen);
        let is_lie = |point: &&Point| !(notice.is_over(**point) && seen.content(**point) == Content::Empty);
        wrong.iter().filter(is_lie).count()
    };
    of(seen).min(of(&seen.swapped()))
}

/// A board under a notice, what is to be read of it, and another position of the same client without the notice.
struct Covered {
    scene: Scene,
    over: Frame,
    board: Calibration,
    notice: Notice,
    lesson: (Frame, Scene),
}

fn under(dice: &mut Dice, look: &theme::Theme, notice: impl Fn(&mut Dice, f64) -> Notice) -> Covered {
    let size = *dice.pick(&[13, 15, 15, 19]);
    let pitch = dice.between(20.0, 42.0);
    let painter = Painter::new(look, size, size, pitch, dice.bits());
    let stones = *dice.pick(&[0, 2, 3, 6, 9, 17, 40]);
    let (scene, _) = position(dice, size, stones);
    let paint = |scene: &Scene| Frame::from_image(painter.paint(scene).image);
    let (taught, _) = position(dice, size, 16);
    let notice = notice(dice, f64::from(size));
    Covered {
        over: notice.over(&paint(&scene), &painter.calibration()),
        board: painter.calibration(),
        lesson: (paint(&taught), taught),
        scene,
        notice,
    }
}

/// Reads many boards under notices, with and without knowing the stones, and tells those that were read wrongly.
fn check(seeds: std::ops::Range<u64>, notice: impl Fn(&mut Dice, f64) -> Notice + Copy) {
    let (mut wrong, mut read) = (Vec::new(), 0);
    // Discs that lie over half of the next cell pass each side as a notice does.
    for look in theme::all().iter().filter(|look| look.radius < 0.6) {
        for seed in seeds.clone() {
            let mut dice = Dice::new(seed);
            let Covered {
                scene,
                over,
                board,
                notice,
                lesson,
            } = under(&mut dice, look, notice);
            let mut readers = [Reader::unaided(board), Reader::unaided(board)];
            readers[1].learn(&lesson.0, &truth(&lesson.1));
            for (mut reader, knows) in readers.into_iter().zip(["nothing", "the stones"]) {
                let seen = reader.read(&over);
                read += 1;
                if lies(&scene, &seen, &notice) > 0 {
                    let (rows, name) = (seen.to_rows().join("\n"), look.name);
                    let stones = truth(&scene).to_rows().join("\n");
                    wrong.push(format!(
                        "{name} seed {seed} by one that knows {knows}, {notice:?}\n{rows}\n\n{stones}"
                    ));
                }
            }
        }
    }
    none_is_wrong(&wrong, read);
}

#[track_caller]
fn none_is_wrong(wrong: &[String], read: usize) {
    println!("{} of {read} wrong", wrong.len());
    let all = wrong.join("\n");
    assert!(wrong.is_empty(), "{} of {read}:\n{all}", wrong.len());
}

const COLORS: [[u8; 3]; 5] = [
    [50, 50, 50],
    [76, 175, 80],
    [255, 255, 255],
    [33, 33, 33],
    [44, 84, 140],
];

fn seeds(few: u64) -> std::ops::Range<u64> {
    let first = std::env::var("READ_FROM").map_or(0, |seed| seed.parse().expect("READ_FROM is a number"));
    first..first + if many_pictures() { 20 * few } else { few }
}

#[test]
fn a_notice_over_two_rows_is_no_two_rows_of_stones() {
    check(seeds(6), |dice, size| Notice {
        left: dice.between(0.0, size - 9.0),
        top: dice.between(-0.3, size - 2.0),
        width: dice.between(6.0, 10.0),
        height: dice.between(1.2, 1.9),
        color: *dice.pick(&COLORS),
    });
}

#[test]
fn another_windows_corner_is_no_stones() {
    check(seeds(6), |dice, size| Notice {
        left: size * dice.between(0.65, 0.95),
        top: size * dice.between(0.65, 0.95),
        width: size,
        height: size,
        color: *dice.pick(&[[250, 250, 250], [250, 250, 250], [60, 60, 66], [30, 30, 34]]),
    });
}

/// Square stones that reach to the next point or beyond it lie over several cells too. The newest lies uppermost and has a mark.
#[test]
fn stones_larger_than_the_pitch_are_no_notice() {
    let (mut wrong, mut read) = (Vec::new(), 0);
    for look in theme::all().iter().filter(|look| look.kind == Kind::Points) {
        for seed in seeds(8) {
            let mut dice = Dice::new(seed);
            let (size, pitch) = (*dice.pick(&[13, 15, 19]), dice.between(20.0, 42.0));
            let stones = *dice.pick(&[1, 2, 3, 5, 8, 16, 40, 90]);
            let (scene, order) = position(&mut dice, size, stones);
            let mut painted =
                Painter::new(look, size, size, pitch, dice.bits()).paint(&Scene::empty(size, size));
            let reach = dice.between(0.5, 0.62);
            let colors = *dice.pick(&[
                [[24, 24, 28], [240, 240, 236]],
                [[30, 60, 190], [200, 40, 30]],
                [[20, 120, 40], [250, 200, 30]],
            ]);
            let (round, mark) = (dice.between(0.0, 0.25), dice.between(0.08, 0.16));
            for (number, point) in order.iter().enumerate() {
                let (x, y) = painted.calibration.pixel_of(*point);
                let is_marked = number + 1 == order.len();
                for (across, down, pixel) in painted.image.enumerate_pixels_mut() {
                    let (across, down) = (f64::from(across) - f64::from(x), f64::from(down) - f64::from(y));
                    let (across, down) = (across.abs() / pitch, down.abs() / pitch);
                    let (a, b) = ((across - reach + round).max(0.0), (down - reach + round).max(0.0));
                    if a.hypot(b) <= round {
                        pixel.0 = colors[number % 2];
                        if is_marked && across.max(down) < mark {
                            pixel.0 = [255 - pixel.0[0], 90, 255 - pixel.0[2]];
                        }
                    }
                }
            }
            let frame = Frame::from_image(painted.image);
            let seen = Reader::unaided(painted.calibration).read(&frame);
            read += 1;
            let (found, other) = (compare(&scene, &seen).0, compare(&scene, &seen.swapped()).0);
            let hidden = order
                .iter()
                .filter(|point| seen.content(**point) == Content::Uncertain);
            let hidden = hidden.count();
            if seen.refused.is_some() || found.len().min(other.len()) > 0 || hidden > 0 {
                let rows = seen.to_rows().join("\n");
                wrong.push(format!(
                    "{} seed {seed}, {reach:.2} of {pitch:.1}, {:?}, {hidden} hidden\n{rows}\n\n{}",
                    look.name,
                    seen.refused,
                    truth(&scene).to_rows().join("\n")
                ));
            }
        }
    }
    none_is_wrong(&wrong, read);
}
