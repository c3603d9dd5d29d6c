#![allow(clippy::disallowed_methods, reason = "local probe")]
use super::*;
use crate::{locate, observation::Content};
use referee::{color::Color, point::Point};

fn truth(text: &str) -> Vec<(Point, Color)> {
    text.trim()
        .split(';')
        .filter(|p| !p.is_empty())
        .map(|p| {
            let (c, xy) = p.split_once(':').unwrap();
            let (x, y) = xy.split_once(',').unwrap();
            (
                Point::new(x.parse().unwrap(), y.parse().unwrap()),
                if c == "1" { Color::Black } else { Color::White },
            )
        })
        .collect()
}

#[test]
fn bovo() {
    let Ok(filter) = std::env::var("BOVO") else { return };
    let mut dirs: Vec<_> = std::fs::read_dir("/tmp/rd")
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.file_name().unwrap().to_str().unwrap().contains(&filter) && p.join("before").exists())
        .collect();
    dirs.sort();
    for dir in dirs {
        let rc = std::fs::read_to_string(dir.join("bovorc")).unwrap_or_default();
        let (text, exact) = match rc.lines().find_map(|l| l.strip_prefix("Unfinished=")) {
            Some(t) => (t.to_owned(), true),
            None => (std::fs::read_to_string(dir.join("before")).unwrap(), false),
        };
        let truth = truth(&text);
        let mut reader: Option<Reader> = None;
        for shot in ["rest", "hover1", "hover2", "hover3"] {
            let Ok(image) = image::open(dir.join(format!("{shot}.png"))) else {
                continue;
            };
            let frame = Frame::from_image(image.to_rgb8());
            let found = locate::locate(&frame, &locate::Options::default());
            let calibration = match found {
                Ok(c) => c,
                Err(e) => {
                    println!("{} {shot}: {e}", dir.display());
                    continue;
                }
            };
            if calibration.columns != 22 || calibration.rows != 22 {
                println!("{} {shot}: located {calibration:?}", dir.display());
                continue;
            }
            let mut fresh = Reader::unaided(calibration);
            let mut seen = fresh.read(&frame);
            if std::env::var("KEEP").is_ok() {
                let reader = reader.get_or_insert_with(|| fresh.clone());
                seen = reader.read(&frame);
            }
            let count = |seen: &Observation| {
                let (mut wrong, mut extra) = (Vec::new(), Vec::new());
                for point in seen.points() {
                    let want = truth
                        .iter()
                        .find(|(p, _)| *p == point)
                        .map_or(Content::Empty, |(_, c)| Content::Stone(*c));
                    let got = seen.content(point);
                    if got == want || got == Content::Uncertain {
                        continue;
                    }
                    if want == Content::Empty && !exact {
                        extra.push(point)
                    } else {
                        wrong.push(point)
                    }
                }
                (wrong, extra)
            };
            let (a, b) = (count(&seen), count(&seen.swapped()));
            let (swapped, (wrong, extra)) = if b.0.len() < a.0.len() {
                (true, b)
            } else {
                (false, a)
            };
            println!(
                "{} {shot}: pitch {:.2} kind {:?} swapped {swapped} wrong {} extra {} flagged {} mark {:?} (last {}) {:?}",
                dir.file_name().unwrap().to_str().unwrap(),
                calibration.pitch.0,
                calibration.kind,
                wrong.len(),
                extra.len(),
                seen.uncertain(),
                seen.last_move.map(|p| p.to_string()),
                truth.last().unwrap().0,
                wrong.iter().take(3).collect::<Vec<_>>()
            );
            if wrong.len() + extra.len() / 2 + seen.uncertain() > 0 && std::env::var("SHOW").is_ok() {
                println!("{}", seen.to_rows().join("\n"));
            }
        }
    }
}

#[test]
fn bovo_cells() {
    let Ok(spec) = std::env::var("CELLS") else { return };
    for spec in spec.split('/') {
        let (dir, cells) = spec.split_once(':').unwrap();
        let image = image::open(format!("/tmp/rd/{dir}/rest.png")).unwrap().to_rgb8();
        let frame = Frame::from_image(image);
        let calibration = locate::locate(&frame, &locate::Options::default()).unwrap();
        let canvas = Canvas::sample(&frame.image, &calibration);
        let model = Model::unaided(&canvas, calibration.kind).unwrap();
        println!(
            "{dir} line {:?} noise {:.1} {calibration:?}",
            model.background.line, model.background.noise
        );
        for kind in model.kinds.iter().flatten() {
            println!(
                "kind: fill {:.0?} ink {:.0?} color {:.0?} pen {:.0?} round {:.2} filled {:.2} exemplars {}",
                kind.fill,
                kind.ink,
                kind.color,
                kind.pen,
                kind.round,
                kind.filled,
                kind.exemplars.len()
            );
        }
        let seen = model.read(&canvas);
        let features = model.features(&canvas);
        for cell in cells.split(' ') {
            let (x, y) = cell.split_once(',').unwrap();
            let point = Point::new(x.parse().unwrap(), y.parse().unwrap());
            let cell = usize::from(point.y) * usize::from(seen.columns) + usize::from(point.x);
            let f = &features[cell];
            println!(
                "({point}) read {} seed {} candidate {} coverage {:.2} structure {:.2} filled {:.2} fill {:.0?} ink {:.0?} pen {:.0?} round {:.2} line {:?} lined {:.2} tint {:.0}",
                seen.content(point).letter(),
                model.background.empty[cell],
                model.is_candidate(f),
                f.coverage,
                f.structure,
                f.filled,
                f.fill,
                f.ink,
                f.pen,
                f.round,
                f.line,
                f.lined,
                f.tint
            );
        }
    }
}
