//! Notices and other windows that lie over a few rows or a corner of a board: nothing of them is told as stones.

use super::*;

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
    for look in theme::all() {
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
    println!("{} of {read} wrong", wrong.len());
    assert!(
        wrong.is_empty(),
        "{} of {read}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
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
