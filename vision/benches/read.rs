//! One reading of a board whose looks are known, and one explanation of what is seen: what the bot does at every look.

use divan::{Bencher, black_box};
use referee::{
    gomoku::{Move, Position, Rule},
    point::Point,
    position::Position as _,
    soccer,
};
use vision::{
    frame::Frame,
    locate,
    observation::{Content, Observation},
    paint::{self, Scene},
    pitch,
    read::Reader,
    reconcile, theme,
};

/// Stones on the board, after which two more are seen.
const STONES: usize = 60;

fn main() {
    divan::main();
}

/// A board on which a stone comes and goes: of a picture that is the same as before, nothing is read.
#[divan::bench]
fn read(bencher: Bencher<'_, '_>) {
    let look = theme::by_name("kaya").expect("a theme of ours");
    let [before, after] = [STONES, STONES + 1].map(|stones| {
        let painted = paint::paint(&Scene::strewn(15, 15, stones, 1), look, 40.0, 1);
        (Frame::from_image(painted.image), painted.calibration)
    });
    let mut reader = Reader::unaided(before.1);
    reader.read(&before.0);
    let mut frames = [&after.0, &before.0].into_iter().cycle();
    bencher.bench_local(|| {
        let frame = frames.next().expect("frames without end");
        reader.read(black_box(frame)).uncertain()
    });
}

/// The first reading of a board of which nothing is known.
#[divan::bench]
fn read_unaided(bencher: Bencher<'_, '_>) {
    let look = theme::by_name("kaya").expect("a theme of ours");
    let painted = paint::paint(&Scene::strewn(15, 15, STONES, 1), look, 40.0, 1);
    let frame = Frame::from_image(painted.image);
    bencher.bench_local(|| {
        let mut reader = Reader::unaided(painted.calibration);
        reader.read(black_box(&frame)).uncertain()
    });
}

/// A field of Paper Soccer where it lies, with half a game drawn.
#[divan::bench]
fn read_field(bencher: Bencher<'_, '_>) {
    let painted = field();
    let reader = pitch::read::Reader::new(painted.calibration);
    let frame = Frame::from_image(painted.image);
    bencher.bench_local(|| reader.read(black_box(&frame)).uncertain());
}

/// The same field in a picture of its own, of which nothing is known.
#[divan::bench]
fn locate_field(bencher: Bencher<'_, '_>) {
    let frame = Frame::from_image(field().image);
    bencher
        .bench_local(|| pitch::locate::locate(black_box(&frame), &pitch::locate::Options::default()).is_ok());
}

/// A whole screen without a field.
#[divan::bench]
fn locate_no_field(bencher: Bencher<'_, '_>) {
    let frame = Frame::from_image(vision::desktop::without_board(1).image);
    bencher
        .bench_local(|| pitch::locate::locate(black_box(&frame), &pitch::locate::Options::default()).is_ok());
}

/// A board on a whole screen.
#[divan::bench]
fn locate_board(bencher: Bencher<'_, '_>) {
    let frame = Frame::from_image(vision::desktop::with_board(1).image);
    bencher.bench_local(|| locate::locate(black_box(&frame), &locate::LocateOptions::default()).is_ok());
}

fn field() -> pitch::paint::Painted {
    let look = pitch::theme::by_name("squared").expect("a look of ours");
    let scene = pitch::paint::Scene::strewn(soccer::Pitch::USUAL, STONES, 1);
    pitch::paint::paint(&scene, look, pitch::paint::Placing::usual(50.0), 1)
}

#[divan::bench]
fn reconcile(bencher: Bencher<'_, '_>) {
    let mut position = Position::new(15, Rule::Freestyle).expect("a size of a board");
    play(&mut position, STONES);
    let mut later = position.clone();
    play(&mut later, 2);
    let rows: Vec<String> = (0..15).map(|y| row(&later, y)).collect();
    let seen = Observation::from_rows(&rows, 15, 15).expect("rows of a board");
    let moves = reconcile::explain(&position, &seen).expect("two stones that the rules allow");
    assert_eq!(moves.len(), 2);
    bencher.bench_local(|| reconcile::explain(black_box(&position), black_box(&seen)).is_ok());
}

/// Puts so many stones more, here and there, none of which ends the game.
fn play(position: &mut Position, stones: usize) {
    let end = position.history().len() + stones;
    // A step that meets every point of the board.
    for index in (0..225).map(|number| number * 67 % 225) {
        let mut after = position.clone();
        let point = Point::new((index % 15) as u8, (index / 15) as u8);
        let is_played = after.play(Move::Place(point)).is_ok();
        if is_played && after.outcome().is_none() && position.history().len() < end {
            *position = after;
        }
    }
    assert_eq!(position.history().len(), end, "the board has room");
}

fn row(position: &Position, y: u8) -> String {
    let content = |x| {
        position
            .stone(Point::new(x, y))
            .map_or(Content::Empty, Content::Stone)
    };
    (0..15).map(|x| content(x).letter()).collect()
}
