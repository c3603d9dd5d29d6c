//! Films painted from known games, read again.

use std::{path::Path, sync::Arc};

use image::Pixel as _;
use recordings::film::{FilmEntry, Moment, ReaderChange, Remark};
use referee::{
    color::Color,
    gomoku::{Move, Rule},
    point::Point,
    record::{Ply, Record},
    seat::Seat,
};
use vision::{
    frame::Frame,
    observation::Content,
    paint::{Painter, Scene},
    theme,
};

use super::FilmReplay;
use crate::cases::Case;

const MOVES: [(u8, u8); 7] = [(4, 4), (5, 4), (3, 3), (5, 5), (2, 2), (5, 3), (5, 6)];

/// A game filmed without a fault: a stone a second, each confirmed 200 ms after it is there. `story` may change what
/// is confirmed at a ply.
fn film(theme: usize, told: impl Fn(usize, Point) -> Point) -> Vec<Moment> {
    let painter = Painter::new(&theme::all()[theme], 9, 9, 24.0, 3);
    let mut scene = Scene::empty(9, 9);
    let frame = |scene: &Scene| FilmEntry::Frame(Frame::from_image(painter.paint(scene).image));
    let calibration = painter.calibration();
    let looks = ReaderChange::Fresh;
    let game = Record {
        id: "g".to_owned(),
        own_seat: Some(Seat::First),
        ..Record::blank(9, Rule::Freestyle)
    };
    let mut moments = vec![
        (0, FilmEntry::Remark(Remark::Calibration { calibration, looks })),
        (0, frame(&scene)),
        (
            500,
            FilmEntry::Remark(Remark::GameBegan {
                game: Box::new(game.into_any()),
            }),
        ),
    ];
    for (index, (x, y)) in MOVES.into_iter().enumerate() {
        let at_ms = 1_000 * (index as u64 + 1);
        let point = Point::new(x, y);
        scene.put(point, Some(Color::BOTH[index % 2]));
        scene.last_move = Some(point);
        moments.push((at_ms, frame(&scene)));
        let ply = Remark::Ply {
            index,
            seat: Seat::BOTH[index % 2],
            play: Move::Place(told(index, point)).into(),
        };
        moments.push((at_ms + 200, FilmEntry::Remark(ply)));
        moments.push((at_ms + 200, FilmEntry::Remark(Remark::Learned { rows: None })));
    }
    let moment = |(at_ms, what)| Moment { at_ms, what };
    moments.into_iter().map(moment).collect()
}

fn replay_film(moments: Vec<Moment>) -> FilmReplay {
    let mut replayed = FilmReplay::default();
    moments.into_iter().for_each(|moment| replayed.take(moment));
    replayed
}

#[test]
fn a_true_film_reads_as_confirmed_in_every_theme() {
    for theme in 0..theme::all().len() {
        let replayed = replay_film(film(theme, |_, point| point));
        assert_eq!(replayed.differences, [], "{}", theme::all()[theme].name);
        assert_eq!((replayed.plies, replayed.games), (MOVES.len(), 1));
        assert!(replayed.first_difference.is_none() && replayed.last_fault.is_none());
    }
}

#[test]
fn two_stones_in_one_look_are_told_apart_by_the_ply_that_was_confirmed() {
    let mut moments = film(0, |_, point| point);
    // The picture with our stone alone was never seen.
    let first = moments.remove(3);
    assert!(matches!(first.what, FilmEntry::Frame(_)));
    let (ply, learned) = (moments.remove(3), moments.remove(3));
    moments.insert(4, Moment { at_ms: 2_200, ..ply });
    assert!(matches!(learned.what, FilmEntry::Remark(Remark::Learned { .. })));
    assert_eq!(replay_film(moments).differences, []);
}

/// Our stone and, half drawn, the reply come in one look: both are confirmed at once.
#[test]
fn a_reply_that_cannot_be_told_yet_is_read_with_our_stone() {
    let mut moments = film(0, |_, point| point);
    let ours = 3 + 3 * 4;
    let (_, ply, _) = (moments.remove(ours), moments.remove(ours), moments.remove(ours));
    let picture = |moment: &Moment| match &moment.what {
        FilmEntry::Frame(frame) => (*frame.image).clone(),
        FilmEntry::Remark(_) => panic!("a picture"),
    };
    let (without, mut image) = (picture(&moments[ours - 3]), picture(&moments[ours]));
    let painter = Painter::new(&theme::all()[0], 9, 9, 24.0, 3);
    let (x, y) = painter.calibration().pixel_of(Point::new(5, 3));
    for (x, y) in (x - 11..x + 12).flat_map(|x| (y - 11..y + 12).map(move |y| (x as u32, y as u32))) {
        let mixed = image
            .get_pixel(x, y)
            .map2(without.get_pixel(x, y), |a, b| a / 5 * 2 + b / 5 * 3);
        image.put_pixel(x, y, mixed);
    }
    moments[ours].what = FilmEntry::Frame(Frame::from_image(image));
    moments.insert(ours + 1, Moment { at_ms: 6_199, ..ply });
    let until_reply = replay_film(moments[..=ours].to_vec());
    let (_, _, seen) = until_reply.look().unwrap();
    assert_eq!(seen.content(Point::new(5, 3)), Content::Uncertain);
    let replayed = replay_film(moments);
    assert_eq!(replayed.differences, []);
    assert_eq!(replayed.plies, MOVES.len());
}

/// The last two stones vanish, and others come in their place.
#[test]
fn plies_that_were_taken_back_are_read_again() {
    let mut moments = film(0, |_, point| point);
    let painter = Painter::new(&theme::all()[0], 9, 9, 24.0, 3);
    let mut scene = Scene::empty(9, 9);
    for (index, (x, y)) in MOVES.into_iter().enumerate().take(5) {
        scene.put(Point::new(x, y), Some(Color::BOTH[index % 2]));
    }
    let what = |scene: &Scene| FilmEntry::Frame(Frame::from_image(painter.paint(scene).image));
    let mut tell = |at_ms: u64, what: FilmEntry| moments.push(Moment { at_ms, what });
    tell(8_000, what(&scene));
    tell(8_300, FilmEntry::Remark(Remark::TakenBack { plies: 5 }));
    let point = Point::new(7, 7);
    scene.put(point, Some(Color::White));
    tell(9_000, what(&scene));
    let (index, seat, play) = (5, Seat::Second, Move::Place(point).into());
    tell(9_300, FilmEntry::Remark(Remark::Ply { index, seat, play }));
    let rereading = replay_film(moments);
    assert_eq!(rereading.differences, []);
    assert_eq!(rereading.plies, MOVES.len() + 1);
}

#[test]
fn a_ply_that_is_read_otherwise_is_told_once_and_makes_a_case() {
    let replayed = replay_film(film(0, |index, point| match index {
        3 => Point::new(8, 8),
        _ => point,
    }));
    let told: Vec<String> = replayed.differences.iter().map(ToString::to_string).collect();
    assert_eq!(told[0], "4.200 s, game 1, ply 4: expected i1, read f4");
    let case = Case::of_exhibit(replayed.first_difference.unwrap());
    assert_eq!(case.pictures.len(), 3);
    let last = case.pictures[2].expected.as_ref().unwrap();
    assert_eq!((&last[8][8..], &last[5][5..6]), ("o", "."));
    let wrong = case.check().unwrap_err();
    assert!(
        wrong
            .to_string()
            .contains("3.png: f4 reads o for ., i1 reads . for o"),
        "{wrong}"
    );
}

#[test]
fn a_fault_makes_a_case_that_leaves_open_what_is_read_otherwise() {
    let mut moments = film(0, |_, point| point);
    // The fault comes before the last ply is confirmed, and the session ends there.
    let plies = moments.len() - 2;
    moments.truncate(plies);
    let fault = Remark::Fault {
        kind: "mismatch".to_owned(),
        detail: "why".to_owned(),
    };
    moments.push(Moment {
        at_ms: 8_000,
        what: FilmEntry::Remark(fault),
    });
    let replayed = replay_film(moments);
    assert_eq!(replayed.differences, []);
    let case = Case::of_exhibit(replayed.last_fault.unwrap());
    assert_eq!(case.head.note, "8.000 s: mismatch: why");
    assert_eq!(case.open_points(), 1);
    assert_eq!(case.check(), Ok(()));
}

#[test]
fn a_case_comes_back_from_its_folder() {
    let replayed = replay_film(film(1, |index, point| match index {
        6 => Point::new(0, 8),
        _ => point,
    }));
    let mut case = Case::of_exhibit(replayed.first_difference.unwrap());
    case.pictures[0].expected = None;
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("case");
    case.write(&target).unwrap();
    assert_eq!(Case::read(&target).unwrap(), case);
    let again = case.write(&target).unwrap_err();
    assert!(again.message.ends_with("holds a case already"), "{again}");
}

#[test]
fn the_beginning_of_the_next_file_changes_nothing() {
    let mut moments = film(0, |_, point| point);
    // After the third ply: what a file begins with.
    let place = 3 + 3 * 3;
    let mut game = Record {
        id: "g".to_owned(),
        own_seat: Some(Seat::First),
        ..Record::blank(9, Rule::Freestyle)
    };
    game.plies = MOVES[..3]
        .iter()
        .map(|&(x, y)| Ply::bare(Move::Place(Point::new(x, y))))
        .collect();
    let FilmEntry::Remark(Remark::Calibration { calibration, .. }) = moments[0].what else {
        panic!("{:?}", moments[0]);
    };
    let looks = ReaderChange::Unchanged;
    let picture = moments[place - 3].what.clone();
    let head = [
        FilmEntry::Remark(Remark::Calibration { calibration, looks }),
        FilmEntry::Remark(Remark::GameBegan {
            game: Box::new(game.into_any()),
        }),
        picture,
    ];
    let alone: Vec<Moment> = head
        .iter()
        .map(|what| Moment {
            at_ms: 3_500,
            what: what.clone(),
        })
        .chain(moments[place..].iter().cloned())
        .collect();
    moments.splice(place..place, alone[..3].iter().cloned());
    let whole = replay_film(moments);
    assert_eq!(whole.differences, []);
    assert_eq!((whole.plies, whole.games), (MOVES.len(), 1));
    // The second file alone, when the first is gone.
    let rest = replay_film(alone);
    assert_eq!(rest.differences, []);
    assert_eq!((rest.plies, rest.games), (MOVES.len() - 3, 1));
}

/// The client is started anew and looks as it did: what was learned before is known again.
#[test]
fn a_reader_that_was_recalled_reads_on() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/sparse-after-restart");
    let case = Case::read(&folder).unwrap();
    let calibration = case.head.calibration;
    let located = |looks| FilmEntry::Remark(Remark::Calibration { calibration, looks });
    let picture = |index: usize| {
        let image = Arc::clone(&case.pictures[index].image);
        FilmEntry::Frame(Frame {
            image,
            origin: (0, 0),
        })
    };
    let mut replay = FilmReplay::default();
    let mut at_ms = 0;
    let mut unclear = |entries: Vec<FilmEntry>| {
        for what in entries {
            at_ms += 100;
            replay.take(Moment { at_ms, what });
        }
        replay.look().unwrap().2.uncertain()
    };
    let learned = FilmEntry::Remark(Remark::Learned { rows: None });
    assert_eq!(
        unclear(vec![located(ReaderChange::Fresh), picture(0), learned]),
        0
    );
    assert_eq!(unclear(vec![located(ReaderChange::Fresh), picture(1)]), 22 * 22);
    assert_eq!(unclear(vec![located(ReaderChange::Recalled), picture(1)]), 0);
}
