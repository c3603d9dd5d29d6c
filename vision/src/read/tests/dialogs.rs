//! What lies over a board must not be learned from.

use super::*;

/// Whatever lay over the board, and whatever was learned by the way: the next game's empty board is read as one.
#[test]
fn a_new_board_is_empty_whatever_was_seen_before() {
    let mut unclear = Vec::new();
    for (index, look) in theme::all().iter().enumerate() {
        for (size, pitch) in [(9, 20.0), (12, 20.0), (11, 26.0)] {
            let painter = Painter::new(look, size, size, pitch, 4);
            let mut dice = Dice::new(7 * index as u64 + u64::from(size));
            let blank = Scene::empty(size, size);
            let (last, order) = position(&mut dice, size, 14);
            let picture = |scene: &Scene| Frame::from_image(painter.paint(scene).image);
            let mut reader = Reader::unaided(painter.calibration());
            reader.read(&picture(&blank));
            let mut scene = blank.clone();
            for (ply, point) in order.iter().enumerate() {
                // A stone fades in, and is learned when it is there.
                let color = last.content(*point);
                scene.put(*point, color);
                scene.fading = Some((*point, 0.4));
                reader.read(&picture(&scene));
                scene.fading = None;
                let seen = reader.read(&picture(&scene));
                if ply < 12 && seen.uncertain() == 0 {
                    reader.learn(&picture(&scene), &truth(&scene));
                }
            }
            // A dialog, dark and then bright.
            for shade in [38, 244] {
                let mut over = picture(&scene);
                let (width, height) = over.image.dimensions();
                for y in height / 3..2 * height / 3 {
                    for x in width / 8..7 * width / 8 {
                        Arc::make_mut(&mut over.image).put_pixel(x, y, image::Rgb([shade; 3]));
                    }
                }
                reader.read(&over);
            }
            let (wrong, _) = compare(&scene, &reader.read(&picture(&scene)));
            assert!(wrong.is_empty(), "{} {size} x {size}: {wrong:?}", look.name);
            let seen = reader.read(&picture(&blank));
            if !seen.is_empty() {
                unclear.push(format!(
                    "{} {size} x {size} at {pitch}:\n{}",
                    look.name,
                    seen.to_rows().join("\n")
                ));
            }
        }
    }
    assert!(unclear.is_empty(), "{}", unclear.join("\n"));
}

/// A session that begins while the last game's result lies over its board: nothing of it may stay.
#[test]
fn a_first_look_under_a_dialog_is_forgotten_when_the_board_shows() {
    let mut wrong = Vec::new();
    for (index, look) in theme::all().iter().enumerate() {
        for (size, pitch) in [(9, 20.0), (15, 26.0)] {
            let painter = Painter::new(look, size, size, pitch, 4);
            let mut dice = Dice::new(31 * index as u64 + u64::from(size));
            let blank = Scene::empty(size, size);
            let (last, order) = position(&mut dice, size, 10);
            let picture = |scene: &Scene| Frame::from_image(painter.paint(scene).image);
            let mut under = picture(&last);
            let (width, height) = under.image.dimensions();
            for (_, y, pixel) in Arc::make_mut(&mut under.image).enumerate_pixels_mut() {
                let dialog = (height / 3..2 * height / 3).contains(&y);
                *pixel = if dialog {
                    image::Rgb([38, 40, 44])
                } else {
                    image::Rgb(pixel.0.map(|level| (f32::from(level) * 0.6) as u8))
                };
            }
            for x in width / 4..3 * width / 4 {
                for y in height * 11 / 20..height * 12 / 20 {
                    Arc::make_mut(&mut under.image).put_pixel(x, y, image::Rgb([240, 180, 60]));
                }
            }
            let mut reader = Reader::unaided(painter.calibration());
            reader.read(&under);
            let seen = reader.read(&picture(&blank));
            let mut scene = blank.clone();
            scene.put(order[0], Some(Color::Black));
            let first = reader.read(&picture(&scene));
            let one = first.stones(Color::Black) + first.stones(Color::White) + first.uncertain() == 1;
            if !seen.is_empty() || !one {
                let rows = [seen.to_rows(), first.to_rows()].concat();
                wrong.push(format!("{} {size} x {size}:\n{}", look.name, rows.join("\n")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
