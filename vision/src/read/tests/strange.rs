//! What strangers' boards are read as: a table of the looks, each picture read right, refused or silently wrong.
//! `STRANGE_FROM=SEED` begins elsewhere, `STRANGE_LOOK=WORD` tries the looks whose name contains it, `STRANGE_PICTURES=FOLDER` keeps
//! pictures of each look, and all that are misread.
#![allow(
    clippy::disallowed_methods,
    reason = "pictures of the looks can be written for people to see"
)]

use super::*;
use crate::paint::strange::{self, Strange, StrangeSight};

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
    let default = if std::env::var_os("SLOW_TESTS").is_some() {
        400
    } else {
        12
    };
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
