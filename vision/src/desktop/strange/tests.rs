//! Strangers' windows: the board is found where it is, or refused in words.
#![allow(
    clippy::disallowed_methods,
    reason = "pictures can be written to a folder for people to see"
)]

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::{
    frame::Frame,
    locate::{LocateOptions, NoBoard, locate, locate_in_window},
    many_pictures::many_pictures,
};

/// How far a corner point may be off, in pixels. Where each line is moved to a whole pixel, the lines that can be seen are
/// themselves up to half a pixel from their true place.
const MISS_MAX: f64 = 1.0;

/// What became of a search.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    /// The board is found where it is; or there is none, and none is found.
    Right,
    /// There is one, and the answer says why it is not found.
    Refused(String),
    /// Another grid is taken for the board.
    Wrong(String),
}

fn outcome(strange: &Strange, answer: Result<Calibration, NoBoard>) -> Outcome {
    let (truth, found) = match (&strange.board, answer) {
        (None, Err(_)) => return Outcome::Right,
        // The bot refuses it in words.
        (None, Ok(found)) if found.columns != found.rows => return Outcome::Right,
        (None, Ok(found)) => return Outcome::Wrong(format!("found {found:?}")),
        (Some(_), Err(none)) => return Outcome::Refused(none.to_string()),
        (Some(truth), Ok(found)) => (truth, found),
    };
    if (truth.kind, truth.columns, truth.rows) != (found.kind, found.columns, found.rows) {
        return Outcome::Wrong(format!("found {found:?} for {truth:?}"));
    }
    let ends = [Point::new(0, 0), Point::new(truth.columns - 1, truth.rows - 1)];
    let miss = ends.map(|point| {
        let (a, b) = (truth.centre_of(point), found.centre_of(point));
        (a.0 - b.0).abs().max((a.1 - b.1).abs())
    });
    let miss = miss[0].max(miss[1]);
    if miss > MISS_MAX {
        return Outcome::Wrong(format!("off by {miss:.2}: {found:?} for {truth:?}"));
    }
    Outcome::Right
}

/// In the window without and with what a person may say of the board. Whoever does not know that the picture is a window's
/// may refuse what a window's edge explains, but must not be wrong either.
fn judged(strange: &Strange) -> [Outcome; 2] {
    let frame = Frame::from_image(strange.image.clone());
    let alone = outcome(strange, locate_in_window(&frame, &LocateOptions::default()));
    let anywhere = outcome(strange, locate(&frame, &LocateOptions::default()));
    let unaided = match (alone, anywhere) {
        (Outcome::Wrong(how), _) => Outcome::Wrong(how),
        // What is read of an empty grid is the same whatever it means.
        (Outcome::Refused(why), Outcome::Wrong(_)) if why.contains("whether its crossings or its cells") => {
            Outcome::Refused(why)
        }
        (_, Outcome::Wrong(how)) => Outcome::Wrong(format!("anywhere: {how}")),
        (alone, _) => alone,
    };
    let Some(truth) = strange.board else {
        return [unaided.clone(), unaided];
    };
    let hints = LocateOptions {
        kind: Some(truth.kind),
        columns: Some(truth.columns),
        rows: Some(truth.rows),
        ..LocateOptions::default()
    };
    [unaided, outcome(strange, locate_in_window(&frame, &hints))]
}

/// Equal seeds of different looks have nothing in common.
fn painted(look: &Look, seed: u64) -> Strange {
    let name = look.0.bytes().fold(7u64, |sum, letter| {
        sum.wrapping_mul(31).wrapping_add(letter.into())
    });
    (look.1)(&mut Dice::new(seed ^ (name << 20)))
}

/// Counts of right, refused and wrong ones, without and with hints.
type Counts = [[usize; 3]; 2];

/// Judges `count` windows of a look. With `STRANGE_PICTURES=FOLDER` those that are not right are kept, and with
/// `STRANGE_SHEETS=FOLDER` the first few of each look; `STRANGE_SEED=1,2` tries those only.
fn counted(look: &Look, count: u64) -> (Counts, Vec<String>) {
    let only: Option<Vec<u64>> = std::env::var("STRANGE_SEED")
        .ok()
        .map(|seeds| seeds.split(',').filter_map(|seed| seed.parse().ok()).collect());
    let seeds = only.unwrap_or_else(|| (0..count).collect());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)).copied() {
            let strange = painted(look, seed);
            let outcomes = judged(&strange);
            let keep = |variable: &str| {
                if let Ok(folder) = std::env::var(variable) {
                    let name = look.0.replace([' ', ':', ','], "-");
                    strange.image.save(format!("{folder}/{name}-{seed}.png")).unwrap();
                }
            };
            if outcomes != [Outcome::Right, Outcome::Right] {
                keep("STRANGE_PICTURES");
            }
            if seed < 4 {
                keep("STRANGE_SHEETS");
            }
            done.push((seed, strange.story, outcomes));
        }
        done
    };
    let mut done: Vec<(u64, String, [Outcome; 2])> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    done.sort_by_key(|(seed, ..)| *seed);
    let mut counts = Counts::default();
    let mut told = Vec::new();
    for (seed, story, outcomes) in done {
        for (hinted, outcome) in outcomes.into_iter().enumerate() {
            let (place, words) = match outcome {
                Outcome::Right => (0, None),
                Outcome::Refused(why) => (1, Some(why)),
                Outcome::Wrong(how) => (2, Some(format!("WRONG {how}"))),
            };
            counts[hinted][place] += 1;
            let aided = ["", " hinted"][hinted];
            told.extend(words.map(|words| format!("{} {seed}{aided}: {story}: {words}", look.0)));
        }
    }
    (counts, told)
}

/// Prints a table of all looks. `STRANGE_LOOK=WORD` tries those whose name contains it.
#[test]
fn strangers_boards_are_found_or_refused() {
    let count = if many_pictures() { 60 } else { 4 };
    let word = std::env::var("STRANGE_LOOK").unwrap_or_default();
    let looks: Vec<&Look> = LOOKS.iter().filter(|look| look.0.contains(&word)).collect();
    let mut rows = vec![format!(
        "{:<34}{:>7}{:>9}{:>7}   with hints{:>7}{:>9}{:>7}",
        "look", "right", "refused", "wrong", "right", "refused", "wrong"
    )];
    let mut sums = Counts::default();
    for look in looks {
        let (counts, told) = counted(look, count);
        told.iter().for_each(|line| println!("{line}"));
        for (sum, more) in sums.iter_mut().flatten().zip(counts.iter().flatten()) {
            *sum += more;
        }
        rows.push(row(look.0, &counts));
    }
    rows.push(row("all", &sums));
    println!("{}", rows.join("\n"));
    let wrong = sums[0][2] + sums[1][2];
    let all: usize = sums.iter().flatten().sum();
    assert!(wrong * 200 <= all, "{wrong} of {all} are wrong");
}

fn row(name: &str, [alone, hinted]: &Counts) -> String {
    let part = |[right, refused, wrong]: &[usize; 3]| format!("{right:>7}{refused:>9}{wrong:>7}");
    format!("{name:<34}{}             {}", part(alone), part(hinted))
}
