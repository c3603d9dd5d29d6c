//! Odd desktops: each board is found in the right place and read without a wrong cell, or refused in words.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicUsize, Ordering},
};

use super::*;
use crate::{
    calibration::Kind,
    frame::Frame,
    locate::{LocateOptions, locate, locate_in_window},
    many_pictures::many_pictures,
    observation::Content,
    read::Reader,
    theme,
};

/// What became of one desktop.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Found where it is, and every cell is right.
    Read,
    /// Found where it is; some cells are said not to be told, none is wrong.
    Unsure,
    /// Refused, in these words.
    Refused(String),
    /// A square part of it was found and read right: it is cut off exactly between cells.
    Part,
    /// Found where it is, but the board is not seen to be empty before the first stone: no game is begun.
    NotFresh,
    /// Found, but not square: the bot refuses it in words.
    NotSquare,
    /// Anything else.
    Wrong(String),
}

/// How far a corner point may be off, in pixels: a click there still hits its point by far.
const MISS_MAX: f64 = 1.5;

fn scalings() -> Vec<(f64, Means)> {
    let larger = [1.25, 1.5, 2.0];
    let stretched = larger.into_iter().flat_map(|scale| {
        [
            (scale, Means::Drawn),
            (scale, Means::Nearest),
            (scale, Means::Bilinear),
        ]
    });
    [(1.0, Means::Drawn)].into_iter().chain(stretched).collect()
}

const WRITINGS: [Option<Writing>; 3] = [None, Some(Writing::Outside), Some(Writing::Inside)];
const BORDERS: [Border; 6] = [
    Border::Bare,
    Border::Titled,
    Border::Thick,
    Border::Shadowed,
    Border::Sideways,
    Border::Tiled,
];
const PLACES: [Place; 3] = [Place::First, Place::Second, Place::Astride];

/// Every look at every scale with every kind of labels; the rest goes round, so that each meets each.
fn whole() -> Vec<Case> {
    let orientations: Vec<Orientation> = Orientation::all().collect();
    let mut cases = Vec::new();
    for theme in theme::all() {
        for (scale, means) in scalings() {
            for writing in WRITINGS {
                let seed = cases.len() as u64;
                let turn = cases.len() + cases.len() / 24;
                cases.push(Case {
                    seed,
                    theme,
                    scale,
                    means,
                    writing,
                    orientation: orientations[turn % 8],
                    border: BORDERS[turn / 3 % 6],
                    place: PLACES[(turn / 2) % 3],
                    view: View::Whole,
                    furnished: turn % 5 != 0,
                });
            }
        }
    }
    cases
}

/// Boards larger than what is seen of them.
fn cut() -> Vec<Case> {
    const NO: f64 = -9.0;
    let depths = [-0.2, 0.0, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 1.0, 2.4, 3.0, 3.05];
    let mut cases = Vec::new();
    for theme in theme::all() {
        for depth in depths {
            let sides = [
                [NO, NO, depth, NO],
                [NO, NO, NO, depth],
                [depth, NO, NO, NO],
                [NO, NO, depth, depth],
                [depth, depth, NO, NO],
                [depth, depth + 0.17, depth + 0.4, depth + 0.61],
                [NO, 1.3, depth, NO],
            ];
            for side in sides {
                let seed = cases.len() as u64;
                let turn = cases.len();
                let (scale, means) = scalings()[turn % 10];
                cases.push(Case {
                    seed,
                    theme,
                    scale,
                    means,
                    writing: WRITINGS[turn % 3],
                    orientation: Orientation::default(),
                    border: BORDERS[turn % 6],
                    place: PLACES[turn % 3],
                    view: View::Cut(side),
                    furnished: turn % 2 == 0,
                });
            }
        }
    }
    cases
}

/// What is made of the board in a window whose content is this.
fn outcome(
    case: &Case,
    odd: &Odd,
    answer: Result<Calibration, crate::locate::NoBoard>,
    frame: &Frame,
) -> Outcome {
    let board = match answer {
        Ok(board) => board,
        Err(none) => return Outcome::Refused(none.reason.to_string()),
    };
    let found = Calibration {
        orientation: odd.board.orientation,
        ..board
    };
    if found.columns != found.rows {
        return Outcome::NotSquare;
    }
    // Where in the board the part that was found begins.
    let steps = |found: f64, whole: f64, pitch: f64| ((found - whole) / pitch).round();
    let start = (
        steps(found.origin.0, odd.board.origin.0, odd.board.pitch.0),
        steps(found.origin.1, odd.board.origin.1, odd.board.pitch.1),
    );
    let last = f64::from(found.columns - 1);
    let inside = |start: f64| start >= 0.0 && start + last < f64::from(SIDE);
    if found.kind != odd.board.kind || !inside(start.0) || !inside(start.1) {
        return Outcome::Wrong(format!("found {found:?} for {:?}", odd.board));
    }
    let part = found.columns < SIDE;
    if part && (case.view == View::Whole || found.kind == Kind::Points) {
        return Outcome::Wrong(format!("found {found:?} for {:?}", odd.board));
    }
    let shift = |point: Point| Point::new(point.x + start.0 as u8, point.y + start.1 as u8);
    let ends = [0, found.columns - 1];
    let corners = ends.into_iter().flat_map(|x| ends.map(|y| Point::new(x, y)));
    let miss = corners
        .map(|point| {
            let (a, b) = (found.centre_of(point), odd.board.centre_of(shift(point)));
            (a.0 - b.0).abs().max((a.1 - b.1).abs())
        })
        .fold(0.0, f64::max);
    if miss > MISS_MAX {
        return Outcome::Wrong(format!("off by {miss:.2}: {found:?} for {:?}", odd.board));
    }
    // As in play: a fresh board, the first stones, which are learned from, and then all of them.
    let mut reader = Reader::unaided(found);
    let bare = reader.read(&Frame::from_image(odd.before[0].clone()));
    if bare.refused.is_some()
        || bare
            .points()
            .any(|point| matches!(bare.content(point), Content::Stone(_)))
    {
        return Outcome::NotFresh;
    }
    let first = Frame::from_image(odd.before[1].clone());
    let mut early = reader.read(&first);
    if early.refused.is_none() {
        // Who follows a game knows whose stones those are, and that there are no others.
        for point in early.clone().points() {
            let color = odd.scene.content(shift(point));
            let is_stone = matches!(early.content(point), Content::Stone(_));
            let truth = color.filter(|_| is_stone).map_or(Content::Empty, Content::Stone);
            early.put(point, truth);
        }
        reader.learn(&first, &early);
    }
    let seen = reader.read(frame);
    let (mut wrong, mut unsure) = (0, 0);
    for point in seen.points() {
        match (seen.content(point), odd.scene.content(shift(point))) {
            (Content::Uncertain, _) => unsure += 1,
            (Content::Empty, None) => {}
            (Content::Stone(read), Some(color)) if read == color => {}
            _ => wrong += 1,
        }
    }
    match (wrong, unsure) {
        (0, 0) if part => Outcome::Part,
        (0, 0) => Outcome::Read,
        (0, _) => Outcome::Unsure,
        _ => Outcome::Wrong(format!(
            "{wrong} cells wrong, {unsure} unsure: {found:?} for {:?}",
            odd.board
        )),
    }
}

/// In its window, and for whole boards also on the whole screen.
fn judge(case: &Case) -> Outcome {
    let odd = case.paint();
    let at = (
        (odd.content.x - SCREEN.x) as u32,
        (odd.content.y - SCREEN.y) as u32,
    );
    let content =
        imageops::crop_imm(&odd.image, at.0, at.1, odd.content.width, odd.content.height).to_image();
    let frame = Frame {
        image: std::sync::Arc::new(content),
        origin: (odd.content.x, odd.content.y),
    };
    let found = outcome(
        case,
        &odd,
        locate_in_window(&frame, &LocateOptions::default()),
        &frame,
    );
    if case.view != View::Whole || !case.is_on_a_wallpaper() || found != Outcome::Read {
        return found;
    }
    let screen = Frame {
        image: std::sync::Arc::new(odd.image.clone()),
        origin: (SCREEN.x, SCREEN.y),
    };
    let in_content = |board: Calibration| board.shifted(f64::from(at.0), f64::from(at.1));
    outcome(
        case,
        &odd,
        locate(&screen, &LocateOptions::default()).map(in_content),
        &frame,
    )
}

/// Judges every case, or every so many-th; answers the outcomes counted and what is wrong.
fn judged(cases: Vec<Case>, every: usize) -> (BTreeMap<String, usize>, Vec<String>) {
    let only: Option<Vec<u64>> = std::env::var("ODD_SEED")
        .ok()
        .map(|seeds| seeds.split(',').filter_map(|seed| seed.parse().ok()).collect());
    let chosen: Vec<Case> = match only {
        Some(seeds) => cases
            .into_iter()
            .filter(|case| seeds.contains(&case.seed))
            .collect(),
        None => cases
            .into_iter()
            .step_by(if many_pictures() { 1 } else { every })
            .collect(),
    };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(case) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let outcome = judge(case);
            if let (Ok(folder), true) = (std::env::var("ODD_PICTURES"), outcome != Outcome::Read) {
                case.paint()
                    .image
                    .save(format!("{folder}/{}.png", case.seed))
                    .unwrap();
            }
            done.push((*case, outcome));
        }
        done
    };
    let done: Vec<(Case, Outcome)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    let mut counts = BTreeMap::new();
    let mut wrong = Vec::new();
    for (case, outcome) in done {
        let name = match &outcome {
            Outcome::Wrong(_) => "wrong".to_owned(),
            Outcome::Refused(words) => format!("refused: {words}"),
            other => format!("{other:?}").to_lowercase(),
        };
        *counts.entry(name).or_insert(0) += 1;
        let told = outcome == Outcome::NotFresh
            || (case.view == View::Whole && matches!(outcome, Outcome::Refused(_) | Outcome::NotSquare));
        if told || matches!(outcome, Outcome::Wrong(_)) {
            let Case {
                seed,
                theme,
                scale,
                means,
                writing,
                orientation,
                border,
                place,
                view,
                furnished,
            } = case;
            let line = format!(
                "{seed}: {} {scale} {means:?} {writing:?} {orientation:?} {border:?} {place:?} {view:?} {furnished}: {outcome:?}",
                theme.name
            );
            println!("{line}");
            if matches!(outcome, Outcome::Wrong(_)) {
                wrong.push(line);
            }
        }
    }
    println!("{counts:#?}");
    (counts, wrong)
}

fn check(cases: Vec<Case>, every: usize) -> BTreeMap<String, usize> {
    let (counts, wrong) = judged(cases, every);
    let total: usize = counts.values().sum();
    assert!(wrong.len() * 100 <= total, "{}", wrong.join("\n"));
    counts
}

#[test]
fn boards_on_odd_desktops_are_read() {
    let counts = check(whole(), 7);
    let total: usize = counts.values().sum();
    assert!(counts["read"] * 4 >= total * 3, "{counts:?}");
}

/// Whether what is left of a board is one itself, for anyone who does not know the rest: marks in cells, cut exactly between
/// them, and as many of them gone across as down.
fn is_a_smaller_board(case: &Case, cuts: [f64; 4]) -> bool {
    let between = |cut: f64| cut < -1.0 || (cut.rem_euclid(1.0) - 0.5).abs() < 0.02;
    let gone = |cut: f64| (cut + 0.5).max(0.0).round();
    let square = gone(cuts[0]) + gone(cuts[2]) == gone(cuts[1]) + gone(cuts[3]);
    case.theme.kind == Kind::Cells && cuts.into_iter().all(between) && square
}

/// A board whose lines overrun by half a cell anyway looks the same when half a cell is cut off.
#[test]
fn boards_that_do_not_fit_their_window_are_refused() {
    let half = |cut: f64| (0.4..0.6).contains(&cut);
    let told = |case: &Case| match case.view {
        View::Cut(cuts) => {
            let overrun = case.theme.name == "lacquer" && cuts.into_iter().any(half);
            !overrun && !is_a_smaller_board(case, cuts)
        }
        View::Whole => true,
    };
    check(cut().into_iter().filter(told).collect(), 25);
}
