//! `read(paint(p)) == p`.
#![allow(
    clippy::disallowed_methods,
    reason = "misread pictures can be written for people to see"
)]

use referee::{color::Color, point::Point};

use super::*;
use crate::{
    observation::Content,
    paint::{Painter, Scene, dice::Dice, wear},
    theme,
};

/// One random picture: what is on it, and how it came about.
struct Sample {
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
    let painted = Painter::new(look, size, size, pitch, dice.bits()).paint(&scene);
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

#[test]
fn explore() {
    let count: u64 = std::env::var("COUNT").map_or(200, |c| c.parse().unwrap());
    let first: u64 = std::env::var("FIRST").map_or(0, |c| c.parse().unwrap());
    let (mut cells, mut bad, mut unsure, mut marks, mut marks_wrong) = (0, 0, 0, 0, 0);
    let mut by_look: std::collections::BTreeMap<String, (usize, usize, usize)> = Default::default();
    for seed in first..first + count {
        let sample = sample(seed);
        let seen = Reader::unaided(sample.calibration).read(&sample.frame);
        let (wrong, flagged) = if sample.told.contains("space") || sample.told.contains("discs") {
            compare(&sample.scene, &seen).min(compare(&sample.scene, &seen.swapped()))
        } else {
            compare(&sample.scene, &seen)
        };
        cells += seen.cells.len();
        bad += wrong.len();
        unsure += flagged.len();
        let name = sample.told.split(' ').nth(2).unwrap().to_owned();
        let entry = by_look.entry(name).or_default();
        entry.0 += seen.cells.len();
        entry.1 += wrong.len();
        entry.2 += flagged.len();
        if seen.last_move.is_some() {
            marks += 1;
            if seen.last_move != sample.scene.last_move {
                marks_wrong += 1;
            }
        }
        if !wrong.is_empty() || !flagged.is_empty() {
            println!(
                "{} => {} wrong {}, {} flagged {}",
                sample.told,
                wrong.len(),
                wrong
                    .iter()
                    .take(3)
                    .map(|p| format!("({p})={}", seen.content(*p).letter()))
                    .collect::<Vec<_>>()
                    .join(" "),
                flagged.len(),
                flagged
                    .iter()
                    .take(3)
                    .map(|p| format!("({p})"))
                    .collect::<Vec<_>>()
                    .join(" ")
            );
            if std::env::var("SAVE").is_ok() {
                sample.frame.image.save(format!("/tmp/rd/bad{seed}.png")).unwrap();
                println!("{}", seen.to_rows().join("\n"));
            }
        }
    }
    println!(
        "{cells} cells, {bad} wrong, {unsure} flagged ({:.2} per 1000); marks {marks}, wrong {marks_wrong}",
        unsure as f64 * 1000.0 / cells as f64
    );
    for (name, (cells, wrong, flagged)) in by_look {
        println!("{name:10} {cells:7} {wrong:5} {flagged:5}");
    }
}

#[test]
fn probe() {
    let Ok(seeds) = std::env::var("PROBE") else { return };
    for seed in seeds.split(',') {
        let sample = sample(seed.parse().unwrap());
        println!("{}", sample.told);
        let canvas = Canvas::sample(&sample.frame.image, &sample.calibration);
        let Some(background) = background::estimate(&canvas, sample.calibration.kind) else {
            println!("no background");
            continue;
        };
        println!(
            "line {:?} noise {:.1} seeds {}",
            background.line,
            background.noise,
            background.empty.iter().filter(|e| **e).count()
        );
        let model = Model::unaided(&canvas, sample.calibration.kind).unwrap();
        for kind in model.kinds.iter().flatten() {
            println!(
                "kind: fill {:.0?} ink {:.0?} round {:.2} filled {:.2} exemplars {}",
                kind.fill,
                kind.ink,
                kind.round,
                kind.filled,
                kind.exemplars.len()
            );
        }
        let seen = model.read(&canvas);
        let features = model.features(&canvas);
        let (wrong, flagged) = compare(&sample.scene, &seen);
        for point in flagged.iter().take(4).chain(wrong.iter().take(4)) {
            let cell = usize::from(point.y) * usize::from(seen.columns) + usize::from(point.x);
            let f = &features[cell];
            println!(
                "({point}) read {} truth {:?} seed {} candidate {} coverage {:.2} structure {:.2} fill {:.0?} ink {:.0?} round {:.2} line {:?} lined {:.2} tint {:.0}",
                seen.content(*point).letter(),
                sample.scene.content(*point),
                background.empty[cell],
                model.is_candidate(f),
                f.coverage,
                f.structure,
                f.fill,
                f.ink,
                f.round,
                f.line,
                f.lined,
                f.tint
            );
        }
    }
}
