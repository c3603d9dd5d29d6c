//! The touch-screen board in its emulator, between a finger on a bad panel and the engine on the PC: calibration, a whole game,
//! and what goes wrong on the line. `TOUCH_PICTURES=FOLDER` keeps pictures of its screen.

mod desk;

use engines::{classic::Classic, random::Random};
use referee::{
    gomoku::{Move, Position, Rule},
    player::{Limits, Player},
    point::Point,
    position::Position as _,
    seat::Seat,
};

use self::desk::{CROSSES, Desk};
use super::firmware::machine::are_wanted;

fn best(player: &mut dyn Player<Position>, position: &Position) -> Point {
    match player.think(position, &Limits::default()).unwrap().play {
        Move::Place(point) => point,
        other => panic!("{other:?} instead of a stone"),
    }
}

fn calibrate(desk: &mut Desk) {
    for (x, y) in CROSSES {
        desk.tap(x, y);
    }
}

#[test]
fn a_person_plays_a_whole_game_on_the_screen() {
    if !are_wanted("a_person_plays_a_whole_game_on_the_screen") {
        return;
    }
    let mut desk = Desk::start(8);
    desk.picture("cross");
    // A careless finger first: twice the same cross, and the last one missed.
    for (x, y) in [
        CROSSES[0],
        CROSSES[0],
        CROSSES[2],
        CROSSES[0],
        CROSSES[1],
        CROSSES[2],
        (250, 190),
    ] {
        desk.tap(x, y);
    }
    desk.picture("cross-again");
    calibrate(&mut desk);
    desk.picture("begin");
    // A person who looks one ply ahead, and a PC that looks nowhere.
    let (mut hasty, mut classic) = (Classic::new(1), Classic::new(4));
    assert_eq!(
        play(&mut desk, &mut hasty, &mut classic, "lost"),
        Some(Seat::Second)
    );
    desk.new_game();
    desk.assert_shows(&empty());
    assert_eq!(
        play(&mut desk, &mut classic, &mut Random::new(1), "won"),
        Some(Seat::First)
    );
}

fn empty() -> Position {
    Position::new(8, Rule::Freestyle).unwrap()
}

/// A game between a person and a PC; who won.
fn play(
    desk: &mut Desk,
    person: &mut dyn Player<Position>,
    computer: &mut dyn Player<Position>,
    name: &str,
) -> Option<Seat> {
    let mut position = empty();
    while position.outcome().is_none() {
        let stone = best(person, &position);
        desk.put(stone);
        assert_eq!(desk.told(), stone, "{:?}", position.history());
        position.play(Move::Place(stone)).unwrap();
        desk.assert_shows(&position);
        if position.outcome().is_some() {
            break;
        }
        let answer = best(computer, &position);
        desk.answer(answer);
        position.play(Move::Place(answer)).unwrap();
        desk.assert_shows(&position);
        // A finger between the crossings, or on a stone, says nothing.
        desk.tap_between(stone);
        desk.put(answer);
        assert!(desk.is_silent());
        if position.history().len() == 10 {
            desk.picture(&format!("{name}-middle"));
        }
    }
    desk.picture(&format!("{name}-end"));
    // After the end there is nothing to put.
    let free = (0..64)
        .map(|at| Point::new(at % 8, at / 8))
        .find(|&point| position.stone(point).is_none());
    desk.put(free.expect("a board with room left"));
    assert!(desk.is_silent());
    desk.assert_shows(&position);
    let outcome = position.outcome().unwrap();
    println!("{} stones, {outcome:?}", position.history().len());
    outcome.winner
}

#[test]
fn lost_and_impossible_answers_do_no_harm() {
    if !are_wanted("lost_and_impossible_answers_do_no_harm") {
        return;
    }
    let mut desk = Desk::start(8);
    calibrate(&mut desk);
    let point = Point::new;
    let mut position = empty();
    desk.put(point(3, 3));
    position.play(Move::Place(point(3, 3))).unwrap();
    // Nobody answers: it is told again.
    assert_eq!([desk.told(), desk.heard()], [point(3, 3); 2]);
    // On a stone, off the board: shown, not drawn, and the next one is taken.
    desk.answer(point(3, 3));
    desk.assert_shows(&position);
    desk.picture("taken");
    desk.answer(point(8, 2));
    desk.assert_shows(&position);
    desk.picture("outside");
    desk.say(&[1, 2, b'\r', 5, 0xFF]);
    desk.answer(point(4, 2));
    position.play(Move::Place(point(4, 2))).unwrap();
    desk.assert_shows(&position);
    desk.picture("put");
    // Another game without an end of this one begins on a ring.
    desk.put(point(5, 5));
    assert_eq!(desk.told(), point(5, 5));
    desk.answer(point(5, 4));
    desk.new_game();
    desk.picture("rings");
    desk.put(point(0, 0));
    assert!(desk.is_silent());
    desk.put(point(4, 2));
    assert_eq!(desk.told(), point(4, 2));
    // The panel loses its picture, and has it again.
    desk.lose_picture();
    let mut position = empty();
    position.play(Move::Place(point(4, 2))).unwrap();
    desk.assert_shows(&position);
}
