//! What strangers' boards are read as: a table of the looks, each picture read right, refused or silently wrong.
//! `STRANGE_FROM=SEED` begins elsewhere, `STRANGE_LOOK=WORD` tries the looks whose name contains it, `STRANGE_PICTURES=FOLDER` keeps
//! pictures of each look, and all that are misread.
#![allow(
    clippy::disallowed_methods,
    reason = "pictures of the looks can be written for people to see"
)]

use super::*;
use crate::{
    many_pictures::many_pictures,
    paint::strange::{self, Strange, StrangeSight},
};

/// What became of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Every point is told, and rightly.
    Right,
    /// Some points are not told, and what is told is right; or the reading says that it is not to be believed.
    Refused,
    /// Some point is told wrongly.
    Wrong,
}

/// The points that are told wrongly, each with what is told of it and how surely.
fn wrong(sight: &StrangeSight, seen: &Observation) -> Vec<String> {
    let lies = |seen: &Observation| -> Vec<String> {
        let told = |content| match content {
            Content::Stone(color) => Some(Some(color)),
            Content::Empty => Some(None),
            Content::Uncertain => None,
        };
        let is_lie =
            |point: &Point| told(seen.content(*point)).is_some_and(|told| !sight.allows(*point, told));
        let words = |point: Point| {
            let cell = seen.cell(point);
            format!("{point} {} by {:.2}", cell.content.letter(), cell.confidence)
        };
        seen.points().filter(is_lie).map(words).collect()
    };
    let lie = lies(seen);
    if lie.is_empty() || !is_colorful(sight) {
        return lie;
    }
    let other = lies(&seen.swapped());
    if other.len() < lie.len() { other } else { lie }
}

/// Whether the kinds' names may be exchanged: neither of two colours is plainly the darker one.
fn is_colorful(sight: &StrangeSight) -> bool {
    let names = ["dots", "space", "discs", "cards", "SignsOnLines"];
    names.iter().any(|name| sight.told.contains(name))
}

fn fate(sight: &StrangeSight, seen: &Observation) -> Fate {
    if seen.refused.is_some() {
        Fate::Refused
    } else if !wrong(sight, seen).is_empty() {
        Fate::Wrong
    } else if seen.uncertain() > 0 {
        Fate::Refused
    } else {
        Fate::Right
    }
}

fn rows(sight: &StrangeSight, seen: &Observation) -> String {
    let told = seen.to_rows();
    let truth = truth(&sight.scene).to_rows();
    let pairs = truth
        .iter()
        .zip(&told)
        .map(|(truth, told)| format!("  {truth}   {told}\n"));
    let wrong = wrong(sight, seen).join(", ");
    format!("{}  {wrong}\n", pairs.collect::<String>())
}

fn keep(sight: &StrangeSight, strange: Strange, seed: u64) {
    if let Ok(folder) = std::env::var("STRANGE_PICTURES") {
        sight
            .image
            .save(format!("{folder}/{strange:?}-{seed}.png"))
            .unwrap();
    }
}

#[test]
fn strangers_boards_are_read_or_refused() {
    let first =
        std::env::var("STRANGE_FROM").map_or(0, |seed| seed.parse().expect("STRANGE_FROM is a number"));
    let default = if many_pictures() { 400 } else { 12 };
    let count = std::env::var("STRANGE_COUNT").map_or(default, |count| count.parse().unwrap());
    println!("seeds {first}..{}", first + count);
    println!(
        "{:16} {:>6} {:>8} {:>6}  {:>9}",
        "look", "right", "refused", "wrong", "points ?"
    );
    let mut misread = Vec::new();
    let word = std::env::var("STRANGE_LOOK").unwrap_or_default();
    let looks = strange::ALL
        .into_iter()
        .filter(|look| format!("{look:?}").contains(&word));
    for strange in looks {
        let (mut tally, mut unclear) = ([0usize; 3], 0);
        for seed in first..first + count {
            let sight = strange::sight(strange, seed);
            let seen = Reader::unaided(sight.calibration).read(&Frame::from_image(sight.image.clone()));
            let fate = fate(&sight, &seen);
            tally[fate as usize] += 1;
            unclear += seen.uncertain();
            if fate == Fate::Wrong {
                misread.push(format!("{}\n{}", sight.told, rows(&sight, &seen)));
            } else if std::env::var_os("STRANGE_SHOW").is_some() && fate == Fate::Refused {
                println!("refused: {}\n{}", sight.told, rows(&sight, &seen));
            }
            if seed < first + 4 || fate == Fate::Wrong {
                keep(&sight, strange, seed);
            }
        }
        let [right, refused, wrong] = tally;
        println!(
            "{:16} {right:6} {refused:8} {wrong:6}  {unclear:9}",
            format!("{strange:?}")
        );
    }
    for told in &misread {
        println!("misread: {told}");
    }
    // Pointers that lie wholly in one cell, the crossing of a cross-hair, signs on dark grain and single small stones are still
    // misread now and then: none of the 1,900 pictures from seed 0 on.
    let most = if first + count <= 100 {
        0
    } else {
        strange::ALL.len() * count as usize / 100
    };
    assert!(misread.len() <= most, "{} misread", misread.len());
}

/// A picture that was told wrongly is not.
#[track_caller]
fn check(strange: Strange, seed: u64) {
    let sight = strange::sight(strange, seed);
    let seen = Reader::unaided(sight.calibration).read(&Frame::from_image(sight.image.clone()));
    assert_ne!(
        fate(&sight, &seen),
        Fate::Wrong,
        "{}\n{}",
        sight.told,
        rows(&sight, &seen)
    );
}

/// Pictures against whose reading the other cells of the board spoke.
#[test]
fn what_the_whole_board_speaks_against_is_not_told() {
    // Signs and small stones that the ground had learned: one cell is not like the others.
    check(Strange::SignsOnLines, 3211);
    check(Strange::SignsOnLines, 4295);
    check(Strange::SmallStones, 3053);
    check(Strange::SmallStones, 3262);
    check(Strange::SmallStones, 4160);
    // A row and a column of stones by turns.
    check(Strange::CrossHair, 3122);
    check(Strange::CrossHair, 3177);
    check(Strange::CrossHair, 4144);
    // A ghost is half as sure as the stones.
    check(Strange::Ghost, 4047);
    check(Strange::Ghost, 4053);
}

/// Pictures with few stones that were told wrongly, each for another reason: marks and numbers for a kind, the pointer for a
/// stone, small stones for nothing, one shade of the ground for a kind.
#[test]
fn what_few_stones_do_not_show_is_not_told() {
    // Too little is told beside what is not.
    check(Strange::Crosses, 1023);
    check(Strange::NumberedPoints, 1070);
    // Crosses and numbers reach less far than stones.
    check(Strange::Crosses, 1164);
    check(Strange::NumberedPoints, 1266);
    // A pointer is not like its mirror image.
    check(Strange::Pointer, 1041);
    check(Strange::Pointer, 1096);
    // What two looks cannot tell is not empty.
    check(Strange::SmallStones, 1080);
    check(Strange::SmallStones, 1094);
    // While one kind was never seen, what stands out may be it.
    check(Strange::SmallStones, 1001);
    // A mark on a stone leaves the rest of it as it is, a ghost is pale all over.
    check(Strange::Labelled, 1023);
    // A square stone hardly darker than its cell.
    check(Strange::Squares, 1128);
    // Kinds that are the shades of the ground.
    check(Strange::Hatched, 1255);
    // The arms of a cross-hair, and where they meet.
    check(Strange::CrossHair, 1290);
    check(Strange::CrossHair, 1144);
    // Handicap dots.
    check(Strange::DoubledBorder, 1176);
}

/// What grain, handicap dots and coordinates draw on a bare board is no reason to doubt it.
#[test]
fn bare_boards_are_not_doubted() {
    let (mut doubted, mut read) = (Vec::new(), 0);
    for look in theme::all() {
        for (seed, (size, pitch)) in (0..).zip([
            (9, 20.0),
            (9, 30.0),
            (15, 20.0),
            (15, 26.0),
            (15, 33.3),
            (19, 24.7),
        ]) {
            let painter = Painter::new(look, size, size, pitch, seed);
            let frame = Frame::from_image(painter.paint(&Scene::empty(size, size)).image);
            let seen = Reader::unaided(painter.calibration()).read(&frame);
            read += 1;
            if !seen.is_empty() {
                doubted.push(format!("{} {pitch}\n{}", look.name, seen.to_rows().join("\n")));
            }
        }
    }
    println!("{} of {read} bare boards are doubted", doubted.len());
    assert!(doubted.is_empty(), "{}", doubted.join("\n"));
}

/// The same picture with the client's mark in the corner of the last stone's cell, beside the stone.
fn marked_beside(sight: &StrangeSight, last: Point) -> RgbImage {
    let mut image = sight.image.clone();
    let (pitch, (x, y)) = (sight.calibration.pitch.0, sight.calibration.centre_of(last));
    let (x, y, radius) = (x + 0.32 * pitch, y - 0.32 * pitch, (0.09 * pitch).max(1.5));
    for (px, py, pixel) in image.enumerate_pixels_mut() {
        let far = (f64::from(px) - x).hypot(f64::from(py) - y);
        let part = (radius + 0.5 - far).clamp(0.0, 1.0) as f32;
        let mix = |level: u8, ink: f32| (f32::from(level) * (1.0 - part) + ink * part).round() as u8;
        pixel.0 = [
            mix(pixel.0[0], 224.0),
            mix(pixel.0[1], 32.0),
            mix(pixel.0[2], 32.0),
        ];
    }
    image
}

/// What became of the pictures of one game in which the last stone's mark lies beside the stone.
fn follow(strange: Strange, seed: u64) -> ([usize; 3], Vec<String>) {
    let stranger = strange::Stranger::new(strange, seed);
    let mut dice = Dice::new(seed ^ 0x6a3e);
    let order = strange::game(&mut dice, stranger.size(), 14);
    let (mut tally, mut told) = ([0; 3], Vec::new());
    let plain = stranger.show(&[], &mut Dice::new(seed));
    let calibration = plain.calibration;
    let mut reader = Reader::unaided(calibration);
    let mut plain = Frame::from_image(plain.image);
    let mut before = reader.read(&plain);
    // An opponent may answer before the first stone was ever seen alone.
    let first = if dice.chance(0.5) { 2 } else { 1 };
    for plies in first..=order.len() {
        let sight = stranger.show(&order[..plies], &mut Dice::new(seed));
        let frame = Frame::from_image(marked_beside(&sight, order[plies - 1]));
        let mut seen = reader.read(&frame);
        let truth = truth(&sight.scene);
        reader.doubt_news(&plain, &before, &frame, &mut seen);
        // What looks like nothing known is learned by what the session makes of it; one that does not look so is believed.
        let is_new = plies <= 4;
        let fate = fate(&sight, &seen);
        if !is_new || fate == Fate::Wrong {
            tally[fate as usize] += 1;
        }
        if fate == Fate::Wrong || (!is_new && fate == Fate::Refused) {
            told.push(format!(
                "{fate:?} at ply {plies}: {}\n{}",
                sight.told,
                rows(&sight, &seen)
            ));
        }
        reader.learn(&frame, &truth);
        (plain, before) = (frame, seen);
    }
    (tally, told)
}

/// Small stones with a mark beside the last one, from the first stone on: what was learned with the mark is known without it.
#[test]
fn a_mark_beside_small_stones_is_no_part_of_them() {
    let count = std::env::var("STRANGE_COUNT").map_or(12, |count| count.parse().unwrap());
    let (mut wrong, mut pictures) = (0, 0);
    for strange in [
        Strange::LettersOnDots,
        Strange::DiscsOnDots,
        Strange::SignsOnLines,
        Strange::SmallStones,
    ] {
        let (mut all, mut words) = ([0; 3], Vec::new());
        for seed in 0..count {
            let (tally, told) = follow(strange, seed);
            for (sum, count) in all.iter_mut().zip(tally) {
                *sum += count;
            }
            words.extend(told);
        }
        let [right, refused, misread] = all;
        println!("{:16} {right:6} {refused:8} {misread:6}", format!("{strange:?}"));
        wrong += misread;
        pictures += right + refused + misread;
        if std::env::var_os("STRANGE_SHOW").is_some() {
            words.iter().for_each(|words| println!("{words}"));
        }
    }
    // Discs hardly darker than a dark ground are still overlooked: 32 of 1,600 pictures, 12 in each of two games.
    assert!(wrong * 100 <= pictures, "{wrong} of {pictures} misread");
}
