//! What stands out on a stone and is no last-move mark: none is named for it.

use super::*;
use crate::calibration::Kind;

/// Looks whose stones are discs on points.
fn discs() -> impl Iterator<Item = &'static theme::Theme> {
    theme::all().iter().filter(|look| look.kind == Kind::Points)
}

/// Five won with all but one of their side's stones, and a line lies over them: the one without it is not the last.
#[test]
fn the_one_stone_beside_a_winning_line_is_not_the_last_move() {
    let mut named = Vec::new();
    for look in discs() {
        for seed in 0..8 {
            let mut dice = Dice::new(seed);
            let mut scene = Scene::empty(15, 15);
            let (x, y) = (dice.below(10) as u8, 4 + dice.below(6) as u8);
            let place = |step: u8| match seed % 3 {
                0 => Point::new(x + step, y),
                1 => Point::new(x + step, y + step),
                _ => Point::new(x + step, y - step),
            };
            (0..5).for_each(|step| scene.put(place(step), Some(Color::Black)));
            let others = [(3, 0), (1, 13), (12, 1), (13, 13), (7, 14), (0, 1)];
            for (index, (x, y)) in others.into_iter().enumerate() {
                let color = if index == 0 { Color::Black } else { Color::White };
                scene.put(Point::new(x, y), Some(color));
            }
            scene.win_line = Some((place(0), place(4)));
            let painted = Painter::new(look, 15, 15, dice.between(24.0, 44.0), seed).paint(&scene);
            let seen = Reader::unaided(painted.calibration).read(&Frame::from_image(painted.image));
            if seen.refused.is_none() && seen.last_move.is_some() {
                named.push(format!("{} seed {seed}: {:?}", look.name, seen.last_move));
            }
        }
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
}

/// The pointer rests on a stone, its tip anywhere on it.
#[test]
fn a_pointer_on_a_stone_is_not_the_last_moves_mark() {
    let (mut named, mut read) = (Vec::new(), 0);
    for look in discs() {
        for seed in 0..8 {
            let mut dice = Dice::new(seed);
            let (mut scene, order) = position(&mut dice, 15, 16);
            scene.last_move = None;
            let pitch = dice.between(26.0, 44.0);
            let mut painted = Painter::new(look, 15, 15, pitch, seed).paint(&scene);
            let (x, y) = painted.calibration.pixel_of(*dice.pick(&order));
            let tip = (
                x as f64 + dice.between(-0.2, 0.3) * pitch,
                y as f64 + dice.between(-0.2, 0.3) * pitch,
            );
            let bright = dice.chance(0.5);
            for step in 0..16 {
                for across in 0..=step * 11 / 16 {
                    let at = (tip.0 as u32 + across, tip.1 as u32 + step);
                    let is_rim = across == 0 || across == step * 11 / 16 || step > 14;
                    if at.0 < painted.image.width() && at.1 < painted.image.height() {
                        let level = if is_rim == bright { 10 } else { 250 };
                        painted.image.put_pixel(at.0, at.1, image::Rgb([level; 3]));
                    }
                }
            }
            let seen = Reader::unaided(painted.calibration).read(&Frame::from_image(painted.image));
            read += 1;
            if seen.refused.is_none() && seen.last_move.is_some() {
                named.push(format!("{} seed {seed}: {:?}", look.name, seen.last_move));
            }
        }
    }
    println!("{} of {read} named", named.len());
    // One that lies in a stone's very middle looks like a mark.
    assert!(
        named.len() * 8 <= read,
        "{} of {read}:\n{}",
        named.len(),
        named.join("\n")
    );
}
