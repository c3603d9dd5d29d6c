//! Games that nobody played: drawn by lot, legal, with engines, opponents, times and scores as sessions keep them, and films of
//! painted boards. The same seed makes the same games.

use std::{path::Path, sync::Arc};

use archive::home::Home;
use dice::Dice;
use recordings::film::{FilmLimits, ReaderChange, Remark, write::Film};
use referee::{
    games::AnyRecord,
    gomoku::{Move, Position, Rule},
    point::Point,
    position::Position as _,
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};
use stats::store::{
    OpenMode, Store,
    merge::Log,
    row::{StoredFault, StoredSession},
};
use vision::{
    paint::{Painter, Scene},
    theme,
};

const SIZE: u8 = 15;
const GAMES_OF_SESSION: usize = 20;
/// 2026-03-02, a Monday.
const BEGAN_MS: i64 = 1_772_409_600_000;
const ENGINES: [&str; 3] = ["classic:depth=4", "alphabeta:nodes=20000", "alphabeta"];
const CLIENTS: [&str; 3] = ["bovo", "practice", "gridlock"];
/// How strong each opponent is against us.
const OPPONENTS: [(&str, f64); 9] = [
    ("Guest 17", 0.1),
    ("Guest 204", 0.15),
    ("Beginner", 0.05),
    ("Level 3", 0.25),
    ("Level 5", 0.4),
    ("Level 8", 0.55),
    ("Bovo", 0.2),
    ("Robot A", 0.5),
    ("Robot B", 0.7),
];

/// Makes so many games in `folder`, and films of the first of them.
pub(crate) fn make(folder: &Path, count: usize, filmed: usize) -> Home {
    let home = Home::in_folder(folder);
    home.create().expect("a folder that can be written");
    let mut store = Store::open(&home.database, OpenMode::Write).expect("a database");
    let mut dice = Dice::new(16);
    let mut at_ms = BEGAN_MS;
    for first in (0..count).step_by(GAMES_OF_SESSION) {
        at_ms += i64::from(dice.within(1, 20)) * 3_600_000;
        let number = first / GAMES_OF_SESSION;
        let session = StoredSession {
            id: format!("00000000-0000-7000-8000-{number:012}"),
            program: "tengen 0.2.0".to_owned(),
            client: Some(CLIENTS[number % 3].to_owned()),
            engine: Some(ENGINES[(number * 3 / (count / GAMES_OF_SESSION + 1)).min(2)].to_owned()),
            started_ms: at_ms,
            ended_ms: None,
        };
        let mut games = Vec::new();
        for index in first..(first + GAMES_OF_SESSION).min(count) {
            let game = game(index, &session, at_ms, &mut dice);
            at_ms = game.ended_ms.unwrap_or(at_ms) + 4_000;
            games.push(game.into_any());
        }
        if first < filmed {
            film(&home, &session, &games);
        }
        let log = Log {
            name: format!("made-{number}.jsonl"),
            bytes: 1,
            faults: faults(&session, &games),
            games,
            session: Some(session),
            endings: Vec::new(),
            withdrawn: Vec::new(),
            films: Vec::new(),
            learned: Vec::new(),
        };
        store.merge(&log).expect("a database that can be written");
    }
    home
}

fn game(index: usize, session: &StoredSession, started_ms: i64, dice: &mut Dice) -> Record {
    let own = Seat::BOTH[index % 2];
    let (opponent, strength) = *dice.pick(&OPPONENTS);
    let mut record = Record {
        id: format!("00000000-0000-7000-9000-{index:012}"),
        own_seat: Some(own),
        source: session.client.clone(),
        engine: session.engine.clone(),
        started_ms: Some(started_ms),
        ..Record::blank(SIZE, Rule::Freestyle)
    };
    record.names[own.index()] = "Tengen".to_owned();
    record.names[(!own).index()] = opponent.to_owned();
    let we_win = !dice.chance(strength + if own == Seat::Second { 0.06 } else { 0.0 });
    let length = dice.within(8, 70) as usize;
    let mut position = record.start().expect("an empty board");
    let mut spent = 0;
    while position.outcome().is_none() && record.plies.len() < length {
        let Some(play) = near(&position, dice) else { break };
        let is_ours = position.turn() == own;
        let spent_ms = dice.within(40, if is_ours { 900 } else { 5_000 }) as u64;
        let lean = record.plies.len() as i32 * if we_win { 9 } else { -9 };
        spent += spent_ms;
        record.plies.push(Ply {
            spent_ms: Some(spent_ms),
            score: is_ours.then(|| lean + dice.within(-60, 60)),
            depth: is_ours.then(|| dice.within(5, 12) as u32),
            nodes: is_ours.then(|| dice.within(900, 20_000) as u64),
            ..Ply::bare(play)
        });
        position.play(play).expect("a point that is free");
    }
    let five = position.outcome().and_then(|outcome| outcome.winner);
    let drawn = five.is_none() && dice.once_in(40);
    record.verdict = Some(match five {
        Some(_) => Verdict {
            winner: five,
            reason: Reason::Five,
        },
        None if drawn => Verdict {
            winner: None,
            reason: Reason::BoardFull,
        },
        None => Verdict {
            winner: Some(if we_win { own } else { !own }),
            reason: Reason::Resign,
        },
    });
    record.ended_ms = Some(started_ms + spent as i64);
    record
}

/// A free point beside a stone.
fn near(position: &Position, dice: &mut Dice) -> Option<Move> {
    let board = position.board();
    let is_near = |point: &Point| {
        let beside = |other: Point| {
            other.x.abs_diff(point.x) <= 1 && other.y.abs_diff(point.y) <= 1 && board.stone(other).is_some()
        };
        board.stone(*point).is_none() && board.points().any(beside)
    };
    let mut points: Vec<Point> = board.points().filter(is_near).collect();
    if board.points().all(|point| board.stone(point).is_none()) {
        points = vec![Point::new(7, 7), Point::new(6, 7), Point::new(8, 8)];
    }
    (!points.is_empty()).then(|| Move::Place(*dice.pick(&points)))
}

fn faults(session: &StoredSession, games: &[AnyRecord]) -> Vec<StoredFault> {
    let fault = |(seq, game): (usize, &AnyRecord)| StoredFault {
        session: session.id.clone(),
        seq: seq as u64,
        at_ms: game.started_ms.unwrap_or(0) + 2_000,
        game: Some(game.id.clone()),
        kind: ["misclick", "covered"][seq % 2].to_owned(),
        detail: "the stone did not appear within 2 s; clicked again".to_owned(),
    };
    games.iter().enumerate().skip(3).step_by(9).map(fault).collect()
}

fn film(home: &Home, session: &StoredSession, games: &[AnyRecord]) {
    let limits = FilmLimits {
        folder_bytes: 8 << 30,
        ..FilmLimits::default()
    };
    let mut film = Film::create(&home.films(), &session.id, session.started_ms, limits).expect("a film");
    let painter = Painter::new(theme::by_name("kaya").expect("a theme"), SIZE, SIZE, 22.0, 1);
    let mut put =
        |remark: &Remark, at_ms: u64| film.remark(remark, at_ms).expect("a film that can be written");
    put(
        &Remark::Calibration {
            calibration: painter.calibration(),
            looks: ReaderChange::Fresh,
        },
        0,
    );
    let mut at_ms = 0;
    for game in games {
        let empty = AnyRecord {
            plies: Vec::new(),
            verdict: None,
            ..game.clone()
        };
        film.remark(
            &Remark::GameBegan {
                game: Box::new(empty),
            },
            at_ms,
        )
        .expect("a film");
        let mut scene = Scene::empty(SIZE, SIZE);
        for (index, (ply, seat)) in game.plies.iter().zip(game.seats()).enumerate() {
            at_ms += ply.spent_ms.unwrap_or(0) + 90;
            if let referee::games::AnyMove::Gomoku(Move::Place(point)) = ply.play {
                let color = if seat == Seat::First {
                    referee::color::Color::Black
                } else {
                    referee::color::Color::White
                };
                scene.put(point, Some(color));
                scene.last_move = Some(point);
            }
            let picture: Arc<image::RgbImage> = painter.paint(&scene).image.into();
            film.frame(&picture, at_ms).expect("a film");
            film.remark(
                &Remark::Ply {
                    index,
                    seat,
                    play: ply.play,
                },
                at_ms + 130,
            )
            .expect("a film");
        }
        at_ms += 3_000;
    }
}
