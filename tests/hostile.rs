//! Pictures and profiles as a broken screen, another program or a stranger may make them: reading them never panics.
//!
//! `HOSTILE=100000` runs so many; `SEED=7` begins with another number, and a failure names its own.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
};

use dice::Dice;
use image::{Rgb, RgbImage, imageops};
use profile::library;
use vision::{
    calibration::Calibration,
    frame::Frame,
    locate::{self, LocateOptions},
    paint::{Painter, Scene},
    read::Reader,
    theme,
};

#[path = "../fuzz/src/bodies.rs"]
#[allow(
    unreachable_pub,
    reason = "the fuzz targets, a crate of their own, use it too"
)]
mod bodies;

#[test]
fn no_picture_and_no_profile_makes_it_panic() {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|value| value.parse::<u64>().ok())
    };
    let (count, seed) = (number("HOSTILE").unwrap_or(1_000), number("SEED").unwrap_or(1));
    println!("{count} inputs from seed {seed}");
    let (next, found) = (AtomicU64::new(0), AtomicU64::new(0));
    let profiles = profiles();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        return;
                    }
                    let seed = seed.wrapping_mul(1 << 32).wrapping_add(index);
                    // What was endured counts, even of a run that is broken off.
                    if index > 0 && index % 50_000 == 0 {
                        println!("{index} inputs begun");
                    }
                    let survived = catch_unwind(AssertUnwindSafe(|| endure(seed, &profiles)));
                    match survived {
                        Ok(boards) => found.fetch_add(boards, Ordering::Relaxed),
                        Err(_) => panic!(
                            "input {seed} makes it panic: SEED={} HOSTILE={}",
                            seed >> 32,
                            index + 1
                        ),
                    };
                }
            });
        }
    });
    // If no board were found any more, the pictures would try nothing beyond the search.
    let boards = found.into_inner();
    println!("{boards} boards found");
    assert!(boards > count / 50, "{boards}");
}

/// One input: every fourth is a profile. Answers how many boards were found.
fn endure(seed: u64, profiles: &[String]) -> u64 {
    let mut dice = Dice::new(seed);
    if seed % 4 == 3 {
        let text = mutated_text(&profiles[dice.below(profiles.len())], &mut dice);
        bodies::profile(text.as_bytes());
        return 0;
    }
    let (image, truth) = match seed % 4 {
        0 => (noise(&mut dice), None),
        _ => painted(&mut dice),
    };
    let frame = Frame::from_image(image);
    let mut boards = 0;
    for calibration in locate::locate_all(&frame, &LocateOptions::default()).unwrap_or_default() {
        boards += 1;
        // Of a picture full of boards, the first ones will do.
        if boards <= 2 {
            Reader::unaided(calibration).read(&frame);
        }
    }
    // A board that was there a moment ago is read where it was.
    if let Some((calibration, before)) = truth {
        let mut reader = Reader::unaided(calibration);
        let seen = reader.read(&Frame::from_image(before));
        let now = reader.read(&frame);
        reader.learn(&frame, &now);
        reader.learn(&frame, &seen);
        reader.read(&frame);
    }
    boards
}

/// A side of a picture: mostly just large enough for a board, seldom as long as `most`, sometimes hardly there.
fn side(dice: &mut Dice, most: u64) -> u32 {
    match dice.below(12) {
        0 => 1,
        1 => 2 + dice.below(12) as u32,
        2 => (60 + dice.below(most - 60)) as u32,
        _ => (60 + dice.below(80)) as u32,
    }
}

fn noise(dice: &mut Dice) -> RgbImage {
    let (width, height) = (side(dice, 400), side(dice, 300));
    let (period, spread) = (1 + dice.below(40) as u32, 1 + dice.below(255));
    let ground: [u64; 3] = std::array::from_fn(|_| dice.below(256));
    let lined = dice.below(2) == 0;
    RgbImage::from_fn(width, height, |x, y| {
        let line = lined && (x % period == 0 || y % period == 0);
        let level = |channel: usize| {
            let over = if line { 97 } else { dice.below(spread) };
            ((ground[channel] + over) % 256) as u8
        };
        Rgb([0, 1, 2].map(level))
    })
}

/// A painted board after some accidents; where it was, and what it looked like before.
fn painted(dice: &mut Dice) -> (RgbImage, Option<(Calibration, RgbImage)>) {
    let themes = theme::all();
    let theme = dice.pick(themes);
    let (sizes, pitches) = if dice.below(12) == 0 { (12, 80) } else { (5, 20) };
    let size = 5 + dice.below(sizes) as u8;
    let pitch = 14.0 + dice.below(pitches) as f64 / 10.0;
    let stones = dice.below(usize::from(size) * usize::from(size) + 1);
    let painter = Painter::new(theme, size, size, pitch, dice.below(1_000));
    let before = painter
        .paint(&Scene::strewn(size, size, stones, dice.below(1_000)))
        .image;
    let mut image = before.clone();
    for _ in 0..dice.below(5) {
        image = accident(image, dice);
    }
    (image, Some((painter.calibration(), before)))
}

fn accident(mut image: RgbImage, dice: &mut Dice) -> RgbImage {
    let (width, height) = image.dimensions();
    let (x, y) = (dice.below(width), dice.below(height));
    let (w, h) = (1 + dice.below(width - x), 1 + dice.below(height - y));
    match dice.below(6) {
        // Another window, or a part that is not painted.
        0 => {
            let ink = Rgb(std::array::from_fn(|_| {
                [0, 255, dice.below(256) as u8][dice.below(3)]
            }));
            imageops::replace(&mut image, &RgbImage::from_pixel(w, h, ink), x.into(), y.into());
        }
        // Snow.
        1 => {
            for _ in 0..dice.below(u64::from(width) * u64::from(height)) / 8 {
                let (x, y) = (dice.below(width), dice.below(height));
                image.put_pixel(x, y, Rgb(std::array::from_fn(|_| dice.below(256) as u8)));
            }
        }
        // A window that is cut off, down to a single row.
        2 => image = imageops::crop_imm(&image, x, y, w, h).to_image(),
        3 if dice.below(4) == 0 => image = imageops::crop_imm(&image, x, y, 1, h).to_image(),
        // A piece of the board in another place.
        3 => {
            let piece = imageops::crop_imm(&image, x, y, w, h).to_image();
            let (x, y) = (i64::from(dice.below(width)), i64::from(dice.below(height)));
            imageops::replace(&mut image, &piece, x - 20, y - 20);
        }
        // Another brightness, up to all black or all white.
        4 => imageops::colorops::brighten_in_place(&mut image, dice.below(512) - 256),
        _ => imageops::flip_horizontal_in_place(&mut image),
    }
    image
}

/// Every profile that comes with the program, and one with all keys.
fn profiles() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("clients");
    let folders = folder.read_dir().unwrap().flatten();
    let files = folders.map(|folder| folder.path().join("profile.toml"));
    let mut texts: Vec<String> = files.flat_map(std::fs::read_to_string).collect();
    texts.push(ALL_KEYS.to_owned());
    for text in &texts {
        library::from_text(text, "profile.toml").unwrap_or_else(|mistake| panic!("{mistake}"));
    }
    texts
}

const ALL_KEYS: &str = r#"
title = "T"
window = { class = "c", title = "t", size = [920, 1040] }
launch = { command = ["a", "--", "b"], path = ["/usr/games"], wait_s = 40 }
[board]
kind = "cells"
columns = 22
rows = 22
rule = "renju"
calibration = { columns = 22, rows = 22, kind = "cells", origin = [20.5, 31.25], pitch = [40.0, 40.0], confidence = 0.9 }
[pace]
first_move_ms = 1500
confirm_ms = 1500
clicks_a_minute = 60
[mouse]
park = [10, 400]
[new_game]
steps = [{ key = "ctrl+n" }, { wait_ms = 30 }, { click = [1, 2] }, { text = "x" }, { click_template = "ok.png" }]
[[screen]]
name = "won"
when = [{ template = "won.png", area = [0, 0, 400, 80], at_least = 0.9 }, { color = [1, 2, 3], area = [0, 0, 4, 8] }]
steps = [{ click_template = "ok.png" }]
means = "won"
"#;

/// Values that are no values, in place of words; lines that are gone or there twice; bytes that are others.
fn mutated_text(text: &str, dice: &mut Dice) -> String {
    const VALUES: [&str; 16] = [
        "0",
        "-1",
        "256",
        "1e400",
        "nan",
        "-inf",
        "18446744073709551616",
        "\"\"",
        "[]",
        "{}",
        "[[",
        "true",
        "\u{0}",
        "\"\\u0000\"",
        "0.0001",
        "[1, 2, 3, 4, 5, 6]",
    ];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + dice.below(4) {
        let place = dice.below(lines.len());
        let value = *dice.pick(&VALUES);
        match dice.below(5) {
            0 => {
                lines[place] = lines[place]
                    .split_once('=')
                    .map_or(String::new(), |(key, _)| format!("{key}= {value}"))
            }
            1 => {
                // One number among several.
                let line = lines[place].clone();
                let digits: Vec<usize> = line
                    .match_indices(|c: char| c.is_ascii_digit())
                    .map(|(at, _)| at)
                    .collect();
                if !digits.is_empty() {
                    let at = *dice.pick(&digits);
                    lines[place].replace_range(at..=at, value);
                }
            }
            2 => lines.insert(place, lines[place].clone()),
            3 if lines.len() > 1 => drop(lines.remove(place)),
            _ => {
                let mut bytes = lines[place].clone().into_bytes();
                let at = dice.below(bytes.len() + 1);
                bytes.insert(at, dice.below(256) as u8);
                lines[place] = String::from_utf8_lossy(&bytes).into_owned();
            }
        }
    }
    lines.join("\n")
}

/// A game of Paper Soccer.
const PGN: &[u8] = b"[White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n\n1. 4 4 2. 4 4 3. 31 47 4. 22 5 0-1\n";

/// A fuzz target's name, its body, and what the body expects.
type Target = (&'static str, fn(&[u8]), Vec<u8>);

/// The file of a small network.
fn network() -> Vec<u8> {
    let kind = engines::network::NetworkKind {
        size: 5,
        rule: referee::gomoku::Rule::Standard,
        body: "conv1".parse().unwrap(),
    };
    let network = engines::network::PolicyValueNetwork::untaught(kind, &mut Dice::new(1));
    network.to_bytes("by a test")
}

/// Every fuzz target's body, on what it expects and on that with changed bytes.
#[test]
fn fuzz_bodies_endure_changed_bytes() {
    let film = b"tengen film 1\n\x03\x02\0\0\0\0\0\0\0\0\0\0\0{}".to_vec();
    let journal = br#"{"seq":0,"at_ms":1,"event":"note","text":"x"}
{"seq":1,"at_ms":2,"event":"ply","game":"g","index":0,"seat":"first","play":{"place":{"x":7,"y":7}}}
"#;
    let sgf = b"(;GM[4]FF[4]SZ[15]PB[a]PW[b]RE[B+R];B[hh];W[ii];B[ha])".to_vec();
    let psq = b"Piskvorky 15x15, 11:11, 0\r\n8,8,100\r\n9,9,200\r\na\r\nb\r\n0\r\n".to_vec();
    let pbrain =
        b"START 15\nINFO rule 1\nBEGIN\nTURN 3,3\nBOARD\n1,1,1\n2,2,2\nDONE\nRESTART\nABOUT\nEND\n".to_vec();
    let picture = [&[0, 120, 0, 110][..], &(0..=255).collect::<Vec<u8>>()].concat();
    let targets: [Target; 16] = [
        ("locate", bodies::locate, picture.clone()),
        (
            "read",
            bodies::read,
            [&[9, 9, 0, 40, 40, 60, 60, 0][..], &picture].concat(),
        ),
        ("profile", bodies::profile, ALL_KEYS.as_bytes().to_vec()),
        ("sgf", bodies::sgf, sgf),
        ("psq", bodies::psq, psq),
        (
            "tsv",
            bodies::tsv,
            b"# x\nfirst\t4 4 4 4 31 47 22 5\nnone\t0 0\n".to_vec(),
        ),
        ("pgn", bodies::pgn, PGN.to_vec()),
        ("pos", bodies::pos, vec![15, 7, 7, 8, 8, 9, 9]),
        ("openings", bodies::openings, b"h8 i9 g10\n# x\nh8i9\n".to_vec()),
        (
            "openings of turns",
            bodies::openings,
            b"4 4\n# x\n2 0 53 4\n".to_vec(),
        ),
        ("journal", bodies::journal, journal.to_vec()),
        ("film", bodies::film, film),
        ("pbrain_line", bodies::pbrain_line, pbrain),
        (
            "codingame_line",
            bodies::codingame_line,
            b"1\n1\n0\n3\n271\n1\n4\n12\n000000000000\n".to_vec(),
        ),
        (
            "device",
            bodies::device,
            b"7\n8\n34\x08\x01\x81\x02\x05\x16\x07\x2f\0\x05\x05\x07\x1d\x92\0".to_vec(),
        ),
        ("network", bodies::network, network()),
    ];
    for (name, body, whole) in targets {
        for seed in 0..60 {
            let mut dice = Dice::new(seed);
            let mut bytes = whole.clone();
            for _ in 0..dice.below(6) {
                let place = dice.below(bytes.len());
                match dice.below(3) {
                    0 => bytes[place] = dice.below(256) as u8,
                    1 => bytes.insert(place, dice.below(256) as u8),
                    _ => bytes.truncate(place + 1),
                }
            }
            let endured = catch_unwind(|| body(&bytes));
            assert!(endured.is_ok(), "{name}, seed {seed}: {bytes:?}");
        }
    }
}
