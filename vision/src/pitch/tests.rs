//! Painted fields: looked at, found and read.
#![allow(
    clippy::disallowed_methods,
    reason = "painted fields can be written for people to see"
)]

mod fields;
mod troubles;

use std::collections::BTreeMap;

use dice::Dice;
use referee::soccer::{Node, Pitch};

use crate::{
    frame::Frame,
    many_pictures::many_pictures,
    pitch::{
        calibration::Calibration,
        locate,
        observation::{Content, Observation, SeenLine},
        paint::{Painted, Placing, Scene, paint},
        read::Reader,
        theme::{self, Theme},
    },
};

/// A field of any size, look and game, and what it is in words.
pub(super) struct Case {
    pub(super) painted: Painted,
    pub(super) scene: Scene,
    /// What the table of outcomes has a row for: the look.
    pub(super) row: &'static str,
    pub(super) story: String,
}

/// The field of a seed.
pub(super) fn case(seed: u64) -> Case {
    let mut dice = dice_of(seed);
    let pitch = size_of(seed);
    let lines = match dice.below(6) {
        0 => 0,
        1 => dice.below(6),
        _ => dice.below(pitch.edges() / 2),
    };
    painted(seed, Scene::strewn(pitch, lines, dice.bits()))
}

/// Of as many seeds one after the other, from a multiple of it on, half show the usual field, and the others each size once.
const SIZES_ROUND: u64 = 60;

fn size_of(seed: u64) -> Pitch {
    let all = (2..=6).flat_map(|width| (3..=8).map(move |length| (2 * width, 2 * length)));
    let mut sizes: Vec<Pitch> = all
        .map(|(width, length)| Pitch::new(width, length).unwrap())
        .collect();
    sizes.resize(SIZES_ROUND as usize, Pitch::USUAL);
    dice_of(seed / SIZES_ROUND).shuffle(&mut sizes);
    sizes[(seed % SIZES_ROUND) as usize]
}

/// A scene in the look, the size and the place of a seed.
fn painted(seed: u64, scene: Scene) -> Case {
    painted_as(seed, scene, &theme::all()[seed as usize % theme::all().len()])
}

fn painted_as(seed: u64, scene: Scene, theme: &Theme) -> Case {
    let mut dice = dice_of(!seed);
    let square = 14.0 * (80.0f64 / 14.0).powf(dice.unit());
    let placing = Placing::strewn(square, &mut dice);
    let painted = paint(&scene, theme, placing, seed);
    let story = format!(
        "seed {seed}: {} {} squares of {square:.1}, {} lines, {placing:?}",
        theme.name,
        scene.pitch,
        scene.lines.len()
    );
    Case {
        painted,
        scene,
        row: theme.name,
        story,
    }
}

fn dice_of(seed: u64) -> Dice {
    Dice::new(seed ^ 0x0050_cce4)
}

/// Set `PITCH_SHEETS=FOLDER` to see one of each look.
#[test]
fn every_look_is_painted() {
    for seed in 0..theme::all().len() as u64 {
        let case = case(seed);
        let square = case.painted.calibration.square();
        assert!(
            f64::from(case.painted.image.width()) > 4.0 * square,
            "{}",
            case.story
        );
        if let Ok(folder) = std::env::var("PITCH_SHEETS") {
            println!("{}", case.story);
            case.painted
                .image
                .save(format!("{folder}/pitch-{seed}.png"))
                .unwrap();
        }
    }
}

/// What became of a case.
enum Outcome {
    Right,
    /// Nothing was claimed that is not so, but not all was told.
    Unread(String),
    /// Something was claimed that is not so.
    Wrong(String),
}

/// What becomes of a case of which nothing is known.
fn outcome(case: &Case) -> Outcome {
    match found_and_read(case) {
        Ok(seen) => read_outcome(case, &seen),
        Err(outcome) => outcome,
    }
}

/// The reading of a field that was found by itself; what became of it if there is none.
fn found_and_read(case: &Case) -> Result<Observation, Outcome> {
    let truth = &case.painted.calibration;
    let frame = Frame::from_image(case.painted.image.clone());
    let found = match locate::locate(&frame, &locate::Options::default()) {
        Ok(found) => found,
        Err(none) => return Err(Outcome::Unread(none.to_string())),
    };
    let same_way = found.orientation.columns == truth.orientation.columns;
    let orientation = if same_way {
        truth.orientation
    } else {
        found.orientation
    };
    let found = Calibration { orientation, ..found };
    let seen = Reader::new(found).read(&frame);
    if let Some(why) = seen.refused {
        let against = against(case, &seen);
        return Err(Outcome::Unread(format!(
            "{} refused: {why}; {against}",
            found.pitch
        )));
    }
    if found.pitch != truth.pitch || !same_way {
        return Err(Outcome::Wrong(format!("found {found:?}")));
    }
    let miss = |node| {
        let (a, b) = (truth.centre_of(node), found.centre_of(node));
        (a.0 - b.0).hypot(a.1 - b.1) / truth.square()
    };
    let worst = truth.pitch.nodes().map(miss).fold(0.0, f64::max);
    if worst > ASTRAY_MAX {
        return Err(Outcome::Wrong(format!("off by {worst:.3} squares")));
    }
    Ok(seen)
}

/// What a reading says against what was painted: the first few lines, and the ball.
fn against(case: &Case, seen: &Observation) -> String {
    let drawn = case.scene.edges();
    let pitch = case.scene.pitch;
    let place = |node: Node| {
        let point = pitch.point(node);
        format!("{},{}", point.x, point.y)
    };
    let is_right = |line: &SeenLine| match line.content {
        Content::Drawn => drawn.contains(&line.edge),
        Content::Blank => !drawn.contains(&line.edge),
        Content::Uncertain => false,
    };
    let wrong: Vec<String> = seen
        .lines
        .iter()
        .filter(|line| !is_right(line))
        .map(|line| {
            let (from, to) = (place(line.edge.from()), place(line.edge.to()));
            let painted = if drawn.contains(&line.edge) {
                "drawn"
            } else {
                "blank"
            };
            format!("{from}-{to} {painted}: {:?} {:.2}", line.content, line.confidence)
        })
        .collect();
    let some = wrong.iter().take(4).cloned().collect::<Vec<_>>().join(" ");
    let (ball, lies) = (seen.ball.map(place), place(case.scene.ball));
    format!(
        "{} lines not told rightly: {some}; ball {ball:?} for {lies}",
        wrong.len()
    )
}

/// How far a node may be from where it was painted, in squares: a wall that a hand drew is itself off.
const ASTRAY_MAX: f64 = 0.12;

/// What became of a reading.
fn read_outcome(case: &Case, seen: &Observation) -> Outcome {
    if let Some(why) = seen.refused {
        return Outcome::Unread(format!("refused: {why}"));
    }
    let truth = case.scene.edges();
    let is_wrong = |line: &&SeenLine| match line.content {
        Content::Drawn => !truth.contains(&line.edge),
        Content::Blank => truth.contains(&line.edge),
        Content::Uncertain => false,
    };
    let wrong = seen.lines.iter().filter(is_wrong).count();
    let is_ball_wrong = seen.ball.is_some_and(|ball| ball != case.scene.ball);
    if wrong > 0 || is_ball_wrong {
        return Outcome::Wrong(format!("{wrong} wrong, {}", against(case, seen)));
    }
    if seen.uncertain() > 0 || seen.ball.is_none() {
        return Outcome::Unread(format!("untold; {}", against(case, seen)));
    }
    Outcome::Right
}

/// What becomes of a case whose field is known to lie there.
fn read_at(case: &Case, field: Calibration) -> Outcome {
    let frame = Frame::from_image(case.painted.image.clone());
    read_outcome(case, &Reader::new(field).read(&frame))
}

/// Tries cases: none may be wrong, and of a hundred so many may be unread. Prints what became of them, look by look; with
/// `PITCH_FAILURES=FOLDER` failing pictures are kept.
fn check(cases: impl Iterator<Item = Case>, unread_most: usize) {
    check_by(cases, unread_most, outcome);
}

/// The same, by another judge.
fn check_by(cases: impl Iterator<Item = Case>, unread_most: usize, outcome: impl Fn(&Case) -> Outcome) {
    let mut rows: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut faults = [Vec::new(), Vec::new()];
    for case in cases {
        let row = rows.entry(case.row).or_default();
        let (fault, which) = match outcome(&case) {
            Outcome::Right => {
                row[0] += 1;
                continue;
            }
            Outcome::Unread(fault) => (fault, 0),
            Outcome::Wrong(fault) => (fault, 1),
        };
        row[which + 1] += 1;
        let name = format!("{}-{}-{}", ["unread", "wrong"][which], case.row, row[which + 1]);
        keep(&case.painted.image, &name);
        faults[which].push(format!("{}: {fault}", case.story));
    }
    let [unread, wrong] = faults;
    println!("{:14} {:>6} {:>6} {:>6}", "", "right", "unread", "wrong");
    for (row, [right, unread, wrong]) in &rows {
        println!("{row:14} {right:6} {unread:6} {wrong:6}");
    }
    let count: usize = rows.values().flatten().sum();
    let right = count - unread.len() - wrong.len();
    println!(
        "{:14} {right:6} {:6} {:6}\n{}",
        "all",
        unread.len(),
        wrong.len(),
        unread.join("\n")
    );
    assert!(wrong.is_empty(), "wrong:\n{}", wrong.join("\n"));
    let allowed = unread_most * count / 100;
    assert!(
        unread.len() <= allowed,
        "unread, {allowed} may be:\n{}",
        unread.join("\n")
    );
}

/// Keeps a failing picture where that is asked for.
fn keep(image: &image::RgbImage, name: &str) {
    if let Ok(folder) = std::env::var("PITCH_FAILURES") {
        image.save(format!("{folder}/{name}.png")).unwrap();
    }
}

fn seeds(few: u64, many: u64) -> Vec<u64> {
    if let (Ok(from), Ok(count)) = (std::env::var("SEEDS_FROM"), std::env::var("SEEDS")) {
        let number = |text: String| text.parse::<u64>().unwrap();
        let from = number(from);
        return (from..from + number(count)).collect();
    }
    if let Ok(only) = std::env::var("PITCH_SEED") {
        return only.split(',').filter_map(|seed| seed.parse().ok()).collect();
    }
    (0..if many_pictures() { many } else { few }).collect()
}

/// `read(paint(field)) == field` where the field is known to lie.
#[test]
fn painted_fields_are_read_where_they_lie() {
    let mut faults = Vec::new();
    let seeds = seeds(96, 512);
    for &seed in &seeds {
        let case = case(seed);
        match read_at(&case, case.painted.calibration) {
            Outcome::Right => {}
            Outcome::Wrong(fault) => panic!("{}: {fault}", case.story),
            Outcome::Unread(fault) => faults.push(format!("{}: {fault}", case.story)),
        }
    }
    println!(
        "{} of {} right\n{}",
        seeds.len() - faults.len(),
        seeds.len(),
        faults.join("\n")
    );
    assert!(faults.len() * 16 <= seeds.len(), "{}", faults.join("\n"));
}

/// A board is no field: any look of boards, of any size that boards have.
#[test]
fn a_board_is_never_taken_for_a_field() {
    let mut faults = Vec::new();
    for seed in seeds(40, 400) {
        let mut dice = Dice::new(seed ^ 0x000b_0a2d);
        let looks: Vec<&crate::theme::Theme> = crate::theme::all()
            .iter()
            .chain(crate::theme::unusual())
            .collect();
        let look = looks[seed as usize % looks.len()];
        let size = *dice.pick(&[15, 15, 19, 13, 9, 10, 11, 20]);
        let rows = if dice.chance(0.2) {
            dice.within(8, 20) as u8
        } else {
            size
        };
        let points = usize::from(size) * usize::from(rows);
        let stones = dice.below(points / 2);
        let scene = crate::paint::Scene::strewn(size, rows, stones, dice.bits());
        let pitch = 14.0 * (60.0f64 / 14.0).powf(dice.unit());
        let painted = crate::paint::paint(&scene, look, pitch, seed);
        let frame = Frame::from_image(painted.image);
        if let Ok(found) = locate::locate(&frame, &locate::Options::default()) {
            keep(&frame.image, &format!("board-{seed}"));
            faults.push(format!(
                "seed {seed}: {} {size} x {rows}, {stones} stones: {found:?}",
                look.name
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A field is no board: neither alone nor on a desktop.
#[test]
fn a_field_is_never_taken_for_a_board() {
    let mut faults = Vec::new();
    for seed in seeds(32, 400) {
        let case = case(seed);
        let frame = Frame::from_image(case.painted.image.clone());
        if let Ok(found) = crate::locate::locate(&frame, &crate::locate::LocateOptions::default()) {
            keep(&frame.image, &format!("field-{seed}"));
            faults.push(format!("{}: {found:?}", case.story));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A field in a window among others is found, and its calibration is that of the screen.
#[test]
fn a_field_is_found_on_a_desktop() {
    let on_desktop = |seed: u64| {
        let case = case(seed);
        let mut dice = Dice::new(seed ^ 0x0000_de54);
        let mut desktop = crate::desktop::without_board(seed).image;
        let (width, height) = case.painted.image.dimensions();
        if width >= desktop.width() || height >= desktop.height() {
            return None;
        }
        let (left, top) = (
            dice.below(desktop.width() - width),
            dice.below(desktop.height() - height),
        );
        image::imageops::replace(&mut desktop, &case.painted.image, i64::from(left), i64::from(top));
        let painted = Painted {
            image: desktop,
            calibration: case
                .painted
                .calibration
                .shifted(-f64::from(left), -f64::from(top)),
        };
        Some(Case { painted, ..case })
    };
    check(seeds(10, 100).into_iter().filter_map(on_desktop), 10);
}

/// On a desktop without a field there is none.
#[test]
fn nothing_is_found_where_there_is_no_field() {
    let mut faults = Vec::new();
    for seed in seeds(8, 100) {
        let desktop = crate::desktop::without_board(seed);
        let frame = Frame::from_image(desktop.image);
        if let Ok(found) = locate::locate(&frame, &locate::Options::default()) {
            keep(&frame.image, &format!("desktop-{seed}"));
            faults.push(format!("{}: {found:?}", desktop.story));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
