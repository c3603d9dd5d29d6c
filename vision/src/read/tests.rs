//! `read(paint(p)) == p`.

mod dialogs;
mod fading;
mod marks;
mod notices;
mod strange;

use std::collections::BTreeMap;

use dice::Dice;
use referee::{color::Color, point::Point};

use super::*;
use crate::{
    many_pictures::many_pictures,
    observation::{Cell, Content},
    paint::{Painter, Scene, wear},
    theme,
};

/// One random picture: what is on it, and how it came about.
struct Sample {
    look: &'static str,
    painter: Painter,
    scene: Scene,
    frame: Frame,
    calibration: Calibration,
    told: String,
}

/// A position of realistic shape: stones near other stones, black and white by turns.
fn position(dice: &mut Dice, size: u8, stones: usize) -> (Scene, Vec<Point>) {
    let mut scene = Scene::empty(size, size);
    let mut order: Vec<Point> = Vec::new();
    let middle = i32::from(size / 2);
    while order.len() < stones {
        let near = if order.is_empty() {
            Point::new(middle as u8, middle as u8)
        } else {
            *dice.pick(&order)
        };
        let (x, y) = (
            i32::from(near.x) + dice.within(-2, 2),
            i32::from(near.y) + dice.within(-2, 2),
        );
        let on_board = (0..i32::from(size)).contains(&x) && (0..i32::from(size)).contains(&y);
        if !on_board || scene.content(Point::new(x as u8, y as u8)).is_some() {
            continue;
        }
        let point = Point::new(x as u8, y as u8);
        scene.put(point, Some(Color::BOTH[order.len() % 2]));
        order.push(point);
    }
    scene.last_move = order.last().copied();
    (scene, order)
}

fn sample(seed: u64) -> Sample {
    let mut dice = Dice::new(seed);
    let look = &theme::all()[dice.below(theme::all().len())];
    let size = *dice.pick(&[9, 13, 15, 15, 15, 19, 22]);
    let most = (usize::from(size) * usize::from(size) * 7 / 10).min(150);
    let stones = if dice.chance(0.3) {
        dice.below(8)
    } else {
        dice.below(most + 1)
    };
    let (mut scene, order) = position(&mut dice, size, stones);
    let largest = (1400.0 / f64::from(size)).min(80.0);
    let pitch = 14.0 * (largest / 14.0f64).powf(dice.unit());
    let mut told = format!(
        "seed {seed}: {} {size} x {size}, pitch {pitch:.2}, {stones} stones",
        look.name
    );
    if dice.chance(0.5) {
        let free: Vec<Point> = (0..size)
            .flat_map(|y| (0..size).map(move |x| Point::new(x, y)))
            .filter(|&p| scene.content(p).is_none())
            .collect();
        let hover = *dice.pick(&free);
        told += &format!(", hover {hover}");
        scene.hover = Some(hover);
    }
    if dice.chance(0.3) {
        told += ", last move not marked";
        scene.last_move = None;
    }
    if dice.chance(0.25) {
        told += ", numbers";
        scene.numbers = order
            .iter()
            .zip(1..)
            .map(|(&point, number)| (point, number))
            .collect();
    }
    let painter = Painter::new(look, size, size, pitch, dice.bits());
    let painted = painter.paint(&scene);
    let mut image = painted.image;
    if dice.chance(0.3) {
        let sigma = dice.between(0.3, 0.9);
        told += &format!(", blur {sigma:.2}");
        image = wear::blur(&image, sigma as f32);
    }
    if dice.chance(0.3) {
        let deviation = dice.between(1.0, 6.0);
        told += &format!(", noise {deviation:.1}");
        image = wear::noise(&image, deviation, dice.bits());
    }
    if dice.chance(0.4) {
        let quality = dice.within(55, 95) as u8;
        told += &format!(", jpeg {quality}");
        image = wear::jpeg(&image, quality);
    }
    // A found board is never placed quite exactly.
    let mut calibration = painted.calibration;
    calibration.origin.0 += dice.between(-0.3, 0.3);
    calibration.origin.1 += dice.between(-0.3, 0.3);
    Sample {
        look: look.name,
        painter,
        scene,
        frame: Frame::from_image(image),
        calibration,
        told,
    }
}

/// Wrong cells and uncertain cells.
fn compare(scene: &Scene, seen: &Observation) -> (Vec<Point>, Vec<Point>) {
    let wanted = |point| scene.content(point).map_or(Content::Empty, Content::Stone);
    let (mut wrong, mut flagged) = (Vec::new(), Vec::new());
    for point in seen.points() {
        match seen.content(point) {
            Content::Uncertain => flagged.push(point),
            content if content != wanted(point) => wrong.push(point),
            _ => {}
        }
    }
    (wrong, flagged)
}

/// What reading many pictures came to.
#[derive(Default)]
struct Tally {
    cells: usize,
    wrong: usize,
    flagged: usize,
    marks: usize,
    marks_wrong: usize,
    /// Pictures with a wrong cell.
    misread: Vec<String>,
    /// Pictures that were refused whole: too little shows there.
    refused: usize,
    pictures: usize,
    /// Cells and uncertain cells by look, refused pictures aside.
    looks: BTreeMap<&'static str, (usize, usize)>,
}

impl Tally {
    fn add(&mut self, sample: &Sample, seen: &Observation) {
        let mut found = compare(&sample.scene, seen);
        // Red and green, blue or teal are about equally dark: which of them is `x` cannot be seen in one picture.
        if matches!(sample.look, "space" | "discs" | "cards") {
            found = found.min(compare(&sample.scene, &seen.swapped()));
        }
        let (wrong, flagged) = found;
        self.pictures += 1;
        if seen.uncertain() == seen.cells.len() {
            self.refused += 1;
            println!("{}: refused", sample.told);
            return;
        }
        self.cells += seen.cells.len();
        self.wrong += wrong.len();
        self.flagged += flagged.len();
        let look = self.looks.entry(sample.look).or_default();
        *look = (look.0 + seen.cells.len(), look.1 + flagged.len());
        if !flagged.is_empty() {
            println!(
                "{}: uncertain {}",
                sample.told,
                flagged
                    .iter()
                    .take(5)
                    .map(Point::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            );
        }
        self.marks += usize::from(seen.last_move.is_some());
        self.marks_wrong += usize::from(seen.last_move.is_some() && seen.last_move != sample.scene.last_move);
        if !wrong.is_empty() {
            let letters: Vec<String> = wrong
                .iter()
                .map(|&point| format!("{} at {point}", seen.content(point).letter()))
                .collect();
            self.misread
                .push(format!("{}: {}", sample.told, letters.join(", ")));
        }
    }

    /// Of 1,000 pictures at most so many may be refused whole, of 1,000 cells of the others at most so many be uncertain.
    fn check(&self, title: &str, refused_most: usize, uncertain_most: f64) {
        let part = self.flagged as f64 * 1000.0 / self.cells as f64;
        println!(
            "{title}: {} of {} pictures refused; {} cells, {} wrong, {} uncertain ({part:.2} in 1,000); {} last moves \
             named, {} wrongly",
            self.refused, self.pictures, self.cells, self.wrong, self.flagged, self.marks, self.marks_wrong
        );
        for (look, (cells, flagged)) in &self.looks {
            println!("  {look:10} {cells:8} cells {flagged:5} uncertain");
        }
        assert!(
            self.misread.is_empty(),
            "{title}, misread:\n{}",
            self.misread.join("\n")
        );
        assert!(
            part < uncertain_most,
            "{title}: {part:.2} uncertain cells in 1,000"
        );
        assert!(
            self.refused * 1_000 <= refused_most * self.pictures,
            "{title}: {} of {} pictures refused",
            self.refused,
            self.pictures
        );
    }
}

/// Seeds of the pictures: some on every run, thousands with `MANY_PICTURES=1`, others with `READ_FROM=SEED`.
fn seeds() -> std::ops::Range<u64> {
    let first = std::env::var("READ_FROM").map_or(1000, |seed| seed.parse().expect("READ_FROM is a number"));
    let count = if many_pictures() { 2_200 } else { 60 };
    println!("seeds {first}..{}", first + count);
    first..first + count
}

#[test]
fn an_unaided_reader_reads_what_was_painted() {
    let mut tally = Tally::default();
    for seed in seeds() {
        let sample = sample(seed);
        tally.add(&sample, &Reader::unaided(sample.calibration).read(&sample.frame));
    }
    tally.check("unaided", 35, 1.0);
}

/// The teacher shows two clean positions of the same client, as a session does: one from the beginning of a game, one from
/// later on.
#[test]
fn a_taught_reader_reads_what_was_painted() {
    let mut tally = Tally::default();
    for seed in seeds() {
        let sample = sample(seed);
        let mut pupil = Reader::unaided(sample.painter.calibration());
        for lesson in 0..2_usize {
            let mut dice = Dice::new(seed ^ (0x5eed << lesson));
            let stones = [2, 20 + dice.below(10)][lesson];
            let (scene, _) = position(&mut dice, sample.scene.columns, stones);
            let frame = Frame::from_image(sample.painter.paint(&scene).image);
            pupil.learn(&frame, &truth(&scene));
        }
        let mut taught = Reader {
            looks: pupil.looks,
            ..Reader::unaided(sample.calibration)
        };
        let seen = taught.read(&sample.frame);
        tally.add(&sample, &seen);
    }
    // It refuses nothing, so the small and blurred boards that an unaided reader refuses are among these cells; what it
    // cannot tell there it once guessed (less than 1 in 1,000 uncertain), and that was wrong on other people's boards.
    tally.check("taught", 0, 1.6);
}

/// A scene as a reading that is sure of everything.
fn truth(scene: &Scene) -> Observation {
    let content = |stone: &Option<Color>| stone.map_or(Content::Empty, Content::Stone);
    let cells = scene.contents.iter().map(|stone| Cell {
        content: content(stone),
        confidence: 1.0,
    });
    Observation::from_cells(scene.columns, scene.rows, cells.collect(), scene.last_move)
}

/// Paints rows of `.`, `x`, `o` in a look and gives the readings of it and of the frame after `change`.
fn read_rows(look: &str, rows: &[&str], change: impl Fn(&mut Scene)) -> Observation {
    let mut scene = Scene::empty(rows[0].len() as u8, rows.len() as u8);
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            let stone = Color::BOTH.into_iter().find(|color| color.letter() == letter);
            scene.put(Point::new(x as u8, y as u8), stone);
        }
    }
    change(&mut scene);
    let look = theme::by_name(look).expect("a known look");
    let painted = Painter::new(look, scene.columns, scene.rows, 30.0, 4).paint(&scene);
    Reader::unaided(painted.calibration).read(&Frame::from_image(painted.image))
}

const GAME: [&str; 9] = [
    ".........",
    ".........",
    "...x.....",
    "...ox....",
    "..xoo....",
    "....x....",
    ".........",
    ".........",
    ".........",
];

#[test]
fn an_empty_board_is_empty_in_every_look() {
    for look in theme::all() {
        let seen = read_rows(look.name, &["........."; 9], |_| {});
        assert!(seen.is_empty(), "{}:\n{}", look.name, seen.to_rows().join("\n"));
    }
}

#[test]
fn a_first_stone_alone_is_x() {
    for look in theme::all() {
        let seen = read_rows(look.name, &["........."; 9], |scene| {
            scene.put(Point::new(4, 3), Some(Color::Black))
        });
        let found = (
            seen.stones(Color::Black),
            seen.stones(Color::White),
            seen.content(Point::new(4, 3)),
        );
        assert_eq!(found, (1, 0, Content::Stone(Color::Black)), "{}", look.name);
    }
}

/// A stone that is half there is never called the other kind, and while little of it is there it is no stone.
#[test]
fn a_fading_stone_is_not_misread() {
    let point = Point::new(6, 6);
    for look in ["plain", "kaya", "discs", "night", "tiles", "slate"] {
        for step in 1..=9u8 {
            let part = f32::from(step) / 10.0;
            let seen = read_rows(look, &GAME, |scene| {
                scene.put(point, Some(Color::Black));
                scene.fading = Some((point, part));
            });
            let content = seen.content(point);
            let allowed = match step {
                1..=3 => content != Content::Stone(Color::Black),
                _ => true,
            };
            assert!(
                allowed && content != Content::Stone(Color::White),
                "{look} at {part}: {content:?}"
            );
        }
    }
}

/// What another window hides is captured black: it is neither stones nor an empty board.
#[test]
fn a_covered_part_is_uncertain() {
    for look in theme::all() {
        let mut scene = Scene::empty(9, 9);
        for (y, row) in GAME.iter().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let stone = Color::BOTH.into_iter().find(|color| color.letter() == letter);
                scene.put(Point::new(x as u8, y as u8), stone);
            }
        }
        let painted = Painter::new(look, 9, 9, 30.0, 4).paint(&scene);
        let mut image = painted.image;
        let (left, top) = painted.calibration.pixel_of(Point::new(5, 5));
        for y in top as u32 - 17..image.height() {
            for x in left as u32 - 17..image.width() {
                image.put_pixel(x, y, image::Rgb([0, 0, 0]));
            }
        }
        let seen = Reader::unaided(painted.calibration).read(&Frame::from_image(image));
        for point in seen.points().filter(|point| point.x >= 5 && point.y >= 5) {
            assert_eq!(seen.content(point), Content::Uncertain, "{} {point}", look.name);
        }
        for point in seen.points().filter(|point| point.x < 4 && point.y < 5) {
            let wanted = scene.content(point).map_or(Content::Empty, Content::Stone);
            assert_eq!(seen.content(point), wanted, "{} {point}", look.name);
        }
    }
}

/// A kind of stone keeps its name from frame to frame, even if the first one seen is the lighter one.
#[test]
fn kinds_keep_their_names() {
    let painter = Painter::new(theme::by_name("plain").unwrap(), 9, 9, 30.0, 4);
    let mut reader = Reader::unaided(painter.calibration());
    let mut scene = Scene::empty(9, 9);
    for (ply, x) in (0..9u8).enumerate() {
        scene.put(
            Point::new(x, x),
            Some(if ply % 2 == 0 { Color::White } else { Color::Black }),
        );
        let seen = reader.read(&Frame::from_image(painter.paint(&scene).image));
        let wanted: String = (0..=x).map(|x| if x % 2 == 0 { 'x' } else { 'o' }).collect();
        let found: String = (0..=x).map(|x| seen.content(Point::new(x, x)).letter()).collect();
        assert_eq!(found, wanted);
    }
}

#[test]
fn a_better_guess_keeps_all_that_was_sure() {
    let reading = |row: &str| Observation::from_rows(&[row], row.len() as u8, 1).unwrap();
    let check = |other: &str, expected: bool| {
        assert_eq!(bears_out(&reading("xo.??"), &reading(other)), expected, "{other}");
    };
    check("xo.x?", true);
    check("xo..o", true);
    check("x?.xx", false);
    check("xx.xx", false);
    check("xo?xx", false);
}

/// What a whole game comes to for a reader that learns as a bot lets it: every confirmed reading, in its own names.
#[derive(Debug, Default, PartialEq, Eq)]
struct Course {
    wrong: usize,
    uncertain: usize,
}

/// Reads a game move by move, or by a move and its answer; every second game is opened by White. The stones' names must
/// stay as the first stone's was read.
fn whole_game(look: &theme::Theme, seed: u64, plies: usize) -> Course {
    let mut dice = Dice::new(seed);
    let size = *dice.pick(&[13, 15, 22]);
    let painter = Painter::new(look, size, size, 24.0 + 16.0 * dice.unit(), seed);
    let (_, order) = position(&mut dice, size, plies);
    let mut reader = Reader::unaided(painter.calibration());
    let mut scene = Scene::empty(size, size);
    let mut course = Course::default();
    let mut swapped = None;
    for (ply, &point) in order.iter().enumerate() {
        scene.put(point, Some(Color::BOTH[(ply + seed as usize) % 2]));
        scene.last_move = Some(point);
        if dice.chance(0.4) {
            continue;
        }
        let frame = Frame::from_image(painter.paint(&scene).image);
        let mut seen = reader.read(&frame);
        if let (None, Content::Stone(named)) = (swapped, seen.content(order[0])) {
            swapped = Some(scene.content(order[0]) != Some(named));
        }
        let named = if swapped == Some(true) {
            seen.swapped()
        } else {
            seen.clone()
        };
        for point in named.points() {
            let wanted = scene.content(point).map_or(Content::Empty, Content::Stone);
            match (named.content(point), wanted) {
                (Content::Uncertain, Content::Stone(color)) => {
                    course.uncertain += 1;
                    // The bot finds out what must be there, and tells the reader.
                    let swapped = swapped == Some(true);
                    seen.put(point, Content::Stone(if swapped { !color } else { color }));
                }
                (Content::Uncertain, _) => course.uncertain += 1,
                (content, wanted) => course.wrong += usize::from(content != wanted),
            }
        }
        reader.learn(&frame, &seen);
    }
    course
}

/// A cloud or a star that is never told from a stone costs nothing but patience; a wrong cell costs a game.
#[test]
fn whole_games_are_read_by_a_reader_that_learns() {
    let seeds = if many_pictures() { 40 } else { 3 };
    let (mut wrong, mut uncertain, mut read) = (Vec::new(), 0, 0);
    for look in theme::all() {
        for seed in 0..seeds {
            let course = whole_game(look, seed, 40);
            read += 1;
            uncertain += usize::from(course.uncertain > 0);
            if course.wrong > 0 {
                wrong.push(format!("{} seed {seed}: {course:?}", look.name));
            }
        }
    }
    println!("{read} games, {uncertain} with uncertain cells");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // 33 of 680 in the slow run.
    assert!(
        uncertain * 16 <= read,
        "{uncertain} of {read} games with uncertain cells"
    );
}

/// A dialog's shade over the whole client is another light: what was learned in it is not the end of reading.
#[test]
fn another_light_is_learned_anew() {
    for name in ["kaya", "plain", "slate", "scribble", "discs"] {
        let painter = Painter::new(theme::by_name(name).unwrap(), 15, 15, 32.0, 4);
        let picture = |scene: &Scene, light: f32| {
            let mut image = painter.paint(scene).image;
            for pixel in image.pixels_mut() {
                pixel.0 = pixel.0.map(|value| (f32::from(value) * light) as u8);
            }
            Frame::from_image(image)
        };
        let mut scene = Scene::empty(15, 15);
        let mut reader = Reader::unaided(painter.calibration());
        assert!(reader.read(&picture(&scene, 0.4)).is_empty(), "{name}");
        scene.put(Point::new(7, 7), Some(Color::Black));
        scene.put(Point::new(8, 7), Some(Color::White));
        reader.learn(&picture(&scene, 0.4), &truth(&scene));
        let bright = reader.read(&picture(&Scene::empty(15, 15), 1.0));
        assert!(bright.is_empty(), "{name}:\n{}", bright.to_rows().join("\n"));
        let seen = reader.read(&picture(&scene, 0.4));
        let stones = (seen.content(Point::new(7, 7)), seen.content(Point::new(8, 7)));
        let wanted = (Content::Stone(Color::Black), Content::Stone(Color::White));
        assert_eq!((stones, seen.uncertain()), (wanted, 0), "{name}");
    }
}

#[test]
fn a_guess_from_a_dimmed_board_is_given_up_when_the_light_comes_back() {
    for name in ["kaya", "plain", "slate", "discs"] {
        for size in [9, 15] {
            let painter = Painter::new(theme::by_name(name).unwrap(), size, size, 20.0, 4);
            let mut scene = Scene::empty(size, size);
            for (x, color) in [(3, Color::Black), (5, Color::White), (6, Color::White)] {
                scene.put(Point::new(x, 1), Some(color));
                scene.put(Point::new(size - 1 - x, size - 2), Some(color));
            }
            let mut image = painter.paint(&scene).image;
            let (width, height) = image.dimensions();
            for (_, y, pixel) in image.enumerate_pixels_mut() {
                pixel.0 = match y * 3 / height {
                    1 => [40, 42, 46],
                    _ => pixel.0.map(|value| (f32::from(value) * 0.65) as u8),
                };
            }
            let mut reader = Reader::unaided(painter.calibration());
            reader.read(&Frame::from_image(image));
            let bare = reader.read(&Frame::from_image(painter.paint(&Scene::empty(size, size)).image));
            let rows = bare.to_rows().join("\n");
            assert!(bare.is_empty(), "{name}, {size}, {width} pixels:\n{rows}");
        }
    }
}
