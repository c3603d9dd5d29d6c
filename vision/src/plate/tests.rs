//! What a fingerprint must bear, and what it must tell apart; and how far from both the threshold is.

use dice::Dice;

use super::*;
use crate::paint::{
    canvas::Canvas,
    lettering::{self, Align, Pen},
};

/// Names drawn by lot.
const NAMES: usize = 200;
/// Heights of capitals.
const HEIGHTS: [f64; 3] = [10.0, 13.0, 16.0];

/// How a plate is painted.
#[derive(Clone, Copy, Debug)]
struct Look {
    height: f64,
    shift: (f64, f64),
    ground: [u8; 3],
    ink: [u8; 3],
    /// Levels that each channel of a pixel may be off.
    noise: u8,
    /// Share of the light.
    light: f64,
}

const DARK: [u8; 3] = [44, 48, 56];
const BRIGHT: [u8; 3] = [236, 238, 242];

fn usual(height: f64) -> Look {
    Look {
        height,
        shift: (0.0, 0.0),
        ground: DARK,
        ink: BRIGHT,
        noise: 0,
        light: 1.0,
    }
}

/// What may befall a plate from one game to the next.
fn looks(height: f64) -> Vec<(&'static str, Look)> {
    let usual = usual(height);
    vec![
        ("noise", Look { noise: 18, ..usual }),
        (
            "larger",
            Look {
                height: height * 1.1,
                ..usual
            },
        ),
        (
            "smaller",
            Look {
                height: height * 0.9,
                ..usual
            },
        ),
        (
            "beside",
            Look {
                shift: (1.0, 0.0),
                ..usual
            },
        ),
        (
            "below",
            Look {
                shift: (0.0, 1.0),
                ..usual
            },
        ),
        (
            "on blue",
            Look {
                ground: [30, 60, 120],
                ..usual
            },
        ),
        (
            "dark on light",
            Look {
                ground: [225, 220, 205],
                ink: [50, 30, 20],
                ..usual
            },
        ),
        ("dimmed", Look { light: 0.5, ..usual }),
        (
            "all at once",
            Look {
                height: height * 1.1,
                shift: (1.0, -1.0),
                ground: [70, 50, 50],
                noise: 12,
                light: 0.7,
                ..usual
            },
        ),
    ]
}

fn plate(name: &str, look: Look) -> RgbImage {
    let width = (lettering::width_of(name, look.height) + 3.0 * look.height).ceil();
    let height = (look.height * 2.4).ceil();
    let mut canvas = Canvas::new(width as u32, height as u32, look.ground);
    let anchor = (look.height + look.shift.0, height / 2.0 + look.shift.1);
    lettering::write(
        &mut canvas,
        name,
        anchor,
        Align::Left,
        Pen::new(look.height, look.ink),
    );
    let mut image = canvas.to_image();
    let mut dice = Dice::new(name.len() as u64 + 77);
    for pixel in image.pixels_mut() {
        for level in &mut pixel.0 {
            let off = dice.below(2 * usize::from(look.noise) + 1) as f64 - f64::from(look.noise);
            *level = (f64::from(*level) * look.light + off).clamp(0.0, 255.0) as u8;
        }
    }
    image
}

fn fingerprint(name: &str, look: Look) -> Fingerprint {
    Fingerprint::of(&plate(name, look)).unwrap_or_else(|| panic!("{name:?} {look:?}"))
}

/// The practice service's opponents, and names of 3 to 20 letters drawn by lot.
fn names() -> Vec<String> {
    let mut names: Vec<String> = ["Ines", "Brook", "Tadeo", "Aino", "Mori"]
        .map(str::to_owned)
        .into();
    let mut dice = Dice::new(5);
    let letters: Vec<char> = ('a'..='z').collect();
    let digits: Vec<char> = ('0'..='9').collect();
    while names.len() < NAMES + 5 {
        let mut name = String::new();
        for index in 0..3 + dice.below(18) {
            let letter = match dice.chance(0.12) {
                true => *dice.pick(&digits),
                false => *dice.pick(&letters),
            };
            name.push(if index == 0 {
                letter.to_ascii_uppercase()
            } else {
                letter
            });
        }
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Names that differ in one letter.
const CLOSE: [(&str, &str); 14] = [
    ("Mori", "Nori"),
    ("Mori", "Mari"),
    ("Guest1234", "Guest1235"),
    ("Guest1234", "Guest1284"),
    ("player_one", "player_one1"),
    ("Ines", "Inès"),
    ("Anna", "Anne"),
    ("Hannah", "Hannan"),
    ("gomokufan86", "gomokufan88"),
    ("Leo", "Lea"),
    ("Tim", "Tom"),
    ("XxDragonSlayerxX", "XxDragonSlayerxY"),
    ("Bo", "Ro"),
    ("nightingale", "nightingole"),
];

#[test]
fn one_name_stays_one() {
    let mut splits = Vec::new();
    for height in HEIGHTS {
        for name in names() {
            let plain = fingerprint(&name, usual(height));
            for (what, look) in looks(height) {
                let other = fingerprint(&name, look);
                if !other.is_same(&plain) {
                    splits.push((height, name.clone(), what, other.distance(&plain)));
                }
            }
        }
    }
    assert!(splits.is_empty(), "{splits:?}");
}

#[test]
fn two_names_are_two() {
    let mut joins = Vec::new();
    let mut nearest: f32 = 1.0;
    for height in HEIGHTS {
        let plain: Vec<(String, Fingerprint)> = names()
            .into_iter()
            .map(|name| (name.clone(), fingerprint(&name, usual(height))))
            .collect();
        let (_, worn) = looks(height).pop().unwrap();
        for (name, _) in &plain {
            let other = fingerprint(name, worn);
            for (second, known) in plain.iter().filter(|(second, _)| second != name) {
                let distance = other.distance_up_to(known, 0.45);
                nearest = nearest.min(distance);
                if distance <= SAME_SCALED && other.is_same(known) {
                    joins.push((height, name.clone(), second.clone(), distance));
                }
            }
        }
    }
    println!("two names differ by {nearest} and more");
    assert!(joins.is_empty(), "{joins:?}");
}

/// Told apart in a window of one size.
#[test]
fn one_other_letter_makes_another_name() {
    for height in HEIGHTS {
        for (one, other) in CLOSE {
            let noisy = Look {
                noise: 18,
                ..usual(height)
            };
            let (one_plate, other_plate) = (fingerprint(one, usual(height)), fingerprint(other, noisy));
            let distance = one_plate.distance(&other_plate);
            assert!(
                !one_plate.is_same(&other_plate),
                "{height} {one} {other} {distance}"
            );
        }
    }
}

#[test]
fn a_plate_without_ink_has_no_fingerprint() {
    let check = |picture: &RgbImage| assert_eq!(Fingerprint::of(picture), None);
    check(&RgbImage::from_pixel(100, 20, image::Rgb(DARK)));
    check(&RgbImage::new(0, 0));
    check(&RgbImage::new(3, 3));
    check(&plate(
        "",
        Look {
            noise: 30,
            ..usual(11.0)
        },
    ));
    check(&plate(
        "Mori",
        Look {
            ink: [50, 54, 60],
            ..usual(11.0)
        },
    ));
}

#[test]
fn it_is_kept_as_bytes() {
    let known = fingerprint("Mori", usual(11.0));
    assert_eq!(Fingerprint::from_bytes(&known.to_bytes()), Some(known.clone()));
    let bytes = known.to_bytes();
    for cut in [0, 1, 2, 3, bytes.len() - 1] {
        assert_eq!(Fingerprint::from_bytes(&bytes[..cut]), None, "{cut} bytes");
    }
}

/// Glyphs cut from the client's own lettering, with a pixel of ground around them.
fn glyphs(letters: &str, height: f64) -> Vec<text::Glyph> {
    let cut = |letter: char| {
        let image = plate(&letter.to_string(), usual(height));
        let cover = Cover::of(&image).unwrap();
        let inked = |x: i32| (0..cover.height as i32).any(|y| cover.is_ink(x, y));
        let columns: Vec<u32> = (0..image.width()).filter(|x| inked(*x as i32)).collect();
        let (left, right) = (columns[0] - 1, columns[columns.len() - 1] + 1);
        let part = image::imageops::crop_imm(&image, left, 0, right - left + 1, image.height() - 1);
        (letter, part.to_image())
    };
    letters.chars().map(cut).collect()
}

/// A name set from such glyphs, as clients do that paint letters on whole pixels.
fn set(name: &str, glyphs: &[text::Glyph], noise: u8) -> RgbImage {
    let mut image = RgbImage::from_pixel(200, 40, image::Rgb(DARK));
    let mut left = 5;
    for letter in name.chars() {
        if let Some((_, glyph)) = glyphs.iter().find(|(known, _)| *known == letter) {
            image::imageops::replace(&mut image, glyph, left, 4);
            left += i64::from(glyph.width()) + 1;
        } else {
            left += 8;
        }
    }
    let mut dice = Dice::new(3);
    for level in image.pixels_mut().flat_map(|pixel| &mut pixel.0) {
        *level = level.saturating_add(dice.below(1 + usize::from(noise)) as u8);
    }
    image
}

#[test]
fn names_are_read_where_the_glyphs_are_known() {
    let all = glyphs("MNBITADHorinesbkdhax", 13.0);
    let known: Vec<text::Glyph> = all.iter().filter(|(letter, _)| *letter != 'x').cloned().collect();
    let check = |name: &str, noise: u8, expected: Option<&str>| {
        let read = text::read(&set(name, &all, noise), &known, 0.9);
        assert_eq!(read.as_deref(), expected, "{name}, noise {noise}");
    };
    for name in [
        "Mori",
        "Nori",
        "Ines",
        "Brook",
        "Tadeo",
        "Aino",
        "Hannah",
        "Dana Bohr",
    ] {
        check(name, 0, Some(name));
        check(name, 16, Some(name));
    }
    check("Moxi", 0, None);
    check("", 0, None);
    // Letters between the pixels are no letters that are known: better none than others.
    for name in ["Mori", "Nori", "Ines", "Brook", "Tadeo", "Aino"] {
        let read = text::read(&plate(name, usual(13.0)), &known, 0.85);
        assert!(
            read.is_none() || read.as_deref() == Some(name),
            "{name}: {read:?}"
        );
    }
}
